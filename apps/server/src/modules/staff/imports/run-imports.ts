/**
 * The background work of imports. Every chunk of rows is one transaction that also counts it, so a process that is
 * killed loses at most the chunk that it works on, and another copy continues after it.
 */
import { randomUUID } from 'node:crypto'
import { importKinds, maxImportCell, type ImportState } from '@quayside/contract/imports'
import type { AppContext } from '../../../platform/app-context.ts'
import { addTime } from '../../../platform/jobs/clock.ts'
import { isDatabaseBusy, isDatabaseDown, withTransaction, type Tx } from '../../../platform/database/postgres.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { isStorageDown } from '../../../platform/files/storage.ts'
import type { Arrange, CommitRow, Content, ImportKind, Problem, ReadingNotes, RowTexts } from './kind.ts'
import type { FileRow } from './file-row.ts'
import { readFile } from './read-file.ts'
import {
  claimImport,
  countAttempt,
  extendLease,
  insertRows,
  listStagedRows,
  listWorkRows,
  refuseDuplicates,
  releaseLease,
  renewLease,
  updateCommitted,
  updateDone,
  updateFailed,
  updateReady,
  updateStaged,
  updateState,
  updateUndone,
  updateValidated,
  validatedRow,
  type ImportRow,
  type ValidatedRow,
} from './store.ts'

/** Rows of one transaction. */
const chunk = { stage: 1000, validate: 1000, commit: 500 }
/** The time after which another copy takes over the import of a copy that stopped, in milliseconds. */
const leaseTimeout = 4000
/** The time between two renewals of the lease, besides the renewal of each chunk. */
const renewInterval = 1000
/** The pause after an error, and the errors in a row after which an import fails, in milliseconds. */
const retryPause = 5000
const maxAttempts = 10

/** Finishes the imports that wait for work, oldest first, until none is left or `signal` aborts. */
export async function runImports(
  ctx: AppContext,
  kinds: readonly ImportKind[],
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const holder = randomUUID()
  while (!signal.aborted) {
    const now = ctx.clock.now()
    const found = await claimImport(ctx.db, holder, now, addTime(now, leaseTimeout))
    if (!found) return
    const kind = kinds.find((one) => one.kind === found.kind)
    try {
      if (!kind) throw new Error(`no import kind ${found.kind}`)
      await whileRenewing(ctx, found.id, holder, () => runSteps({ ctx, kind, holder, signal }, found))
      await releaseLease(ctx.db, found.id, holder)
    } catch (error) {
      await handleFailure(ctx, found, holder, error)
    }
  }
}

/** Renews the lease while a step runs: the shared texts of a workbook can take seconds before the first chunk. */
async function whileRenewing(ctx: AppContext, id: string, holder: string, step: () => Promise<void>): Promise<void> {
  const timer = setInterval(() => {
    void extendLease(ctx.db, id, holder, addTime(ctx.clock.now(), leaseTimeout)).catch(() => undefined)
  }, renewInterval)
  try {
    await step()
  } finally {
    clearInterval(timer)
  }
}

type Work = { ctx: AppContext; kind: ImportKind; holder: string; signal: AbortSignal }

async function runSteps(work: Work, row: ImportRow): Promise<void> {
  let { state } = row
  if (state === 'staging') {
    if (!(await stage(work, row))) return
    state = 'validating'
  }
  if (state === 'validating') await validate(work, row)
  else if (state === 'committing') await commit(work, row)
  else if (state === 'undoing') await undo(work, row)
}

/** A refusal of the file ends the import with its sentence; a database that is down costs no attempt. */
async function handleFailure(ctx: AppContext, row: ImportRow, holder: string, error: unknown): Promise<void> {
  if (error instanceof Refusal)
    return void (await updateFailed(ctx.db, row.id, { column: null, reason: error.reason, values: error.values }))
  const passing = isDatabaseDown(error) || isDatabaseBusy(error) || isStorageDown(error)
  ctx.log[passing ? 'warn' : 'error']({ err: error, importId: row.id }, 'imports: a step failed')
  if (isDatabaseDown(error)) throw error
  const attempts = await countAttempt(ctx.db, row.id, holder, addTime(ctx.clock.now(), retryPause))
  if (attempts >= maxAttempts) await updateFailed(ctx.db, row.id, { column: null, reason: 'request/failed' })
}

/** Runs one chunk in a transaction. Null when the import was cancelled or another copy has it. */
const inChunk = <T>(
  { ctx, holder, signal }: Work,
  row: ImportRow,
  state: ImportState,
  act: (tx: Tx) => Promise<T>,
): Promise<T | null> => {
  if (signal.aborted) return Promise.resolve(null)
  return withTransaction(ctx.db, async (tx) => {
    const until = addTime(ctx.clock.now(), leaseTimeout)
    return (await renewLease(tx, row.id, holder, state, until)) ? act(tx) : null
  })
}

const noNotes = (): ReadingNotes => ({ html: 0, leftOut: 0, cut: 0 })

/**
 * Reads the file into rows. After a kill it skips the rows that are staged. Columns that are not mapped are dropped.
 */
async function stage(work: Work, row: ImportRow): Promise<boolean> {
  const content = await work.ctx.storage.get(row.storage_key)
  const arrange = work.kind.arrange()
  const layout = { encoding: row.encoding, sheet: row.sheet, headerLine: row.header_line }
  let skipped = row.staged
  let isHeader = true
  let rows: FileRow[] = []
  let notes = noNotes()
  const flush = async () => {
    const [ready, counted] = [rows, notes]
    rows = []
    notes = noNotes()
    const written = await inChunk(work, row, 'staging', async (tx) => {
      await insertRows(tx, row.id, ready, counted)
      return true
    })
    return written !== null
  }
  for await (const one of readFile(row.format, content, layout)) {
    if (isHeader) {
      isHeader = false
      continue
    }
    const isKept = arrangeRow(arrange, row, one, skipped > 0 ? noNotes() : notes)
    if (isKept && skipped > 0) skipped -= 1
    else if (isKept) rows.push(one)
    if (rows.length >= chunk.stage && !(await flush())) return false
  }
  if ((rows.length > 0 || notes.leftOut > 0) && !(await flush())) return false
  const staged = await inChunk(work, row, 'staging', async (tx) => (await updateStaged(tx, row.id), true))
  return staged !== null
}

/** Arranges the mapped cells of a row in place, and empties the others. False leaves the row out. */
function arrangeRow(arrange: Arrange, { mapping, headers }: ImportRow, row: FileRow, notes: ReadingNotes): boolean {
  const texts: RowTexts = {}
  for (const [index, column] of mapping.entries()) if (column !== '') texts[column] = row.cells[index] ?? ''
  const isKept = arrange(texts, notes)
  const mapped = headers.map((_, index) => texts[mapping[index] ?? ''] ?? '')
  // Cells beyond the header stay: they are reported.
  row.cells = [...mapped, ...row.cells.slice(headers.length)]
  while (row.cells.at(-1) === '') row.cells.pop()
  return isKept
}

async function validate(work: Work, row: ImportRow): Promise<void> {
  const { kind } = work
  for (;;) {
    const left = await inChunk(work, row, 'validating', async (tx) => {
      const rows = await listStagedRows(tx, row.id, chunk.validate)
      if (rows.length > 0) {
        await updateValidated(tx, row.id, await validateRows(tx, kind, row, rows))
        return true
      }
      await refuseDuplicates(tx, row.id, requiredColumns(kind)[0]!)
      await updateReady(tx, row.id, (await kind.effect?.(tx, row.id)) ?? null)
      return false
    })
    if (!left) return
  }
}

/** Reads the cells of each row by the mapping, and compares those without a problem with the present state. */
async function validateRows(
  tx: Tx,
  kind: ImportKind,
  { mapping, headers }: ImportRow,
  rows: readonly FileRow[],
): Promise<ValidatedRow[]> {
  const read = rows.map((row) => ({ ...row, ...readCells(kind, mapping, headers, row.cells) }))
  const whole = read.filter(({ problems }) => problems.length === 0)
  const compared =
    whole.length === 0
      ? []
      : await kind.compare(
          tx,
          whole.map(({ content }) => content),
        )
  const results = new Map(whole.map(({ line }, index) => [line, compared[index]!]))
  return read.map(({ line, content, problems }) => {
    const result = results.get(line)
    if (!result) return { line, key: null, content, state: 'bad', problems, before: null, after: null }
    return validatedRow(line, kind.keyOf(content), content, result)
  })
}

/** The values of a row by import column, and what is wrong with its cells. Problems name the import column. */
function readCells(
  kind: ImportKind,
  mapping: readonly string[],
  headers: readonly string[],
  cells: readonly string[],
): { content: Content; problems: Problem[] } {
  const content: Content = {}
  const problems: Problem[] = []
  if (cells.length > headers.length) problems.push({ column: null, reason: 'import/too-many-cells' })
  for (const [index, column] of mapping.entries()) {
    const text = cells[index] ?? ''
    if (column === '' || text === '') continue
    const parsed = text.length > maxImportCell ? { reason: 'field/too-long' as const } : kind.parse(column, text)
    if ('value' in parsed) content[column] = parsed.value
    else problems.push({ column, reason: parsed.reason, ...(parsed.values && { values: parsed.values }) })
  }
  for (const column of requiredColumns(kind))
    if (content[column] === undefined && !problems.some((problem) => problem.column === column))
      problems.push({ column, reason: 'field/required' })
  if (problems.length > 0) return { content, problems }
  const completed = kind.complete?.(content) ?? { content }
  return { content, problems, ...completed }
}

const requiredColumns = (kind: ImportKind): string[] =>
  importKinds[kind.kind].columns.filter(({ required }) => required).map(({ name }) => name)

const runOf = ({ ctx }: Work, row: ImportRow) => ({
  importId: row.id,
  operatorId: row.operator_id,
  at: ctx.clock.now(),
  business: ctx.business,
})

async function commit(work: Work, row: ImportRow): Promise<void> {
  for (;;) {
    const left = await commitChunk(work, row, chunk.commit).catch((error: unknown) => {
      if (isDatabaseDown(error) || isDatabaseBusy(error)) throw error
      work.ctx.log.warn({ err: error, importId: row.id }, 'imports: a chunk failed, its rows are tried one by one')
      return commitSingly(work, row)
    })
    if (!left) return
  }
}

/** Commits the next rows. Returns false when none was left, the import was cancelled, or another copy has it. */
const commitChunk = (work: Work, row: ImportRow, size: number): Promise<boolean> =>
  inChunk(work, row, 'committing', async (tx) => {
    const rows = await listWorkRows(tx, row.id, size, false)
    if (rows.length === 0) {
      await updateDone(tx, row.id, work.ctx.clock.now())
      return false
    }
    await updateCommitted(tx, row.id, rows, await work.kind.commit(tx, rows, runOf(work, row)))
    return true
  }).then((left) => left ?? false)

/** Commits one chunk row by row, so that a row with an unexpected error fails alone. */
async function commitSingly(work: Work, row: ImportRow): Promise<boolean> {
  for (let n = 0; n < chunk.commit; n += 1) {
    const left = await commitChunk(work, row, 1).catch(async (error: unknown) => {
      if (isDatabaseDown(error) || isDatabaseBusy(error)) throw error
      work.ctx.log.error({ err: error, importId: row.id }, 'imports: a row failed')
      return inChunk(work, row, 'committing', async (tx) => {
        const rows: CommitRow[] = await listWorkRows(tx, row.id, 1, false)
        const failed = new Map(
          rows.map(({ line }): [number, Problem] => [line, { column: null, reason: 'request/failed' }]),
        )
        await updateCommitted(tx, row.id, rows, failed)
        return true
      })
    })
    if (!left) return false
  }
  return true
}

async function undo(work: Work, row: ImportRow): Promise<void> {
  for (;;) {
    const left = await inChunk(work, row, 'undoing', async (tx) => {
      const rows = await listWorkRows(tx, row.id, chunk.commit, true)
      if (rows.length === 0) {
        await updateState(tx, row.id, 'undone')
        return false
      }
      await updateUndone(tx, row.id, rows, await work.kind.undo(tx, rows, runOf(work, row)))
      return true
    })
    if (!left) return
  }
}
