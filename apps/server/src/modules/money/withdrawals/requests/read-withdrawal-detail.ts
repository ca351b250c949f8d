import {
  accounts,
  formatCents,
  rejectionReasons,
  type Language,
  type RefusalName,
  type WithdrawalWait,
} from '@quayside/contract'
import { appMessage, refusalMessage } from '@quayside/locales/catalogues'
import { addTime, days } from '../../../../platform/jobs/clock.ts'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Queryable } from '../../../../platform/database/postgres.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { readChanges } from '../../../../platform/database/state-changes.ts'
import { findOpenActId } from '../../../staff/acts/store.ts'
import { listOperatorNames } from '../../../people/identity/operators/operator-store.ts'
import { readConfirmation } from '../../../people/identity/confirmation/read-confirmation.ts'
import { listOpenSessions } from '../../../people/identity/login/session-store.ts'
import { readScreening, screeningRefusal } from '../../../people/screening/read-screening.ts'
import { findMerchantOf } from '../../../people/identity/store.ts'
import { readAgent } from '../../../people/identity/login/user-agent.ts'
import { balanceOf, readBalances, readRows } from '../../ledger/store.ts'
import { kindOf } from './add-destination.ts'
import { findAppeal, type AppealRow } from './appeal-store.ts'
import { bankHolderOf, sameName } from './destination.ts'
import {
  findForOperators,
  listAccountChanges,
  listOpenDisputes,
  listOpenRefunds,
  readDestinationUse,
  type OperatorWithdrawalRow,
} from '../desk/operator-store.ts'
import { presentForOperators } from '../present.ts'
import { readHoldups } from '../rails/rails.ts'

/** Period of the changes that a decision shows. */
const changesWindow = days(30)
/** Records of the wallet that a decision shows. */
const maxRecords = 10

type Reader = { operatorId: string; lang: Language }

/**
 * Browser and system of a session, as the merchant's list of devices names them; the header itself if it is unknown.
 */
const nameOfDevice = (userAgent: string): string => {
  const { browser, system } = readAgent(userAgent)
  return [browser, system].filter((name) => name !== null).join(', ') || userAgent
}

/** One withdrawal with all that a person needs to decide it. */
export async function readWithdrawalDetail(
  ctx: Pick<AppContext, 'settings'>,
  db: Queryable,
  reader: Reader,
  { shopId, id }: { shopId: string; id: string },
  now: Date,
) {
  const row = await findForOperators(db, shopId, id)
  if (!row) return refuse('withdrawal/not-found')
  const merchant = (await findMerchantOf(db, shopId))!
  const [
    holdups,
    use,
    balances,
    due,
    records,
    disputes,
    refunds,
    sessions,
    changes,
    appeal,
    history,
    actId,
    signature,
    screening,
  ] = await Promise.all([
    readHoldups(db, now),
    readDestinationUse(db, shopId, row.destination_id),
    readBalances(db, shopId),
    balanceOf(db, accounts.merchantDue, shopId),
    readRows(db, shopId, [accounts.merchantAvailable], {}, maxRecords, 0, {}),
    listOpenDisputes(db, shopId),
    listOpenRefunds(db, shopId),
    listOpenSessions(db, 'merchant', merchant.id, now),
    listAccountChanges(db, shopId, addTime(now, -changesWindow)),
    findAppeal(db, shopId, id),
    readChanges(db, shopId, id),
    findOpenActId(db, ['withdrawal.approve', 'payout.confirm', 'payout.return', 'payout.chain-end'], id),
    readConfirmation(db, shopId, id),
    readScreening(ctx, db, shopId, row.destination_id),
  ])
  const decider = row.rejected_by ?? row.approver
  const unscreened = screeningRefusal(screening)
  const names = await listOperatorNames(db, [row.first_approver, decider, appeal?.decided_by ?? null])
  const nameOf = (operatorId: string | null | undefined) => (operatorId && names.get(operatorId)) || null
  const [head] = records.rows
  const shown = presentForOperators(ctx.settings, holdups, row, now)
  const text = appMessage(reader.lang)
  return {
    ...shown,
    shopCode: row.shop_code,
    decidedAt: row.decided_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    paymentReference: row.payment_reference,
    reason: row.reason,
    note: row.note,
    destination: {
      kind: kindOf({ method: row.method, country: use!.country }),
      holder: row.holder,
      bankName: use!.bank_name,
      bankHolder: row.method === 'bank' ? bankHolderOf(row) : null,
      nameMatches: row.real_name !== null && sameName(row.holder, row.real_name),
      createdAt: use!.created_at.toISOString(),
      removedAt: use!.removed_at?.toISOString() ?? null,
      paid: use!.paid,
      lastPaidAt: use!.last_paid_at?.toISOString() ?? null,
      otherShops: use!.other_shops,
    },
    screening,
    wallet: {
      available: formatCents(balances.available),
      pending: formatCents(balances.pending),
      held: formatCents(balances.held),
      due: formatCents(due),
      head: head ? { seq: Number(head.seq), hash: head.hash.toString('hex') } : null,
      records: records.rows.map((record) => ({
        at: record.at.toISOString(),
        event: record.event,
        amount: formatCents(record.side === 'C' ? record.amount : -record.amount),
        balanceAfter: formatCents(record.balance_after),
        seq: Number(record.seq),
      })),
    },
    disputes: disputes.map((one) => ({
      id: one.id,
      code: one.code,
      amount: formatCents(one.asked),
      evidenceBy: one.evidence_by?.toISOString() ?? null,
    })),
    refunds: refunds.map((one) => ({ id: one.id, code: one.code, amount: formatCents(one.amount), state: one.state })),
    devices: sessions.slice(0, 10).map((one) => ({
      agent: one.agent && nameOfDevice(one.agent),
      address: one.address,
      since: one.created_at.toISOString(),
      usedAt: one.used_at.toISOString(),
    })),
    changes: changes.map((change) => ({ at: change.at.toISOString(), what: change.name })),
    two: row.needs_two
      ? {
          above: row.second_person_above === null ? null : formatCents(row.second_person_above),
          requestedBefore: row.requested_before === null ? null : formatCents(row.requested_before),
        }
      : null,
    actId,
    signature,
    firstApproval: row.first_approver
      ? { by: nameOf(row.first_approver)!, at: row.first_approved_at?.toISOString() ?? null }
      : null,
    decidedBy: nameOf(decider),
    appeal: appeal ? { ...presentAppeal(appeal), decidedBy: nameOf(appeal.decided_by) } : null,
    sentences: rejectionReasons.map((reason) => ({
      reason,
      reads: text(`withdraw.reason.${reason}`),
      next: text(`withdraw.next.${reason}`),
    })),
    history,
    may: {
      approve: permission(reader.lang, approvalRefusal(row, shown.waits, now) ?? (unscreened && { name: unscreened })),
      reject: permission(reader.lang, row.state === 'pending' ? null : { name: 'withdrawal/not-pending' }),
      decideAppeal: permission(
        reader.lang,
        appeal?.state !== 'open'
          ? { name: 'appeal/not-open' }
          : row.rejected_by === reader.operatorId
            ? { name: 'operator/second-person' }
            : null,
      ),
    },
  }
}

export const presentAppeal = (appeal: AppealRow) => ({
  state: appeal.state,
  text: appeal.text,
  appealedAt: appeal.appealed_at.toISOString(),
  decideBy: appeal.decide_by.toISOString(),
  decidedAt: appeal.decided_at?.toISOString() ?? null,
  answer: appeal.answer,
})

type RefusalWithValues = { name: RefusalName; values?: Record<string, string> }

/** The refusal that an approval by this operator would get now. */
function approvalRefusal(
  row: OperatorWithdrawalRow,
  waits: WithdrawalWait | null,
  now: Date,
): RefusalWithValues | null {
  if (row.state !== 'pending') return { name: 'withdrawal/not-pending' }
  if (waits === 'payouts-paused') return { name: 'withdrawal/payouts-paused' }
  if (waits === 'rail-off') return { name: 'withdrawal/method-off' }
  if (row.usable_at > now) return { name: 'withdrawal/cooling-down', values: { until: row.usable_at.toISOString() } }
  return row.first_approver ? { name: 'act/already-open' } : null
}

const permission = (lang: Language, refusal: RefusalWithValues | null) =>
  refusal === null
    ? (true as const)
    : { no: refusal.name, sentence: refusalMessage(lang, refusal.name, refusal.values ?? {}) }
