import type { Language, ListingSort, PricingRule } from '@quayside/contract'
import { hotProductsShown } from '@quayside/contract/constants'
import type { RawBuilder } from 'kysely'
import { type Page } from '../../../platform/http/cursor.ts'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'
import { totalOf } from '../../../platform/database/total-of.ts'
import {
  descriptionColumn,
  nameFilter,
  picturesColumn,
  productStock,
  textColumns,
  textJoin,
  variantCount,
  variantsColumn,
  type OfferedVariant,
  type Picture,
} from '../catalogue/store.ts'
import { recordChangeSql } from './change-store.ts'

/** The pricing rule of a shop and the platform's commission. */
export type Terms = PricingRule & { basisPoints: number }

export const readTerms = async (db: Queryable, shopId: string, now: Date): Promise<Terms> =>
  (await queryOne(
    db,
    sql<Terms>`select s.markup_percent as percent, s.rounding, commission_at(${now}) as "basisPoints" from shop s where s.id = ${shopId}`,
  ))!

// The formulas of the contract's pricing.ts as SQL; a test compares the two.
const markedUpSql = (t: PricingRule) => sql`((p.supplier_price * ${100 + t.percent}::bigint + 50) / 100)`
export const priceSql = (t: PricingRule) =>
  t.rounding === 'ending-99'
    ? sql`(${markedUpSql(t)} / 100 * 100 + 99)`
    : t.rounding === 'whole'
      ? sql`((${markedUpSql(t)} + 99) / 100 * 100)`
      : markedUpSql(t)
const commissionSql = (price: ReturnType<typeof priceSql>, basisPoints: number) =>
  sql`((${price} * ${basisPoints}::bigint + 5000) / 10000)`
export const profitSql = (price: ReturnType<typeof priceSql>, basisPoints: number) =>
  sql`(${price} - ${commissionSql(price, basisPoints)} - p.supplier_price)`
export const isSoldAtLossSql = (price: ReturnType<typeof priceSql>, basisPoints: number) =>
  sql`(${price} * ${10_000 - basisPoints}::bigint < p.supplier_price * 10000)`

export type Margins = {
  lowest_margin: number | null
  median_margin: number | null
  lowest_profit: bigint | null
  highest_profit: bigint | null
}
/** Aggregates of the rows that match `counted`. The rows need the columns "price" and "profit". */
export const marginsSql = (
  counted: RawBuilder<unknown>,
) => sql`(min(profit * 10000 / price) filter (where ${counted}))::int as lowest_margin,
  (percentile_disc(0.5) within group (order by profit * 10000 / price) filter (where ${counted}))::int as median_margin,
  min(profit) filter (where ${counted}) as lowest_profit, max(profit) filter (where ${counted}) as highest_profit`

// The distribution center as one shop sees it.

export type ProductRow = {
  id: string
  code: string
  name: string
  text_language: Language
  picture: string | null
  category_id: string
  supplier_price: bigint
  suggested_price: bigint
  stock: number
  variants: number
  sold30: number
  your_price: bigint
  your_profit: bigint
  listing_id: string | null
  shelf: 'on-shelf' | 'off-shelf' | null
}

/** Length of the period of "hot-selling", in days with today. */
export const hotDays = 30
/** The first day of the period, UTC. */
const hotPeriodStart = (now: Date) => sql`(${now}::timestamptz at time zone 'UTC')::date - ${sql.lit(hotDays - 1)}`
const soldSql = (now: Date) =>
  sql`(select product_id, sum(units)::int as units from product_day where day >= ${hotPeriodStart(now)} group by product_id)`

const productColumns = (
  t: Terms,
  lang: string,
) => sql`p.id, p.code, ${textColumns(lang)}, p.picture, p.category_id, p.supplier_price, p.suggested_price, ${productStock} as stock, ${variantCount},
  coalesce(s.units, 0) as sold30, ${priceSql(t)} as your_price, ${profitSql(priceSql(t), t.basisPoints)} as your_profit, l.id as listing_id, l.shelf`
const productTables = (
  shopId: string,
  lang: string,
  now: Date,
) => sql`product p ${textJoin(lang)} left join ${soldSql(now)} s on s.product_id = p.id
  left join listing l on l.shop_id = ${shopId} and l.product_id = p.id`

export type ProductFilter = {
  search?: string | undefined
  categoryId?: string | undefined
  notAdded?: boolean | undefined
}
const productMatches = (f: ProductFilter) => sql`not p.withdrawn
  and ${nameFilter(f.search)}
  and ${f.categoryId ? sql`p.category_id = ${f.categoryId}` : sql`true`}
  and ${f.notAdded ? sql`l.id is null` : sql`true`}`

export type Sort = 'hot' | 'new' | 'price-up' | 'price-down'
const sorts = {
  hot: { by: sql`coalesce(s.units, 0)`, down: true, type: sql`int` },
  new: { by: sql`p.created_at`, down: true, type: sql`timestamptz` },
  'price-up': { by: sql`p.supplier_price`, down: false, type: sql`bigint` },
  'price-down': { by: sql`p.supplier_price`, down: true, type: sql`bigint` },
}

export async function listProductRows(
  db: Queryable,
  shopId: string,
  terms: Terms,
  filter: ProductFilter,
  sort: Sort,
  page: { after: { value: string; id: string } | undefined; limit: number; skip: number },
  lang: string,
  now: Date,
): Promise<{ rows: (ProductRow & { key: string })[]; total: number }> {
  const { by, down, type } = sorts[sort]
  const after = page.after
    ? sql`(${by}, p.id) ${down ? sql`<` : sql`>`} (${page.after.value}::${type}, ${page.after.id}::uuid)`
    : sql`true`
  const direction = down ? sql`desc` : sql`asc`
  const [rows, count] = await Promise.all([
    queryAll(
      db,
      sql<
        ProductRow & { key: string }
      >`select ${productColumns(terms, lang)}, ${by}::text as key from ${productTables(shopId, lang, now)}
        where ${productMatches(filter)} and ${after} order by ${by} ${direction}, p.id ${direction} limit ${page.limit} offset ${page.skip}`,
    ),
    queryOne(
      db,
      sql<{
        n: number
      }>`select count(*)::int as n from product p left join listing l on l.shop_id = ${shopId} and l.product_id = p.id where ${productMatches(filter)}`,
    ),
  ])
  return { rows, total: count!.n }
}

/** The best-selling products by rank, with the number of shops that sold them. */
export const listHotProductRows = (db: Queryable, shopId: string, terms: Terms, lang: string, now: Date) =>
  queryAll(
    db,
    sql<
      ProductRow & { shops: number }
    >`select h.*, (select count(distinct d.shop_id)::int from shop_product_day d where d.product_id = h.id and d.day >= ${hotPeriodStart(now)} and d.units > 0) as shops
      from (select ${productColumns(terms, lang)} from ${productTables(shopId, lang, now)}
        where s.units > 0 and not p.withdrawn order by s.units desc, p.id desc limit ${hotProductsShown}) h order by h.sold30 desc, h.id desc`,
  )

/** First and last day of the period of "hot-selling", UTC. */
export const readHotPeriod = async (db: Queryable, now: Date) =>
  (await queryOne(
    db,
    sql<{
      from: string
      to: string
    }>`select ${hotPeriodStart(now)} as "from", (${now}::timestamptz at time zone 'UTC')::date as "to"`,
  ))!

export const findProduct = (db: Queryable, shopId: string, terms: Terms, id: string, lang: string, now: Date) =>
  queryOne(
    db,
    sql<
      ProductRow & { description: string; category: string; pictures: Picture[]; variant_list: OfferedVariant[] }
    >`select ${productColumns(terms, lang)}, ${descriptionColumn}, ${picturesColumn}, ${variantsColumn}, coalesce(c.names ->> ${lang}, c.names ->> 'en') as category
      from ${productTables(shopId, lang, now)} join category c on c.id = p.category_id where p.id = ${id} and not p.withdrawn`,
  )

/** The merchant's selection as a condition on products. */
export type ProductSelection = { products: string[] } | { filter: ProductFilter } | { hot: true }
const chosenSql = (chosen: ProductSelection, now: Date) =>
  'products' in chosen
    ? sql`not p.withdrawn and p.id = any(${chosen.products}::uuid[])`
    : 'hot' in chosen
      ? sql`p.id in (select q.id from ${soldSql(now)} s join product q on q.id = s.product_id where s.units > 0 and not q.withdrawn order by s.units desc, q.id desc limit 10)`
      : productMatches({ ...chosen.filter, notAdded: false })

/** Locks the selected products against concurrent price changes. */
export const lockPrices = (tx: Tx, chosen: ProductSelection, now: Date) =>
  sql`select from product p ${'filter' in chosen ? sql`left join listing l on false` : sql``}
    where ${chosenSql(chosen, now)} order by p.id for share of p`.execute(tx)

export type Preview = Margins & {
  selected: number
  already: number
  to_add: number
  at_loss: number
  out_of_stock: number
  losing: { id: string; name: string; supplier_price: number }[]
}

/** The maximum number of products in the list of those that would sell at a loss. */
const maxLosingProducts = 20

export const previewChosen = async (
  db: Queryable,
  shopId: string,
  t: Terms,
  chosen: ProductSelection,
  now: Date,
): Promise<Preview> =>
  (await queryOne(
    db,
    sql<Preview>`with chosen as (
        select p.id, p.name, p.supplier_price, l.id is not null as added, p.stock = 0 as out, ${isSoldAtLossSql(priceSql(t), t.basisPoints)} as loss,
          ${priceSql(t)} as price, ${profitSql(priceSql(t), t.basisPoints)} as profit
        from product p left join listing l on l.shop_id = ${shopId} and l.product_id = p.id where ${chosenSql(chosen, now)}
      )
      select count(*)::int as selected, (count(*) filter (where added))::int as already,
        (count(*) filter (where not added and not loss))::int as to_add, (count(*) filter (where not added and loss))::int as at_loss,
        (count(*) filter (where not added and not loss and out))::int as out_of_stock,
        (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from
          (select id, name, supplier_price from chosen where not added and loss order by name, id limit ${maxLosingProducts}) x) as losing,
        ${marginsSql(sql`not added and not loss`)}
      from chosen`,
  ))!

/**
 * Adds the selected products in one statement, as a change with undo. Existing listings stay unchanged. Call
 * `lockPrices` first.
 */
export const insertListings = async (
  tx: Tx,
  shopId: string,
  t: Terms,
  chosen: ProductSelection,
  change: { id: string; at: Date },
): Promise<number> => {
  const row = await queryOne(
    tx,
    sql<{ n: number }>`with added as (
        insert into listing (shop_id, id, product_id, selling_price, shelf, added_at)
        select ${shopId}, uuidv7(), p.id, ${priceSql(t)}, 'on-shelf', ${change.at} from product p
        where ${chosenSql(chosen, change.at)} and not ${isSoldAtLossSql(priceSql(t), t.basisPoints)}
        order by p.id
        on conflict (shop_id, product_id) do nothing
        returning id, null::jsonb as was, jsonb_build_object('shelf', shelf, 'selling_price', selling_price) as became
      ), ${recordChangeSql(shopId, change, 'added')} select count(*)::int as n from added`,
  )
  return row!.n
}

// The listings of a shop.

export type ListingRow = {
  id: string
  product_id: string
  code: string
  name: string
  text_language: Language
  picture: string | null
  category_id: string
  shop_category_id: string | null
  selling_price: bigint
  supplier_price: bigint
  stock: number
  variants: number
  views: number
  clicks: number
  units: number
  recommended: boolean
  shelf: 'on-shelf' | 'off-shelf'
  off_reason: 'merchant' | 'at-loss' | 'withdrawn' | null
  withdrawn: boolean
  added_at: Date
}
const listingColumns = (
  lang: string,
) => sql`l.id, l.product_id, p.code, ${textColumns(lang)}, p.picture, p.category_id, l.category_id as shop_category_id,
  l.selling_price, p.supplier_price, ${productStock} as stock, ${variantCount}, coalesce(f.views, 0) as views, coalesce(f.clicks, 0) as clicks, coalesce(f.units, 0) as units, l.recommended, l.shelf, l.off_reason, p.withdrawn, l.added_at`
const listingTables = (lang: string) =>
  sql`listing l join product p on p.id = l.product_id ${textJoin(lang)} left join listing_figures f on f.shop_id = l.shop_id and f.listing_id = l.id`

type ListingFilter = {
  shelf?: 'on-shelf' | 'off-shelf' | undefined
  recommended?: boolean | undefined
  categoryId?: string | undefined
  shopCategoryId?: string | undefined
  search?: string | undefined
}
/** The filter as a condition on listings l and their products p. */
export const listingMatches = (shopId: string, f: ListingFilter) => sql`l.shop_id = ${shopId}
  and ${f.shelf ? sql`l.shelf = ${f.shelf}` : sql`true`}
  and ${f.recommended === undefined ? sql`true` : sql`l.recommended = ${f.recommended}`}
  and ${f.categoryId ? sql`p.category_id = ${f.categoryId}` : sql`true`}
  and ${f.shopCategoryId === undefined ? sql`true` : f.shopCategoryId === 'none' ? sql`l.category_id is null` : sql`l.category_id = ${f.shopCategoryId}`}
  and ${nameFilter(f.search)}`

const listingSortSql = (sort: ListingSort, basisPoints: number) =>
  ({
    added: { by: sql`l.added_at`, down: true, type: sql`timestamptz` },
    sales: { by: sql`coalesce(f.units, 0)`, down: true, type: sql`int` },
    profit: { by: profitSql(sql`l.selling_price`, basisPoints), down: true, type: sql`bigint` },
    stock: { by: sql`p.stock`, down: false, type: sql`int` },
  })[sort]

/** A page of the listings of a shop. `key`: the value that the rows are sorted by, as text. */
export async function listListingRows(
  db: Queryable,
  shopId: string,
  filter: ListingFilter,
  sort: ListingSort,
  basisPoints: number,
  page: { after: { value: string; id: string } | undefined; limit: number; skip: number },
  lang: string,
): Promise<{
  rows: (ListingRow & { key: string })[]
  total: number
  counts: { all: number; on: number; off: number; recommended: number }
}> {
  const { by, down, type } = listingSortSql(sort, basisPoints)
  const after = page.after
    ? sql`(${by}, l.id) ${down ? sql`<` : sql`>`} (${page.after.value}::${type}, ${page.after.id}::uuid)`
    : sql`true`
  const direction = down ? sql`desc` : sql`asc`
  const [rows, count] = await Promise.all([
    queryAll(
      db,
      sql<
        ListingRow & { key: string }
      >`select ${listingColumns(lang)}, ${by}::text as key from ${listingTables(lang)} where ${listingMatches(shopId, filter)} and ${after}
        order by ${by} ${direction}, l.id ${direction} limit ${page.limit} offset ${page.skip}`,
    ),
    queryOne(
      db,
      sql<{ total: number; all: number; on: number; off: number; recommended: number }>`
        select (select count(*)::int from listing l join product p on p.id = l.product_id where ${listingMatches(shopId, filter)}) as total,
          count(*)::int as all, (count(*) filter (where shelf = 'on-shelf'))::int as on, (count(*) filter (where shelf = 'off-shelf'))::int as off,
          (count(*) filter (where recommended))::int as recommended
        from listing where shop_id = ${shopId}`,
    ),
  ])
  const { total, ...counts } = count!
  return { rows, total, counts }
}

/** The effect of a pricing rule on a selection. `condition`: a condition on listings l and products p. */
export const previewRule = async (db: Queryable, condition: RawBuilder<unknown>, t: Terms) =>
  (await queryOne(
    db,
    sql<Margins & { selected: number; raised: number; lowered: number; same: number; at_loss: number }>`with chosen as (
        select l.selling_price as was, ${priceSql(t)} as price, ${profitSql(priceSql(t), t.basisPoints)} as profit,
          ${isSoldAtLossSql(priceSql(t), t.basisPoints)} as loss
        from listing l join product p on p.id = l.product_id where ${condition}
      )
      select count(*)::int as selected, (count(*) filter (where price > was and not loss))::int as raised,
        (count(*) filter (where price < was and not loss))::int as lowered, (count(*) filter (where price = was and not loss))::int as same,
        (count(*) filter (where loss))::int as at_loss, ${marginsSql(sql`not loss`)}
      from chosen`,
  ))!

export const findListing = (db: Queryable, shopId: string, id: string, lang: string) =>
  queryOne(
    db,
    sql<
      ListingRow & {
        description: string
        category: string
        pictures: Picture[]
        suggested_price: bigint
        variant_list: OfferedVariant[]
      }
    >`select ${listingColumns(lang)}, ${descriptionColumn}, ${picturesColumn}, ${variantsColumn}, p.suggested_price,
        coalesce(c.names ->> ${lang}, c.names ->> 'en') as category
      from ${listingTables(lang)} join category c on c.id = p.category_id where l.shop_id = ${shopId} and l.id = ${id}`,
  )

/** Locks one listing; its product first, in the order in which a change of a product locks them. */
export async function lockListing(tx: Tx, shopId: string, id: string) {
  const wanted = sql`l.shop_id = ${shopId} and l.id = ${id}`
  await sql`select from product p join listing l on l.product_id = p.id where ${wanted} for share of p`.execute(tx)
  return queryOne(
    tx,
    sql<{
      selling_price: bigint
      supplier_price: bigint
    }>`select l.selling_price, p.supplier_price from listing l join product p on p.id = l.product_id where ${wanted} for update of l`,
  )
}

export const updateListing = (
  tx: Tx,
  shopId: string,
  id: string,
  change: { price?: bigint | undefined; recommended?: boolean | undefined; shopCategoryId?: string | null | undefined },
) =>
  sql`update listing set selling_price = coalesce(${change.price ?? null}::bigint, selling_price),
    off_reason = case when off_reason = 'at-loss' and ${change.price !== undefined} then 'merchant' else off_reason end,
    recommended = coalesce(${change.recommended ?? null}::boolean, recommended),
    category_id = case when ${change.shopCategoryId !== undefined} then ${change.shopCategoryId ?? null}::uuid else category_id end
    where shop_id = ${shopId} and id = ${id}`.execute(tx)

// The storefront.

const sellable = sql`l.shelf = 'on-shelf' and not p.withdrawn and p.stock > 0`

/** The last listing shown: recommended ones come first, then the newest. */
export type ShelfPosition = { recommended: boolean; at: Date; id: string }

export const listOnShelf = (
  db: Queryable,
  shopId: string,
  { search, category }: { search?: string | undefined; category?: string | undefined },
  page: Page<ShelfPosition>,
  lang: string,
) => {
  const found = sql`from listing l join product p on p.id = l.product_id ${textJoin(lang)}
      where l.shop_id = ${shopId} and ${sellable} and ${nameFilter(search)} and ${category ? sql`l.category_id = ${category}` : sql`true`}`
  return queryAll(
    db,
    sql<{
      id: string
      name: string
      text_language: Language
      picture: string | null
      selling_price: bigint
      stock: number
      variants: number
      recommended: boolean
      added_at: Date
      total: number
    }>`
      select l.id, ${textColumns(lang)}, p.picture, l.selling_price, ${productStock} as stock, ${variantCount}, l.recommended, l.added_at,
        ${totalOf(found)}
      ${found} and ${page.after ? sql`(l.recommended, l.added_at, l.id) < (${page.after.recommended}, ${page.after.at}::timestamptz, ${page.after.id}::uuid)` : sql`true`}
      order by l.recommended desc, l.added_at desc, l.id desc limit ${page.limit} offset ${page.skip}`,
  )
}

/** The visible categories of a shop, in its order, with the number of sellable products. */
export const listShownCategories = (db: Queryable, shopId: string) =>
  queryAll(
    db,
    sql<{ id: string; name: string; products: number }>`
      select c.id, c.name, count(*)::int as products
      from shop_category c join listing l on l.shop_id = c.shop_id and l.category_id = c.id join product p on p.id = l.product_id
      where c.shop_id = ${shopId} and c.shown and ${sellable} group by c.shop_id, c.id order by c.place, c.created_at, c.id`,
  )

export const findOnShelf = (db: Queryable, shopId: string, id: string, lang: string) =>
  queryOne(
    db,
    sql<{
      id: string
      name: string
      text_language: Language
      description: string
      picture: string | null
      pictures: Picture[]
      selling_price: bigint
      stock: number
      variant_list: OfferedVariant[]
    }>`
      select l.id, ${textColumns(lang)}, ${descriptionColumn}, p.picture, ${picturesColumn}, l.selling_price, ${productStock} as stock, ${variantsColumn}
      from listing l join product p on p.id = l.product_id ${textJoin(lang)}
      where l.shop_id = ${shopId} and l.id = ${id} and l.shelf = 'on-shelf' and not p.withdrawn`,
  )

/** Counts a visitor's impressions of these listings, once a day. */
export const recordViews = (tx: Tx, shopId: string, ids: readonly string[], visitor: Buffer, at: Date) =>
  sql`select record_views(${shopId}, ${[...ids]}::uuid[], ${visitor}, ${at})`.execute(tx)

/** Counts a visitor's click. Returns whether it is the first of the day. */
export const recordClick = async (
  tx: Tx,
  shopId: string,
  listingId: string,
  visitor: Buffer,
  at: Date,
): Promise<boolean> =>
  (await queryOne(tx, sql<{ ok: boolean }>`select record_click(${shopId}, ${listingId}, ${visitor}, ${at}) as ok`))!.ok
