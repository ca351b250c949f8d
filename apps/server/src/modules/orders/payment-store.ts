/** Buyers' payments, the processors' events, and what is owed back. */
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../platform/postgres.ts'

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
export const findOpenPayment = (db: Queryable, shopId: string, orderId: string, askedSince: Date) =>
  queryOne(
    db,
    sql<PaymentRow>`select * from payment where shop_id = ${shopId} and order_id = ${orderId} and captured_at is null
      and (reference is not null or created_at > ${askedSince}) order by reference is null, created_at desc limit 1`,
  )

/** The payment that an order's escrow came from: captured, and not one that came too late and went back. */
export const findFundingPayment = (db: Queryable, shopId: string, orderId: string) =>
  queryOne(
    db,
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
export const updateCheckout = (db: Queryable, paymentId: string, checkout: { reference: string; url: string }) =>
  sql`update payment set reference = ${checkout.reference}, checkout_url = ${checkout.url}
    where id = ${paymentId} and reference is null`.execute(db)

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
  const known = await queryOne(
    tx,
    sql<PaymentRow>`select * from payment where processor = ${processor} and reference = ${reference}`,
  )
  if (known || !paymentId) return known
  return queryOne(
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
  const row = await queryOne(
    tx,
    sql<{ id: string }>`update payment set captured_at = ${at}, capture_reference = ${captureReference}
      where shop_id = ${payment.shop_id} and id = ${payment.id} and captured_at is null returning id`,
  )
  return row !== undefined
}

/** Takes note of a webhook event; false when it was seen before. */
export async function insertProcessorEvent(tx: Tx, processor: string, eventId: string, at: Date): Promise<boolean> {
  const row = await queryOne(
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
  /** What of it the buyer's bank has asked for; it is not sent. */
  withheld: bigint
  state: 'due' | 'sent' | 'failed'
  processor: 'stripe' | 'test'
  capture_reference: string
}

export const insertBuyerRefund = (
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

export const findBuyerRefund = (db: Queryable, shopId: string, id: string) =>
  queryOne(
    db,
    sql<RefundRow>`select r.shop_id, r.id, r.order_id, r.payment_id, r.amount, r.withheld, r.state, p.processor, p.capture_reference
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
  const row = await queryOne(
    tx,
    sql<{ id: string }>`update buyer_refund set state = 'sent', reference = ${reference}, sent_at = ${at}
      where shop_id = ${shopId} and id = ${id} and state <> 'sent' returning id`,
  )
  return row !== undefined
}

/** The payment of an order that a captured charge paid; reached by the index of captures. */
export const findCapturedPayment = (tx: Tx, processor: string, captureReference: string) =>
  queryOne(
    tx,
    sql<PaymentRow>`select * from payment where processor = ${processor} and capture_reference = ${captureReference}`,
  )

// Disputes: what is owed to a buyer and what the buyer's bank asks for is the same money.

/**
 * Notes that a refund goes to the processor from now on, once for all. False while the payment is disputed: the processor would refuse it, and the
 * buyer may get it from the bank.
 */
export async function handOver(tx: Tx, shopId: string, id: string, at: Date): Promise<boolean> {
  const refund = await queryOne(
    tx,
    sql<{ handed_over_at: Date | null; disputed: boolean }>`select r.handed_over_at,
        exists (select from card_dispute c where c.shop_id = r.shop_id and c.payment_id = r.payment_id and c.state = 'open') as disputed
      from buyer_refund r where r.shop_id = ${shopId} and r.id = ${id} and r.state <> 'sent' for update of r`,
  )
  if (!refund) return false
  if (refund.handed_over_at) return true
  if (refund.disputed) return false
  await sql`update buyer_refund set handed_over_at = ${at} where shop_id = ${shopId} and id = ${id}`.execute(tx)
  return true
}

type DisputeOf = { shop_id: string; id: string; round: number }

/** Withholds up to `most` cents of what is owed to the buyer and the processor does not have yet. Answers how much. */
export async function withholdRefunds(tx: Tx, payment: PaymentRow, dispute: DisputeOf, most: bigint): Promise<bigint> {
  const due = await queryAll(
    tx,
    sql<{ id: string; free: bigint }>`select id, amount - withheld as free from buyer_refund
      where shop_id = ${payment.shop_id} and payment_id = ${payment.id} and state = 'due' and handed_over_at is null and amount > withheld
      order by id for update`,
  )
  let withheld = 0n
  for (const { id, free } of due) {
    const part = most - withheld < free ? most - withheld : free
    if (part === 0n) break
    withheld += part
    await sql`update buyer_refund set withheld = withheld + ${part}::bigint where shop_id = ${payment.shop_id} and id = ${id}`.execute(
      tx,
    )
    await sql`insert into withheld_refund (shop_id, dispute_id, refund_id, round, amount)
      values (${payment.shop_id}, ${dispute.id}, ${id}, ${dispute.round}, ${part})`.execute(tx)
  }
  return withheld
}

const withheldBy = (dispute: DisputeOf) => sql`select refund_id as id, amount from withheld_refund
  where shop_id = ${dispute.shop_id} and dispute_id = ${dispute.id} and round = ${dispute.round}`

/** What an open dispute withheld is to be sent again. */
export const releaseWithheld = (tx: Tx, dispute: DisputeOf) =>
  sql`update buyer_refund r set withheld = r.withheld - w.amount from (${withheldBy(dispute)}) w
    where r.shop_id = ${dispute.shop_id} and r.id = w.id`.execute(tx)

/** The buyer has it from the bank: of refunds that were withheld whole nothing is left to send. */
export const closeWithheld = (tx: Tx, dispute: DisputeOf & { reference: string }, at: Date) =>
  sql`update buyer_refund r set state = 'sent', sent_at = ${at}, reference = ${dispute.reference} from (${withheldBy(dispute)}) w
    where r.shop_id = ${dispute.shop_id} and r.id = w.id and r.withheld = r.amount and not exists (
      select from withheld_refund o join card_dispute c on c.shop_id = o.shop_id and c.id = o.dispute_id
      where o.shop_id = r.shop_id and o.refund_id = r.id and c.state = 'open')`.execute(tx)

/** Refunds of a payment of which something is left to send. */
export const listUnsentRefunds = async (db: Queryable, payment: PaymentRow): Promise<string[]> =>
  (
    await queryAll(
      db,
      sql<{ id: string }>`select id from buyer_refund
        where shop_id = ${payment.shop_id} and payment_id = ${payment.id} and state <> 'sent' and amount > withheld order by id`,
    )
  ).map(({ id }) => id)
