import {
  accounts,
  maxOrdersInPlan,
  orderStatus,
  formatCents,
  type Language,
  type OrderFilter,
  type RefusalName,
} from '@quayside/contract'
import * as orders from '@quayside/contract/orders'
import * as storefront from '@quayside/contract/storefront'
import { refusalMessage } from '@quayside/locales/catalogues'
import type { FastifyRequest } from 'fastify'
import type { ResponseCache } from '../../platform/response-cache.ts'
import { findCarrier } from '../../platform/carriers.ts'
import { packCursor, unpackCursor } from '../../platform/cursor.ts'
import { emitEvent, notifyClients } from '../../platform/events.ts'
import { defineRoute, defineRawRoute, type Route } from '../../platform/route.ts'
import { networkHash } from '../../platform/network.ts'
import { refuse } from '../../platform/refusal.ts'
import { confirmedRoute } from '../identity/confirmed-route.ts'
import { paymentPasswordSet } from '../identity/payment-password-store.ts'
import { disputeOfOrder } from '../disputes/dispute-store.ts'
import { balanceOf, chainPositionOf } from '../ledger/store.ts'
import { recordTraces } from '../self-dealing/review-order.ts'
import { readReviewOfOrder } from '../self-dealing/store.ts'
import { cancelOrder } from './cancel-order.ts'
import { pickUpRefusal } from './order.ts'
import { paymentBehind } from './payment-store.ts'
import { pickUpOrders } from './pick-up-orders.ts'
import { placeOrder } from './place-order.ts'
import { planPickup } from './plan-pickup.ts'
import type { Processors } from '../../platform/processor.ts'
import { receiveCarrierEvent } from './receive-carrier-event.ts'
import { completeOrder, receiveOrder } from './receive-order.ts'
import { saveView } from './save-view.ts'
import { shipOrder } from './ship-order.ts'
import {
  insertReview,
  listBuyerOrders,
  listOrders,
  markDelivery,
  readCounts,
  readHistory,
  readLines,
  readOrder,
  appendOrderEvent,
  sumForPlan,
  lockBuyersOrder,
  lockOrder,
  listForOperators,
  type BuyerOrderRow,
  type ListRow,
} from './store.ts'
import { openCheckout } from './record-payment.ts'
import { listViews, removeView } from './view-store.ts'

export const orderRoutes = (processors: Processors, responses: ResponseCache): Route[] => [
  // The merchant.

  defineRoute(
    orders.listOrders,
    async ({ actor }, { limit, page, cursor, ...filter }, db) => {
      const after = cursor ? readCursor(cursor) : undefined
      const { total, rows } = await listOrders(db, actor.shopId, filter as OrderFilter, {
        after,
        limit,
        skip: after ? 0 : (page - 1) * limit,
      })
      const last = rows.at(-1)
      return {
        total,
        list: rows.map(present),
        cursor: rows.length === limit && last ? writeCursor(last) : null,
      }
    },
    { cache: { responses, parameters: ['status', 'limit', 'page'] } },
  ),

  defineRoute(orders.orderCounts, async ({ actor }, _input, db) => {
    const counts: Record<string, number> = {}
    for (const { status, n } of await readCounts(db, actor.shopId)) counts[status] = n
    return { counts }
  }),

  defineRoute(orders.orderViews, async ({ actor }, _input, db) => ({ list: await listViews(db, actor.shopId) })),

  defineRoute(orders.saveOrderView, async ({ actor, now }, view, tx) => {
    await saveView(tx, actor.shopId, view, now)
    return {}
  }),

  defineRoute(orders.deleteOrderView, async ({ actor }, { id }, tx) => {
    await removeView(tx, actor.shopId, id)
    await notifyClients(tx, actor.shopId, ['orders'])
    return {}
  }),

  defineRoute(orders.orderDetail, async ({ actor, lang }, { id }, db) => {
    const order = await readOrder(db, actor.shopId, id)
    if (!order) refuse('order/not-found')
    const [lines, history, payment, entry, escrow, review, dispute] = await Promise.all([
      readLines(db, actor.shopId, id),
      readHistory(db, actor.shopId, id),
      paymentBehind(db, actor.shopId, id),
      order.funding_transfer_id ? chainPositionOf(db, order.funding_transfer_id, accounts.orderEscrow) : undefined,
      balanceOf(db, accounts.orderEscrow, id),
      readReviewOfOrder(db, actor.shopId, id),
      disputeOfOrder(db, actor.shopId, id),
    ])
    // The merchant needs the street and the phone only for an order that is to be delivered.
    const shown = order.status !== orderStatus.awaitingPayment && order.status !== orderStatus.cancelled
    return {
      ...present(order),
      commission: formatCents(order.commission),
      buyer: order.buyer_name,
      shippingAddress: shown ? order.address : { ...order.address, phone: null, street: '•••', postcode: '•••' },
      lines: lines.map((line) => ({
        listingId: line.listing_id,
        name: line.name,
        picture: line.picture,
        quantity: line.quantity,
        sellingPrice: formatCents(line.selling_price),
        purchasePrice: formatCents(line.purchase_price),
      })),
      payment:
        payment?.captured_at && payment.capture_reference && order.funding_transfer_id && entry
          ? {
              processor: payment.processor,
              reference: payment.capture_reference,
              amount: formatCents(payment.amount),
              capturedAt: payment.captured_at.toISOString(),
              entry: {
                transferId: order.funding_transfer_id,
                at: entry.at.toISOString(),
                seq: Number(entry.seq),
                hash: entry.hash.toString('hex'),
              },
            }
          : null,
      escrow: formatCents(escrow),
      review: review ? { state: review.state, reason: review.reason } : null,
      dispute: dispute
        ? {
            state: dispute.state,
            amount: formatCents(dispute.amount - dispute.from_refund),
            owed: formatCents(dispute.owed),
            evidenceBy: iso(dispute.evidence_by),
          }
        : null,
      funding: order.funding,
      carrier: order.carrier,
      trackingNumber: order.tracking_number,
      pickedUpAt: iso(order.picked_up_at),
      shipBy: order.status === orderStatus.awaitingShipment ? iso(order.ship_by) : null,
      shippedAt: iso(order.shipped_at),
      receivedAt: iso(order.received_at),
      completedAt: iso(order.completed_at),
      cancelledAt: iso(order.cancelled_at),
      cancelReason: order.cancel_reason,
      settlesAt: order.status === orderStatus.received ? iso(order.settles_at) : null,
      history: history.map((event) => ({ ...event, at: event.at.toISOString() })),
      may: {
        pickUp: mayOr(lang, pickUpRefusal(order.status)),
        cancel: mayOr(lang, pickUpRefusal(order.status)),
      },
    }
  }),

  defineRoute(orders.planPickup, async ({ actor, lang, now }, input, tx) =>
    planPickup(
      tx,
      { shopId: actor.shopId, lang, paymentPasswordSet: await paymentPasswordSet(tx, actor.merchantId) },
      input.orders === 'all' ? {} : input.orders,
      now,
    ),
  ),

  defineRoute(orders.pickupSum, async ({ actor }, filter, db) => {
    const sum = await sumForPlan(db, actor.shopId, filter, maxOrdersInPlan)
    return { count: sum!.count, totalCost: formatCents(sum!.total_cost) }
  }),

  confirmedRoute(orders.pickUpOrders, async (call, input, tx) => {
    const { ctx, actor, lang, now } = call
    await recordTraces(tx, ctx.settings.masterKey, 'merchant', actor.shopId, call, now)
    return pickUpOrders(tx, { shopId: actor.shopId, merchantId: actor.merchantId, lang }, input, now)
  }),

  defineRoute(orders.cancelOrder, async ({ actor, now }, { id }, tx) => {
    const order = await lockOrder(tx, actor.shopId, id)
    if (!order) refuse('order/not-found')
    if (pickUpRefusal(order.status)) refuse('order/not-awaiting-pickup')
    await cancelOrder(tx, order, 'merchant', `merchant:${actor.merchantId}`, now)
    return {}
  }),

  // Operators.

  defineRoute(orders.operatorOrders, async (_call, { status, limit, page }, db) => {
    const rows = await listForOperators(db, status, limit, (page - 1) * limit)
    return {
      total: rows[0]?.total ?? 0,
      list: rows.map((row) => ({
        id: row.id,
        shopId: row.shop_id,
        code: row.code,
        status: row.status,
        quantity: row.quantity,
        totalCost: formatCents(row.total_cost),
        placedAt: row.placed_at.toISOString(),
        shipBy: row.status === orderStatus.awaitingShipment ? iso(row.ship_by) : null,
        carrier: row.carrier,
        trackingNumber: row.tracking_number,
        deliverySaid: row.status === orderStatus.shipped && row.delivery_said_by !== null,
      })),
    }
  }),

  defineRoute(orders.shipOrder, async ({ actor, now }, input, tx) => {
    await shipOrder(tx, actor.operatorId, input, now)
    return {}
  }),

  defineRoute(orders.scanOrder, async ({ ctx, actor, now }, { shopId, id, note, delivered }, tx) => {
    const order = await lockOrder(tx, shopId, id)
    if (!order) refuse('order/not-found')
    if (order.status !== orderStatus.shipped) refuse('order/not-shipped')
    // What the carrier signs is better evidence than what people type.
    if (delivered && order.carrier && findCarrier(ctx.settings.carriers, order.carrier)) refuse('order/carrier-reports')
    const said = order.delivery_said_by
    if (delivered && said === actor.operatorId) refuse('operator/second-person')
    await appendOrderEvent(tx, order, { kind: 'scan', status: null, source: 'operator', note, at: now })
    if (delivered) await markDelivery(tx, order, said ? 'confirmed' : 'said', actor.operatorId)
    const received = delivered && said !== null
    if (received) await receiveOrder(tx, order, 'operator', `operator:${actor.operatorId}`, now)
    else await emitEvent(tx, 'order.scanned', { shopId, at: now, data: { orderId: id } }, ['orders'])
    return { received }
  }),

  defineRoute(orders.cannotSupply, async ({ actor, now }, { shopId, id }, tx) => {
    const order = await lockOrder(tx, shopId, id)
    if (!order) refuse('order/not-found')
    if (order.status !== orderStatus.awaitingShipment) refuse('order/not-awaiting-shipment')
    await cancelOrder(tx, order, 'cannot-supply', `operator:${actor.operatorId}`, now)
    return {}
  }),

  // Carriers.

  defineRawRoute(storefront.carrierWebhook, async ({ ctx, request }) => {
    const { rawBody } = request as FastifyRequest & { rawBody?: Buffer }
    if (!rawBody) return refuse('payment/bad-signature')
    // A server whose clock is wrong decides nothing; the carrier sends the event again.
    if (!ctx.clockCheck.isRight) return refuse('request/unavailable')
    await receiveCarrierEvent(ctx, { rawBody, body: request.body, signature: request.headers['quayside-signature'] })
    return {}
  }),

  // The buyer.

  defineRoute(storefront.placeOrder, async (call, input, tx) => {
    const { ctx, actor, key, ip, now } = call
    await recordTraces(tx, ctx.settings.masterKey, 'buyer', actor.buyerId, call, now)
    const network = networkHash(ctx.settings.masterKey, ip)
    return placeOrder(tx, { buyerId: actor.buyerId, clientId: key!, network }, input, now)
  }),

  defineRawRoute(storefront.payOrder, async ({ ctx, actor, ip }, { id }) => {
    const processor = processors[ctx.settings.processor]
    if (!processor) return refuse('payment/processor-down')
    return openCheckout(
      ctx,
      processor,
      { buyerId: actor.buyerId, network: networkHash(ctx.settings.masterKey, ip) },
      id,
    )
  }),

  defineRoute(storefront.buyerOrders, async ({ actor }, { limit, page }, db) => {
    const rows = await listBuyerOrders(db, actor.buyerId, limit, (page - 1) * limit)
    return { total: rows[0]?.total ?? 0, list: rows.map(presentToBuyer) }
  }),

  defineRoute(storefront.buyerOrderDetail, async ({ actor }, { id }, db) => {
    const [row] = await listBuyerOrders(db, actor.buyerId, 1, 0, id)
    return row ? presentToBuyer(row) : refuse('order/not-found')
  }),

  defineRoute(storefront.cancelOwnOrder, async ({ actor, now }, { id }, tx) => {
    const order = await lockBuyersOrder(tx, actor.buyerId, id)
    if (!order) refuse('order/not-found')
    if (order.status === orderStatus.cancelled) refuse('order/already-cancelled')
    if (order.status !== orderStatus.awaitingPayment && order.status !== orderStatus.awaitingPickup)
      refuse('order/gone-meanwhile')
    await cancelOrder(tx, order, 'buyer', `buyer:${actor.buyerId}`, now)
    return {}
  }),

  defineRoute(storefront.confirmReceipt, async ({ actor, now }, { id }, tx) => {
    const order = await lockBuyersOrder(tx, actor.buyerId, id)
    if (!order) refuse('order/not-found')
    const by = `buyer:${actor.buyerId}`
    if (order.status === orderStatus.shipped) {
      await receiveOrder(tx, order, 'buyer', by, now)
      return { status: orderStatus.received }
    }
    if (order.status !== orderStatus.received) refuse('order/not-shipped')
    await completeOrder(tx, order, 'buyer', by, now)
    return { status: orderStatus.completed }
  }),

  defineRoute(storefront.reviewOrder, async ({ actor, now }, { id, rating, text }, tx) => {
    const order = await lockBuyersOrder(tx, actor.buyerId, id)
    if (!order) refuse('order/not-found')
    if (order.status !== orderStatus.completed) refuse('order/not-completed')
    if (order.refunded === order.total_payment) refuse('order/refunded')
    const first = await insertReview(tx, {
      shopId: order.shop_id,
      orderId: id,
      buyerId: actor.buyerId,
      rating,
      text,
      at: now,
    })
    if (!first) refuse('order/already-reviewed')
    await notifyClients(tx, order.shop_id, ['figures'])
    return {}
  }),
]

const iso = (at: Date | null) => at?.toISOString() ?? null

const mayOr = (lang: Language, reason: RefusalName | null) =>
  reason === null ? (true as const) : { no: reason, sentence: refusalMessage(lang, reason, {}) }

const present = (row: ListRow) => ({
  id: row.id,
  code: row.code,
  status: row.status,
  quantity: row.quantity,
  totalCost: formatCents(row.total_cost),
  totalPayment: formatCents(row.total_payment),
  // What was cancelled earned nothing: the buyer has the money back.
  totalEarnings: formatCents(row.status === orderStatus.cancelled ? 0n : row.total_earnings),
  profit: formatCents(row.status === orderStatus.cancelled ? 0n : row.profit),
  title: row.title,
  picture: row.picture,
  placedAt: row.placed_at.toISOString(),
  paidAt: iso(row.paid_at),
  pickupUntil: row.status === orderStatus.awaitingPickup ? iso(row.pickup_until) : null,
})

const presentToBuyer = (row: BuyerOrderRow) => ({
  id: row.id,
  code: row.code,
  shop: row.shop,
  status: row.status,
  total: formatCents(row.total_payment),
  placedAt: row.placed_at.toISOString(),
  payUntil: row.status === orderStatus.awaitingPayment ? row.pay_until.toISOString() : null,
  heldUntil: iso(row.held_until),
  trackingNumber: row.tracking_number,
  shipBy: row.status === orderStatus.awaitingShipment ? iso(row.ship_by) : null,
  reviewed: row.reviewed,
  refund:
    row.refund_amount !== null && row.refund_state !== null
      ? { amount: formatCents(row.refund_amount), state: row.refund_state }
      : null,
})

const cursorShape = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f-]{36})$/
const writeCursor = (row: ListRow): string => packCursor(`${row.placed_at.toISOString()} ${row.id}`)

function readCursor(cursor: string): { placedAt: Date; id: string } {
  const [, at, id] = unpackCursor(cursor, cursorShape)
  return { placedAt: new Date(at!), id: id! }
}
