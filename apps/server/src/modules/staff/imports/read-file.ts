import { maxImportCell, maxImportColumns, maxImportRows } from '@quayside/contract/imports'
import { readCell } from '../../../platform/files/csv.ts'
import { guessEncoding } from '../../../platform/files/decode-text.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { FileFormat, FileLayout, FileRow } from './file-row.ts'
import { readCsv } from './read-csv.ts'
import { openWorkbook, type Sheet } from './read-xlsx.ts'

/** The format of a file by its first bytes: an XLSX file is a ZIP archive. */
export const formatOf = (content: Buffer): FileFormat =>
  content.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4])) ? 'xlsx' : 'csv'

/** The encoding in which a file is shown until somebody has chosen one: it has a character for each byte. */
const provisional = 'windows-1252'

/** Rows of a sheet that are looked at to find the header, and sheets of a workbook. */
const headRows = 20
const maxSheets = 30

/**
 * Reads the rows of a file, header first, without blank rows. Cells are trimmed texts; only the first columns are read.
 * Refuses `import/unreadable`, `import/unreadable-line`, `import/too-many-rows` and `import/unpacks-too-large`.
 */
export async function* readFile(format: FileFormat, content: Buffer, layout: FileLayout): AsyncGenerator<FileRow> {
  const rows =
    format === 'xlsx'
      ? (await openWorkbook(content)).rows(layout.sheet)
      : readCsv(content, layout.encoding ?? provisional)
  yield* cleanRows(rows, layout.headerLine)
}

async function* cleanRows(rows: AsyncIterable<FileRow>, fromLine: number): AsyncGenerator<FileRow> {
  let read = -1
  for await (const { line, cells } of rows) {
    if (line < fromLine) continue
    const trimmed = cells.slice(0, maxImportColumns).map(cleanCell)
    while (trimmed.at(-1) === '') trimmed.pop()
    if (trimmed.length === 0) continue
    read += 1
    if (read > maxImportRows) refuse('import/too-many-rows', { most: maxImportRows })
    yield { line, cells: trimmed }
  }
}

/** What a person chose of the layout; the rest is guessed. */
export type ChosenLayout = Partial<FileLayout>

/**
 * How a file is read: the chosen parts, and for the others a guess. The header is the row, among the first of the
 * visible worksheets, with the most names that `isKnown`; without any the first row.
 */
export async function layOutFile(
  format: FileFormat,
  content: Buffer,
  chosen: ChosenLayout,
  isKnown: (header: string) => boolean,
): Promise<{ layout: FileLayout; sheets: Sheet[] }> {
  const book = format === 'xlsx' ? await openWorkbook(content) : null
  const sheets = book?.sheets ?? []
  const encoding = book ? null : (chosen.encoding ?? guessEncoding(content))
  if (chosen.sheet !== undefined && chosen.sheet > 0 && !sheets[chosen.sheet]) refuse('request/malformed')
  const visible = sheets.flatMap(({ hidden }, index) => (hidden ? [] : [index]))
  const candidates =
    chosen.sheet !== undefined ? [chosen.sheet] : visible.length > 0 ? visible.slice(0, maxSheets) : [0]
  let best = { sheet: candidates[0]!, headerLine: 1, known: -1 }
  for (const sheet of candidates) {
    let looked = 0
    const rows = book ? book.rows(sheet) : readCsv(content, encoding ?? provisional)
    for await (const { line, cells } of cleanRows(rows, chosen.headerLine ?? 1)) {
      const known = new Set(cells.filter(isKnown)).size
      if (known > best.known) best = { sheet, headerLine: line, known }
      looked += 1
      if (looked === headRows || chosen.headerLine !== undefined) break
    }
  }
  return { layout: { encoding, sheet: best.sheet, headerLine: chosen.headerLine ?? best.headerLine }, sheets }
}

/** A cell that Excel is kept from reading as a number: `="0034"`. */
const guarded = /^="([^"]*)"$/

/** A longer cell is cut one character above the limit, so that its length is reported as the problem. */
const cleanCell = (cell: string): string =>
  readCell(
    cell
      .slice(0, maxImportCell + 1)
      .replace(/[\u0000\ud800-\udfff]/gu, '')
      .trim()
      .replace(guarded, '$1'),
  )
