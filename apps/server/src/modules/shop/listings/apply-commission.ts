import type { AppContext } from '../../../platform/app-context.ts'
import { emitEvents } from '../../../platform/events/events.ts'
import { withTransaction } from '../../../platform/database/postgres.ts'
import { claimBegunCommission, takeOffAtLoss } from './commission-store.ts'

/**
 * After a change of the commission has begun: takes listings off the shelf that would sell at a loss, and tells their
 * merchants. Each change is applied once. Until then an order of such a listing is refused.
 */
export async function applyCommission(ctx: AppContext): Promise<number> {
  const now = ctx.clock.now()
  return withTransaction(ctx.db, async (tx) => {
    if ((await claimBegunCommission(tx, now)).length === 0) return 0
    const shops = await takeOffAtLoss(tx, now)
    await emitEvents(
      tx,
      shops.map(({ shop_id: shopId, products }) => ({
        name: 'listings.taken-off-shelf',
        shopId,
        at: now,
        data: { productIds: products, reason: 'at-loss', n: products.length },
      })),
      ['listings', 'figures'],
    )
    return shops.reduce((sum, { products }) => sum + products.length, 0)
  })
}
