import { orderStatus, type RefundBearer, type RefundReason, type RefundState } from '@quayside/contract'
import { type Page } from '../../../platform/http/cursor.ts'
import { idsOf, notSetAside, type RowKey } from '../../../platform/jobs/deadlines.ts'
import type { TimePosition } from '../../../platform/http/cursor.ts'
import {
  queryAll,
  violatesConstraint,
  queryOne,
  sql,
  type Queryable,
  type Tx,
} from '../../../platform/database/postgres.ts'
import { totalOf } from '../../../platform/database/total-of.ts'
import { refuse } from '../../../platform/refusal.ts'
import {
  changeState,
  type ChangeStamp,
  type StateMachine,
  type Stateful,
} from '../../../platform/database/state-changes.ts'
import { moneyOf, type OrderRow } from '../orders/order-store.ts'
import { canTransition, sharesOfBuyer, type BuyerShares, type RefundShares } from './refund.ts'

export type RefundRow = {
  shop_id: string
  id: string
  code: string
  order_id: string
  buyer_id: string
  opened_by: 'buyer' | 'operator'
  opened_by_operator: string | null
  /** Whether two operators must sign an approval; decided when it was opened. */
  needs_two: boolean
  state: RefundState
  amount: bigint
  /** What the buyer is to receive with it, as it was at the request; null in older ones. */
  asked: bigint | null
  cause: RefundReason
  text: string
  pictures: string[]
  requested_at: Date
  answer_by: Date
  decide_by: Date | null
  /** When it went to the platform because it would pass the debt limit, and whose agreement brought it there. */
  referred_at: Date | null
  referred_by: 'merchant' | 'silence' | 'deadline' | null
  ended_at: Date | null
  objection: string | null
  objection_pictures: string[]
  decision: string | null
  /** The text of whoever changed the state last. */
  reason: string | null
  agreed_by: AgreedBy | 'cancellation' | null
  bearer: RefundBearer
  first_signer: string | null
  decided_by_operator: string | null
  from_escrow: bigint
  from_supplier: bigint
  from_pending: bigint
  from_available: bigint
  from_due: bigint
  from_commission: bigint
  from_platform: bigint
  /** The shipping charge that went back with it. */
  from_shipping: bigint
  /** The tax that went back with it. */
  from_tax: bigint
  /** The part of it that went back to the platform, which had paid it with a coupon. */
  from_coupon: bigint
}

/** Who agreed to a refund. */
export type AgreedBy = 'merchant' | 'silence' | 'operator' | 'deadline'

/** Inserts a request. Refuses a second open request of an order. */
export async function insertRefund(
  tx: Tx,
  refund: Pick<
    RefundRow,
    | 'shop_id'
    | 'id'
    | 'code'
    | 'order_id'
    | 'buyer_id'
    | 'opened_by'
    | 'opened_by_operator'
    | 'needs_two'
    | 'decide_by'
    | 'amount'
    | 'asked'
    | 'cause'
    | 'text'
    | 'pictures'
    | 'answer_by'
  > & { actor: string; at: Date },
): Promise<void> {
  try {
    await sql`insert into refund_order (shop_id, id, code, order_id, buyer_id, opened_by, opened_by_operator, needs_two, state, amount, asked, cause, text,
        pictures, requested_at, answer_by, decide_by, changed_by, changed_at)
      values (${refund.shop_id}, ${refund.id}, ${refund.code}, ${refund.order_id}, ${refund.buyer_id}, ${refund.opened_by}, ${refund.opened_by_operator}, ${refund.needs_two}, 'requested',
        ${refund.amount}, ${refund.asked}, ${refund.cause}, ${refund.text}, ${refund.pictures}::uuid[], ${refund.at}, ${refund.answer_by}, ${refund.decide_by}, ${refund.actor}, ${refund.at})`.execute(
      tx,
    )
  } catch (error) {
    if (violatesConstraint(error, 'refund_open')) refuse('refund/already-open')
    throw error
  }
}

/** A refund order with the code of its order and the product that was bought. */
export type ListedRefund = RefundRow & { order_code: string; order_title: string; order_picture: string | null }
/** The columns of a `ListedRefund` from `refund_order r` and `orders o`. */
export const listedColumns = sql`r.*, o.code as order_code, o.title as order_title, o.picture as order_picture`

export const findRefund = (db: Queryable, shopId: string, id: string) =>
  queryOne(
    db,
    sql<ListedRefund>`select ${listedColumns} from refund_order r join orders o on o.shop_id = r.shop_id and o.id = r.order_id
      where r.shop_id = ${shopId} and r.id = ${id}`,
  )

/** The key of a buyer's refund order. */
export const findBuyersRefundKey = (db: Queryable, buyerId: string, id: string) =>
  queryOne(
    db,
    sql<
      Pick<RefundRow, 'shop_id' | 'id' | 'order_id'>
    >`select shop_id, id, order_id from refund_order where buyer_id = ${buyerId} and id = ${id}`,
  )

/** Locks a refund order. The caller has locked its order. */
export const lockRefund = (tx: Tx, shopId: string, id: string) =>
  queryOne(tx, sql<RefundRow>`select * from refund_order where shop_id = ${shopId} and id = ${id} for update`)

const refundStates: StateMachine<RefundState, 'state', Stateful<RefundState>, RefundRow> = {
  table: 'refund_order',
  column: 'state',
  canChange: ({ state }, to) => canTransition(state, to),
}

/** Changes a locked refund order and its state. A trigger writes the history. */
export async function changeRefund(
  tx: Tx,
  refund: Stateful<RefundState>,
  to: RefundState,
  stamp: ChangeStamp,
  change: {
    shares?: RefundShares
    shipping?: bigint
    tax?: bigint
    coupon?: bigint
    objection?: { text: string; pictures: string[] }
    /** Deadline of the platform's decision. */
    decideBy?: Date
    agreedBy?: AgreedBy
    bearer?: RefundBearer
    /** The decision of an operator, and the operator. */
    decided?: { text: string; operatorId: string }
    ended?: boolean
  } = {},
): Promise<void> {
  const { shares, shipping, tax, coupon, objection, decideBy, agreedBy, bearer, decided, ended } = change
  const columns = {
    reason: decided?.text ?? objection?.text ?? null,
    ...(objection === undefined ? {} : { objection: objection.text, objection_pictures: objection.pictures }),
    ...(decideBy === undefined ? {} : { decide_by: decideBy }),
    ...(agreedBy === undefined ? {} : { agreed_by: agreedBy }),
    ...(bearer === undefined ? {} : { bearer }),
    ...(decided === undefined ? {} : { decision: decided.text, decided_by_operator: decided.operatorId }),
    ...(ended ? { ended_at: stamp.at } : {}),
    ...(shipping ? { from_shipping: shipping } : {}),
    ...(tax ? { from_tax: tax } : {}),
    ...(coupon ? { from_coupon: coupon } : {}),
    ...(shares
      ? {
          from_escrow: shares.escrow,
          from_supplier: shares.supplier,
          from_pending: shares.pending,
          from_available: shares.available,
          from_due: shares.due,
          from_commission: shares.commission,
          from_platform: shares.platform,
        }
      : {}),
  }
  await changeState(tx, refundStates, [refund], to, stamp, columns)
}

/** Writes the first of two signatures under an approval, with the bearer. */
export const signRefund = (tx: Tx, refund: RefundRow, operatorId: string, bearer: RefundBearer) =>
  sql`update refund_order set first_signer = ${operatorId}, bearer = ${bearer} where shop_id = ${refund.shop_id} and id = ${refund.id}`.execute(
    tx,
  )

/** Hands an agreed refund that would pass the debt limit to the platform; its state stays. */
export const referRefund = (
  tx: Tx,
  refund: RefundRow,
  by: 'merchant' | 'silence' | 'deadline',
  at: Date,
  decideBy: Date,
) =>
  sql`update refund_order set referred_at = ${at}, referred_by = ${by}, decide_by = ${decideBy}
    where shop_id = ${refund.shop_id} and id = ${refund.id}`.execute(tx)

/** Removes the first signature: the second one was refused, or did not come in time. */
export const unsignRefund = (tx: Tx, refund: RefundRow) =>
  sql`update refund_order set first_signer = null, bearer = 'merchant' where shop_id = ${refund.shop_id} and id = ${refund.id}`.execute(
    tx,
  )

/** The shares that were written when the refund was paid. */
export const sharesOf = (row: RefundRow): RefundShares => ({
  escrow: row.from_escrow,
  supplier: row.from_supplier,
  pending: row.from_pending,
  available: row.from_available,
  due: row.from_due,
  commission: row.from_commission,
  platform: row.from_platform,
})

/**
 * What the buyer gets with a refund besides its amount: as it was written when it was paid, else as of now. A refund
 * that cancelled its order wrote nothing: the cancellation returned the rest, at the same instant.
 */
export const buyerSharesOf = (row: RefundRow, order: OrderRow): BuyerShares =>
  row.state === 'refunded' && row.ended_at?.getTime() !== order.cancelled_at?.getTime()
    ? { shipping: row.from_shipping, tax: row.from_tax, coupon: row.from_coupon }
    : sharesOfBuyer(moneyOf(order), row.amount, row.asked)

type Filter = {
  state?: RefundState | undefined
  orderId?: string | undefined
  after: TimePosition | undefined
  limit: number
  skip: number
}

/** A shop's refund orders, newest first. */
export async function listRefunds(
  db: Queryable,
  shopId: string,
  filter: Filter,
): Promise<{ total: number; rows: ListedRefund[] }> {
  const chosen = sql`r.shop_id = ${shopId} ${filter.state ? sql`and r.state = ${filter.state}` : sql``}
    ${filter.orderId ? sql`and r.order_id = ${filter.orderId}` : sql``}`
  const onwards = filter.after
    ? sql`and (r.requested_at, r.id) < (${filter.after.at}::timestamptz, ${filter.after.id}::uuid)`
    : sql``
  const [counted, rows] = await Promise.all([
    queryOne(db, sql<{ total: number }>`select count(*)::int as total from refund_order r where ${chosen}`),
    queryAll(
      db,
      sql<ListedRefund>`select ${listedColumns} from refund_order r join orders o on o.shop_id = r.shop_id and o.id = r.order_id
        where ${chosen} ${onwards} order by r.requested_at desc, r.id desc limit ${filter.limit} offset ${filter.skip}`,
    ),
  ])
  return { total: counted!.total, rows }
}

export const listBuyersRefunds = (
  db: Queryable,
  buyerId: string,
  orderId: string | undefined,
  { limit, skip, after }: Page,
) => {
  const own = sql`r.buyer_id = ${buyerId} ${orderId ? sql`and r.order_id = ${orderId}` : sql``}`
  return queryAll(
    db,
    sql<ListedRefund & { total: number }>`select ${listedColumns}, ${totalOf(sql`from refund_order r where ${own}`)}
      from refund_order r join orders o on o.shop_id = r.shop_id and o.id = r.order_id
      where ${own} and ${after ? sql`(r.requested_at, r.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
      order by r.requested_at desc, r.id desc limit ${limit} offset ${skip}`,
  )
}

/**
 * Refund orders whose deadline is over: buyers' requests without an answer, objections and operators' refunds without
 * a decision; and agreed refunds that their order can pay now.
 */
export const listDueRefunds = (db: Queryable, step: string, now: Date, limit: number) =>
  queryAll(
    db,
    sql<Pick<RefundRow, 'shop_id' | 'id'>>`
      select r.shop_id, r.id from refund_order r join orders o on o.shop_id = r.shop_id and o.id = r.order_id
      where ((r.state = 'requested' and r.opened_by = 'buyer' and r.answer_by <= ${now} and r.referred_at is null)
        or (r.state = 'objected' and r.decide_by <= ${now} and r.referred_at is null)
        or (r.state = 'requested' and r.opened_by = 'operator' and r.decide_by <= ${now})
        or (r.state = 'agreed' and (o.status in (${orderStatus.shipped}, ${orderStatus.received}, ${orderStatus.completed})
          or (o.status = ${orderStatus.awaitingShipment} and (r.amount = o.total_payment - o.refunded
          or r.amount <= o.total_payment - case o.funding when 'escrow' then o.total_cost else 0 end - o.refunded_escrow)))))
        and ${notSetAside(step, 'r', now)}
      order by r.requested_at, r.id limit ${limit}`,
  )

const isDueSoon = (now: Date, before: Date) =>
  sql`state = 'requested' and opened_by = 'buyer' and referred_at is null and answer_warned_at is null and answer_by > ${now} and answer_by <= ${before}`

/** Requests whose answer is due before `before` and whose merchants have no reminder yet. */
export const listDueSoon = (db: Queryable, now: Date, before: Date) =>
  queryAll(
    db,
    sql<RowKey>`select shop_id, id from refund_order where ${isDueSoon(now, before)} order by shop_id, id limit 500`,
  )
/** Marks those of a shop that still need a reminder; skips locked ones. */
export const claimDueSoon = (tx: Tx, shopId: string, rows: readonly RowKey[], now: Date, before: Date) =>
  queryAll(
    tx,
    sql<{ id: string }>`update refund_order r set answer_warned_at = ${now} from (
        select shop_id, id from refund_order where shop_id = ${shopId} and id = any(${idsOf(rows)}::uuid[]) and ${isDueSoon(now, before)}
        order by id for update skip locked
      ) d where r.shop_id = d.shop_id and r.id = d.id returning r.id`,
  )

/** Orders whose protection window is over and that have an open refund. They settle in part. */
export const listDueToPartSettle = (db: Queryable, step: string, now: Date, limit: number) =>
  queryAll(
    db,
    sql<RowKey>`
      select o.shop_id, o.id from orders o join refund_order r on r.shop_id = o.shop_id and r.order_id = o.id
      where o.status = ${orderStatus.received} and o.settles_at <= ${now} and o.part_settled_at is null and r.state in ('requested', 'agreed', 'objected')
        and ${notSetAside(step, 'o', now)}
      order by o.settles_at, o.shop_id, o.id limit ${limit}`,
  )

/** Locks the open refund order of an order. The caller has locked the order. */
export const lockOpenRefund = (tx: Tx, shopId: string, orderId: string) =>
  queryOne(
    tx,
    sql<RefundRow>`select * from refund_order where shop_id = ${shopId} and order_id = ${orderId}
      and state in ('requested', 'agreed', 'objected') for update`,
  )

/** The ids of the refund orders of an order. */
export const refundIdsOf = (db: Queryable, shopId: string, orderId: string) =>
  queryAll(db, sql<{ id: string }>`select id from refund_order where shop_id = ${shopId} and order_id = ${orderId}`)
