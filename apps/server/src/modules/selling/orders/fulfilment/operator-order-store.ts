/** Orders of all shops as operators read them: search, counts, and what stands beside one order. */
import {
  normalEmail,
  orderStatus,
  silentDays,
  type DisputeState,
  type OrderEventKind,
  type OrderEventSource,
  type OrderStatus,
  type RefundState,
  type ShipDeadline,
  type VariantOption,
} from '@quayside/contract'
import { addTime, days } from '../../../../platform/jobs/clock.ts'
import { queryAll, queryOne, sql, startsWith, type Queryable } from '../../../../platform/database/postgres.ts'
import type { OrderRow } from '../order-store.ts'
import type { ParcelRow } from '../parcel-store.ts'

/** Orders that one way of searching can find; a search by less than that many letters is no search. */
const maxFound = 500
/** How far back the list of known carriers goes. */
const carrierWindow = days(90)

export type FoundOrderRow = Pick<
  OrderRow,
  | 'id'
  | 'shop_id'
  | 'code'
  | 'status'
  | 'title'
  | 'quantity'
  | 'total_payment'
  | 'total_cost'
  | 'placed_at'
  | 'picked_up_at'
  | 'ship_by'
  | 'shipped_at'
  | 'carrier'
  | 'tracking_number'
> & {
  shop_code: string
  shop_name: string
  country: string
  scanned_at: Date | null
  /** How many parcels it has. */
  parcel_count: number
  /** One operator has reported the delivery of a parcel; a second one must confirm it. */
  delivery_said: boolean
}

/** What the parcels of an order `o` say. */
const ofParcels = sql`(select count(*)::int from parcel p where p.shop_id = o.shop_id and p.order_id = o.id) as parcel_count,
        exists (select from parcel p where p.shop_id = o.shop_id and p.order_id = o.id and p.delivery_said_by is not null and not parcel_delivered(p)) as delivery_said`

/** For `exists`, in a query over `orders`: a report on the parcel since its shipment. */
const scanSinceShipment = sql`select from order_event e
  where e.shop_id = orders.shop_id and e.order_id = orders.id and e.kind = 'scan' and e.at >= orders.shipped_at`

const silent = (now: Date) =>
  sql`status = ${orderStatus.shipped} and shipped_at <= ${addTime(now, -days(silentDays))} and not exists (${scanSinceShipment})`

/** The end of the day of `now` in UTC. */
const endOfDay = (now: Date): Date => {
  const end = new Date(now)
  end.setUTCHours(24, 0, 0, 0)
  return end
}

const dueBy = (deadline: ShipDeadline, now: Date) =>
  ({
    late: sql`status = ${orderStatus.awaitingShipment} and ship_by < ${now}`,
    today: sql`status = ${orderStatus.awaitingShipment} and ship_by >= ${now} and ship_by < ${endOfDay(now)}`,
    later: sql`status = ${orderStatus.awaitingShipment} and ship_by >= ${endOfDay(now)}`,
  })[deadline]

/** The keys of orders that a text finds, each by an index: number, parcel, buyer by name or whole address, shop. */
function found(text: string) {
  const exact = text.replace(/^#/, '')
  const code = startsWith(exact.toUpperCase())
  const parcel = startsWith(exact.toUpperCase().replaceAll(/[ -]/g, ''))
  const name = startsWith(exact.toLowerCase())
  return sql`
    (select shop_id, id from orders where code like ${code} limit ${maxFound})
    union (select shop_id, id from orders where tracking_number is not null and tracking_key(tracking_number) like ${parcel} limit ${maxFound})
    union (select shop_id, order_id from further_parcel where tracking_key(tracking_number) like ${parcel} limit ${maxFound})
    union (select shop_id, id from orders where lower(buyer_name) like ${name} limit ${maxFound})
    union (select o.shop_id, o.id from buyer b join orders o on o.buyer_id = b.id
      where b.email = ${normalEmail(text)} limit ${maxFound})
    union (select o.shop_id, o.id from shop s cross join lateral (
        select shop_id, id from orders where shop_id = s.id order by placed_at desc, id desc limit ${maxFound}
      ) o where s.code = ${exact.toUpperCase()} or lower(s.name) like ${name} limit ${maxFound})`
}

export type OrderSearch = {
  search?: string | undefined
  status?: OrderStatus | undefined
  deadline?: ShipDeadline | undefined
  silent?: boolean | undefined
  carrier?: string | undefined
  from?: string | undefined
  to?: string | undefined
  sort: 'deadline' | 'newest' | 'oldest'
  limit: number
  after: { value: string; id: string } | undefined
}

/** A page of orders of all shops, in one statement. */
export function searchOrders(db: Queryable, search: OrderSearch, now: Date) {
  const { status, deadline, carrier, from, to, sort, limit, after } = search
  const text = search.search?.trim()
  const conditions = [
    sql`true`,
    ...(status ? [sql`status = ${status}::smallint`] : []),
    ...(deadline ? [dueBy(deadline, now)] : []),
    ...(search.silent ? [silent(now)] : []),
    ...(carrier
      ? [
          sql`(carrier_key(carrier) = carrier_key(${carrier})
            or (shop_id, id) in (select shop_id, order_id from further_parcel where carrier_key(carrier) = carrier_key(${carrier})))`,
        ]
      : []),
    ...(from ? [sql`placed_at >= ${from}::date`] : []),
    ...(to ? [sql`placed_at < ${to}::date + 1`] : []),
    ...(text ? [sql`(shop_id, id) in (${found(text)})`] : []),
    ...(sort === 'deadline' ? [sql`status = ${orderStatus.awaitingShipment}`] : []),
  ]
  const order = {
    deadline: { column: sql`ship_by`, way: sql``, next: sql`>` },
    newest: { column: sql`placed_at`, way: sql`desc`, next: sql`<` },
    oldest: { column: sql`placed_at`, way: sql``, next: sql`>` },
  }[sort]
  if (after) conditions.push(sql`(${order.column}, id) ${order.next} (${after.value}::timestamptz, ${after.id}::uuid)`)
  return queryAll(
    db,
    sql<FoundOrderRow>`
      select o.id, o.shop_id, s.code as shop_code, coalesce(s.name, s.code) as shop_name, o.code, o.status, o.title, o.quantity, o.total_payment, o.total_cost,
        o.address ->> 'country' as country, o.placed_at, o.picked_up_at, o.ship_by, o.shipped_at, o.carrier, o.tracking_number, ${ofParcels},
        (select max(e.at) from order_event e where e.shop_id = o.shop_id and e.order_id = o.id and e.kind = 'scan' and e.at >= o.shipped_at) as scanned_at
      from (
        select * from orders where ${sql.join(conditions, sql` and `)}
        order by ${order.column} ${order.way}, id ${order.way} limit ${limit}
      ) o join shop s on s.id = o.shop_id
      order by o.${order.column} ${order.way}, o.id ${order.way}`,
  )
}

export const countStatuses = (db: Queryable) =>
  queryAll(
    db,
    sql<{
      status: OrderStatus
      n: number
    }>`select status, sum(n)::int as n from order_count group by status order by status`,
  )

/** How many orders await shipment by deadline, and how many parcels are silent. */
export const countDeadlines = async (db: Queryable, now: Date) =>
  (await queryOne(
    db,
    sql<{ late: number; today: number; later: number; silent: number }>`
      select count(*) filter (where ${dueBy('late', now)})::int as late, count(*) filter (where ${dueBy('today', now)})::int as today,
        count(*) filter (where ${dueBy('later', now)})::int as later, (select count(*)::int from orders where ${silent(now)}) as silent
      from orders where status = ${orderStatus.awaitingShipment}`,
  ))!

/** The names of carriers that shipped lately, the most frequent first. */
export const listUsedCarriers = (db: Queryable, now: Date) =>
  queryAll(
    db,
    sql<{
      name: string
    }>`select min(carrier) as name from orders where status = ${orderStatus.shipped} and shipped_at > ${addTime(now, -carrierWindow)}
      group by carrier_key(carrier) order by count(*) desc, 1 limit 20`,
  )

export type OperatorDetailRow = OrderRow & FoundOrderRow
export const findForOperators = (db: Queryable, shopId: string, id: string) =>
  queryOne(
    db,
    sql<OperatorDetailRow>`
      select o.*, s.code as shop_code, coalesce(s.name, s.code) as shop_name, o.address ->> 'country' as country, ${ofParcels},
        (select max(e.at) from order_event e where e.shop_id = o.shop_id and e.order_id = o.id and e.kind = 'scan' and e.at >= o.shipped_at) as scanned_at
      from orders o join shop s on s.id = o.shop_id where o.shop_id = ${shopId} and o.id = ${id}`,
  )

export const listHistoryForOperators = (db: Queryable, shopId: string, id: string) =>
  queryAll(
    db,
    sql<{
      at: Date
      kind: OrderEventKind
      status: OrderStatus | null
      source: OrderEventSource
      note: string | null
      operator: string | null
      signed: boolean
      reported_at: Date | null
      parcel: number | null
    }>`
      select e.at, case when c.at > c.received_at then c.at end as reported_at, e.kind, e.status, e.source, e.note, p.name as operator, e.carrier_event_id is not null as signed, e.parcel
      from order_event e left join operator p on e.actor = 'operator:' || p.id
        left join carrier_event c on c.id = e.carrier_event_id and e.kind = 'scan'
      where e.shop_id = ${shopId} and e.order_id = ${id} order by e.id`,
  )

export const listProductLines = (db: Queryable, shopId: string, id: string) =>
  queryAll(
    db,
    sql<{
      product_code: string
      name: string
      options: VariantOption[]
      picture: string | null
      quantity: number
      selling_price: bigint
      purchase_price: bigint
    }>`
      select v.code as product_code, l.name, l.options, l.picture, l.quantity, l.selling_price, l.purchase_price
      from order_line l join product_variant v on v.id = coalesce(l.variant_id, l.product_id) where l.shop_id = ${shopId} and l.order_id = ${id} order by l.line`,
  )

export const listRefundsOfOrder = (db: Queryable, shopId: string, id: string) =>
  queryAll(
    db,
    sql<{ id: string; code: string; state: RefundState; amount: bigint; at: Date }>`
      select id, code, state, amount, requested_at as at from refund_order where shop_id = ${shopId} and order_id = ${id} order by requested_at, id`,
  )

export const listDisputesOfOrder = (db: Queryable, shopId: string, id: string) =>
  queryAll(
    db,
    sql<{ id: string; state: DisputeState; amount: bigint; at: Date }>`
      select id, state, amount, opened_at as at from card_dispute where shop_id = ${shopId} and order_id = ${id} order by opened_at, id`,
  )

/** The conversation of a shop with customer service; undefined while there is none. */
export const findConversationOfShop = (db: Queryable, shopId: string) =>
  queryOne(
    db,
    sql<{
      last_at: Date
      waiting_since: Date | null
    }>`select last_at, waiting_since from talk where shop_id = ${shopId}`,
  )

/** Orders with the given numbers. */
export const listByCodes = (db: Queryable, codes: readonly string[]) =>
  queryAll(
    db,
    sql<Pick<OrderRow, 'id' | 'shop_id' | 'code' | 'status'>>`
      select id, shop_id, code, status from orders where code = any(${codes}::text[])`,
  )

/** The parcels of orders with the given numbers. */
export const listParcelsByCodes = (db: Queryable, codes: readonly string[]) =>
  queryAll(
    db,
    sql<Pick<ParcelRow, 'number' | 'carrier' | 'tracking_number'> & { code: string }>`
      select o.code, p.number, p.carrier, p.tracking_number from orders o join parcel p on p.shop_id = o.shop_id and p.order_id = o.id
      where o.code = any(${codes}::text[]) order by o.code, p.number`,
  )

/** Orders in a status in the order of their numbers, after this number, with all their parcels. */
export const listShipmentsAfter = (db: Queryable, status: OrderStatus, after: string | null, limit: number) =>
  queryAll(
    db,
    sql<{ code: string; parcels: { carrier: string; number: string }[] }>`
      select code, array(select jsonb_build_object('carrier', p.carrier, 'number', p.tracking_number) from parcel p
          where p.shop_id = orders.shop_id and p.order_id = orders.id order by p.number) as parcels from orders
      where status = ${status}::smallint and ${after === null ? sql`true` : sql`code > ${after}`} order by code limit ${limit}`,
  )
