/** Smaller copies of public pictures. The worker makes them after the upload, in all widths and formats. */
import type { AppContext } from '../../platform/app-context.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import type { Tx } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { narrow } from './picture.ts'
import { findWidth, insertWidth, pictureWidths, readFileRow, type PictureFormat } from './store.ts'

/** Payload of the job `make-picture-widths`. */
export type PictureWidthsRequest = { id: string }

/** Asks the worker for the copies of a picture. One picture at a time: each takes most of a core for half a second. */
export const askForWidths = (tx: Tx, id: string): Promise<void> =>
  enqueueJob(tx, 'make-picture-widths', { id } satisfies PictureWidthsRequest, {
    key: `widths of ${id}`,
    queue: 'pictures',
    attempts: 5,
  })

/** Makes the copies that are missing: first WebP, which every browser reads. A picture that is gone needs none. */
export async function makePictureWidths(ctx: AppContext, { id }: PictureWidthsRequest): Promise<void> {
  for (const format of ['webp', 'avif'] as const)
    for (const width of pictureWidths) {
      if (!(await readFileRow(ctx.db, id, false))) return
      await makeWidth(ctx, id, width, format)
    }
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
