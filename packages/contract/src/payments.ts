/** Card payments for operators: disputes, and events of a processor that could not be booked. */
import * as z from 'zod/mini'
import { endpoint, operator } from './endpoint.ts'
import { money } from './money.ts'
import { ok, id, instant, pageOf, paging, boundedText } from './shapes.ts'

export const disputeStates = ['open', 'won', 'lost'] as const
export type DisputeState = (typeof disputeStates)[number]

export const listDisputes = endpoint({
  api: 'platform',
  path: '/platform/dispute/list',
  summary:
    'Disputes of card payments: what a card’s bank asks for, what of it was set aside, and until when evidence is taken; the nearest deadline first.',
  access: operator('finance', 'support'),
  readOnly: true,
  input: z.strictObject({ ...paging, state: z._default(z.enum(disputeStates), 'open') }),
  response: pageOf(
    z.object({
      id,
      shopId: id,
      shop: z.nullable(z.string()),
      of: z.object({ kind: z.enum(['deposit', 'order']), id, code: z.string() }),
      processor: z.string(),
      reference: z.string(),
      state: z.enum(disputeStates),
      /** The amount that the bank claims. */
      asked: money,
      /** The part of the claim that was set aside. It is smaller than the claim if the payment had less left. */
      amount: money,
      /** The part of that amount that the merchant owes. */
      owed: money,
      evidenceBy: z.nullable(instant),
      openedAt: instant,
      closedAt: z.nullable(instant),
    }),
  ),
  refusals: [],
})

/**
 * Why an event could not be booked: it names no payment; it names no checkout of this platform; the processor does
 * not know the payment; it belongs to the other mode (test or live); its currency is not the dollar; its amount is
 * invalid.
 */
export const unbookedReasons = [
  'unreadable',
  'unknown-payment',
  'not-at-processor',
  'wrong-mode',
  'currency',
  'amount',
] as const
export type UnbookedReason = (typeof unbookedReasons)[number]
export const unbookedStates = ['open', 'booked', 'closed'] as const

export const listUnbookedEvents = endpoint({
  api: 'platform',
  path: '/platform/processor-event/list',
  summary:
    'Signed events of the card processors that could not be booked, oldest first. Some are tried again by themselves; each open one needs a person’s look.',
  access: operator('finance'),
  readOnly: true,
  input: z.strictObject({ ...paging, state: z._default(z.enum(unbookedStates), 'open') }),
  response: pageOf(
    z.object({
      id,
      processor: z.string(),
      eventId: z.string(),
      type: z.string(),
      live: z.boolean(),
      /** The processor’s id of the payment or dispute. */
      reference: z.nullable(z.string()),
      reason: z.enum(unbookedReasons),
      state: z.enum(unbookedStates),
      receivedAt: instant,
      nextAttemptAt: z.nullable(instant),
      note: z.nullable(z.string()),
    }),
  ),
  refusals: [],
})

export const closeUnbookedEvent = endpoint({
  api: 'platform',
  path: '/platform/processor-event/close',
  summary: 'Says what was done about an event that could not be booked. It is not tried again.',
  access: operator('finance'),
  input: z.strictObject({ id, note: boundedText(3, 1000) }),
  response: ok,
  refusals: ['payment/not-found'],
})
