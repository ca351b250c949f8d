/** Notices of supplier changes to listed products. */
import { type Page } from '../../../platform/http/cursor.ts'
import { queryAll, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'
import { totalOf } from '../../../platform/database/total-of.ts'
import { productStock } from '../catalogue/store.ts'
import { isSoldAtLossSql, priceSql, type Terms } from './store.ts'

/** A product before its change. */
export type ProductBefore = { id: string; supplierPrice: bigint; stock: number; withdrawn: boolean }

const beforeRows = (before: readonly ProductBefore[]) =>
  sql`unnest(${before.map(({ id }) => id)}::uuid[], ${before.map((p) => String(p.supplierPrice))}::bigint[],
    ${before.map((p) => p.stock)}::int[], ${before.map((p) => p.withdrawn)}::boolean[]) as b (id, supplier_price, stock, withdrawn)`

/**
 * Takes listings of changed products off the shelf: all when the product was withdrawn, otherwise those that would
 * sell at a loss. Inserts a notice in every shop that lists a product whose price, availability or being sold out
 * has changed. Returns the affected products of each shop.
 */
export const updateListingsAfterProductChange = (
  tx: Tx,
  changeId: string,
  before: readonly ProductBefore[],
  at: Date,
) =>
  queryAll(
    tx,
    sql<{ shop_id: string; noticed: string[]; at_loss: string[]; withdrawn: string[] }>`with b as materialized (
        select * from ${beforeRows(before)}
      ), locked as materialized (
        select l.shop_id, l.id from listing l where l.product_id in (select id from b) order by l.id for update
      ), gone as (
        update listing l set shelf = 'off-shelf', off_reason = case when p.withdrawn then 'withdrawn' else 'at-loss' end
        from locked k, product p
        where l.shop_id = k.shop_id and l.id = k.id and p.id = l.product_id and l.shelf = 'on-shelf'
          and (p.withdrawn or l.selling_price * (10000 - (select commission_at(${at}))) < p.supplier_price * 10000)
        returning l.shop_id, l.id, l.off_reason
      ), kept as (
        insert into listing_off_shelf (change_id, shop_id, listing_id) select ${changeId}, shop_id, id from gone on conflict do nothing
      ), told as (
        insert into supplier_notice as n (shop_id, id, listing_id, supplier_price, stock, withdrawn, selling_price, off_reason, at)
        select l.shop_id, uuidv7(), l.id, b.supplier_price, b.stock, b.withdrawn, l.selling_price, g.off_reason, ${at}
        from b join product p on p.id = b.id join listing l on l.product_id = b.id left join gone g on g.shop_id = l.shop_id and g.id = l.id
        where (p.supplier_price, p.withdrawn, p.stock = 0) is distinct from (b.supplier_price, b.withdrawn, b.stock = 0)
        order by l.shop_id, l.id
        on conflict (shop_id, listing_id) where seen_at is null
        do update set off_reason = coalesce(excluded.off_reason, n.off_reason), at = excluded.at
        returning shop_id, listing_id
      )
      select l.shop_id,
        coalesce(array_agg(l.product_id order by l.product_id) filter (where t.listing_id is not null), '{}') as noticed,
        coalesce(array_agg(l.product_id order by l.product_id) filter (where g.off_reason = 'at-loss'), '{}') as at_loss,
        coalesce(array_agg(l.product_id order by l.product_id) filter (where g.off_reason = 'withdrawn'), '{}') as withdrawn
      from locked k join listing l on l.shop_id = k.shop_id and l.id = k.id
        left join gone g on g.shop_id = k.shop_id and g.id = k.id left join told t on t.shop_id = k.shop_id and t.listing_id = k.id
      where g.id is not null or t.listing_id is not null group by l.shop_id order by l.shop_id`,
  )

/**
 * Puts listings of these products back on the shelf that a change took off, unless they changed again, would sell at
 * a loss or have no supplier. Returns the products by shop.
 */
export const restoreListingsAfterProductChange = (tx: Tx, changeId: string, productIds: readonly string[], at: Date) =>
  queryAll(
    tx,
    sql<{ shop_id: string; products: string[] }>`with back as (
        update listing l set shelf = 'on-shelf', off_reason = null from listing_off_shelf k, product p
        where k.change_id = ${changeId} and l.shop_id = k.shop_id and l.id = k.listing_id and p.id = l.product_id
          and l.product_id = any(${[...productIds]}::uuid[]) and l.off_reason in ('at-loss', 'withdrawn')
          and not p.withdrawn and l.selling_price * (10000 - (select commission_at(${at}))) >= p.supplier_price * 10000
        returning l.shop_id, l.id, l.product_id
      ), void as (
        update supplier_notice n set off_reason = null, at = ${at} from back
        where n.shop_id = back.shop_id and n.listing_id = back.id and n.seen_at is null
      ), done as (
        delete from listing_off_shelf k using listing l
        where k.change_id = ${changeId} and l.shop_id = k.shop_id and l.id = k.listing_id and l.product_id = any(${[...productIds]}::uuid[])
      )
      select shop_id, array_agg(product_id order by product_id) as products from back group by shop_id order by shop_id`,
  )

// A notice is void when the supplier has reverted the change.
const isOpenSql = (shopId: string) => sql`n.shop_id = ${shopId} and n.seen_at is null
  and (n.off_reason is not null or (n.supplier_price, n.stock = 0, n.withdrawn) is distinct from (p.supplier_price, p.stock = 0, p.withdrawn))`
const noticeTables = sql`supplier_notice n join listing l on l.shop_id = n.shop_id and l.id = n.listing_id join product p on p.id = l.product_id`

/** The number of open notices, as an SQL expression. */
export const countOpenNoticesSql = (shopId: string) =>
  sql`(select count(*)::int from ${noticeTables} where ${isOpenSql(shopId)})`

export type NoticeRow = {
  id: string
  listing_id: string
  name: string
  picture: string | null
  supplier_before: bigint
  supplier_price: bigint
  stock_before: number
  stock: number
  selling_before: bigint
  selling_price: bigint
  rule_price: bigint
  shelf: 'on-shelf' | 'off-shelf'
  off_reason: 'at-loss' | 'withdrawn' | null
  withdrawn: boolean
  at: Date
}

export const listNoticeRows = (db: Queryable, shopId: string, t: Terms, { limit, skip, after }: Page) =>
  queryAll(
    db,
    sql<
      NoticeRow & { total: number }
    >`select n.id, n.listing_id, p.name, p.picture, n.supplier_price as supplier_before, p.supplier_price,
        n.stock as stock_before, ${productStock} as stock, n.selling_price as selling_before, l.selling_price, ${priceSql(t)} as rule_price,
        l.shelf, n.off_reason, p.withdrawn, n.at, ${totalOf(sql`from ${noticeTables} where ${isOpenSql(shopId)}`)}
      from ${noticeTables}
      where ${isOpenSql(shopId)} and ${after ? sql`(n.at, n.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
      order by n.at desc, n.id desc limit ${limit} offset ${skip}`,
  )

/** The notices that the merchant answers: all or by id, as of `until`. Later supplier changes are not answered. */
export type NoticeSelection = { notices: 'all' | readonly string[]; until: Date }
const matchesSelectionSql = (
  shopId: string,
  { notices, until }: NoticeSelection,
) => sql`shop_id = ${shopId} and seen_at is null
  and at <= ${until} and ${notices === 'all' ? sql`true` : sql`id = any(${[...notices]}::uuid[])`}`

/** The listings of these notices, as a condition on listings l. */
export const answeredNoticesSql = (shopId: string, answered: NoticeSelection) =>
  sql`l.shop_id = ${shopId} and l.id in (select listing_id from supplier_notice where ${matchesSelectionSql(shopId, answered)})`

/** The change to the rule price. A listing that a supplier change took off the shelf returns to it. */
export const repriceChange = (t: Terms) => {
  const price = priceSql(t)
  const takenOff = sql`coalesce(l.off_reason in ('at-loss', 'withdrawn'), false)`
  return {
    set: {
      selling_price: price,
      shelf: sql`case when ${takenOff} then 'on-shelf' else l.shelf end`,
      off_reason: sql`case when ${takenOff} then null else l.off_reason end`,
    },
    unchanged: sql`(not p.withdrawn and l.selling_price = ${price} and not ${takenOff})`,
    refusal: sql`case when p.withdrawn then 'listing/product-withdrawn' when ${isSoldAtLossSql(price, t.basisPoints)} then 'listing/sells-at-loss' end`,
    pricesMatter: true,
  }
}

/** Marks these notices as seen, except those of the excluded listings. */
export const markNoticesSeen = (
  tx: Tx,
  shopId: string,
  answered: NoticeSelection,
  excludedListingIds: readonly string[],
  change: { id: string; at: Date },
) =>
  sql`update supplier_notice set seen_at = ${change.at}, change_id = ${change.id}
    where ${matchesSelectionSql(shopId, answered)} and not listing_id = any(${[...excludedListingIds]}::uuid[])`.execute(
    tx,
  )

/** Reopens the notices that a change has answered. */
export const reopenNotices = (tx: Tx, shopId: string, changeId: string) =>
  sql`update supplier_notice n set seen_at = null, change_id = null where shop_id = ${shopId} and change_id = ${changeId}
    and not exists (select from supplier_notice o where o.shop_id = n.shop_id and o.listing_id = n.listing_id and o.seen_at is null)`.execute(
    tx,
  )
