import type { ConversationParty, ConversationState, SubjectKind } from '@quayside/contract'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'

/** The party of a conversation. Its id is the id of the conversation. */
export type Party = { who: 'merchant' | 'buyer'; id: string }
export type MessageRow = {
  id: string
  seq: bigint
  by_party: ConversationParty
  staff: number | null
  text: string
  file_id: string | null
  about_kind: SubjectKind | null
  about_id: string | null
  about_code: string | null
  account_id: string | null
  at: Date
}
export type ConversationRow = {
  party_id: string
  shop_id: string | null
  buyer_id: string | null
  last_seq: bigint
  merchant_read: bigint
  support_read: bigint
  waiting_since: Date | null
  state: ConversationState
  snoozed_until: Date | null
  assigned_to: string | null
  claimed_by: string | null
  claimed_until: Date | null
  merchant_typing_at: Date | null
  support_typing_at: Date | null
}
const columns = sql`party_id, shop_id, buyer_id, last_seq, merchant_read, support_read, waiting_since, state, snoozed_until, assigned_to, claimed_by,
  claimed_until, merchant_typing_at, support_typing_at`

const shopOf = ({ who, id }: Party): string | null => (who === 'merchant' ? id : null)
const buyerOf = ({ who, id }: Party): string | null => (who === 'buyer' ? id : null)

/** The party with this id, whether it has written yet or not. */
export async function findParty(db: Queryable, id: string): Promise<Party | undefined> {
  const row = await queryOne(
    db,
    sql<{ who: Party['who'] }>`select 'merchant'::text as who from shop where id = ${id}
      union all select 'buyer'::text from buyer where id = ${id}`,
  )
  return row && { who: row.who, id }
}

/** Locks the conversation of a party and creates it when missing: messages get their positions one after the other. */
export async function lockConversation(tx: Tx, party: Party, at: Date): Promise<ConversationRow> {
  await sql`insert into talk (shop_id, buyer_id, last_at, state) values (${shopOf(party)}, ${buyerOf(party)}, ${at}, 'done')
    on conflict (party_id) do nothing`.execute(tx)
  return (await queryOne(
    tx,
    sql<ConversationRow>`select ${columns} from talk where party_id = ${party.id} for update`,
  ))!
}

/** An existing conversation, locked. */
export const lockExisting = (tx: Tx, id: string) =>
  queryOne(tx, sql<ConversationRow>`select ${columns} from talk where party_id = ${id} for update`)

export const findConversation = (db: Queryable, id: string) =>
  queryOne(db, sql<ConversationRow>`select ${columns} from talk where party_id = ${id}`)

export const findMessage = (db: Queryable, partyId: string, id: string) =>
  queryOne(db, sql<{ seq: bigint }>`select seq from talk_message where party_id = ${partyId} and id = ${id}`)

export const insertMessage = (
  tx: Tx,
  m: {
    party: Party
    seq: bigint
    id: string
    by: ConversationParty
    authorId: string
    text: string
    fileId: string | null
    about: { kind: SubjectKind; id: string; code: string } | null
    accountId: string | null
    at: Date
  },
) =>
  sql`insert into talk_message (shop_id, buyer_id, seq, id, by_party, author_id, text, file_id, about_kind, about_id, about_code, account_id, at)
    values (${shopOf(m.party)}, ${buyerOf(m.party)}, ${m.seq}, ${m.id}, ${m.by}, ${m.authorId}, ${m.text}, ${m.fileId}, ${m.about?.kind ?? null},
      ${m.about?.id ?? null}, ${m.about?.code ?? null}, ${m.accountId}, ${m.at})`.execute(tx)

/** The last texts of one side, newest first. */
export const listLastTexts = async (tx: Tx, partyId: string, by: ConversationParty, limit: number): Promise<string[]> =>
  (
    await queryAll(
      tx,
      sql<{
        text: string
      }>`select text from talk_message where party_id = ${partyId} and by_party = ${by} and text <> ''
        order by seq desc limit ${limit}`,
    )
  ).map((row) => row.text)

/**
 * Updates a conversation after a message of the party. The party has read everything before it, and waits. A snoozed
 * or finished conversation opens.
 */
export const writePartyMessage = (tx: Tx, partyId: string, seq: bigint, at: Date) =>
  sql`update talk set last_seq = ${seq}, last_at = ${at}, waiting_since = coalesce(waiting_since, ${at}), merchant_read = ${seq},
      state = 'open', snoozed_until = null, merchant_typing_at = null where party_id = ${partyId}`.execute(tx)

/** Updates a conversation after an answer. The waiting ends, and the operator who answered is in charge of it. */
export const writeAnswer = (tx: Tx, partyId: string, seq: bigint, operatorId: string, at: Date) =>
  sql`update talk set last_seq = ${seq}, last_at = ${at}, waiting_since = null, support_read = ${seq}, state = 'awaiting-reply',
      snoozed_until = null, support_typing_at = null, assigned_to = coalesce(assigned_to, ${operatorId}) where party_id = ${partyId}`.execute(
    tx,
  )

/** Takes or extends the lease of an operator on a conversation whose row is locked. */
export const writeClaim = (tx: Tx, partyId: string, operatorId: string, until: Date, typingAt: Date | null) =>
  sql`update talk set claimed_by = ${operatorId}, claimed_until = ${until}, support_typing_at = coalesce(${typingAt}, support_typing_at)
    where party_id = ${partyId}`.execute(tx)

export const deleteClaim = (tx: Tx, partyId: string, operatorId: string) =>
  sql`update talk set claimed_by = null, claimed_until = null, support_typing_at = null
    where party_id = ${partyId} and claimed_by = ${operatorId}`.execute(tx)

export const writeAssignee = (tx: Tx, partyId: string, operatorId: string | null) =>
  sql`update talk set assigned_to = ${operatorId} where party_id = ${partyId}`.execute(tx)

export const writeState = (tx: Tx, partyId: string, state: ConversationState, snoozedUntil: Date | null) =>
  sql`update talk set state = ${state}, snoozed_until = ${snoozedUntil},
      waiting_since = case when ${state} = 'done' then null else waiting_since end where party_id = ${partyId}`.execute(
    tx,
  )

/** Marks the party as writing. A party without a conversation is not marked. */
export const writeTyping = async (tx: Tx, partyId: string, at: Date): Promise<boolean> =>
  (await queryOne(
    tx,
    sql<{ ok: boolean }>`update talk set merchant_typing_at = ${at} where party_id = ${partyId} returning true as ok`,
  )) !== undefined

export const insertAnswerTime = (tx: Tx, shopId: string, seq: bigint, seconds: number, at: Date) =>
  sql`insert into talk_answer (shop_id, seq, waited_seconds, at) values (${shopId}, ${seq}, ${seconds}, ${at})`.execute(
    tx,
  )

/** Moves the read mark forward, at most to the end. Returns whether it moved. */
export async function markRead(tx: Tx, partyId: string, by: 'merchant' | 'support', seq: number): Promise<boolean> {
  const column = sql.ref(`${by}_read`)
  const row = await queryOne(
    tx,
    sql<{
      ok: boolean
    }>`update talk set ${column} = least(${seq}::bigint, last_seq) where party_id = ${partyId} and ${column} < least(${seq}::bigint, last_seq)
      returning true as ok`,
  )
  return row !== undefined
}

/** One row more than `limit`, to know whether there are more. */
export const listMessages = (db: Queryable, partyId: string, before: number | undefined, limit: number) =>
  queryAll(
    db,
    sql<MessageRow>`select m.id, m.seq, m.by_party, case when m.by_party = 'support' then o.staff_number end as staff, m.text, m.file_id, m.about_kind,
        m.about_id, m.about_code, m.account_id, m.at
      from talk_message m left join operator o on o.id = m.author_id
      where m.party_id = ${partyId} ${before === undefined ? sql`` : sql`and m.seq < ${before}`} order by m.seq desc limit ${limit + 1}`,
  )

/** Messages of the desk that the party has not read. */
export async function countUnread(db: Queryable, partyId: string): Promise<number> {
  const row = await queryOne(
    db,
    sql<{ n: number }>`select count(*)::int as n from talk t join talk_message m using (party_id)
      where t.party_id = ${partyId} and m.seq > t.merchant_read and m.by_party = 'support'`,
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

export const findMessageFile = (db: Queryable, partyId: string, messageId: string) =>
  queryOne(
    db,
    sql<{ file_id: string | null }>`select file_id from talk_message where party_id = ${partyId} and id = ${messageId}`,
  )

/** Conversations that wait for an answer, and since when the oldest waits. */
export const countWaitingConversations = async (db: Queryable): Promise<{ n: number; since: Date | null }> =>
  (await queryOne(
    db,
    sql<{ n: number; since: Date | null }>`select count(*)::int as n, min(waiting_since) as since from talk
      where waiting_since is not null`,
  ))!

/** The card of the last message that has one. */
export const findLastCard = (db: Queryable, partyId: string) =>
  queryOne(
    db,
    sql<{
      code: string
    }>`select coalesce(about_code, '') as code from talk_message where party_id = ${partyId} and about_code is not null
      order by seq desc limit 1`,
  )

export const findOperatorName = async (db: Queryable, operatorId: string): Promise<string> =>
  (await queryOne(db, sql<{ name: string }>`select name from operator where id = ${operatorId}`))!.name
