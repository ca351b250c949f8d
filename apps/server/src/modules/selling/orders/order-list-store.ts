/** Lists of orders for merchants and operators, with their filters. */
import { maxCounted, orderStatus, parseCents, type OrderFilter, type OrderStatus } from '@quayside/contract'
import type { TimePosition } from '../../../platform/http/cursor.ts'
import { type Page } from '../../../platform/http/cursor.ts'
import { queryAll, sql, type Queryable } from '../../../platform/database/postgres.ts'
import { totalOf } from '../../../platform/database/total-of.ts'
import { isRare, mayHave, soughtIn } from './order-search-store.ts'
import type { OrderRow } from './order-store.ts'

export type ListRow = Pick<
  OrderRow,
  | 'id'
  | 'code'
  | 'status'
  | 'title'
  | 'picture'
  | 'buyer_name'
  | 'quantity'
  | 'total_cost'
  | 'total_payment'
  | 'total_earnings'
  | 'profit'
  | 'placed_at'
  | 'paid_at'
  | 'pickup_until'
>

/**
 * The instant at which a day begins in the time zone of the shop. The database computes it once for the query, not
 * for each row.
 */
const dayStart = (shopId: string, day: string, offset: number) =>
  sql`(select day_start(${day}::date + ${offset}::int, time_zone) from shop where id = ${shopId})`

/** The conditions of a filter without the status. Empty for an empty filter. */
const conditionsOf = (shopId: string, { search, from, to, least, most }: Omit<OrderFilter, 'status'>) => [
  ...(search ? [soughtIn(search)] : []),
  ...(from ? [sql`placed_at >= ${dayStart(shopId, from, 0)}`] : []),
  ...(to ? [sql`placed_at < ${dayStart(shopId, to, 1)}`] : []),
  ...(least ? [sql`total_payment >= ${parseCents(least)}`] : []),
  ...(most ? [sql`total_payment <= ${parseCents(most)}`] : []),
]
/**
 * The condition of a filter on the orders of a shop. The status is an int, as in the condition of the partial index of
 * orders that await pick-up. With a smallint the planner did not see that both say the same: it expected 44 orders
 * instead of 10,000, and sorted all of them for each page.
 */
export const orderCondition = (shopId: string, { status, ...filter }: OrderFilter) =>
  sql.join(
    [
      sql`shop_id = ${shopId}`,
      ...(status === 0 ? [] : [sql`status = ${status}::int`]),
      ...conditionsOf(shopId, filter),
    ],
    sql` and `,
  )

/**
 * A page of a shop's orders, newest first, in one statement. The total comes from the counters of the shop. The total
 * of a filtered list is counted, up to `maxCounted`, unless the caller knows it (`counted`); that takes longer than the
 * rows, so the cursor carries it to the pages after the first.
 */
export async function listOrders(
  db: Queryable,
  shopId: string,
  filter: OrderFilter,
  page: {
    after: TimePosition | undefined
    limit: number
    skip: number
    counted: number | undefined
    /** How many of the newest orders tell whether the search is rare. */
    among?: number
  },
): Promise<{ total: number; isCounted: boolean; rows: ListRow[] }> {
  const rare = await isRare(db, shopId, filter, page.among)
  const hits = rare ? sql`with hits as materialized (${mayHave(shopId, filter.search!)})` : sql``
  const where = sql`${orderCondition(shopId, filter)} ${rare ? sql`and id in (select id from hits)` : sql``}`
  const afterCursor = page.after
    ? sql`and (placed_at, id) < (${page.after.at}::timestamptz, ${page.after.id}::uuid)`
    : sql``
  const isCounted = conditionsOf(shopId, filter).length > 0
  const total = !isCounted
    ? sql`select coalesce(sum(n), 0)::int as total from order_count where ${orderCondition(shopId, filter)}`
    : page.counted !== undefined
      ? sql`select ${page.counted}::int as total`
      : sql`select count(*)::int as total from (select from orders where ${where} limit ${maxCounted}) x`
  const rows = await queryAll(
    db,
    sql<{ total: number } & (ListRow | { id: null })>`
      ${hits} select t.total, o.* from (${total}) t left join lateral (
        select id, code, status, title, picture, buyer_name, quantity, total_cost, total_payment, total_earnings, profit, placed_at, paid_at, pickup_until
        from orders where ${where} ${afterCursor}
        order by placed_at desc, id desc limit ${page.limit} offset ${page.skip}
      ) o on true`,
  )
  return {
    total: rows[0]?.total ?? 0,
    isCounted,
    rows: rows.filter((row): row is ListRow & { total: number } => row.id !== null),
  }
}

export const listCounts = (db: Queryable, shopId: string) =>
  queryAll(db, sql<{ status: OrderStatus; n: number }>`select status, n from order_count where shop_id = ${shopId}`)

export type OperatorOrderRow = Pick<
  OrderRow,
  | 'id'
  | 'shop_id'
  | 'code'
  | 'status'
  | 'quantity'
  | 'total_cost'
  | 'placed_at'
  | 'ship_by'
  | 'delivery_said_by'
  | 'carrier'
  | 'tracking_number'
>

/** The time by which operators read orders of a status. */
export const sortTime = (row: OperatorOrderRow): Date =>
  row.status === orderStatus.awaitingShipment ? row.ship_by! : row.placed_at

/** Orders of all shops in one status. Orders to ship are sorted by deadline, the others by age. */
export const listForOperators = (db: Queryable, status: OrderStatus, { limit, skip, after }: Page) => {
  const time = status === orderStatus.awaitingShipment ? sql`ship_by` : sql`placed_at`
  // The text names this status, so that a kept plan can use the index of the orders to ship.
  const chosen =
    status === orderStatus.awaitingShipment
      ? sql`status = ${sql.lit(orderStatus.awaitingShipment)}`
      : sql`status = ${status}::smallint`
  return queryAll(
    db,
    sql<OperatorOrderRow & { total: number }>`
      select id, shop_id, code, status, quantity, total_cost, placed_at, ship_by, delivery_said_by, carrier, tracking_number,
        ${totalOf(sql`from orders where ${chosen}`)}
      from orders where ${chosen} and ${after ? sql`(${time}, id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
      order by ${time}, id limit ${limit} offset ${skip}`,
  )
}
