import { orderStatus, formatCents, type RefundReason } from '@quayside/contract'
import { addTime } from '../../platform/clock.ts'
import { emitEvent } from '../../platform/events.ts'
import { newCode, newId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { fileOf } from '../files/store.ts'
import { cancelOrder } from '../orders/cancel-order.ts'
import { moneyOf, lockBuyersOrder, lockOrder, type OrderRow } from '../orders/order-store.ts'
import { answerWindow, decideWithin, maxPartialRefund, refundable } from './refund.ts'
import { changeRefund, findBuyersRefund, insertRefund, lockRefund } from './store.ts'

type Asked = { amount?: bigint | undefined; reason: RefundReason; text: string }
type Opened = { id: string; code: string; answerBy: string }

/**
 * A buyer asks for money back. All of an order that awaits its pick-up is the buyer's cancellation and happens at once. Above `limit` (cents)
 * an operator's approval will need a second one. Refuses before the payment, after the window, more than is left, before the shipment a part
 * that escrow does not hold, and a second request while one is open.
 */
export async function requestRefund(
  tx: Tx,
  buyerId: string,
  asked: Asked & { orderId: string; pictures: string[] },
  limit: bigint,
  now: Date,
): Promise<{ cancelled: boolean; refund: Opened | null }> {
  const order = await lockBuyersOrder(tx, buyerId, asked.orderId)
  if (!order) return refuse('order/not-found')
  if (order.status === orderStatus.cancelled) refuse('order/already-cancelled')
  if (order.status === orderStatus.awaitingPayment) refuse('refund/too-much', { most: formatCents(0n) })
  const windowOver = order.status === orderStatus.completed || (order.settles_at !== null && order.settles_at <= now)
  if (windowOver) refuse('refund/window-over')
  const amount = amountOf(order, asked.amount)

  if (order.status === orderStatus.awaitingPickup && amount === refundable(moneyOf(order))) {
    await cancelOrder(tx, order, 'buyer', { actor: `buyer:${buyerId}`, at: now })
    return { cancelled: true, refund: null }
  }
  const pictures = [...new Set(asked.pictures)]
  for (const id of pictures)
    if (!(await fileOf(tx, id, { who: 'buyer', id: buyerId }, 'refund'))) refuse('file/not-found')
  const refund = await open(tx, order, { ...asked, amount, pictures }, { buyerId, limit }, now)
  return { cancelled: false, refund }
}

/**
 * An operator asks in the buyer's place for a settled order, whose window is over for the buyer. The merchant's silence does not agree to it,
 * and another operator decides it; above `limit` (cents) two others.
 */
export async function openRefund(
  tx: Tx,
  operatorId: string,
  asked: Asked & { shopId: string; orderId: string },
  limit: bigint,
  now: Date,
): Promise<Opened> {
  const order = await lockOrder(tx, asked.shopId, asked.orderId)
  if (!order) return refuse('order/not-found')
  if (order.status !== orderStatus.completed) refuse('order/not-completed')
  const amount = amountOf(order, asked.amount)
  return open(tx, order, { ...asked, amount, pictures: [] }, { operatorId, limit }, now)
}

function amountOf(order: OrderRow, asked: bigint | undefined): bigint {
  const money = { ...moneyOf(order), status: order.status }
  const most = refundable(money)
  const amount = asked ?? most
  if (amount > most || amount === 0n) refuse('refund/too-much', { most: formatCents(most) })
  if (amount < most && amount > maxPartialRefund(money))
    refuse('refund/part-too-much', { most: formatCents(maxPartialRefund(money)) })
  return amount
}

async function open(
  tx: Tx,
  order: OrderRow,
  asked: { amount: bigint; reason: RefundReason; text: string; pictures: string[] },
  by: { limit: bigint } & ({ buyerId: string } | { operatorId: string }),
  now: Date,
): Promise<Opened> {
  const [id, code] = [newId(), newCode(8)]
  const answerBy = addTime(now, answerWindow)
  const operatorId = 'operatorId' in by ? by.operatorId : null
  await insertRefund(tx, {
    shop_id: order.shop_id,
    id,
    code,
    order_id: order.id,
    buyer_id: order.buyer_id,
    opened_by: operatorId === null ? 'buyer' : 'operator',
    opened_by_operator: operatorId,
    // With what the order was refunded before: several small ones are one large one.
    needs_two: order.refunded + asked.amount > by.limit,
    amount: asked.amount,
    cause: asked.reason,
    text: asked.text,
    pictures: asked.pictures,
    answer_by: answerBy,
    decide_by: operatorId === null ? null : addTime(answerBy, decideWithin),
    actor: 'buyerId' in by ? `buyer:${by.buyerId}` : `operator:${by.operatorId}`,
    at: now,
  })
  await emitEvent(tx, 'refund.requested', { shopId: order.shop_id, at: now, data: { refundId: id } }, ['orders'])
  return { id, code, answerBy: answerBy.toISOString() }
}

/** The buyer takes a request back; an answer that came first wins. */
export async function withdrawRefund(tx: Tx, buyerId: string, id: string, now: Date): Promise<void> {
  const found = await findBuyersRefund(tx, buyerId, id)
  if (!found) return refuse('refund/not-found')
  await lockOrder(tx, found.shop_id, found.order_id)
  const refund = (await lockRefund(tx, found.shop_id, id))!
  if (refund.state !== 'requested') refuse('refund/not-open')
  await changeRefund(tx, refund, 'withdrawn', { actor: `buyer:${buyerId}`, at: now }, { ended: true })
  await emitEvent(tx, 'refund.withdrawn', { shopId: refund.shop_id, at: now, data: { refundId: id } }, ['orders'])
}
