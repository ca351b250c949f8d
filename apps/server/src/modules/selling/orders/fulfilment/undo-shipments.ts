import { orderStatus, type RefusalName } from '@quayside/contract'
import { addTime } from '../../../../platform/jobs/clock.ts'
import { emitEvent } from '../../../../platform/events/events.ts'
import type { Tx } from '../../../../platform/database/postgres.ts'
import { postEntries } from '../../../money/ledger/post-entries.ts'
import { shipmentUndoneEntry } from '../entries.ts'
import { undoneShippingWindow } from '../order.ts'
import {
  changeOrders,
  listOrdersWithOpenRefunds,
  listOrdersWithReports,
  lockOrders,
  moneyOf,
  type OrderRow,
} from '../order-store.ts'
import { deleteFurtherParcels } from '../parcel-store.ts'
import { partition, type RefusedOrder } from './ship-order.ts'

/** Why the shipment of an order cannot be undone, or null if it can. */
export function undoRefusal(order: OrderRow, isScanned: boolean, hasRefund: boolean): RefusalName | null {
  if (order.status !== orderStatus.shipped) return 'order/not-shipped'
  if (isScanned) return 'order/carrier-scanned'
  return order.refunded > 0n || order.disputed > 0n || hasRefund ? 'order/gone-meanwhile' : null
}

/**
 * An operator takes back shipments that were recorded by mistake. Possible until the carrier's first own scan, and
 * not for an order with a refund or a dispute. The supplier has not earned the purchase cost then, and the order
 * awaits shipment with the next shipment round. Its shipping deadline stays, but is at least a day away.
 */
export async function undoShipments(
  tx: Tx,
  operatorId: string,
  asked: readonly { shopId: string; id: string }[],
  now: Date,
): Promise<{ undone: OrderRow[]; refused: RefusedOrder[] }> {
  const locked = await lockOrders(
    tx,
    asked.map(({ shopId, id }) => ({ shop_id: shopId, id })),
  )
  // A carrier's event is written under the lock of its order: what is not here cannot come before the commit.
  const [scanned, withRefund] = [await listOrdersWithReports(tx, locked), await listOrdersWithOpenRefunds(tx, locked)]
  const { orders, refused } = partition(asked, locked, (order) =>
    undoRefusal(order, scanned.has(order.id), withRefund.has(order.id)),
  )
  if (orders.length === 0) return { undone: [], refused }

  const stamp = { actor: `operator:${operatorId}`, at: now }
  await postEntries(tx, ...orders.map((order) => shipmentUndoneEntry(moneyOf(order), stamp.actor, now)))
  for (const [shopId, ofShop] of Map.groupBy(orders, (order) => order.shop_id)) {
    // The orders of a shop can have different deadlines and rounds.
    for (const order of ofShop) {
      const earliest = addTime(now, undoneShippingWindow)
      await deleteFurtherParcels(tx, order)
      await changeOrders(tx, [order], orderStatus.awaitingShipment, stamp, {
        shipped_at: null,
        ship_by: order.ship_by && order.ship_by > earliest ? order.ship_by : earliest,
        carrier: null,
        tracking_number: null,
        delivery_said_by: null,
        shipment_round: order.shipment_round + 1,
      })
    }
    const data = { orderIds: ofShop.map(({ id }) => id) }
    await emitEvent(tx, 'order.ship-undone', { shopId, at: now, data }, ['orders'])
  }
  return { undone: orders, refused }
}
