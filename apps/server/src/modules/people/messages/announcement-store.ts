import type { announcementStates, Language, shopStates } from '@quayside/contract'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'

export type AnnouncementState = (typeof announcementStates)[number]
/** An empty list means all. */
export type Audience = { languages: string[]; countries: string[]; states: (typeof shopStates)[number][] }
export type AnnouncementTexts = Partial<Record<Language, { title: string; text: string }>>

const audienceOf = ({ languages, countries, states }: Audience, at: Date) =>
  sql`announcement_audience(${languages}::text[], ${countries}::text[], ${states}::text[], ${at})`

/** The shops of an audience by the language of their merchants, most first. */
export const countAudience = (db: Queryable, audience: Audience, at: Date) =>
  queryAll(
    db,
    sql<{
      language: Language
      shops: number
    }>`select coalesce(language, 'en') as language, count(*)::int as shops from ${audienceOf(audience, at)}
      group by 1 order by 2 desc, 1`,
  )

export const insertAnnouncement = async (
  tx: Tx,
  a: {
    id: string
    texts: AnnouncementTexts
    audience: Audience
    state: AnnouncementState
    recipients: number
    sendAt: Date
    confirmBy: Date
    by: string
    at: Date
  },
): Promise<boolean> =>
  (await queryOne(
    tx,
    sql<{
      ok: boolean
    }>`insert into announcement (id, texts, languages, countries, shop_states, state, recipients, send_at, confirm_by, made_by, at)
      values (${a.id}, ${JSON.stringify(a.texts)}, ${a.audience.languages}::text[], ${a.audience.countries}::text[], ${a.audience.states}::text[],
        ${a.state}, ${a.recipients}, ${a.sendAt}, ${a.confirmBy}, ${a.by}, ${a.at})
      on conflict (id) do nothing returning true as ok`,
  )) !== undefined

export type AnnouncementRow = {
  id: string
  state: AnnouncementState
  languages: string[]
  countries: string[]
  shop_states: Audience['states']
  send_at: Date
  recipients: number
  made_by: string
  confirmed_by: string | null
}
const columns = sql`id, state, languages, countries, shop_states, send_at, recipients, made_by, confirmed_by`

export const lockAnnouncement = (tx: Tx, id: string) =>
  queryOne(tx, sql<AnnouncementRow>`select ${columns} from announcement where id = ${id} for no key update`)

/** Locks one announcement whose time has come; other workers skip it. */
export const lockDueAnnouncement = (tx: Tx, now: Date) =>
  queryOne(
    tx,
    sql<AnnouncementRow>`select ${columns} from announcement where state = 'scheduled' and send_at <= ${now} order by send_at limit 1
      for no key update skip locked`,
  )

export const audienceOfRow = (row: Pick<AnnouncementRow, 'languages' | 'countries' | 'shop_states'>): Audience => ({
  languages: row.languages,
  countries: row.countries,
  states: row.shop_states,
})

/** The second person's confirmation. The database refuses the person who made the announcement. */
export const writeConfirmation = (
  tx: Tx,
  id: string,
  step: { state: AnnouncementState; recipients: number; by: string; at: Date },
) =>
  sql`update announcement set state = ${step.state}, recipients = ${step.recipients}, confirmed_by = ${step.by}, confirmed_at = ${step.at}
    where id = ${id}`.execute(tx)

export const writeAnnouncementState = (
  tx: Tx,
  id: string,
  state: 'to-confirm' | 'sending',
  recipients: number,
  at: Date,
) =>
  sql`update announcement set state = ${state}, recipients = ${recipients}, send_at = case when ${state} = 'sending' then ${at}::timestamptz else send_at end
    where id = ${id}`.execute(tx)

export const writeCancellation = (tx: Tx, id: string, by: string, at: Date) =>
  sql`update announcement set state = 'cancelled', cancelled_by = ${by}, cancelled_at = ${at} where id = ${id}`.execute(
    tx,
  )

/** Ends the sending of an announcement that every shop of its audience has. */
export const writeSent = (tx: Tx, id: string, at: Date) =>
  sql`update announcement set state = 'sent', sent_at = ${at} where id = ${id} and state = 'sending'`.execute(tx)

/** Delivers an announcement to the next shops of its audience without it. Returns these shops. */
export const deliverAnnouncement = (tx: Tx, id: string, limit: number) =>
  queryAll(
    tx,
    sql<{ shop_id: string }>`with next as (
        select s.shop_id as id, a.send_at as at
        from announcement a cross join lateral announcement_audience(a.languages, a.countries, a.shop_states, a.send_at) s
        where a.id = ${id} and a.state = 'sending' and not exists (select from message m where m.announcement_id = a.id and m.shop_id = s.shop_id)
        order by s.shop_id limit ${limit}
      ), places as (
        insert into inbox (shop_id, last_seq) select id, 1 from next order by id
        on conflict (shop_id) do update set last_seq = inbox.last_seq + 1 returning shop_id, last_seq
      ) insert into message (shop_id, id, seq, kind, type, announcement_id, at)
        select p.shop_id, gen_random_uuid(), p.last_seq, 'announcement', 'announcement', ${id}, n.at from places p join next n on n.id = p.shop_id
        on conflict (announcement_id, shop_id) where announcement_id is not null do nothing returning shop_id`,
  )

export type ListedAnnouncement = AnnouncementRow & {
  at: Date
  title: string
  delivered: number
  read: number
  by_name: string
  confirmed_name: string | null
  texts: AnnouncementTexts
}
const listed = sql`select a.id, a.state, a.languages, a.countries, a.shop_states, a.send_at, a.recipients, a.made_by, a.confirmed_by, a.at,
    coalesce(a.texts -> 'en' ->> 'title', '') as title, a.texts, o.name as by_name,
    (select c.name from operator c where c.id = a.confirmed_by) as confirmed_name, coalesce(m.delivered, 0) as delivered, coalesce(m.read, 0) as read
  from announcement a join operator o on o.id = a.made_by
    cross join lateral (select count(*)::int as delivered, count(read_at)::int as read from message where announcement_id = a.id) m`

export const listAnnouncementRows = (
  db: Queryable,
  after: { at: Date; id: string } | undefined,
  limit: number,
  skip: number,
) =>
  queryAll(
    db,
    sql<ListedAnnouncement>`${listed} ${after ? sql`where (a.at, a.id) < (${after.at}, ${after.id}::uuid)` : sql``}
      order by a.at desc, a.id desc limit ${limit} offset ${skip}`,
  )

export const countAnnouncements = async (db: Queryable): Promise<number> =>
  (await queryOne(db, sql<{ n: number }>`select count(*)::int as n from announcement`))!.n

export const findAnnouncement = (db: Queryable, id: string) =>
  queryOne(db, sql<ListedAnnouncement>`${listed} where a.id = ${id}`)
