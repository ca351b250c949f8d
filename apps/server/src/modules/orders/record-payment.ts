import { orderStatus } from '@quayside/contract'
import type { AppContext } from '../../platform/app-context.ts'
import { addTime } from '../../platform/clock.ts'
import { emitEvent } from '../../platform/events.ts'
import { isDatabaseBusy, isDatabaseDown, withTransaction, type Tx } from '../../platform/postgres.ts'
import type { Captured, Processor } from '../../platform/processor.ts'
import { Refusal } from '../../platform/refusal.ts'
import { postEntries } from '../ledger/post-entries.ts'
import { recordCard, reviewWhenOwn } from '../self-dealing/review-order.ts'
import { amountToPay, paidEntry, paidLateEntry } from './entries.ts'
import { appendOrderEvent, changeToPaid, lockOrder, moneyOf } from './order-store.ts'
import { canTransition } from './order.ts'
import { capturePayment, findPayment, insertProcessorEvent } from './payment-store.ts'
import { refundBuyer } from './refund-buyer.ts'
import { endHold, reserveForPayment } from './stock-hold.ts'

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
  { business, keys: { lookup: lookupKey } }: AppContext,
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
  if (!order || !(await capturePayment(tx, payment, captured.captureReference, now))) return true

  const stamp = { actor: `processor:${processor.name}`, at: now }
  if (
    !refund &&
    canTransition(order.status, orderStatus.awaitingPickup) &&
    captured.amount === amountToPay(moneyOf(order))
  ) {
    // After the end of the hold the stock may be gone: then this throws, and the payment is refunded.
    await reserveForPayment(tx, order, now)
    await recordCard(tx, lookupKey, 'buyer', order.buyer_id, captured.cardFingerprint, now)
    // Before the order is paid, so that an order under review never counts in a figure.
    await reviewWhenOwn(tx, order, now)
    const entry = paidEntry(moneyOf(order), processor.name, now)
    await postEntries(tx, entry)
    await changeToPaid(tx, order, entry.key, stamp, addTime(now, business.span('order.pickup-window', order.placed_at)))
    await endHold(tx, order)
    await emitEvent(tx, 'order.paid', { shopId: order.shop_id, at: now, data: { orderId: order.id } }, [
      'orders',
      'wallet',
      'figures',
    ])
    return true
  }
  // Too late, a second payment, or another amount than the order's: all of it is refunded.
  await postEntries(
    tx,
    paidLateEntry({ shopId: order.shop_id, id: order.id }, payment.id, captured.amount, processor.name, now),
  )
  await refundBuyer(tx, order, payment.id, captured.amount, 'paid-late', now)
  await appendOrderEvent(tx, order, { kind: 'order.paid-late', stamp })
  return true
}
