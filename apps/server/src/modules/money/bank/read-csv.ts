/**
 * Reads a CSV file of a bank by the account's saved format. Strict about money: a row that states an amount is read
 * whole or named with its line. Rows without an amount (titles, totals, balances) are left out and counted.
 */
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { bankPreviewEntries, maxBankFileLines, parseMoney, type BankSide, type CsvFormat } from '@quayside/contract'
import { CsvError, parse } from 'csv-parse'
import { decodeInPieces, guessEncoding, UndecodableText } from '../../../platform/files/decode-text.ts'
import { cellText, centsOfCell, dayOfCell, isEmptyAmount, sideOfWord } from './csv-cells.ts'
import {
  checkDraft,
  countNote,
  emptyDraft,
  isRepeated,
  plainText,
  type DraftLine,
  type FileDraft,
  type FileProblems,
} from './statement-draft.ts'

/** The most cells of a row. The parser counts the characters of cells only. */
const maxCells = 1000
/** Rows that are read before other requests get a turn. */
const rowsInTurn = 500

class TooManyCells extends Error {}

/** What the importer states about a file that does not say it itself. */
export type CsvHead = {
  account: string
  statement?: string | undefined
  from?: string | undefined
  to?: string | undefined
  opening?: string | undefined
  closing?: string | undefined
}

type ColumnName = keyof CsvFormat['columns']
/** A row that states an entry, or with `signed` 0 only a balance. */
type Row = { at: number; signed: bigint; valueDate: string; balance: bigint | null; cells: Record<ColumnName, string> }

/** Reads a file with one statement. The balances come from the balance column, or from the importer. */
export async function readCsv(content: Buffer, format: CsvFormat, head: CsvHead): Promise<FileDraft> {
  const draft = emptyDraft()
  const { problems } = draft
  const guessed = format.encoding === 'auto' ? guessEncoding(content) : format.encoding
  if (!guessed) {
    problems.add(1, 'encoding')
    return draft
  }
  const parser = parse({
    delimiter: format.delimiter,
    from_line: format.skip + 1,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: 20_000,
    cast: (cell, { index, lines }) => {
      if (index >= maxCells) throw new TooManyCells(String(lines))
      return cell
    },
  })
  // `pipe` does not hand errors on.
  const source = Readable.from(decodeInPieces(content, guessed)).on('error', (error) => parser.destroy(error))
  source.pipe(parser)

  let places: Record<ColumnName, number> | null = null
  const rows: Row[] = []
  const totals: { at: number; cells: Record<ColumnName, string> }[] = []
  try {
    for await (const item of parser) {
      const { info, record } = item as { info: { lines: number }; record: string[] }
      const at = info.lines
      const texts = withoutTail(record.map(cellText), draft.header.length)
      if (!places) {
        draft.header = texts
        places = placesOf(texts, format, at, problems)
        if (problems.total > 0) break
        continue
      }
      const row = readRow(texts, places, format, at, draft, totals)
      if (row) rows.push(row)
      if (rows.length > maxBankFileLines) {
        problems.add(at, 'too-many', `> ${maxBankFileLines}`)
        break
      }
    }
  } catch (error) {
    // The parser names the place where it gave up, which is behind an open quotation mark.
    const lines = error instanceof CsvError ? Number((error as { lines?: number }).lines ?? 1) : 1
    if (error instanceof UndecodableText) problems.add(1, 'encoding', guessed)
    else if (error instanceof TooManyCells) problems.add(Number(error.message), 'columns', `> ${maxCells}`)
    else problems.add(lines, 'not-csv')
  }
  if (problems.total === 0 && rows.every(({ signed }) => signed === 0n)) problems.add(1, 'empty')

  const ordered = oldestFirst(rows)
  const lines: DraftLine[] = []
  const references = new Set<string>()
  for (const [index, { at, signed, valueDate, balance, cells }] of ordered.entries()) {
    if (index % rowsInTurn === rowsInTurn - 1) await nextTurn()
    if (signed === 0n) continue
    const side: BankSide = signed < 0n ? 'debit' : 'credit'
    const line = {
      line: lines.length + 1,
      side,
      amount: signed < 0n ? -signed : signed,
      valueDate,
      payer: plainText(cells.payer),
      reference: plainText(cells.reference),
      entryReference: plainText(cells.entryReference).slice(0, 60) || null,
      charges: null,
    }
    if (isRepeated(references, line)) problems.add(at, 'reference-twice', cells.entryReference)
    lines.push(line)
    if (draft.entries.length < bankPreviewEntries)
      draft.entries.push({ ...line, at, currency: format.currency, balance })
  }
  if (problems.total > 0) return draft

  const ends = balancesOf(ordered, head)
  if (ends.opening === null) problems.add(1, 'balance-missing', 'OPBD')
  if (ends.closing === null) problems.add(1, 'balance-missing', 'CLBD')
  for (const { at, cells } of totals)
    if (!isTotal(cells, lines, ends.closing, format)) problems.add(at, 'date', cells.date)
  if (ends.opening === null || ends.closing === null || problems.total > 0) return draft
  const days = lines.map(({ valueDate }) => valueDate).sort()
  const [from, to] = [head.from ?? days[0]!, head.to ?? days.at(-1)!]
  const statement = {
    account: head.account,
    statement: plainText(head.statement || `CSV ${from} ${to}`).slice(0, 60),
    currency: format.currency,
    from,
    to,
    opening: ends.opening,
    closing: ends.closing,
    lines,
  }
  checkDraft(statement, wrongBalance(ordered, ends.opening) ?? 1, problems)
  draft.statements.push(statement)
  return draft
}

/** Cells without the empty ones behind the last column: some banks end each row, or the header, with a separator. */
function withoutTail(cells: readonly string[], width: number): string[] {
  let end = cells.length
  while (end > width && cells[end - 1] === '') end -= 1
  return cells.slice(0, end)
}

/** The place of each column in the header row; -1 for a column that the format does not have. */
function placesOf(
  header: readonly string[],
  { columns }: CsvFormat,
  at: number,
  problems: FileProblems,
): Record<ColumnName, number> {
  const bare = (name: string) => name.normalize('NFKC').trim().toLowerCase()
  const names = header.map(bare)
  if (!columns.amount && !(columns.credit && columns.debit)) problems.add(at, 'column-missing', 'amount')
  const place = (name: string) => {
    const wanted = bare(name)
    if (wanted === '') return -1
    const found = names.indexOf(wanted)
    if (found < 0) problems.add(at, 'column-missing', name)
    else if (names.includes(wanted, found + 1)) problems.add(at, 'column-twice', name)
    return found
  }
  return {
    date: place(columns.date),
    amount: place(columns.amount),
    credit: place(columns.credit),
    debit: place(columns.debit),
    direction: place(columns.direction),
    payer: place(columns.payer),
    reference: place(columns.reference),
    entryReference: place(columns.entryReference),
    balance: place(columns.balance),
  }
}

/** Reads a row; undefined for one with a problem, or without an entry. */
function readRow(
  texts: readonly string[],
  places: Record<ColumnName, number>,
  format: CsvFormat,
  at: number,
  draft: FileDraft,
  totals: { at: number; cells: Record<ColumnName, string> }[],
): Row | undefined {
  const { problems, header } = draft
  const cells = Object.fromEntries(Object.entries(places).map(([name, place]) => [name, texts[place] ?? ''])) as Record<
    ColumnName,
    string
  >
  const filled = texts.filter((text) => text !== '')
  if (filled.length === 0) return undefined
  const before = problems.total
  const valueDate = dayOfCell(cells.date, format.date)
  const balance = isEmptyAmount(cells.balance) ? null : centsOfCell(cells.balance, format)
  const money = [cells.amount, cells.credit, cells.debit].filter((text) => !isEmptyAmount(text)).join(' ')
  const hasAmount = money !== '' && (valueDate !== '' || /\p{Nd}/u.test(`${cells.date}${money}`))
  if (texts.length !== header.length && (hasAmount || (filled.length > 1 && /\p{Nd}/u.test(texts.join(''))))) {
    problems.add(at, 'columns', `${texts.length} ≠ ${header.length}`)
    return undefined
  }
  if (!hasAmount) {
    countNote(draft, 'rows-without-entry')
    return balance === null ? undefined : { at, signed: 0n, valueDate, balance, cells }
  }
  // A total at the end has an amount and words in place of the day. It is compared with the sums later.
  if (!valueDate && !/^\s*\p{Nd}/u.test(cells.date)) {
    totals.push({ at, cells })
    countNote(draft, 'rows-without-entry')
    return undefined
  }
  // The entries behind a row without a day are no sums: it was an entry.
  for (const total of totals.splice(0)) problems.add(total.at, 'date', total.cells.date)
  const signed = signedAmountOf(cells, format, at, problems)
  if (!valueDate) problems.add(at, 'date', cells.date)
  if (balance === null && !isEmptyAmount(cells.balance)) problems.add(at, 'amount', cells.balance)
  if (problems.total > before || signed === null) return undefined
  if (signed === 0n) countNote(draft, 'zero-entries')
  return { at, signed, valueDate, balance, cells }
}

/** The signed cents of a row: from a signed column, an amount with its direction, or columns of credits and debits. */
function signedAmountOf(
  cells: Record<ColumnName, string>,
  format: CsvFormat,
  at: number,
  problems: FileProblems,
): bigint | null {
  const wrong = (value: string) => {
    problems.add(at, 'amount', value)
    return null
  }
  const { amount, credit, debit, direction } = cells
  if (format.columns.amount) {
    const cents = centsOfCell(amount, format)
    if (cents === null) return wrong(amount)
    if (!format.columns.direction || cents === 0n) return cents
    const side = sideOfWord(direction, format.directionWords)
    // A sign that contradicts the direction is not guessed about.
    if (side === null || (side === 'credit' && cents < 0n)) {
      problems.add(at, 'side', cents < 0n ? `${direction} ${amount}` : direction)
      return null
    }
    return side === 'debit' && cents > 0n ? -cents : cents
  }
  const [plus, minus] = [credit, debit].map((text) => (isEmptyAmount(text) ? 0n : centsOfCell(text, format)))
  if (plus == null || minus == null || (plus !== 0n && minus !== 0n) || plus < 0n) return wrong(`${credit} / ${debit}`)
  // Some banks write the debit column with a minus sign.
  return plus === 0n ? (minus < 0n ? minus : -minus) : plus
}

/** Rows with the oldest first. Banks write the newest first or last: the days tell which, or the balances. */
function oldestFirst(rows: readonly Row[]): Row[] {
  const days = rows.flatMap(({ signed, valueDate }) => (signed === 0n ? [] : valueDate))
  const reversed = rows.toReversed()
  if (days.length > 1 && days[0]! !== days.at(-1)!) return days[0]! > days.at(-1)! ? reversed : [...rows]
  return isChain(rows) || !isChain(reversed) ? [...rows] : reversed
}

/** The opening balance that the first stated balance implies; null without one. */
function impliedOpening(rows: readonly Row[]): bigint | null {
  let moved = 0n
  for (const { signed, balance } of rows) {
    moved += signed
    if (balance !== null) return balance - moved
  }
  return null
}

/** The line of the first row whose balance does not follow from those before it; undefined without one. */
function wrongBalance(rows: readonly Row[], opening: bigint): number | undefined {
  let running = opening
  return rows.find(({ signed, balance }) => (running += signed) !== (balance ?? running))?.at
}
const isChain = (rows: readonly Row[]): boolean => wrongBalance(rows, impliedOpening(rows) ?? 0n) === undefined

/** What the importer states counts before what the file implies. Entries behind the last balance prove no closing. */
function balancesOf(rows: readonly Row[], head: CsvHead): { opening: bigint | null; closing: bigint | null } {
  const stated = (text: string | undefined) => (text === undefined ? null : parseMoney(text))
  const last = rows.findLastIndex(({ balance }) => balance !== null)
  const isProven = rows.slice(last + 1).every(({ signed }) => signed === 0n)
  return {
    opening: stated(head.opening) ?? impliedOpening(rows),
    closing: stated(head.closing) ?? (last >= 0 && isProven ? rows[last]!.balance : null),
  }
}

/** Whether a row without a day states the sums of the entries, and the closing balance if it states a balance. */
function isTotal(
  cells: Record<ColumnName, string>,
  lines: readonly DraftLine[],
  closing: bigint | null,
  format: CsvFormat,
): boolean {
  const sum = (side: BankSide) => lines.reduce((all, line) => all + (line.side === side ? line.amount : 0n), 0n)
  const [credits, debits] = [sum('credit'), sum('debit')]
  const size = (value: bigint) => (value < 0n ? -value : value)
  const allowed: Partial<Record<ColumnName, readonly bigint[]>> = {
    amount: [credits - debits, credits, debits],
    credit: [credits],
    debit: [debits],
    balance: closing === null ? [] : [closing],
  }
  return Object.entries(allowed).every(([name, values]) => {
    const text = cells[name as ColumnName]
    if (isEmptyAmount(text)) return true
    const cents = centsOfCell(text, format)
    return cents !== null && values.some((value) => size(value) === size(cents))
  })
}
