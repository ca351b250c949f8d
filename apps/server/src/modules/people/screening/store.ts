import type { ScreeningHitState, ScreeningMark, ScreeningSubjectKind } from '@quayside/contract'
import type { ScreeningMatch } from '../../../domain/screening.ts'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'

export type ScreeningKey = { kind: ScreeningSubjectKind; shopId: string; id: string }

/** What was submitted waits for the lists, also when they have answered about what was submitted before. */
export const insertScreening = (tx: Tx, { kind, shopId, id }: ScreeningKey, at: Date) =>
  sql`insert into screening as s (shop_id, subject, id, asked_at) values (${shopId}, ${kind}, ${id}, ${at})
    on conflict (shop_id, subject, id) do update set asked_at = greatest(s.asked_at, excluded.asked_at), screened_at = null`.execute(
    tx,
  )

type AskedRow = { asked_at: Date; screened_at: Date | null; question: Buffer | null }
const askedQuery = ({ kind, shopId, id }: ScreeningKey) =>
  sql<AskedRow>`select asked_at, screened_at, question from screening
    where shop_id = ${shopId} and subject = ${kind} and id = ${id}`
export const findScreening = (db: Queryable, key: ScreeningKey) => queryOne(db, askedQuery(key))
export const lockScreening = (tx: Tx, key: ScreeningKey) => queryOne(tx, sql<AskedRow>`${askedQuery(key)} for update`)

export const markScreened = (
  tx: Tx,
  { kind, shopId, id }: ScreeningKey,
  to: { provider: string; version: string; question: Buffer | null; at: Date },
) =>
  sql`update screening set screened_at = ${to.at}, provider = ${to.provider}, list_version = ${to.version}, question = ${to.question}
    where shop_id = ${shopId} and subject = ${kind} and id = ${id}`.execute(tx)

export type SubjectRow = { shop_id: string; kind: ScreeningSubjectKind; id: string }
const subjectColumns = sql`shop_id, subject as kind, id`
/** Those that wait for an answer, the oldest first. */
export const listWaiting = (db: Queryable, limit: number) =>
  queryAll(
    db,
    sql<SubjectRow>`select ${subjectColumns} from screening where screened_at is null order by asked_at limit ${limit}`,
  )
/** Those that another version of the lists answered about, after a key. */
export const listOutdated = (db: Queryable, version: string, after: SubjectRow | null, limit: number) =>
  queryAll(
    db,
    sql<SubjectRow>`select ${subjectColumns} from screening where list_version <> ${version}
      and ${after ? sql`(shop_id, subject, id) > (${after.shop_id}::uuid, ${after.kind}, ${after.id}::uuid)` : sql`true`}
      order by shop_id, subject, id limit ${limit}`,
  )

type ActiveHit = { id: string; list: string; entry: string; listed: string; mark: ScreeningMark; score: number }
export const listActiveHits = (tx: Tx, { kind, shopId, id }: ScreeningKey) =>
  queryAll(
    tx,
    sql<ActiveHit>`select id, list, entry, listed, mark, score from screening_hit
      where shop_id = ${shopId} and subject = ${kind} and subject_id = ${id} and ended_at is null`,
  )
export const endHits = (tx: Tx, shopId: string, ids: readonly string[], at: Date) =>
  sql`update screening_hit set ended_at = ${at} where shop_id = ${shopId} and id = any(${[...ids]}::uuid[])`.execute(tx)
export const setScore = (tx: Tx, shopId: string, id: string, score: number) =>
  sql`update screening_hit set score = ${score} where shop_id = ${shopId} and id = ${id}`.execute(tx)
export const insertHit = (
  tx: Tx,
  { kind, shopId, id: subjectId }: ScreeningKey,
  hit: ScreeningMatch & { id: string; at: Date; decideBy: Date },
) =>
  sql`insert into screening_hit (shop_id, id, subject, subject_id, list, entry, listed, mark, score, found_at, decide_by)
    values (${shopId}, ${hit.id}, ${kind}, ${subjectId}, ${hit.list}, ${hit.entry}, ${hit.listed}, ${hit.mark}, ${hit.score}, ${hit.at}, ${hit.decideBy})`.execute(
    tx,
  )

/** Whether an approval would be refused by the database. */
export const isBlockedByScreening = async (db: Queryable, shopId: string, destinationId: string | null) =>
  (await queryOne(
    db,
    sql<{ blocked: boolean }>`select screening_blocks(${shopId}::uuid, ${destinationId}::uuid) as blocked`,
  ))!.blocked

/** When the lists answered about a shop and a destination. A subject that was never asked about has no row. */
export const listAnswers = (db: Queryable, shopId: string, destinationId: string | null) =>
  queryAll(
    db,
    sql<{ kind: ScreeningSubjectKind; screened_at: Date | null; provider: string | null }>`
      select subject as kind, screened_at, provider from screening
      where shop_id = ${shopId} and (subject = 'registration' or id = ${destinationId}::uuid)`,
  )

/** Lets an answer that is being written come entirely before or after what follows. */
export const shareScreening = (tx: Tx, shopId: string, destinationId: string | null) =>
  sql`select from screening where shop_id = ${shopId} and (subject = 'registration' or id = ${destinationId}::uuid)
    order by subject, id for share`.execute(tx)

export type HitRow = {
  shop_id: string
  id: string
  subject: ScreeningSubjectKind
  list: string
  entry: string
  listed: string
  mark: ScreeningMark
  score: number
  found_at: Date
  decide_by: Date
  ended_at: Date | null
  state: ScreeningHitState
  decided_by: string | null
  decided_at: Date | null
  reason: string | null
  decider: string | null
}
const hitColumns = sql`h.shop_id, h.id, h.subject, h.list, h.entry, h.listed, h.mark, h.score, h.found_at, h.decide_by, h.ended_at,
  h.state, h.decided_by, h.decided_at, h.reason, o.name as decider`

/** The hits that hold, and the newest that ended. */
export const listHitsOf = (db: Queryable, shopId: string, destinationId: string | null) =>
  queryAll(
    db,
    sql<HitRow>`select ${hitColumns} from screening_hit h left join operator o on o.id = h.decided_by
      where h.shop_id = ${shopId} and (h.subject = 'registration' or h.subject_id = ${destinationId}::uuid)
      order by h.ended_at desc nulls first, h.score desc, h.id limit 100`,
  )

export type ListedHitRow = HitRow & { code: string; shop_name: string | null; who: string; whereabouts: string }
/** Hits in one state: the open ones that hold, and all decided ones, by deadline. */
export const listHits = (
  db: Queryable,
  {
    state,
    subject,
    shopId,
  }: { state: ScreeningHitState; subject?: ScreeningSubjectKind | undefined; shopId?: string | undefined },
  after: { at: Date; id: string } | undefined,
  limit: number,
) =>
  queryAll(
    db,
    sql<ListedHitRow>`select ${hitColumns}, s.code, s.name as shop_name, coalesce(d.holder, r.real_name, '') as who,
        case when d.id is null then concat_ws(', ', r.address, r.country)
          else concat_ws(' · ', d.bank_name, d.network, '…' || d.ending) end as whereabouts
      from screening_hit h join shop s on s.id = h.shop_id left join operator o on o.id = h.decided_by
        left join registration r on r.shop_id = h.shop_id
        left join destination d on h.subject = 'destination' and d.shop_id = h.shop_id and d.id = h.subject_id
      where h.state = ${state} ${state === 'open' ? sql`and h.ended_at is null` : sql``}
        ${subject ? sql`and h.subject = ${subject}` : sql``} ${shopId ? sql`and h.shop_id = ${shopId}` : sql``}
        ${after ? sql`and (h.decide_by, h.id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
      order by h.decide_by, h.id limit ${limit}`,
  )

export const lockHit = (tx: Tx, shopId: string, id: string) =>
  queryOne(
    tx,
    sql<{ state: ScreeningHitState; subject: ScreeningSubjectKind; subject_id: string; ended_at: Date | null }>`
      select state, subject, subject_id, ended_at from screening_hit where shop_id = ${shopId} and id = ${id} for update`,
  )
export const markDecided = (
  tx: Tx,
  shopId: string,
  id: string,
  to: { state: 'cleared' | 'confirmed'; operatorId: string; reason: string; at: Date },
) =>
  sql`update screening_hit set state = ${to.state}, decided_by = ${to.operatorId}, decided_at = ${to.at}, reason = ${to.reason}
    where shop_id = ${shopId} and id = ${id}`.execute(tx)
