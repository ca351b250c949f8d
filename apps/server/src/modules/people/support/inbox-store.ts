/** The lists of the inbox, the notes, and what stands beside a conversation. */
import type { ConversationState, ConversationView, Language } from '@quayside/contract'
import { contains, queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'
import type { Party } from './store.ts'

export type InboxRow = {
  party_id: string
  shop_id: string | null
  name: string | null
  code: string | null
  state: ConversationState
  snoozed_until: Date | null
  last_at: Date
  last: string
  /** A part of the newest message with the words that were searched for. */
  found: string | null
  waiting_since: Date | null
  queued_at: Date
  unread: number
  assigned_to: string | null
  assigned_name: string | null
  claimed_by: string | null
  claimed_name: string | null
  claimed_until: Date | null
}
/**
 * Whether the words of messages are searched for a text. A shorter one is in most messages, and has no trigram for the
 * index. Words of Chinese, Japanese and Korean have two characters.
 */
const isWord = (search: string): boolean => [...search].length >= (/^[\0-\u024f]*$/.test(search) ? 3 : 2)
/** Characters of a message before the words that were found, and in all. */
const [before, shown] = [20, 200]
const foundSql = (search: string | undefined) =>
  search === undefined || !isWord(search)
    ? sql`null::text`
    : sql`(select case when p.place > ${before + 1}::int then '…' else '' end || substr(x.text, greatest(1, p.place - ${before}::int), ${shown}::int)
        from talk_message x cross join lateral (select strpos(lower(x.text), lower(${search})) as place) p
        where x.party_id = t.party_id and x.text ilike ${contains(search)} order by x.seq desc limit 1)`
const rowSql = (search: string | undefined) =>
  sql`t.party_id, t.shop_id, coalesce(s.name, b.name) as name, s.code, t.state, t.snoozed_until, t.last_at, coalesce(m.text, '') as last,
    ${foundSql(search)} as found, t.waiting_since, t.queued_at,
    (select count(*)::int from talk_message u where u.party_id = t.party_id and u.seq > t.support_read and u.by_party <> 'support') as unread,
    t.assigned_to, a.name as assigned_name, t.claimed_by, c.name as claimed_name, t.claimed_until
  from talk t left join shop s on s.id = t.shop_id left join buyer b on b.id = t.buyer_id
    left join talk_message m on m.party_id = t.party_id and m.seq = t.last_seq
    left join operator a on a.id = t.assigned_to left join operator c on c.id = t.claimed_by`

/** Not done, and not snoozed at this instant. */
const isOpen = (now: Date) => sql`t.state <> 'done' and (t.state <> 'snoozed' or t.snoozed_until <= ${now})`

const conditionOf = (view: ConversationView, operatorId: string, now: Date) =>
  ({
    waiting: sql`${isOpen(now)} and not t.answered`,
    open: isOpen(now),
    mine: sql`${isOpen(now)} and t.assigned_to = ${operatorId}`,
    unassigned: sql`${isOpen(now)} and t.assigned_to is null`,
    snoozed: sql`t.state = 'snoozed' and t.snoozed_until > ${now}`,
    done: sql`t.state = 'done' and t.last_seq > 0`,
    all: sql`t.last_seq > 0`,
  })[view]

/** Whether a view is sorted by waiting time; the others are sorted by the last message. */
export const isQueue = (view: ConversationView): boolean => !['snoozed', 'done', 'all'].includes(view)

export type InboxFilter = {
  view: ConversationView
  party?: Party['who'] | undefined
  search?: string | undefined
  operatorId: string
}
export type InboxPosition = { answered: boolean; at: Date; id: string }

/**
 * A word in more messages than this is looked up conversation by conversation, in the order of the list: its page is
 * full soon. A rarer one would make that walk long, and is looked up in the index of words.
 */
const maxFound = 10_000
const isRare = async (db: Queryable, search: string, most: number): Promise<boolean> =>
  (await queryOne(
    db,
    sql<{ n: number }>`select count(*)::int as n
      from (select from talk_message x where x.text ilike ${contains(search)} limit ${most + 1}) x`,
  ))!.n <= most

const wordsSql = (search: string, rare: boolean) =>
  rare
    ? sql`t.party_id in (select x.party_id from talk_message x where x.text ilike ${contains(search)})`
    : // Not "exists", which the planner may answer by all rows at once.
      sql`(select true from talk_message x where x.party_id = t.party_id and x.text ilike ${contains(search)} limit 1)`

const matches = (search: string, rare: boolean) =>
  sql`(s.code = upper(${search}) or s.name ilike ${contains(search)} or b.name ilike ${contains(search)}
    or exists (select from orders o where o.code = upper(${search}) and (o.shop_id = t.shop_id or o.buyer_id = t.buyer_id))
    ${isWord(search) ? sql`or ${wordsSql(search, rare)}` : sql``})`

/** One row more than `limit`, to know whether there are more. */
export const listInbox = async (
  db: Queryable,
  { view, party, search, operatorId }: InboxFilter,
  after: InboxPosition | undefined,
  limit: number,
  now: Date,
  /** A word in more messages is frequent. */
  most = maxFound,
) => {
  const start = after
    ? isQueue(view)
      ? sql`and (t.answered, t.queued_at, t.party_id) > (${after.answered}, ${after.at}, ${after.id}::uuid)`
      : sql`and (t.last_at, t.party_id) < (${after.at}, ${after.id}::uuid)`
    : sql``
  const rare = search !== undefined && isWord(search) && (await isRare(db, search, most))
  return queryAll(
    db,
    sql<InboxRow>`select ${rowSql(search)} where ${conditionOf(view, operatorId, now)}
      ${party === 'merchant' ? sql`and t.shop_id is not null` : party === 'buyer' ? sql`and t.buyer_id is not null` : sql``}
      ${search ? sql`and ${matches(search, rare)}` : sql``} ${start}
      order by ${isQueue(view) ? sql`t.answered, t.queued_at, t.party_id` : sql`t.last_at desc, t.party_id desc`} limit ${limit + 1}`,
  )
}

export const readInboxRow = (db: Queryable, partyId: string) =>
  queryOne(db, sql<InboxRow>`select ${rowSql(undefined)} where t.party_id = ${partyId}`)

/** Each view counted up to a bound, so that the cost is bounded as well. */
export const countInbox = async (db: Queryable, operatorId: string, most: number, now: Date) => {
  const count = (view: ConversationView) =>
    sql`(select count(*)::int from (select from talk t where ${conditionOf(view, operatorId, now)} limit ${most}) n)`
  return (await queryOne(
    db,
    sql<{
      waiting: number
      open: number
      mine: number
      unassigned: number
      snoozed: number
      waiting_since: Date | null
    }>`select ${count('waiting')} as waiting, ${count('open')} as open, ${count('mine')} as mine, ${count('unassigned')} as unassigned,
        ${count('snoozed')} as snoozed, (select min(t.waiting_since) from talk t where ${isOpen(now)}) as waiting_since`,
  ))!
}

// Notes.

export const insertNote = (tx: Tx, note: { partyId: string; id: string; operatorId: string; text: string; at: Date }) =>
  sql`insert into talk_note (party_id, id, operator_id, text, at) values (${note.partyId}, ${note.id}, ${note.operatorId}, ${note.text}, ${note.at})
    on conflict (party_id, id) do nothing`.execute(tx)

/** The newest notes, oldest first. */
export const listNotes = (db: Queryable, partyId: string, limit: number) =>
  queryAll(
    db,
    sql<{ id: string; text: string; operator_id: string; name: string; at: Date }>`
      select * from (select n.id, n.text, n.operator_id, o.name, n.at from talk_note n join operator o on o.id = n.operator_id
        where n.party_id = ${partyId} order by n.at desc, n.id desc limit ${limit}) newest order by at, id`,
  )

// Operators of the desk.

const atDesk = sql`o.deactivated_at is null
  and exists (select from operator_desk d where d.operator_id = o.id and d.desk = 'support' and d.revoked_at is null)`
export const listDeskOperators = (db: Queryable) =>
  queryAll(
    db,
    sql<{ id: string; name: string }>`select o.id, o.name from operator o where ${atDesk} order by o.name, o.id`,
  )
export const isAtDesk = async (db: Queryable, operatorId: string): Promise<boolean> =>
  (await queryOne(db, sql<{ id: string }>`select o.id from operator o where o.id = ${operatorId} and ${atDesk}`)) !==
  undefined

// Beside a conversation.

/** The language of the merchant's app. English for a buyer, whose pages have none yet. */
export const readPartyLanguage = async (db: Queryable, party: Party): Promise<Language> =>
  (await queryOne(db, sql<{ lang: Language }>`select lang from inbox where shop_id = ${party.id}`))?.lang ?? 'en'

export const readShopBrief = (db: Queryable, shopId: string) =>
  queryOne(
    db,
    sql<{
      id: string
      code: string
      name: string | null
      country: string | null
      verified: boolean
      closed: boolean
      created_at: Date
      reviews: number
      rating_sum: bigint
    }>`select s.id, s.code, s.name, s.country, s.verified_at is not null as verified, s.closed_at is not null as closed, s.created_at,
        coalesce(f.reviews, 0) as reviews, coalesce(f.rating_sum, 0) as rating_sum
      from shop s left join shop_figures f on f.shop_id = s.id where s.id = ${shopId}`,
  )

export const readBuyerBrief = (db: Queryable, buyerId: string) =>
  queryOne(
    db,
    sql<{ id: string; name: string; created_at: Date }>`select id, name, created_at from buyer where id = ${buyerId}`,
  )

const briefs = 5

export const listLatestOrders = (db: Queryable, party: Party) =>
  queryAll(
    db,
    sql<{ id: string; code: string; status: number; amount: bigint; at: Date }>`
      select id, code, status::int as status, total_payment as amount, placed_at as at from orders
      where ${party.who === 'merchant' ? sql`shop_id` : sql`buyer_id`} = ${party.id} order by placed_at desc, id desc limit ${briefs}`,
  )

type SubjectBrief = { id: string; code: string; state: string; amount: bigint; at: Date }
export const listLatestDeposits = (db: Queryable, shopId: string) =>
  queryAll(
    db,
    sql<SubjectBrief>`select id, code, state, amount, created_at as at from deposit where shop_id = ${shopId}
      order by created_at desc, id desc limit ${briefs}`,
  )
export const listLatestWithdrawals = (db: Queryable, shopId: string) =>
  queryAll(
    db,
    sql<SubjectBrief>`select id, code, state, gross as amount, requested_at as at from withdrawal where shop_id = ${shopId}
      order by requested_at desc, id desc limit ${briefs}`,
  )
export const listLatestRefunds = (db: Queryable, shopId: string) =>
  queryAll(
    db,
    sql<SubjectBrief>`select id, code, state, amount, requested_at as at from refund_order where shop_id = ${shopId}
      order by requested_at desc, id desc limit ${briefs}`,
  )
