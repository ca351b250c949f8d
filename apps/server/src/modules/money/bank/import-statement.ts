import { parseCents, type BankSide } from '@quayside/contract'
import { newId } from '../../../platform/database/ids.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { accountKey, insertStatement } from './store.ts'

type StatementInput = {
  account: string
  statement: string
  currency: 'USD' | 'BRL'
  from: string
  to: string
  opening: string
  closing: string
  lines: {
    line: number
    side: BankSide
    amount: string
    valueDate: string
    payer: string
    reference: string
    entryReference?: string | undefined
    charges?: string | undefined
  }[]
}

/** Imports a bank statement whose entries add up. Returns the numbers of new and of known entries. */
export async function importStatement(tx: Tx, operatorId: string, input: StatementInput, now: Date) {
  const [opening, closing] = [parseCents(input.opening), parseCents(input.closing)]
  const lines = input.lines.map(({ amount, valueDate, entryReference, charges, ...line }) => ({
    ...line,
    id: newId(),
    amount: parseCents(amount),
    value_date: valueDate,
    entryReference: entryReference || null,
    charges: charges ? parseCents(charges) : null,
  }))
  // A payment and its fee can have one reference.
  const references = lines.flatMap(({ entryReference, side, amount }) =>
    entryReference ? `${side} ${amount} ${entryReference}` : [],
  )
  // Either all entries have a bank reference or none. References and line numbers must be unique.
  if (
    (references.length > 0 && new Set(references).size !== lines.length) ||
    new Set(lines.map((line) => line.line)).size !== lines.length
  )
    refuseFields({ lines: 'field/invalid' })
  if (input.from > input.to) refuseFields({ to: 'field/invalid' })
  const moved = lines.reduce((sum, { side, amount }) => (side === 'credit' ? sum + amount : sum - amount), 0n)
  if (opening + moved !== closing) refuse('bank/totals-differ')
  const { account, statement, currency, from, to } = input
  const kept = await insertStatement(
    tx,
    { id: newId(), account: accountKey(account), statement, currency, from, to, opening, closing, fileId: null, lines },
    operatorId,
    now,
  )
  return kept === 'differs' ? refuse('bank/statement-differs') : { added: kept.added, known: kept.known }
}
