import type { House } from '../../platform/house.ts'
import type { Queryable } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { unseal } from './sealed.ts'
import { readFileRow } from './store.ts'

/** Opens a picture that has no address. Whoever calls this has made sure that the caller may see it; views of identity photos are logged before. */
export async function readPrivateFile(
  house: House,
  on: Queryable,
  id: string,
): Promise<{ contentType: string; content: Buffer }> {
  const row = await readFileRow(on, id, true)
  if (!row?.wrapped_key) return refuse('file/not-found')
  const key = unseal(house.settings.masterKey, row.wrapped_key, `key of ${id}`)
  const content = unseal(key, await house.storage.get(row.storage_key), `file ${id}`)
  return { contentType: row.content_type, content }
}
