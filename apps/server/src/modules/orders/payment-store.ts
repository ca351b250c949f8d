/** Buyers' payments, the processors' events, and what is owed back. */
import { one, sql, type Queryable, type Tx } from '../../platform/postgres.ts'

export type PaymentRow = {
  shop_id: string
  id: string
  order_id: string
  processor: 'stripe' | 'test'
  /** The processor's name for the checkout, and its address; null until the processor has answered. */
  reference: string | null
  checkout_url: string | null
  amount: bigint
  captured_at: Date | null
  capture_reference: string | null
  created_at: Date
}

/** The payment that an order waits for. One that the processor has not answered counts only if it was made after `askedSince`. */
export const openPaymentOf = (on: Queryable, shopId: string, orderId: string, askedSince: Date) =>
  one(
    on,
    sql<PaymentRow>`select * from payment where shop_id = ${shopId} and order_id = ${orderId} and captured_at is null
      and (reference is not null or created_at > ${askedSince}) order by reference is null, created_at desc limit 1`,
  )

/** The payment that an order's escrow came from: captured, and not one that came too late and went back. */
export const paymentBehind = (on: Queryable, shopId: string, orderId: string) =>
  one(
    on,
    sql<PaymentRow>`select p.* from payment p where p.shop_id = ${shopId} and p.order_id = ${orderId} and p.captured_at is not null
      and not exists (select from ledger.transfer t where t.shop_id = p.shop_id and t.key = 'payment:' || p.id || ':late')`,
  )

/** Notes a payment before the processor is asked for its checkout. */
export const insertPayment = (
  tx: Tx,
  p: Pick<PaymentRow, 'shop_id' | 'id' | 'order_id' | 'processor' | 'amount' | 'created_at'>,
) =>
  sql`insert into payment (shop_id, id, order_id, processor, amount, created_at)
    values (${p.shop_id}, ${p.id}, ${p.order_id}, ${p.processor}, ${p.amount}, ${p.created_at})`.execute(tx)

/** Notes the checkout that the processor has opened for a payment; of two answers the first stays. */
export const saveCheckout = (on: Queryable, paymentId: string, checkout: { reference: string; url: string }) =>
  sql`update payment set reference = ${checkout.reference}, checkout_url = ${checkout.url}
    where id = ${paymentId} and reference is null`.execute(on)

/**
 * The payment of a checkout. A processor that names the payment finds it also where its answer to the opening was lost: then the checkout is noted
 * now, without an address.
 */
export async function findPayment(
  tx: Tx,
  processor: string,
  checkout: { reference: string; paymentId: string | null },
): Promise<PaymentRow | undefined> {
  const { reference, paymentId } = checkout
  const known = await one(
    tx,
    sql<PaymentRow>`select * from payment where processor = ${processor} and reference = ${reference}`,
  )
  if (known || !paymentId) return known
  return one(
    tx,
    sql<PaymentRow>`update payment set reference = ${reference}, checkout_url = ''
      where id::text = ${paymentId} and processor = ${processor} and reference is null returning *`,
  )
}

/** Marks a payment captured, once; false when it already was. */
export async function capturePayment(
  tx: Tx,
  payment: PaymentRow,
  captureReference: string,
  at: Date,
): Promise<boolean> {
  const row = await one(
    tx,
    sql<{ id: string }>`update payment set captured_at = ${at}, capture_reference = ${captureReference}
      where shop_id = ${payment.shop_id} and id = ${payment.id} and captured_at is null returning id`,
  )
  return row !== undefined
}

/** Takes note of a webhook event; false when it was seen before. */
export async function seeEvent(tx: Tx, processor: string, eventId: string, at: Date): Promise<boolean> {
  const row = await one(
    tx,
    sql<{
      ok: boolean
    }>`insert into processor_event (processor, event_id, received_at) values (${processor}, ${eventId}, ${at})
      on conflict do nothing returning true as ok`,
  )
  return row !== undefined
}

export type RefundRow = {
  shop_id: string
  id: string
  order_id: string
  payment_id: string
  amount: bigint
  state: 'due' | 'sent' | 'failed'
  processor: 'stripe' | 'test'
  capture_reference: string
}

export const saveRefund = (
  tx: Tx,
  refund: {
    shopId: string
    id: string
    orderId: string
    paymentId: string
    amount: bigint
    cause: string
    at: Date
    refundOrderId: string | null
  },
) =>
  sql`insert into buyer_refund (shop_id, id, order_id, payment_id, amount, cause, refund_order_id, created_at)
    values (${refund.shopId}, ${refund.id}, ${refund.orderId}, ${refund.paymentId}, ${refund.amount}, ${refund.cause}, ${refund.refundOrderId},
      ${refund.at})`.execute(tx)

export const readRefund = (on: Queryable, shopId: string, id: string) =>
  one(
    on,
    sql<RefundRow>`select r.shop_id, r.id, r.order_id, r.payment_id, r.amount, r.state, p.processor, p.capture_reference
      from buyer_refund r join payment p on p.shop_id = r.shop_id and p.id = r.payment_id where r.shop_id = ${shopId} and r.id = ${id}`,
  )

/** Marks a refund as sent, once; false when it already was. */
export async function markRefundSent(
  tx: Tx,
  shopId: string,
  id: string,
  reference: string,
  at: Date,
): Promise<boolean> {
  const row = await one(
    tx,
    sql<{ id: string }>`update buyer_refund set state = 'sent', reference = ${reference}, sent_at = ${at}
      where shop_id = ${shopId} and id = ${id} and state <> 'sent' returning id`,
  )
  return row !== undefined
}
