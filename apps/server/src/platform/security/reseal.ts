/** Seals stored values anew under the newest keys, while the servers run. */
import { CompiledQuery } from 'kysely'
import type { Keys, SealingPurpose } from './keys.ts'
import type { Database, Queryable } from '../database/postgres.ts'

/** A column of sealed values in a table with an id. */
export type SealedColumn = {
  /** Table and column, for the progress. */
  name: string
  table: string
  column: string
  /** The condition on the rows that it is about; null for all. */
  when: string | null
  purpose: SealingPurpose
  context(id: string): string
}

/** Runs a statement whose names of tables and columns come from declarations. */
const run = async <Row>(db: Queryable, text: string, parameters: unknown[]): Promise<Row[]> =>
  (await db.executeQuery<Row>(CompiledQuery.raw(text, parameters))).rows

/** The condition of values under other keys. `$1` is what values under the newest key begin with. */
const underOthers = ({ column, when }: SealedColumn): string =>
  `${column} is not null and substring(${column} from 1 for 8) <> $1 and (${when ?? 'true'})`

/** Values under other keys, in the order of their ids, after the given id. */
export const listSealed = (
  db: Queryable,
  column: SealedColumn,
  { prefix, after, limit }: { prefix: Buffer; after: string; limit: number },
): Promise<{ id: string; sealed: Buffer }[]> =>
  run(
    db,
    `select id, ${column.column} as sealed from ${column.table}
      where ${underOthers(column)} and id > $2 order by id limit $3`,
    [prefix, after, limit],
  )

/** Replaces a value if it is still the given one. */
export const replaceSealed = (
  db: Queryable,
  { table, column }: SealedColumn,
  { id, was, becomes }: { id: string; was: Buffer; becomes: Buffer },
): Promise<unknown> =>
  run(db, `update ${table} set ${column} = $1 where id = $2 and ${column} = $3`, [becomes, id, was])

/** Counts the values under other keys. */
export const countSealedUnderOthers = async (db: Queryable, column: SealedColumn, prefix: Buffer): Promise<number> =>
  (
    await run<{ n: number }>(db, `select count(*)::int as n from ${column.table} where ${underOthers(column)}`, [
      prefix,
    ])
  )[0]!.n

/** The smallest id. */
export const noId = '00000000-0000-0000-0000-000000000000'

/** Values that are read at once. Each is replaced by a statement of its own, so no row stays locked. */
const batchSize = 200

/** Passes over a column until nothing is left. Only a server that still seals under another key needs more than two. */
const maxPasses = 10

export type Progress = { column: string; done: number; left: number }

/**
 * Seals everything anew that is not under the newest key of its purpose. A value that changes meanwhile is left to the
 * next pass. May be interrupted at any point and started again: what is done is skipped.
 * Throws when a value cannot be opened; it and its column are named. Returns the number of values sealed anew.
 */
export async function reseal(
  db: Database,
  keys: Keys,
  columns: readonly SealedColumn[],
  report: (progress: Progress) => void | Promise<void>,
): Promise<number> {
  let total = 0
  for (const column of columns) {
    const prefix = keys.prefixOf(column.purpose)
    let left = await countSealedUnderOthers(db, column, prefix)
    let done = 0
    for (let pass = 0; left > 0 && pass < maxPasses; pass++) {
      let after = noId
      for (;;) {
        const rows = await listSealed(db, column, { prefix, after, limit: batchSize })
        if (rows.length === 0) break
        for (const row of rows) await resealRow(db, keys, column, row)
        after = rows.at(-1)!.id
        done += rows.length
        await report({ column: column.name, done, left: Math.max(0, left - rows.length) })
        left -= rows.length
      }
      left = await countSealedUnderOthers(db, column, prefix)
    }
    if (left > 0)
      throw new Error(`${column.name}: ${left} values are still sealed under another key; a server still uses that key`)
    total += done
  }
  return total
}

async function resealRow(
  db: Database,
  keys: Keys,
  column: SealedColumn,
  { id, sealed }: { id: string; sealed: Buffer },
): Promise<void> {
  const { name, purpose, context } = column
  let content: Buffer
  try {
    content = keys.open(purpose, sealed, context(id))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`${name} of ${id} cannot be opened: ${why}`, { cause: error })
  }
  await replaceSealed(db, column, { id, was: sealed, becomes: keys.seal(purpose, content, context(id)) })
}
