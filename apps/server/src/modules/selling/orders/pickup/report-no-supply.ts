import type { NoSupplyReason } from '@quayside/contract'
import type { Tx } from '../../../../platform/database/postgres.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { cancelOrder } from '../ending/cancel-order.ts'
import { lockOrders, updateNoSupply, type OrderRow } from '../order-store.ts'
import { partitionToShip, type RefusedOrder } from '../fulfilment/ship-order.ts'

/** Why an order cannot be supplied. Merchant and buyer read both. */
export type NoSupply = { reason: NoSupplyReason; note: string }

/** An operator reports that a picked-up order cannot be supplied. The cost is returned and the buyer is refunded. */
export async function reportNoSupply(
  tx: Tx,
  operatorId: string,
  { shopId, id, ...why }: { shopId: string; id: string } & NoSupply,
  now: Date,
): Promise<void> {
  const { refused } = await reportNoSupplies(tx, operatorId, [{ shopId, id }], why, now)
  if (refused[0]) refuse(refused[0].reason, refused[0].values)
}

/** The same for many orders in one transaction. An order that is refused does not stop the others. */
export async function reportNoSupplies(
  tx: Tx,
  operatorId: string,
  asked: readonly { shopId: string; id: string }[],
  { reason, note }: NoSupply,
  now: Date,
): Promise<{ cancelled: OrderRow[]; refused: RefusedOrder[] }> {
  const locked = await lockOrders(
    tx,
    asked.map(({ shopId, id }) => ({ shop_id: shopId, id })),
  )
  const { orders, refused } = await partitionToShip(tx, operatorId, asked, locked, now)
  for (const order of orders) {
    await cancelOrder(tx, order, 'cannot-supply', { actor: `operator:${operatorId}`, at: now }, reason)
    await updateNoSupply(tx, order, { reason, note: note || null })
  }
  return { cancelled: orders, refused }
}
