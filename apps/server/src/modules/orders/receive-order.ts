import { accounts, orderStatus } from '@quayside/contract'
import { addTime } from '../../platform/clock.ts'
import { emitEvent } from '../../platform/events.ts'
import type { Tx } from '../../platform/postgres.ts'
import { invariant, refuse } from '../../platform/refusal.ts'
import { postEntries } from '../ledger/post-entries.ts'
import { balanceOf } from '../ledger/store.ts'
import { completedEntry, dueRecoveredEntry, receivedEntry, sharesOnReceipt } from './entries.ts'
import { canTransition, protectionWindow } from './order.ts'
import { hasOpenRefund, markCompleted, markReceived, moneyOf, appendOrderEvent, type OrderRow } from './store.ts'

/**
 * The goods have arrived: what is left in escrow becomes the merchant's pending earnings, less the commission. `carrierEventId` is the carrier's
 * event that says so, for the source `carrier`.
 */
export async function receiveOrder(
  tx: Tx,
  order: OrderRow,
  source: 'buyer' | 'operator' | 'clock' | 'carrier',
  actor: string,
  now: Date,
  carrierEventId?: string,
): Promise<void> {
  invariant(canTransition(order.status, orderStatus.received), 'the caller checked that the order was shipped')
  const money = moneyOf(order)
  await postEntries(tx, receivedEntry(money, actor, now))
  await markReceived(tx, order, now, addTime(now, protectionWindow), sharesOnReceipt(money))
  await appendOrderEvent(tx, order, {
    kind: 'order.received',
    status: orderStatus.received,
    source,
    carrierEventId,
    at: now,
  })
  await emitEvent(tx, 'order.received', { shopId: order.shop_id, at: now, data: { orderId: order.id } }, [
    'orders',
    'wallet',
  ])
}

/** The protection window is over, or the buyer says that all is well: pending earnings become balance. Refuses while a refund is open. */
export async function completeOrder(
  tx: Tx,
  order: OrderRow,
  source: 'buyer' | 'clock',
  actor: string,
  now: Date,
): Promise<void> {
  invariant(canTransition(order.status, orderStatus.completed), 'the caller checked that the order was received')
  if (await hasOpenRefund(tx, order)) refuse('refund/already-open')
  await postEntries(tx, completedEntry(moneyOf(order), actor, now))
  // Read after that booking: until this transaction ends its lock on the balance keeps every other order of the shop from settling the same debt.
  const due = await balanceOf(tx, accounts.merchantDue, order.shop_id)
  if (due > 0n) await postEntries(tx, dueRecoveredEntry(moneyOf(order), due, actor, now))
  await markCompleted(tx, order, now)
  await appendOrderEvent(tx, order, { kind: 'order.completed', status: orderStatus.completed, source, at: now })
  await emitEvent(tx, 'order.completed', { shopId: order.shop_id, at: now, data: { orderId: order.id } }, [
    'orders',
    'wallet',
    'figures',
  ])
}
