import { orderStatus, type CancelReason, type OrderEventSource } from '@quayside/contract'
import { emitEvent } from '../../platform/events.ts'
import type { Tx } from '../../platform/postgres.ts'
import { invariant } from '../../platform/refusal.ts'
import { releaseStock } from '../catalogue/stock.ts'
import { postEntries } from '../ledger/post-entries.ts'
import { cancelledEntry, costReturnedEntry } from './entries.ts'
import { canTransition } from './order.ts'
import { paymentBehind } from './payment-store.ts'
import { markCancelled, moneyOf, appendOrderEvent, type OrderRow } from './store.ts'
import { endHold } from './stock-hold.ts'
import { refundBuyer } from './record-payment.ts'

const sources: Record<CancelReason, OrderEventSource> = {
  buyer: 'buyer',
  merchant: 'merchant',
  unpaid: 'clock',
  'not-picked-up': 'clock',
  'not-shipped': 'clock',
  'cannot-supply': 'operator',
  disputed: 'processor',
}

/**
 * Cancels an order whose row the caller has locked and whose state it has checked. Stock goes back; a purchase cost goes back
 * to where it came from; what the buyer paid is owed to the buyer from this moment and sent by a job. The merchant loses nothing.
 */
export async function cancelOrder(
  tx: Tx,
  order: OrderRow,
  reason: CancelReason,
  actor: string,
  now: Date,
): Promise<void> {
  invariant(canTransition(order.status, orderStatus.cancelled), 'the caller checked that the order can be cancelled')
  const money = moneyOf(order)
  if (order.status !== orderStatus.awaitingPayment) {
    const payment = await paymentBehind(tx, order.shop_id, order.id)
    invariant(payment, 'a paid order has a payment behind it')
    const returned = order.status === orderStatus.awaitingShipment ? [costReturnedEntry(money, actor, now)] : []
    // The returned cost must be in escrow before the escrow can be emptied, so the two are booked one after the other.
    if (returned.length > 0) await postEntries(tx, ...returned)
    await postEntries(tx, cancelledEntry(money, payment.id, actor, now))
    await refundBuyer(tx, order, payment.id, order.total_payment - order.refunded, reason, now)
  }
  await markCancelled(tx, order, reason, now)
  await endHold(tx, order)
  await releaseStock(tx, { shopId: order.shop_id, id: order.id }, now)
  await appendOrderEvent(tx, order, {
    kind: 'order.cancelled',
    status: orderStatus.cancelled,
    source: sources[reason],
    note: reason,
    at: now,
  })
  await emitEvent(tx, 'order.cancelled', { shopId: order.shop_id, at: now, data: { orderId: order.id, reason } }, [
    'orders',
    'wallet',
    'figures',
  ])
}
