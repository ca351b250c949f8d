import { emitEvents, type NewEvent } from '../../../platform/events/events.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import type { Product } from './product-store.ts'

/** What a change of products did to one shop: the ids of the products that concern it. */
export type ShopEffect = {
  shop_id: string
  /** Products of which the shop gets a notice. */
  noticed: string[]
  /** Products whose listing was taken off the shelf, by reason. */
  at_loss: string[]
  withdrawn: string[]
}

/**
 * What the listings module does when products change. The catalogue does not depend on that module: `app.ts` passes
 * the functions in.
 */
export type ListingEffects = {
  /**
   * Takes listings of changed products off the shelf: all of a withdrawn product, and those that would sell at a loss.
   * Every shop that lists a product gets a notice of the changes that buyers or prices notice. The products have
   * their new values already; `before` are those from before.
   */
  update(tx: Tx, changeId: string, before: readonly Product[], at: Date): Promise<ShopEffect[]>
  /** Puts listings back on the shelf that a change took off. Returns them by shop. */
  restore(
    tx: Tx,
    changeId: string,
    productIds: readonly string[],
    at: Date,
  ): Promise<{ shop_id: string; products: string[] }[]>
}

/** Applies changes of products to the shops, and tells them. Returns the number of listings taken off the shelf. */
export async function applyToShops(
  tx: Tx,
  listings: ListingEffects,
  changeId: string,
  before: readonly Product[],
  at: Date,
): Promise<number> {
  const events: NewEvent[] = []
  let off = 0
  for (const effect of await listings.update(tx, changeId, before, at)) {
    const { shop_id: shopId } = effect
    if (effect.noticed.length > 0)
      events.push({ name: 'listings.supplier-changed', shopId, at, data: idsOf(effect.noticed) })
    for (const [reason, ids] of [
      ['at-loss', effect.at_loss],
      ['withdrawn', effect.withdrawn],
    ] as const) {
      off += ids.length
      if (ids.length > 0)
        events.push({ name: 'listings.taken-off-shelf', shopId, at, data: { ...idsOf(ids), reason, n: ids.length } })
    }
  }
  await emitEvents(tx, events, off > 0 ? ['listings', 'figures'] : ['listings'])
  return off
}

const idsOf = (ids: readonly string[]) => (ids.length === 1 ? { productId: ids[0]! } : { productIds: ids })
