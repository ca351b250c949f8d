import type { OrderReviewState } from '@quayside/contract'
import { emitEvent } from '../../../platform/events/events.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { saveTraces, insertReviewOfOrder, markReviewed, readKnown, lockReviewOfOrder } from './store.ts'
import { signsOf, traceOf, tracesOf } from './signs.ts'

type Call = { ip: string; userAgent: string; device?: string | null | undefined }

/** Records the traces of a caller: what buyers and merchants have in common is a sign of self-dealing. */
export const recordTraces = (
  tx: Tx,
  lookupKey: Buffer,
  party: 'merchant' | 'buyer',
  partyId: string,
  call: Pick<Call, 'ip' | 'userAgent' | 'device'>,
  at: Date,
): Promise<void> =>
  saveTraces(
    tx,
    party,
    partyId,
    tracesOf(lookupKey, { ip: call.ip, userAgent: call.userAgent, device: call.device }),
    at,
  )

/** Records the card of a payment by the processor's fingerprint, if the processor reports one. */
export async function recordCard(
  tx: Tx,
  lookupKey: Buffer,
  party: 'merchant' | 'buyer',
  partyId: string,
  fingerprint: string | null,
  at: Date,
): Promise<void> {
  if (fingerprint) await saveTraces(tx, party, partyId, [traceOf(lookupKey, 'card', fingerprint)], at)
}

/**
 * Opens a review of an order that may be the merchant's own purchase and is about to be paid. The payment is not
 * affected. The caller has locked the order.
 */
export async function reviewWhenOwn(
  tx: Tx,
  order: { shop_id: string; id: string; buyer_id: string },
  now: Date,
): Promise<void> {
  const known = await readKnown(tx, order, now)
  const signs = known ? signsOf(known) : []
  if (signs.length === 0) return
  await insertReviewOfOrder(tx, order, signs, now)
  await emitEvent(tx, 'order.set-aside', { shopId: order.shop_id, at: now, data: { orderId: order.id } }, ['orders'])
}

/**
 * An operator decides whether an order counts. A later decision can change it. The database updates the figures.
 * Refuses `order/not-found` for an order without a review.
 */
export async function decideOrderReview(
  tx: Tx,
  operatorId: string,
  { shopId, id, decision, text }: { shopId: string; id: string; decision: 'clear' | 'uphold'; text: string },
  now: Date,
): Promise<OrderReviewState> {
  const review = await lockReviewOfOrder(tx, shopId, id)
  if (!review) return refuse('order/not-found')
  const state = decision === 'clear' ? 'cleared' : 'upheld'
  if (review.state === state) return state
  await markReviewed(tx, review, { state, operatorId, reason: text, at: now })
  const event = { shopId, at: now, data: { orderId: id } }
  await emitEvent(tx, state === 'cleared' ? 'order.cleared' : 'order.upheld', event, ['orders', 'figures'])
  return state
}
