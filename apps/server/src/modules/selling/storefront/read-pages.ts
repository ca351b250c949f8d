/** The pages that anybody may see: front, search, shop and product. */
import { asCents, formatCents, parseInputAmount, parseMoney, type Language } from '@quayside/contract'
import { anyCountry, shippingRateOf, type ShippingRate, type TaxRate } from '@quayside/contract/settings'
import { shownPrice, taxOn } from '@quayside/contract/tax'
import {
  productPath,
  searchSorts,
  type AnswerFacts,
  type DeliveryFacts,
  type FrontPage,
  type ProductCard,
  type ProductPage,
  type ReviewCard,
  type ReviewSummary,
  type SearchPage,
  type SearchSort,
  type ShopPage,
  type ShopsPage,
  type Trader,
} from '@quayside/contract/storefront-pages'
import { addTime, days } from '../../../platform/jobs/clock.ts'
import type { Queryable } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { listShownCategories } from '../../shop/listings/store.ts'
import { countLoosePieces } from '../orders/placing/make-room.ts'
import { isFormer, shownState, shownText } from '../reviews/review.ts'
import { bannerUrls } from '../../shop/shops/shop.ts'
import { lineOfRate } from './shipping.ts'
import { stockOf } from './stock.ts'
import { findShopByCode, findStorefront, readBanners, type ShopRow } from '../../shop/shops/store.ts'
import {
  findOffer,
  hasCategory,
  listArrivals,
  listCategories,
  listOpenShops,
  listShopsByName,
  listShopOffers,
  listShownReviews,
  listSimilar,
  readAnswers,
  readDeliveryDays,
  readReviewSummary,
  readShopFacts,
  searchOffers,
  type CardRow,
  type ShopCardRow,
  type ShopReviewRow,
} from './page-store.ts'

/** Products on one page, and the last page that is counted: further ones cost more than they help. */
const perPage = 24
const maxPages = 100
/** Reviews on one page. */
const reviewsPerPage = 10
/** Below this many deliveries their days say nothing. */
const fewestDeliveries = 20
/** Below this many answers or shipments their median says nothing. */
const fewestAnswers = 5
/** Orders of this time count for what a page says about delivery and answers. */
const factsTime = days(90)

export type PageQuery = Record<string, string | undefined>

/** The number of a page from its query; the first for anything else. A page too far is refused where it is read. */
export const pageNumber = (text: string | undefined): number =>
  /^[1-9]\d{0,2}$/.test(text ?? '') ? Math.min(Number(text), maxPages) : 1
export const words = (text: string | undefined): string =>
  (text ?? '').replaceAll('\0', '').normalize('NFC').replaceAll(/\s+/g, ' ').trim().slice(0, 100)
const pagesOf = (total: number): number => Math.max(1, Math.min(maxPages, Math.ceil(total / perPage)))
const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const cardOf = (row: CardRow): ProductCard => ({
  id: row.id,
  shop: { code: row.shop_code, name: row.shop_name },
  name: row.name,
  path: productPath(row.shop_code, row.id, row.base_name),
  textLanguage: row.text_language,
  picture: row.picture,
  price: formatCents(row.selling_price),
})

const reviewOf = (row: ShopReviewRow): ReviewCard => ({
  id: row.id,
  rating: row.rating,
  text: shownText(row.text, row),
  state: shownState(row),
  at: row.at.toISOString(),
  changedAt: row.changed_at?.toISOString() ?? null,
  reply:
    row.reply_text === null ? null : { text: row.reply_text, at: row.reply_at!.toISOString(), former: isFormer(row) },
})

const rounded = (sum: number, n: number): number | null => (n > 0 ? Math.round((sum / n) * 10) / 10 : null)

async function readSummary(db: Queryable, shopId: string, listingId: string | null): Promise<ReviewSummary> {
  const { completed, stars, removed } = await readReviewSummary(db, shopId, listingId)
  const reviews = stars.reduce((sum, n) => sum + n, 0)
  const points = stars.reduce((sum, n, i) => sum + n * (i + 1), 0)
  return { completed, reviews, removed, stars, rating: rounded(points, reviews) }
}

/** The reviews of a shop or of one listing: what they sum up to, and a page of them. */
async function readReviews(db: Queryable, shopId: string, listingId: string | null, page: string | undefined) {
  const number = pageNumber(page)
  const [summary, rows] = await Promise.all([
    readSummary(db, shopId, listingId),
    listShownReviews(db, shopId, listingId, { limit: reviewsPerPage, skip: (number - 1) * reviewsPerPage }),
  ])
  if (number > 1 && rows.length === 0) refuse('request/not-found')
  const pages = Math.max(1, Math.min(maxPages, Math.ceil(summary.reviews / reviewsPerPage)))
  return { summary, reviews: { list: rows.map(reviewOf), number, pages } }
}

export const traderOf = (shop: ShopRow): Trader => ({
  code: shop.code,
  name: shop.name,
  address: shop.address,
  country: shop.country,
  phone: shop.phone,
  legalName: shop.legal_name,
  registrationNumber: shop.registration_number,
  email: shop.contact_email,
})

/** New arrivals on one page. */
const arrivals = 12

export async function readFrontPage(db: Queryable, lang: Language): Promise<FrontPage> {
  const [shops, categories, newest] = await Promise.all([
    listOpenShops(db, 24),
    listCategories(db, '', lang),
    listArrivals(db, lang, arrivals),
  ])
  return {
    page: 'front',
    categories,
    products: newest.map(cardOf),
    shops: shops.map(shopCardOf),
  }
}

export const shopCardOf = ({ code, name, logo, introduction, products, reviews, rating_sum }: ShopCardRow) => ({
  code,
  name,
  logo,
  introduction,
  products,
  reviews,
  rating: rounded(Number(rating_sum), reviews),
})

/** A page of all shops, by name. Refuses `request/not-found` for a page that does not exist. */
export async function readShopsPage(db: Queryable, query: PageQuery): Promise<ShopsPage> {
  const number = pageNumber(query['page'])
  const rows = await listShopsByName(db, '', { limit: perPage, skip: (number - 1) * perPage })
  if (number > 1 && rows.length === 0) refuse('request/not-found')
  return { page: 'shops', shops: rows.map(shopCardOf), number, pages: pagesOf(rows[0]?.total ?? 0) }
}

/** Shops that a search shows above the products. */
const foundShops = 6

/** Search over all shops. Refuses `request/not-found` for a category or a page that does not exist. */
export async function readSearchPage(db: Queryable, query: PageQuery, lang: Language): Promise<SearchPage> {
  const q = words(query['q'])
  const category = words(query['category']) || null
  const sort: SearchSort = searchSorts.find((name) => name === query['sort']) ?? 'fit'
  const number = pageNumber(query['page'])
  const [rows, found, shops] = await Promise.all([
    searchOffers(db, { q, category, sort }, { limit: perPage, skip: (number - 1) * perPage }, lang),
    listCategories(db, q, lang),
    // Only beside the first page of a search by words.
    q === '' || number > 1 ? [] : listShopsByName(db, q, { limit: foundShops, skip: 0 }),
  ])
  const counted = found.filter(({ id }) => category === null || id === category)
  const total = counted.reduce((sum, { products }) => sum + products, 0)
  const isNothing = q !== '' && found.length === 0
  if (number > pagesOf(total)) refuse('request/not-found')
  if (category !== null && counted.length === 0 && !(await hasCategory(db, category))) refuse('request/not-found')
  return {
    page: 'search',
    query: { q, category, sort, number, pages: pagesOf(total) },
    total,
    categories: isNothing ? await listCategories(db, '', lang) : found,
    isNothing,
    shops: shops.map(shopCardOf),
    products: rows.map(cardOf),
    instead: rows.length > 0 ? [] : (await listArrivals(db, lang, arrivals)).map(cardOf),
  }
}

/** An amount of a query in cents; null for anything else. */
const centsOf = (text: string | undefined): bigint | null =>
  text === undefined ? null : parseMoney(parseInputAmount(text))

/** How a shop answers, or with null all shops. */
export async function readAnswerFacts(db: Queryable, shopId: string | null, now: Date): Promise<AnswerFacts> {
  const { refunds, shipping } = await readAnswers(db, shopId, addTime(now, -factsTime))
  const asked = refunds.granted + refunds.objected + refunds.silent
  return {
    refunds: asked >= fewestAnswers ? { asked, ...refunds } : null,
    shipping:
      shipping.orders >= fewestAnswers && shipping.days !== null
        ? { orders: shipping.orders, days: shipping.days }
        : null,
  }
}

async function readDeliveryFacts(db: Queryable, shopId: string, now: Date): Promise<DeliveryFacts> {
  const [all, ...countries] = await readDeliveryDays(db, shopId, addTime(now, -factsTime), now, fewestDeliveries)
  if (!all || all.orders < fewestDeliveries || all.median === null || all.slowest === null) return null
  const { orders, median, slowest, promised, kept } = all
  return {
    orders,
    median,
    slowest,
    promised,
    kept,
    countries: countries.flatMap((row) =>
      row.country && row.median !== null && row.slowest !== null
        ? [{ country: row.country, orders: row.orders, median: row.median, slowest: row.slowest }]
        : [],
    ),
  }
}

/**
 * A shop's page; a closed shop says so and lists nothing. Refuses `shop/not-found`, and `request/not-found` for a
 * category that the shop does not show or a page that does not exist.
 */
export async function readShopPage(
  db: Queryable,
  code: string,
  query: PageQuery,
  lang: Language,
  now: Date,
): Promise<{ shop: ShopRow; page: ShopPage; shown: string[] }> {
  const shop = await findShopByCode(db, code)
  if (!shop) return refuse('shop/not-found')
  const q = words(query['q'])
  const sort: SearchSort = searchSorts.find((name) => name === query['sort']) ?? 'fit'
  const [least, most] = [centsOf(query['least']), centsOf(query['most'])]
  const closed = shop.closed_at !== null
  const category = closed ? null : words(query['category']) || null
  if (category !== null && !isId.test(category)) refuse('request/not-found')
  const number = closed ? 1 : pageNumber(query['page'])
  const paging = { limit: perPage, skip: (number - 1) * perPage }
  const [front, banners, categories, rows, reviewed, { verified_at: verifiedAt, language }, answers] =
    await Promise.all([
      findStorefront(db, shop.id),
      readBanners(db, shop.id),
      closed ? [] : listShownCategories(db, shop.id),
      closed ? [] : listShopOffers(db, shop.id, { q, category, sort, least, most }, paging, lang),
      readReviews(db, shop.id, null, query['reviews']),
      readShopFacts(db, shop.id),
      readAnswerFacts(db, shop.id, now),
    ])
  if (category !== null && !categories.some(({ id }) => id === category)) refuse('request/not-found')
  if (number > 1 && rows.length === 0) refuse('request/not-found')
  const total = rows[0]?.total ?? 0
  const { home, store, advertisement } = bannerUrls(banners)
  const page: ShopPage = {
    page: 'shop',
    shop: {
      ...traderOf(shop),
      logo: shop.logo,
      introduction: shop.introduction,
      welcome: shop.welcome,
      language,
      verifiedAt: verifiedAt!.toISOString(),
      closed,
      followers: front?.followers ?? 0,
    },
    banners: [...home, ...store, ...advertisement],
    categories,
    query: {
      q,
      category,
      sort,
      least: least === null ? '' : formatCents(asCents(least)),
      most: most === null ? '' : formatCents(asCents(most)),
      number,
      pages: pagesOf(total),
    },
    total,
    products: rows.map(cardOf),
    ...reviewed,
    answers,
  }
  return { shop, page, shown: rows.map(({ id }) => id) }
}

/** What a price, shipping and tax are in each country that has a rate of its own, and last in all others. */
function deliveriesOf(
  price: bigint,
  rates: readonly ShippingRate[],
  taxes: readonly TaxRate[],
): ProductPage['deliveries'] {
  const named = [...rates, ...taxes].map(({ country }) => country).filter((country) => country !== anyCountry)
  return [...new Set(named), anyCountry].map((country) => {
    const { cost, from, to } = shippingRateOf(rates, country)
    const tax = taxOn({ goods: price, shipping: BigInt(cost) }, taxes, country)
    const { rate, included } = tax
    return {
      country: country === anyCountry ? null : country,
      shipping: formatCents(shownPrice(tax, BigInt(cost))),
      from,
      to,
      price: formatCents(shownPrice(tax, price)),
      tax: rate === 0 ? null : { rate: rate / 100, included },
    }
  })
}

/** The page of one product. Refuses `shop/not-found` and `listing/not-found`. */
export async function readProductPage(
  db: Queryable,
  code: string,
  id: string,
  query: PageQuery,
  {
    lang,
    rates,
    taxes,
    protectionDays,
  }: { lang: Language; rates: readonly ShippingRate[]; taxes: readonly TaxRate[]; protectionDays: number },
  now: Date,
): Promise<{ shop: ShopRow; page: ProductPage }> {
  const shop = await findShopByCode(db, code)
  if (!shop) return refuse('shop/not-found')
  const row = isId.test(id) ? await findOffer(db, shop.id, id, lang) : undefined
  if (!row) return refuse('listing/not-found')
  const [delivery, reviewed, similar] = await Promise.all([
    readDeliveryFacts(db, shop.id, now),
    readReviews(db, shop.id, id, query['reviews']),
    listSimilar(db, shop.id, id, lang, 4),
  ])
  const closed = shop.closed_at !== null
  const soldOut = row.variant_list.filter(({ stock }) => stock === 0).map((variant) => variant.id)
  const loose = soldOut.length === 0 ? undefined : await countLoosePieces(db, soldOut)
  const variants = row.variant_list.map((variant) => ({
    ...variant,
    stock: variant.stock || (loose?.get(variant.id) ?? 0),
  }))
  const page: ProductPage = {
    page: 'product',
    shop: { ...traderOf(shop), closed },
    product: {
      id: row.id,
      name: row.name,
      textLanguage: row.text_language,
      description: row.description,
      pictures:
        row.pictures.length > 0 ? row.pictures : row.picture === null ? [] : [{ url: row.picture, alt: row.name }],
      price: formatCents(row.selling_price),
      available: variants.some(({ stock }) => stock > 0) && !closed,
      variants: variants.map(({ id: variantId, options, stock }) => ({
        id: variantId,
        options,
        available: stock > 0,
        ...stockOf(stock),
      })),
      path: productPath(shop.code, row.id, row.base_name),
    },
    delivery,
    shipping: rates.map(lineOfRate),
    protectionDays,
    deliveries: deliveriesOf(row.selling_price, rates, taxes),
    ...reviewed,
    similar: similar.map(cardOf),
  }
  return { shop, page }
}
