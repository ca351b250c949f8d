/** What reviewers read about registrations, and what they leave: decisions and the access to documents. */
import type { DocumentField, duplicateKinds, RegistrationState, RegistrationRejection } from '@quayside/contract'
import { contains, queryAll, queryOne, sql, type Queryable, type Tx } from '../../../../platform/database/postgres.ts'
import type { FieldRequests, RegistrationRow } from '../store.ts'

export type ListedRegistration = {
  shop_id: string
  code: string
  state: RegistrationState
  shop_name: string | null
  real_name: string | null
  country: string | null
  submitted_at: Date | null
  review_by: Date
  appeal: string | null
}
type Filter = {
  state?: RegistrationState | undefined
  waiting?: boolean | undefined
  country?: string | undefined
  search?: string | undefined
  after?: { at: Date; id: string } | undefined
  limit: number
}
/** Registrations by deadline. */
export const listRegistrations = (db: Queryable, { state, waiting, country, search, after, limit }: Filter) =>
  queryAll(
    db,
    sql<ListedRegistration>`select r.shop_id, s.code, r.state, r.shop_name, r.real_name, r.country, r.submitted_at, r.review_by, r.appeal
      from registration r join shop s on s.id = r.shop_id join merchant m on m.shop_id = r.shop_id
      where ${state ? sql`r.state = ${state}` : sql`true`} and ${waiting ? sql`r.state in ('submitted', 'in-review')` : sql`true`} and ${country ? sql`r.country = ${country}` : sql`true`}
        and ${after ? sql`(r.review_by, r.shop_id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
        and ${
          search
            ? sql`(r.shop_name ilike ${contains(search)} or r.real_name ilike ${contains(search)} or m.email ilike ${contains(search)}
                or m.phone ilike ${contains(search)} or s.code = upper(${search}))`
            : sql`true`
        }
      order by r.review_by, r.shop_id limit ${limit}`,
  )

/** Merchants that no list of sanctions was asked about: the id of a registration is the shop's. */
export const listUnscreened = (db: Queryable, limit: number) =>
  queryAll(
    db,
    sql<{ shop_id: string; id: string }>`select r.shop_id, r.shop_id as id from registration r
      where r.state in ('submitted', 'in-review', 'more-information', 'verified')
        and not exists (select from screening s where s.shop_id = r.shop_id and s.subject = 'registration')
      order by r.shop_id limit ${limit}`,
  )

export const countRegistrations = (db: Queryable, now: Date) =>
  queryAll(
    db,
    sql<{ state: RegistrationState; n: number; overdue: number }>`select state, count(*)::int as n,
        (count(*) filter (where state in ('submitted', 'in-review') and review_by < ${now}))::int as overdue
      from registration group by state`,
  )

export type ReviewRow = {
  code: string
  created_at: Date
  language: string
  phone_verified: boolean
  email_verified: boolean
  inviter_id: string | null
  inviter_name: string | null
  invitation_note: string | null
}
export const readReview = (db: Queryable, shopId: string) =>
  queryOne(
    db,
    sql<ReviewRow>`select s.code, r.created_at, coalesce(b.lang, 'en') as language, m.phone_verified_at is not null as phone_verified,
        m.email_verified_at is not null as email_verified, o.id as inviter_id, o.name as inviter_name, i.note as invitation_note
      from registration r join shop s on s.id = r.shop_id join merchant m on m.shop_id = r.shop_id
        left join inbox b on b.shop_id = r.shop_id left join invitation i on i.used_by = m.id left join operator o on o.id = i.created_by
      where r.shop_id = ${shopId}`,
  )

export const listDocuments = (db: Queryable, { id_front, id_back, id_in_hand }: RegistrationRow) =>
  queryAll(
    db,
    sql<{
      field: DocumentField
      width: number
      height: number
      at: Date
    }>`select d.field, f.width, f.height, f.created_at as at
      from (values ('idFront', ${id_front}::uuid), ('idBack', ${id_back}::uuid), ('idInHand', ${id_in_hand}::uuid)) as d (field, id)
        join file f on f.id = d.id`,
  )

/** The documents of a registration that this operator has not opened since they were sent. */
export const listUnopened = async (
  db: Queryable,
  { shop_id, id_front, id_back, id_in_hand }: RegistrationRow,
  operatorId: string,
): Promise<DocumentField[]> => {
  const rows = await queryAll(
    db,
    sql<{ field: DocumentField }>`select d.field
      from (values ('idFront', ${id_front}::uuid), ('idBack', ${id_back}::uuid), ('idInHand', ${id_in_hand}::uuid)) as d (field, id)
        join file f on f.id = d.id
      where not exists (select from document_view v
        where v.shop_id = ${shop_id} and v.operator_id = ${operatorId} and v.field = d.field and v.at >= f.created_at)`,
  )
  return rows.map(({ field }) => field)
}

export const listViews = (db: Queryable, shopId: string) =>
  queryAll(
    db,
    sql<{
      at: Date
      field: string
      operator_id: string
      name: string
      reason: string
    }>`select v.at, v.field, v.operator_id, o.name, v.reason
      from document_view v join operator o on o.id = v.operator_id where v.shop_id = ${shopId} order by v.at desc, v.id desc limit 200`,
  )

export type DecisionRow = {
  at: Date
  operator_id: string
  name: string
  decision: string
  rejection: RegistrationRejection | null
  text: string | null
  asked: FieldRequests
  after_appeal: boolean
}
export const listDecisions = (db: Queryable, shopId: string) =>
  queryAll(
    db,
    sql<DecisionRow>`select d.at, d.operator_id, o.name, d.decision, d.rejection, d.text, d.asked, d.after_appeal
      from registration_decision d join operator o on o.id = d.operator_id where d.shop_id = ${shopId} order by d.entry desc limit 100`,
  )
export const insertDecision = (
  tx: Tx,
  d: {
    shopId: string
    operatorId: string
    at: Date
    decision: string
    rejection: RegistrationRejection | null
    text: string | null
    asked: FieldRequests
    afterAppeal: boolean
  },
) =>
  sql`insert into registration_decision (shop_id, operator_id, at, decision, rejection, text, asked, after_appeal)
    values (${d.shopId}, ${d.operatorId}, ${d.at}, ${d.decision}, ${d.rejection}, ${d.text}, ${JSON.stringify(d.asked)}, ${d.afterAppeal})`.execute(
    tx,
  )

export type DuplicateRow = {
  kind: (typeof duplicateKinds)[number]
  shop_id: string
  code: string
  name: string | null
  state: RegistrationState
}
/** Other shops with the same contact, name, address, picture or device. */
export const listDuplicates = (db: Queryable, shopId: string) =>
  queryAll(
    db,
    sql<DuplicateRow>`select d.kind, d.shop_id, s.code, coalesce(s.name, r.shop_name) as name, r.state from (
        select 'email' as kind, o.shop_id from merchant m join merchant o on comparable_email(o.email) = comparable_email(m.email)
          where m.shop_id = ${shopId}
        union select 'phone', o.id from merchant m join shop o on o.phone = m.phone where m.shop_id = ${shopId}
        union select 'real-name', o.shop_id from registration r join registration o on comparable_text(o.real_name) = comparable_text(r.real_name)
          where r.shop_id = ${shopId}
        union select 'address', o.shop_id from registration r join registration o on comparable_text(o.address) = comparable_text(r.address)
          where r.shop_id = ${shopId}
        union select 'picture', o.shop_id from file f join file o on o.fingerprint = f.fingerprint
          where f.shop_id = ${shopId} and f.purpose in ('identity', 'logo') and o.shop_id is not null
        union select 'device', o.party_id from trace t join trace o on o.kind = t.kind and o.hash = t.hash and o.party = 'merchant'
          where t.party = 'merchant' and t.party_id = ${shopId} and t.kind = 'device'
      ) d join shop s on s.id = d.shop_id join registration r on r.shop_id = d.shop_id
      where d.shop_id <> ${shopId} order by d.kind, s.code limit 100`,
  )

/** Opens the access to the documents, or prolongs it with another reason. */
export const writeAccess = (tx: Tx, a: { operatorId: string; shopId: string; reason: string; at: Date; until: Date }) =>
  sql`insert into document_access (operator_id, shop_id, reason, opened_at, until) values (${a.operatorId}, ${a.shopId}, ${a.reason}, ${a.at}, ${a.until})
    on conflict (operator_id, shop_id) do update set reason = excluded.reason, opened_at = excluded.opened_at, until = excluded.until`.execute(
    tx,
  )
export const findAccess = (db: Queryable, operatorId: string, shopId: string, now: Date) =>
  queryOne(
    db,
    sql<{ reason: string; until: Date }>`select reason, until from document_access
      where operator_id = ${operatorId} and shop_id = ${shopId} and until > ${now}`,
  )
export const findOperatorLabel = async (db: Queryable, id: string): Promise<string> =>
  (await queryOne(
    db,
    sql<{ label: string }>`select name || ' #' || staff_number as label from operator where id = ${id}`,
  ))!.label

export const deleteEndedAccess = (db: Queryable, before: Date) =>
  sql`delete from document_access where until < ${before}`.execute(db)

export const findMerchantLanguage = async (db: Queryable, shopId: string): Promise<string> =>
  (await queryOne(db, sql<{ lang: string }>`select lang from inbox where shop_id = ${shopId}`))?.lang ?? 'en'
