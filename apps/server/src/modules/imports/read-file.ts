import { maxImportCell, maxImportColumns, maxImportRows } from '@quayside/contract/imports'
import { refuse } from '../../platform/refusal.ts'
import type { FileFormat, FileRow } from './file-row.ts'
import { readCell } from '../../platform/csv.ts'
import { readCsv } from './read-csv.ts'
import { readXlsx } from './read-xlsx.ts'

/** The format of a file by its first bytes: an XLSX file is a ZIP archive. */
export const formatOf = (content: Buffer): FileFormat =>
  content.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4])) ? 'xlsx' : 'csv'

/**
 * Reads the rows of a file, header first, without blank rows. Cells are trimmed texts. Refuses `import/unreadable`,
 * `import/unreadable-line`, `import/too-many-rows`, `import/too-many-columns` and `import/unpacks-too-large`.
 */
export async function* readFile(format: FileFormat, content: Buffer): AsyncGenerator<FileRow> {
  let rows = -1
  for await (const { line, cells } of format === 'xlsx' ? readXlsx(content) : readCsv(content)) {
    const trimmed = cells.map(cleanCell)
    while (trimmed.at(-1) === '') trimmed.pop()
    if (trimmed.length === 0) continue
    if (trimmed.length > maxImportColumns) refuse('import/too-many-columns', { most: maxImportColumns })
    rows += 1
    if (rows > maxImportRows) refuse('import/too-many-rows', { most: maxImportRows })
    yield { line, cells: trimmed }
  }
}

/** A longer cell is cut one character above the limit, so that its length is reported as the problem. */
const cleanCell = (cell: string): string =>
  readCell(
    cell
      .slice(0, maxImportCell + 1)
      .replace(/[\u0000\ud800-\udfff]/gu, '')
      .trim(),
  )
