import { orderStatus } from '@quayside/contract'
import type { Tx } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { cancelOrder } from './cancel-order.ts'
import { lockOrder } from './order-store.ts'
import { canTransition } from './order.ts'

/** An operator reports that a picked-up order cannot be supplied. The cost is returned and the buyer is refunded. */
export async function reportNoSupply(
  tx: Tx,
  operatorId: string,
  { shopId, id }: { shopId: string; id: string },
  now: Date,
): Promise<void> {
  const order = await lockOrder(tx, shopId, id)
  if (!order) refuse('order/not-found')
  if (!canTransition(order.status, orderStatus.shipped)) refuse('order/not-awaiting-shipment')
  await cancelOrder(tx, order, 'cannot-supply', { actor: `operator:${operatorId}`, at: now })
}
