import type { AppContext } from '../../../platform/app-context.ts'
import type { Queryable } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { decrypt } from '../../../platform/security/encryption.ts'
import { fileKeyContext, readFileRow } from './store.ts'

/** Decrypts a private picture. The caller must have checked access and, for identity photos, logged the view. */
export async function readPrivateFile(
  ctx: AppContext,
  db: Queryable,
  id: string,
): Promise<{ contentType: string; content: Buffer }> {
  const row = await readFileRow(db, id, true)
  if (!row?.wrapped_key) return refuse('file/not-found')
  const key = ctx.keys.open('file', row.wrapped_key, fileKeyContext(id))
  const content = decrypt(key, await ctx.storage.get(row.storage_key), `file ${id}`)
  return { contentType: row.content_type, content }
}
