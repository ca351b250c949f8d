import { after, days, hours } from '../../platform/clock.ts'
import { happened } from '../../platform/events.ts'
import type { House } from '../../platform/house.ts'
import { transact } from '../../platform/postgres.ts'
import { takeNearEnd, takeToShipSoon } from './store.ts'

/** So long before an order ends without having been picked up, its merchant is told. */
const warnedBefore = hours(12)

/** So long before an order that is not shipped is cancelled, operators are warned. */
const shipmentWarnedBefore = days(2)

/** Tells each merchant once of the orders that end soon. Answers how many orders. */
export async function warnOfDeadlines(house: House): Promise<number> {
  const now = house.clock.now()
  return transact(house.db, async (tx) => {
    const near = await takeNearEnd(tx, now, after(now, warnedBefore))
    for (const { shop_id: shopId, ids } of near)
      await happened(tx, 'order.pickup-near', { shopId, at: now, data: { orderIds: ids } })
    return near.reduce((n, shop) => n + shop.ids.length, 0)
  })
}

/** Warns operators in the log, once for each, of orders that must be shipped soon. The work list shows them on top. Answers how many orders. */
export async function warnOfShipments(house: House): Promise<number> {
  const now = house.clock.now()
  const soon = await transact(house.db, (tx) => takeToShipSoon(tx, now, after(now, shipmentWarnedBefore)))
  if (soon.length > 0)
    house.log.warn({ orders: soon.map((order) => order.code) }, 'orders: to be shipped within two days, or cancelled')
  return soon.length
}
