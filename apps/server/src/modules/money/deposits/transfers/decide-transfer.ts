/** The review of transfers by operators: begin, approve with a bank line (two people), reject with a reason. */
import { accounts, type DepositReason, depositChannelTraits, formatCents } from '@quayside/contract'
import * as z from 'zod/mini'
import { emitEvent } from '../../../../platform/events/events.ts'
import type { Tx } from '../../../../platform/database/postgres.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { defineActKind, lastSigner } from '../../../staff/acts/act.ts'
import { proposeAct, withdrawAct } from '../../../staff/acts/propose-act.ts'
import { creditDeposit } from '../credit-deposit.ts'
import { isReviewed } from '../deposit.ts'
import { creditedEntry } from '../entries.ts'
import { findBankLine, type BankLine } from '../../bank/store.ts'
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
  if (line.side !== 'credit' || line.currency !== deposit.currency) refuse('deposit/line-differs')
  if (line.amount !== deposit.expected && shortfallOf(deposit, line) === null) refuse('deposit/line-differs')
  return line.imported_by === operatorId ? refuse('operator/importer') : line
}

/** What a bank kept of a transfer on its way; null for a line that no fee explains. */
export const shortfallOf = (
  { channel, currency, expected }: Pick<DepositRow, 'channel' | 'currency' | 'expected'>,
  line: { currency: string; amount: bigint },
): bigint | null =>
  channel === 'manual' && line.currency === currency && line.amount > 0n && line.amount < expected
    ? expected - line.amount
    : null

/** The recharge as the merchant reported it, without the line that was named. */
const unbound = ({ reported }: DepositRow) => ({
  bank_line_id: null,
  first_approver: null,
  ...(reported === null ? {} : { reported: null, amount: reported, expected: reported, note: null }),
})

const isApprovable = ({ channel, state }: DepositRow): boolean =>
  depositChannelTraits[channel].approvableStates.includes(state)

/**
 * Approves a transfer with an unused bank credit, as the first person. Binds the line. Returns the id of the act that
 * credits the money; nobody who imported the line signs it. A transfer from which a bank took its fee is credited with
 * what arrived: that needs a `shortfall`, the reason for the merchant.
 */
export async function approveTransfer(
  tx: Tx,
  operatorId: string,
  { bankLineId, shortfall, ...key }: DepositKey & { bankLineId: string; shortfall?: string | undefined },
  now: Date,
): Promise<string> {
  const deposit = await lockReviewable(tx, key)
  if (!isApprovable(deposit)) refuse('deposit/not-reviewable')
  if (deposit.first_approver) refuse('act/already-open')
  const line = await findCredit(tx, deposit, bankLineId, operatorId)
  const isShort = shortfallOf(deposit, line) !== null
  if (isShort && !shortfall) refuseFields({ shortfall: 'field/required' })
  const arrived = isShort
    ? { reported: deposit.amount, amount: line.amount, expected: line.amount, note: shortfall! }
    : {}
  const change = { bank_line_id: bankLineId, first_approver: operatorId, ...arrived }
  await updateDeposit(tx, deposit, 'under-review', { actor: `operator:${operatorId}`, at: now }, change)
  return proposeAct(tx, {
    kind: 'deposit.approve',
    desk: 'finance',
    shopId: deposit.shop_id,
    subject: { kind: 'deposit', id: deposit.id },
    // Runs in `depositAct`.
    body: bodyOf({ ...deposit, ...arrived }, line),
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
  reported: z._default(z.nullable(z.string()), null),
  shortfall: z._default(z.nullable(z.string()), null),
  bankLineId: z.string(),
  line: z.string(),
})

/** What the second person signs. */
const bodyOf = (deposit: DepositRow, line: BankLine): z.output<typeof depositBody> => ({
  shopId: deposit.shop_id,
  id: deposit.id,
  code: deposit.code,
  amount: formatCents(deposit.amount),
  currency: deposit.currency,
  expected: formatCents(deposit.expected),
  reported: deposit.reported === null ? null : formatCents(deposit.reported),
  // The note to the merchant says why less arrived than was reported.
  shortfall: deposit.reported === null ? null : deposit.note,
  bankLineId: line.id,
  line: `${line.value_date} · ${line.payer} · ${line.reference}`,
})

/** Credits a transfer with the second person's signature. */
export const depositAct = defineActKind({
  kind: 'deposit.approve',
  schema: depositBody,
  describe: ({ code, amount, currency, expected, reported, shortfall, line }) => [
    { label: 'code', value: code, format: 'code' },
    { label: 'amount', value: amount, format: 'amount' },
    { label: 'expected', value: `${expected} ${currency}`, format: 'code' },
    ...(reported === null ? [] : [{ label: 'reported', value: reported, format: 'amount' as const }]),
    ...(shortfall === null ? [] : [{ label: 'why', value: shortfall, format: 'text' as const }]),
    { label: 'line', value: line, format: 'text' },
  ],
  async lock(_ctx, tx, signed, act) {
    const deposit = await lockReviewable(tx, signed)
    if (!isApprovable(deposit)) refuse('deposit/not-reviewable')
    const { first_approver: proposer, bank_line_id: lineId } = deposit
    if (proposer !== act.proposedBy || lineId === null) return refuse('decision/changed')
    return { subject: deposit, body: bodyOf(deposit, await findCredit(tx, deposit, lineId, lastSigner(act))) }
  },
  async execute(_ctx, tx, deposit, _body, act) {
    const { now } = act
    const signer = lastSigner(act)
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
    await updateDeposit(tx, deposit, deposit.state, author, unbound(deposit))
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
      // Releases the bank line.
      ...unbound(deposit),
      reason,
      note: note || null,
    },
  )
  await emitEvent(tx, 'deposit.rejected', { shopId: key.shopId, at: now, data: { depositId: key.id, reason } }, [
    'wallet',
  ])
}
