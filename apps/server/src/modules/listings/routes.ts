import {
  answerNotices,
  changeListing,
  changeListings,
  changeShopCategory,
  createShopCategory,
  deleteShopCategory,
  listingDetail,
  listListings,
  orderShopCategories,
  previewPrices,
  share,
  shopCategories,
  supplierNotices,
  toWire,
  undoListings,
} from '@quayside/contract'
import { on, type Route } from '../../platform/http.ts'
import { newId } from '../../platform/ids.ts'
import { tell } from '../../platform/events.ts'
import { breaks } from '../../platform/postgres.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { answerNotices as answer } from './answer-notices.ts'
import { changeListing as change } from './change-listing.ts'
import { changeListings as changeMany, checkSize, selectedSql } from './change-listings.ts'
import { dateOf, readCursor, writeCursor } from './cursor.ts'
import { distributionRoutes } from './distribution-routes.ts'
import { listNoticeRows } from './notice-store.ts'
import { presentListing, presentMargins, presentNotice } from './present.ts'
import {
  countUncategorised,
  deleteShopCategoryRow,
  insertShopCategory,
  listShopCategoryRows,
  placeShopCategories,
  updateShopCategory,
} from './shop-category-store.ts'
import { listListingRows, previewRule, readListing, readTerms } from './store.ts'
import { storefrontRoutes } from './storefront-routes.ts'
import { undoListings as undo } from './undo-listings.ts'

/** More categories than this no buyer can look through. */
const mostShopCategories = 100

export const listingRoutes = (): Route[] => [
  ...distributionRoutes(),

  on(listListings, async ({ actor }, { limit, page, cursor, ...filter }, db) => {
    const before = cursor ? readCursor(cursor, 'added') : undefined
    const [terms, found] = await Promise.all([
      readTerms(db, actor.shopId),
      listListingRows(db, actor.shopId, filter, {
        after: before && { at: dateOf(before.value), id: before.id },
        limit,
        skip: before ? 0 : (page - 1) * limit,
      }),
    ])
    const last = found.rows.at(-1)
    return {
      total: found.total,
      list: found.rows.map((row) => presentListing(row, terms.basisPoints)),
      cursor: found.rows.length === limit && last ? writeCursor('added', last.added_at.toISOString(), last.id) : null,
      counts: {
        all: found.counts.all,
        onShelf: found.counts.on,
        offShelf: found.counts.off,
        recommended: found.counts.recommended,
      },
    }
  }),

  on(listingDetail, async ({ actor, lang }, { id }, db) => {
    const [terms, row] = await Promise.all([readTerms(db, actor.shopId), readListing(db, actor.shopId, id, lang)])
    if (!row) return refuse('listing/not-found')
    return {
      ...presentListing(row, terms.basisPoints),
      description: row.description,
      category: row.category,
      suggestedPrice: toWire(row.suggested_price),
      commissionBasisPoints: terms.basisPoints,
      commission: toWire(share(row.selling_price, terms.basisPoints)),
    }
  }),

  on(changeListing, ({ actor, lang, now }, input, tx) => change(tx, { actor, lang, now }, input)),
  on(changeListings, ({ actor, lang, now }, input, tx) => changeMany(tx, { actor, lang, now }, input)),
  on(undoListings, ({ actor, now }, input, tx) => undo(tx, { actor, now }, input)),

  on(previewPrices, async ({ actor }, { selection, rule }, db) => {
    const { basisPoints } = await readTerms(db, actor.shopId)
    const seen = await previewRule(db, selectedSql(actor.shopId, selection), { ...rule, basisPoints })
    checkSize(seen.selected)
    const { selected, raised, lowered, same, at_loss: atLoss } = seen
    return { selected, raised, lowered, same, atLoss, ...presentMargins(seen), commissionBasisPoints: basisPoints }
  }),

  // The shop's own categories.

  on(shopCategories, async ({ actor }, _input, db) => {
    const [list, uncategorised] = await Promise.all([
      listShopCategoryRows(db, actor.shopId),
      countUncategorised(db, actor.shopId),
    ])
    return { list, uncategorised }
  }),

  on(createShopCategory, async ({ actor, now }, { name }, tx) => {
    const id = newId()
    const made = await oneOfAName(insertShopCategory(tx, actor.shopId, { id, name, at: now }, mostShopCategories))
    if (!made) refuse('shop-category/too-many', { most: mostShopCategories })
    await tell(tx, actor.shopId, ['listings'])
    return { id }
  }),

  on(changeShopCategory, async ({ actor }, input, tx) => {
    if (!(await oneOfAName(updateShopCategory(tx, actor.shopId, input)))) refuse('shop-category/not-found')
    await tell(tx, actor.shopId, ['listings'])
    return {}
  }),

  on(orderShopCategories, async ({ actor }, { ids }, tx) => {
    await placeShopCategories(tx, actor.shopId, ids)
    await tell(tx, actor.shopId, ['listings'])
    return {}
  }),

  on(deleteShopCategory, async ({ actor }, { id }, tx) => {
    if (!(await deleteShopCategoryRow(tx, actor.shopId, id))) refuse('shop-category/not-found')
    await tell(tx, actor.shopId, ['listings'])
    return {}
  }),

  // What suppliers changed.

  on(supplierNotices, async ({ actor }, { limit, page }, db) => {
    const terms = await readTerms(db, actor.shopId)
    const rows = await listNoticeRows(db, actor.shopId, terms, limit, (page - 1) * limit)
    return { total: rows[0]?.total ?? 0, list: rows.map((row) => presentNotice(row, terms.basisPoints)) }
  }),

  on(answerNotices, ({ actor, lang, now }, input, tx) => answer(tx, { actor, lang, now }, input)),

  ...storefrontRoutes(),
]

const oneOfAName = (act: Promise<boolean>): Promise<boolean> =>
  act.catch((error: unknown) => {
    if (breaks(error, 'shop_category_name'))
      throw new Refusal('shop-category/name-taken', {}, { name: 'shop-category/name-taken' })
    throw error
  })
