/** What the mails to buyers are made of. Triggers of the database write the rows of `order_mail`. */
import type { Language, VariantOption } from '@quayside/contract'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'

export type OrderMailKind =
  | 'placed'
  | 'paid'
  | 'shipped'
  | 'received'
  | 'cancelled'
  | 'refunded'
  | 'answered'
  | 'shop-answered'
  | 'refund-objected'
  | 'refund-declined'

export type OrderMailRow = {
  shop_id: string
  order_id: string
  kind: OrderMailKind
  cause: string
  amount: bigint | null
  at: Date
  code: string
  shop_name: string
  /** For the goods, by the buyer and a coupon of the platform; for shipping, and as tax on both. */
  total_payment: bigint
  shipping: bigint
  tax: bigint
  tax_rate: number
  tax_included: boolean
  /** What a coupon took off, of it by the platform, and its code. */
  discount: bigint
  coupon_platform: bigint
  coupon: string | null
  placed_at: Date
  paid_at: Date | null
  pay_until: Date
  pickup_until: Date | null
  settles_at: Date | null
  parcels: { carrier: string; number: string }[]
  /** The deadline of the platform's decision about the refund that the mail is about. */
  decide_by: Date | null
  email: string
  language: Language
  /** Of an order that waits for PIX: what its code asks for, and until when. */
  pix_centavos: bigint | null
  pix_by: Date | null
  /** What of its refunds goes back in centavos, or of this one; null for a card. */
  refund_centavos: bigint | null
}

/** Whether a mail waits to be written. */
export const anyMailWaits = () => sql`exists (select from order_mail where written_at is null)`

/** Locks the next mail that is not written yet, with its order, except of some orders. Other workers pass over it. */
export const lockNextMail = (tx: Tx, exceptOrderIds: readonly string[]) =>
  queryOne(
    tx,
    sql<OrderMailRow>`
      select m.shop_id, m.order_id, m.kind, m.cause, m.amount, m.at, o.code, coalesce(s.name, s.code) as shop_name, o.total_payment, o.shipping, o.tax, o.tax_rate, o.tax_included,
        o.coupon_shop + o.coupon_platform as discount, o.coupon_platform, (select code from coupon c where c.id = o.coupon_id) as coupon,
        o.placed_at, o.paid_at, o.pay_until, o.pickup_until, o.settles_at, a.email, a.language,
        array(select jsonb_build_object('carrier', p.carrier, 'number', p.tracking_number) from parcel p
          where p.shop_id = m.shop_id and p.order_id = m.order_id order by p.number) as parcels,
        (select decide_by from refund_order r where r.shop_id = m.shop_id and r.order_id = m.order_id and r.id::text = m.cause) as decide_by,
        pix.centavos as pix_centavos, pix.pay_by as pix_by, (
          select sum(r.centavos)::bigint from buyer_refund r
          where r.shop_id = m.shop_id and r.order_id = m.order_id and (m.kind <> 'refunded' or r.id::text = m.cause)) as refund_centavos
      from order_mail m join orders o on o.shop_id = m.shop_id and o.id = m.order_id join shop s on s.id = m.shop_id
        join order_access a on a.shop_id = m.shop_id and a.order_id = m.order_id
        left join payment pix on pix.shop_id = m.shop_id and pix.order_id = m.order_id and pix.processor = 'pix' and pix.captured_at is null and pix.closed_at is null
      where m.written_at is null and m.order_id <> all(${exceptOrderIds}::uuid[])
      order by m.at, m.order_id for update of m skip locked limit 1`,
  )

export const writeMailDone = (tx: Tx, m: Pick<OrderMailRow, 'shop_id' | 'order_id' | 'kind' | 'cause'>, at: Date) =>
  sql`update order_mail set written_at = ${at}
    where shop_id = ${m.shop_id} and order_id = ${m.order_id} and kind = ${m.kind} and cause = ${m.cause}`.execute(tx)

/** Pieces, names, chosen variants and sums of an order. */
export const listMailLines = (db: Queryable, shopId: string, orderId: string) =>
  queryAll(
    db,
    sql<{ name: string; options: VariantOption[]; quantity: number; sum: bigint }>`
      select name, options, quantity, selling_price * quantity as sum from order_line
      where shop_id = ${shopId} and order_id = ${orderId} order by line`,
  )

/** Orders whose page still opens, of one e-mail address, newest first. */
export const listOrdersOfAddress = (db: Queryable, email: string, now: Date, limit: number) =>
  queryAll(
    db,
    sql<{ order_id: string; code: string; shop_name: string; placed_at: Date }>`
      select a.order_id, o.code, coalesce(s.name, s.code) as shop_name, o.placed_at
      from order_access a join orders o on o.shop_id = a.shop_id and o.id = a.order_id join shop s on s.id = a.shop_id
      where a.email = ${email} and a.expires_at > ${now} order by a.created_at desc limit ${limit}`,
  )
