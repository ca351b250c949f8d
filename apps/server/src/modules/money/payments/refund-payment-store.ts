/** What operators read about payments to buyers at the card processor. */
import { queryAll, queryOne, sql, type Queryable } from '../../../platform/database/postgres.ts'
import type { TimePosition } from '../../../platform/http/cursor.ts'

export type RefundPaymentRow = {
  shop_id: string
  shop_name: string | null
  id: string
  order_id: string
  order_code: string
  refund_order_id: string | null
  refund_code: string | null
  cause: string
  state: 'due' | 'sent' | 'failed' | 'by-bank'
  amount: bigint
  /** Of a PIX payment: what the bank sends back. */
  centavos: bigint | null
  withheld: bigint
  processor: string
  reference: string | null
  created_at: Date
  sent_at: Date | null
  failure: string | null
  failed_at: Date | null
  disputed: boolean
  way: 'card' | 'bank'
  account_ending: string | null
  returned: { reference: string; sent_at: string; at: string; failure: string; fee: string }[]
  act_id: string | null
}

const found = (text: string) => sql`(r.shop_id, r.id) in (
    select shop_id, id from buyer_refund where reference = ${text}
    union select shop_id, refund_id from returned_refund where reference = ${text}
    union select x.shop_id, x.id from orders y join buyer_refund x on x.shop_id = y.shop_id and x.order_id = y.id where y.code = ${text.toUpperCase()}
    union select x.shop_id, x.id from refund_order y join buyer_refund x on x.shop_id = y.shop_id and x.refund_order_id = y.id
      where y.code = ${text.toUpperCase()})`

/** A page of payments to buyers, newest first. `overdue`: not sent, and due since before `before`. */
export const listRefundPayments = (
  db: Queryable,
  filter: {
    state?: RefundPaymentRow['state'] | undefined
    overdue?: boolean | undefined
    search?: string | undefined
    after: TimePosition | undefined
    before: Date
  },
  limit: number,
) =>
  queryAll(
    db,
    sql<RefundPaymentRow>`select r.shop_id, s.name as shop_name, r.id, r.order_id, o.code as order_code, r.refund_order_id,
        (select x.code from refund_order x where x.shop_id = r.shop_id and x.id = r.refund_order_id) as refund_code, r.cause, r.state,
        r.amount, r.centavos, r.withheld, p.processor, r.reference, r.created_at, r.sent_at, r.failure, r.failed_at,
        exists (select from card_dispute c where c.shop_id = r.shop_id and c.payment_id = r.payment_id and c.state = 'open') as disputed,
        r.way, r.account_ending,
        (select coalesce(json_agg(json_build_object('reference', x.reference, 'sent_at', x.sent_at, 'at', x.returned_at, 'failure', x.failure, 'fee', x.fee::text) order by x.n desc), '[]')
          from returned_refund x where x.shop_id = r.shop_id and x.refund_id = r.id) as returned,
        (select a.id from act a where a.kind = 'refund.way' and a.subject_id = r.id::text and a.state = 'open') as act_id
      from buyer_refund r join shop s on s.id = r.shop_id join orders o on o.shop_id = r.shop_id and o.id = r.order_id
        join payment p on p.shop_id = r.shop_id and p.id = r.payment_id
      where ${filter.state ? sql`r.state = ${filter.state}` : sql`true`}
        ${filter.overdue === undefined ? sql`` : sql`and (r.state <> 'sent' and r.created_at < ${filter.before}) = ${filter.overdue}`}
        ${filter.search ? sql`and ${found(filter.search)}` : sql``}
        ${filter.after ? sql`and (r.created_at, r.id) < (${filter.after.at}::timestamptz, ${filter.after.id}::uuid)` : sql``}
      order by r.created_at desc, r.id desc limit ${limit}`,
  )

export type RefundPaymentCounts = { due: number; overdue: number; failed: number }
export const countRefundPayments = async (db: Queryable, before: Date): Promise<RefundPaymentCounts> =>
  (await queryOne(
    db,
    sql<RefundPaymentCounts>`select (count(*) filter (where state = 'due'))::int as due, (count(*) filter (where created_at < ${before}))::int as overdue,
        (count(*) filter (where state = 'failed'))::int as failed
      from buyer_refund where state <> 'sent'`,
  ))!

export const findOrderCode = async (db: Queryable, shopId: string, orderId: string): Promise<string> =>
  (await queryOne(db, sql<{ code: string }>`select code from orders where shop_id = ${shopId} and id = ${orderId}`))!
    .code

/** The shop of a refund by its id alone; null for an id that is none of ours. */
export async function findRefundShop(db: Queryable, id: string): Promise<string | null> {
  const row = await queryOne(db, sql<{ shop_id: string }>`select shop_id from buyer_refund where id::text = ${id}`)
  return row?.shop_id ?? null
}
