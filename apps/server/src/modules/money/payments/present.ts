/** Rows of disputes and of unbooked events as responses. */
import { formatCents } from '@quayside/contract'
import type { OperatorDisputeRow } from '../disputes/operator-store.ts'
import type { UnbookedRow } from './event-store.ts'
import type { RefundPaymentRow } from './refund-payment-store.ts'
import { refundPaymentWindow } from './retry-refund.ts'

export const presentDispute = (row: OperatorDisputeRow, now: Date) => ({
  id: row.id,
  shopId: row.shop_id,
  shop: row.shop_name,
  of: {
    kind: row.order_id ? ('order' as const) : ('deposit' as const),
    id: (row.order_id ?? row.deposit_id)!,
    code: row.code,
  },
  processor: row.processor,
  reference: row.reference,
  state: row.state,
  asked: formatCents(row.asked),
  amount: formatCents(row.amount),
  owed: formatCents(row.owed),
  evidenceBy: row.evidence_by?.toISOString() ?? null,
  openedAt: row.opened_at.toISOString(),
  closedAt: row.closed_at?.toISOString() ?? null,
  evidenceSentAt: row.evidence_sent_at?.toISOString() ?? null,
  overdue: row.state === 'open' && !row.evidence_sent_at && row.evidence_by !== null && row.evidence_by < now,
})

export const presentUnbookedEvent = (row: UnbookedRow) => ({
  id: row.id,
  processor: row.processor,
  eventId: row.event_id,
  type: row.type,
  live: row.live,
  reference: row.reference,
  reason: row.reason,
  state: row.state,
  receivedAt: row.received_at.toISOString(),
  nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
  note: row.note,
})

export const presentRefundPayment = (row: RefundPaymentRow, now: Date) => {
  const overdue = row.state !== 'sent' && now.getTime() - row.created_at.getTime() > refundPaymentWindow
  return {
    shopId: row.shop_id,
    shop: row.shop_name,
    id: row.id,
    order: { id: row.order_id, code: row.order_code },
    refund: row.refund_order_id && row.refund_code ? { id: row.refund_order_id, code: row.refund_code } : null,
    cause: row.cause,
    state: row.state,
    amount: formatCents(row.amount),
    reais: row.centavos === null ? null : formatCents(row.centavos),
    withheld: formatCents(row.withheld),
    processor: row.processor,
    reference: row.reference,
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    failure: row.state === 'sent' ? null : row.failure,
    failedAt: row.failed_at?.toISOString() ?? null,
    overdue,
    disputed: row.disputed,
    mayRetry:
      row.act_id === null && row.processor !== 'pix' && (row.state === 'failed' || (row.state === 'due' && overdue)),
    way: row.way,
    accountEnding: row.account_ending,
    returned: row.returned.map(({ reference, sent_at: sentAt, at, failure, fee }) => ({
      reference,
      sentAt: new Date(sentAt).toISOString(),
      at: new Date(at).toISOString(),
      failure,
      fee: formatCents(BigInt(fee)),
    })),
    actId: row.act_id,
  }
}
