import { all, contains, one, sql, type Queryable, type Tx } from '../../platform/postgres.ts'
import type { PricingRule } from './pricing.ts'

/** A shop's pricing rule with the platform's commission. */
export type Terms = PricingRule & { basisPoints: number }

export const readTerms = async (on: Queryable, shopId: string): Promise<Terms> =>
  (await one(
    on,
    sql<Terms>`select s.markup_percent as percent, s.rounding, i.commission_basis_points as "basisPoints" from shop s, installation i where s.id = ${shopId}`,
  ))!

// The sums of pricing.ts for sets of products; a test compares the two.
const marked = (t: Terms) => sql`((p.supplier_price * ${100 + t.percent}::bigint + 50) / 100)`
export const priceSql = (t: Terms) =>
  t.rounding === 'ending-99'
    ? sql`(${marked(t)} / 100 * 100 + 99)`
    : t.rounding === 'whole'
      ? sql`((${marked(t)} + 99) / 100 * 100)`
      : marked(t)
const commissionSql = (price: ReturnType<typeof priceSql>, bp: number) =>
  sql`((${price} * ${bp}::bigint + 5000) / 10000)`
export const profitSql = (price: ReturnType<typeof priceSql>, bp: number) =>
  sql`(${price} - ${commissionSql(price, bp)} - p.supplier_price)`
const atLossSql = (price: ReturnType<typeof priceSql>, bp: number) =>
  sql`(${price} * ${10_000 - bp}::bigint < p.supplier_price * 10000)`

// The distribution center as one shop sees it.

export type ProductRow = {
  id: string
  code: string
  name: string
  picture: string | null
  category_id: string
  supplier_price: bigint
  suggested_price: bigint
  stock: number
  sold30: number
  your_price: bigint
  your_profit: bigint
  listing_id: string | null
  shelf: 'on-shelf' | 'off-shelf' | null
}

/** First day of the last thirty, UTC. */
const since = (now: Date) => sql`(${now}::timestamptz at time zone 'UTC')::date - 29`
const soldSql = (now: Date) =>
  sql`(select product_id, sum(units)::int as units from product_day where day >= ${since(now)} group by product_id)`

const productColumns = (
  t: Terms,
) => sql`p.id, p.code, p.name, p.picture, p.category_id, p.supplier_price, p.suggested_price, p.stock,
  coalesce(s.units, 0) as sold30, ${priceSql(t)} as your_price, ${profitSql(priceSql(t), t.basisPoints)} as your_profit, l.id as listing_id, l.shelf`
const productTables = (shopId: string, now: Date) => sql`product p left join ${soldSql(now)} s on s.product_id = p.id
  left join listing l on l.shop_id = ${shopId} and l.product_id = p.id`

export type ProductFilter = {
  search?: string | undefined
  categoryId?: string | undefined
  notAdded?: boolean | undefined
}
const matches = (f: ProductFilter) => sql`not p.withdrawn
  and ${f.search ? sql`(p.name ilike ${contains(f.search)} or p.code ilike ${contains(f.search)})` : sql`true`}
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
  on: Queryable,
  shopId: string,
  terms: Terms,
  filter: ProductFilter,
  sort: Sort,
  page: { after: { value: string; id: string } | undefined; limit: number; skip: number },
  now: Date,
): Promise<{ rows: (ProductRow & { key: string })[]; total: number }> {
  const { by, down, type } = sorts[sort]
  const after = page.after
    ? sql`(${by}, p.id) ${down ? sql`<` : sql`>`} (${page.after.value}::${type}, ${page.after.id}::uuid)`
    : sql`true`
  const direction = down ? sql`desc` : sql`asc`
  const [rows, count] = await Promise.all([
    all(
      on,
      sql<
        ProductRow & { key: string }
      >`select ${productColumns(terms)}, ${by}::text as key from ${productTables(shopId, now)}
        where ${matches(filter)} and ${after} order by ${by} ${direction}, p.id ${direction} limit ${page.limit} offset ${page.skip}`,
    ),
    one(
      on,
      sql<{
        n: number
      }>`select count(*)::int as n from product p left join listing l on l.shop_id = ${shopId} and l.product_id = p.id where ${matches(filter)}`,
    ),
  ])
  return { rows, total: count!.n }
}

export const hotProductRows = (on: Queryable, shopId: string, terms: Terms, now: Date) =>
  all(
    on,
    sql<ProductRow>`select ${productColumns(terms)} from ${productTables(shopId, now)} where s.units > 0 and not p.withdrawn order by s.units desc, p.id desc limit 10`,
  )

export const readProduct = (on: Queryable, shopId: string, terms: Terms, id: string, lang: string, now: Date) =>
  one(
    on,
    sql<
      ProductRow & { description: string; category: string }
    >`select ${productColumns(terms)}, p.description, coalesce(c.names ->> ${lang}, c.names ->> 'en') as category
      from ${productTables(shopId, now)} join category c on c.id = p.category_id where p.id = ${id} and not p.withdrawn`,
  )

/** What the merchant chose, as a condition on products. */
export type Chosen = { products: string[] } | { filter: ProductFilter } | { hot: true }
const chosenSql = (chosen: Chosen, now: Date) =>
  'products' in chosen
    ? sql`not p.withdrawn and p.id = any(${chosen.products}::uuid[])`
    : 'hot' in chosen
      ? sql`p.id in (select q.id from ${soldSql(now)} s join product q on q.id = s.product_id where s.units > 0 and not q.withdrawn order by s.units desc, q.id desc limit 10)`
      : matches({ ...chosen.filter, notAdded: false })

/** Keeps the prices of what was chosen as they are until the act is over; a change of them waits, or is waited for. */
export const holdPrices = (tx: Tx, chosen: Chosen, now: Date) =>
  sql`select from product p ${'filter' in chosen ? sql`left join listing l on false` : sql``}
    where ${chosenSql(chosen, now)} order by p.id for share of p`.execute(tx)

export type Preview = {
  selected: number
  already: number
  to_add: number
  at_loss: number
  out_of_stock: number
  lowest_margin: number | null
  median_margin: number | null
  lowest_profit: bigint | null
  highest_profit: bigint | null
}

export const previewChosen = async (
  on: Queryable,
  shopId: string,
  t: Terms,
  chosen: Chosen,
  now: Date,
): Promise<Preview> =>
  (await one(
    on,
    sql<Preview>`with chosen as (
        select l.id is not null as added, p.stock = 0 as out, ${atLossSql(priceSql(t), t.basisPoints)} as loss,
          ${priceSql(t)} as price, ${profitSql(priceSql(t), t.basisPoints)} as profit
        from product p left join listing l on l.shop_id = ${shopId} and l.product_id = p.id where ${chosenSql(chosen, now)}
      )
      select count(*)::int as selected, (count(*) filter (where added))::int as already,
        (count(*) filter (where not added and not loss))::int as to_add, (count(*) filter (where not added and loss))::int as at_loss,
        (count(*) filter (where not added and not loss and out))::int as out_of_stock,
        (min(profit * 10000 / price) filter (where not added and not loss))::int as lowest_margin,
        (percentile_disc(0.5) within group (order by profit * 10000 / price) filter (where not added and not loss))::int as median_margin,
        min(profit) filter (where not added and not loss) as lowest_profit, max(profit) filter (where not added and not loss) as highest_profit
      from chosen`,
  ))!

/** Adds what was chosen, in one statement; what is there already stays as it is. Call `holdPrices` first. */
export const insertListings = async (tx: Tx, shopId: string, t: Terms, chosen: Chosen, now: Date): Promise<number> => {
  const row = await one(
    tx,
    sql<{ n: number }>`with added as (
        insert into listing (shop_id, id, product_id, selling_price, shelf, added_at)
        select ${shopId}, uuidv7(), p.id, ${priceSql(t)}, 'on-shelf', ${now} from product p
        where ${chosenSql(chosen, now)} and not ${atLossSql(priceSql(t), t.basisPoints)}
        order by p.id
        on conflict (shop_id, product_id) do nothing returning 1
      ) select count(*)::int as n from added`,
  )
  return row!.n
}

// What the shop sells.

export type ListingRow = {
  id: string
  product_id: string
  code: string
  name: string
  picture: string | null
  category_id: string
  selling_price: bigint
  supplier_price: bigint
  stock: number
  views: number
  units: number
  recommended: boolean
  shelf: 'on-shelf' | 'off-shelf'
  off_reason: 'merchant' | 'at-loss' | 'withdrawn' | null
  withdrawn: boolean
  added_at: Date
}
const listingColumns = sql`l.id, l.product_id, p.code, p.name, p.picture, p.category_id, l.selling_price, p.supplier_price, p.stock,
  coalesce(f.views, 0) as views, coalesce(f.units, 0) as units, l.recommended, l.shelf, l.off_reason, p.withdrawn, l.added_at`
const listingTables = sql`listing l join product p on p.id = l.product_id left join listing_figures f on f.shop_id = l.shop_id and f.listing_id = l.id`

export type ListingFilter = {
  shelf?: 'on-shelf' | 'off-shelf' | undefined
  recommended?: boolean | undefined
  categoryId?: string | undefined
  search?: string | undefined
}
const listingMatches = (shopId: string, f: ListingFilter) => sql`l.shop_id = ${shopId}
  and ${f.shelf ? sql`l.shelf = ${f.shelf}` : sql`true`}
  and ${f.recommended === undefined ? sql`true` : sql`l.recommended = ${f.recommended}`}
  and ${f.categoryId ? sql`p.category_id = ${f.categoryId}` : sql`true`}
  and ${f.search ? sql`(p.name ilike ${contains(f.search)} or p.code ilike ${contains(f.search)})` : sql`true`}`

export async function listListingRows(
  on: Queryable,
  shopId: string,
  filter: ListingFilter,
  page: { after: { at: Date; id: string } | undefined; limit: number; skip: number },
): Promise<{
  rows: ListingRow[]
  total: number
  counts: { all: number; on: number; off: number; recommended: number }
}> {
  const after = page.after ? sql`(l.added_at, l.id) < (${page.after.at}, ${page.after.id}::uuid)` : sql`true`
  const [rows, count] = await Promise.all([
    all(
      on,
      sql<ListingRow>`select ${listingColumns} from ${listingTables} where ${listingMatches(shopId, filter)} and ${after}
        order by l.added_at desc, l.id desc limit ${page.limit} offset ${page.skip}`,
    ),
    one(
      on,
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

export const readListing = (on: Queryable, shopId: string, id: string, lang: string) =>
  one(
    on,
    sql<
      ListingRow & { description: string; category: string; suggested_price: bigint }
    >`select ${listingColumns}, p.description, p.suggested_price,
        coalesce(c.names ->> ${lang}, c.names ->> 'en') as category
      from ${listingTables} join category c on c.id = p.category_id where l.shop_id = ${shopId} and l.id = ${id}`,
  )

/** Locks listings of the shop; their products first, in the order in which a change of a product locks them. */
export async function takeListings(tx: Tx, shopId: string, ids: readonly string[]) {
  const named = sql`l.shop_id = ${shopId} and l.id = any(${[...ids]}::uuid[])`
  await sql`select from product p join listing l on l.product_id = p.id where ${named} order by p.id for share of p`.execute(
    tx,
  )
  return all(
    tx,
    sql<{
      id: string
      name: string
      shelf: 'on-shelf' | 'off-shelf'
      selling_price: bigint
      supplier_price: bigint
      withdrawn: boolean
    }>`select l.id, p.name, l.shelf, l.selling_price, p.supplier_price, p.withdrawn
      from listing l join product p on p.id = l.product_id where ${named} order by l.id for update of l`,
  )
}

export const markShelf = (tx: Tx, shopId: string, ids: readonly string[], shelf: 'on-shelf' | 'off-shelf') =>
  sql`update listing set shelf = ${shelf}, off_reason = ${shelf === 'off-shelf' ? 'merchant' : null} where shop_id = ${shopId} and id = any(${[...ids]}::uuid[])`.execute(
    tx,
  )

export const updateListing = (
  tx: Tx,
  shopId: string,
  id: string,
  change: { price?: bigint | undefined; recommended?: boolean | undefined },
) =>
  sql`update listing set selling_price = coalesce(${change.price ?? null}::bigint, selling_price),
    off_reason = case when off_reason = 'at-loss' and ${change.price !== undefined} then 'merchant' else off_reason end, recommended = coalesce(${change.recommended ?? null}::boolean, recommended)
    where shop_id = ${shopId} and id = ${id}`.execute(tx)

/** Takes one product's listings off all shelves: all of them when it was withdrawn, else those that would lose money. */
export const offAllShelves = (tx: Tx, productId: string, reason: 'withdrawn' | 'at-loss') =>
  all(
    tx,
    sql<{ shop_id: string; n: number }>`with gone as (
        update listing l set shelf = 'off-shelf', off_reason = ${reason} from product p, installation i
        where p.id = l.product_id and l.product_id = ${productId} and l.shelf = 'on-shelf'
          and ${reason === 'withdrawn' ? sql`true` : sql`l.selling_price * (10000 - i.commission_basis_points) < p.supplier_price * 10000`}
        returning l.shop_id
      ) select shop_id, count(*)::int as n from gone group by shop_id order by shop_id`,
  )

// What buyers see.

export const listOnShelf = (on: Queryable, shopId: string, search: string | undefined, limit: number, skip: number) =>
  all(
    on,
    sql<{
      id: string
      name: string
      picture: string | null
      selling_price: bigint
      stock: number
      recommended: boolean
      total: number
    }>`
      select l.id, p.name, p.picture, l.selling_price, p.stock, l.recommended, count(*) over ()::int as total
      from listing l join product p on p.id = l.product_id
      where l.shop_id = ${shopId} and l.shelf = 'on-shelf' and not p.withdrawn and p.stock > 0
        and ${search ? sql`p.name ilike ${contains(search)}` : sql`true`}
      order by l.recommended desc, l.added_at desc, l.id desc limit ${limit} offset ${skip}`,
  )

export const readOnShelf = (on: Queryable, shopId: string, id: string) =>
  one(
    on,
    sql<{
      id: string
      name: string
      description: string
      picture: string | null
      selling_price: bigint
      stock: number
    }>`
      select l.id, p.name, p.description, p.picture, l.selling_price, p.stock from listing l join product p on p.id = l.product_id
      where l.shop_id = ${shopId} and l.id = ${id} and l.shelf = 'on-shelf' and not p.withdrawn`,
  )

/** Answers whether this visitor looks at it for the first time today. */
export async function insertView(
  tx: Tx,
  shopId: string,
  listingId: string,
  day: string,
  visitor: Buffer,
): Promise<boolean> {
  const row = await one(
    tx,
    sql<{
      ok: boolean
    }>`insert into listing_view (shop_id, listing_id, day, visitor) values (${shopId}, ${listingId}, ${day}, ${visitor}) on conflict do nothing returning true as ok`,
  )
  return row !== undefined
}
