import { happened } from '../../platform/events.ts'
import type { Tx } from '../../platform/postgres.ts'

/** Takes listings of a product off the shelf, those of all shops or those that would sell at a loss; answers how many per shop. */
export type TakeOffShelf = (
  tx: Tx,
  productId: string,
  reason: 'withdrawn' | 'at-loss',
) => Promise<{ shop_id: string; n: number }[]>

/** After a change of a product: what no longer earns leaves the shelves, and each shop is told. Answers how many listings. */
export async function takeOffShelf(
  tx: Tx,
  offShelf: TakeOffShelf,
  productId: string,
  withdrawn: boolean,
  at: Date,
): Promise<number> {
  const reason = withdrawn ? 'withdrawn' : 'at-loss'
  let total = 0
  for (const { shop_id: shopId, n } of await offShelf(tx, productId, reason)) {
    total += n
    await happened(tx, 'listings.taken-off-shelf', { shopId, at, data: { productId, reason, n } }, [
      'listings',
      'figures',
    ])
  }
  return total
}
