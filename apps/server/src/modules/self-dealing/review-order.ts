import type { OrderReviewState } from '@quayside/contract'
import { emitEvent } from '../../platform/events.ts'
import type { Tx } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { saveTraces, insertReviewOfOrder, markReviewed, readKnown, lockReviewOfOrder } from './store.ts'
import { signsOf, traceOf, tracesOf } from './signs.ts'

type Call = { ip: string; userAgent: string; device?: string | null | undefined }

/** Notes what somebody calls from, to compare buyers with the merchants they buy from. */
export const recordTraces = (
  tx: Tx,
  masterKey: Buffer,
  party: 'merchant' | 'buyer',
  partyId: string,
  call: Call,
  at: Date,
): Promise<void> =>
  saveTraces(
    tx,
    party,
    partyId,
    tracesOf(masterKey, { ip: call.ip, userAgent: call.userAgent, device: call.device }),
    at,
  )

/** The same for a card that was paid with, by the processor's name for it; nothing where the processor does not tell. */
export async function recordCard(
  tx: Tx,
  masterKey: Buffer,
  party: 'merchant' | 'buyer',
  partyId: string,
  fingerprint: string | null,
  at: Date,
): Promise<void> {
  if (fingerprint) await saveTraces(tx, party, partyId, [traceOf(masterKey, 'card', fingerprint)], at)
}

/**
 * Opens a review of an order that is about to be booked as paid and that the merchant may have placed. The payment is not touched. The caller holds the
 * order's lock.
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
 * An operator says whether an order counts; both answers can be changed later by a new one. The database brings the figures in line.
 * Refuses `order/not-found` for an order that is not being looked at.
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
