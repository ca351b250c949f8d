import { orderStatus } from '@quayside/contract'
import type { AppContext } from '../../../../platform/app-context.ts'
import { addTime } from '../../../../platform/jobs/clock.ts'
import { emitEvent } from '../../../../platform/events/events.ts'
import { isDatabaseBusy, isDatabaseDown, withTransaction, type Tx } from '../../../../platform/database/postgres.ts'
import type { Captured, Processor } from '../../../../domain/processor.ts'
import { Refusal } from '../../../../platform/refusal.ts'
import { useCouponWithCard } from '../../coupons/apply-coupon.ts'
import { bookExpectedFee, feeOfCapture } from '../../../money/ledger/expected-fee.ts'
import { postEntries } from '../../../money/ledger/post-entries.ts'
import { recordCard, reviewWhenOwn } from '../../self-dealing/judge-order.ts'
import { amountToPay, fromBank, fromProcessor, paidEntry, paidLateEntry, type PaymentSource } from '../entries.ts'
import { appendOrderEvent, changeToPaid, lockOrder, moneyOf, type OrderRow } from '../order-store.ts'
import { canTransition } from '../order.ts'
import {
  capturePayment,
  capturePixPayment,
  findPayment,
  insertProcessorEvent,
  type PaymentRow,
  type PixPaymentRow,
} from './payment-store.ts'
import { refundBuyer } from '../ending/refund-buyer.ts'
import { endHold, reserveForPayment, reserveIfThere } from './stock-hold.ts'

/**
 * The processor captured a payment. Its event may arrive twice, late, or out of order. The event and the payment each
 * count once. The money goes to the escrow of the order. If the order no longer waits for a payment, or the posting
 * to the escrow fails for a reason on our side, the money is owed to the buyer: captured money is always in the
 * books. Returns whether the checkout belongs to an order.
 */
export async function recordPayment(ctx: AppContext, processor: Processor, captured: Captured): Promise<boolean> {
  try {
    return await withTransaction(ctx.db, (tx) => bookPayment(ctx, tx, processor, captured, ctx.clock.now(), false))
  } catch (error) {
    // The webhook fails, and the processor sends the event again.
    if (isDatabaseBusy(error) || isDatabaseDown(error)) throw error
    const fields = { err: error, processor: processor.name, reference: captured.reference }
    if (error instanceof Refusal) ctx.log.info(fields, 'payments: stock of a paid order is gone, payment is refunded')
    else ctx.log.error(fields, 'payments: posting a captured payment to escrow failed, payment is refunded')
    return withTransaction(ctx.db, (tx) => bookPayment(ctx, tx, processor, captured, ctx.clock.now(), true))
  }
}

async function bookPayment(
  ctx: AppContext,
  tx: Tx,
  processor: Processor,
  captured: Captured,
  now: Date,
  refund: boolean,
): Promise<boolean> {
  const payment = await findPayment(tx, processor.name, captured)
  if (!payment) return false
  if (!(await insertProcessorEvent(tx, processor.name, captured.eventId, now))) return true
  const order = await lockOrder(tx, payment.shop_id, payment.order_id)
  if (!order) return true
  const { amount, captureReference } = captured
  const fee = feeOfCapture(ctx.business, amount, now)
  if (!(await capturePayment(tx, payment, { captureReference, expectedFee: fee }, now))) return true
  await bookExpectedFee(tx, { shopId: payment.shop_id, id: payment.id, processor: processor.name, fee }, now)

  const source = fromProcessor(processor.name)
  const late = { payment, amount, source, now }
  if (refund || !canTake(order, amount)) await bookLate(tx, order, late)
  else if (!(await useCouponWithCard(tx, order, ctx.keys.lookup, captured.cardFingerprint)))
    // The order still waits: another card may pay it.
    await bookLate(tx, order, late, 'order.coupon-used')
  else {
    // After the end of the hold the stock may be gone: then this throws, and the payment is refunded.
    await reserveForPayment(tx, order, now)
    await recordCard(tx, ctx.keys.lookup, 'buyer', order.buyer_id, captured.cardFingerprint, now)
    await bookPaid(ctx, tx, order, source, now)
  }
  return true
}

/** Whether an order waits for a payment of this amount. */
const canTake = (order: OrderRow, amount: bigint): boolean =>
  canTransition(order.status, orderStatus.awaitingPickup) && amount === amountToPay(moneyOf(order))

/** Puts the payment of a locked order, whose stock is reserved, into its escrow. */
async function bookPaid(
  { business }: AppContext,
  tx: Tx,
  order: OrderRow,
  source: PaymentSource,
  now: Date,
): Promise<void> {
  // Before the order is paid, so that an order under review never counts in a figure.
  await reviewWhenOwn(tx, order, now)
  const entry = paidEntry(moneyOf(order), source, now)
  await postEntries(tx, entry)
  const stamp = { actor: source.actor, at: now }
  await changeToPaid(tx, order, entry.key, stamp, addTime(now, business.span('order.pickup-window', order.placed_at)))
  await endHold(tx, order)
  await emitEvent(tx, 'order.paid', { shopId: order.shop_id, at: now, data: { orderId: order.id } }, [
    'orders',
    'wallet',
    'figures',
  ])
}

/** Too late, a second payment, another amount than the order's, or a used coupon: all of it is refunded. */
async function bookLate(
  tx: Tx,
  order: OrderRow,
  { payment, amount, source, now }: { payment: PaymentRow; amount: bigint; source: PaymentSource; now: Date },
  kind: 'order.paid-late' | 'order.coupon-used' = 'order.paid-late',
): Promise<void> {
  await postEntries(tx, paidLateEntry({ shopId: order.shop_id, id: order.id }, payment.id, amount, source, now))
  await refundBuyer(tx, order, payment, amount, 'paid-late', now)
  await appendOrderEvent(tx, order, { kind, stamp: { actor: source.actor, at: now } })
}

/**
 * Two people have signed that a credit of the bank pays a PIX payment. It is booked like a captured card payment, in
 * the transaction of the signature. Returns false for a payment that another credit has paid.
 */
export async function recordPixPayment(
  ctx: AppContext,
  tx: Tx,
  payment: PixPaymentRow,
  { bankLineId, signer, now }: { bankLineId: string; signer: string; now: Date },
): Promise<boolean> {
  const order = await lockOrder(tx, payment.shop_id, payment.order_id)
  if (!order || !(await capturePixPayment(tx, payment, { bankLineId, confirmedBy: signer, at: now }))) return false
  const source = fromBank(signer)
  const { amount } = payment
  if (canTake(order, amount) && (await reserveIfThere(tx, order, now))) await bookPaid(ctx, tx, order, source, now)
  else await bookLate(tx, order, { payment, amount, source, now })
  return true
}
