import type { AppContext } from '../../../platform/app-context.ts'
import { addTime, days } from '../../../platform/jobs/clock.ts'
import { invariant } from '../../../platform/refusal.ts'
import { listStorageTables, listUnused, storageColumns } from './orphan-store.ts'

/** A file is older than this before it may be an orphan: its row may still be in a transaction. */
const minimumAge = days(2)
/** Keys of one look at the database. */
const batchSize = 500

/**
 * Removes stored files that no row names, such as those of a command that failed after it had stored its file.
 * Returns their number. Throws, and removes nothing, when a table with stored files is not known here.
 */
export async function removeOrphans({ db, storage, clock, log }: Pick<AppContext, 'db' | 'storage' | 'clock' | 'log'>) {
  const tables = await listStorageTables(db)
  invariant(
    tables.join() === storageColumns.join(),
    `files are named in ${tables.join()}, known are ${storageColumns.join()}`,
  )
  const before = addTime(clock.now(), -minimumAge)
  let removed = 0
  const look = async (keys: readonly string[]) => {
    for (const key of await listUnused(db, keys)) {
      await storage.remove(key)
      removed += 1
    }
  }
  let batch: string[] = []
  for await (const { key, at } of storage.list()) {
    if (at >= before) continue
    batch.push(key)
    if (batch.length < batchSize) continue
    await look(batch)
    batch = []
  }
  await look(batch)
  if (removed > 0) log.info({ removed }, 'files: removed stored files that no row names')
  return removed
}
