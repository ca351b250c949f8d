import { addTime, days, hours } from '../../platform/clock.ts'
import { emitEvent } from '../../platform/events.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { withTransaction } from '../../platform/postgres.ts'
import { claimNearDeadline, claimToShipSoon } from './overdue-store.ts'

/** Time between the reminder to the merchant and the end of the pick-up window. */
const pickupReminderLead = hours(12)

/** Time between the reminder to operators and the end of the shipping window. */
const shipmentReminderLead = days(2)

/** Reminds each merchant once of orders whose pick-up window ends soon. Returns the number of orders. */
export async function sendDeadlineReminders(ctx: AppContext): Promise<number> {
  const now = ctx.clock.now()
  return withTransaction(ctx.db, async (tx) => {
    const near = await claimNearDeadline(tx, now, addTime(now, pickupReminderLead))
    for (const { shop_id: shopId, ids } of near)
      await emitEvent(tx, 'order.pickup-near', { shopId, at: now, data: { orderIds: ids } })
    return near.reduce((n, shop) => n + shop.ids.length, 0)
  })
}

/**
 * Logs once for each order that it must be shipped soon. The operators' list shows these orders first. Returns the
 * number of orders.
 */
export async function sendShipmentReminders(ctx: AppContext): Promise<number> {
  const now = ctx.clock.now()
  const soon = await withTransaction(ctx.db, (tx) => claimToShipSoon(tx, now, addTime(now, shipmentReminderLead)))
  if (soon.length > 0)
    ctx.log.warn({ orders: soon.map((order) => order.code) }, 'orders: not shipped, will be cancelled within two days')
  return soon.length
}
