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

/**
 * What is new, mixed over the shops: first the newest offer of each, then the second one, those of the shops that added
 * something last first. A shop that adds hundreds of products takes no more places than another.
 */
export const listArrivals = (db: Queryable, lang: Language, limit: number) =>
  queryAll(
    db,
    sql<CardRow>`
      select ${cardColumns(lang)}
      from (select n.shop_id, n.id, n.turn, n.added_at
          from shop s cross join lateral (
            select l.shop_id, l.id, l.added_at, row_number() over (order by l.added_at desc, l.id desc) as turn
            from listing l join product p on p.id = l.product_id where l.shop_id = s.id and ${sellable}
            order by l.added_at desc, l.id desc limit ${limit}) n
          where ${open} order by n.turn, n.added_at desc, n.id desc limit ${limit}) n
        join ${cardTables(lang)} on l.shop_id = n.shop_id and l.id = n.id
      order by n.turn, n.added_at desc, n.id desc`,
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

/** The row of all orders of a shop among its ratings. */
const allListings = '00000000-0000-0000-0000-000000000000'

/** How many reviews there are, with how many stars, of how many completed orders: of a shop, or of one listing. */
export const readReviewSummary = async (db: Queryable, shopId: string, listingId: string | null) =>
  (await queryOne(
    db,
    sql<{ completed: number; stars: number[]; removed: number }>`
      select completed, array[one_star, two_stars, three_stars, four_stars, five_stars] as stars, removed
      from rating_count where shop_id = ${shopId} and listing_id = ${listingId ?? allListings}::uuid`,
  )) ?? { completed: 0, stars: [0, 0, 0, 0, 0], removed: 0 }

/** The smallest number of days or hours within which so many of ten were done, of rows with `upto` and `all_of`. */
const within = (ofTen: number) => sql`(min(d.within) filter (where d.upto * 10 >= d.all_of * ${sql.lit(ofTen)}))::int`

/**
 * Days from payment to arrival of the orders that a shop delivered since a day, and how many promises of this time
 * were kept. An order that should have arrived and has not is a missed promise. The first row is over all orders
 * (`country` null), the others are by country, with at least `fewest` arrived orders. Days are those of UTC.
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
      with rows as (
        select kind, country, within, sum(n) as n from service_count
        where shop_id = ${shopId} and day >= (${since}::timestamptz at time zone 'UTC')::date
          and (kind in ('arrived', 'kept', 'missed') or kind = 'due' and day < (${now}::timestamptz at time zone 'UTC')::date)
        group by kind, country, within
      ), promises as (
        select coalesce(sum(n), 0)::int as promised, coalesce(sum(n) filter (where kind = 'kept'), 0)::int as kept
        from rows where kind <> 'arrived'
      )
      select d.country, max(d.all_of)::int as orders, ${within(5)} as median, ${within(9)} as slowest, p.promised, p.kept
      from (
        select country, within, sum(n) over (partition by country order by within) as upto, sum(n) over (partition by country) as all_of
        from (
          select case when grouping(country) = 0 then country end as country, within, sum(n) as n
          from rows where kind = 'arrived' group by grouping sets ((country, within), (within))
        ) x
      ) d cross join promises p
      group by d.country, p.promised, p.kept
      having d.country is null or max(d.all_of) >= ${fewest}
      order by d.country is not null, max(d.all_of) desc, d.country limit 9`,
  )

/**
 * How refund requests of buyers were answered, and how soon orders left: in one shop since a day, or in all (`shopId`
 * null) in the last ninety ended days, as they were summed this day. A request that the buyer withdrew, and one that
 * still waits, is not counted. Days are those of UTC.
 */
export async function readAnswers(db: Queryable, shopId: string | null, since: Date) {
  const rows = await queryAll(
    db,
    sql<{ kind: 'granted' | 'objected' | 'silent' | 'shipped'; n: number; half: number | null }>`
      select d.kind, max(d.n)::int as n, ${within(5)} as half
      from (
        select kind, within, sum(n) over (partition by kind) as n,
          sum(n) over (partition by word order by within) as upto, sum(n) over (partition by word) as all_of
        from (
          select c.kind, c.within, sum(c.n) as n, case when c.kind in ('granted', 'objected') then 'answered' else c.kind end as word
          from ${
            shopId === null
              ? sql`service_total c`
              : sql`service_count c where c.shop_id = ${shopId} and c.kind in ('granted', 'objected', 'silent', 'shipped')
            and c.day >= (${since}::timestamptz at time zone 'UTC')::date`
          }
          group by c.kind, c.within
        ) x
      ) d group by d.kind`,
  )
  const of = (kind: (typeof rows)[number]['kind']) => rows.find((row) => row.kind === kind)
  // Each of both rows has the first of its own hours within which half of all answers came.
  const hours = [of('granted')?.half, of('objected')?.half].filter((half) => typeof half === 'number')
  return {
    refunds: {
      granted: of('granted')?.n ?? 0,
      objected: of('objected')?.n ?? 0,
      silent: of('silent')?.n ?? 0,
      hours: hours.length > 0 ? Math.min(...hours) : null,
    },
    shipping: { orders: of('shipped')?.n ?? 0, days: of('shipped')?.half ?? null },
  }
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
