import {
  lowestPrice,
  formatCents,
  type ResponseBody,
  type changeListings as endpoint,
  type ParsedInput,
} from '@quayside/contract'
import { refusalMessage } from '@quayside/locales/catalogues'
import type { RawBuilder } from 'kysely'
import { emitEvent } from '../../../platform/events/events.ts'
import type { Call } from '../../../platform/http/route.ts'
import { newId } from '../../../platform/database/ids.ts'
import { sql, type Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { requireUnrestricted } from '../shops/restrict-shop.ts'
import { lockListings, sayPriceCause, updateListings, type Change } from './change-store.ts'
import { lockShopCategory } from './shop-category-store.ts'
import { isSoldAtLossSql, listingMatches, priceSql, readTerms, type Terms } from './store.ts'

/** Most listings or products in one call. */
export const maxListingsAtOnce = 20_000

/** Changes a selection of listings in one statement. Returns the reason for each unchanged one. */
export async function changeListings(
  tx: Tx,
  { actor, lang, now }: Pick<Call<typeof endpoint>, 'actor' | 'lang' | 'now'>,
  { selection, change: wish }: ParsedInput<typeof endpoint>,
): Promise<ResponseBody<typeof endpoint>> {
  const { shopId } = actor
  if ('shelf' in wish && wish.shelf === 'on-shelf') await requireUnrestricted(tx, shopId, 'list', now)
  if ('shopCategoryId' in wish && wish.shopCategoryId && !(await lockShopCategory(tx, shopId, wish.shopCategoryId)))
    refuse('shop-category/not-found')
  const terms = await readTerms(tx, shopId, now)
  return applyChange(tx, { shopId, lang, now }, selectedSql(shopId, selection), changeOf(wish, terms), terms, newId())
}

/** Applies a change to the listings that match `condition`. `id` identifies the change for undo. */
export async function applyChange(
  tx: Tx,
  { shopId, lang, now }: { shopId: string; lang: Call['lang']; now: Date },
  condition: RawBuilder<unknown>,
  change: Change,
  terms: Terms,
  id: string,
): Promise<ResponseBody<typeof endpoint>> {
  checkSize(await lockListings(tx, condition, change.pricesMatter))
  if (change.set.selling_price) await sayPriceCause(tx, 'rule', now)
  const { changed, unchanged, refused } = await updateListings(tx, shopId, condition, change, { id, at: now })
  if (changed > 0)
    await emitEvent(tx, 'listings.changed', { shopId, at: now, data: { change: id, n: changed } }, [
      'listings',
      'figures',
    ])
  return {
    changed,
    unchanged,
    refused: refused.map(({ id: listing, name, refusal, supplier_price }) => ({
      id: listing,
      name,
      reason: refusal,
      sentence: refusalMessage(lang, refusal, {
        lowest: formatCents(lowestPrice(BigInt(supplier_price), terms.basisPoints)),
      }),
    })),
    undo: changed > 0 ? id : null,
  }
}

/** The merchant's selection as a condition on listings l and products p. */
export const selectedSql = (
  shopId: string,
  selection: ParsedInput<typeof endpoint>['selection'],
): RawBuilder<unknown> =>
  'ids' in selection
    ? sql`l.shop_id = ${shopId} and l.id = any(${selection.ids}::uuid[])`
    : listingMatches(shopId, selection.filter)

/** Refuses an empty selection and one that is too large. */
export function checkSize(selected: number): void {
  if (selected === 0) refuse('distribution/nothing-selected')
  if (selected > maxListingsAtOnce) refuse('distribution/too-many')
}

export const offShelf: Change = {
  set: { shelf: sql`'off-shelf'`, off_reason: sql`'merchant'` },
  unchanged: sql`(l.shelf = 'off-shelf')`,
  refusal: sql`null`,
  pricesMatter: false,
}

const onShelf = ({ basisPoints }: Terms): Change => ({
  set: { shelf: sql`'on-shelf'`, off_reason: sql`null` },
  unchanged: sql`(l.shelf = 'on-shelf')`,
  refusal: sql`case when p.withdrawn then 'listing/product-withdrawn' when ${isSoldAtLossSql(sql`l.selling_price`, basisPoints)} then 'listing/sells-at-loss' end`,
  pricesMatter: true,
})

function changeOf(wish: ParsedInput<typeof endpoint>['change'], terms: Terms): Change {
  if ('shelf' in wish) return wish.shelf === 'on-shelf' ? onShelf(terms) : offShelf
  if ('rule' in wish) {
    const price = priceSql(wish.rule)
    return {
      set: {
        selling_price: price,
        off_reason: sql`case l.off_reason when 'at-loss' then 'merchant' else l.off_reason end`,
      },
      unchanged: sql`(l.selling_price = ${price})`,
      refusal: sql`case when ${isSoldAtLossSql(price, terms.basisPoints)} then 'listing/sells-at-loss' end`,
      pricesMatter: true,
    }
  }
  const [column, value] =
    'recommended' in wish
      ? (['recommended', sql`${wish.recommended}::boolean`] as const)
      : (['category_id', sql`${wish.shopCategoryId}::uuid`] as const)
  return {
    set: { [column]: value },
    unchanged: sql`(${sql.ref(`l.${column}`)} is not distinct from ${value})`,
    refusal: sql`null`,
    pricesMatter: false,
  }
}
