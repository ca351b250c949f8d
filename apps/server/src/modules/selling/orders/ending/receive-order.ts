import { accounts, orderStatus } from '@quayside/contract'
import { addTime } from '../../../../platform/jobs/clock.ts'
import { emitEvent } from '../../../../platform/events/events.ts'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/postgres.ts'
import { invariant, refuse } from '../../../../platform/refusal.ts'
import type { ChangeStamp } from '../../../../platform/database/state-changes.ts'
import { postEntries } from '../../../money/ledger/post-entries.ts'
import { balanceOf } from '../../../money/ledger/store.ts'
import { completedEntry, dueRecoveredEntry, receivedEntry, sharesOnReceipt } from '../entries.ts'
import { canTransition } from '../order.ts'
import { changeOrders, hasOpenRefund, moneyOf, type OrderRow } from '../order-store.ts'

/** The goods have arrived: the rest of the escrow, less the commission, becomes the merchant's pending earnings. */
export async function receiveOrder(
  { business }: Pick<AppContext, 'business'>,
  tx: Tx,
  order: OrderRow,
  stamp: ChangeStamp,
): Promise<void> {
  invariant(canTransition(order.status, orderStatus.received), 'orders: the caller checked that the order was shipped')
  const { actor, at } = stamp
  const money = moneyOf(order)
  const shares = sharesOnReceipt(money)
  await postEntries(tx, receivedEntry(money, actor, at))
  await changeOrders(tx, [order], orderStatus.received, stamp, {
    received_at: at,
    settles_at: addTime(at, business.span('order.protection-window', order.placed_at)),
    pending: shares.pending,
    refunded_commission: order.commission - shares.commission,
    disputed_commission: shares.short,
  })
  await emitEvent(tx, 'order.received', { shopId: order.shop_id, at, data: { orderId: order.id } }, [
    'orders',
    'wallet',
  ])
}

/**
 * The protection window is over, or the buyer accepts the goods: pending earnings become balance. Refuses while a
 * refund is open.
 */
export async function completeOrder(tx: Tx, order: OrderRow, stamp: ChangeStamp): Promise<void> {
  invariant(
    canTransition(order.status, orderStatus.completed),
    'orders: the caller checked that the order was received',
  )
  if (await hasOpenRefund(tx, order)) refuse('refund/already-open')
  const { actor, at } = stamp
  await postEntries(tx, completedEntry(moneyOf(order), actor, at))
  // Read after the posting: its lock on the balance lasts until the commit, so no other order of the shop settles the
  // same debt.
  const due = await balanceOf(tx, accounts.merchantDue, order.shop_id)
  if (due > 0n) await postEntries(tx, dueRecoveredEntry(moneyOf(order), due, actor, at))
  await changeOrders(tx, [order], orderStatus.completed, stamp, { completed_at: at, pending: 0n })
  await emitEvent(tx, 'order.completed', { shopId: order.shop_id, at, data: { orderId: order.id } }, [
    'orders',
    'wallet',
    'figures',
  ])
}
