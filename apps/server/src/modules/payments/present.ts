/** Rows of disputes and of unbooked events as responses. */
import { formatCents } from '@quayside/contract'
import type { OperatorDisputeRow } from '../disputes/dispute-store.ts'
import type { UnbookedRow } from './event-store.ts'

export const presentDispute = (row: OperatorDisputeRow) => ({
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
