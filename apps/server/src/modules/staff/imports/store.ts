import type { ImportKindName, ImportRowState, ImportState } from '@quayside/contract/imports'
import type { TimePosition } from '../../../platform/http/cursor.ts'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'
import type { CommitRow, Compared, Content, ImportEffect, Problem, ReadingNotes } from './kind.ts'
import type { FileFormat, FileLayout, FileRow } from './file-row.ts'
import type { Sheet } from './read-xlsx.ts'

export type ImportRow = {
  id: string
  kind: ImportKindName
  file_name: string
  format: FileFormat
  storage_key: string
  bytes: number
  operator_id: string
  operator_name: string
  state: ImportState
  encoding: FileLayout['encoding']
  sheets: Sheet[]
  sheet: number
  header_line: number
  html_cells: number
  left_out: number
  cut_numbers: number
  headers: string[]
  samples: string[][]
  /** The import column of each column of the file; an empty text for none. */
  mapping: string[]
  failure: Problem | null
  staged: number
  validated: number
  adds: number
  changes: number
  leaves: number
  bad: number
  committed: number
  failed: number
  undone: number
  kept: number
  effect: ImportEffect | null
  created_at: Date
  committed_at: Date | null
  attempts: number
}
const columns = sql`i.id, i.kind, i.file_name, i.format, i.storage_key, i.bytes, i.operator_id, o.name as operator_name, i.state, i.encoding, i.sheets, i.sheet, i.header_line,
  i.html_cells, i.left_out, i.cut_numbers, i.headers, i.samples, i.mapping,
  i.failure, i.staged, i.validated, i.adds, i.changes, i.leaves, i.bad, i.committed, i.failed, i.undone, i.kept, i.effect, i.created_at, i.committed_at, i.attempts`
const tables = sql`import i join operator o on o.id = i.operator_id`

/** What the first rows of a file say about it. */
export type ImportHead = {
  layout: FileLayout
  sheets: Sheet[]
  headers: string[]
  samples: string[][]
  mapping: string[]
}

export const insertImport = (
  tx: Tx,
  i: {
    id: string
    kind: ImportKindName
    fileName: string
    format: FileFormat
    storageKey: string
    bytes: number
    operatorId: string
    head: ImportHead
    at: Date
  },
) =>
  sql`insert into import (id, kind, file_name, format, storage_key, bytes, operator_id, state, encoding, sheets, sheet, header_line, headers, samples, mapping, created_at)
    values (${i.id}, ${i.kind}, ${i.fileName}, ${i.format}, ${i.storageKey}, ${i.bytes}, ${i.operatorId}, 'uploaded',
      ${i.head.layout.encoding}, ${JSON.stringify(i.head.sheets)}, ${i.head.layout.sheet}, ${i.head.layout.headerLine},
      ${JSON.stringify(i.head.headers)}, ${JSON.stringify(i.head.samples)}, ${JSON.stringify(i.head.mapping)}, ${i.at})`.execute(
    tx,
  )

export const updateHead = (tx: Tx, id: string, { layout, sheets, headers, samples, mapping }: ImportHead) =>
  sql`update import set encoding = ${layout.encoding}, sheets = ${JSON.stringify(sheets)}, sheet = ${layout.sheet}, header_line = ${layout.headerLine},
      headers = ${JSON.stringify(headers)}, samples = ${JSON.stringify(samples)}, mapping = ${JSON.stringify(mapping)}
    where id = ${id}`.execute(tx)

export const findImport = (db: Queryable, id: string, kinds: readonly ImportKindName[]) =>
  queryOne(db, sql<ImportRow>`select ${columns} from ${tables} where i.id = ${id} and i.kind = any(${[...kinds]})`)

export const lockImport = (tx: Tx, id: string, kinds: readonly ImportKindName[]) =>
  queryOne(
    tx,
    sql<ImportRow>`select ${columns} from ${tables} where i.id = ${id} and i.kind = any(${[...kinds]}) for no key update of i`,
  )

export const listImportRows = (
  db: Queryable,
  kinds: readonly ImportKindName[],
  after: TimePosition | undefined,
  limit: number,
) =>
  queryAll(
    db,
    sql<ImportRow>`select ${columns} from ${tables} where i.kind = any(${[...kinds]})
      and ${after ? sql`(i.created_at, i.id) < (${after.at}, ${after.id}::uuid)` : sql`true`}
      order by i.created_at desc, i.id desc limit ${limit}`,
  )

export const updateMapping = (tx: Tx, id: string, mapping: string[]) =>
  sql`update import set mapping = ${JSON.stringify(mapping)}, state = 'staging' where id = ${id}`.execute(tx)

export const updateState = (tx: Tx, id: string, state: ImportState) =>
  sql`update import set state = ${state}, attempts = 0 where id = ${id}`.execute(tx)

/** Sends rows that are not committed back to validation. Returns their number. */
export const resetRows = async (tx: Tx, id: string): Promise<number> =>
  (await queryOne(
    tx,
    sql<{ n: number }>`with again as (
        update import_row set state = 'staged', problems = null where import_id = ${id} and state in ('bad', 'failed', 'add', 'change')
        returning 1
      ), reset as (
        update import set state = 'validating', attempts = 0, failed = 0, validated = staged - (select count(*)::int from again),
          bad = 0, adds = 0, changes = 0, effect = null, failure = null
        where id = ${id} and exists (select from again)
      ) select count(*)::int as n from again`,
  ))!.n

// The background work. Each write renews the lease and fails when another copy has taken the import over.

/** Whether an import needs work that nobody does. */
export const anyImportWaits = (now: Date) =>
  sql`exists (select from import where state in ('staging', 'validating', 'committing', 'undoing')
    and (lease_until is null or lease_until <= ${now}))`

/** Takes an import that needs work and that no running copy works on. */
export const claimImport = (db: Queryable, holder: string, now: Date, until: Date) =>
  queryOne(
    db,
    sql<ImportRow>`with claimed as (
        update import set lease_holder = ${holder}, lease_until = ${until} where id = (
          select id from import where state in ('staging', 'validating', 'committing', 'undoing') and (lease_until is null or lease_until <= ${now})
          order by created_at limit 1 for update skip locked)
        returning *
      ) select ${columns} from claimed i join operator o on o.id = i.operator_id`,
  )

/** Renews the lease in the state that the caller works in. False when the state has changed or the lease is lost. */
export const renewLease = async (
  tx: Tx,
  id: string,
  holder: string,
  state: ImportState,
  until: Date,
): Promise<boolean> =>
  (await queryOne(
    tx,
    sql`update import set lease_until = ${until} where id = ${id} and lease_holder = ${holder} and state = ${state} returning id`,
  )) !== undefined

/** Renews the lease between chunks. A chunk holds the row of the import, so this must not wait for it. */
export const extendLease = (db: Queryable, id: string, holder: string, until: Date) =>
  sql`update import set lease_until = ${until} where id in (
    select id from import where id = ${id} and lease_holder = ${holder} for no key update skip locked)`.execute(db)

export const releaseLease = (db: Queryable, id: string, holder: string) =>
  sql`update import set lease_holder = null, lease_until = null where id = ${id} and lease_holder = ${holder}`.execute(
    db,
  )

/** Counts an attempt that ended with an error, and sets the time of the next. Returns the number of such attempts. */
export const countAttempt = async (db: Queryable, id: string, holder: string, next: Date): Promise<number> =>
  (
    await queryOne(
      db,
      sql<{ attempts: number }>`update import set attempts = attempts + 1, lease_holder = null, lease_until = ${next}
        where id = ${id} and lease_holder = ${holder} returning attempts`,
    )
  )?.attempts ?? 0

export const updateFailed = (db: Queryable, id: string, failure: Problem) =>
  sql`update import set state = 'failed', failure = ${JSON.stringify(failure)}, lease_holder = null, lease_until = null
    where id = ${id} and state in ('staging', 'validating', 'committing', 'undoing')`.execute(db)

export async function insertRows(tx: Tx, id: string, rows: readonly FileRow[], notes: ReadingNotes): Promise<void> {
  await sql`insert into import_row (import_id, line, cells, state)
    select ${id}, r.line, r.cells, 'staged' from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (line int, cells jsonb)`.execute(
    tx,
  )
  await sql`update import set staged = staged + ${rows.length}, html_cells = html_cells + ${notes.html},
      left_out = left_out + ${notes.leftOut}, cut_numbers = cut_numbers + ${notes.cut} where id = ${id}`.execute(tx)
}

export const updateStaged = (tx: Tx, id: string) =>
  sql`update import set state = 'validating', attempts = 0 where id = ${id}`.execute(tx)

export const listStagedRows = (tx: Tx, id: string, limit: number) =>
  queryAll(
    tx,
    sql<FileRow>`select line, cells from import_row where import_id = ${id} and state = 'staged' order by line limit ${limit}`,
  )

export type ValidatedRow = {
  line: number
  key: string | null
  content: Content
  state: 'add' | 'change' | 'leave' | 'bad'
  problems: Problem[] | null
  before: Content | null
  after: Content | null
}

/** The row of the database for a compared row. */
export const validatedRow = (line: number, key: string, content: Content, compared: Compared): ValidatedRow => {
  if ('problems' in compared)
    return { line, key, content, state: 'bad', problems: compared.problems, before: null, after: null }
  if (compared.outcome === 'leave')
    return { line, key, content, state: 'leave', problems: null, before: null, after: null }
  return {
    line,
    key,
    content,
    state: compared.outcome,
    problems: null,
    before: compared.before,
    after: compared.after,
  }
}

export async function updateValidated(tx: Tx, id: string, rows: readonly ValidatedRow[]): Promise<void> {
  await sql`update import_row r set state = v.state, key = v.key, content = v.content, problems = v.problems, before = v.before, after = v.after
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as v (line int, key text, content jsonb, state text, problems jsonb, before jsonb, after jsonb)
    where r.import_id = ${id} and r.line = v.line`.execute(tx)
  await sql`update import set validated = validated + ${rows.length} where id = ${id}`.execute(tx)
}

/** Marks rows that are about the same thing as bad: which of them is right is not known. */
export const refuseDuplicates = (tx: Tx, id: string, column: string) =>
  sql`update import_row r set state = 'bad', before = null, after = null,
      problems = jsonb_build_array(jsonb_build_object('column', ${column}::text, 'reason', 'import/duplicate-row',
        'values', jsonb_build_object('line', case when r.line = d.first then d.second else d.first end)))
    from (
      select key, min(line) as first, (array_agg(line order by line))[2] as second from import_row
      where import_id = ${id} and state in ('add', 'change', 'leave', 'bad') and key is not null group by key having count(*) > 1
    ) d where r.import_id = ${id} and r.key = d.key and r.state in ('add', 'change', 'leave', 'bad')`.execute(tx)

/** Ends the validation: counts the rows and stores what a commit would do. */
export const updateReady = (tx: Tx, id: string, effect: ImportEffect | null) =>
  sql`update import i set state = 'ready', attempts = 0, effect = ${effect && JSON.stringify(effect)}::jsonb,
      adds = c.adds, changes = c.changes, leaves = c.leaves, bad = c.bad
    from (
      select (count(*) filter (where state = 'add'))::int as adds, (count(*) filter (where state = 'change'))::int as changes,
        (count(*) filter (where state = 'leave'))::int as leaves, (count(*) filter (where state = 'bad'))::int as bad
      from import_row where import_id = ${id}
    ) c where i.id = ${id}`.execute(tx)

/** The next rows to commit, or with `undo` the committed rows to take back, last first. */
export const listWorkRows = (tx: Tx, id: string, limit: number, undo: boolean) =>
  queryAll(
    tx,
    undo
      ? sql<CommitRow>`select line, key, content, before, after from import_row
          where import_id = ${id} and state in ('added', 'changed') order by line desc limit ${limit}`
      : sql<CommitRow>`select line, key, content, before, after from import_row
          where import_id = ${id} and state in ('add', 'change') order by line limit ${limit}`,
  )

/** Those of the keys whose rows this import has written already. */
export const listWrittenKeys = async (tx: Tx, importId: string, keys: readonly string[]): Promise<Set<string | null>> =>
  new Set(
    (
      await queryAll(
        tx,
        sql<{ key: string | null }>`select key from import_row
          where import_id = ${importId} and state in ('added', 'changed') and key = any(${keys}::text[])`,
      )
    ).map(({ key }) => key),
  )

/** Marks rows as committed, except those with a problem. */
export async function updateCommitted(
  tx: Tx,
  id: string,
  rows: readonly CommitRow[],
  problems: ReadonlyMap<number, Problem>,
): Promise<void> {
  const results = rows.map(({ line, before }) => {
    const problem = problems.get(line)
    return {
      line,
      state: problem ? 'failed' : before ? 'changed' : 'added',
      problems: problem ? [problem] : null,
    }
  })
  await sql`update import_row r set state = v.state, problems = v.problems
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as v (line int, state text, problems jsonb)
    where r.import_id = ${id} and r.line = v.line`.execute(tx)
  await sql`update import set committed = committed + ${rows.length - problems.size}, failed = failed + ${problems.size}, attempts = 0
    where id = ${id}`.execute(tx)
}

export async function updateUndone(
  tx: Tx,
  id: string,
  rows: readonly CommitRow[],
  kept: ReadonlySet<number>,
): Promise<void> {
  await sql`update import_row r set state = case when r.line = any(${[...kept]}::int[]) then 'kept' else 'undone' end
    where r.import_id = ${id} and r.line = any(${rows.map(({ line }) => line)}::int[])`.execute(tx)
  await sql`update import set undone = undone + ${rows.length - kept.size}, kept = kept + ${kept.size}, attempts = 0
    where id = ${id}`.execute(tx)
}

/** Ends a commit. The time of the end starts the undo window. */
export const updateDone = (tx: Tx, id: string, at: Date) =>
  sql`update import set state = 'done', committed_at = ${at} where id = ${id}`.execute(tx)

/** Stops an import; rows that were committed can be undone from now on. */
export const updateCancelled = (tx: Tx, id: string, at: Date) =>
  sql`update import set state = 'cancelled', committed_at = case when committed > 0 then ${at}::timestamptz end where id = ${id}`.execute(
    tx,
  )

export type StoredRow = {
  line: number
  state: ImportRowState
  cells: string[]
  content: Content | null
  problems: Problem[] | null
  before: Content | null
  after: Content | null
}

export const listRows = (
  db: Queryable,
  id: string,
  { states, after, limit }: { states: readonly ImportRowState[] | null; after: number; limit: number },
) =>
  queryAll(
    db,
    sql<StoredRow>`select line, state, cells, content, problems, before, after from import_row
      where import_id = ${id} and line > ${after} and ${states ? sql`state = any(${[...states]})` : sql`true`}
      order by line limit ${limit}`,
  )

/** Deletes the rows of old imports, a few imports at a time. The imports and their files stay. */
export const deleteOldRows = (db: Queryable, before: Date) =>
  sql`delete from import_row where import_id in (
    select i.id from import i where i.created_at < ${before} and i.state not in ('staging', 'validating', 'committing', 'undoing')
      and exists (select from import_row r where r.import_id = i.id) order by i.created_at limit 2)`.execute(db)
