/** The endpoints of orders: endpoint → command. */
import { formatCents, maxOrdersInPlan, type OrderFilter } from '@quayside/contract'
import * as orders from '@quayside/contract/orders'
import * as carriers from '@quayside/contract/carriers'
import * as storefront from '@quayside/contract/storefront'
import type { FastifyRequest } from 'fastify'
import { nextTimeCursor, readTimeCursor, onlyRow, readTimePage } from '../../../platform/http/cursor.ts'
import { notifyClients } from '../../../platform/events/events.ts'
import { defineRawRoute, defineRoute, type Route } from '../../../platform/http/route.ts'
import { networkHash } from '../../../platform/http/network.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { ResponseCache } from '../../../platform/http/response-cache.ts'
import { confirmedRoute } from '../../people/identity/confirmation/confirmed-route.ts'
import { paymentPasswordSet } from '../../people/identity/confirmation/payment-password-store.ts'
import { recordTraces } from '../self-dealing/judge-order.ts'
import { listBuyerOrders } from './buyer-order-store.ts'
import { addParcel, removeParcel } from './add-parcel.ts'
import { cancelOwnOrder } from './ending/cancel-own-order.ts'
import { confirmReceipt } from './ending/confirm-receipt.ts'
import { declineOrder } from './ending/decline-order.ts'
import { listCounts, listForOperators, listOrders, sortTime } from './order-list-store.ts'
import { listHistoryForBuyer } from './order-store.ts'
import { listParcels } from './parcel-store.ts'
import { pickUpOrders } from './pickup/pick-up-orders.ts'
import { sumForPlan } from './pickup/pickup-store.ts'
import { placeOrder } from './placing/place-order.ts'
import { planPickup } from './pickup/plan-pickup.ts'
import { presentEvent, presentOrder, presentOrderToBuyer, presentOrderToOperator, presentParcel } from './present.ts'
import { readOrderDetail } from './read-order-detail.ts'
import { receiveCarrierEvent, receiveReportedEvent } from './fulfilment/receive-carrier-event.ts'
import { reportNoSupply } from './pickup/report-no-supply.ts'
import { saveView } from './fulfilment/save-view.ts'
import { scanOrder } from './fulfilment/scan-order.ts'
import { shipOrder } from './fulfilment/ship-order.ts'
import { listViews, deleteView } from './fulfilment/view-store.ts'

/** `totals`: how many orders of a shop match a filter, which takes longer to count than a page takes to read. */
export const orderRoutes = (responses: ResponseCache, totals: ResponseCache<number>): Route[] => [
  // The merchant.

  defineRoute(
    orders.listOrders,
    async ({ actor, now }, { limit, page, cursor, ...filter }, db) => {
      const after = readTimeCursor(cursor)
      const counted = JSON.stringify(filter)
      const known = after?.total ?? totals.get(actor.shopId, counted, now.getTime())
      const keepTotal = known === undefined ? totals.open(actor.shopId, counted) : undefined
      const { total, isCounted, rows } = await listOrders(db, actor.shopId, filter as OrderFilter, {
        after,
        limit,
        skip: after ? 0 : (page - 1) * limit,
        counted: known,
      })
      if (isCounted) keepTotal?.(total, null)
      return {
        total,
        list: rows.map(presentOrder),
        cursor: nextTimeCursor(rows, limit, ({ placed_at, id }) => ({
          at: placed_at,
          id,
          total: isCounted ? total : undefined,
        })),
      }
    },
    { cache: { responses, parameters: ['status', 'limit', 'page'] } },
  ),

  defineRoute(orders.orderCounts, async ({ actor }, _input, db) => {
    const counts: Record<string, number> = {}
    for (const { status, n } of await listCounts(db, actor.shopId)) counts[status] = n
    return { counts }
  }),

  defineRoute(orders.orderViews, async ({ actor }, _input, db) => ({ list: await listViews(db, actor.shopId) })),

  defineRoute(orders.saveOrderView, async ({ actor, now }, view, tx) => {
    await saveView(tx, actor.shopId, view, now)
    return {}
  }),

  defineRoute(orders.deleteOrderView, async ({ actor }, { id }, tx) => {
    await deleteView(tx, actor.shopId, id)
    await notifyClients(tx, actor.shopId, ['orders'])
    return {}
  }),

  defineRoute(orders.orderDetail, ({ actor, lang, now }, { id }, db) =>
    readOrderDetail(db, { shopId: actor.shopId, closed: actor.closed, lang }, id, now),
  ),

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
    return { count: sum!.count, totalCost: formatCents(sum!.total_cost), profit: formatCents(sum!.profit) }
  }),

  confirmedRoute(
    orders.pickUpOrders,
    async (call, input, tx) => {
      const { ctx, actor, lang, now } = call
      await recordTraces(tx, ctx.keys.lookup, 'merchant', actor.shopId, call, now)
      return pickUpOrders(ctx, tx, { shopId: actor.shopId, merchantId: actor.merchantId, lang }, input, now)
    },
    ({ planId }) => planId,
  ),

  defineRoute(orders.cancelOrder, async ({ actor, now }, input, tx) => {
    await declineOrder(tx, actor, input, now)
    return {}
  }),

  // Operators.

  defineRoute(
    orders.operatorOrders,
    async (_call, { status, ...page }, db) => {
      const rows = await listForOperators(db, status, readTimePage(page))
      return {
        total: rows[0]?.total ?? 0,
        list: rows.map(presentOrderToOperator),
        cursor: nextTimeCursor(rows, page.limit, (row) => ({ at: sortTime(row), id: row.id })),
      }
    },
    { audit: { subject: 'order', act: 'searched', detail: ({ status, page }) => ({ status, page }) } },
  ),

  defineRoute(
    orders.shipOrder,
    async ({ ctx, actor, now }, input, tx) => {
      await shipOrder(ctx, tx, actor.operatorId, input, now)
      return {}
    },
    { decides: { kinds: ['shipment'] }, audit: { subject: 'order', act: 'shipped' } },
  ),

  defineRoute(
    orders.addParcel,
    async ({ ctx, actor, now }, input, tx) => {
      await addParcel(ctx, tx, actor.operatorId, input, now)
      return {}
    },
    {
      audit: {
        subject: 'order',
        act: 'shipped',
        detail: ({ carrier, trackingNumber }) => ({ parcel: `${carrier} ${trackingNumber}` }),
      },
    },
  ),

  defineRoute(
    orders.removeParcel,
    async ({ ctx, actor, now }, input, tx) => {
      await removeParcel(ctx, tx, actor.operatorId, input, now)
      return {}
    },
    { audit: { subject: 'order', act: 'undone', detail: ({ number }) => ({ parcel: number }) } },
  ),

  defineRoute(orders.scanOrder, ({ ctx, actor, now }, input, tx) => scanOrder(ctx, tx, actor.operatorId, input, now), {
    decides: { kinds: ['delivery'] },
    audit: { subject: 'order', act: 'shipped', detail: ({ delivered }) => ({ delivered }) },
  }),

  defineRoute(
    orders.cannotSupply,
    async ({ actor, now }, input, tx) => {
      await reportNoSupply(tx, actor.operatorId, input, now)
      return {}
    },
    { decides: { kinds: ['shipment'] }, audit: { subject: 'order', act: 'decided' } },
  ),

  // Carriers.

  defineRawRoute(carriers.carrierWebhook, async ({ ctx, request }) => {
    const { rawBody } = request as FastifyRequest & { rawBody?: Buffer }
    if (!rawBody) return refuse('payment/bad-signature')
    // With a wrong clock the age of a signature means nothing. The carrier sends the event again.
    if (!ctx.clockCheck.isRight) return refuse('request/unavailable')
    await receiveCarrierEvent(ctx, { rawBody, body: request.body, headers: request.headers })
    return {}
  }),
  defineRawRoute(carriers.reportCarrierEvent, async ({ ctx, actor, request }, scan) => {
    if (!ctx.clockCheck.isRight) return refuse('request/unavailable')
    await receiveReportedEvent(ctx, actor, scan, (request as FastifyRequest & { rawBody: Buffer }).rawBody)
    return {}
  }),

  // The buyer.

  defineRoute(storefront.placeOrder, async (call, input, tx) => {
    const { ctx, actor, key, ip, now } = call
    await recordTraces(tx, ctx.keys.lookup, 'buyer', actor.buyerId, call, now)
    const network = networkHash(ctx.keys.lookup, ip)
    return placeOrder(ctx, tx, { buyerId: actor.buyerId, clientId: key!, network }, input, now)
  }),

  defineRoute(storefront.buyerOrders, async ({ actor }, input, db) => {
    const rows = await listBuyerOrders(db, actor.buyerId, readTimePage(input))
    return {
      total: rows[0]?.total ?? 0,
      list: rows.map(presentOrderToBuyer),
      cursor: nextTimeCursor(rows, input.limit, ({ placed_at, id }) => ({ at: placed_at, id })),
    }
  }),

  defineRoute(storefront.buyerOrderDetail, async ({ actor }, { id }, db) => {
    const [row] = await listBuyerOrders(db, actor.buyerId, onlyRow, id)
    if (!row) return refuse('order/not-found')
    const [events, parcels] = await Promise.all([
      listHistoryForBuyer(db, row.shop_id, row.id),
      listParcels(db, row.shop_id, row.id),
    ])
    return {
      ...presentOrderToBuyer(row),
      parcels: parcels.map((parcel) => presentParcel(parcel, row)),
      events: events.map(({ evidence: _evidence, ...event }) => presentEvent(event)),
    }
  }),

  defineRoute(storefront.cancelOwnOrder, async ({ actor, now }, { id }, tx) => {
    await cancelOwnOrder(tx, actor.buyerId, id, now)
    return {}
  }),

  defineRoute(storefront.confirmReceipt, ({ ctx, actor, now }, { id }, tx) =>
    confirmReceipt(ctx, tx, actor.buyerId, id, now),
  ),
]
