import { addTime, days, hours } from '../../../../platform/jobs/clock.ts'
import { emitEvent } from '../../../../platform/events/events.ts'
import type { AppContext } from '../../../../platform/app-context.ts'
import { byShop } from '../../../../platform/database/by-shop.ts'
import { idsOf } from '../../../../platform/jobs/deadlines.ts'
import { claimNearDeadline, claimToShipSoon, listNearDeadline, listToShipSoon } from './overdue-store.ts'

/** Time between the reminder to the merchant and the end of the pick-up window. */
const pickupReminderLead = hours(12)

/** Time between the reminder to operators and the end of the shipping window. */
const shipmentReminderLead = days(2)

/** Reminds each merchant once of orders whose pick-up window ends soon. Returns the number of orders. */
export async function sendDeadlineReminders(ctx: AppContext): Promise<number> {
  const now = ctx.clock.now()
  const before = addTime(now, pickupReminderLead)
  const near = await byShop(ctx.db, await listNearDeadline(ctx.db, now, before), async (tx, shopId, rows) => {
    const claimed = idsOf(await claimNearDeadline(tx, shopId, rows, now, before)).toSorted()
    if (claimed.length > 0) await emitEvent(tx, 'order.pickup-near', { shopId, at: now, data: { orderIds: claimed } })
    return claimed
  })
  return near.length
}

/**
 * Logs once for each order that it must be shipped soon. The operators' list shows these orders first. Returns the
 * number of orders.
 */
export async function sendShipmentReminders(ctx: AppContext): Promise<number> {
  const now = ctx.clock.now()
  const before = addTime(now, shipmentReminderLead)
  const soon = await byShop(ctx.db, await listToShipSoon(ctx.db, before), (tx, shopId, rows) =>
    claimToShipSoon(tx, shopId, rows, now, before),
  )
  if (soon.length > 0)
    ctx.log.warn({ orders: soon.map((order) => order.code) }, 'orders: not shipped, will be cancelled within two days')
  return soon.length
}
