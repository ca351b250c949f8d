import { addTime, hours } from '../../platform/clock.ts'
import { emitEvent } from '../../platform/events.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { withTransaction } from '../../platform/postgres.ts'
import { claimDueSoon } from './store.ts'

/** So long before silence counts as agreement, the merchant is told. */
const warnedBefore = hours(12)

/** Tells each merchant once of the refund orders that wait for an answer and will soon have had it. Answers how many. */
export async function sendAnswerReminders(ctx: AppContext): Promise<number> {
  const now = ctx.clock.now()
  return withTransaction(ctx.db, async (tx) => {
    const due = await claimDueSoon(tx, now, addTime(now, warnedBefore))
    for (const { shop_id: shopId, id } of due)
      await emitEvent(tx, 'refund.due-soon', { shopId, at: now, data: { refundId: id } })
    return due.length
  })
}
