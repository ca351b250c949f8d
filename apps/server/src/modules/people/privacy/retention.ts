/** Deletes rows whose retention has ended, as their tables declare. docs/personal-data.md lists the times. */
import type { AppContext } from '../../../platform/app-context.ts'
import { readTag } from '../../../platform/database/table-declarations.ts'
import {
  addPartitions,
  deleteExpiredRows,
  deleteExpiredStrays,
  dropExpiredPartitions,
  shredIdentityPhotos,
} from './store.ts'

/** Rows of one statement: a transaction of some hundredths of a second. */
const batchSize = 5000
/** Statements of one kind in one run. What is left goes in the next run, an hour later. */
const maxBatches = 20

/** Deletes expired rows and identity photos. Each batch is a transaction of its own. Returns the rows by table. */
export async function deleteExpired({ db, log }: Pick<AppContext, 'db' | 'log'>): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {}
  const inBatches = async (kind: string, deleteBatch: () => Promise<number>): Promise<void> => {
    for (let batch = 0; batch < maxBatches; batch += 1) {
      const n = await deleteBatch()
      if (n > 0) deleted[kind] = (deleted[kind] ?? 0) + n
      if (n < batchSize) break
    }
  }
  const expiring = await readTag(db, 'retention')
  // Rows that go with another row go before it.
  const isPart = ({ value }: { value: string }): boolean => / after \w+\./.test(value)
  for (const { table } of expiring.toSorted((a, b) => Number(isPart(b)) - Number(isPart(a))))
    await inBatches(table, () => deleteExpiredRows(db, table, batchSize))
  const photos = await shredIdentityPhotos(db, 500)
  if (photos > 0) deleted['identity photos'] = photos
  for (const { table } of await readTag(db, 'partitions'))
    await inBatches(`${table} outside of its partition`, () => deleteExpiredStrays(db, table, batchSize))
  if (Object.keys(deleted).length > 0) log.info({ deleted }, 'privacy: deleted what reached the end of its time')
  return deleted
}

/**
 * Makes the coming partitions and drops the expired ones, each table for itself: one whose lock is not free is tried
 * again in an hour, and holds up no other. Returns the partitions by table.
 */
export async function keepPartitions({
  db,
  log,
}: Pick<AppContext, 'db' | 'log'>): Promise<Record<string, { added: number; dropped: number }>> {
  const changed: Record<string, { added: number; dropped: number }> = {}
  for (const { table } of await readTag(db, 'partitions')) {
    const attempt = async (work: typeof addPartitions): Promise<number> => {
      try {
        return await work(db, table)
      } catch (error) {
        log.warn({ err: error, table }, 'privacy: the partitions of a table could not be changed')
        return 0
      }
    }
    const added = await attempt(addPartitions)
    const dropped = await attempt(dropExpiredPartitions)
    if (added + dropped > 0) changed[table] = { added, dropped }
  }
  if (Object.keys(changed).length > 0) log.info({ changed }, 'privacy: made and dropped partitions')
  return changed
}
