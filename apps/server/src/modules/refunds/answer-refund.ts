import { accounts, orderStatus, type RefundBearer, type RefundState } from '@quayside/contract'
import { addTime } from '../../platform/clock.ts'
import { runStep, type DeadlineStep, type RowKey } from '../../platform/deadlines.ts'
import { emitEvent, notifyClients } from '../../platform/events.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Tx } from '../../platform/postgres.ts'
import { invariant, refuse } from '../../platform/refusal.ts'
import { postEntries } from '../ledger/post-entries.ts'
import { balanceOf, lockBalance } from '../ledger/store.ts'
import { cancelOrder } from '../orders/cancel-order.ts'
import { dueRecoveredEntry, partSettledEntry } from '../orders/entries.ts'
import { addRefundedAmounts, lockOrder, moneyOf, updatePartSettled, type OrderRow } from '../orders/order-store.ts'
import { findFundingPayment } from '../orders/payment-store.ts'
import { refundBuyer } from '../orders/refund-buyer.ts'
import { approvedEntry } from './entries.ts'
import {
  cancels,
  canPay,
  commissionFor,
  decideWithin,
  amountOnHold,
  isOpen,
  supplierCanBear,
  whoPays,
} from './refund.ts'
import {
  changeRefund,
  dueRefunds,
  dueToPartSettle,
  readRefund,
  signRefund,
  lockOpenRefund,
  lockRefund,
  type AgreedBy,
  type RefundRow,
} from './store.ts'

type Named = { shopId: string; id: string }
type By = { actor: string; at: Date }

/** Locks a refund order behind its order, as every act on either does. */
async function take(tx: Tx, { shopId, id }: Named): Promise<{ order: OrderRow; refund: RefundRow }> {
  const found = await readRefund(tx, shopId, id)
  if (!found) return refuse('refund/not-found')
  const order = await lockOrder(tx, shopId, found.order_id)
  const refund = await lockRefund(tx, shopId, id)
  invariant(order && refund, 'a refund order has an order and is never deleted')
  return { order, refund }
}

/** The merchant agrees. Answers the state that it has now. */
export async function agreeRefund(tx: Tx, merchantId: string, named: Named, now: Date): Promise<RefundState> {
  const { order, refund } = await take(tx, named)
  if (refund.state !== 'requested') refuse('refund/not-open')
  return approve(tx, order, refund, { actor: `merchant:${merchantId}`, at: now }, { agreedBy: 'merchant' })
}

/** The merchant objects, while there is time to; from then on the platform has `decisionWindow`. */
export async function objectRefund(tx: Tx, merchantId: string, named: Named & { text: string }, now: Date) {
  const { refund } = await take(tx, named)
  if (refund.state !== 'requested' || refund.answer_by <= now) refuse('refund/not-open')
  const by = { actor: `merchant:${merchantId}`, at: now }
  await changeRefund(tx, refund, 'objected', by, { objection: named.text, decideBy: addTime(now, decideWithin) })
  await emitEvent(tx, 'refund.objected', { shopId: refund.shop_id, at: now, data: { refundId: refund.id } }, ['orders'])
}

/** What waits for the platform: objections, and what staff opened and the merchant has left unanswered. */
const waitsForPlatform = (refund: RefundRow, now: Date): boolean =>
  refund.state === 'objected' ||
  (refund.state === 'requested' && refund.opened_by === 'operator' && refund.answer_by <= now)

/**
 * The platform decides what the merchant objected to, or what staff opened and the merchant did not answer. Answers the state that it has
 * now, which is the same where a second person has to sign. Refuses whoever opened it, and the same person twice.
 */
export async function decideRefund(
  tx: Tx,
  operatorId: string,
  { decision, bearer, text, ...named }: Named & { decision: 'approve' | 'decline'; bearer: RefundBearer; text: string },
  now: Date,
): Promise<RefundState> {
  const { order, refund } = await take(tx, named)
  if (!waitsForPlatform(refund, now)) refuse('refund/not-open')
  if (refund.opened_by_operator === operatorId) refuse('operator/second-person')
  const by = { actor: `operator:${operatorId}`, at: now }
  const decided = { text, operatorId }
  if (decision === 'approve') {
    const money = { ...moneyOf(order), status: order.status }
    if (bearer === 'supplier' && !supplierCanBear(money)) refuse('order/not-shipped')
    if (refund.needs_two) {
      const isSigned = refund.first_signer !== null && refund.bearer === bearer
      if (isSigned && refund.first_signer === operatorId) refuse('operator/second-person')
      if (!isSigned) {
        await signRefund(tx, refund, operatorId, bearer)
        return refund.state
      }
    }
    return approve(tx, order, refund, by, { agreedBy: 'operator', bearer, decided })
  }
  await changeRefund(tx, refund, 'declined', by, { decided, ended: true })
  await emitEvent(tx, 'refund.declined', { shopId: refund.shop_id, at: now, data: { refundId: refund.id } }, ['orders'])
  return 'declined'
}

/** An act on each row; answers the rows on which it was done. */
const onEach =
  (act: (tx: Tx, named: Named, now: Date) => Promise<boolean>): DeadlineStep['act'] =>
  async (tx, rows, now) => {
    const done: RowKey[] = []
    for (const row of rows) if (await act(tx, { shopId: row.shop_id, id: row.id }, now)) done.push(row)
    return done
  }

/**
 * What time alone does to refund orders: silence agrees to what a buyer asks for, the platform bears what it has not decided in time, what
 * staff opened and nobody decided is declined, and what was agreed on is paid once its order can pay it.
 */
const refundStep: DeadlineStep = {
  name: 'refund.due',
  due: (on, now, most) => dueRefunds(on, 'refund.due', now, most),
  act: onEach(moveOn),
}
/** And to orders: those whose protection window is over settle but for what an open refund may take. */
const partSettleStep: DeadlineStep = {
  name: 'refund.part-settle',
  due: (on, now, most) => dueToPartSettle(on, 'refund.part-settle', now, most),
  act: onEach(settlePart),
}
/** Answers how many moved. */
export const runRefundDeadlines = async (ctx: AppContext): Promise<number> =>
  (await runStep(ctx, refundStep)) + (await runStep(ctx, partSettleStep))

/** False when somebody was quicker. */
async function moveOn(tx: Tx, named: Named, now: Date): Promise<boolean> {
  const { order, refund } = await take(tx, named)
  const by = { actor: 'clock', at: now }
  const isOver = refund.decide_by !== null && refund.decide_by <= now
  if (refund.opened_by === 'operator' && (refund.state === 'requested' || refund.state === 'objected')) {
    if (!isOver) return false
    await changeRefund(tx, refund, 'declined', by, { ended: true })
    const event = { shopId: refund.shop_id, at: now, data: { refundId: refund.id } }
    await emitEvent(tx, 'refund.declined', event, ['orders'])
  } else if (refund.state === 'requested') await approve(tx, order, refund, by, { agreedBy: 'silence' })
  else if (refund.state === 'objected' && isOver)
    // Nobody is paid by the platform for what looks like a purchase of the merchant's own.
    await approve(tx, order, refund, by, { agreedBy: 'deadline', bearer: order.counted ? 'platform' : 'merchant' })
  else if (refund.state === 'agreed' && canPayNow(order, refund)) await pay(tx, order, refund, by)
  else return false
  return true
}

/**
 * The protection window of an order is over while a refund is being decided: what the refund may take stays pending, all else settles as it
 * would have. False when that has happened or the refund has ended.
 */
async function settlePart(tx: Tx, named: Named, now: Date): Promise<boolean> {
  const order = await lockOrder(tx, named.shopId, named.id)
  if (!order || order.status !== orderStatus.received || order.part_settled_at !== null || order.settles_at! > now)
    return false
  const refund = await lockOpenRefund(tx, order.shop_id, order.id)
  if (!refund) return false
  const money = moneyOf(order)
  const held = amountOnHold({ ...money, status: order.status }, refund.amount)
  const settled = order.pending - held
  await postEntries(tx, partSettledEntry(money, settled, now))
  // Read after that booking, which locks the balance: no other order of the shop settles the same debt.
  const due = await balanceOf(tx, accounts.merchantDue, order.shop_id)
  if (due > 0n) await postEntries(tx, dueRecoveredEntry(money, due, 'clock', now, { settled, part: true }))
  await updatePartSettled(tx, order, held, now)
  await notifyClients(tx, order.shop_id, ['orders', 'wallet', 'figures'])
  return true
}

const canPayNow = (order: OrderRow, refund: RefundRow): boolean =>
  canPay({ ...moneyOf(order), status: order.status }, refund.amount, refund.bearer)

async function approve(
  tx: Tx,
  order: OrderRow,
  refund: RefundRow,
  by: By,
  word: { agreedBy: AgreedBy; bearer?: RefundBearer; decided?: { text: string; operatorId: string } },
): Promise<RefundState> {
  const bearer = word.bearer ?? 'merchant'
  await changeRefund(tx, refund, 'agreed', by, { ...word, bearer })
  await emitEvent(tx, 'refund.agreed', { shopId: refund.shop_id, at: by.at, data: { refundId: refund.id } }, ['orders'])
  const agreed: RefundRow = { ...refund, state: 'agreed', bearer }
  if (!canPayNow(order, agreed)) return 'agreed'
  await pay(tx, order, agreed, by)
  return 'refunded'
}

/** Books an agreed refund and sends the buyer's money. All of an order that has not been shipped cancels it instead. */
async function pay(tx: Tx, order: OrderRow, refund: RefundRow, by: By): Promise<void> {
  const { amount } = refund
  const money = { ...moneyOf(order), status: order.status }
  invariant(isOpen(refund.state) && order.status !== orderStatus.cancelled, 'a cancelled order has no open refund')
  const pays = whoPays(money, amount, await lockBalance(tx, order.shop_id), refund.bearer)
  await changeRefund(tx, refund, 'refunded', by, { pays, ended: true })
  if (cancels(money, amount)) {
    await cancelOrder(tx, order, 'buyer', by)
  } else {
    const payment = await findFundingPayment(tx, order.shop_id, order.id)
    invariant(payment, 'a paid order has a payment behind it')
    const about = { shopId: order.shop_id, id: refund.id, orderId: order.id, paymentId: payment.id, amount }
    await postEntries(tx, approvedEntry(about, pays, by.actor, by.at))
    const commission = pays.platform > 0n ? 0n : commissionFor(money, amount)
    await addRefundedAmounts(tx, order, { ...pays, amount, commission })
    await refundBuyer(tx, order, payment.id, amount, 'refund-order', by.at, refund.id)
  }
  await emitEvent(tx, 'refund.approved', { shopId: order.shop_id, at: by.at, data: { refundId: refund.id } }, [
    'orders',
    'wallet',
    'figures',
  ])
}
