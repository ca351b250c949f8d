/** The end of payments by bank file: an entry of a bank statement, signed by one or two people. */
import { accounts, type WithdrawalState } from '@quayside/contract'
import { addTime, days } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Tx } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { findBankLine } from '../bank/store.ts'
import { lockShop } from '../shops/store.ts'
import {
  sumConfirmedAloneSince,
  deleteProof,
  insertProof,
  findProof,
  signProof,
  type ProofKind,
} from './proof-store.ts'
import { finishFailed, finishPaid } from './send-payout.ts'
import { lockWithdrawal, type WithdrawalRow } from './store.ts'

type WithdrawalKey = { shopId: string; id: string }

/**
 * Confirms a payment by a debit that names the withdrawal. Returns whether the confirmation is complete. If not, a
 * second person must confirm the same debit.
 */
export async function confirmPayout(
  ctx: AppContext,
  tx: Tx,
  operatorId: string,
  { bankLineId, ...key }: WithdrawalKey & { bankLineId: string },
  now: Date,
): Promise<boolean> {
  const withdrawal = await lockSent(tx, key)
  if (!(await signEvidence(ctx, tx, operatorId, withdrawal, 'debit', bankLineId, now))) return false
  const { account, statement, line } = (await findBankLine(tx, bankLineId))!
  await finishPaid(tx, withdrawal, accounts.bank, `${account} / ${statement} / ${line}`, `operator:${operatorId}`, now)
  return true
}

/**
 * Confirms several payments, all or none. Locks them in the order of shops and ids, so that two operators with the same
 * selection do not wait for each other in a circle.
 */
export async function matchPayouts(
  ctx: AppContext,
  tx: Tx,
  operatorId: string,
  payouts: readonly (WithdrawalKey & { bankLineId: string })[],
  now: Date,
): Promise<{ paid: number; awaitSecond: number }> {
  const sorted = payouts.toSorted((a, b) => (`${a.shopId} ${a.id}` < `${b.shopId} ${b.id}` ? -1 : 1))
  let paid = 0
  for (const payout of sorted) if (await confirmPayout(ctx, tx, operatorId, payout, now)) paid += 1
  return { paid, awaitSecond: sorted.length - paid }
}

/**
 * Returns a payment by a credit that names the withdrawal, before or after its confirmation. `null`: the money
 * never left; two people sign this. After a confirmed debit only a credit counts. Returns whether the
 * return is complete. If not, a second person must sign the same evidence.
 */
export async function returnPayout(
  ctx: AppContext,
  tx: Tx,
  operatorId: string,
  { bankLineId, ...key }: WithdrawalKey & { bankLineId: string | null },
  now: Date,
): Promise<boolean> {
  const withdrawal = await lockSent(tx, key, 'paid')
  // After a confirmed debit nobody can state that there was none.
  if (withdrawal.state === 'paid' && !bankLineId) refuse('payout/not-proved')
  if (!(await signEvidence(ctx, tx, operatorId, withdrawal, bankLineId ? 'credit' : 'none', bankLineId, now)))
    return false
  await finishFailed(tx, withdrawal, `operator:${operatorId}`, now)
  return true
}

/** Locks a withdrawal that was sent to the bank and has not ended, or has ended in the given state. */
async function lockSent(tx: Tx, { shopId, id }: WithdrawalKey, endState?: WithdrawalState): Promise<WithdrawalRow> {
  // The daily sums belong to one shop. The second of two concurrent confirmations must see the first.
  await lockShop(tx, shopId)
  const withdrawal = await lockWithdrawal(tx, shopId, id)
  if (!withdrawal) return refuse('withdrawal/not-found')
  if (withdrawal.rail === 'chain' && withdrawal.state === 'paid' && endState === 'paid') refuse('payout/chain-final')
  if (withdrawal.rail !== 'bank-file' || !['sending', 'unknown', endState].includes(withdrawal.state))
    refuse('withdrawal/not-sent')
  return withdrawal
}

/** Signs the evidence of a locked withdrawal. Returns whether enough people have signed. */
async function signEvidence(
  ctx: AppContext,
  tx: Tx,
  operatorId: string,
  { shop_id: shopId, id, gross, needs_two }: WithdrawalRow,
  kind: ProofKind,
  lineId: string | null,
  now: Date,
): Promise<boolean> {
  if (lineId) {
    const line = await findBankLine(tx, lineId)
    if (!line) refuse('deposit/line-unknown')
    if (line.imported_by === operatorId) refuse('operator/importer')
  }
  const before = await findProof(tx, shopId, id, kind)
  if (before?.bank_line_id === lineId) {
    if (before.first_by === operatorId) refuse('operator/second-person')
    await signProof(tx, shopId, id, kind, operatorId, now)
    return true
  }
  // Another line than the first person's starts again: both people must see the same line.
  if (before) await deleteProof(tx, shopId, id, kind)
  const sameDay = await sumConfirmedAloneSince(tx, shopId, addTime(now, -days(1)))
  const needsTwo =
    kind === 'none' || needs_two || gross + sameDay > BigInt(ctx.business.at('second-signature-above', now))
  await insertProof(tx, shopId, id, { kind, lineId, needsTwo, operatorId, at: now })
  return !needsTwo
}
