import { orderStatus } from '@quayside/contract'
import { emitEvent } from '../../platform/events.ts'
import type { Tx } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { postEntries } from '../ledger/post-entries.ts'
import { shippedEntry } from './entries.ts'
import { lockParcel } from './carrier-store.ts'
import { addEarlierScans } from './receive-carrier-event.ts'
import { markShipped, moneyOf, appendOrderEvent, lockOrder } from './store.ts'

/** An operator hands the order to a carrier; from now on the supplier has earned the purchase cost. */
export async function shipOrder(
  tx: Tx,
  operatorId: string,
  input: { shopId: string; id: string; carrier: string; trackingNumber: string },
  now: Date,
): Promise<void> {
  const order = await lockOrder(tx, input.shopId, input.id)
  if (!order) refuse('order/not-found')
  if (order.status !== orderStatus.awaitingShipment) refuse('order/not-awaiting-shipment')

  await postEntries(tx, shippedEntry(moneyOf(order), `operator:${operatorId}`, now))
  await lockParcel(tx, input)
  await markShipped(tx, order, input.carrier, input.trackingNumber, now)
  await addEarlierScans(tx, order, input, now)
  await appendOrderEvent(tx, order, {
    kind: 'order.shipped',
    status: orderStatus.shipped,
    source: 'operator',
    note: input.carrier,
    at: now,
  })
  await emitEvent(tx, 'order.shipped', { shopId: order.shop_id, at: now, data: { orderId: order.id } }, ['orders'])
}
