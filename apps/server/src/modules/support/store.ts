import type { SubjectKind } from '@quayside/contract'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../platform/postgres.ts'

export type Party = 'merchant' | 'support'
export type MessageRow = {
  id: string
  seq: bigint
  by_party: Party
  text: string
  file_id: string | null
  about_kind: SubjectKind | null
  about_id: string | null
  about_code: string | null
  at: Date
}
export type ConversationRow = {
  shop_id: string
  last_seq: bigint
  merchant_read: bigint
  support_read: bigint
  waiting_since: Date | null
}

/** Locks the conversation of a shop and creates it when missing: messages get their positions one after the other. */
export async function lockConversation(tx: Tx, shopId: string, at: Date): Promise<ConversationRow> {
  await sql`insert into talk (shop_id, last_at) values (${shopId}, ${at}) on conflict (shop_id) do nothing`.execute(tx)
  return (await queryOne(
    tx,
    sql<ConversationRow>`select shop_id, last_seq, merchant_read, support_read, waiting_since from talk where shop_id = ${shopId} for update`,
  ))!
}

export const findMessage = (db: Queryable, shopId: string, id: string) =>
  queryOne(db, sql<{ seq: bigint }>`select seq from talk_message where shop_id = ${shopId} and id = ${id}`)

export const insertMessage = (
  tx: Tx,
  m: {
    shopId: string
    seq: bigint
    id: string
    by: Party
    authorId: string
    text: string
    fileId: string | null
    about: { kind: SubjectKind; id: string; code: string } | null
    at: Date
  },
) =>
  sql`insert into talk_message (shop_id, seq, id, by_party, author_id, text, file_id, about_kind, about_id, about_code, at)
    values (${m.shopId}, ${m.seq}, ${m.id}, ${m.by}, ${m.authorId}, ${m.text}, ${m.fileId}, ${m.about?.kind ?? null}, ${m.about?.id ?? null},
      ${m.about?.code ?? null}, ${m.at})`.execute(tx)

/** The last texts of one party, newest first. */
export const listLastTexts = async (tx: Tx, shopId: string, by: Party, limit: number): Promise<string[]> =>
  (
    await queryAll(
      tx,
      sql<{ text: string }>`select text from talk_message where shop_id = ${shopId} and by_party = ${by} and text <> ''
        order by seq desc limit ${limit}`,
    )
  ).map((row) => row.text)

/** Updates a conversation after a new message. This marks all earlier messages as read by the author. */
export const updateConversation = (
  tx: Tx,
  shopId: string,
  by: Party,
  seq: bigint,
  waitingSince: Date | null,
  at: Date,
) =>
  sql`update talk set last_seq = ${seq}, last_at = ${at}, waiting_since = ${waitingSince}, ${sql.ref(`${by}_read`)} = ${seq} where shop_id = ${shopId}`.execute(
    tx,
  )

export const insertAnswerTime = (tx: Tx, shopId: string, seq: bigint, seconds: number, at: Date) =>
  sql`insert into talk_answer (shop_id, seq, waited_seconds, at) values (${shopId}, ${seq}, ${seconds}, ${at})`.execute(
    tx,
  )

/** Moves the read mark forward, at most to the end. Returns whether it moved. */
export async function markRead(tx: Tx, shopId: string, by: Party, seq: number): Promise<boolean> {
  const column = sql.ref(`${by}_read`)
  const row = await queryOne(
    tx,
    sql<{
      ok: boolean
    }>`update talk set ${column} = least(${seq}::bigint, last_seq) where shop_id = ${shopId} and ${column} < least(${seq}::bigint, last_seq)
      returning true as ok`,
  )
  return row !== undefined
}

export const findConversation = (db: Queryable, shopId: string) =>
  queryOne(
    db,
    sql<ConversationRow>`select shop_id, last_seq, merchant_read, support_read, waiting_since from talk where shop_id = ${shopId}`,
  )

/** One row more than `limit`, to know whether there are more. */
export const listMessages = (db: Queryable, shopId: string, before: number | undefined, limit: number) =>
  queryAll(
    db,
    sql<MessageRow>`select id, seq, by_party, text, file_id, about_kind, about_id, about_code, at from talk_message
      where shop_id = ${shopId} ${before === undefined ? sql`` : sql`and seq < ${before}`} order by seq desc limit ${limit + 1}`,
  )

/** Messages of the other party that this party has not read. */
export async function countUnread(db: Queryable, shopId: string, by: Party): Promise<number> {
  const row = await queryOne(
    db,
    sql<{ n: number }>`select count(*)::int as n from talk t join talk_message m using (shop_id)
      where t.shop_id = ${shopId} and m.seq > t.${sql.ref(`${by}_read`)} and m.by_party <> ${by}`,
  )
  return row!.n
}

/** The median waiting time of answers since an instant, in minutes; null without answers. */
export async function medianAnswerMinutes(db: Queryable, since: Date): Promise<number | null> {
  const row = await queryOne(
    db,
    sql<{
      minutes: number | null
    }>`select ceil(percentile_cont(0.5) within group (order by waited_seconds) / 60)::int as minutes from talk_answer where at >= ${since}`,
  )
  return row?.minutes ?? null
}

export const listConversations = (db: Queryable, waiting: boolean, limit: number, skip: number) =>
  queryAll(
    db,
    sql<{
      shop_id: string
      shop_name: string | null
      last_at: Date
      last: string
      waiting_since: Date | null
      unread: number
      total: number
    }>`
      select t.shop_id, s.name as shop_name, t.last_at, m.text as last, t.waiting_since,
        (select count(*)::int from talk_message u where u.shop_id = t.shop_id and u.seq > t.support_read and u.by_party = 'merchant') as unread,
        count(*) over ()::int as total
      from talk t join shop s on s.id = t.shop_id join talk_message m on m.shop_id = t.shop_id and m.seq = t.last_seq
      where ${waiting ? sql`t.waiting_since is not null` : sql`true`}
      order by t.waiting_since nulls last, t.last_at desc limit ${limit} offset ${skip}`,
  )

export const findMessageFile = (db: Queryable, shopId: string, messageId: string) =>
  queryOne(
    db,
    sql<{ file_id: string | null }>`select file_id from talk_message where shop_id = ${shopId} and id = ${messageId}`,
  )
