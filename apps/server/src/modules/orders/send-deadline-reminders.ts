import { addTime, days, hours } from '../../platform/clock.ts'
import { emitEvent } from '../../platform/events.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { withTransaction } from '../../platform/postgres.ts'
import { claimNearDeadline, claimToShipSoon } from './store.ts'

/** So long before an order ends without having been picked up, its merchant is told. */
const warnedBefore = hours(12)

/** So long before an order that is not shipped is cancelled, operators are warned. */
const shipmentWarnedBefore = days(2)

/** Tells each merchant once of the orders that end soon. Answers how many orders. */
export async function sendDeadlineReminders(ctx: AppContext): Promise<number> {
  const now = ctx.clock.now()
  return withTransaction(ctx.db, async (tx) => {
    const near = await claimNearDeadline(tx, now, addTime(now, warnedBefore))
    for (const { shop_id: shopId, ids } of near)
      await emitEvent(tx, 'order.pickup-near', { shopId, at: now, data: { orderIds: ids } })
    return near.reduce((n, shop) => n + shop.ids.length, 0)
  })
}

/** Warns operators in the log, once for each, of orders that must be shipped soon. The work list shows them on top. Answers how many orders. */
export async function sendShipmentReminders(ctx: AppContext): Promise<number> {
  const now = ctx.clock.now()
  const soon = await withTransaction(ctx.db, (tx) => claimToShipSoon(tx, now, addTime(now, shipmentWarnedBefore)))
  if (soon.length > 0)
    ctx.log.warn({ orders: soon.map((order) => order.code) }, 'orders: to be shipped within two days, or cancelled')
  return soon.length
}
