/** The endpoints of refund orders: endpoint → command. */
import { parseCents } from '@quayside/contract'
import * as refunds from '@quayside/contract/refunds'
import {
  nextTimeCursor,
  readSortCursor,
  readTimeCursor,
  writeSortCursor,
  readTimePage,
} from '../../../platform/http/cursor.ts'
import { withExport } from '../../../platform/http/list-export.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { findOrders } from '../orders/order-store.ts'
import { agreeRefund, decideRefund, objectRefund } from './answer-refund.ts'
import { countOpen, listForOperators } from './operator-store.ts'
import { presentRefundToBuyer, presentRefundToMerchant, presentRefundToOperator } from './present.ts'
import { readRefundCase } from './read-refund-case.ts'
import { readRefundDetail } from './read-refund-detail.ts'
import { readRefundPicture } from './read-refund-picture.ts'
import { openRefund, requestRefund, withdrawRefund } from './request-refund.ts'
import { listBuyersRefunds, listRefunds } from './store.ts'

export const refundRoutes = (): Route[] => [
  // The buyer.

  defineRoute(refunds.requestRefund, ({ ctx, actor, now }, { amount, ...request }, tx) =>
    requestRefund(ctx, tx, actor.buyerId, { ...request, amount: inCents(amount) }, now),
  ),

  defineRoute(refunds.withdrawRefund, async ({ actor, now }, { id }, tx) => {
    await withdrawRefund(tx, actor.buyerId, id, now)
    return {}
  }),

  defineRoute(refunds.buyerRefunds, async ({ actor }, { orderId, ...page }, db) => {
    const rows = await listBuyersRefunds(db, actor.buyerId, orderId, readTimePage(page))
    return {
      total: rows[0]?.total ?? 0,
      list: rows.map(presentRefundToBuyer),
      cursor: nextTimeCursor(rows, page.limit, ({ requested_at, id }) => ({ at: requested_at, id })),
    }
  }),

  // The merchant.

  defineRoute(refunds.refundOrders, async ({ actor }, { state, orderId, limit, page, cursor }, db) => {
    const after = readTimeCursor(cursor)
    const skip = after ? 0 : (page - 1) * limit
    const { total, rows } = await listRefunds(db, actor.shopId, { state, orderId, after, limit, skip })
    const orders = await findOrders(db, actor.shopId, [...new Set(rows.map((row) => row.order_id))])
    const orderOf = new Map(orders.map((order) => [order.id, order]))
    return {
      total,
      list: rows.map((row) => presentRefundToMerchant(row, orderOf.get(row.order_id)!)),
      cursor: nextTimeCursor(rows, limit, ({ requested_at, id }) => ({ at: requested_at, id })),
    }
  }),

  defineRoute(refunds.refundDetail, ({ actor, now }, { id }, db) => readRefundDetail(db, actor, id, now)),

  defineRoute(refunds.refundPicture, ({ ctx, actor }, input, db) =>
    readRefundPicture(ctx, db, { shopId: actor.shopId, ...input }),
  ),

  defineRoute(refunds.agreeRefund, async ({ ctx, actor, now }, { id }, tx) => ({
    state: await agreeRefund(ctx, tx, actor.merchantId, { shopId: actor.shopId, id }, now),
  })),

  defineRoute(refunds.objectRefund, async ({ ctx, actor, now }, input, tx) => {
    await objectRefund(ctx, tx, actor.merchantId, { shopId: actor.shopId, ...input }, now)
    return {}
  }),

  // Operators.

  ...withExport(
    defineRoute(
      refunds.listRefunds,
      async ({ now }, { limit, cursor, sort, search, ...filter }, db) => {
        const after = readSortCursor(cursor, sort)
        const rows = await listForOperators(db, sort, { ...filter, search: search || undefined }, after, now, limit)
        const last = rows.length === limit ? rows.at(-1)! : undefined
        return {
          list: rows.map((row) => presentRefundToOperator(row, now)),
          cursor: last
            ? writeSortCursor(sort, (sort === 'due' ? last.due_at! : last.requested_at).toISOString(), last.id)
            : null,
        }
      },
      {
        audit: {
          subject: 'refund',
          act: 'searched',
          id: () => null,
          detail: ({ cursor, limit, ...filter }) => ({ ...filter, page: cursor ? 'further' : 'first', limit }),
        },
      },
    ),
    refunds.exportRefunds,
    'refunds',
  ),

  defineRoute(refunds.countRefunds, ({ now }, _input, db) => countOpen(db, now), {
    audit: { unwritten: 'Counts are no personal data.' },
  }),

  defineRoute(
    refunds.refundCase,
    ({ actor, lang, now }, input, db) => readRefundCase(db, { operatorId: actor.operatorId, lang }, input, now),
    { audit: { subject: 'refund' } },
  ),

  defineRoute(refunds.refundEvidence, ({ ctx }, input, db) => readRefundPicture(ctx, db, input), {
    audit: { subject: 'refund', detail: ({ n, of }) => ({ n, of }) },
  }),

  defineRoute(refunds.decideRefund, ({ actor, now }, input, tx) => decideRefund(tx, actor.operatorId, input, now), {
    decides: { kinds: ['refund'] },
    audit: { subject: 'refund', act: 'decided', detail: ({ decision, bearer }) => ({ decision, bearer }) },
  }),

  defineRoute(
    refunds.openRefund,
    ({ ctx, actor, now }, { amount, ...request }, tx) =>
      openRefund(ctx, tx, actor.operatorId, { ...request, amount: inCents(amount) }, now),
    {
      audit: {
        subject: 'refund',
        act: 'created',
        id: (_input, refund) => refund?.id,
        detail: ({ orderId, amount }) => ({ orderId, amount }),
      },
    },
  ),
]

const inCents = (amount: string | undefined) => (amount === undefined ? undefined : parseCents(amount))
