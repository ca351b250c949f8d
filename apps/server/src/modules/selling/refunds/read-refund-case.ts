import {
  accounts,
  formatCents,
  refundPayers,
  type Language,
  type RefundBearer,
  type RefusalName,
  type ResponseBody,
} from '@quayside/contract'
import type { refundCase } from '@quayside/contract/refunds'
import { refusalMessage } from '@quayside/locales/catalogues'
import { addTime, days } from '../../../platform/jobs/clock.ts'
import type { Queryable } from '../../../platform/database/postgres.ts'
import { invariant, refuse } from '../../../platform/refusal.ts'
import { readChanges } from '../../../platform/database/state-changes.ts'
import { findOpenActId } from '../../staff/acts/store.ts'
import { balanceOf, readDebt } from '../../money/ledger/store.ts'
import { listHistoryForOperators, listProductLines } from '../orders/fulfilment/operator-order-store.ts'
import { findOrder, moneyOf } from '../orders/order-store.ts'
import { listParcels } from '../orders/parcel-store.ts'
import { presentParcel } from '../orders/present.ts'
import { listOperatorNames } from '../../people/identity/operators/operator-store.ts'
import { findForOperators, findPayment, readContext, type OperatorRefundRow } from './operator-store.ts'
import { presentReferral, presentRefundToOperator } from './present.ts'
import { isOpen, supplierCanBear, whoPays, type RefundShares } from './refund.ts'
import { sharesOf } from './store.ts'

/** Period of the shop's refunds that a decision shows. */
const contextWindow = days(90)

type Reader = { operatorId: string; lang: Language }
type Case = ResponseBody<typeof refundCase>

/** One refund order with all that a person needs to decide it. */
export async function readRefundCase(
  db: Queryable,
  reader: Reader,
  { shopId, id }: { shopId: string; id: string },
  now: Date,
): Promise<Case> {
  const row = await findForOperators(db, shopId, id, now)
  if (!row) return refuse('refund/not-found')
  const [order, lines, events, history, available, payment, context, names, actId, debt, parcels] = await Promise.all([
    findOrder(db, shopId, row.order_id),
    listProductLines(db, shopId, row.order_id),
    listHistoryForOperators(db, shopId, row.order_id),
    readChanges(db, shopId, id),
    balanceOf(db, accounts.merchantAvailable, shopId),
    findPayment(db, shopId, id),
    readContext(db, row.buyer_id, shopId, addTime(now, -contextWindow)),
    listOperatorNames(db, [row.opened_by_operator, row.first_signer, row.decided_by_operator]),
    findOpenActId(db, ['refund.approve'], id),
    readDebt(db, shopId, now),
    listParcels(db, shopId, row.order_id),
  ])
  invariant(order, 'refunds: a refund order has an order')
  const money = { ...moneyOf(order), status: order.status }
  const nameOf = (operatorId: string | null) => (operatorId && names.get(operatorId)) || null
  const open = isOpen(row.state)
  const sharesFor = (bearer: RefundBearer) =>
    presentShares(
      row.state === 'refunded'
        ? row.bearer === bearer
          ? sharesOf(row)
          : null
        : open
          ? whoPays(money, row.amount, available, bearer)
          : null,
    )
  const first = nameOf(row.first_signer)
  return {
    ...presentRefundToOperator(row, now),
    endedAt: iso(row.ended_at),
    referred: presentReferral(row),
    debt: { owed: formatCents(debt.owed), limit: formatCents(debt.limit) },
    openedByOperator: nameOf(row.opened_by_operator),
    firstSigner: first && { ...first, bearer: row.bearer },
    decidedBy: nameOf(row.decided_by_operator),
    actId,
    purchase: {
      status: order.status,
      title: order.title,
      total: formatCents(order.total_payment),
      refunded: formatCents(order.refunded),
      disputed: formatCents(order.disputed),
      placedAt: order.placed_at.toISOString(),
      paidAt: iso(order.paid_at),
      shippedAt: iso(order.shipped_at),
      receivedAt: iso(order.received_at),
      settlesAt: iso(order.settles_at),
      parcels: parcels.map((parcel) => presentParcel(parcel, order)),
      lines: lines.map((line) => ({
        name: line.name,
        quantity: line.quantity,
        price: formatCents(line.selling_price),
      })),
      events: events.map((event) => ({
        at: event.at.toISOString(),
        kind: event.kind,
        by: event.source,
        note: event.note,
      })),
    },
    pays: {
      merchant: sharesFor('merchant'),
      supplier: supplierCanBear(money) ? sharesFor('supplier') : null,
      platform: sharesFor('platform'),
    },
    paidBy: row.state === 'refunded' ? row.bearer : null,
    payment: payment
      ? {
          id: payment.id,
          state: payment.state,
          amount: formatCents(payment.amount),
          sentAt: iso(payment.sent_at),
          failure: payment.failure,
        }
      : null,
    buyer: { orders: context.buyer_orders, refunds: context.buyer_refunds, refunded: context.buyer_refunded },
    shopRefunds: {
      requested: context.shop_requested,
      objected: context.shop_objected,
      refunded: context.shop_refunded,
    },
    history: history.map(({ at, to, by, reason }) => ({ at, to, by, reason })) as Case['history'],
    may: {
      approve: permission(reader.lang, approvalRefusal(row, reader.operatorId)),
      decline: permission(reader.lang, decisionRefusal(row, reader.operatorId)),
      supplier: permission(reader.lang, supplierCanBear(money) ? null : 'order/not-shipped'),
    },
  }
}

const iso = (at: Date | null) => at?.toISOString() ?? null

const presentShares = (shares: RefundShares | null) =>
  refundPayers
    .filter((payer) => shares && shares[payer] > 0n)
    .map((payer) => ({ from: payer, amount: formatCents(shares![payer]) }))

const decisionRefusal = (row: OperatorRefundRow, operatorId: string): RefusalName | null =>
  !row.awaits_decision ? 'refund/not-open' : row.opened_by_operator === operatorId ? 'operator/second-person' : null

const approvalRefusal = (row: OperatorRefundRow, operatorId: string): RefusalName | null =>
  decisionRefusal(row, operatorId) ?? (row.first_signer ? 'act/already-open' : null)

const permission = (lang: Language, refusal: RefusalName | null) =>
  refusal === null ? (true as const) : { no: refusal, sentence: refusalMessage(lang, refusal, {}) }
