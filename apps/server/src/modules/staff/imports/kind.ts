/**
 * The interface of an import kind. A module that can import something exports a value of type `ImportKind`; `app.ts`
 * lists them. The framework reads the file, stages its rows, finds rows with the same key, calls these functions with
 * sets of rows, and keeps progress and results.
 */
import type { RefusalName, RefusalValues } from '@quayside/contract'
import type { ImportKindName } from '@quayside/contract/imports'
import type { AppContext } from '../../../platform/app-context.ts'
import type { Queryable, Tx } from '../../../platform/database/postgres.ts'

/** What is wrong with a row. `column` is an import column; null when the row as a whole is wrong. */
export type Problem = { column: string | null; reason: RefusalName; values?: RefusalValues }

/** The values of a row by import column. They are stored as JSON: text, whole numbers and booleans only. */
export type Content = Record<string, string | number | boolean>

/** A value, or the reason why the text is none. */
export type Parsed = { value: string | number | boolean } | { reason: RefusalName; values?: RefusalValues }

/** The import that a commit or an undo belongs to, and the rules of the business. */
export type ImportRun = { importId: string; operatorId: string; at: Date; business: AppContext['business'] }

/** The state of the thing before and after, by import column. Null before: the thing is new. */
export type Difference = { before: Content | null; after: Content }

/** What a row would do. `leave`: the thing has these values already. */
export type Compared = ({ outcome: 'add' | 'change' } & Difference) | { outcome: 'leave' } | { problems: Problem[] }

/** What the reading of a file changed: cells with HTML, rows that were left out, numbers that look cut. */
export type ReadingNotes = { html: number; leftOut: number; cut: number }

/** The texts of a row by import column; an empty text for an empty cell. */
export type RowTexts = Record<string, string>

/**
 * Prepares the rows of one file in their order, before they are stored: fills blanks, turns HTML into text. It gets the
 * mapped columns alone, changes them, and counts into `notes`. False leaves the row out.
 */
export type Arrange = (texts: RowTexts, notes: ReadingNotes) => boolean

export type ImportKind = {
  kind: ImportKindName
  /**
   * A new `Arrange` for a file. It is called again for all rows of the file when the reading continues after a kill.
   */
  arrange(): Arrange
  /** Reads one cell of this column. An empty cell is not read: it leaves the value unchanged. */
  parse(column: string, text: string): Parsed
  /** Puts values together that stand in several columns. It is called for rows without a problem. */
  complete?(content: Content): { content: Content } | { problems: Problem[] }
  /** Identifies the thing that a row is about. Two rows of a file with the same key are refused. */
  keyOf(content: Content): string
  /** Compares a set of rows with the present state, in few statements. One result for each row, in order. */
  compare(db: Queryable, rows: readonly Content[]): Promise<Compared[]>
  /**
   * Writes a set of rows in the caller's transaction. Checks again what `compare` checked: the state may have changed
   * since. Returns the problem of each row that was not written, by its line.
   */
  commit(tx: Tx, rows: readonly CommitRow[], run: ImportRun): Promise<Map<number, Problem>>
  /** Takes written rows back, unless they changed again. Returns the lines that stay as they are. */
  undo(tx: Tx, rows: readonly CommitRow[], run: ImportRun): Promise<Set<number>>
  /** What a commit of the rows in the states `add` and `change` would do to shops. */
  effect?(db: Queryable, importId: string): Promise<ImportEffect>
  /** What matches a filter, as cells in the order of the import columns. In batches, so that memory stays small. */
  exportRows(db: Queryable, filter: Record<string, string>): AsyncIterable<string[][]>
}

export type CommitRow = { line: number; key: string; content: Content } & Difference

export type ImportEffect = { products: number; listings: number; shops: number; offShelf: number }
