/** What the pages of the storefront read. */
import type { Language, ReviewReason } from '@quayside/contract'
import type { SearchSort, Trader } from '@quayside/contract/storefront-pages'
import { contains, queryAll, queryOne, sql, type Queryable } from '../../../platform/database/postgres.ts'
import { totalOf } from '../../../platform/database/total-of.ts'
import {
  descriptionColumn,
  nameFilter,
  picturesColumn,
  textColumns,
  textJoin,
  variantsColumn,
  type OfferedVariant,
} from '../../shop/catalogue/store.ts'
import type { CaseState } from '../reviews/review.ts'

/** Lists of the pages are counted up to here; they end before. */
const maxShown = 10_000

const open = sql`s.verified_at is not null and s.closed_at is null`
const sellable = sql`l.shelf = 'on-shelf' and not p.withdrawn and p.stock > 0`

export type CardRow = {
  id: string
  shop_code: string
  shop_name: string
  name: string
  /** The English name, from which the address is made. */
  base_name: string
  text_language: Language
  picture: string | null
  selling_price: bigint
}
const cardColumns = (lang: Language) =>
  sql`l.id, s.code as shop_code, coalesce(s.name, s.code) as shop_name, ${textColumns(lang)}, p.name as base_name, p.picture, l.selling_price`
const cardTables = (lang: Language) =>
  sql`listing l join shop s on s.id = l.shop_id join product p on p.id = l.product_id ${textJoin(lang)}`

export type ShopCardRow = {
  code: string
  name: string
  logo: string | null
  introduction: string | null
  products: number
  reviews: number
  rating_sum: bigint
}
/** Open shops with something to sell, those with most products first. */
export const listOpenShops = (db: Queryable, limit: number) =>
  queryAll(
    db,
    sql<ShopCardRow>`
      select s.code, coalesce(s.name, s.code) as name, s.logo, s.introduction, n.products, coalesce(f.reviews, 0) as reviews, coalesce(f.rating_sum, 0) as rating_sum
      from shop s join (
        select l.shop_id, count(*)::int as products from listing l join product p on p.id = l.product_id where ${sellable} group by l.shop_id
      ) n on n.shop_id = s.id left join shop_figures f on f.shop_id = s.id
      where ${open} order by n.products desc, s.code limit ${limit}`,
  )

/** Open shops with something to sell, by name; only those whose name has all words. `total`: how many there are. */
export const listShopsByName = (db: Queryable, q: string, { limit, skip }: { limit: number; skip: number }) => {
  const found = sql`from shop s where ${open} and ${shopNameFilter(q)}
    and exists (select from listing l join product p on p.id = l.product_id where l.shop_id = s.id and ${sellable})`
  return queryAll(
    db,
    sql<ShopCardRow & { total: number }>`
      select s.*, n.products, coalesce(f.reviews, 0) as reviews, coalesce(f.rating_sum, 0) as rating_sum
      from (select s.id, s.code, coalesce(s.name, s.code) as name, s.logo, s.introduction, ${totalOf(found, maxShown)}
          ${found} order by fold(coalesce(s.name, s.code)), s.code limit ${limit} offset ${skip}) s
        cross join lateral (select count(*)::int as products from listing l join product p on p.id = l.product_id where l.shop_id = s.id and ${sellable}) n
        left join shop_figures f on f.shop_id = s.id
      order by fold(s.name), s.code`,
  )
}

/** Shops that one account shows: more fit neither a page nor the cookie that names them. */
export const maxFollowed = 100

/** The shops that a buyer follows, the last one first, with how many products each sells. */
export const listFollowedShops = (db: Queryable, buyerId: string) =>
  queryAll(
    db,
    sql<ShopCardRow & { closed: boolean }>`
      select s.code, coalesce(s.name, s.code) as name, s.logo, s.introduction, s.closed_at is not null as closed,
        n.products, coalesce(f.reviews, 0) as reviews, coalesce(f.rating_sum, 0) as rating_sum
      from (select w.shop_id, w.at from follow w where w.buyer_id = ${buyerId} order by w.at desc, w.shop_id limit ${maxFollowed}) w
        join shop s on s.id = w.shop_id
        cross join lateral (select count(*)::int as products from listing l join product p on p.id = l.product_id where l.shop_id = s.id and ${sellable}) n
        left join shop_figures f on f.shop_id = s.id
      order by w.at desc, w.shop_id`,
  )

const shopNameFilter = (q: string) => {
  const words = q.normalize('NFKC').split(/\s+/).filter(Boolean)
  return sql`(${sql.join([sql`true`, ...words.map((word) => sql`fold(coalesce(s.name, s.code)) like fold(${contains(word)})`)], sql` and `)})`
}

export type CategoryRow = { id: string; name: string; products: number }
/** The platform's categories with the number of offers that match the words. */
export const listCategories = (db: Queryable, q: string, lang: Language) =>
  queryAll(
    db,
    sql<CategoryRow>`
      select c.slug as id, coalesce(c.names ->> ${lang}, c.names ->> 'en', c.slug) as name, n.products
      from category c join (
        select p.category_id, count(*)::int as products
        from listing l join shop s on s.id = l.shop_id join product p on p.id = l.product_id
        where ${open} and ${sellable} and ${nameFilter(q)} group by p.category_id
      ) n on n.category_id = c.id order by c.place, c.slug`,
  )

export const hasCategory = async (db: Queryable, slug: string): Promise<boolean> =>
  (await queryOne(db, sql`select 1 from category where slug = ${slug}`)) !== undefined

const orders = (sort: SearchSort, q: string) =>
  sort === 'price'
    ? sql`l.selling_price, l.id`
    : sort === 'newest'
      ? sql`l.added_at desc, l.id desc`
      : // A name that begins with the words comes first. No place is paid for.
        sql`case when ${q} <> '' and starts_with(fold(coalesce(t.name, p.name)), fold(${q})) then 0 else 1 end, l.recommended desc, l.selling_price, l.id`

/** Offers of all open shops. How many there are, `listCategories` says: to count them here would read each card. */
export const searchOffers = (
  db: Queryable,
  { q, category, sort }: { q: string; category: string | null; sort: SearchSort },
  { limit, skip }: { limit: number; skip: number },
  lang: Language,
) =>
  queryAll(
    db,
    sql<CardRow>`
      select ${cardColumns(lang)}
      from ${cardTables(lang)}
      where ${open} and ${sellable} and ${nameFilter(q)}
        and ${category === null ? sql`true` : sql`p.category_id = (select id from category where slug = ${category})`}
      order by ${orders(sort, q)} limit ${limit} offset ${skip}`,
  )

const shopOrders = {
  fit: sql`l.recommended desc, l.added_at desc, l.id desc`,
  price: sql`l.selling_price, l.id`,
  newest: sql`l.added_at desc, l.id desc`,
} satisfies Record<SearchSort, unknown>

/** What a shop sells, recommended first unless another order is wanted. `least` and `most`: prices in cents. */
export const listShopOffers = (
  db: Queryable,
  shopId: string,
  {
    q,
    category,
    sort,
    least,
    most,
  }: { q: string; category: string | null; sort: SearchSort; least: bigint | null; most: bigint | null },
  { limit, skip }: { limit: number; skip: number },
  lang: Language,
) => {
  const found = sql`from ${cardTables(lang)}
    where l.shop_id = ${shopId} and ${sellable} and ${nameFilter(q)} and ${category === null ? sql`true` : sql`l.category_id = ${category}`}
      and ${least === null ? sql`true` : sql`l.selling_price >= ${least}`} and ${most === null ? sql`true` : sql`l.selling_price <= ${most}`}`
  return queryAll(
    db,
    sql<CardRow & { total: number }>`
      select ${cardColumns(lang)}, ${totalOf(found, maxShown)} ${found}
      order by ${shopOrders[sort]} limit ${limit} offset ${skip}`,
  )
}

/** Other things of the same category in the same shop. */
export const listSimilar = (db: Queryable, shopId: string, listingId: string, lang: Language, limit: number) =>
  queryAll(
    db,
    sql<CardRow>`
      select ${cardColumns(lang)} from ${cardTables(lang)}
      where l.shop_id = ${shopId} and l.id <> ${listingId} and ${sellable}
        and p.category_id = (select x.category_id from listing y join product x on x.id = y.product_id where y.shop_id = ${shopId} and y.id = ${listingId})
      order by l.recommended desc, l.added_at desc, l.id desc limit ${limit}`,
  )

export type OfferRow = CardRow & {
  description: string
  pictures: { url: string; alt: string }[]
  stock: number
  variant_list: OfferedVariant[]
}
/** One product on a shop's shelf, sold out or not. */
export const findOffer = (db: Queryable, shopId: string, id: string, lang: Language) =>
  queryOne(
    db,
    sql<OfferRow>`
      select ${cardColumns(lang)}, ${descriptionColumn}, ${picturesColumn}, ${variantsColumn}, p.stock
      from ${cardTables(lang)}
      where l.shop_id = ${shopId} and l.id = ${id} and l.shelf = 'on-shelf' and not p.withdrawn`,
  )

/** Those of some listings of a shop that have a page. */
export const listShownIds = async (db: Queryable, shopId: string, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await queryAll(
    db,
    sql<{ id: string }>`
      select l.id from listing l join product p on p.id = l.product_id
      where l.shop_id = ${shopId} and l.id = any(${ids}::uuid[]) and l.shelf = 'on-shelf' and not p.withdrawn`,
  )
  return new Set(rows.map(({ id }) => id))
}

export type ShopReviewRow = {
  id: string
  rating: number
  text: string
  at: Date
  changed_at: Date | null
  reply_text: string | null
  reply_at: Date | null
  state: CaseState | null
  held: boolean | null
  reason: ReviewReason | null
  redacted_text: string | null
  appealed_at: Date | null
  appeal_decided_at: Date | null
  first_state: Exclude<CaseState, 'open'> | null
}

/** Sales that stand: the same condition as for the reviews of the API. */
const stands = sql`o.counted and o.status <> 7 and o.refunded < o.total_payment`
/** Orders that contained nothing but a listing: the stars of an order with several products are no rating of each. */
const ofListing = (listingId: string | null) =>
  listingId === null
    ? sql`true`
    : sql`exists (select from order_line i where i.shop_id = o.shop_id and i.order_id = o.id and i.listing_id = ${listingId})
        and not exists (select from order_line i where i.shop_id = o.shop_id and i.order_id = o.id and i.listing_id <> ${listingId})`

/** The newest reviews of a shop, or of the orders of one listing. */
export const listShownReviews = (
  db: Queryable,
  shopId: string,
  listingId: string | null,
  { limit, skip }: { limit: number; skip: number },
) =>
  queryAll(
    db,
    sql<ShopReviewRow>`
      select v.id, v.rating::int as rating, v.text, v.at, v.changed_at, r.text as reply_text, r.at as reply_at,
        c.state, c.held, c.reason, c.redacted_text, c.appealed_at, c.appeal_decided_at, c.first_state
      from review v join orders o on o.shop_id = v.shop_id and o.id = v.order_id
        left join review_reply r on r.shop_id = v.shop_id and r.order_id = v.order_id
        left join review_case c on c.shop_id = v.shop_id and c.order_id = v.order_id
      where v.shop_id = ${shopId} and ${stands} and ${ofListing(listingId)} order by v.at desc, v.id desc limit ${limit} offset ${skip}`,
  )

const stars = (rating: number) => sql`(count(*) filter (where v.rating = ${rating}))::int`
/** How many reviews there are, with how many stars, of how many completed orders. */
export const readReviewSummary = async (db: Queryable, shopId: string, listingId: string | null) =>
  (await queryOne(
    db,
    sql<{ completed: number; stars: number[]; removed: number }>`
      select count(*)::int as completed, array[${stars(1)}, ${stars(2)}, ${stars(3)}, ${stars(4)}, ${stars(5)}] as stars,
        (count(*) filter (where c.state in ('hidden', 'redacted')))::int as removed
      from orders o left join review v on v.shop_id = o.shop_id and v.order_id = o.id
        left join review_case c on c.shop_id = v.shop_id and c.order_id = v.order_id
      where o.shop_id = ${shopId} and o.completed_at is not null and ${stands} and ${ofListing(listingId)}`,
  ))!

/**
 * Days from payment to arrival of the orders that a shop delivered since an instant, and how many promises of this
 * time were kept. An order that should have arrived and has not is a missed promise. The first row is over all orders
 * (`country` null), the others are by country, with at least `fewest` arrived orders.
 */
export const readDeliveryDays = (db: Queryable, shopId: string, since: Date, now: Date, fewest: number) =>
  queryAll(
    db,
    sql<{
      country: string | null
      orders: number
      median: number | null
      slowest: number | null
      promised: number
      kept: number
    }>`
      select d.country, count(d.days)::int as orders,
        ceil(percentile_cont(0.5) within group (order by d.days))::int as median, ceil(percentile_cont(0.9) within group (order by d.days))::int as slowest,
        (count(*) filter (where d.promise is not null and (d.days is not null or d.waited > d.promise)))::int as promised,
        (count(*) filter (where d.days <= d.promise))::int as kept
      from (select coalesce(o.address ->> 'country', '') as country, o.delivery_to as promise,
          extract(epoch from o.received_at - o.paid_at) / 86400 as days,
          extract(epoch from ${now}::timestamptz - o.paid_at) / 86400 as waited
        from orders o
        where o.shop_id = ${shopId} and o.paid_at is not null
          and (o.received_at >= ${since} or o.received_at is null and o.status in (2, 3, 5) and o.paid_at >= ${since})) d
      group by grouping sets ((), (d.country))
      having grouping(d.country) = 1 or count(d.days) >= ${fewest}
      order by grouping(d.country) desc, count(d.days) desc, d.country limit 9`,
  )

/**
 * How refund requests of buyers were answered, and how soon orders left, since an instant: in one shop, or in all
 * (`shopId` null). A request that the buyer withdrew, and one that still waits, is not counted.
 */
export async function readAnswers(db: Queryable, shopId: string | null, since: Date) {
  const ofShop = (column: 'r' | 'o') => (shopId === null ? sql`true` : sql`${sql.ref(column)}.shop_id = ${shopId}`)
  const [refunds, shipping] = await Promise.all([
    queryOne(
      db,
      sql<{ granted: number; objected: number; silent: number; hours: number | null }>`
        select (count(*) filter (where a.by_merchant and a.to_state <> 'objected'))::int as granted,
          (count(*) filter (where a.by_merchant and a.to_state = 'objected'))::int as objected,
          (count(*) filter (where not a.by_merchant))::int as silent,
          ceil(percentile_cont(0.5) within group (order by extract(epoch from a.at - r.requested_at)) filter (where a.by_merchant) / 3600)::int as hours
        from refund_order r cross join lateral (
          select c.at, c.to_state, c.actor like 'merchant:%' as by_merchant from state_change c
          where c.shop_id = r.shop_id and c.subject_id = r.id and c.from_state = 'requested' and c.to_state <> 'withdrawn' order by c.id limit 1) a
        where ${ofShop('r')} and r.opened_by = 'buyer' and r.requested_at >= ${since}`,
    ),
    queryOne(
      db,
      sql<{ orders: number; days: number | null }>`
        select count(*)::int as orders,
          ceil(percentile_cont(0.5) within group (order by extract(epoch from o.shipped_at - o.paid_at)) / 86400)::int as days
        from orders o where ${ofShop('o')} and o.placed_at >= ${since} and o.paid_at is not null and o.shipped_at is not null`,
    ),
  ])
  return { refunds: refunds!, shipping: shipping! }
}

/** Who sells. */
export const findTrader = (db: Queryable, shopId: string) =>
  queryOne(
    db,
    sql<Trader>`
      select code, coalesce(name, code) as name, address, country, phone, legal_name as "legalName", registration_number as "registrationNumber",
        contact_email as email from shop where id = ${shopId}`,
  )

/** When a shop was verified, and the language of its merchant. Its row exists. */
export const readShopFacts = async (db: Queryable, shopId: string) =>
  (await queryOne(
    db,
    sql<{ verified_at: Date | null; language: Language }>`
      select s.verified_at, coalesce(b.lang, 'en') as language from shop s left join inbox b on b.shop_id = s.id where s.id = ${shopId}`,
  ))!

/** How many offers each open shop has for the sitemap, in its order. */
export const countForSitemap = (db: Queryable) =>
  queryAll(
    db,
    sql<{ shop_code: string; products: number }>`
      select s.code as shop_code, n.products from shop s join (
        select l.shop_id, count(*)::int as products from listing l join product p on p.id = l.product_id where ${sellable} group by l.shop_id
      ) n on n.shop_id = s.id
      where ${open} order by s.code`,
  )

/** Where a part of the sitemap begins: a shop, how many of its offers were before it, or the last one of them. */
export type SitemapPlace = { code: string; id: string | null; skip: number }

/**
 * Offers of open shops for the sitemap, by shop and id. The shops are read in their order, so that a limit ends the
 * reading after the shops that it needs.
 */
export const listForSitemap = (db: Queryable, { code, id, skip }: SitemapPlace, limit: number) =>
  queryAll(
    db,
    sql<{ shop_code: string; id: string; base_name: string }>`
      select s.code as shop_code, l.id, p.name as base_name
      from shop s cross join lateral (select * from listing l where l.shop_id = s.id
          and ${id === null ? sql`true` : sql`(s.code > ${code} or l.id > ${id}::uuid)`}) l
        join product p on p.id = l.product_id
      where ${open} and s.code >= ${code} and ${sellable}
      order by s.code, l.id limit ${limit} offset ${skip}`,
  )
