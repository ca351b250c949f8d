import type { Queryable } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { fileOf, type Owner } from '../../shop/files/store.ts'

/** The pictures without repetition. Refuses `file/not-found` for one that the owner did not upload for a refund. */
export async function ownPictures(db: Queryable, owner: Owner, pictures: readonly string[]): Promise<string[]> {
  const ids = [...new Set(pictures)]
  for (const id of ids) if (!(await fileOf(db, id, owner, 'refund'))) refuse('file/not-found')
  return ids
}
