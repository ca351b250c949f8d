import { orderStatus, type ResponseBody, type payOrder } from '@quayside/contract'
import { addTime, minutes } from '../../platform/clock.ts'
import { emitEvent } from '../../platform/events.ts'
import { newId } from '../../platform/ids.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { isDatabaseBusy, isDatabaseDown, sql, withTransaction, type Tx } from '../../platform/postgres.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { postEntries } from '../ledger/post-entries.ts'
import { recordCard, reviewWhenOwn } from '../self-dealing/review-order.ts'
import { buyerRefundedEntry, paidEntry, paidLateEntry } from './entries.ts'
import { pickupWindow } from './order.ts'
import type { Captured, Processor, Processors } from '../../platform/processor.ts'
import {
  capturePayment,
  findPayment,
  handOver,
  insertPayment,
  markRefundSent,
  openPaymentOf,
  readRefund,
  saveCheckout,
  saveRefund,
  markEventSeen,
} from './payment-store.ts'
import { endHold, renewHold, reserveForPayment } from './stock-hold.ts'
import { markPaid, moneyOf, appendOrderEvent, lockBuyersOrder, lockOrder } from './store.ts'

/**
 * A processor that did not answer is asked again for the same payment this long. After it a new payment is made: the processor takes no expiry as near
 * as the first one's would then be.
 */
const askAgainWithin = minutes(4)

/**
 * Opens the processor's hosted checkout. The payment is noted first and the processor asked outside any transaction, with the payment's own id as its
 * idempotency key: asked twice, or again after a crash, it opens one checkout. The goods are held for it. Refuses `order/not-found`,
 * `order/not-awaiting-payment`, `payment/processor-down` and what `renewHold` refuses.
 */
export async function openCheckout(
  ctx: AppContext,
  processor: Processor,
  { buyerId, network }: { buyerId: string; network: Buffer },
  orderId: string,
): Promise<ResponseBody<typeof payOrder>> {
  const { order, payment, heldUntil } = await withTransaction(ctx.db, async (tx) => {
    const now = ctx.clock.now()
    const mine = await lockBuyersOrder(tx, buyerId, orderId)
    if (!mine) refuse('order/not-found')
    if (mine.status !== orderStatus.awaitingPayment || mine.pay_until <= now) refuse('order/not-awaiting-payment')
    const held = await renewHold(tx, mine, network, now)
    const open = await openPaymentOf(tx, mine.shop_id, mine.id, addTime(now, -askAgainWithin))
    if (open) return { order: mine, payment: open, heldUntil: held }
    const fresh = {
      shop_id: mine.shop_id,
      id: newId(),
      order_id: mine.id,
      processor: processor.name,
      amount: mine.total_payment,
      created_at: now,
    }
    await insertPayment(tx, fresh)
    return { order: mine, payment: { ...fresh, reference: null, checkout_url: null }, heldUntil: held }
  })
  const answer = (checkout: { url: string; reference: string }) => ({
    checkoutUrl: checkout.url,
    reference: checkout.reference,
    heldUntil: heldUntil?.toISOString() ?? null,
  })
  if (payment.reference !== null && payment.checkout_url)
    return answer({ url: payment.checkout_url, reference: payment.reference })
  const checkout = await processor
    .openCheckout({
      paymentId: payment.id,
      description: `Order ${order.code}`,
      amount: payment.amount,
      createdAt: payment.created_at,
      expiresAt: order.pay_until,
    })
    .catch((error: unknown) => {
      ctx.log.warn({ err: error, paymentId: payment.id }, 'payments: the card processor opened no checkout')
      return refuse('payment/processor-down')
    })
  await saveCheckout(ctx.db, payment.id, checkout)
  return answer(checkout)
}

/**
 * The processor says that a payment was captured. It may say so twice, late, or out of order: the event is taken once, the
 * payment is captured once, and the money is booked either into the order's escrow or, when the order no longer waits
 * for it, as owed back to the buyer. What cannot be booked into escrow for a reason of ours is owed back, too: captured money is never left unbooked.
 * Answers whether the checkout belongs to an order.
 */
export async function recordPayment(ctx: AppContext, processor: Processor, captured: Captured): Promise<boolean> {
  try {
    return await withTransaction(ctx.db, (tx) =>
      bookPayment(tx, ctx.settings.masterKey, processor, captured, ctx.clock.now(), false),
    )
  } catch (error) {
    // The processor tells again what was put off.
    if (isDatabaseBusy(error) || isDatabaseDown(error)) throw error
    const about = { err: error, processor: processor.name, reference: captured.reference }
    if (error instanceof Refusal) ctx.log.info(about, 'payments: goods of a paid order are gone, the payment goes back')
    else ctx.log.error(about, 'payments: a captured payment could not be booked into escrow and goes back to the buyer')
    return withTransaction(ctx.db, (tx) =>
      bookPayment(tx, ctx.settings.masterKey, processor, captured, ctx.clock.now(), true),
    )
  }
}

async function bookPayment(
  tx: Tx,
  masterKey: Buffer,
  processor: Processor,
  captured: Captured,
  now: Date,
  sendBack: boolean,
): Promise<boolean> {
  const payment = await findPayment(tx, processor.name, captured)
  if (!payment) return false
  if (!(await markEventSeen(tx, processor.name, captured.eventId, now))) return true
  const order = await lockOrder(tx, payment.shop_id, payment.order_id)
  if (!order || !(await capturePayment(tx, payment, captured.captureReference, now))) return true

  if (!sendBack && order.status === orderStatus.awaitingPayment && captured.amount === order.total_payment) {
    // Held no longer, the goods may be gone: then this throws, and the payment goes back.
    await reserveForPayment(tx, order, now)
    await recordCard(tx, masterKey, 'buyer', order.buyer_id, captured.cardFingerprint, now)
    // Before the order is paid, so that one that is set aside never stood in a figure.
    await reviewWhenOwn(tx, order, now)
    const paid = paidEntry(moneyOf(order), processor.name, now)
    await postEntries(tx, paid)
    await markPaid(tx, order, paid.key, now, addTime(now, pickupWindow))
    await endHold(tx, order)
    await appendOrderEvent(tx, order, { kind: 'order.paid', status: 5, source: 'processor', at: now })
    await emitEvent(tx, 'order.paid', { shopId: order.shop_id, at: now, data: { orderId: order.id } }, [
      'orders',
      'wallet',
      'figures',
    ])
    return true
  }
  // Too late, twice, or another amount than was asked for: the whole of it goes back.
  await postEntries(
    tx,
    paidLateEntry({ shopId: order.shop_id, id: order.id }, payment.id, captured.amount, processor.name, now),
  )
  await refundBuyer(tx, order, payment.id, captured.amount, 'paid-late', now)
  await appendOrderEvent(tx, order, { kind: 'order.paid-late', status: null, source: 'processor', at: now })
  return true
}

/** Notes what is owed back to the buyer, for a refund order or the whole payment, and asks a job to send it, in the transaction that booked it. */
export async function refundBuyer(
  tx: Tx,
  order: { shop_id: string; id: string },
  paymentId: string,
  amount: bigint,
  cause: string,
  at: Date,
  refundOrderId: string | null = null,
): Promise<void> {
  const id = newId()
  await saveRefund(tx, { shopId: order.shop_id, id, orderId: order.id, paymentId, amount, cause, at, refundOrderId })
  await enqueueRefund(tx, order.shop_id, id)
}

/** Asks a job to send a refund; asked twice it is one job. */
export const enqueueRefund = (tx: Tx, shopId: string, refundId: string): Promise<void> =>
  enqueueJob(tx, 'send-refund', { shopId, refundId }, { key: `refund ${refundId}` })

/**
 * Sends a refund. The processor knows it by the refund's id, so that sending again after a crash pays nothing twice. While the payment is disputed
 * it waits: the end of the dispute asks for it again.
 */
export async function sendRefund(
  ctx: AppContext,
  processors: Processors,
  { shopId, refundId }: { shopId: string; refundId: string },
): Promise<void> {
  const refund = await readRefund(ctx.db, shopId, refundId)
  if (!refund || refund.state === 'sent') return
  const processor = processors[refund.processor]
  if (!processor) throw new Error(`no processor ${refund.processor} to refund with`)
  if (!(await withTransaction(ctx.db, (tx) => handOver(tx, shopId, refundId, ctx.clock.now())))) return
  // Nothing withholds any of it from now on.
  const { amount, withheld } = (await readRefund(ctx.db, shopId, refundId))!
  const reference = await processor.refund({
    refundId: refund.id,
    captureReference: refund.capture_reference,
    amount: amount - withheld,
  })
  const now = ctx.clock.now()
  await withTransaction(ctx.db, async (tx) => {
    if (!(await markRefundSent(tx, shopId, refundId, reference, now))) return
    await postEntries(
      tx,
      buyerRefundedEntry(
        { shopId, id: refund.order_id },
        refund.id,
        refund.payment_id,
        amount - withheld,
        refund.processor,
        now,
      ),
    )
    await appendOrderEvent(
      tx,
      { shop_id: shopId, id: refund.order_id },
      { kind: 'buyer.refunded', status: null, source: 'processor', at: now },
    )
    await sql`select pg_notify('quayside', ${`${shopId} orders`})`.execute(tx)
  })
}
