import type { FilePurpose } from '@quayside/contract'
import { queryOne, sql, type Queryable } from '../../platform/postgres.ts'

export type Owner = { who: 'merchant' | 'operator' | 'buyer'; id: string }
export type FileRow = {
  id: string
  purpose: FilePurpose
  private: boolean
  content_type: string
  storage_key: string
  wrapped_key: Buffer | null
}

export const urlOf = (id: string): string => `/files/${id}.webp`

/** A file of this owner and purpose; undefined also for the file of another owner. */
export const fileOf = (db: Queryable, id: string, owner: Owner, purpose: FilePurpose) =>
  queryOne(
    db,
    sql<FileRow>`select id, purpose, private, content_type, storage_key, wrapped_key from file
      where id = ${id} and owner_who = ${owner.who} and owner_id = ${owner.id} and purpose = ${purpose}`,
  )

/** Public URL of a file of this owner and purpose; null for a missing or private one. */
export async function publicUrlOf(
  db: Queryable,
  id: string,
  owner: Owner,
  purpose: FilePurpose,
): Promise<string | null> {
  const row = await fileOf(db, id, owner, purpose)
  return row && !row.private ? urlOf(row.id) : null
}

export const readFileRow = (db: Queryable, id: string, isPrivate: boolean) =>
  queryOne(
    db,
    sql<FileRow>`select id, purpose, private, content_type, storage_key, wrapped_key from file where id = ${id} and private = ${isPrivate}`,
  )

export const insertFile = (
  db: Queryable,
  f: {
    id: string
    owner: Owner
    shopId: string | null
    purpose: FilePurpose
    contentType: string
    bytes: number
    width: number
    height: number
    storageKey: string
    wrappedKey: Buffer | null
    at: Date
  },
) =>
  sql`insert into file (id, owner_who, owner_id, shop_id, purpose, private, content_type, bytes, width, height, storage_key, wrapped_key, key_id, created_at)
    values (${f.id}, ${f.owner.who}, ${f.owner.id}, ${f.shopId}, ${f.purpose}, ${f.wrappedKey !== null}, ${f.contentType}, ${f.bytes}, ${f.width}, ${f.height},
      ${f.storageKey}, ${f.wrappedKey}, ${f.wrappedKey ? 'master-1' : null}, ${f.at})`.execute(db)
