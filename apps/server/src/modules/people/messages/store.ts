import {
  accounts,
  type DepositReason,
  type MessageChannel,
  type MessageKind,
  type MessageType,
} from '@quayside/contract'
import { defaultLanguage } from '@quayside/contract/constants'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'
import type { SubjectKind, Values } from './message.ts'

// Facts of other modules that messages mention.

export const listOrderFacts = (db: Queryable, shopId: string, ids: readonly string[]) =>
  queryAll(
    db,
    sql<{ id: string; code: string; profit: bigint }>`
      select id, code, profit from orders where shop_id = ${shopId} and id = any(${ids}::uuid[])`,
  )

/** The amount that one ledger event of each order booked to an account of the merchant. */
export const listBookedAmounts = (
  db: Queryable,
  shopId: string,
  event: string,
  account: typeof accounts.merchantPending | typeof accounts.merchantAvailable,
  ids: readonly string[],
) =>
  queryAll(
    db,
    sql<{ id: string; amount: bigint }>`
      select t.ref as id, sum(case p.side when 'C' then p.amount else -p.amount end)::bigint as amount
      from ledger.transfer t join ledger.posting p on p.shop_id = t.shop_id and p.transfer_id = t.id join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id
      where t.shop_id = ${shopId} and t.ref = any(${ids}::uuid[]) and t.event = ${event} and a.owner = ${shopId} and a.kind = ${account}
      group by t.ref`,
  )

/** `borne`: the platform pays the refund. */
export type RefundFacts = { code: string; amount: bigint; by_staff: boolean; borne: boolean; answer_by: Date }
export const readRefundFacts = (db: Queryable, shopId: string, id: string) =>
  queryOne(
    db,
    sql<RefundFacts>`select code, amount, opened_by = 'operator' as by_staff, from_platform > 0 as borne, answer_by
      from refund_order where shop_id = ${shopId} and id = ${id}`,
  )

export const listDepositFacts = (db: Queryable, shopId: string, ids: readonly string[]) =>
  queryAll(
    db,
    sql<{ id: string; code: string; amount: bigint; reason: DepositReason | null }>`
      select id, code, amount, reason from deposit where shop_id = ${shopId} and id = any(${ids}::uuid[])`,
  )

export const readWithdrawalFacts = (db: Queryable, shopId: string, id: string) =>
  queryOne(
    db,
    sql<{ code: string; gross: bigint; net: bigint; reason: string | null }>`
      select code, gross, net, reason from withdrawal where shop_id = ${shopId} and id = ${id}`,
  )

export const readDestinationEnding = (db: Queryable, shopId: string, id: string) =>
  queryOne(db, sql<{ ending: string }>`select ending from destination where shop_id = ${shopId} and id = ${id}`)

/** The listings of these products in a shop, in the order of the products' names. */
export const listListingsOfProducts = (db: Queryable, shopId: string, productIds: readonly string[]) =>
  queryAll(
    db,
    sql<{ id: string; name: string }>`select l.id, p.name from listing l join product p on p.id = l.product_id
      where l.shop_id = ${shopId} and l.product_id = any(${[...productIds]}::uuid[]) order by p.name, l.id`,
  )

export const listListingNames = (db: Queryable, shopId: string, ids: readonly string[]) =>
  queryAll(
    db,
    sql<{ id: string; name: string }>`select l.id, p.name from listing l join product p on p.id = l.product_id
      where l.shop_id = ${shopId} and l.id = any(${ids}::uuid[])`,
  )

export const findMerchant = (db: Queryable, shopId: string) =>
  queryOne(db, sql<{ id: string; email: string }>`select id, email from merchant where shop_id = ${shopId}`)

/** Whether a buyer has ever paid this shop an order. */
export async function hasSold(db: Queryable, shopId: string): Promise<boolean> {
  const row = await queryOne(
    db,
    sql<{
      sold: boolean
    }>`select exists (select from orders where shop_id = ${shopId} and paid_at is not null) as sold`,
  )
  return row!.sold
}

// Messages.

export type MessageRow = {
  id: string
  seq: bigint
  kind: MessageKind
  type: MessageType
  n: number
  values: Values
  cause_kind: SubjectKind | null
  cause_id: string | null
  at: Date
  read_at: Date | null
  /** Of an announcement, by language. */
  texts: Record<string, { title: string; text: string }> | null
}
const columns = sql`m.id, m.seq, m.kind, m.type, m.n, m.values, m.cause_kind, m.cause_id, m.at, m.read_at, a.texts
  from message m left join announcement a on a.id = m.announcement_id`

/** Locks a shop's inbox, or creates it: messages of one shop are written one after the other. */
export const lockInbox = async (tx: Tx, shopId: string) =>
  (await queryOne(
    tx,
    sql<{ last_seq: bigint }>`insert into inbox (shop_id) values (${shopId})
      on conflict (shop_id) do update set last_seq = inbox.last_seq returning last_seq`,
  ))!.last_seq

/** The events among `ids` that have a message already. Reliable only under the inbox's lock. */
export const listProcessedEvents = (tx: Tx, shopId: string, ids: readonly bigint[]) =>
  queryAll(
    tx,
    sql<{
      event_id: bigint
    }>`select event_id from message_event where shop_id = ${shopId} and event_id = any(${ids.map(String)}::bigint[])`,
  )

/** The last unread message of a kind, not older than an instant. */
export const findMergeableMessage = (tx: Tx, shopId: string, kind: MessageKind, since: Date) =>
  queryOne(
    tx,
    sql<{ id: string; values: Values }>`select id, values from message
      where shop_id = ${shopId} and read_at is null and kind = ${kind} and at >= ${since} order by seq desc limit 1`,
  )

export async function insertMessage(
  tx: Tx,
  shopId: string,
  m: Omit<MessageRow, 'seq' | 'read_at' | 'texts'>,
): Promise<void> {
  await sql`with place as (update inbox set last_seq = last_seq + 1 where shop_id = ${shopId} returning last_seq)
    insert into message (shop_id, id, seq, kind, type, n, values, cause_kind, cause_id, at)
    select ${shopId}, ${m.id}, last_seq, ${m.kind}, ${m.type}, ${m.n}, ${JSON.stringify(m.values)}, ${m.cause_kind}, ${m.cause_id}, ${m.at} from place`.execute(
    tx,
  )
}

export const extendMessage = (tx: Tx, shopId: string, id: string, more: number, values: Values) =>
  sql`update message set n = n + ${more}, values = ${JSON.stringify(values)} where shop_id = ${shopId} and id = ${id}`.execute(
    tx,
  )

export const insertMessageEvent = (
  tx: Tx,
  shopId: string,
  event: { eventId: bigint; messageId: string; causeIds: readonly string[] },
) =>
  sql`insert into message_event (shop_id, event_id, message_id, cause_ids)
    values (${shopId}, ${event.eventId}, ${event.messageId}, ${event.causeIds}::uuid[])`.execute(tx)

/** Up to `limit + 1` rows: the extra row says that there is a next page. `total` counts all. */
export const listMessageRows = (
  db: Queryable,
  shopId: string,
  filter: { type?: MessageType | undefined; unread: boolean; before?: bigint | undefined },
  limit: number,
  skip: number,
) => {
  const condition = sql`m.shop_id = ${shopId} ${filter.type ? sql`and m.type = ${filter.type}` : sql``} ${filter.unread ? sql`and m.read_at is null` : sql``}`
  return queryAll(
    db,
    sql<MessageRow & { total: number }>`
      select (select count(*)::int from message m where ${condition}) as total, ${columns}
      where ${condition} ${filter.before === undefined ? sql`` : sql`and m.seq < ${filter.before}`} order by m.seq desc limit ${limit + 1} offset ${skip}`,
  )
}

export const readMessage = (db: Queryable, shopId: string, id: string) =>
  queryOne(db, sql<MessageRow>`select ${columns} where m.shop_id = ${shopId} and m.id = ${id}`)

export const listSubjectIds = async (db: Queryable, shopId: string, messageId: string, limit: number) =>
  (
    await queryAll(
      db,
      sql<{ id: string }>`select c.id from message_event e cross join unnest(e.cause_ids) as c (id)
        where e.shop_id = ${shopId} and e.message_id = ${messageId} order by e.event_id limit ${limit}`,
    )
  ).map(({ id }) => id)

/** Counts up to a bound, so the cost is bounded as well. */
export async function countUnread(db: Queryable, shopId: string, limit: number): Promise<number> {
  const row = await queryOne(
    db,
    sql<{
      n: number
    }>`select count(*)::int as n from (select from message where shop_id = ${shopId} and read_at is null limit ${limit}) m`,
  )
  return row!.n
}

/** Marks messages as read. Returns how many were unread. */
export async function markRead(
  tx: Tx,
  shopId: string,
  selection:
    | 'all'
    | { ids: readonly string[] }
    | { kind: MessageKind }
    | { kind: MessageKind; about: string; until: Date },
  at: Date,
): Promise<number> {
  const condition =
    selection === 'all'
      ? sql``
      : 'ids' in selection
        ? sql`and id = any(${selection.ids}::uuid[])`
        : 'about' in selection
          ? sql`and kind = ${selection.kind} and cause_id = ${selection.about} and at <= ${selection.until}`
          : sql`and kind = ${selection.kind}`
  const rows = await queryAll(
    tx,
    sql<{
      ok: boolean
    }>`update message set read_at = ${at} where shop_id = ${shopId} and read_at is null ${condition} returning true as ok`,
  )
  return rows.length
}

// Notifications by mail and push.

export const readLanguage = async (db: Queryable, shopId: string): Promise<string> =>
  (await queryOne(db, sql<{ lang: string }>`select lang from inbox where shop_id = ${shopId}`))?.lang ?? defaultLanguage

export const writeLanguage = (tx: Tx, shopId: string, lang: string) =>
  sql`insert into inbox (shop_id, lang) values (${shopId}, ${lang}) on conflict (shop_id) do update set lang = excluded.lang
    where inbox.lang <> excluded.lang`.execute(tx)

export type ChoiceRow = { type: MessageType; channel: MessageChannel; wanted: boolean }
export const readChoices = (db: Queryable, shopId: string) =>
  queryAll(db, sql<ChoiceRow>`select type, channel, wanted from message_choice where shop_id = ${shopId}`)

export const writeChoice = (tx: Tx, shopId: string, choice: ChoiceRow) =>
  sql`insert into message_choice (shop_id, type, channel, wanted) values (${shopId}, ${choice.type}, ${choice.channel}, ${choice.wanted})
    on conflict (shop_id, type, channel) do update set wanted = excluded.wanted`.execute(tx)

/** Schedules the notification of a type: at once, or at the end of the quiet period after the former one. */
export const scheduleNotifications = (
  tx: Tx,
  shopIds: readonly string[],
  type: MessageType,
  now: Date,
  quietMs: number,
) =>
  sql`insert into message_telling as t (shop_id, type, due_at) select id, ${type}, ${now} from unnest(${shopIds}::uuid[]) as s (id) order by id
    on conflict (shop_id, type) do update set
      due_at = coalesce(t.due_at, greatest(excluded.due_at, t.told_at + ${quietMs / 1000} * interval '1 second'))`.execute(
    tx,
  )

export type NotificationKey = { shop_id: string; type: MessageType }
/** Due notifications, the oldest first. */
export const anyNotificationIsDue = (now: Date) => sql`exists (select from message_telling where due_at <= ${now})`
export const listDueNotifications = (db: Queryable, now: Date) =>
  queryAll(
    db,
    sql<NotificationKey>`select shop_id, type from message_telling where due_at <= ${now} order by due_at limit 200`,
  )
/** Locks a notification that is still due; false when it is not, or when another worker has it. */
export const lockDueNotification = async (tx: Tx, { shop_id, type }: NotificationKey, now: Date): Promise<boolean> =>
  (await queryOne(
    tx,
    sql`select from message_telling where shop_id = ${shop_id} and type = ${type} and due_at <= ${now} for update skip locked`,
  )) !== undefined

/**
 * Unread messages of a type without a notification yet, newest first; `n` counts only the new events. Marks them as
 * notified.
 */
export const claimUnnotifiedMessages = (tx: Tx, shopId: string, type: MessageType) =>
  queryAll(
    tx,
    sql<MessageRow>`with pending as (
        select shop_id, id, n - told_n as fresh from message
        where shop_id = ${shopId} and type = ${type} and read_at is null and told_n < n for update
      ), marked as (
        update message m set told_n = n from pending u where m.shop_id = u.shop_id and m.id = u.id
      ) select m.id, m.seq, m.kind, m.type, u.fresh as n, m.values, m.cause_kind, m.cause_id, m.at, m.read_at, a.texts
      from pending u join message m using (shop_id, id) left join announcement a on a.id = m.announcement_id order by m.seq desc`,
  )

/** Unread events of a type: a merged message counts each of its events. */
export async function countUnreadOfType(db: Queryable, shopId: string, type: MessageType): Promise<number> {
  const row = await queryOne(
    db,
    sql<{
      n: number
    }>`select coalesce(sum(n), 0)::int as n from message where shop_id = ${shopId} and type = ${type} and read_at is null`,
  )
  return row!.n
}

/** Ends a due notification. `notifiedAt` is null when every message was read before. */
export const finishNotification = (tx: Tx, shopId: string, type: MessageType, notifiedAt: Date | null) =>
  sql`update message_telling set due_at = null, told_at = coalesce(${notifiedAt}::timestamptz, told_at)
    where shop_id = ${shopId} and type = ${type}`.execute(tx)

export type SubscriptionRow = {
  shop_id: string
  id: string
  endpoint: string
  p256dh: string
  auth: string
  lang: string
}

/**
 * Saves the push subscription of a device. A session is one device, so its former subscription is deleted. An endpoint
 * of another shop is taken over only by a holder of the device's keys, or when its session has ended. Returns whether
 * the subscription was saved.
 */
export async function saveSubscription(tx: Tx, s: SubscriptionRow & { tokenHash: Buffer; at: Date }): Promise<boolean> {
  await sql`delete from push_subscription where shop_id = ${s.shop_id} and token_hash = ${s.tokenHash} and endpoint <> ${s.endpoint}`.execute(
    tx,
  )
  const saved = await queryOne(
    tx,
    sql<{
      ok: boolean
    }>`insert into push_subscription as p (shop_id, id, token_hash, endpoint, p256dh, auth, lang, created_at)
      values (${s.shop_id}, ${s.id}, ${s.tokenHash}, ${s.endpoint}, ${s.p256dh}, ${s.auth}, ${s.lang}, ${s.at})
      on conflict (endpoint) do update set shop_id = excluded.shop_id, token_hash = excluded.token_hash, p256dh = excluded.p256dh,
        auth = excluded.auth, lang = excluded.lang
      where p.shop_id = excluded.shop_id or (p.p256dh = excluded.p256dh and p.auth = excluded.auth)
        or not exists (select from session where token_hash = p.token_hash and expires_at > ${s.at})
      returning true as ok`,
  )
  return saved !== undefined
}

export const deleteSubscription = (db: Queryable, shopId: string, selector: { endpoint: string } | { id: string }) =>
  sql`delete from push_subscription where shop_id = ${shopId}
    and ${'id' in selector ? sql`id = ${selector.id}` : sql`endpoint = ${selector.endpoint}`}`.execute(db)

/** Subscriptions of devices with an open session. */
export const listActiveSubscriptions = (db: Queryable, shopId: string, now: Date, usedSince: Date) =>
  queryAll(
    db,
    sql<SubscriptionRow>`select p.shop_id, p.id, p.endpoint, p.p256dh, p.auth, p.lang from push_subscription p join session s using (token_hash)
      where p.shop_id = ${shopId} and s.expires_at > ${now} and s.used_at > ${usedSince}`,
  )

export const readSubscription = (db: Queryable, shopId: string, id: string) =>
  queryOne(
    db,
    sql<SubscriptionRow>`select shop_id, id, endpoint, p256dh, auth, lang from push_subscription where shop_id = ${shopId} and id = ${id}`,
  )
