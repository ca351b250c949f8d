/** Rows of refund orders as responses. */
import { formatCents } from '@quayside/contract'
import type { OperatorRefundRow } from './operator-store.ts'
import { moneyOf, type OrderRow } from '../orders/order-store.ts'
import { buyerGets, merchantPaid, merchantPays, type BuyerShares } from './refund.ts'
import { buyerSharesOf, sharesOf, type ListedRefund } from './store.ts'

export const presentRefund = (row: ListedRefund) => ({
  id: row.id,
  code: row.code,
  state: row.state,
  amount: formatCents(row.amount),
  reason: row.cause,
  order: { id: row.order_id, code: row.order_code, title: row.order_title, picture: row.order_picture },
  requestedAt: row.requested_at.toISOString(),
  answerBy: row.answer_by.toISOString(),
  openedBy: row.opened_by,
  decideBy: row.decide_by?.toISOString() ?? null,
})

/**
 * A refund order with its two sums: what the merchant pays and what the buyer gets, as they were paid, else as of now.
 * Before the decision, the first signature does not fix the bearer.
 */
export function presentRefundToMerchant(row: ListedRefund, order: OrderRow) {
  const paid = sharesOf(row)
  const bearer = row.state === 'agreed' ? row.bearer : 'merchant'
  const cancelled = order.cancelled_at !== null && row.ended_at?.getTime() === order.cancelled_at.getTime()
  return {
    ...presentRefund(row),
    buyer: order.buyer_name,
    merchantPays: formatCents(
      row.state !== 'refunded'
        ? merchantPays({ ...moneyOf(order), status: order.status }, row.amount, bearer)
        : cancelled
          ? 0n
          : merchantPaid(moneyOf(order), row.amount, paid),
    ),
    buyerGets: formatCents(buyerGets(row.amount, buyerSharesOf(row, order))),
  }
}

/** Why the platform decides an agreed refund: it would pass the debt limit. Null for another one. */
export const presentReferral = ({ referred_at, referred_by }: ListedRefund | OperatorRefundRow) =>
  referred_at && referred_by && { at: referred_at.toISOString(), by: referred_by }

export const presentBeside = ({ shipping, tax, coupon }: BuyerShares) => ({
  shipping: formatCents(shipping),
  tax: formatCents(tax),
  coupon: formatCents(coupon),
})

export const presentBuyerShares = (amount: bigint, shares: BuyerShares) => ({
  ...presentBeside(shares),
  receives: formatCents(buyerGets(amount, shares)),
})

export const presentRefundToBuyer = (row: ListedRefund) => ({
  ...presentRefund(row),
  objection: row.objection,
  decision: row.decision,
})

export const presentRefundToOperator = (row: OperatorRefundRow, now: Date) => ({
  ...presentRefundToBuyer(row),
  shopId: row.shop_id,
  shop: row.shop_name,
  paid: formatCents(row.paid),
  text: row.text,
  pictures: row.pictures.length,
  objectionPictures: row.objection_pictures.length,
  needsTwo: row.needs_two,
  signed: row.first_signer !== null,
  awaitsDecision: row.awaits_decision,
  dueAt: row.due_at?.toISOString() ?? null,
  overdue: row.awaits_decision && row.decide_by !== null && row.decide_by < now,
})
