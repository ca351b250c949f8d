import type { FilePurpose } from '@quayside/contract'
import { queryOne, sql, type Queryable } from '../../../platform/database/postgres.ts'

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
    fingerprint: Buffer
    at: Date
  },
) =>
  sql`insert into file (id, owner_who, owner_id, shop_id, purpose, private, content_type, bytes, width, height, storage_key, wrapped_key, fingerprint, created_at)
    values (${f.id}, ${f.owner.who}, ${f.owner.id}, ${f.shopId}, ${f.purpose}, ${f.wrappedKey !== null}, ${f.contentType}, ${f.bytes}, ${f.width}, ${f.height},
      ${f.storageKey}, ${f.wrappedKey}, ${f.fingerprint}, ${f.at})`.execute(db)

export const fileKeyContext = (id: string) => `key of ${id}`

/** The widths in pixels, and the formats, in which public pictures are served. */
export const pictureWidths = [160, 320, 480, 640, 960, 1280] as const
export type PictureFormat = 'avif' | 'webp'

/** The storage key of a smaller copy of a picture; undefined until it is made. */
export const findWidth = async (db: Queryable, id: string, width: number, format: PictureFormat) =>
  (
    await queryOne(
      db,
      sql<{
        storage_key: string
      }>`select storage_key from file_width where file_id = ${id} and width = ${width} and format = ${format}`,
    )
  )?.storage_key

/** Keeps a smaller copy. False when another request has made it first. */
export const insertWidth = async (
  db: Queryable,
  w: { id: string; width: number; format: PictureFormat; storageKey: string; bytes: number; at: Date },
): Promise<boolean> =>
  (await queryOne(
    db,
    sql<{ ok: boolean }>`insert into file_width (file_id, width, format, storage_key, bytes, made_at)
      values (${w.id}, ${w.width}, ${w.format}, ${w.storageKey}, ${w.bytes}, ${w.at}) on conflict do nothing returning true as ok`,
  )) !== undefined
