/** Reads a CSV file of a bank by the account's saved format. Strict: a row that does not fit is named with its line. */
import { Readable } from 'node:stream'
import { parseMoney, type CsvDateFormat, type CsvFormat } from '@quayside/contract'
import { parse, type CsvError } from 'csv-parse'
import { centsOfText, checkDraft, FileProblems, isDay, plainText, type FileDraft } from './statement-draft.ts'

/** What the importer states about a file that does not say it itself. */
export type CsvHead = {
  account: string
  statement?: string | undefined
  from?: string | undefined
  to?: string | undefined
  opening?: string | undefined
  closing?: string | undefined
}

/** Reads a file with one statement. The balances come from the balance column, or from the importer. */
export async function readCsv(content: Buffer, format: CsvFormat, head: CsvHead): Promise<FileDraft> {
  const problems = new FileProblems()
  const draft: FileDraft = { statements: [], problems }
  const text = decodeText(content)
  const { columns } = format
  const parser = Readable.from([text]).pipe(
    parse({
      delimiter: format.delimiter,
      from_line: format.skip + 1,
      info: true,
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: 20_000,
    }),
  )

  let places: Record<keyof typeof columns, number> | null = null
  let width = 0
  const rows: { line: number; signed: bigint; valueDate: string; balance: bigint | null; cells: string[] }[] = []
  try {
    for await (const item of parser) {
      const { info, record } = item as { info: { lines: number }; record: string[] }
      const line = info.lines
      if (!places) {
        places = placesOf(record, columns, line, problems)
        width = record.length
        if (problems.total > 0) break
        continue
      }
      if (record.every((cell) => cell === '')) continue
      if (record.length !== width) {
        problems.add(line, 'columns', `${record.length} ≠ ${width}`)
        continue
      }
      const cell = (name: keyof typeof columns) => (places![name] < 0 ? '' : record[places![name]]!)
      const before = problems.total
      const signed = signedAmountOf(cell, format, line, problems)
      const valueDate = dayOfText(cell('date'), format.date)
      if (!isDay(valueDate)) problems.add(line, 'date', cell('date'))
      const balance = columns.balance ? numberOf(cell('balance'), format.decimal) : null
      if (columns.balance && balance === null) problems.add(line, 'amount', cell('balance'))
      if (problems.total === before && signed !== null)
        rows.push({
          line,
          signed,
          valueDate,
          balance,
          cells: [cell('payer'), cell('reference'), cell('entryReference')],
        })
    }
  } catch (error) {
    const { message, lines } = error as CsvError & { lines?: number }
    problems.add(lines ?? 1, 'not-csv', message)
  }
  if (problems.total > 0) return draft
  if (rows.length === 0) {
    problems.add(1, 'empty')
    return draft
  }

  // Banks write the newest entry first or last. The balances tell which.
  const [top, bottom] = [rows[0]!, rows.at(-1)!]
  if (rows.length > 1 && (top.valueDate > bottom.valueDate || isNewestFirst(rows))) rows.reverse()
  const references = new Set<string>()
  for (const { line, cells } of rows) {
    const reference = cells[2]!
    if (reference && references.has(reference)) problems.add(line, 'reference-twice', reference)
    references.add(reference)
  }
  const [oldest, newest] = [rows[0]!, rows.at(-1)!]
  const opening = oldest.balance === null ? head.opening && parseMoney(head.opening) : oldest.balance - oldest.signed
  const closing = newest.balance === null ? head.closing && parseMoney(head.closing) : newest.balance
  if (typeof opening !== 'bigint') problems.add(1, 'balance-missing', 'OPBD')
  if (typeof closing !== 'bigint') problems.add(1, 'balance-missing', 'CLBD')
  if (typeof opening !== 'bigint' || typeof closing !== 'bigint') return draft
  const days = rows.map((row) => row.valueDate).sort()
  const [from, to] = [head.from ?? days[0]!, head.to ?? days.at(-1)!]
  const statement = {
    account: head.account,
    statement: plainText(head.statement || `CSV ${from} ${to}`).slice(0, 60),
    currency: format.currency,
    from,
    to,
    opening,
    closing,
    lines: rows.map(({ signed, valueDate, cells }, index) => ({
      line: index + 1,
      side: signed < 0n ? ('debit' as const) : ('credit' as const),
      amount: signed < 0n ? -signed : signed,
      valueDate,
      payer: plainText(cells[0]!),
      reference: plainText(cells[1]!),
      entryReference: cells[2] ? plainText(cells[2]).slice(0, 60) : null,
      charges: null,
    })),
  }
  checkDraft(statement, 1, problems)
  draft.statements.push(statement)
  return draft
}

/** UTF-8, or Windows-1252 for a file that is not. */
function decodeText(content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return new TextDecoder('windows-1252').decode(content)
  }
}

/** The place of each column in the header row; -1 for a column that the format does not have. */
function placesOf(
  header: string[],
  columns: CsvFormat['columns'],
  line: number,
  problems: FileProblems,
): Record<keyof CsvFormat['columns'], number> {
  const names = header.map((name) => name.trim().toLowerCase())
  const place = (name: string) => {
    if (name === '') return -1
    const at = names.indexOf(name.trim().toLowerCase())
    if (at < 0) problems.add(line, 'column-missing', name)
    return at
  }
  if (!columns.amount && !(columns.credit && columns.debit)) problems.add(line, 'column-missing', 'amount')
  return {
    date: place(columns.date),
    amount: place(columns.amount),
    credit: place(columns.credit),
    debit: place(columns.debit),
    payer: place(columns.payer),
    reference: place(columns.reference),
    entryReference: place(columns.entryReference),
    balance: place(columns.balance),
  }
}

/** Cents of a number with the file's decimal sign, with or without thousands separators; null for another text. */
function numberOf(text: string, decimal: '.' | ','): bigint | null {
  const trimmed = text.replace(/[\s\u00a0\u202f']/g, '').replace(/^(USD|BRL|R\$|\$)/, '')
  const negative = /^[-−]|^\(.*\)$|[-−]$/.test(trimmed)
  const bare = trimmed.replace(/^[-+−(]|[-−)]$/g, '')
  const grouped = decimal === ',' ? /^\d{1,3}(\.\d{3})+(,\d+)?$/ : /^\d{1,3}(,\d{3})+(\.\d+)?$/
  const digits = grouped.test(bare) ? bare.replaceAll(decimal === ',' ? '.' : ',', '') : bare
  const cents = centsOfText(decimal === ',' ? digits.replace(',', '.') : digits)
  if (cents === null || (decimal === ',' && digits.includes('.'))) return null
  return negative ? -cents : cents
}

/** The signed cents of a row: from one signed column, or from the columns of credits and debits. */
function signedAmountOf(
  cell: (name: 'amount' | 'credit' | 'debit') => string,
  { columns, decimal }: CsvFormat,
  line: number,
  problems: FileProblems,
): bigint | null {
  const wrong = (value: string) => {
    problems.add(line, 'amount', value)
    return null
  }
  if (columns.amount) {
    const cents = numberOf(cell('amount'), decimal)
    return cents === null || cents === 0n ? wrong(cell('amount')) : cents
  }
  const [credit, debit] = [cell('credit'), cell('debit')]
  const [plus, minus] = [credit ? numberOf(credit, decimal) : 0n, debit ? numberOf(debit, decimal) : 0n]
  if (plus === null || minus === null || (plus === 0n) === (minus === 0n)) return wrong(`${credit} / ${debit}`)
  // Some banks write the debit column with a minus sign.
  return plus === 0n ? (minus < 0n ? minus : -minus) : plus < 0n ? wrong(credit) : plus
}

/** A date in the file's notation as YYYY-MM-DD; empty when it does not fit. */
function dayOfText(text: string, format: CsvDateFormat): string {
  const date = text.split(/[T ]/)[0]!
  const shape = {
    'YYYY-MM-DD': /^(?<y>\d{4})-(?<m>\d{1,2})-(?<d>\d{1,2})$/,
    'DD/MM/YYYY': /^(?<d>\d{1,2})\/(?<m>\d{1,2})\/(?<y>\d{4})$/,
    'MM/DD/YYYY': /^(?<m>\d{1,2})\/(?<d>\d{1,2})\/(?<y>\d{4})$/,
    'DD.MM.YYYY': /^(?<d>\d{1,2})\.(?<m>\d{1,2})\.(?<y>\d{4})$/,
    YYYYMMDD: /^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})$/,
  }[format]
  const parts = shape.exec(date)?.groups
  return parts ? `${parts['y']}-${parts['m']!.padStart(2, '0')}-${parts['d']!.padStart(2, '0')}` : ''
}

/** Whether the balances continue from the last row to the first. */
const isNewestFirst = (rows: readonly { signed: bigint; balance: bigint | null }[]): boolean => {
  const [a, b] = [rows[0]!, rows[1]!]
  if (a.balance === null || b.balance === null) return false
  return a.balance - a.signed === b.balance && b.balance - b.signed !== a.balance
}
