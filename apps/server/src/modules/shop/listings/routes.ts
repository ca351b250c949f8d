import { basisPointsOf, formatCents } from '@quayside/contract'
import * as listings from '@quayside/contract/listings'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { newId } from '../../../platform/database/ids.ts'
import { notifyClients } from '../../../platform/events/events.ts'
import { violatesConstraint } from '../../../platform/database/postgres.ts'
import { Refusal, refuse } from '../../../platform/refusal.ts'
import { answerNotices as answer } from './answer-notices.ts'
import { changeListing as change } from './change-listing.ts'
import { changeListings as changeMany, checkSize, selectedSql } from './change-listings.ts'
import { readSortCursor, writeSortCursor, nextTimeCursor, readTimePage } from '../../../platform/http/cursor.ts'
import { distributionRoutes } from './distribution-routes.ts'
import { listNoticeRows } from './notice-store.ts'
import { presentListing, presentMargins, presentNotice, presentVariant } from './present.ts'
import {
  countUncategorised,
  deleteShopCategoryRow,
  insertShopCategory,
  listShopCategoryRows,
  updateShopCategoryOrder,
  updateShopCategory,
} from './shop-category-store.ts'
import { listListingRows, previewRule, findListing, readTerms } from './store.ts'
import { storefrontRoutes } from './storefront-routes.ts'
import { undoListings as undo } from './undo-listings.ts'

/** Categories of one shop. */
const maxShopCategories = 100

export const listingRoutes = (): Route[] => [
  ...distributionRoutes(),

  defineRoute(listings.listListings, async ({ actor, lang, now }, { limit, page, cursor, sort, ...filter }, db) => {
    const after = readSortCursor(cursor, sort)
    const terms = await readTerms(db, actor.shopId, now)
    const found = await listListingRows(
      db,
      actor.shopId,
      filter,
      sort,
      terms.basisPoints,
      { after, limit, skip: after ? 0 : (page - 1) * limit },
      lang,
    )
    const last = found.rows.at(-1)
    return {
      total: found.total,
      list: found.rows.map((row) => presentListing(row, terms.basisPoints)),
      cursor: found.rows.length === limit && last ? writeSortCursor(sort, last.key, last.id) : null,
      counts: {
        all: found.counts.all,
        onShelf: found.counts.on,
        offShelf: found.counts.off,
        recommended: found.counts.recommended,
      },
    }
  }),

  defineRoute(listings.listingDetail, async ({ actor, lang, now }, { id }, db) => {
    const [terms, row] = await Promise.all([readTerms(db, actor.shopId, now), findListing(db, actor.shopId, id, lang)])
    if (!row) return refuse('listing/not-found')
    return {
      ...presentListing(row, terms.basisPoints),
      description: row.description,
      category: row.category,
      pictures: row.pictures,
      variantList: row.variant_list.map(presentVariant),
      suggestedPrice: formatCents(row.suggested_price),
      commissionBasisPoints: terms.basisPoints,
      commission: formatCents(basisPointsOf(row.selling_price, terms.basisPoints)),
    }
  }),

  defineRoute(listings.changeListing, ({ actor, lang, now }, input, tx) => change(tx, { actor, lang, now }, input)),
  defineRoute(listings.changeListings, ({ actor, lang, now }, input, tx) =>
    changeMany(tx, { actor, lang, now }, input),
  ),
  defineRoute(listings.undoListings, ({ actor, now }, input, tx) => undo(tx, { actor, now }, input)),

  defineRoute(listings.previewPrices, async ({ actor, now }, { selection, rule }, db) => {
    const { basisPoints } = await readTerms(db, actor.shopId, now)
    const seen = await previewRule(db, selectedSql(actor.shopId, selection), { ...rule, basisPoints })
    checkSize(seen.selected)
    const { selected, raised, lowered, same, at_loss: atLoss } = seen
    return { selected, raised, lowered, same, atLoss, ...presentMargins(seen), commissionBasisPoints: basisPoints }
  }),

  // The shop's own categories.

  defineRoute(listings.shopCategories, async ({ actor }, _input, db) => {
    const [list, uncategorised] = await Promise.all([
      listShopCategoryRows(db, actor.shopId),
      countUncategorised(db, actor.shopId),
    ])
    return { list, uncategorised }
  }),

  defineRoute(listings.createShopCategory, async ({ actor, now }, { name }, tx) => {
    const id = newId()
    const made = await refuseTakenName(insertShopCategory(tx, actor.shopId, { id, name, at: now }, maxShopCategories))
    if (!made) refuse('shop-category/too-many', { most: maxShopCategories })
    await notifyClients(tx, actor.shopId, ['listings'])
    return { id }
  }),

  defineRoute(listings.changeShopCategory, async ({ actor }, input, tx) => {
    if (!(await refuseTakenName(updateShopCategory(tx, actor.shopId, input)))) refuse('shop-category/not-found')
    await notifyClients(tx, actor.shopId, ['listings'])
    return {}
  }),

  defineRoute(listings.orderShopCategories, async ({ actor }, { ids }, tx) => {
    await updateShopCategoryOrder(tx, actor.shopId, ids)
    await notifyClients(tx, actor.shopId, ['listings'])
    return {}
  }),

  defineRoute(listings.deleteShopCategory, async ({ actor }, { id }, tx) => {
    if (!(await deleteShopCategoryRow(tx, actor.shopId, id))) refuse('shop-category/not-found')
    await notifyClients(tx, actor.shopId, ['listings'])
    return {}
  }),

  // Notices of supplier changes.

  defineRoute(listings.supplierNotices, async ({ actor, now }, input, db) => {
    const terms = await readTerms(db, actor.shopId, now)
    const rows = await listNoticeRows(db, actor.shopId, terms, readTimePage(input))
    return {
      total: rows[0]?.total ?? 0,
      list: rows.map((row) => presentNotice(row, terms.basisPoints)),
      cursor: nextTimeCursor(rows, input.limit, (row) => row),
    }
  }),

  defineRoute(listings.answerNotices, ({ actor, lang, now }, input, tx) => answer(tx, { actor, lang, now }, input)),

  ...storefrontRoutes(),
]

const refuseTakenName = (act: Promise<boolean>): Promise<boolean> =>
  act.catch((error: unknown) => {
    if (violatesConstraint(error, 'shop_category_name'))
      throw new Refusal('shop-category/name-taken', {}, { name: 'shop-category/name-taken' })
    throw error
  })
