import { orderStatus, type CancelReason, type NoSupplyReason } from '@quayside/contract'
import { emitEvent } from '../../../../platform/events/events.ts'
import type { Tx } from '../../../../platform/database/postgres.ts'
import { invariant } from '../../../../platform/refusal.ts'
import type { ChangeStamp } from '../../../../platform/database/state-changes.ts'
import { releaseStock } from '../../../shop/catalogue/stock.ts'
import { postEntries } from '../../../money/ledger/post-entries.ts'
import { cancelledEntry, costReturnedEntry, owedOnCancel } from '../entries.ts'
import { canTransition } from '../order.ts'
import { changeOrders, moneyOf, type OrderRow } from '../order-store.ts'
import { findFundingPayment } from '../placing/payment-store.ts'
import { refundBuyer } from './refund-buyer.ts'
import { endHold } from '../placing/stock-hold.ts'

/**
 * Cancels a locked order. The caller has checked who may cancel it. The stock is released. A purchase cost returns to
 * the account that paid it. The payment is owed to the buyer from now on, and a job sends it. The merchant loses
 * nothing. `supply` says why the platform cannot supply it, for the message to the merchant.
 */
export async function cancelOrder(
  tx: Tx,
  order: OrderRow,
  reason: CancelReason,
  stamp: ChangeStamp,
  supply?: NoSupplyReason,
): Promise<void> {
  invariant(
    canTransition(order.status, orderStatus.cancelled),
    'orders: the caller checked that the order can be cancelled',
  )
  const { actor, at } = stamp
  const money = moneyOf(order)
  if (order.status !== orderStatus.awaitingPayment) {
    const payment = await findFundingPayment(tx, order.shop_id, order.id)
    invariant(payment, 'orders: a paid order has a payment')
    // The escrow must hold the returned cost before it can be emptied: two postings, one after the other.
    if (order.status === orderStatus.awaitingShipment) await postEntries(tx, costReturnedEntry(money, actor, at))
    await postEntries(tx, cancelledEntry(money, payment.id, actor, at))
    await refundBuyer(tx, order, payment, owedOnCancel(money), reason, at)
  }
  await changeOrders(tx, [order], orderStatus.cancelled, stamp, { cancelled_at: at, cancel_reason: reason })
  await endHold(tx, order)
  await releaseStock(tx, { shopId: order.shop_id, id: order.id }, at)
  const data = { orderId: order.id, reason, ...(supply && { supply }) }
  await emitEvent(tx, 'order.cancelled', { shopId: order.shop_id, at, data }, ['orders', 'wallet', 'figures'])
}
