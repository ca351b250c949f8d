/** Bulk changes of listings, each in one statement, and their undo. */
import type { RawBuilder } from 'kysely'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'

type Column = 'shelf' | 'off_reason' | 'selling_price' | 'recommended' | 'category_id'

/** A change of listings l of products p. */
export type Change = {
  set: Partial<Record<Column, RawBuilder<unknown>>>
  /** True for a listing that already has the new values. */
  unchanged: RawBuilder<unknown>
  /** The refusal name for a listing, or null. */
  refusal: RawBuilder<unknown>
  /** Whether the result depends on the supplier's price. */
  pricesMatter: boolean
}

/** Says to the history of prices what this transaction does, and when. */
export const sayPriceCause = (tx: Tx, cause: 'typed' | 'rule' | 'undone', at: Date) =>
  sql`select set_config('quayside.price_cause', ${cause}, true), set_config('quayside.price_at', ${at.toISOString()}, true)`.execute(
    tx,
  )

/** Stores the rows of `source` ("id", "was", "became") as one change. */
export const recordChangeSql = (
  shopId: string,
  change: { id: string; at: Date },
  source: string,
) => sql`kept_change as (
    insert into listing_change (shop_id, id, at) select ${shopId}, ${change.id}, ${change.at} where exists (select from ${sql.ref(source)})
  ), kept as (
    insert into listing_change_row (shop_id, change_id, listing_id, was, became)
    select ${shopId}, ${change.id}, id, was, became from ${sql.ref(source)}
  )`

/**
 * Locks the listings that match `condition`; their products first where prices matter. Returns their number. A change
 * of a product locks in the same order.
 */
export async function lockListings(tx: Tx, condition: RawBuilder<unknown>, pricesMatter: boolean): Promise<number> {
  const found = sql`listing l join product p on p.id = l.product_id where ${condition}`
  if (pricesMatter) await sql`select from ${found} order by p.id for share of p`.execute(tx)
  const row = await queryOne(
    tx,
    sql<{ n: number }>`select count(*)::int as n from (select from ${found} order by l.id for update of l) x`,
  )
  return row!.n
}

/** Changes the matching listings that no refusal stops, and stores their old values. Call `lockListings` first. */
export async function updateListings(
  tx: Tx,
  shopId: string,
  condition: RawBuilder<unknown>,
  { set, unchanged, refusal }: Change,
  change: { id: string; at: Date },
): Promise<{
  changed: number
  unchanged: number
  refused: {
    id: string
    name: string
    refusal: 'listing/sells-at-loss' | 'listing/product-withdrawn'
    supplier_price: number
  }[]
}> {
  const columns = Object.entries(set)
  const state = (of: string) =>
    sql`jsonb_build_object(${sql.join(columns.flatMap(([name]) => [sql.lit(name), sql.ref(`${of}.${name}`)]))})`
  const row = await queryOne(
    tx,
    sql<Awaited<ReturnType<typeof updateListings>>>`with chosen as materialized (
        select l.id, p.name, p.supplier_price, ${unchanged} as unchanged, ${refusal} as refusal, ${sql.join(columns.map(([name, value]) => sql`${value} as ${sql.ref(name)}`))}
        from listing l join product p on p.id = l.product_id where ${condition}
      ), changed as (
        update listing l set ${sql.join(columns.map(([name]) => sql`${sql.ref(name)} = ${sql.ref(`c.${name}`)}`))}
        from chosen c where l.shop_id = ${shopId} and l.id = c.id and not c.unchanged and c.refusal is null
        returning l.id, ${state('old')} as was, ${state('new')} as became
      ), ${recordChangeSql(shopId, change, 'changed')}
      select (select count(*)::int from changed) as changed, (select count(*)::int from chosen where unchanged) as unchanged,
        (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'refusal', refusal, 'supplier_price', supplier_price) order by id), '[]')
          from chosen where not unchanged and refusal is not null) as refused`,
  )
  return row!
}

/** Marks a change as undone, once. Returns whether that was possible. */
export const lockChange = async (tx: Tx, shopId: string, id: string, since: Date, at: Date): Promise<boolean> =>
  (await queryOne(
    tx,
    sql`update listing_change set undone_at = ${at} where shop_id = ${shopId} and id = ${id} and at > ${since} and undone_at is null returning id`,
  )) !== undefined

/** The listings of a change, as a condition on listings l. */
export const changedBy = (shopId: string, id: string) =>
  sql`l.shop_id = ${shopId} and l.id in (select listing_id from listing_change_row where shop_id = ${shopId} and change_id = ${id})`

/**
 * Restores listings to their values before a change, unless they changed again, would sell at a loss or have no
 * supplier. Added listings are deleted, or taken off the shelf when a buyer knows them. Call `lockListings` first.
 * Returns the number of restored listings.
 */
export async function restoreListings(
  tx: Tx,
  shopId: string,
  changeId: string,
  basisPoints: number,
): Promise<{ undone: number; kept: number }> {
  const known = sql`(exists (select from listing_view v where v.shop_id = l.shop_id and v.listing_id = l.id)
    or exists (select from listing_click v where v.shop_id = l.shop_id and v.listing_id = l.id)
    or exists (select from order_line o where o.shop_id = l.shop_id and o.product_id = l.product_id and o.listing_id = l.id))`
  const mine = sql`l.shop_id = ${shopId} and l.id = r.listing_id and to_jsonb(l) @> r.became`
  const row = await queryOne(
    tx,
    sql<{ undone: number; kept: number }>`with r as materialized (
        select listing_id, was, became from listing_change_row where shop_id = ${shopId} and change_id = ${changeId}
      ), back as (
        update listing l set (shelf, off_reason, selling_price, recommended, category_id) = (
          select n.shelf, n.off_reason, n.selling_price, n.recommended,
            case when exists (select from shop_category c where c.shop_id = l.shop_id and c.id = n.category_id) then n.category_id end
          from jsonb_populate_record(l, r.was) n)
        from r, product p
        where ${mine} and r.was is not null and p.id = l.product_id and (
          coalesce(r.was ->> 'shelf', l.shelf) = 'off-shelf'
          or not p.withdrawn and coalesce((r.was ->> 'selling_price')::bigint, l.selling_price) * ${10_000 - basisPoints}::bigint >= p.supplier_price * 10000)
        returning 1
      ), gone as (
        delete from listing l using r where ${mine} and r.was is null and not ${known} returning 1
      ), off as (
        update listing l set shelf = 'off-shelf', off_reason = 'merchant' from r
        where ${mine} and r.was is null and l.shelf = 'on-shelf' and ${known}
      ), undone as (select (select count(*) from back) + (select count(*) from gone) as n)
      select n::int as undone, ((select count(*) from r) - n)::int as kept from undone`,
  )
  return row!
}

export const deleteOldChanges = (db: Queryable, before: Date) =>
  queryAll(db, sql`delete from listing_change where at < ${before}`)
