import { emitEvent } from '../../platform/events.ts'
import type { Tx } from '../../platform/postgres.ts'
import type { ProductRow } from './store.ts'

/**
 * What a change of a product does to shops: listings that would sell at a loss, or all of a product that was withdrawn, leave the shelf; with
 * `notice` every shop that lists it is told. Answers the shops concerned and how many of their listings left the shelf.
 */
export type UpdateListings = (
  tx: Tx,
  before: ProductRow,
  change: { reason: 'withdrawn' | 'at-loss'; notice: boolean; at: Date },
) => Promise<{ shop_id: string; off: number; noticed: boolean }[]>

/** After a change of a product: lets the shops that list it know. Answers how many listings left the shelf. */
export async function notifyShopsOfChange(
  tx: Tx,
  changeShops: UpdateListings,
  before: ProductRow,
  next: { supplierPrice: bigint; stock: number; withdrawn: boolean },
  at: Date,
): Promise<number> {
  const reason = next.withdrawn ? 'withdrawn' : 'at-loss'
  // Of the stock only what a buyer notices: sold out, or back.
  const notice =
    next.supplierPrice !== before.supplier_price ||
    next.withdrawn !== before.withdrawn ||
    (next.stock === 0) !== (before.stock === 0)
  const productId = before.id
  let total = 0
  for (const { shop_id: shopId, off, noticed } of await changeShops(tx, before, { reason, notice, at })) {
    total += off
    if (noticed) await emitEvent(tx, 'listings.supplier-changed', { shopId, at, data: { productId } }, ['listings'])
    if (off > 0)
      await emitEvent(tx, 'listings.taken-off-shelf', { shopId, at, data: { productId, reason, n: off } }, [
        'listings',
        'figures',
      ])
  }
  return total
}
