import { orderStatus, type RefundState } from '@quayside/contract'
import { runStep, type DeadlineStep, type RowKey } from '../../platform/deadlines.ts'
import { happened } from '../../platform/events.ts'
import type { House } from '../../platform/house.ts'
import type { Tx } from '../../platform/postgres.ts'
import { invariant, refuse } from '../../platform/refusal.ts'
import { record } from '../ledger/record.ts'
import { takeBalance } from '../ledger/store.ts'
import { cancelOrder } from '../orders/cancel-order.ts'
import { paymentBehind } from '../orders/payment-store.ts'
import { markRefunded, moneyOf, takeOrder, type OrderRow } from '../orders/store.ts'
import { refundBuyer } from '../orders/take-payment.ts'
import { approvedEntry } from './entries.ts'
import { cancels, commissionFor, isOpen, whoPays } from './refund.ts'
import { changeRefund, dueRefunds, readRefund, takeRefund, type RefundRow } from './store.ts'

type Named = { shopId: string; id: string }
type By = { actor: string; at: Date }

/** Locks a refund order behind its order, as every act on either does. */
async function take(tx: Tx, { shopId, id }: Named): Promise<{ order: OrderRow; refund: RefundRow }> {
  const found = await readRefund(tx, shopId, id)
  if (!found) return refuse('refund/not-found')
  const order = await takeOrder(tx, shopId, found.order_id)
  const refund = await takeRefund(tx, shopId, id)
  invariant(order && refund, 'a refund order has an order and is never deleted')
  return { order, refund }
}

/** The merchant agrees. Answers the state that it has now. */
export async function agreeRefund(tx: Tx, merchantId: string, named: Named, now: Date): Promise<RefundState> {
  const { order, refund } = await take(tx, named)
  if (refund.state !== 'requested') refuse('refund/not-open')
  return approve(tx, order, refund, { actor: `merchant:${merchantId}`, at: now })
}

/** The merchant objects, while there is time to. */
export async function objectRefund(tx: Tx, merchantId: string, named: Named & { text: string }, now: Date) {
  const { refund } = await take(tx, named)
  if (refund.state !== 'requested' || refund.answer_by <= now) refuse('refund/not-open')
  const by = { actor: `merchant:${merchantId}`, at: now }
  await changeRefund(tx, refund, 'objected', by, { objection: named.text })
  await happened(tx, 'refund.objected', { shopId: refund.shop_id, at: now, data: { refundId: refund.id } }, ['orders'])
}

/** The platform decides what the merchant objected to. Answers the state that it has now. */
export async function decideRefund(
  tx: Tx,
  operatorId: string,
  { decision, text, ...named }: Named & { decision: 'approve' | 'decline'; text: string },
  now: Date,
): Promise<RefundState> {
  const { order, refund } = await take(tx, named)
  if (refund.state !== 'objected') refuse('refund/not-open')
  const by = { actor: `operator:${operatorId}`, at: now }
  if (decision === 'approve') return approve(tx, order, refund, by, text)
  await changeRefund(tx, refund, 'declined', by, { decision: text, ended: true })
  await happened(tx, 'refund.declined', { shopId: refund.shop_id, at: now, data: { refundId: refund.id } }, ['orders'])
  return 'declined'
}

/** What time alone does: silence agrees, and what was agreed on is paid once its order is picked up. */
const refundStep: DeadlineStep = {
  name: 'refund.due',
  due: (on, now, most) => dueRefunds(on, 'refund.due', now, most),
  async act(tx, rows, now) {
    const done: RowKey[] = []
    for (const row of rows) if (await moveOn(tx, { shopId: row.shop_id, id: row.id }, now)) done.push(row)
    return done
  },
}
/** Answers how many moved. */
export const runRefundDeadlines = (house: House): Promise<number> => runStep(house, refundStep)

/** False when somebody was quicker. */
async function moveOn(tx: Tx, named: Named, now: Date): Promise<boolean> {
  const { order, refund } = await take(tx, named)
  const by = { actor: 'clock', at: now }
  if (refund.state === 'requested') await approve(tx, order, refund, by)
  else if (refund.state === 'agreed' && canPay(order)) await pay(tx, order, refund, by)
  else return false
  return true
}

/** An order that awaits its pick-up has its whole payment in escrow, so a part of it leaves only afterwards. */
const canPay = (order: OrderRow) => order.status !== orderStatus.awaitingPickup

async function approve(tx: Tx, order: OrderRow, refund: RefundRow, by: By, decision?: string): Promise<RefundState> {
  await changeRefund(tx, refund, 'agreed', by, decision === undefined ? {} : { decision })
  await happened(tx, 'refund.agreed', { shopId: refund.shop_id, at: by.at, data: { refundId: refund.id } }, ['orders'])
  if (!canPay(order)) return 'agreed'
  await pay(tx, order, { ...refund, state: 'agreed' }, by)
  return 'refunded'
}

/** Books an agreed refund and sends the buyer's money. All of an order that has not been shipped cancels it instead. */
async function pay(tx: Tx, order: OrderRow, refund: RefundRow, by: By): Promise<void> {
  const { amount } = refund
  const money = { ...moneyOf(order), status: order.status }
  invariant(isOpen(refund.state) && order.status !== orderStatus.cancelled, 'a cancelled order has no open refund')
  const pays = whoPays(money, amount, await takeBalance(tx, order.shop_id))
  await changeRefund(tx, refund, 'refunded', by, { pays, ended: true })
  if (cancels(money, amount)) {
    await cancelOrder(tx, order, 'buyer', by.actor, by.at)
  } else {
    const payment = await paymentBehind(tx, order.shop_id, order.id)
    invariant(payment, 'a paid order has a payment behind it')
    const about = { shopId: order.shop_id, id: refund.id, orderId: order.id, paymentId: payment.id, amount }
    await record(tx, approvedEntry(about, pays, by.actor, by.at))
    await markRefunded(tx, order, { ...pays, amount, commission: commissionFor(money, amount) })
    await refundBuyer(tx, order, payment.id, amount, 'refund-order', by.at, refund.id)
  }
  await happened(tx, 'refund.approved', { shopId: order.shop_id, at: by.at, data: { refundId: refund.id } }, [
    'orders',
    'wallet',
    'figures',
  ])
}
