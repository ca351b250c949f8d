/** Rows of refund orders as responses. */
import { formatCents } from '@quayside/contract'
import type { OperatorRefundRow } from './operator-store.ts'
import type { BuyerShares } from './refund.ts'
import type { ListedRefund } from './store.ts'

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

/** Why the platform decides an agreed refund: it would pass the debt limit. Null for another one. */
export const presentReferral = ({ referred_at, referred_by }: ListedRefund | OperatorRefundRow) =>
  referred_at && referred_by && { at: referred_at.toISOString(), by: referred_by }

export const presentBuyerShares = (amount: bigint, { shipping, tax, coupon }: BuyerShares) => ({
  shipping: formatCents(shipping),
  tax: formatCents(tax),
  coupon: formatCents(coupon),
  receives: formatCents(amount - coupon + shipping + tax),
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
