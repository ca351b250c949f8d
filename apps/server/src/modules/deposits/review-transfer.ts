/** The review of transfers by operators: begin, approve with a bank line (two people), reject with a reason. */
import { accounts, type DepositReason, depositChannelTraits } from '@quayside/contract'
import { emitEvent } from '../../platform/events.ts'
import type { Tx } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { creditDeposit } from './credit-deposit.ts'
import { isReviewed } from './deposit.ts'
import { creditedEntry } from './entries.ts'
import { findBankLine } from './bank-store.ts'
import { updateDeposit, lockDeposit, type DepositRow } from './store.ts'

type DepositKey = { shopId: string; id: string }

async function lockReviewable(tx: Tx, { shopId, id }: DepositKey): Promise<DepositRow> {
  const deposit = await lockDeposit(tx, shopId, id)
  if (!deposit || !isReviewed(depositChannelTraits[deposit.channel])) return refuse('deposit/not-found')
  return deposit
}

/** After this the voucher cannot change and the merchant cannot cancel. */
export async function beginReview(tx: Tx, operatorId: string, key: DepositKey, now: Date): Promise<void> {
  const deposit = await lockReviewable(tx, key)
  if (deposit.state !== 'awaiting-transfer') refuse('deposit/not-reviewable')
  await updateDeposit(tx, deposit, 'under-review', { actor: `operator:${operatorId}`, at: now })
  await emitEvent(tx, 'deposit.in-review', { shopId: key.shopId, at: now, data: { depositId: key.id } }, ['wallet'])
}

/**
 * Approves a transfer with an unused bank credit of the same amount. The first person binds the line, the second
 * credits; neither may have imported it. Concurrent approvals wait on the deposit's row. Returns whether the money
 * is credited now.
 */
export async function approveTransfer(
  tx: Tx,
  operatorId: string,
  { bankLineId, ...key }: DepositKey & { bankLineId: string },
  now: Date,
): Promise<boolean> {
  const deposit = await lockReviewable(tx, key)
  if (!depositChannelTraits[deposit.channel].approvableStates.includes(deposit.state)) refuse('deposit/not-reviewable')
  const line = await findBankLine(tx, bankLineId)
  if (!line) return refuse('deposit/line-unknown')
  if (line.side !== 'credit') refuse('deposit/line-differs')
  if (line.currency !== deposit.currency || line.amount !== deposit.expected) refuse('deposit/line-differs')
  if (line.imported_by === operatorId) refuse('operator/importer')
  const author = { actor: `operator:${operatorId}`, at: now }

  if (!deposit.first_approver || deposit.bank_line_id !== bankLineId) {
    // Another line than the first approver's starts again: both people must see the same line.
    await updateDeposit(tx, deposit, 'under-review', author, { bank_line_id: bankLineId, first_approver: operatorId })
    return false
  }
  if (deposit.first_approver === operatorId) refuse('operator/second-person')
  const money = { shopId: deposit.shop_id, id: deposit.id, amount: deposit.amount, source: accounts.bank } as const
  // The bank statement contains it: it is final.
  await creditDeposit(tx, deposit, creditedEntry(money, author.actor, now), {
    withdrawable_at: now,
    second_approver: operatorId,
  })
  return true
}

export async function rejectTransfer(
  tx: Tx,
  operatorId: string,
  { reason, note, ...key }: DepositKey & { reason: DepositReason; note: string },
  now: Date,
): Promise<void> {
  const deposit = await lockReviewable(tx, key)
  if (deposit.state !== 'under-review') refuse('deposit/not-reviewable')
  await updateDeposit(
    tx,
    deposit,
    'rejected',
    { actor: `operator:${operatorId}`, at: now },
    {
      reason,
      note: note || null,
      // Releases the bank line.
      bank_line_id: null,
      first_approver: null,
    },
  )
  await emitEvent(tx, 'deposit.rejected', { shopId: key.shopId, at: now, data: { depositId: key.id, reason } }, [
    'wallet',
  ])
}
