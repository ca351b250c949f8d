import { addTime, hours } from '../../../platform/jobs/clock.ts'
import { emitEvent } from '../../../platform/events/events.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import { byShop } from '../../../platform/database/by-shop.ts'
import { claimDueSoon, listDueSoon } from './store.ts'

/** Time between the reminder and the end of the merchant's time to answer. */
const reminderLead = hours(12)

/** Reminds merchants once of each refund order whose time to answer ends soon. Returns the number of refund orders. */
export async function sendAnswerReminders(ctx: AppContext): Promise<number> {
  const now = ctx.clock.now()
  const before = addTime(now, reminderLead)
  const told = await byShop(ctx.db, await listDueSoon(ctx.db, now, before), async (tx, shopId, rows) => {
    const due = await claimDueSoon(tx, shopId, rows, now, before)
    for (const { id } of due) await emitEvent(tx, 'refund.due-soon', { shopId, at: now, data: { refundId: id } })
    return due
  })
  return told.length
}
