/** Smaller copies of public pictures: WebP when one is asked for, AVIF by the worker. */
import type { AppContext } from '../../../platform/app-context.ts'
import { enqueueJob, type JobPayloads } from '../../../platform/jobs/jobs.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { narrow } from './picture.ts'
import { findWidth, insertWidth, readFileRow, type PictureFormat } from './store.ts'

/**
 * Asks the worker for the AVIF of a picture in one width: 120 to 430 ms of a core, four times a WebP. Only pictures
 * that somebody looks at are worth it. One at a time.
 */
export const askForAvif = (tx: Tx, id: string, width: number): Promise<void> =>
  enqueueJob(
    tx,
    'make-picture-avif',
    { id, width },
    {
      key: `avif of ${id} ${width}`,
      queue: 'pictures',
      attempts: 5,
    },
  )

/** Makes the copy that was asked for. A picture that is gone needs none. */
export async function makePictureAvif(ctx: AppContext, { id, width }: JobPayloads['make-picture-avif']): Promise<void> {
  if (await readFileRow(ctx.db, id, false)) await makeWidth(ctx, id, width, 'avif')
}

/** Makes and keeps a smaller copy; returns its storage key. Of two requests at once the first one's copy is kept. */
export async function makeWidth(ctx: AppContext, id: string, width: number, format: PictureFormat): Promise<string> {
  const made = await findWidth(ctx.db, id, width, format)
  if (made !== undefined) return made
  const row = await readFileRow(ctx.db, id, false)
  if (!row) return refuse('request/not-found')
  const content = await narrow(await ctx.storage.get(row.storage_key), width, format)
  const storageKey = await ctx.storage.put(content)
  const at = ctx.clock.now()
  if (await insertWidth(ctx.db, { id, width, format, storageKey, bytes: content.length, at })) return storageKey
  await ctx.storage.remove(storageKey)
  return (await findWidth(ctx.db, id, width, format))!
}
