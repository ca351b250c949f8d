import type { Language } from '@quayside/contract'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'
import { totalOf } from '../../../platform/database/total-of.ts'

export type Texts = Partial<Record<Language, string>>
export type ReplyRow = {
  id: string
  name: string
  texts: Texts
  version: number
  changed_at: Date
  used_at: Date | null
  uses: number
}
const columns = sql`id, name, texts, version, changed_at, used_at, uses`
/** The last used first; a reply that was never used stands where its last change stands. */
const sortedAt = sql`coalesce(used_at, changed_at)`

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

export const listReplyRows = (
  db: Queryable,
  search: string | undefined,
  after: { at: Date; id: string } | undefined,
  limit: number,
) => {
  const found = sql`deleted_at is null
    ${search ? sql`and (name ilike '%' || ${escapeLike(search)} || '%' or texts ->> 'en' ilike '%' || ${escapeLike(search)} || '%')` : sql``}`
  return queryAll(
    db,
    sql<ReplyRow & { sorted_at: Date; total: number }>`
      select ${columns}, ${sortedAt} as sorted_at, ${totalOf(sql`from saved_reply where ${found}`)} from saved_reply where ${found}
        ${after ? sql`and (${sortedAt}, id) < (${after.at}, ${after.id}::uuid)` : sql``}
      order by ${sortedAt} desc, id desc limit ${limit}`,
  )
}

export const findReply = (db: Queryable, id: string) =>
  queryOne(db, sql<ReplyRow>`select ${columns} from saved_reply where id = ${id} and deleted_at is null`)

/** False when the id exists already. Violates `saved_reply_name` for a name in use. */
export const insertReply = async (
  tx: Tx,
  r: { id: string; name: string; texts: Texts; by: string; at: Date },
): Promise<boolean> =>
  (await queryOne(
    tx,
    sql<{ ok: boolean }>`insert into saved_reply (id, name, texts, changed_by, changed_at)
      values (${r.id}, ${r.name}, ${JSON.stringify(r.texts)}, ${r.by}, ${r.at}) on conflict (id) do nothing returning true as ok`,
  )) !== undefined

/** Changes the version that the operator has read; undefined when there is another version by now. */
export const updateReply = (
  tx: Tx,
  r: { id: string; version: number; name: string; texts: Texts; by: string; at: Date },
) =>
  queryOne(
    tx,
    sql<{
      version: number
    }>`update saved_reply set name = ${r.name}, texts = ${JSON.stringify(r.texts)}, version = version + 1,
        changed_by = ${r.by}, changed_at = ${r.at}
      where id = ${r.id} and version = ${r.version} and deleted_at is null returning version`,
  )

export const deleteReplyRow = async (tx: Tx, id: string, by: string, at: Date): Promise<boolean> =>
  (await queryOne(
    tx,
    sql<{ ok: boolean }>`update saved_reply set deleted_at = ${at}, changed_by = ${by}, changed_at = ${at}
      where id = ${id} and deleted_at is null returning true as ok`,
  )) !== undefined

export const markReplyUsed = (tx: Tx, id: string, at: Date) =>
  sql`update saved_reply set used_at = ${at}, uses = uses + 1 where id = ${id}`.execute(tx)
