/** Screening of merchants and payout destinations against lists of sanctions, and what operators decide about hits. */
import * as z from 'zod/mini'
import { endpoint, operator } from './endpoint.ts'
import { anyOf, linked, listEndpoint, oneOf } from './list-endpoint.ts'
import { id, instant } from './shapes.ts'
import { staffText } from './staff-text.ts'

/** What is screened: the papers of a merchant, and where money can go. */
export const screeningSubjects = ['registration', 'destination'] as const
export type ScreeningSubjectKind = (typeof screeningSubjects)[number]

/** What of it a list names. */
export const screeningMarks = ['name', 'address', 'chain-address'] as const
export type ScreeningMark = (typeof screeningMarks)[number]

/** `cleared`: it is somebody else. `confirmed`: it is the listed one, and nothing is approved. */
export const screeningHitStates = ['open', 'cleared', 'confirmed'] as const
export type ScreeningHitState = (typeof screeningHitStates)[number]

const hit = z.object({
  shopId: id,
  id,
  subject: z.enum(screeningSubjects),
  list: z.string(),
  /** The entry's id in the list. */
  entry: z.string(),
  /** What the list says. */
  listed: z.string(),
  mark: z.enum(screeningMarks),
  /** 1 to 100. At 100 both are written the same but for capitals, accents and the order of words. */
  score: z.int(),
  foundAt: instant,
  decideBy: instant,
  /** Since when the list names it no more, or the screened data changed. */
  endedAt: z.nullable(instant),
  state: z.enum(screeningHitStates),
  decided: z.nullable(z.object({ by: z.string(), at: instant, reason: z.string() })),
})

/**
 * What the lists said about one subject. `off`: the installation has no list. `waiting`: the lists have not answered
 * yet, so nothing is approved.
 */
export const screeningResult = z.object({
  state: z.enum(['off', 'waiting', 'clear', 'open', 'confirmed']),
  /** When the lists answered. */
  at: z.nullable(instant),
  hits: z.array(hit),
})

export const listScreeningHits = listEndpoint({
  path: '/platform/screening/list',
  summary:
    'Merchants and payout destinations that a list of sanctions may name: what the list says, how alike it is, and what was decided. The open ones by deadline.',
  access: operator('review', 'finance', 'auditor'),
  tags: ['work'],
  filters: { state: oneOf(screeningHitStates, 'open'), subject: anyOf(screeningSubjects), shopId: linked(id) },
  row: z.object({
    ...hit.shape,
    shop: z.object({ code: z.string(), name: z.nullable(z.string()) }),
    /** Who was looked for: the merchant’s name, or the holder of the destination. */
    who: z.string(),
    /** Address and country of the merchant, or bank and last characters of the destination. */
    where: z.string(),
  }),
})

export const decideScreeningHit = endpoint({
  api: 'platform',
  path: '/platform/screening/decide',
  summary:
    'Clears a hit, because it is somebody else, or confirms it, with the reason. Nothing of the shop is approved or paid while one of its hits is not cleared. A confirmed hit is cleared by another person only.',
  access: operator('review', 'finance'),
  input: z.strictObject({
    shopId: id,
    id,
    decision: z.enum(['cleared', 'confirmed']),
    reason: staffText(10, 500),
  }),
  response: z.object({ state: z.enum(screeningHitStates) }),
  refusals: ['screening/not-found', 'screening/decided', 'operator/second-person', 'work/claimed'],
})
