import {
  accounts,
  formatCents,
  orderStatus,
  refundBearers,
  type RefundBearer,
  type RefundState,
} from '@quayside/contract'
import * as z from 'zod/mini'
import { addTime } from '../../../platform/jobs/clock.ts'
import { runStep, type DeadlineStep, type RowKey } from '../../../platform/jobs/deadlines.ts'
import { emitEvent, notifyClients } from '../../../platform/events/events.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { invariant, refuse } from '../../../platform/refusal.ts'
import type { ChangeStamp } from '../../../platform/database/state-changes.ts'
import { defineActKind, lastSigner } from '../../staff/acts/act.ts'
import { proposeAct, withdrawAct } from '../../staff/acts/propose-act.ts'
import { postEntries } from '../../money/ledger/post-entries.ts'
import { balanceOf, lockBalance, readDebt } from '../../money/ledger/store.ts'
import { cancelOrder } from '../orders/ending/cancel-order.ts'
import { dueRecoveredEntry, partSettledEntry } from '../orders/entries.ts'
import { addRefundedAmounts, lockOrder, moneyOf, updatePartSettled, type OrderRow } from '../orders/order-store.ts'
import { findFundingPayment } from '../orders/placing/payment-store.ts'
import { refundBuyer } from '../orders/ending/refund-buyer.ts'
import { lockShop } from '../../shop/shops/store.ts'
import { approvedEntry } from './entries.ts'
import { ownPictures } from './own-pictures.ts'
import {
  buyerGets,
  cancels,
  canPay,
  commissionFor,
  amountOnHold,
  isOpen,
  sharesOfBuyer,
  supplierCanBear,
  whoPays,
} from './refund.ts'
import {
  changeRefund,
  listDueRefunds,
  listDueToPartSettle,
  findRefund,
  signRefund,
  unsignRefund,
  lockOpenRefund,
  lockRefund,
  referRefund,
  type AgreedBy,
  type RefundRow,
} from './store.ts'

type RefundKey = { shopId: string; id: string }

/** Locks a refund order after its order; every command on either locks in this sequence. */
async function lockWithOrder(tx: Tx, { shopId, id }: RefundKey): Promise<{ order: OrderRow; refund: RefundRow }> {
  const unlocked = await findRefund(tx, shopId, id)
  if (!unlocked) return refuse('refund/not-found')
  const order = await lockOrder(tx, shopId, unlocked.order_id)
  const refund = await lockRefund(tx, shopId, id)
  invariant(order && refund, 'refunds: a refund order has an order and is never deleted')
  return { order, refund }
}

type Business = Pick<AppContext, 'business'>

/** A request that waits for the merchant's answer, not for the platform. */
const awaitsAnswer = (refund: RefundRow): boolean => refund.state === 'requested' && refund.referred_at === null

/**
 * The merchant agrees. Returns the new state: still `requested` for a refund past the debt limit, which the platform
 * decides.
 */
export async function agreeRefund(
  { business }: Business,
  tx: Tx,
  merchantId: string,
  key: RefundKey,
  now: Date,
): Promise<RefundState> {
  const { order, refund } = await lockWithOrder(tx, key)
  if (!awaitsAnswer(refund)) refuse('refund/not-open')
  if (await passesDebtLimit(tx, order, refund, 'merchant', now)) return refer(business, tx, refund, 'merchant', now)
  return approve(tx, order, refund, { actor: `merchant:${merchantId}`, at: now }, { agreedBy: 'merchant' })
}

/**
 * Whether a refund that is paid now would leave the shop owing more than its debt limit. Locks the shop's accounts
 * until the commit: of two refunds at once the second one sees the debt of the first. The ledger checks the same.
 */
async function passesDebtLimit(
  tx: Tx,
  order: OrderRow,
  refund: RefundRow,
  bearer: RefundBearer,
  now: Date,
): Promise<boolean> {
  if (!canPayNow(order, { ...refund, bearer })) return false
  const dueWith = (available: bigint) =>
    whoPays({ ...moneyOf(order), status: order.status }, refund.amount, available, bearer).due
  if (dueWith(0n) === 0n) return false
  // A shop that never owed has no account to lock yet, so its row is locked first.
  await lockShop(tx, order.shop_id)
  const due = dueWith(await lockBalance(tx, order.shop_id))
  if (due === 0n) return false
  const { owed, limit } = await readDebt(tx, order.shop_id, now, order.id)
  return owed + due > limit
}

/** The platform decides a refund that is agreed and would pass the debt limit. No deadline pays it. */
async function refer(
  business: AppContext['business'],
  tx: Tx,
  refund: RefundRow,
  by: 'merchant' | 'silence' | 'deadline',
  now: Date,
): Promise<RefundState> {
  const decideBy = addTime(now, business.span('refund.decision-window', refund.requested_at))
  await endProposal(tx, refund, now)
  await referRefund(tx, refund, by, now, decideBy)
  await notifyClients(tx, refund.shop_id, ['orders'])
  return refund.state
}

/**
 * The merchant objects, in time, with own pictures (`file/not-found` for others). Then the platform has the time to
 * decide that counted when the refund was requested.
 */
export async function objectRefund(
  ctx: AppContext,
  tx: Tx,
  merchantId: string,
  { text, pictures, ...key }: RefundKey & { text: string; pictures: readonly string[] },
  now: Date,
): Promise<void> {
  const { refund } = await lockWithOrder(tx, key)
  if (!awaitsAnswer(refund) || refund.answer_by <= now) refuse('refund/not-open')
  const own = await ownPictures(tx, { who: 'merchant', id: merchantId }, pictures)
  const stamp = { actor: `merchant:${merchantId}`, at: now }
  await changeRefund(tx, refund, 'objected', stamp, {
    objection: { text, pictures: own },
    decideBy: addTime(now, ctx.business.span('refund.decision-window', refund.requested_at)),
  })
  await emitEvent(tx, 'refund.objected', { shopId: refund.shop_id, at: now, data: { refundId: refund.id } }, ['orders'])
}

/** True for an objection, a refund past the debt limit, and one of an operator that the merchant did not answer. */
const awaitsDecision = (refund: RefundRow, now: Date): boolean =>
  refund.state === 'objected' ||
  (refund.state === 'requested' &&
    (refund.referred_at !== null || (refund.opened_by === 'operator' && refund.answer_by <= now)))

/**
 * An operator decides a refund that the merchant objected to, or that an operator opened and the merchant did not
 * answer. Refuses the operator who opened it. An approval above the limit is the first of two: the state stays, and
 * the act `actId` waits for the signature of finance.
 */
export async function decideRefund(
  tx: Tx,
  operatorId: string,
  {
    decision,
    bearer,
    text,
    ...key
  }: RefundKey & { decision: 'approve' | 'decline'; bearer: RefundBearer; text: string },
  now: Date,
): Promise<{ state: RefundState; actId: string | null }> {
  const { order, refund } = await lockDecidable(tx, key, operatorId, now)
  const stamp = { actor: `operator:${operatorId}`, at: now }
  const decided = { text, operatorId }
  if (decision === 'approve') {
    requireBearer(order, bearer)
    if (!refund.needs_two)
      return { state: await approve(tx, order, refund, stamp, { agreedBy: 'operator', bearer, decided }), actId: null }
    if (refund.first_signer) refuse('act/already-open')
    await signRefund(tx, refund, operatorId, bearer)
    const actId = await proposeAct(tx, {
      kind: 'refund.approve',
      desk: 'finance',
      shopId: refund.shop_id,
      subject: { kind: 'refund', id: refund.id },
      // Runs in `refundAct`.
      body: bodyOf(order, { ...refund, bearer }, text),
      proposedBy: operatorId,
      now,
    })
    return { state: refund.state, actId }
  }
  await withdrawAct(tx, 'refund.approve', refund.id, { by: operatorId, reason: text.slice(0, 500), now })
  await changeRefund(tx, refund, 'declined', stamp, { decided, ended: true })
  await emitEvent(tx, 'refund.declined', { shopId: refund.shop_id, at: now, data: { refundId: refund.id } }, ['orders'])
  return { state: 'declined', actId: null }
}

async function lockDecidable(tx: Tx, key: RefundKey, operatorId: string, now: Date) {
  const locked = await lockWithOrder(tx, key)
  if (!awaitsDecision(locked.refund, now)) refuse('refund/not-open')
  if (locked.refund.opened_by_operator === operatorId) refuse('operator/second-person')
  return locked
}

function requireBearer(order: OrderRow, bearer: RefundBearer): void {
  if (bearer === 'supplier' && !supplierCanBear({ ...moneyOf(order), status: order.status }))
    refuse('order/not-shipped')
}

const refundBody = z.strictObject({
  shopId: z.string(),
  id: z.string(),
  code: z.string(),
  order: z.string(),
  amount: z.string(),
  bearer: z.enum(refundBearers),
  text: z.string(),
})

/** What the second person signs. No row holds the text before. */
const bodyOf = (order: OrderRow, refund: RefundRow, text: string): z.output<typeof refundBody> => ({
  shopId: refund.shop_id,
  id: refund.id,
  code: refund.code,
  order: order.code,
  amount: formatCents(refund.amount),
  bearer: refund.bearer,
  text,
})

/** Approves a refund above the limit with the second person's signature. Both sides read the first person's reason. */
export const refundAct = defineActKind({
  kind: 'refund.approve',
  schema: refundBody,
  describe: ({ code, order, amount, bearer, text }) => [
    { label: 'code', value: code, format: 'code' },
    { label: 'order', value: order, format: 'code' },
    { label: 'amount', value: amount, format: 'amount' },
    { label: 'bearer', value: bearer, format: 'code' },
    { label: 'decision', value: text, format: 'text' },
  ],
  async lock(_ctx, tx, { shopId, id, text }, act) {
    const { order, refund } = await lockDecidable(tx, { shopId, id }, lastSigner(act), act.now)
    requireBearer(order, refund.bearer)
    if (refund.first_signer !== act.proposedBy) refuse('decision/changed')
    return { subject: { order, refund }, body: bodyOf(order, refund, text) }
  },
  async execute(_ctx, tx, { order, refund }, { bearer, text }, act) {
    const signer = lastSigner(act)
    const decided = { text, operatorId: signer }
    const stamp = { actor: `operator:${signer}`, at: act.now }
    await approve(tx, order, refund, stamp, { agreedBy: 'operator', bearer, decided })
  },
  async abandon(_ctx, tx, { shopId, id }, { proposedBy }) {
    const { refund } = await lockWithOrder(tx, { shopId, id })
    if (refund.first_signer === proposedBy && (refund.state === 'objected' || refund.state === 'requested'))
      await unsignRefund(tx, refund)
  },
})

/** Ends the approval of one person: the merchant or the clock was first. */
async function endProposal(tx: Tx, refund: RefundRow, now: Date): Promise<void> {
  const reason = 'It was decided without a second signature.'
  if (refund.first_signer) await withdrawAct(tx, 'refund.approve', refund.id, { by: null, reason, now })
}

/** Runs a command on each row and returns the rows that changed. */
const forEachRow =
  (command: (tx: Tx, key: RefundKey, now: Date) => Promise<boolean>): DeadlineStep['act'] =>
  async (tx, rows, now) => {
    const done: RowKey[] = []
    for (const row of rows) if (await command(tx, { shopId: row.shop_id, id: row.id }, now)) done.push(row)
    return done
  }

/**
 * The deadlines of refund orders. An unanswered request of a buyer is agreed. A refund that the platform did not
 * decide in time is paid by the platform; one that an operator opened is declined. An agreed refund is paid as soon
 * as its order can pay it.
 */
const refundStep = ({ business }: Business): DeadlineStep => ({
  name: 'refund.due',
  due: (db, now, limit) => listDueRefunds(db, 'refund.due', now, limit),
  act: forEachRow((tx, key, now) => advanceRefund(business, tx, key, now)),
})
/**
 * After the protection window an order with an open refund settles, except for the amount that the refund may take.
 */
const partSettleStep: DeadlineStep = {
  name: 'refund.part-settle',
  due: (db, now, limit) => listDueToPartSettle(db, 'refund.part-settle', now, limit),
  act: forEachRow(settlePart),
}
/** Returns the number of changed refund orders and orders. */
export const runRefundDeadlines = async (ctx: AppContext): Promise<number> =>
  (await runStep(ctx, refundStep(ctx))) + (await runStep(ctx, partSettleStep))

/** Returns false if another transaction was first. */
async function advanceRefund(business: AppContext['business'], tx: Tx, key: RefundKey, now: Date): Promise<boolean> {
  const { order, refund } = await lockWithOrder(tx, key)
  const stamp = { actor: 'clock', at: now }
  const isDecisionOverdue = refund.decide_by !== null && refund.decide_by <= now
  if (refund.opened_by === 'operator' && (refund.state === 'requested' || refund.state === 'objected')) {
    if (!isDecisionOverdue) return false
    await endProposal(tx, refund, now)
    await changeRefund(tx, refund, 'declined', stamp, { ended: true })
    const event = { shopId: refund.shop_id, at: now, data: { refundId: refund.id } }
    await emitEvent(tx, 'refund.declined', event, ['orders'])
  } else if (refund.state === 'requested') {
    if (refund.referred_at !== null) return false
    if (await passesDebtLimit(tx, order, refund, 'merchant', now)) await refer(business, tx, refund, 'silence', now)
    else await approve(tx, order, refund, stamp, { agreedBy: 'silence' })
  } else if (refund.state === 'objected' && isDecisionOverdue && refund.referred_at === null) {
    // The platform pays no refund of an order that looks like the merchant's own purchase.
    const bearer = order.counted ? 'platform' : 'merchant'
    if (await passesDebtLimit(tx, order, refund, bearer, now)) await refer(business, tx, refund, 'deadline', now)
    else await approve(tx, order, refund, stamp, { agreedBy: 'deadline', bearer })
  } else if (refund.state === 'agreed' && canPayNow(order, refund)) await pay(tx, order, refund, stamp)
  else return false
  return true
}

/**
 * The protection window of an order is over and a refund is open: the amount that the refund may take stays pending,
 * the rest settles. Returns false if that has happened already or the refund has ended.
 */
async function settlePart(tx: Tx, key: RefundKey, now: Date): Promise<boolean> {
  const order = await lockOrder(tx, key.shopId, key.id)
  if (!order || order.status !== orderStatus.received || order.part_settled_at !== null || order.settles_at! > now)
    return false
  const refund = await lockOpenRefund(tx, order.shop_id, order.id)
  if (!refund) return false
  const money = moneyOf(order)
  const onHold = amountOnHold({ ...money, status: order.status }, refund.amount)
  const settled = order.pending - onHold
  await postEntries(tx, partSettledEntry(money, settled, now))
  // Read after the posting: its lock on the balance lasts until the commit, so no other order of the shop settles the
  // same debt.
  const due = await balanceOf(tx, accounts.merchantDue, order.shop_id)
  if (due > 0n) await postEntries(tx, dueRecoveredEntry(money, due, 'clock', now, { settled, part: true }))
  await updatePartSettled(tx, order, onHold, now)
  await notifyClients(tx, order.shop_id, ['orders', 'wallet', 'figures'])
  return true
}

const canPayNow = (order: OrderRow, refund: RefundRow): boolean =>
  canPay({ ...moneyOf(order), status: order.status }, refund.amount, refund.bearer)

async function approve(
  tx: Tx,
  order: OrderRow,
  refund: RefundRow,
  stamp: ChangeStamp,
  agreement: { agreedBy: AgreedBy; bearer?: RefundBearer; decided?: { text: string; operatorId: string } },
): Promise<RefundState> {
  const bearer = agreement.bearer ?? 'merchant'
  if (agreement.agreedBy !== 'operator') await endProposal(tx, refund, stamp.at)
  await changeRefund(tx, refund, 'agreed', stamp, { ...agreement, bearer })
  await emitEvent(tx, 'refund.agreed', { shopId: refund.shop_id, at: stamp.at, data: { refundId: refund.id } }, [
    'orders',
  ])
  const agreed: RefundRow = { ...refund, state: 'agreed', bearer }
  if (!canPayNow(order, agreed)) return 'agreed'
  await pay(tx, order, agreed, stamp)
  return 'refunded'
}

/**
 * Posts an agreed refund and enqueues the payment to the buyer. A refund of the whole payment before the shipment
 * cancels the order instead.
 */
async function pay(tx: Tx, order: OrderRow, refund: RefundRow, stamp: ChangeStamp): Promise<void> {
  const { amount } = refund
  const money = { ...moneyOf(order), status: order.status }
  invariant(
    isOpen(refund.state) && order.status !== orderStatus.cancelled,
    'refunds: a cancelled order has no open refund',
  )
  const shares = whoPays(money, amount, await lockBalance(tx, order.shop_id), refund.bearer)
  const isCancelled = cancels(money, amount)
  // A cancellation returns the shipping charge, the tax and the coupon with its own entry.
  const buyerShares = sharesOfBuyer(money, amount, refund.asked)
  const gets = buyerGets(amount, buyerShares)
  const { shipping, tax, coupon } = isCancelled ? { shipping: 0n, tax: 0n, coupon: 0n } : buyerShares
  await changeRefund(tx, refund, 'refunded', stamp, { shares, shipping, tax, coupon, ended: true })
  if (isCancelled) {
    await cancelOrder(tx, order, 'buyer', stamp)
  } else {
    const payment = await findFundingPayment(tx, order.shop_id, order.id)
    invariant(payment, 'refunds: a paid order has a payment')
    const refundMoney = {
      shopId: order.shop_id,
      id: refund.id,
      orderId: order.id,
      paymentId: payment.id,
      amount,
      shipping,
      tax,
      coupon,
      received: order.status === orderStatus.received || order.status === orderStatus.completed,
    }
    await postEntries(tx, approvedEntry(refundMoney, shares, stamp.actor, stamp.at))
    const commission = shares.platform > 0n ? 0n : commissionFor(money, amount)
    await addRefundedAmounts(tx, order, { ...shares, amount, commission, shipping, tax, coupon })
    await refundBuyer(tx, order, payment, gets, 'refund-order', stamp.at, refund.id)
  }
  const data = { refundId: refund.id, buyerGets: formatCents(gets) }
  await emitEvent(tx, 'refund.approved', { shopId: order.shop_id, at: stamp.at, data }, ['orders', 'wallet', 'figures'])
}
