import { orderStatus } from '@quayside/contract'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/postgres.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { lockBuyersOrder } from '../order-store.ts'
import { canTransition } from '../order.ts'
import { completeOrder, receiveOrder } from './receive-order.ts'

/**
 * The buyer confirms that the goods arrived. A second confirmation accepts them: the order settles before its
 * protection window ends.
 */
export async function confirmReceipt(ctx: AppContext, tx: Tx, buyerId: string, id: string, now: Date) {
  const order = await lockBuyersOrder(tx, buyerId, id)
  if (!order) refuse('order/not-found')
  const stamp = { actor: `buyer:${buyerId}`, at: now }
  if (canTransition(order.status, orderStatus.received)) {
    await receiveOrder(ctx, tx, order, stamp)
    return { status: orderStatus.received }
  }
  if (!canTransition(order.status, orderStatus.completed)) refuse('order/not-shipped')
  await completeOrder(tx, order, stamp)
  return { status: orderStatus.completed }
}
