/** What operators read about refund orders. */
import type { RefundState } from '@quayside/contract'
import { contains, queryAll, queryOne, sql, type Queryable } from '../../../platform/database/postgres.ts'
import { listedColumns, type ListedRefund } from './store.ts'

export type OperatorRefundRow = ListedRefund & {
  shop_name: string | null
  paid: bigint
  /** The current deadline; null for an ended refund. */
  due_at: Date | null
  awaits_decision: boolean
}

/**
 * The platform decides: after an objection, past the debt limit, and for a refund by staff without an answer in time.
 */
const awaitsDecisionSql = (now: Date) =>
  sql`(r.state = 'objected' or r.state = 'requested' and (r.referred_at is not null or r.opened_by = 'operator' and r.answer_by <= ${now}))`
const dueSql = sql`coalesce(r.decide_by, r.answer_by)`
const overdueSql = (now: Date) => sql`(${awaitsDecisionSql(now)} and r.decide_by < ${now})`

const operatorQuery = (where: ReturnType<typeof sql>, now: Date) => sql<OperatorRefundRow>`
  select ${listedColumns}, o.total_payment as paid, s.name as shop_name, ${awaitsDecisionSql(now)} as awaits_decision,
    case when r.state in ('requested', 'agreed', 'objected') then ${dueSql} end as due_at
  from refund_order r join orders o on o.shop_id = r.shop_id and o.id = r.order_id join shop s on s.id = r.shop_id
  where ${where}`

export type RefundSearch = {
  state?: RefundState | undefined
  awaitsDecision?: boolean | undefined
  overdue?: boolean | undefined
  openedBy?: 'buyer' | 'operator' | undefined
  needsTwo?: boolean | undefined
  shopId?: string | undefined
  search?: string | undefined
}

/** The pattern of the codes that begin with a text; of none without a letter or digit. */
const codePrefix = (text: string): string => {
  const code = text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return code === '' ? '' : `${code}%`
}
const found = (text: string) => sql`(r.shop_id, r.id) in (
    select shop_id, id from refund_order where code like ${codePrefix(text)}
    union select x.shop_id, x.id from orders y join refund_order x on x.shop_id = y.shop_id and x.order_id = y.id
      where y.code = ${text.toUpperCase()}
    union select x.shop_id, x.id from shop z join refund_order x on x.shop_id = z.id
      where z.code = ${text.toUpperCase()} or z.name ilike ${contains(text)})`

/** A page of refund orders. `due`: the open ones by deadline. `newest`: all of them by the time of the request. */
export function listForOperators(
  db: Queryable,
  sort: 'due' | 'newest',
  filter: RefundSearch,
  after: { value: string; id: string } | undefined,
  now: Date,
  limit: number,
) {
  const { state, awaitsDecision, overdue, openedBy, needsTwo, shopId, search } = filter
  const chosen = sql`${state ? sql`r.state = ${state}` : sql`true`}
    ${awaitsDecision === undefined ? sql`` : sql`and ${awaitsDecisionSql(now)} = ${awaitsDecision}`}
    ${overdue === undefined ? sql`` : sql`and ${overdueSql(now)} is not distinct from ${overdue}`}
    ${openedBy ? sql`and r.opened_by = ${openedBy}` : sql``}
    ${needsTwo === undefined ? sql`` : sql`and r.needs_two = ${needsTwo}`}
    ${shopId ? sql`and r.shop_id = ${shopId}` : sql``}
    ${search ? sql`and ${found(search)}` : sql``}`
  if (sort === 'due')
    return queryAll(
      db,
      sql<OperatorRefundRow>`${operatorQuery(
        sql`r.state in ('requested', 'agreed', 'objected') and ${chosen}
          ${after ? sql`and (${dueSql}, r.id) > (${after.value}::timestamptz, ${after.id}::uuid)` : sql``}`,
        now,
      )} order by ${dueSql}, r.id limit ${limit}`,
    )
  return queryAll(
    db,
    sql<OperatorRefundRow>`${operatorQuery(
      sql`${chosen} ${after ? sql`and (r.requested_at, r.id) < (${after.value}::timestamptz, ${after.id}::uuid)` : sql``}`,
      now,
    )} order by r.requested_at desc, r.id desc limit ${limit}`,
  )
}

export const findForOperators = (db: Queryable, shopId: string, id: string, now: Date) =>
  queryOne(db, sql<OperatorRefundRow>`${operatorQuery(sql`r.shop_id = ${shopId} and r.id = ${id}`, now)}`)

export type RefundCounts = {
  requested: number
  agreed: number
  awaitDecision: number
  overdue: number
  signedOnce: number
}
export const countOpen = async (db: Queryable, now: Date): Promise<RefundCounts> =>
  (await queryOne(
    db,
    sql<RefundCounts>`select (count(*) filter (where r.state = 'requested'))::int as requested,
        (count(*) filter (where r.state = 'agreed'))::int as agreed,
        (count(*) filter (where ${awaitsDecisionSql(now)}))::int as "awaitDecision",
        (count(*) filter (where ${overdueSql(now)}))::int as overdue,
        (count(*) filter (where ${awaitsDecisionSql(now)} and r.needs_two and r.first_signer is not null))::int as "signedOnce"
      from refund_order r where r.state in ('requested', 'agreed', 'objected')`,
  ))!

export type RefundContext = {
  buyer_orders: number
  buyer_refunds: number
  buyer_refunded: number
  shop_requested: number
  shop_objected: number
  shop_refunded: number
}
/** Earlier orders and refunds of a buyer, and the refunds of a shop since an instant. */
export const readContext = async (
  db: Queryable,
  buyerId: string,
  shopId: string,
  since: Date,
): Promise<RefundContext> =>
  (await queryOne(
    db,
    sql<RefundContext>`select (select count(*)::int from orders where buyer_id = ${buyerId} and paid_at is not null) as buyer_orders,
        b.n as buyer_refunds, b.refunded as buyer_refunded, s.n as shop_requested, s.objected as shop_objected, s.refunded as shop_refunded
      from (select count(*)::int as n, (count(*) filter (where state = 'refunded'))::int as refunded
          from refund_order where buyer_id = ${buyerId}) b
        cross join (select count(*)::int as n, (count(*) filter (where objection is not null))::int as objected,
            (count(*) filter (where state = 'refunded'))::int as refunded
          from refund_order where shop_id = ${shopId} and requested_at > ${since}) s`,
  ))!

export type RefundPaymentState = {
  id: string
  state: 'due' | 'sent' | 'failed' | 'by-bank'
  amount: bigint
  sent_at: Date | null
  failure: string | null
}
/** The payment to the buyer of a refund order. */
export const findPayment = (db: Queryable, shopId: string, refundId: string) =>
  queryOne(
    db,
    sql<RefundPaymentState>`select id, state, amount - withheld as amount, sent_at, failure from buyer_refund
      where shop_id = ${shopId} and refund_order_id = ${refundId}`,
  )
