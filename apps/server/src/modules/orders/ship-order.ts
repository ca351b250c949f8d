import { orderStatus } from '@quayside/contract'
import { emitEvent } from '../../platform/events.ts'
import type { Tx } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { postEntries } from '../ledger/post-entries.ts'
import { lockParcel } from './carrier-store.ts'
import { shippedEntry } from './entries.ts'
import { canTransition } from './order.ts'
import { changeOrders, lockOrder, moneyOf, updateParcel } from './order-store.ts'
import { addEarlierScans } from './receive-carrier-event.ts'

/** An operator hands the order to a carrier. From now on the supplier has earned the purchase cost. */
export async function shipOrder(
  tx: Tx,
  operatorId: string,
  input: { shopId: string; id: string; carrier: string; trackingNumber: string },
  now: Date,
): Promise<void> {
  const order = await lockOrder(tx, input.shopId, input.id)
  if (!order) refuse('order/not-found')
  if (!canTransition(order.status, orderStatus.shipped)) refuse('order/not-awaiting-shipment')

  const stamp = { actor: `operator:${operatorId}`, at: now }
  await lockParcel(tx, input)
  // The history shows earlier scans of the parcel before the shipment, and a scan needs the parcel.
  await updateParcel(tx, order, input)
  await addEarlierScans(tx, order, input, now)
  await postEntries(tx, shippedEntry(moneyOf(order), stamp.actor, now))
  await changeOrders(tx, [order], orderStatus.shipped, stamp, { shipped_at: now })
  await emitEvent(tx, 'order.shipped', { shopId: order.shop_id, at: now, data: { orderId: order.id } }, ['orders'])
}
