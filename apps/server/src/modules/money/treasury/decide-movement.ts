/** The acts that book and reverse treasury movements, and the payment of bills. */
import { formatCents, isTreasuryBill, treasuryKinds, type ActField, type TreasuryState } from '@quayside/contract'
import * as z from 'zod/mini'
import type { Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { defineActKind, lastSigner } from '../../staff/acts/act.ts'
import { proposeAct } from '../../staff/acts/propose-act.ts'
import { findBankLine } from '../bank/store.ts'
import { postEntries } from '../ledger/post-entries.ts'
import { bookedEntry, expectedFeeAccountOf, keptFee, reversedEntry, settledFeeEntry } from './entries.ts'
import {
  lockMovement,
  lockTreasury,
  readExpectedFees,
  readSupplierPayable,
  readSurplus,
  readTaxOwed,
  updateMovement,
  type MovementRow,
} from './store.ts'

async function lockInState(tx: Tx, id: string, ...states: TreasuryState[]): Promise<MovementRow> {
  const row = await lockMovement(tx, id)
  if (!row) return refuse('books/not-found')
  return states.includes(row.state) ? row : refuse('decision/changed')
}

const requireNotImporter = ({ out_importer, in_importer }: MovementRow, operatorId: string): void => {
  if (out_importer === operatorId || in_importer === operatorId) refuse('operator/importer')
}

const movementBody = z.strictObject({
  id: z.string(),
  code: z.string(),
  kind: z.enum(treasuryKinds),
  from: z.string(),
  to: z.string(),
  amount: z.string(),
  fee: z.string(),
  outLineId: z.nullable(z.string()),
  inLineId: z.nullable(z.string()),
  reference: z.string(),
  supplier: z.nullable(z.string()),
  billNumber: z.nullable(z.string()),
  // Acts from before tax payments do not have these.
  country: z._default(z.nullable(z.string()), null),
  periodFrom: z._default(z.nullable(z.string()), null),
  periodTo: z._default(z.nullable(z.string()), null),
})
type MovementBody = z.output<typeof movementBody>
const bodyOf = (row: MovementRow): MovementBody => ({
  id: row.id,
  code: row.code,
  kind: row.kind,
  from: row.from_account,
  to: row.to_account,
  amount: formatCents(row.amount),
  fee: formatCents(row.fee),
  outLineId: row.out_line_id,
  inLineId: row.in_line_id,
  reference: row.reference,
  supplier: row.supplier,
  billNumber: row.bill_number,
  country: row.country,
  periodFrom: row.period_from,
  periodTo: row.period_to,
})
const describe = ({
  code,
  kind,
  from,
  to,
  amount,
  fee,
  reference,
  supplier,
  billNumber,
  country,
  periodFrom,
  periodTo,
}: MovementBody): ActField[] => [
  { label: 'code', value: code, format: 'code' },
  { label: 'movement', value: kind, format: 'code' },
  { label: 'from-account', value: from, format: 'code' },
  { label: 'to-account', value: to, format: 'code' },
  { label: 'amount', value: amount, format: 'amount' },
  ...(fee === '0.00' ? [] : [{ label: 'fee', value: fee, format: 'amount' as const }]),
  ...(supplier === null ? [] : [{ label: 'supplier', value: supplier, format: 'text' as const }]),
  ...(billNumber === null ? [] : [{ label: 'bill', value: billNumber, format: 'text' as const }]),
  ...(country === null ? [] : [{ label: 'country', value: country, format: 'text' as const }]),
  ...(periodTo === null
    ? []
    : [{ label: 'period', value: `${periodFrom ?? ''} – ${periodTo}`.trim(), format: 'text' as const }]),
  ...(reference === '' ? [] : [{ label: 'reference', value: reference, format: 'text' as const }]),
]

/** Proposes the act about a proposed movement. Returns its id. */
export async function proposeMovementAct(tx: Tx, operatorId: string, id: string, now: Date): Promise<string> {
  const row = await lockInState(tx, id, 'proposed')
  return proposeAct(tx, {
    kind: 'treasury.book',
    desk: 'finance',
    shopId: null,
    subject: { kind: 'treasury-movement', id },
    body: bodyOf(row),
    proposedBy: operatorId,
    now,
  })
}

/** Books a movement with the second person's signature. A bill waits for its debit. */
export const movementAct = defineActKind({
  kind: 'treasury.book',
  schema: movementBody,
  describe,
  async lock(_ctx, tx, { id }) {
    const row = await lockInState(tx, id, 'proposed')
    return { subject: row, body: bodyOf(row) }
  },
  async execute(_ctx, tx, row, _body, act) {
    const { now } = act
    const signer = lastSigner(act)
    requireNotImporter(row, signer)
    const signature = { signed_by: signer, signed_at: now }
    if (isTreasuryBill(row.kind)) return updateMovement(tx, row.id, 'signed', signature)
    await requireFunds(tx, row)
    const settled = await settledFee(tx, row)
    await updateMovement(tx, row.id, 'booked', {
      ...signature,
      booked_by: signer,
      booked_at: now,
      settled_fee: settled,
    })
    const author = { actor: `operator:${signer}`, at: now }
    const settlement = settledFeeEntry({ ...row, settled_fee: settled }, author, false)
    await postEntries(tx, bookedEntry(row, author), ...(settlement ? [settlement] : []))
  },
  async abandon(_ctx, tx, { id }, { endedBy, reason, now }) {
    await lockInState(tx, id, 'proposed')
    await refuseRow(tx, id, { by: endedBy, reason: reason ?? 'not signed', now })
  },
})

/**
 * What a fee or a payout of a processor settles of the fees that were expected: those of the captures until the last
 * day of its period, or at most what the processor kept if it names no period. Null for other movements.
 */
async function settledFee(tx: Tx, row: MovementRow): Promise<bigint | null> {
  const account = expectedFeeAccountOf(row)
  if (!account) return null
  // Two movements that are booked at once settle a fee once.
  await lockTreasury(tx)
  const expected = await readExpectedFees(tx, account, row.period_to)
  const most = row.period_to !== null || expected < keptFee(row) ? expected : keptFee(row)
  return most > 0n ? most : 0n
}

/** A drawing must leave enough to cover what is owed. */
async function requireFunds(tx: Tx, { kind, amount }: MovementRow): Promise<void> {
  if (kind !== 'drawing') return
  await lockTreasury(tx)
  if ((await readSurplus(tx)) < amount) refuse('treasury/coverage-short')
}

/** Ends a movement that is not booked. Its bank lines become free. */
const refuseRow = (tx: Tx, id: string, { by, reason, now }: { by: string | null; reason: string; now: Date }) =>
  updateMovement(tx, id, 'refused', {
    refused_by: by,
    refused_at: now,
    refusal: reason,
    out_line_id: null,
    in_line_id: null,
  })

/** Cancels a signed bill or tax payment that is not paid. */
export async function refuseMovement(
  tx: Tx,
  operatorId: string,
  { id, reason }: { id: string; reason: string },
  now: Date,
): Promise<void> {
  await lockInState(tx, id, 'signed')
  await refuseRow(tx, id, { by: operatorId, reason, now })
}

/**
 * Books the payment of a signed bill by its debit: of suppliers at most what they are owed, of tax at most what the
 * country's authority is owed.
 */
export async function payBill(
  tx: Tx,
  operatorId: string,
  { id, bankLineId }: { id: string; bankLineId: string },
  now: Date,
): Promise<void> {
  const row = await lockInState(tx, id, 'signed')
  const line = await findBankLine(tx, bankLineId)
  if (!line) return refuse('deposit/line-unknown')
  if (line.imported_by === operatorId) refuse('operator/importer')
  await lockTreasury(tx)
  if (row.kind === 'supplier-bill' && (await readSupplierPayable(tx)) < row.amount) refuse('treasury/payable-short')
  if (row.country !== null && (await readTaxOwed(tx, row.country)) < row.amount) refuse('treasury/tax-short')
  const end = { out_line_id: bankLineId, booked_by: operatorId, booked_at: now }
  await updateMovement(tx, id, 'booked', end)
  await postEntries(tx, bookedEntry(row, { actor: `operator:${operatorId}`, at: now }))
}

/** Proposes to reverse a booked movement. Returns the id of the act. */
export async function proposeReversal(
  tx: Tx,
  operatorId: string,
  { id, reason }: { id: string; reason: string },
  now: Date,
): Promise<string> {
  const row = await lockInState(tx, id, 'booked')
  const proposal = { reversal: reason, reversal_by: operatorId, reversal_at: now }
  await updateMovement(tx, id, 'reversal-proposed', proposal)
  return proposeAct(tx, {
    kind: 'treasury.reverse',
    desk: 'finance',
    shopId: null,
    subject: { kind: 'treasury-movement', id },
    body: { ...bodyOf(row), reason },
    proposedBy: operatorId,
    now,
  })
}

const reversalBody = z.extend(movementBody, { reason: z.string() })

/** Reverses a booked movement with the second person's signature. Its bank lines become free. */
export const reversalAct = defineActKind({
  kind: 'treasury.reverse',
  schema: reversalBody,
  describe: (body) => [...describe(body), { label: 'reason', value: body.reason, format: 'text' }],
  async lock(_ctx, tx, { id }) {
    const row = await lockInState(tx, id, 'reversal-proposed')
    if (row.reversal === null) return refuse('decision/changed')
    return { subject: row, body: { ...bodyOf(row), reason: row.reversal } }
  },
  async execute(_ctx, tx, row, _body, act) {
    const signer = lastSigner(act)
    const end = { reversal_signed_by: signer, reversed_at: act.now, out_line_id: null, in_line_id: null }
    await updateMovement(tx, row.id, 'reversed', end)
    const author = { actor: `operator:${signer}`, at: act.now }
    const settlement = settledFeeEntry(row, author, true)
    await postEntries(tx, reversedEntry(row, author), ...(settlement ? [settlement] : []))
  },
  async abandon(_ctx, tx, { id }) {
    await lockInState(tx, id, 'reversal-proposed')
    await updateMovement(tx, id, 'booked', { reversal: null, reversal_by: null, reversal_at: null })
  },
})
