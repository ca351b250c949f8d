import { emitEvent } from '../../platform/events.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { withTransaction } from '../../platform/postgres.ts'
import { claimOverdue } from './store.ts'

/** Notifies each merchant once of an overdue withdrawal. Returns their number. */
export async function notifyOverdue(ctx: AppContext): Promise<number> {
  const now = ctx.clock.now()
  return withTransaction(ctx.db, async (tx) => {
    const late = await claimOverdue(tx, now)
    for (const { shop_id: shopId, id } of late)
      await emitEvent(tx, 'withdrawal.overdue', { shopId, at: now, data: { withdrawalId: id } })
    return late.length
  })
}
