/** The review of transfers by operators: begin, approve with a bank line (two people), reject with a reason. */
import { accounts, type DepositReason, depositChannelTraits, formatCents } from '@quayside/contract'
import * as z from 'zod/mini'
import { emitEvent } from '../../../../platform/events/events.ts'
import type { Tx } from '../../../../platform/database/postgres.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { defineActKind, lastSigner } from '../../../staff/acts/act.ts'
import { proposeAct, withdrawAct } from '../../../staff/acts/propose-act.ts'
import { creditDeposit } from '../credit-deposit.ts'
import { isReviewed } from '../deposit.ts'
import { creditedEntry } from '../entries.ts'
import { findBankLine } from '../../bank/store.ts'
import { updateDeposit, lockDeposit, type DepositRow } from '../store.ts'

type DepositKey = { shopId: string; id: string }

async function lockReviewable(tx: Tx, { shopId, id }: DepositKey): Promise<DepositRow> {
  const deposit = await lockDeposit(tx, shopId, id)
  if (!deposit || !isReviewed(depositChannelTraits[deposit.channel])) return refuse('deposit/not-found')
  return deposit
}

/** After this the voucher cannot change, and the merchant cannot cancel a transfer that was reported with one. */
export async function beginReview(tx: Tx, operatorId: string, key: DepositKey, now: Date): Promise<void> {
  const deposit = await lockReviewable(tx, key)
  if (deposit.state !== 'awaiting-transfer') refuse('deposit/not-reviewable')
  await updateDeposit(tx, deposit, 'under-review', { actor: `operator:${operatorId}`, at: now })
  await emitEvent(tx, 'deposit.in-review', { shopId: key.shopId, at: now, data: { depositId: key.id } }, ['wallet'])
}

async function findCredit(tx: Tx, deposit: DepositRow, bankLineId: string, operatorId: string) {
  const line = await findBankLine(tx, bankLineId)
  if (!line) return refuse('deposit/line-unknown')
  if (line.side !== 'credit') refuse('deposit/line-differs')
  if (line.currency !== deposit.currency || line.amount !== deposit.expected) refuse('deposit/line-differs')
  return line.imported_by === operatorId ? refuse('operator/importer') : line
}

const isApprovable = ({ channel, state }: DepositRow): boolean =>
  depositChannelTraits[channel].approvableStates.includes(state)

/**
 * Approves a transfer with an unused bank credit of the same amount, as the first person. Binds the line. Returns the
 * id of the act that credits the money; nobody who imported the line signs it.
 */
export async function approveTransfer(
  tx: Tx,
  operatorId: string,
  { bankLineId, ...key }: DepositKey & { bankLineId: string },
  now: Date,
): Promise<string> {
  const deposit = await lockReviewable(tx, key)
  if (!isApprovable(deposit)) refuse('deposit/not-reviewable')
  if (deposit.first_approver) refuse('act/already-open')
  const line = await findCredit(tx, deposit, bankLineId, operatorId)
  const change = { bank_line_id: bankLineId, first_approver: operatorId }
  await updateDeposit(tx, deposit, 'under-review', { actor: `operator:${operatorId}`, at: now }, change)
  return proposeAct(tx, {
    kind: 'deposit.approve',
    desk: 'finance',
    shopId: deposit.shop_id,
    subject: { kind: 'deposit', id: deposit.id },
    body: {
      shopId: deposit.shop_id,
      id: deposit.id,
      code: deposit.code,
      amount: formatCents(deposit.amount),
      currency: deposit.currency,
      expected: formatCents(deposit.expected),
      bankLineId,
      line: `${line.value_date} · ${line.payer} · ${line.reference}`,
    },
    proposedBy: operatorId,
    now,
  })
}

const depositBody = z.strictObject({
  shopId: z.string(),
  id: z.string(),
  code: z.string(),
  amount: z.string(),
  currency: z.string(),
  expected: z.string(),
  bankLineId: z.string(),
  line: z.string(),
})

/** Credits a transfer with the second person's signature. */
export const depositAct = defineActKind<z.output<typeof depositBody>>({
  kind: 'deposit.approve',
  parse: (body) => z.parse(depositBody, body),
  describe: ({ code, amount, currency, expected, line }) => [
    { label: 'code', value: code, format: 'code' },
    { label: 'amount', value: amount, format: 'amount' },
    { label: 'expected', value: `${expected} ${currency}`, format: 'code' },
    { label: 'line', value: line, format: 'text' },
  ],
  async execute(_ctx, tx, body, act) {
    const deposit = await lockReviewable(tx, body)
    if (!isApprovable(deposit)) refuse('deposit/not-reviewable')
    const { proposedBy, now } = act
    const signer = lastSigner(act)
    const same = deposit.first_approver === proposedBy && deposit.bank_line_id === body.bankLineId
    if (!same || formatCents(deposit.amount) !== body.amount || formatCents(deposit.expected) !== body.expected)
      refuse('decision/changed')
    await findCredit(tx, deposit, body.bankLineId, signer)
    const money = { shopId: deposit.shop_id, id: deposit.id, amount: deposit.amount, source: accounts.bank } as const
    // The bank statement contains it: it is final.
    await creditDeposit(tx, deposit, creditedEntry(money, `operator:${signer}`, now), {
      withdrawable_at: now,
      second_approver: signer,
    })
  },
  async abandon(_ctx, tx, body, { proposedBy, endedBy, now }) {
    const deposit = await lockReviewable(tx, body)
    if (deposit.first_approver !== proposedBy || !isApprovable(deposit)) return
    // The line is free again.
    const author = { actor: endedBy ? `operator:${endedBy}` : 'clock', at: now }
    await updateDeposit(tx, deposit, deposit.state, author, { bank_line_id: null, first_approver: null })
  },
})

export async function rejectTransfer(
  tx: Tx,
  operatorId: string,
  { reason, note, ...key }: DepositKey & { reason: DepositReason; note: string },
  now: Date,
): Promise<void> {
  const deposit = await lockReviewable(tx, key)
  if (deposit.state !== 'under-review') refuse('deposit/not-reviewable')
  await withdrawAct(tx, 'deposit.approve', deposit.id, { by: operatorId, reason: note || reason, now })
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
