import { orderStatus } from '@quayside/contract'
import { after } from '../../platform/clock.ts'
import { happened } from '../../platform/events.ts'
import { newId } from '../../platform/ids.ts'
import { later } from '../../platform/jobs.ts'
import type { House } from '../../platform/house.ts'
import { sql, transact, type Tx } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { record } from '../ledger/record.ts'
import { buyerRefundedEntry, paidEntry, paidLateEntry } from './entries.ts'
import { pickUpWithin } from './order.ts'
import type { Captured, Processor } from '../../platform/processor.ts'
import {
  capturePayment,
  findPayment,
  markRefundSent,
  openPaymentOf,
  readRefund,
  savePayment,
  saveRefund,
  seeEvent,
} from './payment-store.ts'
import { markPaid, moneyOf, remember, takeBuyersOrder, takeOrder } from './store.ts'

/** Opens the processor's hosted checkout. The processor is asked outside any transaction; asked twice it opens one checkout. */
export async function openCheckout(house: House, processor: Processor, buyerId: string, orderId: string) {
  const ready = await transact(house.db, async (tx) => {
    const order = await takeBuyersOrder(tx, buyerId, orderId)
    if (!order) refuse('order/not-found')
    if (order.status !== orderStatus.awaitingPayment || order.pay_until <= house.clock.now())
      refuse('order/not-awaiting-payment')
    return { order, open: await openPaymentOf(tx, order.shop_id, order.id) }
  })
  if (ready.open) return { checkoutUrl: ready.open.checkout_url, reference: ready.open.reference }
  const { order } = ready
  const checkout = await processor
    .openCheckout({
      // One checkout for one order: the order's id is the processor's idempotency key.
      paymentId: order.id,
      description: `Order ${order.code}`,
      amount: order.total_payment,
      expiresAt: order.pay_until,
    })
    .catch((error: unknown) => {
      house.log.warn({ err: error }, 'the card processor did not open a checkout')
      return refuse('payment/processor-down')
    })
  await transact(house.db, (tx) =>
    savePayment(tx, {
      shop_id: order.shop_id,
      id: newId(),
      order_id: order.id,
      processor: processor.name,
      reference: checkout.reference,
      checkout_url: checkout.url,
      amount: order.total_payment,
      created_at: house.clock.now(),
    }),
  )
  return { checkoutUrl: checkout.url, reference: checkout.reference }
}

/**
 * The processor says that a payment was captured. It may say so twice, late, or out of order: the event is taken once, the
 * payment is captured once, and the money is booked either into the order's escrow or, when the order no longer waits
 * for it, as owed back to the buyer. Answers whether the checkout belongs to an order.
 */
export async function takePayment(house: House, processor: Processor, captured: Captured): Promise<boolean> {
  const now = house.clock.now()
  return transact(house.db, async (tx) => {
    const payment = await findPayment(tx, processor.name, captured.reference)
    if (!payment) return false
    if (!(await seeEvent(tx, processor.name, captured.eventId, now))) return true
    const order = await takeOrder(tx, payment.shop_id, payment.order_id)
    if (!order || !(await capturePayment(tx, payment, captured.captureReference, now))) return true

    if (order.status === orderStatus.awaitingPayment && captured.amount === order.total_payment) {
      const paid = paidEntry(moneyOf(order), processor.name, now)
      await record(tx, paid)
      await markPaid(tx, order, paid.key, now, after(now, pickUpWithin))
      await remember(tx, order, { kind: 'order.paid', status: 5, source: 'processor', at: now })
      await happened(tx, 'order.paid', { shopId: order.shop_id, at: now, data: { orderId: order.id } }, [
        'orders',
        'wallet',
        'figures',
      ])
      return true
    }
    // Too late, twice, or another amount than was asked for: the whole of it goes back.
    await record(
      tx,
      paidLateEntry({ shopId: order.shop_id, id: order.id }, payment.id, captured.amount, processor.name, now),
    )
    await refundBuyer(tx, order, payment.id, captured.amount, 'paid-late', now)
    await remember(tx, order, { kind: 'order.paid-late', status: null, source: 'processor', at: now })
    return true
  })
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
  await later(tx, 'send-refund', { shopId: order.shop_id, refundId: id }, { key: `refund ${id}` })
}

/** Sends a refund. The processor knows it by the refund's id, so that sending again after a crash pays nothing twice. */
export async function sendRefund(
  house: House,
  processors: Partial<Record<string, Processor>>,
  { shopId, refundId }: { shopId: string; refundId: string },
): Promise<void> {
  const refund = await readRefund(house.db, shopId, refundId)
  if (!refund || refund.state === 'sent') return
  const processor = processors[refund.processor]
  if (!processor) throw new Error(`no processor ${refund.processor} to refund with`)
  const reference = await processor.refund({
    refundId: refund.id,
    captureReference: refund.capture_reference,
    amount: refund.amount,
  })
  const now = house.clock.now()
  await transact(house.db, async (tx) => {
    if (!(await markRefundSent(tx, shopId, refundId, reference, now))) return
    await record(
      tx,
      buyerRefundedEntry(
        { shopId, id: refund.order_id },
        refund.id,
        refund.payment_id,
        refund.amount,
        refund.processor,
        now,
      ),
    )
    await remember(
      tx,
      { shop_id: shopId, id: refund.order_id },
      { kind: 'buyer.refunded', status: null, source: 'processor', at: now },
    )
    await sql`select pg_notify('quayside', ${`${shopId} orders`})`.execute(tx)
  })
}
