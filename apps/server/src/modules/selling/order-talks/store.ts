import type { Language, OrderTalkParty } from '@quayside/contract'
import type { TimePosition } from '../../../platform/http/cursor.ts'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'

export type TalkKey = { shopId: string; orderId: string }

/** The order of a conversation, with the conversation as far as it exists. */
export type OrderTalkRow = {
  shop_id: string
  order_id: string
  code: string
  shop_code: string
  shop_name: string | null
  buyer_id: string
  buyer_name: string
  paid_at: Date | null
  completed_at: Date | null
  cancelled_at: Date | null
  last_seq: bigint
  buyer_read: bigint
  merchant_read: bigint
  support_read: bigint
  support_read_at: Date | null
  taken_by: string | null
}

export const findOrderTalk = (db: Queryable, { shopId, orderId }: TalkKey) =>
  queryOne(
    db,
    sql<OrderTalkRow>`select o.shop_id, o.id as order_id, o.code, s.code as shop_code, s.name as shop_name, o.buyer_id, o.buyer_name, o.paid_at, o.completed_at, o.cancelled_at,
        coalesce(t.last_seq, 0) as last_seq, coalesce(t.buyer_read, 0) as buyer_read, coalesce(t.merchant_read, 0) as merchant_read,
        coalesce(t.support_read, 0) as support_read, t.support_read_at, t.taken_by
      from orders o join shop s on s.id = o.shop_id left join order_talk t on t.shop_id = o.shop_id and t.order_id = o.id
      where o.shop_id = ${shopId} and o.id = ${orderId}`,
  )

/**
 * Locks the conversation of an order and creates it when missing: messages get their positions one after the other.
 * Undefined without such an order.
 */
export async function lockOrderTalk(tx: Tx, key: TalkKey, at: Date): Promise<OrderTalkRow | undefined> {
  await sql`insert into order_talk (shop_id, order_id, buyer_id, order_code, last_at)
    select o.shop_id, o.id, o.buyer_id, o.code, ${at}::timestamptz from orders o where o.shop_id = ${key.shopId} and o.id = ${key.orderId}
    on conflict (shop_id, order_id) do nothing`.execute(tx)
  await sql`select from order_talk where shop_id = ${key.shopId} and order_id = ${key.orderId} for update`.execute(tx)
  return findOrderTalk(tx, key)
}

export type OrderTalkMessageRow = {
  id: string
  seq: bigint
  by_party: OrderTalkParty
  staff: number | null
  language: Language
  text: string
  flagged: boolean
  at: Date
}

/** One row more than `limit`, to know whether there are more. */
export const listOrderTalkMessages = (
  db: Queryable,
  { shopId, orderId }: TalkKey,
  before: number | undefined,
  limit: number,
) =>
  queryAll(
    db,
    sql<OrderTalkMessageRow>`select m.id, m.seq, m.by_party, case when m.by_party = 'support' then o.staff_number end as staff, m.language, m.text,
        m.flagged, m.at
      from order_talk_message m left join operator o on o.id = m.author_id
      where m.shop_id = ${shopId} and m.order_id = ${orderId} ${before === undefined ? sql`` : sql`and m.seq < ${before}`}
      order by m.seq desc limit ${limit + 1}`,
  )

export const findOrderTalkMessage = (db: Queryable, { shopId, orderId }: TalkKey, id: string) =>
  queryOne(
    db,
    sql<{
      seq: bigint
    }>`select seq from order_talk_message where shop_id = ${shopId} and order_id = ${orderId} and id = ${id}`,
  )

/** The last messages, newest first, with their sides. */
export const listLastSides = (tx: Tx, { shopId, orderId }: TalkKey, limit: number) =>
  queryAll(
    tx,
    sql<{ by_party: OrderTalkParty; text: string }>`select by_party, text from order_talk_message
      where shop_id = ${shopId} and order_id = ${orderId} order by seq desc limit ${limit}`,
  )

export const insertOrderTalkMessage = (
  tx: Tx,
  m: TalkKey & {
    seq: bigint
    id: string
    by: OrderTalkParty
    authorId: string
    language: Language
    text: string
    flagged: boolean
    at: Date
  },
) =>
  sql`insert into order_talk_message (shop_id, order_id, seq, id, by_party, author_id, language, text, flagged, at)
    values (${m.shopId}, ${m.orderId}, ${m.seq}, ${m.id}, ${m.by}, ${m.authorId}, ${m.language}, ${m.text}, ${m.flagged}, ${m.at})`.execute(
    tx,
  )

/** Updates a conversation after a message. Its author has read everything before it; an answer ends the waiting. */
export const writeLastMessage = (
  tx: Tx,
  { shopId, orderId }: TalkKey,
  { seq, by, flagged, at }: { seq: bigint; by: OrderTalkParty; flagged: boolean; at: Date },
) =>
  sql`update order_talk set last_seq = ${seq}, last_at = ${at},
      buyer_read = case when ${by} = 'buyer' then ${seq}::bigint else buyer_read end,
      merchant_read = case when ${by} = 'merchant' then ${seq}::bigint else merchant_read end,
      waiting_since = case when ${by} = 'buyer' then coalesce(waiting_since, ${at}::timestamptz) end,
      flagged_seq = case when ${flagged} then ${seq}::bigint else flagged_seq end
    where shop_id = ${shopId} and order_id = ${orderId}`.execute(tx)

/** Moves the read mark of one side forward, at most to the end. Returns whether it moved. */
export async function markSideRead(
  tx: Tx,
  { shopId, orderId }: TalkKey,
  side: 'buyer' | 'merchant',
  seq: number,
): Promise<boolean> {
  const column = sql.ref(`${side}_read`)
  const row = await queryOne(
    tx,
    sql<{ ok: boolean }>`update order_talk set ${column} = least(${seq}::bigint, last_seq)
      where shop_id = ${shopId} and order_id = ${orderId} and ${column} < least(${seq}::bigint, last_seq) returning true as ok`,
  )
  return row !== undefined
}

/** Marks up to where an operator has read, and when: the merchant sees when. */
export const writeSupportRead = (tx: Tx, { shopId, orderId }: TalkKey, seq: number, at: Date) =>
  sql`update order_talk set support_read = greatest(support_read, least(${seq}::bigint, last_seq)), support_read_at = ${at}
    where shop_id = ${shopId} and order_id = ${orderId}`.execute(tx)

export const writeTaken = (tx: Tx, { shopId, orderId }: TalkKey, operatorId: string | null, at: Date) =>
  sql`update order_talk set taken_by = ${operatorId}, taken_at = ${operatorId === null ? null : at}
    where shop_id = ${shopId} and order_id = ${orderId}`.execute(tx)

export type OrderTalkListRow = {
  order_id: string
  code: string
  buyer_name: string
  last: string
  last_by: OrderTalkParty
  last_at: Date
  waiting_since: Date | null
  taken_by: string | null
  unread: number
}

/** Messages that the merchant has not read, of one conversation `t`. */
const unreadSql = sql`(select count(*)::int from order_talk_message u
    where u.shop_id = t.shop_id and u.order_id = t.order_id and u.seq > t.merchant_read and u.by_party <> 'merchant')`

export const listShopsTalks = (db: Queryable, shopId: string, after: TimePosition | undefined, limit: number) =>
  queryAll(
    db,
    sql<OrderTalkListRow>`select t.order_id, t.order_code as code, o.buyer_name, m.text as last, m.by_party as last_by, t.last_at, t.waiting_since,
        t.taken_by, ${unreadSql} as unread
      from order_talk t join orders o on o.shop_id = t.shop_id and o.id = t.order_id
        join order_talk_message m on m.shop_id = t.shop_id and m.order_id = t.order_id and m.seq = t.last_seq
      where t.shop_id = ${shopId} ${after ? sql`and (t.last_at, t.order_id) < (${after.at}, ${after.id}::uuid)` : sql``}
      order by t.last_at desc, t.order_id desc limit ${limit}`,
  )

/** The unread messages of a merchant, of one order or of all. */
export async function countUnreadOrderTalks(
  db: Queryable,
  shopId: string,
  orderId: string | undefined,
): Promise<number> {
  const row = await queryOne(
    db,
    sql<{ n: number }>`select coalesce(sum(${unreadSql}), 0)::int as n from order_talk t
      where t.shop_id = ${shopId} ${orderId === undefined ? sql`` : sql`and t.order_id = ${orderId}`} and t.merchant_read < t.last_seq`,
  )
  return row!.n
}

export const countOrderTalks = async (db: Queryable, shopId: string): Promise<number> =>
  (await queryOne(db, sql<{ n: number }>`select count(*)::int as n from order_talk where shop_id = ${shopId}`))!.n

/** Answers that the buyer has not read. */
export async function countUnreadAnswers(db: Queryable, { shopId, orderId }: TalkKey): Promise<number> {
  const row = await queryOne(
    db,
    sql<{ n: number }>`select count(*)::int as n from order_talk t join order_talk_message m using (shop_id, order_id)
      where t.shop_id = ${shopId} and t.order_id = ${orderId} and m.seq > t.buyer_read and m.by_party <> 'buyer'`,
  )
  return row!.n
}

export const findOperatorName = async (db: Queryable, operatorId: string): Promise<string> =>
  (await queryOne(db, sql<{ name: string }>`select name from operator where id = ${operatorId}`))!.name
