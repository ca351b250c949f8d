import { orderStatus, formatCents, type RefundReason } from '@quayside/contract'
import { addTime } from '../../../platform/jobs/clock.ts'
import { emitEvent } from '../../../platform/events/events.ts'
import { newCode, newId } from '../../../platform/database/ids.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { cancelOrder } from '../orders/ending/cancel-order.ts'
import { moneyOf, lockBuyersOrder, lockOrder, type OrderRow } from '../orders/order-store.ts'
import { ownPictures } from './own-pictures.ts'
import {
  amountFor,
  buyerGets,
  isBeforeShipment,
  maxPartialRefund,
  refundable,
  refundLimits,
  sharesOfBuyer,
} from './refund.ts'
import { changeRefund, findBuyersRefundKey, insertRefund, lockRefund } from './store.ts'

/**
 * `amount`: of the goods, without tax. `asked`: what the buyer wants to receive, with tax. Without both: everything.
 */
type RefundRequest = { amount?: bigint | undefined; asked?: bigint | undefined; reason: RefundReason; text: string }
type Opened = { id: string; code: string; answerBy: string }

/**
 * A buyer requests a refund. Before the pick-up a refund of the whole payment cancels the order at once. Above
 * the setting an approval needs two operators. Refuses an unpaid order, an order after its protection window,
 * more than is left of the payment, a part that the escrow does not cover before the shipment, and a second open
 * request.
 */
export async function requestRefund(
  ctx: AppContext,
  tx: Tx,
  buyerId: string,
  request: RefundRequest & { orderId: string; pictures: string[] },
  now: Date,
): Promise<{ cancelled: boolean; refund: Opened | null }> {
  const order = await lockBuyersOrder(tx, buyerId, request.orderId)
  if (!order) return refuse('order/not-found')
  if (order.status === orderStatus.cancelled) refuse('order/already-cancelled')
  if (order.status === orderStatus.awaitingPayment) refuse('refund/too-much', { most: formatCents(0n) })
  const windowOver = order.status === orderStatus.completed || (order.settles_at !== null && order.settles_at <= now)
  if (windowOver) refuse('refund/window-over')
  const amount = amountOf(order, request)

  if (order.status === orderStatus.awaitingPickup && amount === refundable(moneyOf(order))) {
    await cancelOrder(tx, order, 'buyer', { actor: `buyer:${buyerId}`, at: now })
    return { cancelled: true, refund: null }
  }
  const pictures = await ownPictures(tx, { who: 'buyer', id: buyerId }, request.pictures)
  const refund = await insertRequest(ctx, tx, order, { ...request, amount, pictures }, { buyerId }, now)
  return { cancelled: false, refund }
}

/**
 * An operator requests a refund for the buyer of a completed order, after the protection window. A missing answer of
 * the merchant is not an agreement: another operator decides, above the setting two others.
 */
export async function openRefund(
  ctx: AppContext,
  tx: Tx,
  operatorId: string,
  request: RefundRequest & { shopId: string; orderId: string },
  now: Date,
): Promise<Opened> {
  const order = await lockOrder(tx, request.shopId, request.orderId)
  if (!order) return refuse('order/not-found')
  if (order.status !== orderStatus.completed) refuse('order/not-completed')
  const amount = amountOf(order, request)
  return insertRequest(ctx, tx, order, { ...request, amount, pictures: [] }, { operatorId }, now)
}

function amountOf(order: OrderRow, request: RefundRequest): bigint {
  const money = { ...moneyOf(order), status: order.status }
  const most = refundable(money)
  if (request.asked !== undefined) {
    const { all, part, least } = refundLimits(money)
    if (request.asked > all || request.asked <= 0n) refuse('refund/too-much', { most: formatCents(all) })
    if (request.asked < all) {
      if (isBeforeShipment(money) && request.asked > part) refuse('refund/part-too-much', { most: formatCents(part) })
      if (request.asked < least) refuseFields({ amount: 'field/too-small' })
      if (request.asked > part) refuse('refund/part-or-all', { most: formatCents(part), all: formatCents(all) })
    }
    return amountFor(money, request.asked)
  }
  const amount = request.amount ?? most
  if (amount > most || amount === 0n) refuse('refund/too-much', { most: formatCents(most) })
  if (amount < most && amount > maxPartialRefund(money))
    refuse('refund/part-too-much', { most: formatCents(maxPartialRefund(money)) })
  return amount
}

/** All that the earlier refunds of the order gave back to the buyer. */
const paidBack = (order: OrderRow): bigint =>
  order.refunded - order.refunded_coupon + order.refunded_shipping + order.refunded_tax

async function insertRequest(
  { business }: AppContext,
  tx: Tx,
  order: OrderRow,
  request: RefundRequest & { amount: bigint; pictures: string[] },
  requester: { buyerId: string } | { operatorId: string },
  now: Date,
): Promise<Opened> {
  const [id, code] = [newId(), newCode(8)]
  const answerBy = addTime(now, business.span('refund.answer-window', now))
  const operatorId = 'operatorId' in requester ? requester.operatorId : null
  const asked = request.asked ?? buyerGets(request.amount, sharesOfBuyer(moneyOf(order), request.amount))
  await insertRefund(tx, {
    shop_id: order.shop_id,
    id,
    code,
    order_id: order.id,
    buyer_id: order.buyer_id,
    opened_by: operatorId === null ? 'buyer' : 'operator',
    opened_by_operator: operatorId,
    // What leaves counts, with shipping and tax, and with earlier refunds of the order: several small refunds count as
    // one large refund.
    needs_two: paidBack(order) + asked > BigInt(business.at('second-signature-above', now)),
    amount: request.amount,
    asked,
    cause: request.reason,
    text: request.text,
    pictures: request.pictures,
    answer_by: answerBy,
    decide_by: operatorId === null ? null : addTime(answerBy, business.span('refund.decision-window', now)),
    actor: 'buyerId' in requester ? `buyer:${requester.buyerId}` : `operator:${requester.operatorId}`,
    at: now,
  })
  const data = { refundId: id, buyerGets: formatCents(asked) }
  await emitEvent(tx, 'refund.requested', { shopId: order.shop_id, at: now, data }, ['orders'])
  return { id, code, answerBy: answerBy.toISOString() }
}

/** The buyer withdraws a request. An answer that came first wins. */
export async function withdrawRefund(tx: Tx, buyerId: string, id: string, now: Date): Promise<void> {
  const key = await findBuyersRefundKey(tx, buyerId, id)
  if (!key) return refuse('refund/not-found')
  await lockOrder(tx, key.shop_id, key.order_id)
  const refund = (await lockRefund(tx, key.shop_id, id))!
  if (refund.state !== 'requested') refuse('refund/not-open')
  await changeRefund(tx, refund, 'withdrawn', { actor: `buyer:${buyerId}`, at: now }, { ended: true })
  await emitEvent(tx, 'refund.withdrawn', { shopId: refund.shop_id, at: now, data: { refundId: id } }, ['orders'])
}
