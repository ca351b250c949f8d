import { addTime, hours } from '../../platform/clock.ts'
import { emitEvent } from '../../platform/events.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { withTransaction } from '../../platform/postgres.ts'
import { claimDueSoon } from './store.ts'

/** Time between the reminder and the end of the merchant's time to answer. */
const reminderLead = hours(12)

/** Reminds merchants once of each refund order whose time to answer ends soon. Returns the number of refund orders. */
export async function sendAnswerReminders(ctx: AppContext): Promise<number> {
  const now = ctx.clock.now()
  return withTransaction(ctx.db, async (tx) => {
    const due = await claimDueSoon(tx, now, addTime(now, reminderLead))
    for (const { shop_id: shopId, id } of due)
      await emitEvent(tx, 'refund.due-soon', { shopId, at: now, data: { refundId: id } })
    return due.length
  })
}
