/** Imports in their wire form. */
import type { Language } from '@quayside/contract'
import { importUndoWindow, type ImportDetail, type ImportSummary } from '@quayside/contract/imports'
import { refusalMessage } from '@quayside/locales/catalogues'
import { addTime } from '../../../platform/jobs/clock.ts'
import type { Content, Problem } from './kind.ts'
import type { ImportRow, StoredRow } from './store.ts'

export const presentSummary = (row: ImportRow): ImportSummary => ({
  id: row.id,
  kind: row.kind,
  fileName: row.file_name,
  bytes: row.bytes,
  state: row.state,
  operator: row.operator_name,
  createdAt: row.created_at.toISOString(),
  committedAt: row.committed_at?.toISOString() ?? null,
  total: row.staged,
  bad: row.bad + row.failed,
  committed: row.committed,
})

/** Until when an import can be undone; null when it cannot be. */
export const undoUntil = (row: ImportRow): Date | null =>
  row.committed_at && row.committed > row.undone + row.kept && ['done', 'cancelled'].includes(row.state)
    ? addTime(row.committed_at, importUndoWindow)
    : null

const isValidated = (row: ImportRow) => !['uploaded', 'staging', 'validating'].includes(row.state) && row.validated > 0

export const presentDetail = (row: ImportRow, lang: Language, now: Date): ImportDetail => {
  const until = undoUntil(row)
  return {
    ...presentSummary(row),
    format: row.format,
    layout: { encoding: row.encoding, sheets: row.sheets, sheet: row.sheet, headerLine: row.header_line },
    reading: { html: row.html_cells, leftOut: row.left_out, cut: row.cut_numbers },
    columns: row.headers.map((header, index) => ({
      header,
      samples: row.samples.map((cells) => cells[index] ?? ''),
      column: row.mapping[index] || null,
    })),
    progress: {
      staged: row.staged,
      validated: row.validated,
      committed: row.committed,
      failed: row.failed,
      undone: row.undone,
      kept: row.kept,
    },
    preview: isValidated(row) ? { add: row.adds, change: row.changes, leave: row.leaves, bad: row.bad } : null,
    effect: row.effect,
    failure: row.failure && sentenceOf(row.failure, lang),
    undoUntil: until && until > now ? until.toISOString() : null,
  }
}

const sentenceOf = ({ reason, values }: Problem, lang: Language): string => refusalMessage(lang, reason, values ?? {})

/** The problems of a row, each with the header of its column in the file. */
export const presentProblems = (row: StoredRow, { headers, mapping }: ImportRow, lang: Language) =>
  (row.problems ?? []).map((problem) => ({
    column: problem.column === null ? null : (headers[mapping.indexOf(problem.column)] ?? problem.column),
    sentence: sentenceOf(problem, lang),
  }))

const textOf = (values: Content | null, column: string): string | null =>
  values?.[column] === undefined ? null : String(values[column])

export const presentRow = (row: StoredRow, found: ImportRow, lang: Language) => ({
  line: row.line,
  state: row.state,
  cells: row.cells,
  changes: Object.keys(row.after ?? {})
    .map((column) => ({ column, before: textOf(row.before, column), after: textOf(row.after, column) }))
    .filter(({ before, after }) => before !== after),
  problems: presentProblems(row, found, lang),
})
