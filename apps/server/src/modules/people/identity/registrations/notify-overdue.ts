import type { AppContext } from '../../../../platform/app-context.ts'
import { byShop } from '../../../../platform/database/by-shop.ts'
import { emitEvent } from '../../../../platform/events/events.ts'
import { claimLateReview, listLateReviews } from '../store.ts'

/** Tells each merchant once that the review of the registration is late. Returns their number. */
export async function notifyOverdueRegistrations(ctx: AppContext): Promise<number> {
  const now = ctx.clock.now()
  const told = await byShop(ctx.db, await listLateReviews(ctx.db, now), async (tx, shopId) => {
    const late = await claimLateReview(tx, shopId, now)
    if (late.length > 0) await emitEvent(tx, 'registration.overdue', { shopId, at: now }, ['shop'])
    return late
  })
  return told.length
}
