import { emitEvent } from '../../../../platform/events/events.ts'
import type { AppContext } from '../../../../platform/app-context.ts'
import { byShop } from '../../../../platform/database/by-shop.ts'
import { claimOverdue, listOverdueKeys } from '../store.ts'

/** Notifies each merchant once of an overdue withdrawal. Returns their number. */
export async function notifyOverdue(ctx: AppContext): Promise<number> {
  const now = ctx.clock.now()
  const told = await byShop(ctx.db, await listOverdueKeys(ctx.db, now), async (tx, shopId, rows) => {
    const late = await claimOverdue(tx, shopId, rows, now)
    for (const { id } of late)
      await emitEvent(tx, 'withdrawal.overdue', { shopId, at: now, data: { withdrawalId: id } })
    return late
  })
  return told.length
}
