/** Seals stored values anew under the newest keys, while the servers run. */
import type { Keys, SealingPurpose } from './keys.ts'
import type { Database, Queryable } from '../database/postgres.ts'

/** A column of sealed values. `prefix` is what values under the newest key begin with. */
export type SealedColumn = {
  /** Table and column, for the progress. */
  name: string
  purpose: SealingPurpose
  context(id: string): string
  /** Values under other keys, in the order of their ids, after the given id. */
  list(db: Queryable, prefix: Buffer, after: string, limit: number): Promise<{ id: string; sealed: Buffer | null }[]>
  /** Replaces a value if it is still the given one. */
  replace(db: Queryable, id: string, was: Buffer, becomes: Buffer): Promise<unknown>
  /** Counts the values under other keys. */
  countOthers(db: Queryable, prefix: Buffer): Promise<number>
}

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
    let left = await column.countOthers(db, prefix)
    let done = 0
    for (let pass = 0; left > 0 && pass < maxPasses; pass++) {
      let after = noId
      for (;;) {
        const rows = await column.list(db, prefix, after, batchSize)
        if (rows.length === 0) break
        for (const { id, sealed } of rows) if (sealed) await resealRow(db, keys, column, { id, sealed })
        after = rows.at(-1)!.id
        done += rows.length
        await report({ column: column.name, done, left: Math.max(0, left - rows.length) })
        left -= rows.length
      }
      left = await column.countOthers(db, prefix)
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
  { name, purpose, context, replace }: SealedColumn,
  { id, sealed }: { id: string; sealed: Buffer },
): Promise<void> {
  let content: Buffer
  try {
    content = keys.open(purpose, sealed, context(id))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`${name} of ${id} cannot be opened: ${why}`, { cause: error })
  }
  await replace(db, id, sealed, keys.seal(purpose, content, context(id)))
}
