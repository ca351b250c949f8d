import {
  parseCents,
  lowestPrice,
  sellsAtLoss,
  formatCents,
  type ResponseBody,
  type changeListing as endpoint,
  type ParsedInput,
} from '@quayside/contract'
import { emitEvent } from '../../../platform/events/events.ts'
import type { Call } from '../../../platform/http/route.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { Refusal, refuse } from '../../../platform/refusal.ts'
import { sayPriceCause } from './change-store.ts'
import { presentListing } from './present.ts'
import { lockShopCategory } from './shop-category-store.ts'
import { findListing, readTerms, lockListing, updateListing } from './store.ts'

/** Keeps every order total below the ledger's limit. In cents. */
const highestPrice = 100_000_000_000n

/** Changes one listing. Of two concurrent price changes the second is refused with the price of the first. */
export async function changeListing(
  tx: Tx,
  { actor: { shopId }, lang, now }: Pick<Call<typeof endpoint>, 'actor' | 'lang' | 'now'>,
  { id, price: wish, recommended, shopCategoryId }: ParsedInput<typeof endpoint>,
): Promise<ResponseBody<typeof endpoint>> {
  if (shopCategoryId && !(await lockShopCategory(tx, shopId, shopCategoryId))) refuse('shop-category/not-found')
  const terms = await readTerms(tx, shopId, now)
  const listing = await lockListing(tx, shopId, id)
  if (!listing) return refuse('listing/not-found')
  const price = wish && parseCents(wish.to)
  if (price !== undefined) {
    if (listing.selling_price !== parseCents(wish!.from) && listing.selling_price !== price)
      refuse('listing/price-changed', { price: formatCents(listing.selling_price) })
    if (sellsAtLoss(price, listing.supplier_price, terms.basisPoints))
      throw new Refusal(
        'listing/sells-at-loss',
        { lowest: formatCents(lowestPrice(listing.supplier_price, terms.basisPoints)) },
        { 'price.to': 'listing/sells-at-loss' },
      )
    if (price > highestPrice) throw new Refusal('request/invalid', {}, { 'price.to': 'field/too-large' })
  }
  if (price !== undefined) await sayPriceCause(tx, 'typed', now)
  await updateListing(tx, shopId, id, { price, recommended, shopCategoryId })
  await emitEvent(tx, 'listings.changed', { shopId, at: now, data: { id } }, ['listings'])
  return presentListing((await findListing(tx, shopId, id, lang))!, terms.basisPoints)
}
