import type { Tx } from '../../../../platform/database/postgres.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { cancelOrder } from './cancel-order.ts'
import { lockBuyersOrder } from '../order-store.ts'
import { buyerCancelRefusal } from '../order.ts'

/** The buyer cancels an order before its pick-up. */
export async function cancelOwnOrder(tx: Tx, buyerId: string, id: string, now: Date): Promise<void> {
  const order = await lockBuyersOrder(tx, buyerId, id)
  if (!order) refuse('order/not-found')
  const refusal = buyerCancelRefusal(order.status)
  if (refusal) refuse(refusal)
  await cancelOrder(tx, order, 'buyer', { actor: `buyer:${buyerId}`, at: now })
}
