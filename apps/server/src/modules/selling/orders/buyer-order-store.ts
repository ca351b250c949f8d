/** Orders as their buyers see them, and the buyers' reviews. */
import type { CancelReason, NoSupplyReason, OrderStatus } from '@quayside/contract'
import { type Page } from '../../../platform/http/cursor.ts'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'
import { totalOf } from '../../../platform/database/total-of.ts'

export type BuyerOrderRow = {
  id: string
  shop_id: string
  code: string
  shop: string
  status: OrderStatus
  total_payment: bigint
  shipping: bigint
  tax: bigint
  coupon_shop: bigint
  coupon_platform: bigint
  placed_at: Date
  pay_until: Date
  held_until: Date | null
  tracking_number: string | null
  ship_by: Date | null
  cancel_reason: CancelReason | null
  no_supply_reason: NoSupplyReason | null
  no_supply_note: string | null
  reviewed: boolean
  refund_amount: bigint | null
  refund_state: 'due' | 'sent' | 'failed' | null
  /** The same in the centavos that go back; null for a payment by card. */
  refund_centavos: bigint | null
  total: number
}

export const listBuyerOrders = (db: Queryable, buyerId: string, { limit, skip, after }: Page, id?: string) => {
  const own = sql`o.buyer_id = ${buyerId} ${id ? sql`and o.id = ${id}` : sql``}`
  return queryAll(
    db,
    sql<BuyerOrderRow>`
      select o.id, o.shop_id, o.code, s.code as shop, o.status, o.total_payment, o.shipping, o.tax, o.coupon_shop, o.coupon_platform, o.placed_at, o.pay_until, o.tracking_number, o.ship_by, o.cancel_reason, o.no_supply_reason, o.no_supply_note,
        (select h.until from stock_hold h where h.shop_id = o.shop_id and h.order_id = o.id) as held_until,
        exists (select from review v where v.shop_id = o.shop_id and v.order_id = o.id) as reviewed,
        r.amount as refund_amount, r.centavos as refund_centavos, case when r.amount is not null then coalesce(r.unsent, 'sent') end as refund_state, ${totalOf(sql`from orders o where ${own}`)}
      from orders o join shop s on s.id = o.shop_id
      left join lateral (
        -- All refunds of the order together. They count as sent when each of them is sent.
        select sum(amount)::bigint as amount, sum(centavos)::bigint as centavos, max(case state when 'by-bank' then 'due' else state end) filter (where state <> 'sent') as unsent from buyer_refund r
        where r.shop_id = o.shop_id and r.order_id = o.id having count(*) > 0
      ) r on true
      where ${own} and ${after ? sql`(o.placed_at, o.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
      order by o.placed_at desc, o.id desc limit ${limit} offset ${skip}`,
  )
}

/** Inserts a buyer's review of a completed order. Returns false when the order has a review already. */
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
