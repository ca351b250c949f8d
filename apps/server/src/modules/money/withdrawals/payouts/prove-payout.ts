/** The end of payments by bank file: an entry of a bank statement, signed by one or two people. */
import { accounts, formatCents, type WithdrawalState } from '@quayside/contract'
import * as z from 'zod/mini'
import { addTime, days } from '../../../../platform/jobs/clock.ts'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/postgres.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { defineActKind, lastSigner, type AbandonedAct, type ActRun } from '../../../staff/acts/act.ts'
import { proposeAct, withdrawAct } from '../../../staff/acts/propose-act.ts'
import { findBankLine } from '../../bank/store.ts'
import { lockShop } from '../../../shop/shops/store.ts'
import {
  sumConfirmedAloneSince,
  deleteProof,
  insertProof,
  findProof,
  signProof,
  type ProofKind,
} from './proof-store.ts'
import { finishFailed, finishPaid } from './send-payout.ts'
import { findDestinationOf, lockWithdrawal, type WithdrawalRow } from '../store.ts'

type WithdrawalKey = { shopId: string; id: string }
type Evidence = { kind: ProofKind; bankLineId: string | null; reason: string | null }

/**
 * Confirms a payment by a debit that names the withdrawal. Returns null when it is confirmed; where two people are
 * needed, the id of the act that waits for the second one.
 */
export async function confirmPayout(
  ctx: AppContext,
  tx: Tx,
  operatorId: string,
  { bankLineId, ...key }: WithdrawalKey & { bankLineId: string },
  now: Date,
): Promise<string | null> {
  const withdrawal = await lockSent(tx, key)
  const evidence = { kind: 'debit', bankLineId, reason: null } as const
  const actId = await nameEvidence(ctx, tx, operatorId, withdrawal, evidence, now)
  if (actId === null) await finishConfirmed(tx, withdrawal, bankLineId, operatorId, now)
  return actId
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
  for (const payout of sorted) if ((await confirmPayout(ctx, tx, operatorId, payout, now)) === null) paid += 1
  return { paid, awaitSecond: sorted.length - paid }
}

/**
 * Returns a payment by a credit that names the withdrawal, before or after its confirmation. `null`: the money
 * never left; two people sign this, with the reason of the first one. After a confirmed debit only a credit counts.
 * Returns null when it is returned, else the id of the act that waits for the second person.
 */
export async function returnPayout(
  ctx: AppContext,
  tx: Tx,
  operatorId: string,
  { bankLineId, reason, ...key }: WithdrawalKey & { bankLineId: string | null; reason?: string | undefined },
  now: Date,
): Promise<string | null> {
  const withdrawal = await lockReturnable(tx, key, bankLineId)
  const evidence = { kind: bankLineId ? 'credit' : 'none', bankLineId, reason: reason ?? null } as const
  const actId = await nameEvidence(ctx, tx, operatorId, withdrawal, evidence, now)
  if (actId === null) await finishReturned(tx, withdrawal, evidence, operatorId, now)
  return actId
}

async function lockReturnable(tx: Tx, key: WithdrawalKey, bankLineId: string | null): Promise<WithdrawalRow> {
  const withdrawal = await lockSent(tx, key, 'paid')
  // After a confirmed debit nobody can state that there was none.
  if (withdrawal.state === 'paid' && !bankLineId) refuse('payout/not-proved')
  return withdrawal
}

async function finishConfirmed(
  tx: Tx,
  withdrawal: WithdrawalRow,
  bankLineId: string,
  operatorId: string,
  now: Date,
): Promise<void> {
  await dropProposal(tx, withdrawal, 'none', operatorId, now)
  const { account, statement, line } = (await findBankLine(tx, bankLineId))!
  await finishPaid(tx, withdrawal, accounts.bank, `${account} / ${statement} / ${line}`, `operator:${operatorId}`, now)
}

async function finishReturned(
  tx: Tx,
  withdrawal: WithdrawalRow,
  { kind, bankLineId }: Pick<Evidence, 'kind' | 'bankLineId'>,
  operatorId: string,
  now: Date,
): Promise<void> {
  await dropProposal(tx, withdrawal, 'debit', operatorId, now)
  if (kind !== 'none') await dropProposal(tx, withdrawal, 'none', operatorId, now)
  const line = bankLineId ? await findBankLine(tx, bankLineId) : undefined
  await finishFailed(tx, withdrawal, `operator:${operatorId}`, now, line ? withdrawal.net - line.amount : 0n)
}

const actKindOf = (kind: ProofKind) => (kind === 'debit' ? 'payout.confirm' : 'payout.return')

/** Ends what one person has proposed about another end of the payment, and frees its bank line. */
async function dropProposal(
  tx: Tx,
  { shop_id: shopId, id }: WithdrawalRow,
  kind: ProofKind,
  operatorId: string,
  now: Date,
): Promise<void> {
  const proof = await findProof(tx, shopId, id, kind)
  if (!proof?.needs_two || proof.second_by !== null) return
  await withdrawAct(tx, actKindOf(kind), id, { by: operatorId, reason: 'The payment ended in another way.', now })
  await deleteProof(tx, shopId, id, kind)
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

async function findEvidenceLine(tx: Tx, bankLineId: string, operatorId: string) {
  const line = await findBankLine(tx, bankLineId)
  if (!line) return refuse('deposit/line-unknown')
  return line.imported_by === operatorId ? refuse('operator/importer') : line
}

/**
 * Writes the evidence of a locked withdrawal. Returns null when one person is enough, else the id of the act. The
 * first person's bank line is bound until the act ends.
 */
async function nameEvidence(
  ctx: AppContext,
  tx: Tx,
  operatorId: string,
  withdrawal: WithdrawalRow,
  evidence: Evidence,
  now: Date,
): Promise<string | null> {
  const { shop_id: shopId, id, gross, needs_two } = withdrawal
  const { kind, bankLineId } = evidence
  if (bankLineId) await findEvidenceLine(tx, bankLineId, operatorId)
  if (await findProof(tx, shopId, id, kind)) refuse('act/already-open')
  const sameDay = await sumConfirmedAloneSince(tx, shopId, addTime(now, -days(1)))
  const needsTwo =
    kind === 'none' || needs_two || gross + sameDay > BigInt(ctx.business.at('second-signature-above', now))
  await insertProof(tx, shopId, id, { kind, lineId: bankLineId, needsTwo, operatorId, at: now })
  if (!needsTwo) return null
  return proposeAct(tx, {
    kind: actKindOf(kind),
    desk: 'finance',
    shopId,
    subject: { kind: 'withdrawal', id },
    body: await bodyOf(tx, withdrawal, evidence),
    proposedBy: operatorId,
    now,
  })
}

const evidenceBody = z.strictObject({
  shopId: z.string(),
  id: z.string(),
  code: z.string(),
  amount: z.string(),
  net: z.string(),
  holder: z.string(),
  ending: z.string(),
  bankLineId: z.nullable(z.string()),
  line: z.nullable(z.string()),
  /** What the bank kept of a returned payment; missing when it returned the whole. */
  fee: z.optional(z.string()),
  reason: z.nullable(z.string()),
})
type EvidenceBody = z.output<typeof evidenceBody>

/** What the second person signs. */
async function bodyOf(tx: Tx, withdrawal: WithdrawalRow, { bankLineId, reason }: Evidence): Promise<EvidenceBody> {
  const { holder, ending } = (await findDestinationOf(tx, withdrawal))!
  const line = bankLineId ? await findBankLine(tx, bankLineId) : undefined
  return {
    shopId: withdrawal.shop_id,
    id: withdrawal.id,
    code: withdrawal.code,
    amount: formatCents(withdrawal.gross),
    net: formatCents(withdrawal.net),
    holder,
    ending,
    bankLineId,
    line: line ? `${line.value_date} · ${line.account} · ${line.payer} · ${line.reference}` : null,
    ...(line && line.amount < withdrawal.net && { fee: formatCents(withdrawal.net - line.amount) }),
    reason,
  }
}

/** The evidence of a proposal, as it is now. Refuses the importer of its bank line, and evidence of somebody else. */
async function findProposed(
  tx: Tx,
  withdrawal: WithdrawalRow,
  kind: ProofKind,
  signed: EvidenceBody,
  act: ActRun,
): Promise<{ subject: WithdrawalRow; body: EvidenceBody }> {
  if (signed.bankLineId) await findEvidenceLine(tx, signed.bankLineId, lastSigner(act))
  const proof = await findProof(tx, withdrawal.shop_id, withdrawal.id, kind)
  if (proof?.first_by !== act.proposedBy || proof.second_by !== null) return refuse('decision/changed')
  const evidence = { kind, bankLineId: proof.bank_line_id, reason: signed.reason }
  return { subject: withdrawal, body: await bodyOf(tx, withdrawal, evidence) }
}

/** The bank line of an act that was not signed is free again. */
async function abandonEvidence(tx: Tx, kind: ProofKind, body: EvidenceBody, act: AbandonedAct): Promise<void> {
  await lockShop(tx, body.shopId)
  const proof = await findProof(tx, body.shopId, body.id, kind)
  const same = proof?.first_by === act.proposedBy && proof.bank_line_id === body.bankLineId
  if (same && proof.second_by === null) await deleteProof(tx, body.shopId, body.id, kind)
}

const describe = ({ code, amount, net, holder, ending, line, fee, reason }: EvidenceBody) => [
  { label: 'code', value: code, format: 'code' as const },
  { label: 'amount', value: amount, format: 'amount' as const },
  { label: 'pays', value: net, format: 'amount' as const },
  { label: 'destination', value: `${holder} · ${ending}`, format: 'text' as const },
  ...(line === null ? [] : [{ label: 'line', value: line, format: 'text' as const }]),
  ...(fee === undefined ? [] : [{ label: 'bank-fee', value: fee, format: 'amount' as const }]),
  ...(reason === null ? [] : [{ label: 'why', value: reason, format: 'text' as const }]),
]

/** Confirms a payment with the second person's signature. */
export const payoutConfirmAct = defineActKind({
  kind: 'payout.confirm',
  schema: evidenceBody,
  describe,
  async lock(_ctx, tx, signed, act) {
    return findProposed(tx, await lockSent(tx, signed), 'debit', signed, act)
  },
  async execute(_ctx, tx, withdrawal, body, act) {
    await signProof(tx, withdrawal.shop_id, withdrawal.id, 'debit', lastSigner(act), act.now)
    await finishConfirmed(tx, withdrawal, body.bankLineId!, lastSigner(act), act.now)
  },
  abandon: (_ctx, tx, body, act) => abandonEvidence(tx, 'debit', body, act),
})

/** Returns a payment with the second person's signature. */
export const payoutReturnAct = defineActKind({
  kind: 'payout.return',
  schema: evidenceBody,
  describe,
  async lock(_ctx, tx, signed, act) {
    const withdrawal = await lockReturnable(tx, signed, signed.bankLineId)
    return findProposed(tx, withdrawal, signed.bankLineId ? 'credit' : 'none', signed, act)
  },
  async execute(_ctx, tx, withdrawal, body, act) {
    const kind = body.bankLineId ? 'credit' : 'none'
    await signProof(tx, withdrawal.shop_id, withdrawal.id, kind, lastSigner(act), act.now)
    await finishReturned(tx, withdrawal, { kind, bankLineId: body.bankLineId }, lastSigner(act), act.now)
  },
  abandon: (_ctx, tx, body, act) => abandonEvidence(tx, body.bankLineId ? 'credit' : 'none', body, act),
})
