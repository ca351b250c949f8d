/** Deletes what has reached the end of its time. docs/privacy.md lists the times; the database holds them. */
import type { AppContext } from '../../platform/app-context.ts'
import {
  deleteExpiredDeskRows,
  deleteExpiredOrderTalks,
  deleteExpiredRows,
  expiringDeskRows,
  expiringRows,
  shredIdentityPhotos,
} from './store.ts'

/** Rows of one statement: a transaction of some hundredths of a second. */
const batchSize = 5000
/** Statements of one kind in one run. What is left goes in the next run, an hour later. */
const maxBatches = 20

/** Deletes expired rows and identity photos. Each batch is a transaction of its own. Returns the rows by kind. */
export async function deleteExpired({ db, log }: Pick<AppContext, 'db' | 'log'>): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {}
  const inBatches = async (kind: string, deleteBatch: () => Promise<number>): Promise<void> => {
    for (let batch = 0; batch < maxBatches; batch += 1) {
      const n = await deleteBatch()
      if (n > 0) deleted[kind] = (deleted[kind] ?? 0) + n
      if (n < batchSize) break
    }
  }
  for (const kind of expiringRows) await inBatches(kind, () => deleteExpiredRows(db, kind, batchSize))
  for (const kind of expiringDeskRows) await inBatches(kind, () => deleteExpiredDeskRows(db, kind, batchSize))
  await inBatches('conversations about orders', () => deleteExpiredOrderTalks(db, batchSize))
  const photos = await shredIdentityPhotos(db, 500)
  if (photos > 0) deleted['identity photos'] = photos
  if (Object.keys(deleted).length > 0) log.info({ deleted }, 'privacy: deleted what reached the end of its time')
  return deleted
}
