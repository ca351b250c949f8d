/** Rows of withdrawals and bank files as responses. */
import { formatCents } from '@quayside/contract'
import type { Settings } from '../../../settings.ts'
import type { BatchItemRow, CandidateLine, OperatorBatchRow } from './payouts/batch-store.ts'
import type { OperatorWithdrawalRow } from './desk/operator-store.ts'
import { waitsFor, type PayoutBlockers } from './rails/rails.ts'
import type { WithdrawalRow } from './store.ts'
import { isOverdue } from './withdrawal.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null

export const presentWithdrawal = (row: WithdrawalRow, now: Date) => ({
  id: row.id,
  code: row.code,
  method: row.method,
  state: row.state,
  token: row.token,
  gross: formatCents(row.gross),
  fee: formatCents(row.fee),
  net: formatCents(row.net),
  requestedAt: row.requested_at.toISOString(),
  overdue: isOverdue(row, now),
})

export const presentForOperators = (
  settings: Pick<Settings, 'mode' | 'money'>,
  holdups: PayoutBlockers,
  row: OperatorWithdrawalRow,
  now: Date,
) => ({
  ...presentWithdrawal(row, now),
  shopId: row.shop_id,
  shop: row.shop_name,
  verifiedName: row.real_name,
  holder: row.holder,
  network: row.network,
  ending: row.ending,
  usableAt: row.usable_at.toISOString(),
  decideBy: row.decide_by.toISOString(),
  payBy: iso(row.pay_by),
  sentAt: iso(row.sent_at),
  escalatedAt: iso(row.escalated_at),
  dueAt: iso(row.due_at),
  needsTwo: row.needs_two,
  approvedOnce: row.first_approver !== null,
  rail: row.rail,
  batchId: row.batch_id,
  waits: waitsFor(settings, holdups, row),
  appeal: row.appeal,
})

export const presentBatch = (row: OperatorBatchRow) => ({
  id: row.id,
  code: row.code,
  account: row.account,
  madeAt: row.made_at.toISOString(),
  madeBy: { id: row.made_by, name: row.operator },
  payments: row.payments,
  total: formatCents(row.total),
  waiting: row.waiting,
  paid: row.paid,
  returned: row.returned,
  overdue: row.overdue,
})

const presentLine = (line: CandidateLine | null, operatorId: string) =>
  line && {
    id: line.id,
    account: line.account,
    statement: line.statement,
    line: line.line,
    valueDate: line.value_date,
    amount: formatCents(BigInt(line.amount)),
    fee: formatCents(BigInt(line.fee)),
    payer: line.payer,
    reference: line.reference,
    imported: line.imported_by === operatorId,
  }

export const presentBatchItem = (row: BatchItemRow, operatorId: string, now: Date) => ({
  shopId: row.shop_id,
  shop: row.shop_name,
  id: row.id,
  code: row.code,
  state: row.state,
  net: formatCents(row.net),
  holder: row.holder,
  ending: row.ending,
  payBy: iso(row.pay_by),
  overdue: (row.state === 'sending' || row.state === 'unknown') && row.pay_by !== null && row.pay_by < now,
  escalatedAt: iso(row.escalated_at),
  finishedAt: iso(row.finished_at),
  paymentReference: row.payment_reference,
  needsTwo: row.needs_two,
  confirmedBy:
    row.first_by && row.proof_line ? { id: row.first_by, name: row.first_name!, bankLineId: row.proof_line } : null,
  actId: row.act_id,
  debit: presentLine(row.debit, operatorId),
  credit: presentLine(row.credit, operatorId),
})
