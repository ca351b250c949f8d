import { hostname } from 'node:os'
// Imported, so that the bundle of a release contains the version: its folders are not as deep as those of the sources.
import manifest from '../../../../../../package.json' with { type: 'json' }
import type { AppContext } from '../../../platform/app-context.ts'
import { newId } from '../../../platform/database/ids.ts'
import { pollLoop } from '../../../platform/jobs/poll-loop.ts'
import { deleteCopy, deleteOldCopies, writeCopy } from './copy-store.ts'

/** Milliseconds between two signs of life. */
const interval = 15_000

/**
 * Writes regularly that this copy of the server lives, and in which state. Returns the function that ends it and
 * removes the copy from the list.
 */
export function startHeartbeat(ctx: AppContext): () => Promise<void> {
  const { runs } = ctx.settings
  const copy = {
    id: newId(),
    host: hostname(),
    process: process.pid,
    runs: Object.entries(runs).flatMap(([name, on]) => (on ? [name] : [])),
    version: manifest.version,
    node: process.version,
    sealing_keys: ctx.keys.newestIds,
  }
  const stop = pollLoop({
    interval,
    async work() {
      const { totalCount, waitingCount } = ctx.pool
      await writeCopy(ctx.db, {
        ...copy,
        clock_right: ctx.clockCheck.isRight,
        listening: ctx.changes.connected,
        connections: totalCount,
        waiting: waitingCount,
      })
      await deleteOldCopies(ctx.db)
    },
    onError: (error) => ctx.log.warn({ err: error }, 'monitoring: writing the sign of life failed'),
  })
  return async () => {
    await stop()
    await deleteCopy(ctx.db, copy.id).catch(() => undefined)
  }
}
