/** What a reader of a file finds: statements as drafts, every problem with its line, and what it left out. Pure. */
import {
  formatCents,
  maxBankFileLines,
  maxBankFileProblems,
  type BankCurrency,
  type BankFileNote,
  type BankFileProblem,
  type BankSide,
} from '@quayside/contract'

export type DraftLine = {
  /** Place in the statement, from 1. */
  line: number
  side: BankSide
  amount: bigint
  /** YYYY-MM-DD. */
  valueDate: string
  payer: string
  reference: string
  /** The bank's own id of the entry. */
  entryReference: string | null
  /** What the bank took out of the entry as charges; null when it states none. */
  charges: bigint | null
}

export type StatementDraft = {
  account: string
  statement: string
  currency: BankCurrency
  from: string
  to: string
  opening: bigint
  closing: bigint
  lines: DraftLine[]
}

export type FileProblem = { line: number; problem: BankFileProblem; value: string }

/** Collects the problems of a file. Keeps the first ones and counts all. */
export class FileProblems {
  readonly list: FileProblem[] = []
  total = 0
  add(line: number, problem: BankFileProblem, value = ''): void {
    this.total += 1
    if (this.list.length < maxBankFileProblems) this.list.push({ line, problem, value: value.slice(0, 200) })
  }
}

/** An entry as it was understood, before sums and periods are checked. */
export type ReadEntry = Pick<DraftLine, 'side' | 'amount' | 'valueDate' | 'payer' | 'reference'> & {
  /** Line of the file. */
  at: number
  currency: BankCurrency
  balance: bigint | null
}

/** What one file holds. `entries`: the first ones as understood, also those of a file with problems. */
export type FileDraft = {
  statements: StatementDraft[]
  problems: FileProblems
  notes: { note: BankFileNote; value: string }[]
  header: string[]
  entries: ReadEntry[]
}

export const emptyDraft = (): FileDraft => ({
  statements: [],
  problems: new FileProblems(),
  notes: [],
  header: [],
  entries: [],
})

/** Counts one more row or entry that is left out. */
export function countNote({ notes }: FileDraft, note: 'zero-entries' | 'rows-without-entry'): void {
  const counted = notes.find((one) => one.note === note)
  if (counted) counted.value = String(Number(counted.value) + 1)
  else notes.push({ note, value: '1' })
}

/** Longest kept text of a payer and of a reference. */
const maxText = 500

/** One line of text without control characters. */
export const plainText = (text: string): string =>
  text
    .normalize('NFC')
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u001f\u007f\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, maxText)

/**
 * Cents of an amount such as `1204.5` without a sign; null for another text or more than two decimals. Banks with
 * fields of a fixed width write zeros in front.
 */
export function centsOfText(text: string): bigint | null {
  const [, whole, decimals = ''] = /^0{0,30}(\d{1,13})(?:\.(\d{1,5}))?$/.exec(text) ?? []
  if (whole === undefined || /[1-9]/.test(decimals.slice(2))) return null
  return BigInt(whole) * 100n + BigInt(decimals.slice(0, 2).padEnd(2, '0'))
}

/** Whether a text is an existing day, YYYY-MM-DD. */
export const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** Checks what every format has in common: the period, the number of entries and the sum. */
export function checkDraft(draft: StatementDraft, at: number, problems: FileProblems): void {
  if (draft.from > draft.to) problems.add(at, 'period', `${draft.from} – ${draft.to}`)
  if (draft.lines.length > maxBankFileLines) problems.add(at, 'too-many', String(draft.lines.length))
  const moved = draft.lines.reduce((sum, { side, amount }) => (side === 'credit' ? sum + amount : sum - amount), 0n)
  const off = draft.closing - draft.opening - moved
  if (off !== 0n) problems.add(at, 'totals-differ', formatCents(off))
}

/** Whether a reference occurs a second time with the same side and amount. A payment and its fee can share one. */
export function isRepeated(
  seen: Set<string>,
  { side, amount, entryReference }: Pick<DraftLine, 'side' | 'amount' | 'entryReference'>,
): boolean {
  if (!entryReference) return false
  const key = `${side} ${amount} ${entryReference}`
  if (seen.has(key)) return true
  seen.add(key)
  return false
}
