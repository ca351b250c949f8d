import { accounts, parseCents, refundPayers, formatCents, type ResponseBody } from '@quayside/contract'
import * as refunds from '@quayside/contract/refunds'
import { nextTimeCursor, readTimeCursor } from '../../platform/cursor.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { defineRoute, type Route } from '../../platform/route.ts'
import type { Queryable } from '../../platform/postgres.ts'
import { invariant, refuse } from '../../platform/refusal.ts'
import { readChanges } from '../../platform/state-changes.ts'
import { readPrivateFile } from '../files/private-file.ts'
import { balanceOf } from '../ledger/store.ts'
import { findOrder, moneyOf } from '../orders/order-store.ts'
import { agreeRefund, decideRefund, objectRefund } from './answer-refund.ts'
import { isOpen, whoPays, type Pays } from './refund.ts'
import { openRefund, requestRefund, withdrawRefund } from './request-refund.ts'
import {
  listBuyersRefunds,
  listRefunds,
  paysOf,
  readRefund,
  listForOperators,
  type ListedRefund,
  type RefundRow,
} from './store.ts'

type History = ResponseBody<typeof refunds.refundDetail>['history']

export const refundRoutes = (): Route[] => [
  // The buyer.

  defineRoute(refunds.requestRefund, ({ ctx, actor, now }, { amount, ...asked }, tx) =>
    requestRefund(tx, actor.buyerId, { ...asked, amount: inCents(amount) }, ctx.settings.money.secondPersonAbove, now),
  ),

  defineRoute(refunds.withdrawRefund, async ({ actor, now }, { id }, tx) => {
    await withdrawRefund(tx, actor.buyerId, id, now)
    return {}
  }),

  defineRoute(refunds.buyerRefunds, async ({ actor }, { orderId, limit, page }, db) => {
    const rows = await listBuyersRefunds(db, actor.buyerId, orderId, limit, (page - 1) * limit)
    return {
      total: rows[0]?.total ?? 0,
      list: rows.map((row) => ({ ...present(row), objection: row.objection, decision: row.decision })),
    }
  }),

  // The merchant.

  defineRoute(refunds.refundOrders, async ({ actor }, { state, orderId, limit, page, cursor }, db) => {
    const after = readTimeCursor(cursor)
    const skip = after ? 0 : (page - 1) * limit
    const { total, rows } = await listRefunds(db, actor.shopId, { state, orderId, after, limit, skip })
    return {
      total,
      list: rows.map(present),
      cursor: nextTimeCursor(rows, limit, ({ requested_at, id }) => ({ at: requested_at, id })),
    }
  }),

  defineRoute(refunds.refundDetail, async ({ actor, now }, { id }, db) => {
    const refund = await readRefund(db, actor.shopId, id)
    if (!refund) return refuse('refund/not-found')
    const [history, pays] = await Promise.all([readChanges(db, actor.shopId, id), paysNow(db, refund)])
    return {
      ...present(refund),
      text: refund.text,
      pictures: refund.pictures.length,
      objection: refund.objection,
      decision: refund.decision,
      endedAt: refund.ended_at?.toISOString() ?? null,
      pays: refundPayers
        .filter((from) => pays && pays[from] > 0n)
        .map((from) => ({ from, amount: formatCents(pays![from]) })),
      history: history.map(({ at, to, by, reason }) => ({ at, to, by, reason })) as History,
      may: { agree: refund.state === 'requested', object: refund.state === 'requested' && refund.answer_by > now },
    }
  }),

  defineRoute(refunds.refundPicture, ({ ctx, actor }, { id, n }, db) => pictureOf(ctx, db, actor.shopId, id, n)),

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
    return {
      total: rows[0]?.total ?? 0,
      list: rows.map((row) => ({
        ...present(row),
        shopId: row.shop_id,
        shop: row.shop_name,
        paid: formatCents(row.paid),
        text: row.text,
        pictures: row.pictures.length,
        objection: row.objection,
        decision: row.decision,
        needsTwo: row.needs_two,
        signed: row.first_signer !== null,
      })),
    }
  }),

  defineRoute(refunds.refundEvidence, ({ ctx }, { shopId, id, n }, db) => pictureOf(ctx, db, shopId, id, n)),

  defineRoute(refunds.decideRefund, async ({ actor, now }, input, tx) => ({
    state: await decideRefund(tx, actor.operatorId, input, now),
  })),

  defineRoute(refunds.openRefund, ({ ctx, actor, now }, { amount, ...asked }, tx) =>
    openRefund(tx, actor.operatorId, { ...asked, amount: inCents(amount) }, ctx.settings.money.secondPersonAbove, now),
  ),
]

const inCents = (amount: string | undefined) => (amount === undefined ? undefined : parseCents(amount))

/** Who paid, or who would pay now; null when nobody does. */
async function paysNow(db: Queryable, refund: RefundRow): Promise<Pays | null> {
  if (refund.state === 'refunded') return paysOf(refund)
  if (!isOpen(refund.state)) return null
  const [order, available] = await Promise.all([
    findOrder(db, refund.shop_id, refund.order_id),
    balanceOf(db, accounts.merchantAvailable, refund.shop_id),
  ])
  invariant(order, 'a refund order has an order')
  // Until it is decided, a first signature says nothing about who will bear it.
  const bearer = refund.state === 'agreed' ? refund.bearer : 'merchant'
  return whoPays({ ...moneyOf(order), status: order.status }, refund.amount, available, bearer)
}

async function pictureOf(ctx: AppContext, db: Queryable, shopId: string, id: string, n: number) {
  const refund = await readRefund(db, shopId, id)
  if (!refund) return refuse('refund/not-found')
  const file = refund.pictures[n - 1]
  if (!file) return refuse('file/not-found')
  const { contentType, content } = await readPrivateFile(ctx, db, file)
  return { contentType, base64: content.toString('base64') }
}

const present = (row: ListedRefund) => ({
  id: row.id,
  code: row.code,
  state: row.state,
  amount: formatCents(row.amount),
  reason: row.cause,
  order: { id: row.order_id, code: row.order_code },
  requestedAt: row.requested_at.toISOString(),
  answerBy: row.answer_by.toISOString(),
  openedBy: row.opened_by,
  decideBy: row.decide_by?.toISOString() ?? null,
})
