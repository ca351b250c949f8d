import {
  accounts,
  isTreasuryBill,
  treasuryAccounts,
  type RefusalName,
  type TreasuryAccount,
  type TreasuryKind,
} from '@quayside/contract'
import { newCode, newId } from '../../../platform/database/ids.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { findBankLine } from '../bank/store.ts'
import { proposeMovementAct } from './decide-movement.ts'
import { insertMovement, readTaxOwed } from './store.ts'

export type MovementInput = {
  kind: TreasuryKind
  from: TreasuryAccount
  to: TreasuryAccount
  amount: bigint
  fee: bigint
  outLineId?: string | undefined
  inLineId?: string | undefined
  reference: string
  supplier?: string | undefined
  billNumber?: string | undefined
  dueDay?: string | undefined
  country?: string | undefined
  periodFrom?: string | undefined
  periodTo?: string | undefined
  note: string
}

/** Fields that do not fit the kind of movement. */
export function wrongFields(input: MovementInput): Record<string, RefusalName> {
  const { kind, from, to, amount, fee } = input
  const allowed: { from: readonly string[]; to: readonly string[] } = treasuryAccounts[kind]
  const wrong: Record<string, RefusalName> = {}
  if (!allowed.from.includes(from)) wrong['from'] = 'field/invalid'
  if (!allowed.to.includes(to) || (from === to && from !== accounts.bank)) wrong['to'] = 'field/invalid'
  if (amount === 0n) wrong['amount'] = 'field/amount'
  // Only these lose something on the way. A movement that is a fee has none of its own.
  if (fee > 0n && kind !== 'sweep' && kind !== 'processor-payout') wrong['fee'] = 'field/invalid'
  if (fee > 0n && fee >= amount) wrong['fee'] = 'field/too-large'
  const isBill = kind === 'supplier-bill' || kind === 'carrier-bill'
  if (isBill && !input.supplier) wrong['supplier'] = 'field/required'
  if (isBill && !input.billNumber) wrong['billNumber'] = 'field/required'
  if (!isBill && (input.supplier || input.billNumber || input.dueDay)) wrong['supplier'] = 'field/invalid'
  const isTax = kind === 'tax-payment'
  const ofProcessor = kind === 'processor-fee' || kind === 'processor-payout'
  for (const name of ['country', 'periodFrom', 'periodTo'] as const) {
    if (isTax && !input[name]) wrong[name] = 'field/required'
    if (!isTax && input[name] && !(ofProcessor && name === 'periodTo')) wrong[name] = 'field/invalid'
  }
  if (isTax && input.periodFrom && input.periodTo && input.periodTo < input.periodFrom)
    wrong['periodTo'] = 'field/invalid'
  if (isTax && !input.reference) wrong['reference'] = 'field/required'
  const [outOfBank, intoBank] = [from === accounts.bank, to === accounts.bank]
  const paidLater = isTreasuryBill(kind)
  if (outOfBank && !paidLater && !input.outLineId) wrong['outLineId'] = 'field/required'
  if ((!outOfBank || isTax) && input.outLineId) wrong['outLineId'] = 'field/invalid'
  if (intoBank && !input.inLineId) wrong['inLineId'] = 'field/required'
  if (!intoBank && input.inLineId) wrong['inLineId'] = 'field/invalid'
  if (!outOfBank && !intoBank && !input.reference) wrong['reference'] = 'field/required'
  return wrong
}

/** Proposes a movement with its evidence. Nothing is booked before a second person signs. */
export async function proposeMovement(
  tx: Tx,
  operatorId: string,
  input: MovementInput,
  now: Date,
): Promise<{ id: string; code: string; actId: string }> {
  const wrong = wrongFields(input)
  if (Object.keys(wrong).length > 0) refuseFields(wrong)
  for (const lineId of [input.outLineId, input.inLineId]) {
    if (!lineId) continue
    const line = await findBankLine(tx, lineId)
    if (!line) return refuse('deposit/line-unknown')
    if (line.imported_by === operatorId) refuse('operator/importer')
  }
  if (input.country && (await readTaxOwed(tx, input.country)) < input.amount) refuse('treasury/tax-short')
  const made = { id: newId(), code: newCode(8) }
  await insertMovement(tx, {
    ...made,
    kind: input.kind,
    from_account: input.from,
    to_account: input.to,
    amount: input.amount,
    fee: input.fee,
    out_line_id: input.outLineId ?? null,
    in_line_id: input.inLineId ?? null,
    reference: input.reference,
    supplier: input.supplier ?? null,
    bill_number: input.billNumber ?? null,
    due_day: input.dueDay ?? null,
    country: input.country ?? null,
    period_from: input.periodFrom ?? null,
    period_to: input.periodTo ?? null,
    note: input.note,
    proposed_by: operatorId,
    proposed_at: now,
  })
  return { ...made, actId: await proposeMovementAct(tx, operatorId, made.id, now) }
}
