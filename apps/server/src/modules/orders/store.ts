import {
  accounts,
  parseCents,
  maxCounted,
  type CancelReason,
  type Funding,
  type OrderEventKind,
  type OrderEventSource,
  type OrderFilter,
  type OrderStatus,
} from '@quayside/contract'
import { addTime } from '../../platform/clock.ts'
import { rowKeyFilter, notSetAside, type RowKey } from '../../platform/deadlines.ts'
import { newId } from '../../platform/ids.ts'
import { queryAll, contains, queryOne, sql, type Queryable, type Tx } from '../../platform/postgres.ts'
import type { OrderMoney } from './entries.ts'
import { receiptWindow, shippingWindow } from './order.ts'

export type OrderRow = {
  shop_id: string
  id: string
  code: string
  buyer_id: string
  buyer_name: string
  status: OrderStatus
  title: string
  picture: string | null
  quantity: number
  total_cost: bigint
  total_payment: bigint
  commission: bigint
  total_earnings: bigint
  profit: bigint
  address: { name: string; phone: string | null; street: string; city: string; postcode: string; country: string }
  placed_at: Date
  pay_until: Date
  paid_at: Date | null
  funding_transfer_id: string | null
  pickup_until: Date | null
  picked_up_at: Date | null
  ship_by: Date | null
  funding: Funding | null
  shipped_at: Date | null
  delivery_said_by: string | null
  carrier: string | null
  tracking_number: string | null
  received_at: Date | null
  settles_at: Date | null
  completed_at: Date | null
  cancelled_at: Date | null
  cancel_reason: CancelReason | null
  refunded: bigint
  refunded_escrow: bigint
  refunded_supplier: bigint
  refunded_commission: bigint
  refunded_platform: bigint
  part_settled_at: Date | null
  /** Whether it counts in figures, ranks, score and rating. */
  counted: boolean
  disputed: bigint
  disputed_escrow: bigint
  disputed_commission: bigint
  pending: bigint
}

export const moneyOf = (row: OrderRow): OrderMoney => ({
  shopId: row.shop_id,
  id: row.id,
  totalPayment: row.total_payment,
  totalCost: row.total_cost,
  commission: row.commission,
  funding: row.funding,
  refunded: row.refunded,
  refundedEscrow: row.refunded_escrow,
  refundedSupplier: row.refunded_supplier,
  refundedCommission: row.refunded_commission,
  refundedPlatform: row.refunded_platform,
  disputed: row.disputed,
  disputedEscrow: row.disputed_escrow,
  pending: row.pending,
})

/** Locks an order of a shop until the end of the transaction; whoever else wants to move it waits here. */
export const lockOrder = (tx: Tx, shopId: string, id: string) =>
  queryOne(tx, sql<OrderRow>`select * from orders where shop_id = ${shopId} and id = ${id} for update`)

/** The same, for the buyer who placed it. */
export const lockBuyersOrder = (tx: Tx, buyerId: string, id: string) =>
  queryOne(tx, sql<OrderRow>`select * from orders where id = ${id} and buyer_id = ${buyerId} for update`)

/** Locks a buyer, so that what is counted of the buyer's orders stays so until the end of the transaction. */
export const lockBuyer = (tx: Tx, buyerId: string) =>
  sql`select from buyer where id = ${buyerId} for no key update`.execute(tx)

/** Orders that a buyer has placed since an instant and never paid. */
export async function countUnpaidSince(tx: Tx, buyerId: string, since: Date): Promise<number> {
  const row = await queryOne(
    tx,
    sql<{
      n: number
    }>`select count(*)::int as n from orders where buyer_id = ${buyerId} and placed_at > ${since} and paid_at is null`,
  )
  return row!.n
}

export const readOrder = (db: Queryable, shopId: string, id: string) =>
  queryOne(db, sql<OrderRow>`select * from orders where shop_id = ${shopId} and id = ${id}`)

export async function insertOrder(
  tx: Tx,
  order: {
    shopId: string
    id: string
    /** The idempotency key under which the buyer's device placed it. */
    clientId: string
    code: string
    buyerId: string
    buyerName: string
    title: string
    otherProducts: string
    picture: string | null
    quantity: number
    totalCost: bigint
    totalPayment: bigint
    commission: bigint
    address: object
    placedAt: Date
    payUntil: Date
    lines: {
      listingId: string
      productId: string
      name: string
      picture: string | null
      quantity: number
      sellingPrice: bigint
      purchasePrice: bigint
    }[]
  },
): Promise<void> {
  await sql`
    insert into orders (shop_id, id, client_id, code, buyer_id, buyer_name, status, title, other_products, picture, quantity, total_cost, total_payment, commission, address, placed_at, pay_until)
    values (${order.shopId}, ${order.id}, ${order.clientId}, ${order.code}, ${order.buyerId}, ${order.buyerName}, 1, ${order.title}, ${order.otherProducts}, ${order.picture}, ${order.quantity},
      ${order.totalCost}, ${order.totalPayment}, ${order.commission}, ${JSON.stringify(order.address)}, ${order.placedAt}, ${order.payUntil})`.execute(
    tx,
  )
  const lines = order.lines.map((line, index) => ({
    line: index + 1,
    listing_id: line.listingId,
    product_id: line.productId,
    name: line.name,
    picture: line.picture,
    quantity: line.quantity,
    selling_price: String(line.sellingPrice),
    purchase_price: String(line.purchasePrice),
  }))
  await sql`
    insert into order_line (shop_id, order_id, line, listing_id, product_id, name, picture, quantity, selling_price, purchase_price)
    select ${order.shopId}, ${order.id}, line, listing_id, product_id, name, picture, quantity, selling_price, purchase_price
    from jsonb_populate_recordset(null::order_line, ${JSON.stringify(lines)}::jsonb)`.execute(tx)
}

/** One line of an order's history. */
export async function appendOrderEvent(
  tx: Tx,
  order: { shop_id: string; id: string },
  event: {
    kind: OrderEventKind
    status: OrderStatus | null
    source: OrderEventSource
    note?: string | null
    /** Of the source `carrier` only, and always there. */
    carrierEventId?: string | undefined
    at: Date
  },
): Promise<void> {
  await sql`insert into order_event (shop_id, order_id, kind, status, source, note, carrier_event_id, at)
    values (${order.shop_id}, ${order.id}, ${event.kind}, ${event.status}, ${event.source}, ${event.note ?? null}, ${event.carrierEventId ?? null}, ${event.at})`.execute(
    tx,
  )
}

export const markPaid = (tx: Tx, order: OrderRow, transferKey: string, at: Date, pickupUntil: Date) =>
  sql`update orders set status = 5, paid_at = ${at}, pickup_until = ${pickupUntil},
      funding_transfer_id = (select id from ledger.transfer where shop_id = ${order.shop_id} and key = ${transferKey})
    where shop_id = ${order.shop_id} and id = ${order.id}`.execute(tx)

export const markCancelled = (tx: Tx, order: OrderRow, reason: CancelReason, at: Date) =>
  sql`update orders set status = 7, cancelled_at = ${at}, cancel_reason = ${reason} where shop_id = ${order.shop_id} and id = ${order.id}`.execute(
    tx,
  )

export const markShipped = (tx: Tx, order: OrderRow, carrier: string, trackingNumber: string, at: Date) =>
  sql`update orders set status = 3, shipped_at = ${at}, carrier = ${carrier}, tracking_number = ${trackingNumber}
    where shop_id = ${order.shop_id} and id = ${order.id}`.execute(tx)

/** An operator says that a shipped order arrived, or a second one confirms it. */
export const markDelivery = (tx: Tx, order: OrderRow, what: 'said' | 'confirmed', operatorId: string) =>
  sql`update orders set ${sql.ref(`delivery_${what}_by`)} = ${operatorId} where shop_id = ${order.shop_id} and id = ${order.id}`.execute(
    tx,
  )

/** `shares` are those of `sharesOnReceipt`. */
export const markReceived = (
  tx: Tx,
  order: OrderRow,
  at: Date,
  settlesAt: Date,
  shares: { commission: bigint; pending: bigint; short: bigint },
) =>
  sql`update orders set status = 4, received_at = ${at}, settles_at = ${settlesAt}, pending = ${shares.pending},
      refunded_commission = commission - ${shares.commission}::bigint, disputed_commission = ${shares.short}
    where shop_id = ${order.shop_id} and id = ${order.id}`.execute(tx)

/** Adds one refund to what refunds took of a locked order. */
export const markRefunded = (
  tx: Tx,
  order: { shop_id: string; id: string },
  took: { amount: bigint; escrow: bigint; supplier: bigint; commission: bigint; platform: bigint; pending: bigint },
) =>
  sql`update orders set refunded = refunded + ${took.amount}, refunded_escrow = refunded_escrow + ${took.escrow},
      refunded_supplier = refunded_supplier + ${took.supplier}, refunded_commission = refunded_commission + ${took.commission},
      refunded_platform = refunded_platform + ${took.platform}, pending = pending - ${took.pending}
    where shop_id = ${order.shop_id} and id = ${order.id}`.execute(tx)

/** Notes that a locked order settled but for what an open refund may take (`held`, in cents). */
export const markPartSettled = (tx: Tx, order: OrderRow, held: bigint, at: Date) =>
  sql`update orders set pending = ${held}, part_settled_at = ${at} where shop_id = ${order.shop_id} and id = ${order.id}`.execute(
    tx,
  )

/** Adds to, or takes from, what disputes have taken of a locked order. */
export const markDisputed = (
  tx: Tx,
  order: { shop_id: string; id: string },
  by: { disputed: bigint; escrow: bigint; pending: bigint; commission: bigint },
) =>
  sql`update orders set disputed = disputed + ${by.disputed}::bigint, disputed_escrow = disputed_escrow + ${by.escrow}::bigint,
      pending = pending + ${by.pending}::bigint, disputed_commission = disputed_commission + ${by.commission}::bigint,
      refunded_commission = refunded_commission + ${by.commission}::bigint
    where shop_id = ${order.shop_id} and id = ${order.id}`.execute(tx)

const openDispute = sql`select from card_dispute c
  where c.shop_id = orders.shop_id and c.order_id = orders.id and c.state = 'open' and c.amount > 0`

/** Whether money of this order is set aside for a dispute that nobody has decided. Certain only under the order's lock. */
export async function hasOpenDispute(tx: Tx, order: { shop_id: string; id: string }): Promise<boolean> {
  const row = await queryOne(
    tx,
    sql<{
      open: boolean
    }>`select exists (${openDispute}) as open from orders where shop_id = ${order.shop_id} and id = ${order.id}`,
  )
  return row?.open ?? false
}

const openRefund = sql`select from refund_order r
  where r.shop_id = orders.shop_id and r.order_id = orders.id and r.state in ('requested', 'agreed', 'objected')`

/** Whether a refund of this order is neither paid nor ended. Certain only under the order's lock. */
export async function hasOpenRefund(tx: Tx, order: { shop_id: string; id: string }): Promise<boolean> {
  const row = await queryOne(
    tx,
    sql<{
      open: boolean
    }>`select exists (${openRefund}) as open from orders where shop_id = ${order.shop_id} and id = ${order.id}`,
  )
  return row?.open ?? false
}

export const markCompleted = (tx: Tx, order: OrderRow, at: Date) =>
  sql`update orders set status = 6, completed_at = ${at}, pending = 0 where shop_id = ${order.shop_id} and id = ${order.id}`.execute(
    tx,
  )

// Reading lists.

export type ListRow = Pick<
  OrderRow,
  | 'id'
  | 'code'
  | 'status'
  | 'title'
  | 'picture'
  | 'quantity'
  | 'total_cost'
  | 'total_payment'
  | 'total_earnings'
  | 'profit'
  | 'placed_at'
  | 'paid_at'
  | 'pickup_until'
>

/** An instant at which a day begins in the shop's time zone: reckoned once, not for every row. */
const dayStart = (shopId: string, day: string, later: number) =>
  sql`(select day_start(${day}::date + ${later}::int, time_zone) from shop where id = ${shopId})`

/** The conditions of a filter beside the status; empty when it narrows nothing. */
const narrowed = (shopId: string, { search, from, to, least, most }: Omit<OrderFilter, 'status'>) => [
  ...(search ? [sql`sought like lower(${contains(search)})`] : []),
  ...(from ? [sql`placed_at >= ${dayStart(shopId, from, 0)}`] : []),
  ...(to ? [sql`placed_at < ${dayStart(shopId, to, 1)}`] : []),
  ...(least ? [sql`total_payment >= ${parseCents(least)}`] : []),
  ...(most ? [sql`total_payment <= ${parseCents(most)}`] : []),
]
const matching = (shopId: string, { status, ...filter }: OrderFilter) =>
  sql.join(
    [
      sql`shop_id = ${shopId}`,
      ...(status === 0 ? [] : [sql`status = ${status}::smallint`]),
      ...narrowed(shopId, filter),
    ],
    sql` and `,
  )

/**
 * A page of a shop's orders, newest first, in one statement. The total comes from the shop's counters; of a narrowed list it is counted, up to
 * `maxCounted`.
 */
export async function listOrders(
  db: Queryable,
  shopId: string,
  filter: OrderFilter,
  page: { after?: { placedAt: Date; id: string } | undefined; limit: number; skip: number },
): Promise<{ total: number; rows: ListRow[] }> {
  const where = matching(shopId, filter)
  const onwards = page.after
    ? sql`and (placed_at, id) < (${page.after.placedAt}::timestamptz, ${page.after.id}::uuid)`
    : sql``
  const total =
    narrowed(shopId, filter).length === 0
      ? sql`select coalesce(sum(n), 0)::int as total from order_count where ${where}`
      : sql`select count(*)::int as total from (select from orders where ${where} limit ${maxCounted}) x`
  const rows = await queryAll(
    db,
    sql<ListRow & { total: number; id: string | null }>`
      select t.total, o.* from (${total}) t left join lateral (
        select id, code, status, title, picture, quantity, total_cost, total_payment, total_earnings, profit, placed_at, paid_at, pickup_until
        from orders where ${where} ${onwards}
        order by placed_at desc, id desc limit ${page.limit} offset ${page.skip}
      ) o on true`,
  )
  return { total: rows[0]?.total ?? 0, rows: rows.filter((row) => row.id !== null) }
}

export const readCounts = (db: Queryable, shopId: string) =>
  queryAll(db, sql<{ status: OrderStatus; n: number }>`select status, n from order_count where shop_id = ${shopId}`)

export const readLines = (db: Queryable, shopId: string, orderId: string) =>
  queryAll(
    db,
    sql<{
      listing_id: string
      product_id: string
      name: string
      picture: string | null
      quantity: number
      selling_price: bigint
      purchase_price: bigint
    }>`
      select listing_id, product_id, name, picture, quantity, selling_price, purchase_price from order_line
      where shop_id = ${shopId} and order_id = ${orderId} order by line`,
  )

export const readHistory = (db: Queryable, shopId: string, orderId: string) =>
  queryAll(
    db,
    sql<{ kind: OrderEventKind; status: OrderStatus | null; source: OrderEventSource; note: string | null; at: Date }>`
      select kind, status, source, note, at from order_event where shop_id = ${shopId} and order_id = ${orderId} order by id`,
  )

// Picking up.

export type PickupRow = {
  id: string
  code: string
  status: OrderStatus
  quantity: number
  total_cost: bigint
  total_payment: bigint
  total_earnings: bigint
  profit: bigint
}

/** What may be picked up: orders by their ids, or those that await it under a filter. */
export type OrderSelection = readonly string[] | Omit<OrderFilter, 'status'>
const isNamed = (wanted: OrderSelection): wanted is readonly string[] => Array.isArray(wanted)

export const readForPlan = (db: Queryable, shopId: string, wanted: OrderSelection, most: number) =>
  queryAll(
    db,
    sql<PickupRow>`select id, code, status, quantity, total_cost, total_payment, total_earnings, profit from orders
      where ${isNamed(wanted) ? sql`shop_id = ${shopId} and id = any(${wanted}::uuid[])` : matching(shopId, { ...wanted, status: 5 })}
      order by placed_at, id limit ${most}`,
  )

/** Count and cost of those that a plan under the filter would hold. */
export const sumForPlan = (db: Queryable, shopId: string, filter: Omit<OrderFilter, 'status'>, most: number) =>
  queryOne(
    db,
    sql<{ count: number; total_cost: bigint }>`
      select count(*)::int as count, coalesce(sum(total_cost), 0)::bigint as total_cost
      from (select total_cost from orders where ${matching(shopId, { ...filter, status: 5 })} order by placed_at, id limit ${most}) x`,
  )

export async function savePlan(
  tx: Tx,
  plan: { shopId: string; id: string; orderIds: string[]; totalCost: bigint; at: Date; expiresAt: Date },
) {
  await sql`insert into pickup_plan (shop_id, id, order_ids, total_cost, created_at, expires_at)
    values (${plan.shopId}, ${plan.id}, ${plan.orderIds}::uuid[], ${plan.totalCost}, ${plan.at}, ${plan.expiresAt})`.execute(
    tx,
  )
}

export const readPlan = (tx: Tx, shopId: string, id: string) =>
  queryOne(
    tx,
    sql<{ order_ids: string[]; total_cost: bigint; expires_at: Date }>`
      select order_ids, total_cost, expires_at from pickup_plan where shop_id = ${shopId} and id = ${id}`,
  )

export const deleteOldPlans = (db: Queryable, before: Date) =>
  sql`delete from pickup_plan where expires_at < ${before}`.execute(db)

/** Locks the orders of a plan in id order: of two pick-ups of the same order the second waits here and then leaves it out. */
export const lockForPickup = (tx: Tx, shopId: string, ids: readonly string[]) =>
  queryAll(
    tx,
    sql<PickupRow>`select id, code, status, quantity, total_cost, total_payment, total_earnings, profit from orders
      where shop_id = ${shopId} and id = any(${ids}::uuid[]) order by id for update`,
  )

/** Moves all of them at once and writes their history. */
export async function markPickedUp(
  tx: Tx,
  shopId: string,
  ids: readonly string[],
  funding: Funding,
  at: Date,
): Promise<void> {
  await sql`update orders set status = 2, picked_up_at = ${at}, ship_by = ${addTime(at, shippingWindow)}, funding = ${funding}
    where shop_id = ${shopId} and id = any(${ids}::uuid[])`.execute(tx)
  await sql`insert into order_event (shop_id, order_id, kind, status, source, at)
    select ${shopId}, id, 'order.picked-up', 2, 'merchant', ${at} from unnest(${ids}::uuid[]) id`.execute(tx)
}

/** The ledger lines of picking up these orders; made in the database, since there may be thousands. */
export function pickupLines(shopId: string, ids: readonly string[], funding: Funding, actor: string, at: Date) {
  const transfers = ids.map(() => newId(at.getTime()))
  const source = funding === 'escrow' ? accounts.orderEscrow : accounts.merchantAvailable
  return sql`
    select array_agg(row(p.transfer, ${shopId}::uuid, 'order:' || o.id || ':order.picked-up', 'order.picked-up', o.id, ${actor}::text, ${at}::timestamptz,
      s.line, s.kind, case s.kind when ${sql.lit(accounts.merchantAvailable)} then ${shopId}::uuid else o.id end, s.side, o.total_cost)::ledger.line)
    from unnest(${ids}::uuid[], ${transfers}::uuid[]) as p(id, transfer)
    join orders o on o.shop_id = ${shopId} and o.id = p.id
    cross join (values (0::smallint, ${source}::text, 'D'::char(1)), (1::smallint, ${sql.lit(accounts.orderProcurement)}, 'C')) as s(line, kind, side)`
}

// Deadlines: orders whose time is over.

export type OverdueKind = 'unpaid' | 'not-picked-up' | 'not-shipped' | 'not-received' | 'unsettled'

const isOverdue = (kind: OverdueKind, now: Date) =>
  ({
    unpaid: sql`status = 1 and pay_until <= ${now}`,
    'not-picked-up': sql`status = 5 and pickup_until <= ${now}`,
    'not-shipped': sql`status = 2 and ship_by <= ${now}`,
    'not-received': sql`status = 3 and shipped_at <= ${addTime(now, -receiptWindow)} and not exists (${openRefund}) and not exists (${openDispute})`,
    unsettled: sql`status = 4 and settles_at <= ${now} and not exists (${openRefund})`,
  })[kind]

/** Which orders are over one of their limits and not set aside by `step`. */
export const overdueKeys = (db: Queryable, kind: OverdueKind, step: string, now: Date, most: number) =>
  queryAll(
    db,
    sql<RowKey>`select shop_id, id from orders where ${isOverdue(kind, now)} and ${notSetAside(step, 'orders', now)}
      order by shop_id, id limit ${most}`,
  )

/** Locks those of the rows that are still over the limit, in id order, and skips those that somebody else holds. */
export const lockOverdue = (tx: Tx, kind: OverdueKind, rows: readonly RowKey[], now: Date) =>
  queryAll(
    tx,
    sql<OrderRow>`select * from orders where ${rowKeyFilter(rows, 'orders')} and ${isOverdue(kind, now)}
      order by shop_id, id for update skip locked`,
  )

/** Orders that end before an instant and whose merchants were not told yet: now they count as told. By shop. */
export const claimNearDeadline = (tx: Tx, now: Date, before: Date) =>
  queryAll(
    tx,
    sql<{ shop_id: string; ids: string[] }>`with near as (
        select shop_id, id from orders
        where status = 5 and pickup_warned_at is null and pickup_until > ${now} and pickup_until <= ${before}
        order by shop_id, id limit 1000 for update skip locked
      ), told as (
        update orders o set pickup_warned_at = ${now} from near n where o.shop_id = n.shop_id and o.id = n.id returning o.shop_id, o.id
      ) select shop_id, array_agg(id::text order by id) as ids from told group by shop_id order by shop_id`,
  )

/** Orders that must be shipped before an instant and of which operators were not warned yet: now they count as warned. */
export const claimToShipSoon = (tx: Tx, now: Date, before: Date) =>
  queryAll(
    tx,
    sql<{ id: string; code: string; ship_by: Date }>`with near as (
        select shop_id, id from orders where status = 2 and ship_warned_at is null and ship_by <= ${before}
        order by shop_id, id limit 1000 for update skip locked
      ) update orders o set ship_warned_at = ${now} from near n where o.shop_id = n.shop_id and o.id = n.id returning o.id, o.code, o.ship_by`,
  )

// The buyer's side.

export type BuyerOrderRow = {
  id: string
  code: string
  shop: string
  status: number
  total_payment: bigint
  placed_at: Date
  pay_until: Date
  held_until: Date | null
  tracking_number: string | null
  ship_by: Date | null
  reviewed: boolean
  refund_amount: bigint | null
  refund_state: 'due' | 'sent' | 'failed' | null
  total: number
}

export const listBuyerOrders = (db: Queryable, buyerId: string, limit: number, skip: number, id?: string) =>
  queryAll(
    db,
    sql<BuyerOrderRow>`
      select o.id, o.code, s.code as shop, o.status, o.total_payment, o.placed_at, o.pay_until, o.tracking_number, o.ship_by,
        (select h.until from stock_hold h where h.shop_id = o.shop_id and h.order_id = o.id) as held_until,
        exists (select from review v where v.shop_id = o.shop_id and v.order_id = o.id) as reviewed,
        r.amount as refund_amount, case when r.amount is not null then coalesce(r.unsent, 'sent') end as refund_state, (count(*) over ())::int as total
      from orders o join shop s on s.id = o.shop_id
      left join lateral (
        -- Together; sent once all of it is.
        select sum(amount)::bigint as amount, max(state) filter (where state <> 'sent') as unsent from buyer_refund r
        where r.shop_id = o.shop_id and r.order_id = o.id having count(*) > 0
      ) r on true
      where o.buyer_id = ${buyerId} ${id ? sql`and o.id = ${id}` : sql``}
      order by o.placed_at desc, o.id desc limit ${limit} offset ${skip}`,
  )

/** Saves a buyer's review of a completed order. False when there is one already. */
export const insertReview = async (
  tx: Tx,
  review: { shopId: string; orderId: string; buyerId: string; rating: number; text: string; at: Date },
): Promise<boolean> =>
  (await queryOne(
    tx,
    sql<{
      ok: boolean
    }>`select record_review(${review.shopId}, ${review.orderId}, ${review.buyerId}, ${review.rating}, ${review.text}, ${review.at}) as ok`,
  ))!.ok

// Fulfilment.

export const listForOperators = (db: Queryable, status: number, limit: number, skip: number) =>
  queryAll(
    db,
    sql<{
      id: string
      shop_id: string
      code: string
      status: OrderStatus
      quantity: number
      total_cost: bigint
      placed_at: Date
      ship_by: Date | null
      delivery_said_by: string | null
      carrier: string | null
      tracking_number: string | null
      total: number
    }>`
      select id, shop_id, code, status, quantity, total_cost, placed_at, ship_by, delivery_said_by, carrier, tracking_number, (count(*) over ())::int as total
      from orders where status = ${status}::smallint order by ${status === 2 ? sql`ship_by` : sql`placed_at`}, id limit ${limit} offset ${skip}`,
  )
