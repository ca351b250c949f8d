import { accounts, orderStatus, formatCents } from '@quayside/contract'
import { proRata } from '@quayside/contract/tax'
import { emitEvent, notifyClients } from '../../../../platform/events/events.ts'
import type { AppContext } from '../../../../platform/app-context.ts'
import { withTransaction, type Tx } from '../../../../platform/database/postgres.ts'
import type { Disputed, Processor } from '../../../../domain/processor.ts'
import { invariant } from '../../../../platform/refusal.ts'
import type { DisputeRow } from '../../../money/disputes/dispute-store.ts'
import { updateDispute, noShares, type DisputeShares } from '../../../money/disputes/update-dispute.ts'
import { postEntries } from '../../../money/ledger/post-entries.ts'
import { balanceOf, lockBalance } from '../../../money/ledger/store.ts'
import { cancelOrder } from './cancel-order.ts'
import {
  amountToPay,
  orderChargedBackEntry,
  orderDisputedEntry,
  orderDisputeWonEntry,
  refundReleasedEntry,
  refundWithheldEntry,
  type OrderMoney,
  escrowRemainder,
  couponLeft,
  shippingLeft,
  taxLeft,
} from '../entries.ts'
import {
  closeWithheld,
  findCapturedPayment,
  listUnsentRefunds,
  findFundingPayment,
  releaseWithheld,
  withholdRefunds,
  type PaymentRow,
} from '../placing/payment-store.ts'
import { canTransition } from '../order.ts'
import { addDisputedAmounts, appendOrderEvent, lockOrder, moneyOf, type OrderRow } from '../order-store.ts'
import { enqueueRefund, refundBuyer } from './refund-buyer.ts'

/**
 * The bank of a card disputes the payment of an order, or has decided. Returns the dispute, or null for a payment of
 * no order.
 */
export async function recordOrderDispute(
  ctx: AppContext,
  processor: Processor,
  report: Disputed,
): Promise<DisputeRow | null> {
  return withTransaction(ctx.db, async (tx) => {
    const payment = await findCapturedPayment(tx, processor.name, report.captureReference)
    if (!payment) return null
    const now = ctx.clock.now()
    const order = await lockOrder(tx, payment.shop_id, payment.order_id)
    invariant(order, 'disputes: a payment has an order, and orders are never deleted')
    return updateDispute(
      tx,
      processor.name,
      report,
      {
        of: { shop_id: order.shop_id, deposit_id: null, order_id: order.id, payment_id: payment.id },
        setAside: (dispute) => setAside(tx, order, payment, dispute, now),
        settle: (dispute, outcome, before) => settle(tx, payment, dispute, outcome, before, now),
      },
      now,
    )
  })
}

/**
 * Sets the disputed amount aside. An order before its shipment is cancelled: nothing is shipped and nobody loses
 * anything. Unsent refunds of the buyer are withheld first. The rest comes from the escrow of the order, then from
 * its pending earnings, then from the merchant's balance, and finally becomes a debt of the merchant. It never comes
 * from the supplier, and never exceeds the payment less refunds and other disputes. What exceeds the goods comes from
 * the shipping charge: the merchant has not got it. The tax bears its share of what is reclaimed.
 */
async function setAside(
  tx: Tx,
  locked: OrderRow,
  payment: PaymentRow,
  dispute: DisputeRow,
  now: Date,
): Promise<DisputeShares> {
  const stamp = { actor: `processor:${dispute.processor}`, at: now }
  // A late payment was refunded whole. The order is not affected.
  const isFundingPayment = (await findFundingPayment(tx, locked.shop_id, locked.id))?.id === payment.id
  const isShipped = ([orderStatus.shipped, orderStatus.received, orderStatus.completed] as number[]).includes(
    locked.status,
  )
  if (isFundingPayment && canTransition(locked.status, orderStatus.cancelled))
    await cancelOrder(tx, locked, 'disputed', stamp)

  const fromRefund = await withholdRefunds(tx, payment, dispute, dispute.asked)
  const shares: DisputeShares = { ...noShares, amount: fromRefund, from_refund: fromRefund }
  const entries = [refundWithheldEntry(dispute, payment, fromRefund, now)]
  if (isFundingPayment && isShipped) {
    const money = moneyOf(locked)
    const goods = money.totalPayment - money.refunded - money.disputed
    // The card paid nothing of what a coupon of the platform paid: the order keeps that.
    const paid = goods - couponLeft(money)
    const { tax, rest: asked } = shareOfTax(money, paid, dispute.asked - fromRefund)
    shares.from_tax = tax
    let rest = asked < paid ? asked : paid
    const left = shippingLeft(money)
    shares.from_shipping = asked - rest < left ? asked - rest : left
    shares.amount += rest + shares.from_shipping + tax
    const upTo = (limit: bigint): bigint => {
      const part = rest < limit ? rest : limit
      rest -= part
      return part
    }
    shares.from_escrow = locked.status === orderStatus.shipped ? upTo(escrowRemainder(money)) : 0n
    shares.from_pending = upTo(money.pending)
    upTo(await lockBalance(tx, locked.shop_id))
    shares.owed = rest
    entries.push(orderDisputedEntry({ ...dispute, ...shares }, locked.status !== orderStatus.shipped, now))
  }
  await postEntries(tx, ...entries)
  if (shares.amount > fromRefund)
    await addDisputedAmounts(tx, locked, {
      disputed: shares.amount - fromRefund - shares.from_shipping - shares.from_tax,
      escrow: shares.from_escrow,
      pending: -shares.from_pending,
      commission: 0n,
      shipping: shares.from_shipping,
      tax: shares.from_tax,
    })
  await appendOrderEvent(tx, locked, { kind: 'order.disputed', stamp })
  await announce(tx, locked, { ...dispute, ...shares }, 'order.disputed', now)
  return shares
}

/**
 * Divides what is reclaimed into the tax and the rest, in proportion to all that was taken back so far, so that several
 * disputes take the same tax as one over their sum. `goods`: what is left of what the card paid for the goods. What
 * exceeds everything that is left counts for neither.
 */
export function shareOfTax(money: OrderMoney, goods: bigint, reclaimed: bigint): { tax: bigint; rest: bigint } {
  const left = taxLeft(money)
  const net = goods + shippingLeft(money)
  const asked = reclaimed < net + left ? reclaimed : net + left
  if (left === 0n || asked <= 0n) return { tax: 0n, rest: asked }
  const paid = amountToPay(money)
  const share = proRata(money.tax, paid - net - left + asked, paid) - (money.tax - left)
  const least = asked > net ? asked - net : 0n
  const most = asked < left ? asked : left
  const tax = share < least ? least : share > most ? most : share
  return { tax, rest: asked - tax }
}

/**
 * Books the decision. The processor takes a lost amount. A won amount returns to the accounts that paid it. After the
 * receipt of the goods, the escrow part goes to the merchant and to the commission. The withheld refund of a cancelled
 * order is sent.
 */
async function settle(
  tx: Tx,
  payment: PaymentRow,
  dispute: DisputeRow,
  outcome: 'won' | 'lost',
  before: 'open' | 'lost',
  now: Date,
): Promise<void> {
  const order = await lockOrder(tx, payment.shop_id, payment.order_id)
  invariant(order, 'disputes: orders are never deleted')
  if (outcome === 'lost') {
    await postEntries(tx, orderChargedBackEntry(dispute, now))
    await closeWithheld(tx, dispute, now)
  } else {
    await lockBalance(tx, order.shop_id)
    const due = await balanceOf(tx, accounts.merchantDue, order.shop_id)
    const { from_escrow: escrow, from_pending: pending } = dispute
    const { from_shipping: shipping, from_tax: tax } = dispute
    const own = dispute.amount - dispute.from_refund - shipping - tax
    const received = order.status !== orderStatus.shipped
    const commission = !received ? 0n : escrow < order.disputed_commission ? escrow : order.disputed_commission
    const earned = escrow - commission + pending
    const paidOff = due < dispute.owed ? due : dispute.owed
    const completed = order.status === orderStatus.completed
    await postEntries(
      tx,
      orderDisputeWonEntry(
        dispute,
        {
          escrow: received ? 0n : escrow,
          pending: received && !completed ? earned : 0n,
          available: own - escrow - pending - paidOff + (completed ? earned : 0n),
          due: paidOff,
          commission,
        },
        received,
        before,
        now,
      ),
      refundReleasedEntry(dispute, payment, before, now),
    )
    if (own + shipping + tax > 0n)
      await addDisputedAmounts(tx, order, {
        disputed: -own,
        escrow: -escrow,
        pending: received && !completed ? earned : 0n,
        commission: -commission,
        shipping: -shipping,
        tax: -tax,
      })
    if (before === 'open') await releaseWithheld(tx, dispute)
    else if (dispute.from_refund > 0n) await refundBuyer(tx, order, payment, dispute.from_refund, 'dispute-won', now)
  }
  for (const id of await listUnsentRefunds(tx, payment)) await enqueueRefund(tx, order.shop_id, id)
  const event = outcome === 'won' ? 'order.dispute-won' : 'order.charged-back'
  await appendOrderEvent(tx, order, { kind: event, stamp: { actor: `processor:${dispute.processor}`, at: now } })
  await announce(tx, order, dispute, event, now)
}

/** Informs the merchant if the dispute takes the merchant's money. Otherwise only the screen of the order changes. */
async function announce(
  tx: Tx,
  order: OrderRow,
  dispute: DisputeRow,
  event: 'order.disputed' | 'order.dispute-won' | 'order.charged-back',
  now: Date,
): Promise<void> {
  const amount = dispute.amount - dispute.from_refund - dispute.from_shipping - dispute.from_tax
  if (amount === 0n) return notifyClients(tx, order.shop_id, ['orders'])
  const data = { orderId: order.id, amount: formatCents(amount), by: dispute.evidence_by?.toISOString() ?? null }
  await emitEvent(tx, event, { shopId: order.shop_id, at: now, data }, ['orders', 'wallet', 'figures'])
}
