import { after, hours } from '../../platform/clock.ts'
import { happened } from '../../platform/events.ts'
import type { House } from '../../platform/house.ts'
import { transact } from '../../platform/postgres.ts'
import { takeNearEnd } from './store.ts'

/** So long before an order ends without having been picked up, its merchant is told. */
const warnedBefore = hours(12)

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
