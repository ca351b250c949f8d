import { lowestPrice, formatCents } from '@quayside/contract'
import * as catalogue from '@quayside/contract/catalogue'
import * as listings from '@quayside/contract/listings'
import { emitEvent, notifyClients } from '../../../platform/events/events.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { newId } from '../../../platform/database/ids.ts'
import { refuse } from '../../../platform/refusal.ts'
import { writePricingRule } from '../shops/store.ts'
import { requireUnrestricted } from '../shops/restrict-shop.ts'
import { checkSize } from './change-listings.ts'
import { readSortCursor, writeSortCursor } from '../../../platform/http/cursor.ts'
import { presentMargins, presentVariant } from './present.ts'
import {
  lockPrices,
  hotDays,
  readHotPeriod,
  listHotProductRows,
  insertListings,
  listProductRows,
  previewChosen,
  findProduct,
  readTerms,
  type ProductSelection,
  type ProductRow,
} from './store.ts'

/** The distribution center as a shop sees it, and the addition of its products to the shop. */
export const distributionRoutes = (): Route[] => [
  defineRoute(
    catalogue.listDistribution,
    async ({ actor, lang, now }, { limit, page, cursor, sort, search, categoryId, notAdded }, db) => {
      const terms = await readTerms(db, actor.shopId, now)
      const after = readSortCursor(cursor, sort)
      const { rows, total } = await listProductRows(
        db,
        actor.shopId,
        terms,
        { search: search || undefined, categoryId, notAdded },
        sort,
        { after, limit, skip: after ? 0 : (page - 1) * limit },
        lang,
        now,
      )
      const last = rows.at(-1)
      return {
        total,
        list: rows.map(presentProduct),
        cursor: rows.length === limit && last ? writeSortCursor(sort, last.key, last.id) : null,
      }
    },
  ),

  defineRoute(catalogue.hotProducts, async ({ actor, lang, now }, _input, db) => {
    const [terms, period] = await Promise.all([readTerms(db, actor.shopId, now), readHotPeriod(db, now)])
    const rows = await listHotProductRows(db, actor.shopId, terms, lang, now)
    return { days: hotDays, ...period, list: rows.map((row) => ({ ...presentProduct(row), shops: row.shops })) }
  }),

  defineRoute(catalogue.productDetail, async ({ actor, lang, now }, { id }, db) => {
    const row = await findProduct(db, actor.shopId, await readTerms(db, actor.shopId, now), id, lang, now)
    if (!row) return refuse('product/not-found')
    return {
      ...presentProduct(row),
      description: row.description,
      category: row.category,
      pictures: row.pictures,
      variantList: row.variant_list.map(presentVariant),
      listingId: row.listing_id,
    }
  }),

  defineRoute(catalogue.previewDistribution, async ({ actor, now }, { selection }, db) => {
    const terms = await readTerms(db, actor.shopId, now)
    const seen = await previewChosen(db, actor.shopId, terms, chosenFrom(selection), now)
    checkSize(seen.selected)
    return {
      selected: seen.selected,
      alreadyAdded: seen.already,
      toAdd: seen.to_add,
      atLoss: seen.at_loss,
      outOfStock: seen.out_of_stock,
      losing: seen.losing.map(({ id, name, supplier_price }) => ({
        id,
        name,
        lowest: formatCents(lowestPrice(BigInt(supplier_price), terms.basisPoints)),
      })),
      ...presentMargins(seen),
      rule: { percent: terms.percent, rounding: terms.rounding },
      commissionBasisPoints: terms.basisPoints,
    }
  }),

  defineRoute(catalogue.distribute, async ({ actor, now }, { selection }, tx) => {
    await requireUnrestricted(tx, actor.shopId, 'list', now)
    const terms = await readTerms(tx, actor.shopId, now)
    const chosen = chosenFrom(selection)
    const seen = await previewChosen(tx, actor.shopId, terms, chosen, now)
    checkSize(seen.selected)
    await lockPrices(tx, chosen, now)
    const change = { id: newId(), at: now }
    const added = await insertListings(tx, actor.shopId, terms, chosen, change)
    if (added > 0)
      await emitEvent(tx, 'listings.added', { shopId: actor.shopId, at: now, data: { added } }, ['listings', 'figures'])
    return {
      added,
      alreadyAdded: seen.selected - seen.at_loss - added,
      atLoss: seen.at_loss,
      undo: added > 0 ? change.id : null,
    }
  }),

  defineRoute(listings.readPricingRule, async ({ actor, now }, _input, db) =>
    presentTerms(await readTerms(db, actor.shopId, now)),
  ),

  defineRoute(listings.savePricingRule, async ({ actor, now }, rule, tx) => {
    await writePricingRule(tx, actor.shopId, rule)
    await notifyClients(tx, actor.shopId, ['listings'])
    return presentTerms(await readTerms(tx, actor.shopId, now))
  }),
]

const chosenFrom = (
  selection:
    | { products: string[] }
    | { filter: { search?: string | undefined; categoryId?: string | undefined } }
    | { hot: true },
): ProductSelection =>
  'filter' in selection ? { filter: { ...selection.filter, search: selection.filter.search || undefined } } : selection

const presentProduct = (row: ProductRow) => ({
  id: row.id,
  code: row.code,
  name: row.name,
  textLanguage: row.text_language,
  picture: row.picture,
  categoryId: row.category_id,
  supplierPrice: formatCents(row.supplier_price),
  suggestedPrice: formatCents(row.suggested_price),
  stock: row.stock,
  variants: row.variants,
  sold30: row.sold30,
  yourPrice: formatCents(row.your_price),
  yourProfit: formatCents(row.your_profit),
  added: row.listing_id !== null,
  listingState: row.shelf,
})

const presentTerms = (terms: { percent: number; rounding: 'none' | 'ending-99' | 'whole'; basisPoints: number }) => ({
  percent: terms.percent,
  rounding: terms.rounding,
  commissionBasisPoints: terms.basisPoints,
})
