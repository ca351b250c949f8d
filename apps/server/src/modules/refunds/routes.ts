/** The endpoints of refund orders: endpoint → command. */
import { parseCents } from '@quayside/contract'
import * as refunds from '@quayside/contract/refunds'
import { nextTimeCursor, readTimeCursor } from '../../platform/cursor.ts'
import { defineRoute, type Route } from '../../platform/route.ts'
import { agreeRefund, decideRefund, objectRefund } from './answer-refund.ts'
import { presentRefund, presentRefundToBuyer, presentRefundToOperator } from './present.ts'
import { readRefundDetail } from './read-refund-detail.ts'
import { readRefundPicture } from './read-refund-picture.ts'
import { openRefund, requestRefund, withdrawRefund } from './request-refund.ts'
import { listBuyersRefunds, listForOperators, listRefunds } from './store.ts'

export const refundRoutes = (): Route[] => [
  // The buyer.

  defineRoute(refunds.requestRefund, ({ ctx, actor, now }, { amount, ...request }, tx) =>
    requestRefund(
      tx,
      actor.buyerId,
      { ...request, amount: inCents(amount) },
      ctx.settings.money.secondPersonAbove,
      now,
    ),
  ),

  defineRoute(refunds.withdrawRefund, async ({ actor, now }, { id }, tx) => {
    await withdrawRefund(tx, actor.buyerId, id, now)
    return {}
  }),

  defineRoute(refunds.buyerRefunds, async ({ actor }, { orderId, limit, page }, db) => {
    const rows = await listBuyersRefunds(db, actor.buyerId, orderId, limit, (page - 1) * limit)
    return { total: rows[0]?.total ?? 0, list: rows.map(presentRefundToBuyer) }
  }),

  // The merchant.

  defineRoute(refunds.refundOrders, async ({ actor }, { state, orderId, limit, page, cursor }, db) => {
    const after = readTimeCursor(cursor)
    const skip = after ? 0 : (page - 1) * limit
    const { total, rows } = await listRefunds(db, actor.shopId, { state, orderId, after, limit, skip })
    return {
      total,
      list: rows.map(presentRefund),
      cursor: nextTimeCursor(rows, limit, ({ requested_at, id }) => ({ at: requested_at, id })),
    }
  }),

  defineRoute(refunds.refundDetail, ({ actor, now }, { id }, db) => readRefundDetail(db, actor.shopId, id, now)),

  defineRoute(refunds.refundPicture, ({ ctx, actor }, { id, n }, db) =>
    readRefundPicture(ctx, db, actor.shopId, id, n),
  ),

  defineRoute(refunds.agreeRefund, async ({ actor, now }, { id }, tx) => ({
    state: await agreeRefund(tx, actor.merchantId, { shopId: actor.shopId, id }, now),
  })),

  defineRoute(refunds.objectRefund, async ({ actor, now }, { id, text }, tx) => {
    await objectRefund(tx, actor.merchantId, { shopId: actor.shopId, id, text }, now)
    return {}
  }),

  // Operators.

  defineRoute(refunds.listRefunds, async (_call, { state, limit, page }, db) => {
    const rows = await listForOperators(db, state, limit, (page - 1) * limit)
    return { total: rows[0]?.total ?? 0, list: rows.map(presentRefundToOperator) }
  }),

  defineRoute(refunds.refundEvidence, ({ ctx }, { shopId, id, n }, db) => readRefundPicture(ctx, db, shopId, id, n)),

  defineRoute(refunds.decideRefund, async ({ actor, now }, input, tx) => ({
    state: await decideRefund(tx, actor.operatorId, input, now),
  })),

  defineRoute(refunds.openRefund, ({ ctx, actor, now }, { amount, ...request }, tx) =>
    openRefund(
      tx,
      actor.operatorId,
      { ...request, amount: inCents(amount) },
      ctx.settings.money.secondPersonAbove,
      now,
    ),
  ),
]

const inCents = (amount: string | undefined) => (amount === undefined ? undefined : parseCents(amount))
