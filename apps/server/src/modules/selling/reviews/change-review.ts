import { notifyClients, notifyOperators } from '../../../platform/events/events.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { lockBuyersOrder } from '../orders/order-store.ts'
import { holdReview } from './moderate-review.ts'
import { changeableUntil } from './review.ts'
import { findReviewOfOrder, lockCase, writeReviewChange } from './store.ts'

/**
 * The buyer changes the review of an order. What it was is kept, the figures follow, and the rule that holds words
 * back is applied to the new ones. The same review again changes nothing. A review that the platform decided about
 * stays: against the decision there is the appeal.
 */
export async function changeReview(
  tx: Tx,
  buyerId: string,
  { id, rating, text }: { id: string; rating: number; text: string },
  now: Date,
): Promise<void> {
  const order = await lockBuyersOrder(tx, buyerId, id)
  if (!order) return refuse('order/not-found')
  const key = { shop_id: order.shop_id, order_id: id }
  const review = await findReviewOfOrder(tx, key)
  if (!review) return refuse('review/not-found')
  if (order.refunded === order.total_payment) return refuse('order/refunded')
  if (changeableUntil(review.at) < now) return refuse('review/change-over')
  // A decision that is being made is about the former words: it comes first, or it sees the change.
  const moderated = await lockCase(tx, review.id)
  if (moderated && moderated.state !== 'open') return refuse('review/decided')
  if (review.rating === rating && review.text === text) return
  if (!(await writeReviewChange(tx, { ...key, buyerId, rating, text, at: now }))) return refuse('review/decided')
  await holdReview(tx, { shopId: order.shop_id, orderId: id, text }, now)
  await notifyClients(tx, order.shop_id, ['figures'])
  if (moderated) await notifyOperators(tx, ['work'])
}
