/**
 * Requests of people about their data: a copy, or erasure. Merchants ask in the app, staff records what comes by mail.
 */
import * as z from 'zod/mini'
import { endpoint, merchant, operator } from './endpoint.ts'
import { listEndpoint, oneOf } from './list-endpoint.ts'
import { boundedText, empty, id, instant, ok, openAct } from './shapes.ts'
import { staffText } from './staff-text.ts'

export const privacyKinds = ['export', 'erasure'] as const
export type PrivacyKind = (typeof privacyKinds)[number]
export const privacyParties = ['merchant', 'buyer'] as const
export const privacyStates = ['open', 'done', 'refused', 'withdrawn'] as const
export type PrivacyState = (typeof privacyStates)[number]
/** How a person proved to be the owner of the data. `log-in`: asked in the app, with the login password. */
export const privacyProofs = ['log-in', 'mail-answered', 'called-back', 'document'] as const
/** Those that staff records. */
export const staffProofs = ['mail-answered', 'called-back', 'document'] as const
export const privacyViews = ['open', 'decided'] as const

/** How long a merchant can download the copy after the request was done, days. */
export const copyDays = 30

const kind = z.enum(privacyKinds)
const state = z.enum(privacyStates)

const ownRequest = z.object({
  id,
  code: z.string(),
  kind,
  state,
  at: instant,
  /** The answer is due by then: a month after the request. */
  dueAt: instant,
  decidedAt: z.nullable(instant),
  /** What the platform says about its decision. */
  note: z.nullable(z.string()),
  /** Until when `/merchant/privacy/copy` answers; null when there is nothing to download. */
  copyUntil: z.nullable(instant),
})

export const ownPrivacyRequests = endpoint({
  api: 'merchant',
  path: '/merchant/privacy/list',
  summary: 'The merchant’s own requests for a copy or the erasure of the data, newest first.',
  access: merchant,
  readOnly: true,
  tags: ['shop'],
  input: empty,
  response: z.object({ list: z.array(ownRequest) }),
  refusals: [],
})

export const askPrivacyRequest = endpoint({
  api: 'merchant',
  path: '/merchant/privacy/ask',
  summary:
    'Asks for a copy of the data, or for its erasure, with the login password. One request of a kind is open at a time.',
  access: merchant,
  changes: ['shop'],
  // A wrong password counts, although the request is refused.
  ownTransaction: true,
  input: z.strictObject({ kind, password: z.string().check(z.maxLength(200)), text: boundedText(0, 1000) }),
  response: z.object({ id, dueAt: instant }),
  refusals: ['login/password-wrong', 'login/throttled', 'request/too-many', 'privacy/already-open'],
})

export const withdrawPrivacyRequest = endpoint({
  api: 'merchant',
  path: '/merchant/privacy/withdraw',
  summary: 'Takes an open request back. A proposed erasure ends with it.',
  access: merchant,
  changes: ['shop'],
  input: z.strictObject({ id }),
  response: ok,
  refusals: ['privacy/not-found', 'privacy/not-open'],
})

export const ownPrivacyCopy = endpoint({
  api: 'merchant',
  path: '/merchant/privacy/copy',
  summary:
    'The copy of the merchant’s data as JSON, made when it is downloaded, for 30 days after the request was done.',
  access: merchant,
  readOnly: true,
  file: true,
  input: z.strictObject({ id }),
  response: z.unknown(),
  refusals: ['privacy/not-found', 'privacy/no-copy', 'request/too-many'],
})

const person = z.object({ id, name: z.string() })
const requestRow = {
  id,
  code: z.string(),
  kind,
  party: z.enum(privacyParties),
  /** The shop of a merchant; null for a buyer. */
  shop: z.nullable(z.object({ id, code: z.string(), name: z.nullable(z.string()) })),
  /** The buyer; null for a merchant. */
  buyer: z.nullable(person),
  state,
  at: instant,
  dueAt: instant,
  proof: z.nullable(z.enum(privacyProofs)),
  decidedAt: z.nullable(instant),
}

export const listPrivacyRequests = listEndpoint({
  path: '/platform/privacy/list',
  summary:
    'Requests of people about their data: those that wait, the earliest deadline first, or decided ones, the newest first.',
  access: operator('owner', 'support', 'auditor'),
  tags: ['work'],
  filters: { view: oneOf(privacyViews, 'open') },
  row: z.object(requestRow),
  pages: 'counted',
  pageSize: 20,
})

export const privacyRequestDetail = endpoint({
  api: 'platform',
  path: '/platform/privacy/detail',
  summary:
    'One request: who asks, the proof of identity, what stands against an erasure, and the act that waits for a signature.',
  access: operator('owner', 'support', 'auditor'),
  tags: ['work'],
  readOnly: true,
  input: z.strictObject({ id }),
  response: z.object({
    ...requestRow,
    /** The mail address of the account: the answer goes there. */
    email: z.string(),
    text: z.string(),
    /** Who wrote the request down; null when the person asked in the app. */
    recordedBy: z.nullable(person),
    proofNote: z.nullable(z.string()),
    provedBy: z.nullable(person),
    provedAt: z.nullable(instant),
    /** What stands against an erasure now: money and goods on their way. */
    blockers: z.array(z.string()),
    erased: z.boolean(),
    proposedBy: z.nullable(person),
    decidedBy: z.nullable(person),
    note: z.nullable(z.string()),
    actId: openAct,
  }),
  refusals: ['privacy/not-found'],
})

export const recordPrivacyRequest = endpoint({
  api: 'platform',
  path: '/platform/privacy/record',
  summary:
    'Writes down a request that came by mail, letter or phone. `name` is a mail address, an id, or the code of a shop.',
  access: operator('owner', 'support'),
  changes: ['work'],
  input: z.strictObject({
    party: z.enum(privacyParties),
    name: boundedText(3, 200),
    kind,
    text: boundedText(0, 1000),
  }),
  response: z.object({ id }),
  refusals: ['privacy/unknown-person', 'privacy/several-people', 'privacy/already-open', 'privacy/erased'],
})

export const provePrivacyRequest = endpoint({
  api: 'platform',
  path: '/platform/privacy/prove',
  summary: 'Writes down how the person proved to be the owner of the data. Nothing is handed over or erased before.',
  access: operator('owner', 'support'),
  changes: ['work'],
  input: z.strictObject({ id, proof: z.enum(staffProofs), note: boundedText(3, 300) }),
  response: ok,
  refusals: ['privacy/not-found', 'privacy/not-open', 'privacy/already-proved', 'work/claimed'],
})

export const exportPrivacyRequest = endpoint({
  api: 'platform',
  path: '/platform/privacy/export',
  summary: 'The copy of the person’s data as JSON, of an open and proved request for a copy.',
  access: operator('owner', 'support'),
  readOnly: true,
  file: true,
  input: z.strictObject({ id }),
  response: z.unknown(),
  refusals: ['privacy/not-found', 'privacy/not-open', 'privacy/not-proved', 'privacy/other-kind'],
})

export const decidePrivacyRequest = endpoint({
  api: 'platform',
  path: '/platform/privacy/decide',
  summary:
    'Ends a request. `done`: the copy is handed over, and a merchant can download it in the app. `refused`: with the reason that the person reads. An erasure is done by `/platform/privacy/propose-erasure`.',
  access: operator('owner', 'support'),
  changes: ['work'],
  input: z.strictObject({ id, decision: z.enum(['done', 'refused']), note: staffText(3, 1000) }),
  response: ok,
  refusals: ['privacy/not-found', 'privacy/not-open', 'privacy/not-proved', 'privacy/other-kind', 'work/claimed'],
})

export const proposeErasure = endpoint({
  api: 'platform',
  path: '/platform/privacy/propose-erasure',
  summary:
    'Proposes the erasure that a proved request asks for. It runs with the signature of another person, an owner. Refused while money or goods are on their way.',
  access: operator('owner', 'support'),
  changes: ['work'],
  input: z.strictObject({ id, note: boundedText(3, 300) }),
  response: z.object({ actId: id }),
  refusals: [
    'privacy/not-found',
    'privacy/not-open',
    'privacy/not-proved',
    'privacy/other-kind',
    'privacy/blocked',
    'act/already-open',
    'work/claimed',
  ],
})
