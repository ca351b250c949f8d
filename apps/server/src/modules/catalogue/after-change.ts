import { emitEvent } from '../../platform/events.ts'
import type { Tx } from '../../platform/postgres.ts'
import type { ProductRow } from './store.ts'

/**
 * Applies a product change to the shops: takes listings off the shelf that would sell at a loss, or all listings
 * of a withdrawn product. With `notice` every shop that lists it gets a notice. Returns the affected shops and the
 * number of their listings taken off the shelf.
 */
export type UpdateListings = (
  tx: Tx,
  before: ProductRow,
  change: { reason: 'withdrawn' | 'at-loss'; notice: boolean; at: Date },
) => Promise<{ shop_id: string; off: number; noticed: boolean }[]>

/** Notifies the shops of a product change. Returns the number of listings taken off the shelf. */
export async function notifyShopsOfChange(
  tx: Tx,
  changeShops: UpdateListings,
  before: ProductRow,
  next: { supplierPrice: bigint; stock: number; withdrawn: boolean },
  at: Date,
): Promise<number> {
  const reason = next.withdrawn ? 'withdrawn' : 'at-loss'
  // Of the stock only the changes that buyers notice: sold out, or available again.
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
