import type { AppContext } from '../../platform/app-context.ts'
import { emitEvent } from '../../platform/events.ts'
import { withTransaction } from '../../platform/postgres.ts'
import { claimOverdueRegistrations } from './store.ts'

/** Tells each merchant once that the review of the registration is late. Returns their number. */
export const notifyOverdueRegistrations = (ctx: AppContext): Promise<number> =>
  withTransaction(ctx.db, async (tx) => {
    const now = ctx.clock.now()
    const late = await claimOverdueRegistrations(tx, now)
    for (const { shop_id: shopId } of late) await emitEvent(tx, 'registration.overdue', { shopId, at: now }, ['shop'])
    return late.length
  })
