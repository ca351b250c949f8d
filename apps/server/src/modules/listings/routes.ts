import {
  browseShop,
  changeListing,
  changeShelf,
  distribute,
  fromWire,
  hotProducts,
  listDistribution,
  listingDetail,
  listListings,
  previewDistribution,
  productDetail,
  readPricingRule,
  savePricingRule,
  share,
  toWire,
  viewListing,
} from '@quayside/contract'
import { sentence } from '@quayside/locales/catalogues'
import { packCursor, unpackCursor } from '../../platform/cursor.ts'
import { happened, tell } from '../../platform/events.ts'
import { on, type Route } from '../../platform/http.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { isBot, visitorHash } from '../../platform/visitor.ts'
import { dayIn, shopByCode, writePricingRule } from '../shops/store.ts'
import { lowestPrice, profitOf, sellsAtLoss } from './pricing.ts'
import {
  holdPrices,
  hotProductRows,
  insertListings,
  insertView,
  listListingRows,
  listOnShelf,
  listProductRows,
  markShelf,
  previewChosen,
  readListing,
  readOnShelf,
  readProduct,
  readTerms,
  takeListings,
  updateListing,
  type Chosen,
  type ListingRow,
  type ProductRow,
} from './store.ts'

/** Products that one act may add. */
const mostAtOnce = 20_000
const hotDays = 30

export const listingRoutes = (): Route[] => [
  // The distribution center.

  on(listDistribution, async ({ actor, now }, { limit, page, cursor, sort, search, categoryId, notAdded }, db) => {
    const terms = await readTerms(db, actor.shopId)
    const after = cursor ? readCursor(cursor, sort) : undefined
    const { rows, total } = await listProductRows(
      db,
      actor.shopId,
      terms,
      { search: search || undefined, categoryId, notAdded },
      sort,
      { after, limit, skip: after ? 0 : (page - 1) * limit },
      now,
    )
    const last = rows.at(-1)
    return {
      total,
      list: rows.map(presentProduct),
      cursor: rows.length === limit && last ? writeCursor(sort, last.key, last.id) : null,
    }
  }),

  on(hotProducts, async ({ actor, now }, _input, db) => ({
    days: hotDays,
    list: (await hotProductRows(db, actor.shopId, await readTerms(db, actor.shopId), now)).map(presentProduct),
  })),

  on(productDetail, async ({ actor, lang, now }, { id }, db) => {
    const row = await readProduct(db, actor.shopId, await readTerms(db, actor.shopId), id, lang, now)
    if (!row) return refuse('product/not-found')
    return { ...presentProduct(row), description: row.description, category: row.category, listingId: row.listing_id }
  }),

  on(previewDistribution, async ({ actor, now }, { selection }, db) => {
    const terms = await readTerms(db, actor.shopId)
    const seen = await previewChosen(db, actor.shopId, terms, chosenFrom(selection), now)
    if (seen.selected === 0) refuse('distribution/nothing-selected')
    if (seen.selected > mostAtOnce) refuse('distribution/too-many')
    return {
      selected: seen.selected,
      alreadyAdded: seen.already,
      toAdd: seen.to_add,
      atLoss: seen.at_loss,
      outOfStock: seen.out_of_stock,
      lowestMargin: seen.lowest_margin,
      medianMargin: seen.median_margin,
      lowestProfit: seen.lowest_profit === null ? null : toWire(seen.lowest_profit),
      highestProfit: seen.highest_profit === null ? null : toWire(seen.highest_profit),
      rule: { percent: terms.percent, rounding: terms.rounding },
      commissionBasisPoints: terms.basisPoints,
    }
  }),

  on(distribute, async ({ actor, now }, { selection }, tx) => {
    const terms = await readTerms(tx, actor.shopId)
    const chosen = chosenFrom(selection)
    const seen = await previewChosen(tx, actor.shopId, terms, chosen, now)
    if (seen.selected === 0) refuse('distribution/nothing-selected')
    if (seen.selected > mostAtOnce) refuse('distribution/too-many')
    await holdPrices(tx, chosen, now)
    const added = await insertListings(tx, actor.shopId, terms, chosen, now)
    if (added > 0)
      await happened(tx, 'listings.added', { shopId: actor.shopId, at: now, data: { added } }, ['listings', 'figures'])
    return { added, alreadyAdded: seen.selected - seen.at_loss - added, atLoss: seen.at_loss }
  }),

  // The shop's goods.

  on(listListings, async ({ actor }, { limit, page, cursor, shelf, recommended, categoryId, search }, db) => {
    const before = cursor ? readCursor(cursor, 'added') : undefined
    const [terms, found] = await Promise.all([
      readTerms(db, actor.shopId),
      listListingRows(
        db,
        actor.shopId,
        { shelf, recommended, categoryId, search: search || undefined },
        { after: before && { at: dateOf(before.value), id: before.id }, limit, skip: before ? 0 : (page - 1) * limit },
      ),
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

  on(changeShelf, async ({ actor, lang, now }, { ids, shelf }, tx) => {
    const [terms, rows] = [await readTerms(tx, actor.shopId), await takeListings(tx, actor.shopId, ids)]
    if (rows.length === 0) refuse('listing/not-found')
    const refused: { id: string; name: string; reason: string; sentence: string }[] = []
    const change: string[] = []
    for (const row of rows) {
      if (row.shelf === shelf) continue
      const no =
        shelf === 'off-shelf'
          ? null
          : row.withdrawn
            ? ('listing/product-withdrawn' as const)
            : sellsAtLoss(row.selling_price, row.supplier_price, terms.basisPoints)
              ? ('listing/sells-at-loss' as const)
              : null
      if (no)
        refused.push({
          id: row.id,
          name: row.name,
          reason: no,
          sentence: sentence(lang, no, { lowest: toWire(lowestPrice(row.supplier_price, terms.basisPoints)) }),
        })
      else change.push(row.id)
    }
    if (change.length > 0) {
      await markShelf(tx, actor.shopId, change, shelf)
      await happened(tx, 'listings.changed', { shopId: actor.shopId, at: now, data: { shelf, n: change.length } }, [
        'listings',
        'figures',
      ])
    }
    return { changed: change.length, unchanged: rows.length - change.length - refused.length, refused }
  }),

  on(changeListing, async ({ actor, lang, now }, { id, sellingPrice, recommended }, tx) => {
    const terms = await readTerms(tx, actor.shopId)
    const [listing] = await takeListings(tx, actor.shopId, [id])
    if (!listing) return refuse('listing/not-found')
    const price = sellingPrice === undefined ? undefined : fromWire(sellingPrice)
    if (price !== undefined && sellsAtLoss(price, listing.supplier_price, terms.basisPoints))
      throw new Refusal(
        'listing/sells-at-loss',
        { lowest: toWire(lowestPrice(listing.supplier_price, terms.basisPoints)) },
        { sellingPrice: 'listing/sells-at-loss' },
      )
    if (price !== undefined && price > 100_000_000_000n)
      throw new Refusal('request/invalid', {}, { sellingPrice: 'field/too-large' })
    await updateListing(tx, actor.shopId, id, { price, recommended })
    await happened(tx, 'listings.changed', { shopId: actor.shopId, at: now, data: { id } }, ['listings'])
    return presentListing((await readListing(tx, actor.shopId, id, lang))!, terms.basisPoints)
  }),

  on(readPricingRule, async ({ actor }, _input, db) => presentTerms(await readTerms(db, actor.shopId))),

  on(savePricingRule, async ({ actor }, rule, tx) => {
    await writePricingRule(tx, actor.shopId, rule)
    await tell(tx, actor.shopId, ['listings'])
    return presentTerms(await readTerms(tx, actor.shopId))
  }),

  // The storefront.

  on(browseShop, async (_call, { shop: code, search, limit, page }, db) => {
    const shop = await shopByCode(db, code)
    if (!shop) return refuse('shop/not-found')
    const rows = await listOnShelf(db, shop.id, search || undefined, limit, (page - 1) * limit)
    return {
      total: rows[0]?.total ?? 0,
      list: rows.map(({ id, name, picture, selling_price, stock, recommended }) => ({
        id,
        name,
        picture,
        price: toWire(selling_price),
        stock,
        recommended,
      })),
    }
  }),

  on(viewListing, async ({ house, now, ip, userAgent }, { shop: code, id, visitor }, tx) => {
    const shop = await shopByCode(tx, code)
    if (!shop) return refuse('shop/not-found')
    const row = await readOnShelf(tx, shop.id, id)
    if (!row) return refuse('listing/not-found')
    if (!isBot(userAgent)) {
      const day = await dayIn(tx, shop.time_zone, now)
      if (
        await insertView(
          tx,
          shop.id,
          id,
          day,
          visitorHash(house.settings.masterKey, shop.id, day, visitor, ip, userAgent),
        )
      )
        await tell(tx, shop.id, ['listings'])
    }
    return {
      id: row.id,
      name: row.name,
      description: row.description,
      picture: row.picture,
      price: toWire(row.selling_price),
      stock: row.stock,
    }
  }),
]

const chosenFrom = (
  selection:
    | { products: string[] }
    | { filter: { search?: string | undefined; categoryId?: string | undefined } }
    | { hot: true },
): Chosen =>
  'filter' in selection ? { filter: { ...selection.filter, search: selection.filter.search || undefined } } : selection

const presentProduct = (row: ProductRow) => ({
  id: row.id,
  code: row.code,
  name: row.name,
  picture: row.picture,
  categoryId: row.category_id,
  supplierPrice: toWire(row.supplier_price),
  suggestedPrice: toWire(row.suggested_price),
  stock: row.stock,
  sold30: row.sold30,
  yourPrice: toWire(row.your_price),
  yourProfit: toWire(row.your_profit),
  added: row.listing_id !== null,
  listingState: row.shelf,
})

const presentListing = (row: ListingRow, basisPoints: number) => ({
  id: row.id,
  productId: row.product_id,
  code: row.code,
  name: row.name,
  picture: row.picture,
  categoryId: row.category_id,
  sellingPrice: toWire(row.selling_price),
  purchasePrice: toWire(row.supplier_price),
  profit: toWire(profitOf(row.selling_price, row.supplier_price, basisPoints)),
  stock: row.stock,
  views: row.views,
  sales: row.units,
  recommended: row.recommended,
  shelf: row.shelf,
  offReason: row.off_reason,
  addedAt: row.added_at.toISOString(),
})

const presentTerms = (terms: { percent: number; rounding: 'none' | 'ending-99' | 'whole'; basisPoints: number }) => ({
  percent: terms.percent,
  rounding: terms.rounding,
  commissionBasisPoints: terms.basisPoints,
})

// The sort is part of it: a place in one order means nothing in another.
const cursorShape =
  /^([a-z-]{1,12}) ([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}) ([0-9:. TZ+-]{1,40})$/
const writeCursor = (sort: string, value: string, id: string): string => packCursor(`${sort} ${id} ${value}`)

function readCursor(cursor: string, sort: string): { value: string; id: string } {
  const [, of, id, value] = unpackCursor(cursor, cursorShape)
  return of === sort ? { value: value!, id: id! } : refuse('request/malformed')
}

function dateOf(text: string): Date {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? refuse('request/malformed') : at
}
