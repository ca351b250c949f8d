import { orderStatus } from '@quayside/contract'
import { notifyClients } from '../../../../platform/events/events.ts'
import type { Tx } from '../../../../platform/database/postgres.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { insertReview } from '../buyer-order-store.ts'
import { lockBuyersOrder } from '../order-store.ts'

/**
 * The buyer reviews a completed order, once. An order that was refunded whole is not reviewed. Returns the shop's id.
 */
export async function reviewOrder(
  tx: Tx,
  buyerId: string,
  { id, rating, text }: { id: string; rating: number; text: string },
  now: Date,
): Promise<string> {
  const order = await lockBuyersOrder(tx, buyerId, id)
  if (!order) return refuse('order/not-found')
  if (order.status !== orderStatus.completed) refuse('order/not-completed')
  if (order.refunded === order.total_payment) refuse('order/refunded')
  const inserted = await insertReview(tx, { shopId: order.shop_id, orderId: id, buyerId, rating, text, at: now })
  if (!inserted) refuse('order/already-reviewed')
  await notifyClients(tx, order.shop_id, ['figures'])
  return order.shop_id
}
