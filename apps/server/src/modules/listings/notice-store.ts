/** Notices of supplier changes to listed products. */
import { queryAll, sql, type Queryable, type Tx } from '../../platform/postgres.ts'
import { atLossSql, priceSql, type Terms } from './store.ts'

/** A product before its change. */
export type ProductBefore = { id: string; supplier_price: bigint; stock: number; withdrawn: boolean }

/**
 * Takes listings of a changed product off the shelf: all when it was withdrawn, otherwise those that would sell at
 * a loss. With `notice` it inserts a notice in every shop that lists the product. Returns the number of listings
 * taken off in each such shop.
 */
export const updateListingsAfterProductChange = (
  tx: Tx,
  before: ProductBefore,
  { reason, notice, at }: { reason: 'withdrawn' | 'at-loss'; notice: boolean; at: Date },
) =>
  queryAll(
    tx,
    sql<{ shop_id: string; off: number; noticed: boolean }>`with gone as (
        update listing l set shelf = 'off-shelf', off_reason = ${reason} from product p, installation i
        where p.id = l.product_id and l.product_id = ${before.id} and l.shelf = 'on-shelf'
          and ${reason === 'withdrawn' ? sql`true` : sql`l.selling_price * (10000 - i.commission_basis_points) < p.supplier_price * 10000`}
        returning l.shop_id, l.id
      ), told as (
        insert into supplier_notice as n (shop_id, id, listing_id, supplier_price, stock, withdrawn, selling_price, off_reason, at)
        select l.shop_id, uuidv7(), l.id, ${before.supplier_price}, ${before.stock}, ${before.withdrawn}, l.selling_price,
          case when g.id is not null then ${reason} end, ${at}
        from listing l left join gone g on g.shop_id = l.shop_id and g.id = l.id
        where l.product_id = ${before.id} and ${notice} order by l.shop_id, l.id
        on conflict (shop_id, listing_id) where seen_at is null
        do update set off_reason = coalesce(excluded.off_reason, n.off_reason), at = excluded.at
        returning shop_id
      )
      select l.shop_id, (count(*) filter (where g.id is not null))::int as off, bool_or(t.shop_id is not null) as noticed
      from listing l left join gone g on g.shop_id = l.shop_id and g.id = l.id left join told t on t.shop_id = l.shop_id
      where l.product_id = ${before.id} and (g.id is not null or t.shop_id is not null) group by l.shop_id order by l.shop_id`,
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

export const listNoticeRows = (db: Queryable, shopId: string, t: Terms, limit: number, skip: number) =>
  queryAll(
    db,
    sql<
      NoticeRow & { total: number }
    >`select n.id, n.listing_id, p.name, p.picture, n.supplier_price as supplier_before, p.supplier_price,
        n.stock as stock_before, p.stock, n.selling_price as selling_before, l.selling_price, ${priceSql(t)} as rule_price,
        l.shelf, n.off_reason, p.withdrawn, n.at, count(*) over ()::int as total
      from ${noticeTables} where ${isOpenSql(shopId)} order by n.at desc, n.id desc limit ${limit} offset ${skip}`,
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
    refusal: sql`case when p.withdrawn then 'listing/product-withdrawn' when ${atLossSql(price, t.basisPoints)} then 'listing/sells-at-loss' end`,
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
