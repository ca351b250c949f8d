/**
 * Payments of buyers, events of processors, and refunds to buyers. The tables belong to orders: a change of an order
 * writes them in its own transaction.
 */
import {
  queryAll,
  queryOne,
  sql,
  violatesConstraint,
  type Queryable,
  type Tx,
} from '../../../../platform/database/postgres.ts'
import { refuse } from '../../../../platform/refusal.ts'

export type PaymentWay = 'hosted' | 'element' | 'pix'

export type PaymentRow = {
  shop_id: string
  id: string
  order_id: string
  processor: 'stripe' | 'test' | 'pix'
  /**
   * The processor's id of the checkout, and its URL; null until the processor has answered. Of PIX: the code's txid.
   */
  reference: string | null
  checkout_url: string | null
  /** `hosted`: the processor's page. `element`: its fields in a page of the storefront; then the URL is empty. */
  way: PaymentWay
  /** When the processor closed it, or the buyer chose a card instead of PIX. */
  closed_at: Date | null
  amount: bigint
  captured_at: Date | null
  capture_reference: string | null
  created_at: Date
  /** Of PIX: what the code asks for, the centavos of a dollar, and until when the code is shown. */
  centavos: bigint | null
  rate: number | null
  pay_by: Date | null
}

/** A payment by PIX. */
export type PixPaymentRow = PaymentRow & {
  processor: 'pix'
  reference: string
  centavos: bigint
  rate: number
  pay_by: Date
}
export const isPix = (payment: PaymentRow): payment is PixPaymentRow => payment.processor === 'pix'

/**
 * The payment that an order waits for. A payment without a response of the processor counts only if it is newer than
 * `askedSince`.
 */
export const findOpenPayment = (db: Queryable, shopId: string, orderId: string, askedSince: Date) =>
  queryOne(
    db,
    sql<PaymentRow>`select * from payment where shop_id = ${shopId} and order_id = ${orderId} and captured_at is null
      and closed_at is null and (reference is not null or created_at > ${askedSince}) order by reference is null, created_at desc limit 1`,
  )

/** The captured payment that is in the order's escrow. A payment that came too late is not: it was refunded. */
export const findFundingPayment = (db: Queryable, shopId: string, orderId: string) =>
  queryOne(
    db,
    sql<PaymentRow>`select p.* from payment p where p.shop_id = ${shopId} and p.order_id = ${orderId} and p.captured_at is not null
      and not exists (select from ledger.transfer t where t.shop_id = p.shop_id and t.key = 'payment:' || p.id || ':late')`,
  )

/** Inserts a payment before the processor is asked for its checkout. */
export const insertPayment = (
  tx: Tx,
  payment: Pick<PaymentRow, 'shop_id' | 'id' | 'order_id' | 'processor' | 'way' | 'amount' | 'created_at'>,
) =>
  sql`insert into payment (shop_id, id, order_id, processor, way, amount, created_at)
    values (${payment.shop_id}, ${payment.id}, ${payment.order_id}, ${payment.processor}, ${payment.way}, ${payment.amount}, ${payment.created_at})`.execute(
    tx,
  )

/** Inserts a payment by PIX. Its code needs nobody's answer. */
export const insertPixPayment = (
  tx: Tx,
  payment: Pick<
    PixPaymentRow,
    'shop_id' | 'id' | 'order_id' | 'reference' | 'amount' | 'centavos' | 'rate' | 'pay_by' | 'created_at'
  >,
) =>
  sql`insert into payment (shop_id, id, order_id, processor, way, reference, checkout_url, amount, centavos, rate, pay_by, created_at)
    values (${payment.shop_id}, ${payment.id}, ${payment.order_id}, 'pix', 'pix', ${payment.reference}, '', ${payment.amount}, ${payment.centavos},
      ${payment.rate}, ${payment.pay_by}, ${payment.created_at})`.execute(tx)

/** The newest payment of an order by PIX, whatever became of it. */
export const findPixPayment = (db: Queryable, shopId: string, orderId: string) =>
  queryOne(
    db,
    sql<PixPaymentRow>`select * from payment where shop_id = ${shopId} and order_id = ${orderId} and processor = 'pix'
      order by created_at desc, id desc limit 1`,
  )

/** Marks a payment as paid by a credit of the bank. Returns false if another one has paid it, or the credit is used. */
export async function capturePixPayment(
  tx: Tx,
  payment: PixPaymentRow,
  { bankLineId, confirmedBy, at }: { bankLineId: string; confirmedBy: string; at: Date },
): Promise<boolean> {
  try {
    const row = await queryOne(
      tx,
      sql<{
        id: string
      }>`update payment set captured_at = ${at}, capture_reference = ${bankLineId}, bank_line_id = ${bankLineId}, confirmed_by = ${confirmedBy}
        where shop_id = ${payment.shop_id} and id = ${payment.id} and captured_at is null
        returning id`,
    )
    return row !== undefined
  } catch (error) {
    if (violatesConstraint(error, 'bank_line_used_once')) return false
    throw error
  }
}

/** A credit of the bank that names a PIX payment, and what became of it. */
export type PixCreditRow = {
  payment_id: string
  amount: bigint
  /** It is what the code asked for. */
  exact: boolean
  /**
   * `seen`: nothing yet. `paid`: it pays the payment. `kept`: it is unidentified money. `returned`: it was sent back.
   */
  state: 'seen' | 'paid' | 'kept' | 'returned'
}

/** The credits of the bank that name PIX payments of an order, the oldest first. */
export const listPixCredits = (db: Queryable, shopId: string, orderId: string) =>
  queryAll(
    db,
    sql<PixCreditRow>`select c.payment_id, l.amount, l.amount = p.centavos as exact, case u.purpose when 'payment' then 'paid'
        when 'unidentified' then case (select m.state from unidentified_money m where m.bank_line_id = l.id) when 'returned' then 'returned' else 'kept' end
        else 'seen' end as state
      from payment p join pix_credit c on c.shop_id = p.shop_id and c.payment_id = p.id join bank_line l on l.id = c.bank_line_id
        left join bank_line_use u on u.bank_line_id = l.id
      where p.shop_id = ${shopId} and p.order_id = ${orderId} and p.processor = 'pix' order by c.seen_at, l.id`,
  )

/** Lets an unpaid order with a PIX code wait for the word of the bank. */
export const extendPayUntil = (tx: Tx, order: { shop_id: string; id: string }, until: Date) =>
  sql`update orders set pay_until = ${until} where shop_id = ${order.shop_id} and id = ${order.id}`.execute(tx)

/**
 * Writes the checkout that the processor opened for a payment. Of two responses the first one counts. Returns false
 * when the payment was closed meanwhile: then the checkout must not be handed out.
 */
export async function updateCheckout(
  db: Queryable,
  payment: Pick<PaymentRow, 'shop_id' | 'id'>,
  checkout: { reference: string; url: string },
): Promise<boolean> {
  await sql`update payment set reference = ${checkout.reference}, checkout_url = ${checkout.url}
    where shop_id = ${payment.shop_id} and id = ${payment.id} and reference is null and closed_at is null`.execute(db)
  const row = await findPaymentById(db, payment.shop_id, payment.id)
  return row !== undefined && row.closed_at === null
}

export const findPaymentById = (db: Queryable, shopId: string, id: string) =>
  queryOne(db, sql<PaymentRow>`select * from payment where shop_id = ${shopId} and id = ${id}`)

/** Marks a payment as closed: nobody can pay it, and the order may have another one. */
export const closePayment = (db: Queryable, payment: Pick<PaymentRow, 'shop_id' | 'id'>, at: Date) =>
  sql`update payment set closed_at = ${at}
    where shop_id = ${payment.shop_id} and id = ${payment.id} and captured_at is null and closed_at is null`.execute(db)

/** Marks a payment as closed that the processor has not answered. One that it has answered stays open. */
export const closeUnanswered = (tx: Tx, payment: Pick<PaymentRow, 'shop_id' | 'id'>, at: Date) =>
  sql`update payment set closed_at = ${at}
    where shop_id = ${payment.shop_id} and id = ${payment.id} and reference is null and closed_at is null`.execute(tx)

/**
 * The payment of a checkout. If the response to the opening was lost, the payment is found by the id that the
 * processor reports; then the checkout is stored now, without a URL.
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

/**
 * Marks a payment as captured, with the fee that its processor is expected to keep, in cents. Returns false if it was
 * captured before.
 */
export async function capturePayment(
  tx: Tx,
  payment: PaymentRow,
  { captureReference, expectedFee }: { captureReference: string; expectedFee: bigint },
  at: Date,
): Promise<boolean> {
  const row = await queryOne(
    tx,
    sql<{
      id: string
    }>`update payment set captured_at = ${at}, capture_reference = ${captureReference}, expected_fee = ${expectedFee}
      where shop_id = ${payment.shop_id} and id = ${payment.id} and captured_at is null returning id`,
  )
  return row !== undefined
}

/** Inserts an event of the processor. Returns false if the event is known. */
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
  /** The part that is withheld for a dispute and not sent. */
  withheld: bigint
  state: 'due' | 'sent' | 'failed' | 'by-bank'
  /** The definite refusals of the processor so far, with what it sent and what did not arrive. */
  refused: number
  /** How often it was sent and did not arrive. */
  returned: number
  created_at: Date
  processor: 'stripe' | 'test' | 'pix'
  capture_reference: string
  /** Of a PIX payment: what goes back in centavos. The database computes it from what came. */
  centavos: bigint | null
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
    /** Why no processor can pay it; null for a payment by card. */
    byHand: string | null
  },
) =>
  sql`insert into buyer_refund (shop_id, id, order_id, payment_id, amount, cause, refund_order_id, created_at, state, refused, failure, failed_at)
    values (${refund.shopId}, ${refund.id}, ${refund.orderId}, ${refund.paymentId}, ${refund.amount}, ${refund.cause}, ${refund.refundOrderId},
      ${refund.at}, ${refund.byHand === null ? 'due' : 'failed'}, ${refund.byHand === null ? 0 : 1}, ${refund.byHand},
      ${refund.byHand === null ? null : refund.at})`.execute(tx)

const refundColumns = sql`select r.shop_id, r.id, r.order_id, r.payment_id, r.amount, r.withheld, r.state, r.refused, r.returned, r.created_at, r.centavos, p.processor, p.capture_reference
  from buyer_refund r join payment p on p.shop_id = r.shop_id and p.id = r.payment_id`

export const findBuyerRefund = (db: Queryable, shopId: string, id: string) =>
  queryOne(db, sql<RefundRow>`${refundColumns} where r.shop_id = ${shopId} and r.id = ${id}`)
export const lockBuyerRefund = (tx: Tx, shopId: string, id: string) =>
  queryOne(tx, sql<RefundRow>`${refundColumns} where r.shop_id = ${shopId} and r.id = ${id} for update of r`)

/** Locks the refund that a processor sent under its reference. */
export const lockSentRefund = (tx: Tx, processor: string, reference: string) =>
  queryOne(
    tx,
    sql<RefundRow>`${refundColumns} where r.reference = ${reference} and r.state = 'sent' and r.way = 'card' and p.processor = ${processor} for update of r`,
  )

/** Marks a refund as sent by the processor. Returns false if it was sent before, or is paid by bank. */
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
      where shop_id = ${shopId} and id = ${id} and state in ('due', 'failed') returning id`,
  )
  return row !== undefined
}

/** The processor has definitely not paid: the refund waits for an operator. Returns false if it is not due. */
export async function markRefundFailed(
  tx: Tx,
  shopId: string,
  id: string,
  failure: string,
  at: Date,
): Promise<boolean> {
  const row = await queryOne(
    tx,
    sql<{
      id: string
    }>`update buyer_refund set state = 'failed', refused = refused + 1, failure = ${failure}, failed_at = ${at}
      where shop_id = ${shopId} and id = ${id} and state = 'due' returning id`,
  )
  return row !== undefined
}

/** Whether it is known that a refund of the processor did not arrive. */
export const isReturnedRefund = async (tx: Tx, processor: string, reference: string): Promise<boolean> =>
  (await queryOne(
    tx,
    sql<{
      ok: boolean
    }>`select true as ok from returned_refund where processor = ${processor} and reference = ${reference}`,
  )) !== undefined

/** A locked refund was sent and did not arrive: it is owed again. A dispute can withhold it again too. */
export async function markRefundReturned(
  tx: Tx,
  refund: RefundRow,
  { reference, failure, at }: { reference: string; failure: string; at: Date },
): Promise<number> {
  const n = refund.returned + 1
  await sql`insert into returned_refund (shop_id, refund_id, n, processor, reference, amount, failure, sent_at, returned_at)
    select shop_id, id, ${n}, ${refund.processor}, ${reference}, amount - withheld, ${failure}, sent_at, ${at}
    from buyer_refund where shop_id = ${refund.shop_id} and id = ${refund.id}`.execute(tx)
  await sql`update buyer_refund set state = 'failed', returned = ${n}, refused = refused + 1, failure = ${failure}, failed_at = ${at},
      reference = null, sent_at = null, handed_over_at = null
    where shop_id = ${refund.shop_id} and id = ${refund.id}`.execute(tx)
  return n
}

/** The signed way of a locked refund that the processor did not pay. `accountEnding` is null for the processor. */
export const updateRefundWay = (
  tx: Tx,
  refund: RefundRow,
  way: { accountEnding: string | null; firstBy: string; signedBy: string; at: Date },
) =>
  sql`update buyer_refund set state = ${way.accountEnding ? 'by-bank' : 'failed'}, way = ${way.accountEnding ? 'bank' : 'card'},
      account_ending = ${way.accountEnding}, way_first_by = ${way.firstBy}, way_first_at = ${way.at}, way_signed_by = ${way.signedBy}, way_signed_at = ${way.at}
    where shop_id = ${refund.shop_id} and id = ${refund.id}`.execute(tx)

/** A debit of the bank has paid a locked refund. Refuses a used line, and one of another amount. */
export async function markPaidByBank(
  tx: Tx,
  refund: RefundRow,
  paid: { bankLineId: string; reference: string; by: string; at: Date },
): Promise<void> {
  try {
    await sql`update buyer_refund set state = 'sent', sent_at = ${paid.at}, reference = ${paid.reference}, bank_line_id = ${paid.bankLineId}, confirmed_by = ${paid.by}
      where shop_id = ${refund.shop_id} and id = ${refund.id}`.execute(tx)
  } catch (error) {
    throw lineRefusal(error)
  }
}

/** Throws the refusal of a bank line that does not fit. Returns any other error. */
function lineRefusal(error: unknown): unknown {
  if (violatesConstraint(error, 'bank_line_used_once')) refuse('bank/line-used')
  if (violatesConstraint(error, 'bank_line_fits')) refuse('bank/line-differs')
  return error
}

/** How often the bank returned a refund. */
export const countBankReturns = async (tx: Tx, shopId: string, id: string): Promise<number> =>
  (await queryOne(
    tx,
    sql<{
      n: number
    }>`select count(*)::int as n from returned_refund where shop_id = ${shopId} and refund_id = ${id} and processor is null`,
  ))!.n

/**
 * A credit of the bank has brought back a locked refund that the bank paid: it is owed again. Returns its place among
 * the returns, and the fee that the bank kept. Refuses a refund that the bank has not paid, a used line, and one of
 * another amount.
 */
export async function markReturnedByBank(
  tx: Tx,
  refund: RefundRow,
  { bankLineId, failure, by, at }: { bankLineId: string; failure: string; by: string; at: Date },
): Promise<{ n: number; fee: bigint }> {
  const n = refund.returned + 1
  let fee = 0n
  try {
    const row = await queryOne(
      tx,
      sql<{
        fee: bigint
      }>`insert into returned_refund (shop_id, refund_id, n, reference, amount, failure, sent_at, returned_at, debit_line_id, bank_line_id, recorded_by)
        select shop_id, id, ${n}, reference, amount - withheld, ${failure}, sent_at, ${at}, bank_line_id, ${bankLineId}, ${by}
        from buyer_refund where shop_id = ${refund.shop_id} and id = ${refund.id} and state = 'sent' and way = 'bank' returning fee`,
    )
    if (!row) return refuse('decision/changed')
    fee = row.fee
  } catch (error) {
    throw lineRefusal(error)
  }
  await sql`update buyer_refund set state = 'failed', returned = ${n}, failure = ${failure}, failed_at = ${at},
      way = 'card', account_ending = null, bank_line_id = null, bank_line_importer = null, confirmed_by = null,
      sent_at = null, reference = null, handed_over_at = null
    where shop_id = ${refund.shop_id} and id = ${refund.id}`.execute(tx)
  return { n, fee }
}

/** Makes a failed refund due again, or one that is due since before `before`. Returns false for any other. */
export async function markRefundDue(tx: Tx, shopId: string, id: string, before: Date): Promise<boolean> {
  const row = await queryOne(
    tx,
    sql<{ id: string }>`update buyer_refund set state = 'due'
      where shop_id = ${shopId} and id = ${id} and (state = 'failed' or state = 'due' and created_at < ${before}) returning id`,
  )
  return row !== undefined
}

/** The payment of an order by the reference of its capture. Uses the index of captures. */
export const findCapturedPayment = (tx: Tx, processor: string, captureReference: string) =>
  queryOne(
    tx,
    sql<PaymentRow>`select * from payment where processor = ${processor} and capture_reference = ${captureReference}`,
  )

// Disputes. An amount cannot be refunded and paid back by the bank as well.

const underDispute = sql`exists (
  select from card_dispute c where c.shop_id = r.shop_id and c.payment_id = r.payment_id and c.state = 'open')`

/** Whether the bank of the card may pay the buyer: a dispute about the payment of a refund is open. */
export const isUnderDispute = async (tx: Tx, shopId: string, id: string): Promise<boolean> =>
  (await queryOne(
    tx,
    sql<{
      disputed: boolean
    }>`select ${underDispute} as disputed from buyer_refund r where r.shop_id = ${shopId} and r.id = ${id}`,
  ))!.disputed

/**
 * Marks a refund permanently as handed over to the processor. Returns false while the payment is disputed: the
 * processor would refuse it, and the buyer may get the money from the bank.
 */
export async function handOver(tx: Tx, shopId: string, id: string, at: Date): Promise<boolean> {
  const refund = await queryOne(
    tx,
    sql<{ handed_over_at: Date | null; disputed: boolean }>`select r.handed_over_at, ${underDispute} as disputed
      from buyer_refund r where r.shop_id = ${shopId} and r.id = ${id} and r.state <> 'sent' for update of r`,
  )
  if (!refund) return false
  if (refund.handed_over_at) return true
  if (refund.disputed) return false
  await sql`update buyer_refund set handed_over_at = ${at} where shop_id = ${shopId} and id = ${id}`.execute(tx)
  return true
}

type DisputeKey = { shop_id: string; id: string; round: number }

/** Withholds up to `max` cents of refunds that are not handed over to the processor. Returns the withheld amount. */
export async function withholdRefunds(tx: Tx, payment: PaymentRow, dispute: DisputeKey, max: bigint): Promise<bigint> {
  const due = await queryAll(
    tx,
    sql<{ id: string; free: bigint }>`select id, amount - withheld as free from buyer_refund
      where shop_id = ${payment.shop_id} and payment_id = ${payment.id} and state in ('due', 'failed') and handed_over_at is null and amount > withheld
      order by id for update`,
  )
  let withheld = 0n
  for (const { id, free } of due) {
    const part = max - withheld < free ? max - withheld : free
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

const withheldBy = (dispute: DisputeKey) => sql`select refund_id as id, amount from withheld_refund
  where shop_id = ${dispute.shop_id} and dispute_id = ${dispute.id} and round = ${dispute.round}`

/** Ends the withholding of an open dispute: the refunds are to be sent again. */
export const releaseWithheld = (tx: Tx, dispute: DisputeKey) =>
  sql`update buyer_refund r set withheld = r.withheld - w.amount from (${withheldBy(dispute)}) w
    where r.shop_id = ${dispute.shop_id} and r.id = w.id`.execute(tx)

/** The bank has paid the buyer: refunds that were withheld whole count as sent. */
export const closeWithheld = (tx: Tx, dispute: DisputeKey & { reference: string }, at: Date) =>
  sql`update buyer_refund r set state = 'sent', sent_at = ${at}, reference = ${dispute.reference} from (${withheldBy(dispute)}) w
    where r.shop_id = ${dispute.shop_id} and r.id = w.id and r.withheld = r.amount and not exists (
      select from withheld_refund o join card_dispute c on c.shop_id = o.shop_id and c.id = o.dispute_id
      where o.shop_id = r.shop_id and o.refund_id = r.id and c.state = 'open')`.execute(tx)

/** Ids of the refunds of a payment that are not sent in full. */
export const listUnsentRefunds = async (db: Queryable, payment: PaymentRow): Promise<string[]> =>
  (
    await queryAll(
      db,
      sql<{ id: string }>`select id from buyer_refund
        where shop_id = ${payment.shop_id} and payment_id = ${payment.id} and state <> 'sent' and amount > withheld order by id`,
    )
  ).map(({ id }) => id)
