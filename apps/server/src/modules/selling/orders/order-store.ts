/** Orders with their lines and their history. */
import {
  orderStatus,
  type CancelReason,
  type Funding,
  type DeclineReason,
  type NoSupplyReason,
  type OrderEventKind,
  type OrderEventSource,
  type OrderStatus,
  type VariantOption,
} from '@quayside/contract'
import { rowKeyFilter, type RowKey } from '../../../platform/jobs/deadlines.ts'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'
import {
  actorKind,
  changeState,
  type ChangeStamp,
  type StateMachine,
  type Stateful,
} from '../../../platform/database/state-changes.ts'
import type { PostalAddress } from '../../../domain/postal-address.ts'
import type { OrderMoney } from './entries.ts'
import { canTransition } from './order.ts'

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
  /** What is paid for the goods, for shipping, and as tax on both. */
  total_payment: bigint
  shipping: bigint
  tax: bigint
  /** Hundredths of a percent; 0 without a tax. */
  tax_rate: number
  /** Whether the prices that the buyer saw had the tax in them. */
  tax_included: boolean
  /** The days from payment to arrival that were promised. Null in rows from before shipping rates. */
  delivery_from: number | null
  delivery_to: number | null
  commission: bigint
  total_earnings: bigint
  profit: bigint
  address: PostalAddress & { phone: string | null }
  /** Sealed: what customs ask for. */
  tax_number: Buffer | null
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
  no_supply_reason: NoSupplyReason | null
  no_supply_note: string | null
  decline_reason: DeclineReason | null
  decline_note: string | null
  shipment_round: number
  refunded: bigint
  refunded_escrow: bigint
  refunded_supplier: bigint
  refunded_commission: bigint
  refunded_platform: bigint
  refunded_shipping: bigint
  disputed_shipping: bigint
  refunded_tax: bigint
  disputed_tax: bigint
  coupon_id: string | null
  /** Cents that a coupon took off: no part of `total_payment` (shop), or paid by the platform as a part of it. */
  coupon_shop: bigint
  coupon_platform: bigint
  refunded_coupon: bigint
  part_settled_at: Date | null
  /** Whether the order counts in figures, ranks, score and rating. */
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
  shipping: row.shipping,
  refundedShipping: row.refunded_shipping,
  disputedShipping: row.disputed_shipping,
  tax: row.tax,
  refundedTax: row.refunded_tax,
  disputedTax: row.disputed_tax,
  couponPlatform: row.coupon_platform,
  refundedCoupon: row.refunded_coupon,
  totalCost: row.total_cost,
  commission: row.commission,
  funding: row.funding,
  shipmentRound: row.shipment_round,
  refunded: row.refunded,
  refundedEscrow: row.refunded_escrow,
  refundedSupplier: row.refunded_supplier,
  refundedCommission: row.refunded_commission,
  refundedPlatform: row.refunded_platform,
  disputed: row.disputed,
  disputedEscrow: row.disputed_escrow,
  pending: row.pending,
})

export const findOrder = (db: Queryable, shopId: string, id: string) =>
  queryOne(db, sql<OrderRow>`select * from orders where shop_id = ${shopId} and id = ${id}`)

export const findOrders = (db: Queryable, shopId: string, ids: readonly string[]) =>
  queryAll(db, sql<OrderRow>`select * from orders where shop_id = ${shopId} and id = any(${ids}::uuid[])`)

/** Locks an order of a shop until the end of the transaction. */
export const lockOrder = (tx: Tx, shopId: string, id: string) =>
  queryOne(tx, sql<OrderRow>`select * from orders where shop_id = ${shopId} and id = ${id} for update`)

/** Locks orders of any shops in the order of their ids. */
export const lockOrders = (tx: Tx, keys: readonly RowKey[]) =>
  queryAll(
    tx,
    sql<OrderRow>`select * from orders where ${rowKeyFilter(keys, 'orders')} order by shop_id, id for update`,
  )

/** Locks an order of the buyer who placed it. */
export const lockBuyersOrder = (tx: Tx, buyerId: string, id: string) =>
  queryOne(tx, sql<OrderRow>`select * from orders where id = ${id} and buyer_id = ${buyerId} for update`)

/** Locks a buyer, so that the counts of the buyer's orders do not change until the end of the transaction. */
export const lockBuyer = (tx: Tx, buyerId: string) =>
  sql`select from buyer where id = ${buyerId} for no key update`.execute(tx)

/** The shop of a new order by its public code, with the name of the buyer. */
export const findShopForOrder = (tx: Tx, shopCode: string, buyerId: string) =>
  queryOne(
    tx,
    sql<{ id: string; verified: boolean; closed: boolean; buyer_name: string; buyer_email: string }>`
      select s.id, s.verified_at is not null as verified, s.closed_at is not null as closed,
        (select name from buyer where id = ${buyerId}) as buyer_name,
        (select email from buyer where id = ${buyerId}) as buyer_email
      from shop s where s.code = ${shopCode}`,
  )

/** Counts the orders that a buyer placed after `since` and did not pay. */
export async function countUnpaidOrders(tx: Tx, buyerId: string, since: Date): Promise<number> {
  const row = await queryOne(
    tx,
    sql<{
      n: number
    }>`select count(*)::int as n from orders where buyer_id = ${buyerId} and placed_at > ${since} and paid_at is null`,
  )
  return row!.n
}

export async function insertOrder(
  tx: Tx,
  order: {
    shopId: string
    id: string
    /** The idempotency key from the buyer's device. */
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
    shipping: { cost: bigint; from: number; to: number }
    tax: { amount: bigint; rate: number; included: boolean }
    coupon: { id: string; shop: bigint; platform: bigint } | null
    commission: bigint
    address: object
    taxNumber: Buffer | null
    placedAt: Date
    payUntil: Date
    lines: {
      listingId: string
      productId: string
      variantId: string
      name: string
      options: readonly VariantOption[]
      picture: string | null
      quantity: number
      sellingPrice: bigint
      purchasePrice: bigint
      /** What a coupon of the shop takes off the line. */
      discount: bigint
    }[]
  },
): Promise<void> {
  await sql`
    insert into orders (shop_id, id, client_id, code, buyer_id, buyer_name, status, title, other_products, picture, quantity,
      total_cost, total_payment, shipping, delivery_from, delivery_to, tax, tax_rate, tax_included, coupon_id, coupon_shop, coupon_platform, commission, address, tax_number, placed_at, pay_until, changed_by, changed_at)
    values (${order.shopId}, ${order.id}, ${order.clientId}, ${order.code}, ${order.buyerId}, ${order.buyerName},
      ${orderStatus.awaitingPayment}, ${order.title}, ${order.otherProducts}, ${order.picture}, ${order.quantity}, ${order.totalCost},
      ${order.totalPayment}, ${order.shipping.cost}, ${order.shipping.from}, ${order.shipping.to}, ${order.tax.amount}, ${order.tax.rate}, ${order.tax.included}, ${order.coupon?.id ?? null}, ${order.coupon?.shop ?? 0n}, ${order.coupon?.platform ?? 0n},
      ${order.commission}, ${JSON.stringify(order.address)}, ${order.taxNumber}, ${order.placedAt}, ${order.payUntil},
      ${`buyer:${order.buyerId}`}, ${order.placedAt})`.execute(tx)
  const lines = order.lines.map((line, index) => ({
    line: index + 1,
    listing_id: line.listingId,
    product_id: line.productId,
    variant_id: line.variantId,
    name: line.name,
    options: line.options,
    picture: line.picture,
    quantity: line.quantity,
    selling_price: String(line.sellingPrice),
    purchase_price: String(line.purchasePrice),
    discount: String(line.discount),
  }))
  await sql`
    insert into order_line (shop_id, order_id, line, listing_id, product_id, variant_id, name, options, picture, quantity, selling_price, purchase_price, discount, supplier_id)
    select ${order.shopId}, ${order.id}, l.line, l.listing_id, l.product_id, l.variant_id, l.name, l.options, l.picture, l.quantity, l.selling_price, l.purchase_price, l.discount, p.supplier_id
    from jsonb_populate_recordset(null::order_line, ${JSON.stringify(lines)}::jsonb) l join product p on p.id = l.product_id`.execute(
    tx,
  )
}

const orderStates: StateMachine<OrderStatus, 'status', Stateful<OrderStatus, 'status'>, OrderRow> = {
  table: 'orders',
  column: 'status',
  canChange: ({ status }, to) => canTransition(status, to),
}

/** The columns that a change of status writes. */
type OrderChange = Partial<
  Pick<
    OrderRow,
    | 'paid_at'
    | 'pickup_until'
    | 'picked_up_at'
    | 'ship_by'
    | 'funding'
    | 'shipped_at'
    | 'carrier'
    | 'tracking_number'
    | 'delivery_said_by'
    | 'shipment_round'
    | 'received_at'
    | 'settles_at'
    | 'pending'
    | 'refunded_commission'
    | 'disputed_commission'
    | 'completed_at'
    | 'cancelled_at'
    | 'cancel_reason'
  >
>

/** Changes the status of locked orders of one shop. A trigger writes the history. */
export const changeOrders = (
  tx: Tx,
  orders: readonly Stateful<OrderStatus, 'status'>[],
  to: OrderStatus,
  stamp: ChangeStamp,
  change: OrderChange,
): Promise<void> => changeState(tx, orderStates, orders, to, stamp, change)

/** Marks a locked order as paid by the transfer that has this key. */
export const changeToPaid = (
  tx: Tx,
  order: OrderRow,
  transferKey: string,
  stamp: ChangeStamp,
  pickupUntil: Date,
): Promise<void> =>
  changeState(tx, orderStates, [order], orderStatus.awaitingPickup, stamp, {
    paid_at: stamp.at,
    pickup_until: pickupUntil,
    funding_transfer_id: sql`(select id from ledger.transfer where shop_id = ${order.shop_id} and key = ${transferKey})`,
  })

/** Appends an event that keeps the status. The events of a change of status are written by a trigger. */
export async function appendOrderEvent(
  tx: Tx,
  order: { shop_id: string; id: string },
  event: {
    kind: OrderEventKind
    stamp: ChangeStamp
    note?: string | null
    /** The note is an operator's evidence of a delivery: the buyer does not read it. */
    evidence?: boolean
    /** Set for events of carriers, and only for them. */
    carrierEventId?: string
    /** The number of the parcel that the event is about. */
    parcel?: number
  },
): Promise<void> {
  const { kind, stamp, note = null, evidence = false, carrierEventId = null, parcel = null } = event
  await sql`insert into order_event (shop_id, order_id, kind, source, actor, note, evidence, carrier_event_id, at, parcel)
    values (${order.shop_id}, ${order.id}, ${kind}, ${actorKind(stamp.actor)}, ${stamp.actor}, ${note}, ${evidence}, ${carrierEventId},
      ${stamp.at}, ${parcel})`.execute(tx)
}

/** Writes the parcels of locked orders that are about to be shipped. */
export const updateParcels = (
  tx: Tx,
  rows: readonly { order: OrderRow; parcel: { carrier: string; trackingNumber: string } }[],
) =>
  sql`update orders o set carrier = p.carrier, tracking_number = p.number
    from unnest(${rows.map(({ order }) => order.shop_id)}::uuid[], ${rows.map(({ order }) => order.id)}::uuid[],
      ${rows.map(({ parcel }) => parcel.carrier)}::text[], ${rows.map(({ parcel }) => parcel.trackingNumber)}::text[]) p (shop_id, id, carrier, number)
    where o.shop_id = p.shop_id and o.id = p.id`.execute(tx)

/** Writes why a cancelled order cannot be supplied. */
export const updateNoSupply = (
  tx: Tx,
  order: OrderRow,
  { reason, note }: { reason: NoSupplyReason; note: string | null },
) =>
  sql`update orders set no_supply_reason = ${reason}, no_supply_note = ${note}
    where shop_id = ${order.shop_id} and id = ${order.id}`.execute(tx)

/** Writes why the merchant declined a cancelled order. */
export const updateDecline = (
  tx: Tx,
  order: OrderRow,
  { reason, note }: { reason: DeclineReason; note: string | null },
) =>
  sql`update orders set decline_reason = ${reason}, decline_note = ${note}
    where shop_id = ${order.shop_id} and id = ${order.id}`.execute(tx)

/** Adds the amounts of one refund to those of a locked order. */
export const addRefundedAmounts = (
  tx: Tx,
  order: { shop_id: string; id: string },
  amounts: {
    amount: bigint
    escrow: bigint
    supplier: bigint
    commission: bigint
    platform: bigint
    pending: bigint
    shipping: bigint
    tax: bigint
    coupon: bigint
  },
) =>
  sql`update orders set refunded = refunded + ${amounts.amount}, refunded_escrow = refunded_escrow + ${amounts.escrow},
      refunded_supplier = refunded_supplier + ${amounts.supplier}, refunded_commission = refunded_commission + ${amounts.commission},
      refunded_platform = refunded_platform + ${amounts.platform}, pending = pending - ${amounts.pending},
      refunded_shipping = refunded_shipping + ${amounts.shipping}::bigint, refunded_tax = refunded_tax + ${amounts.tax}::bigint,
      refunded_coupon = refunded_coupon + ${amounts.coupon}::bigint
    where shop_id = ${order.shop_id} and id = ${order.id}`.execute(tx)

/** A locked order settled, except for the amount that an open refund may take (`held`, in cents). */
export const updatePartSettled = (tx: Tx, order: OrderRow, held: bigint, at: Date) =>
  sql`update orders set pending = ${held}, part_settled_at = ${at} where shop_id = ${order.shop_id} and id = ${order.id}`.execute(
    tx,
  )

/** Adds the amounts of a dispute to those of a locked order. Negative amounts give back. */
export const addDisputedAmounts = (
  tx: Tx,
  order: { shop_id: string; id: string },
  amounts: { disputed: bigint; escrow: bigint; pending: bigint; commission: bigint; shipping: bigint; tax: bigint },
) =>
  sql`update orders set disputed = disputed + ${amounts.disputed}::bigint, disputed_escrow = disputed_escrow + ${amounts.escrow}::bigint,
      pending = pending + ${amounts.pending}::bigint, disputed_commission = disputed_commission + ${amounts.commission}::bigint,
      refunded_commission = refunded_commission + ${amounts.commission}::bigint,
      disputed_shipping = disputed_shipping + ${amounts.shipping}::bigint, disputed_tax = disputed_tax + ${amounts.tax}::bigint
    where shop_id = ${order.shop_id} and id = ${order.id}`.execute(tx)

/** For `exists`, in a query over `orders`. */
export const openDispute = sql`select from card_dispute c
  where c.shop_id = orders.shop_id and c.order_id = orders.id and c.state = 'open' and c.amount > 0`

/** Whether money of this order is set aside for an undecided dispute. Reliable only under the lock of the order. */
export async function hasOpenDispute(tx: Tx, order: { shop_id: string; id: string }): Promise<boolean> {
  const row = await queryOne(
    tx,
    sql<{
      open: boolean
    }>`select exists (${openDispute}) as open from orders where shop_id = ${order.shop_id} and id = ${order.id}`,
  )
  return row?.open ?? false
}

/** The ids of those orders of which a parcel has an event of its carrier, or arrived by the word of two operators. */
export const listOrdersWithReports = (db: Queryable, orders: readonly RowKey[]): Promise<Set<string>> =>
  listIds(
    db,
    sql`select from order_event e where e.shop_id = orders.shop_id and e.order_id = orders.id and e.source = 'carrier'
      union all select from parcel p where p.shop_id = orders.shop_id and p.order_id = orders.id and p.delivery_confirmed_by is not null`,
    orders,
  )

/** The ids of those orders that have an open refund. */
export const listOrdersWithOpenRefunds = (db: Queryable, orders: readonly RowKey[]): Promise<Set<string>> =>
  listIds(db, openRefund, orders)

async function listIds(
  db: Queryable,
  condition: ReturnType<typeof sql>,
  orders: readonly RowKey[],
): Promise<Set<string>> {
  const rows = await queryAll(
    db,
    sql<{ id: string }>`select id from orders where ${rowKeyFilter(orders, 'orders')} and exists (${condition})`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** For `exists`, in a query over `orders`. */
export const openRefund = sql`select from refund_order r
  where r.shop_id = orders.shop_id and r.order_id = orders.id and r.state in ('requested', 'agreed', 'objected')`

/** Whether this order has an open refund. Reliable only under the lock of the order. */
export async function hasOpenRefund(tx: Tx, order: { shop_id: string; id: string }): Promise<boolean> {
  const row = await queryOne(
    tx,
    sql<{
      open: boolean
    }>`select exists (${openRefund}) as open from orders where shop_id = ${order.shop_id} and id = ${order.id}`,
  )
  return row?.open ?? false
}

export const listLines = (db: Queryable, shopId: string, orderId: string) =>
  queryAll(
    db,
    sql<{
      listing_id: string
      product_id: string
      /** Null in a line of the release before variants: the one that has the id of the product. */
      variant_id: string | null
      name: string
      options: VariantOption[]
      picture: string | null
      quantity: number
      selling_price: bigint
      purchase_price: bigint
    }>`
      select listing_id, product_id, variant_id, name, options, picture, quantity, selling_price, purchase_price from order_line
      where shop_id = ${shopId} and order_id = ${orderId} order by line`,
  )

type HistoryRow = {
  kind: OrderEventKind
  status: OrderStatus | null
  source: OrderEventSource
  note: string | null
  at: Date
  /** The time that a carrier reported, when it lay in the future. */
  reported_at: Date | null
  /** The number of the parcel that the event is about. */
  parcel: number | null
}
const history = (shopId: string, orderId: string) => sql`(
  select e.*, case when c.at > c.received_at then c.at end as reported_at
  from order_event e left join carrier_event c on c.id = e.carrier_event_id and e.kind = 'scan'
  where e.shop_id = ${shopId} and e.order_id = ${orderId} order by e.id) h`

/** The history as its buyer reads it: `evidence` of a delivery has no note. */
export const listHistoryForBuyer = (db: Queryable, shopId: string, orderId: string) =>
  queryAll(
    db,
    sql<HistoryRow & { evidence: boolean }>`
      select kind, status, source, case when evidence then null else note end as note, at, reported_at, parcel, evidence
      from ${history(shopId, orderId)}`,
  )

export const listHistory = (db: Queryable, shopId: string, orderId: string) =>
  queryAll(
    db,
    sql<HistoryRow>`select kind, status, source, note, at, reported_at, parcel from ${history(shopId, orderId)}`,
  )
