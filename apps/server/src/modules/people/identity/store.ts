import { createHash } from 'node:crypto'
import {
  registrationFields,
  type Point,
  type RegistrationField,
  type RegistrationState,
  type RegistrationRejection,
  type RequestSentence,
} from '@quayside/contract'
import { type Page } from '../../../platform/http/cursor.ts'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'
import { totalOf } from '../../../platform/database/total-of.ts'
import type { MessageRow } from '../outbox/store.ts'
import type { Contact, ContactDestination } from './login/contact.ts'

/** Only hashes of invitation codes are stored. The codes are long enough for a hash without salt. */
export const hashCode = (code: string): Buffer => createHash('sha256').update(`invitation ${code}`).digest()

export type InvitationRow = {
  id: string
  expires_at: Date
  used_at: Date | null
  revoked_at: Date | null
  taken_answers: number
}
export const findInvitation = (db: Queryable, code: string) =>
  queryOne(
    db,
    sql<InvitationRow>`select id, expires_at, used_at, revoked_at, taken_answers from invitation where code_hash = ${hashCode(code)}`,
  )
/** Locks an invitation: of several parallel registrations one succeeds. */
export const lockInvitation = (tx: Tx, code: string) =>
  queryOne(
    tx,
    sql<InvitationRow>`select id, expires_at, used_at, revoked_at, taken_answers from invitation where code_hash = ${hashCode(code)} for update`,
  )
/** Invitations of an operator since an instant. The advisory lock serializes parallel calls. */
export async function countInvitations(tx: Tx, operatorId: string, since: Date): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`invitations of ${operatorId}`}, 0))`.execute(tx)
  const row = await queryOne(
    tx,
    sql<{
      n: number
    }>`select count(*)::int as n from invitation where created_by = ${operatorId} and created_at > ${since}`,
  )
  return row!.n
}

export const lockInvitationById = (tx: Tx, id: string) =>
  queryOne(tx, sql<{ used_at: Date | null }>`select used_at from invitation where id = ${id} for update`)

export const revokeInvitation = (tx: Tx, id: string, operatorId: string, at: Date) =>
  sql`update invitation set revoked_at = ${at}, revoked_by = ${operatorId} where id = ${id} and revoked_at is null`.execute(
    tx,
  )

export const listInvitations = (db: Queryable, now: Date, { limit, skip, after }: Page) =>
  queryAll(
    db,
    sql<{
      id: string
      note: string
      staff_number: number
      created_at: Date
      expires_at: Date
      state: 'open' | 'used' | 'expired' | 'revoked'
      used_at: Date | null
      shop_id: string | null
      shop_code: string | null
      shop_name: string | null
      total: number
    }>`select i.id, i.note, o.staff_number, i.created_at, i.expires_at, i.used_at, s.id as shop_id, s.code as shop_code, s.name as shop_name,
        case when i.used_at is not null then 'used' when i.revoked_at is not null then 'revoked' when i.expires_at <= ${now} then 'expired'
          else 'open' end as state, ${totalOf(sql`from invitation`)}
      from invitation i join operator o on o.id = i.created_by left join merchant m on m.id = i.used_by left join shop s on s.id = m.shop_id
      where ${after ? sql`(i.created_at, i.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
      order by i.created_at desc, i.id desc limit ${limit} offset ${skip}`,
  )

/** Counts an answer "this contact is taken" for an invitation. */
export const countNameTakenAnswer = (db: Queryable, code: string) =>
  sql`update invitation set taken_answers = taken_answers + 1 where code_hash = ${hashCode(code)}`.execute(db)
export const useInvitation = (tx: Tx, id: string, merchantId: string, at: Date) =>
  sql`update invitation set used_at = ${at}, used_by = ${merchantId} where id = ${id}`.execute(tx)
export const insertInvitation = (
  tx: Tx,
  i: { id: string; code: string; note: string; by: string; at: Date; expiresAt: Date },
) =>
  sql`insert into invitation (id, code_hash, note, created_by, created_at, expires_at)
    values (${i.id}, ${hashCode(i.code)}, ${i.note}, ${i.by}, ${i.at}, ${i.expiresAt})`.execute(tx)

export type MerchantRow = {
  id: string
  shop_id: string
  email: string
  phone: string
  real_name: string | null
  password_hash: string
  payment_password_hash: string | null
  shop_code: string
  shop_name: string | null
  logo: string | null
  time_zone: string
  verified_at: Date | null
  closed_at: Date | null
  state: RegistrationState
}
const merchantColumns = sql`m.id, m.shop_id, m.email, m.phone, m.real_name, m.password_hash, m.payment_password_hash, s.code as shop_code,
  coalesce(s.name, r.shop_name) as shop_name, s.logo, s.time_zone, s.verified_at, s.closed_at, r.state`
const merchantTables = sql`merchant m join shop s on s.id = m.shop_id join registration r on r.shop_id = m.shop_id`

/** Finds a merchant by e-mail address, or by phone in its international form. */
export const findMerchantByName = (db: Queryable, email: string, phone: string | null) =>
  queryOne(
    db,
    sql<MerchantRow>`select ${merchantColumns} from ${merchantTables} where m.email = ${email} or m.phone = ${phone}`,
  )
export const readMerchant = (db: Queryable, id: string) =>
  queryOne(db, sql<MerchantRow>`select ${merchantColumns} from ${merchantTables} where m.id = ${id}`)
export const findMerchantOf = (db: Queryable, shopId: string) =>
  queryOne(db, sql<{ id: string }>`select id from merchant where shop_id = ${shopId}`)

/** Locks the login password until the end of the transaction; false when it has changed. */
export const lockPassword = async (tx: Tx, id: string, hash: string): Promise<boolean> =>
  (await queryOne(tx, sql`select from merchant where id = ${id} and password_hash = ${hash} for share`)) !== undefined

/** Replaces the login password with the hash `currentHash`; false when it was changed meanwhile. */
export const replacePassword = async (tx: Tx, id: string, currentHash: string, hash: string): Promise<boolean> =>
  (await queryOne(
    tx,
    sql<{
      ok: boolean
    }>`update merchant set password_hash = ${hash} where id = ${id} and password_hash = ${currentHash} returning true as ok`,
  )) !== undefined

/** Sets a login password without the current one and extends the payout cool-down. Returns its end. */
export const resetPassword = async (tx: Tx, id: string, hash: string, rest: Date, at: Date): Promise<Date> =>
  (await queryOne(
    tx,
    sql<{ until: Date }>`update merchant set password_hash = ${hash}, password_reset_at = ${at},
      payouts_not_before = greatest(payouts_not_before, ${rest}) where id = ${id} returning payouts_not_before as until`,
  ))!.until

const contactsOf = (merchantId: string) =>
  sql<Contact>`select c.channel, c.address, c.verified_at as "verifiedAt", c.trusted_from as "trustedFrom" from merchant m,
    lateral (values ('email', m.email, m.email_verified_at, m.email_trusted_from), ('phone', m.phone, m.phone_verified_at, m.phone_trusted_from))
      as c (channel, address, verified_at, trusted_from)
    where m.id = ${merchantId}`
/** The two contacts of a merchant. */
export const readContacts = (db: Queryable, merchantId: string) => queryAll(db, contactsOf(merchantId))
/** Reads and locks the contacts: of two parallel changes the second sees the result of the first. */
export async function lockContacts(tx: Tx, merchantId: string): Promise<Contact[]> {
  await sql`select from merchant where id = ${merchantId} for update`.execute(tx)
  return readContacts(tx, merchantId)
}
/**
 * Replaces a contact. Until the end of the cool-down it receives no code for a forgotten password, and no withdrawal
 * leaves.
 */
export const replaceContact = (tx: Tx, merchantId: string, { channel, address }: ContactDestination, rest: Date) =>
  sql`update merchant set ${sql.ref(channel)} = ${address}, ${sql.ref(`${channel}_verified_at`)} = null,
    ${sql.ref(`${channel}_trusted_from`)} = ${rest}, payouts_not_before = greatest(payouts_not_before, ${rest}) where id = ${merchantId}`.execute(
    tx,
  )
/** Marks a contact as verified, if it still belongs to the merchant. */
export const markProved = (tx: Tx, merchantId: string, { channel, address }: ContactDestination, at: Date) =>
  sql`update merchant set ${sql.ref(`${channel}_verified_at`)} = coalesce(${sql.ref(`${channel}_verified_at`)}, ${at})
    where id = ${merchantId} and ${sql.ref(channel)} = ${address}`.execute(tx)

/** Demo only: messages with codes of one purpose. */
export const listCodeMessages = (db: Queryable, purpose: string) =>
  queryAll(
    db,
    sql<MessageRow>`select o.* from one_time_code c
      join outbox o on o.merchant_id = c.merchant_id and o.address = c.address and o.useless_at = c.expires_at and o.state = 'kept'
      where c.purpose = ${purpose} order by o.id desc limit 1`,
  )

export async function insertMerchant(
  tx: Tx,
  m: { id: string; shopId: string; email: string; phone: string; passwordHash: string; at: Date },
): Promise<void> {
  await sql`insert into merchant (id, shop_id, email, phone, password_hash, created_at)
    values (${m.id}, ${m.shopId}, ${m.email}, ${m.phone}, ${m.passwordHash}, ${m.at})`.execute(tx)
  await sql`insert into registration (shop_id, state, created_at) values (${m.shopId}, 'draft', ${m.at})`.execute(tx)
}

/** What a reviewer asks about a field: a saved sentence, a text, or both. */
export type FieldRequest = { sentence?: RequestSentence | undefined; text?: string | undefined }
export type FieldRequests = Partial<Record<RegistrationField, FieldRequest>>

export type RegistrationRow = {
  shop_id: string
  state: RegistrationState
  logo_file: string | null
  shop_name: string | null
  address: string | null
  latitude: number | null
  longitude: number | null
  country: string | null
  real_name: string | null
  id_front: string | null
  id_back: string | null
  id_in_hand: string | null
  submitted_at: Date | null
  decided_at: Date | null
  review_by: Date
  asked: FieldRequests
  rejection: RegistrationRejection | null
  rejection_text: string | null
  rejected_by: string | null
  appeal: string | null
  appealed_at: Date | null
  phone: string
  email: string
}
const registrationColumns = sql`r.shop_id, r.state, r.logo_file, r.shop_name, r.address, r.latitude, r.longitude, r.country, r.real_name, r.id_front, r.id_back, r.id_in_hand,
  r.submitted_at, r.decided_at, r.review_by, r.asked, r.rejection, r.rejection_text, r.rejected_by, r.appeal, r.appealed_at, m.phone, m.email`
export const readRegistration = (db: Queryable, shopId: string) =>
  queryOne(
    db,
    sql<RegistrationRow>`select ${registrationColumns} from registration r join merchant m using (shop_id) where r.shop_id = ${shopId}`,
  )
export const lockRegistration = (tx: Tx, shopId: string) =>
  queryOne(
    tx,
    sql<RegistrationRow>`select ${registrationColumns} from registration r join merchant m using (shop_id) where r.shop_id = ${shopId} for update of r`,
  )

const columnOf: Record<RegistrationField, string> = {
  logo: 'logo_file',
  shopName: 'shop_name',
  address: 'address',
  country: 'country',
  realName: 'real_name',
  idFront: 'id_front',
  idBack: 'id_back',
  idInHand: 'id_in_hand',
}
export const missingFields = (row: RegistrationRow): RegistrationField[] =>
  registrationFields.filter((field) => row[columnOf[field] as keyof RegistrationRow] === null)

/**
 * Saves fields, and the point of the address unless it is undefined. Questions of the reviewer about these fields are
 * removed.
 */
export async function saveRegistrationFields(
  tx: Tx,
  shopId: string,
  fields: Partial<Record<RegistrationField, string>>,
  point: Point | null | undefined,
): Promise<void> {
  const given = Object.entries(fields) as [RegistrationField, string][]
  const sets = given.map(([field, value]) => sql`${sql.ref(columnOf[field])} = ${value}`)
  if (point !== undefined)
    sets.push(sql`latitude = ${point?.latitude ?? null}, longitude = ${point?.longitude ?? null}`)
  if (sets.length === 0) return
  await sql`update registration set ${sql.join(sets)}, asked = asked - ${given.map(([field]) => field)}::text[] where shop_id = ${shopId}`.execute(
    tx,
  )
}
export const markSubmitted = (tx: Tx, shopId: string, at: Date) =>
  sql`update registration set state = 'submitted', submitted_at = ${at}, late_told_at = null, asked = '{}' where shop_id = ${shopId}`.execute(
    tx,
  )
export const markInReview = (tx: Tx, shopId: string) =>
  sql`update registration set state = 'in-review' where shop_id = ${shopId} and state = 'submitted'`.execute(tx)
/** Gives a claimed registration back; a decided one stays as it is. */
export const markSubmittedAgain = (tx: Tx, shopId: string) =>
  sql`update registration set state = 'submitted' where shop_id = ${shopId} and state = 'in-review'`.execute(tx)
/** Registrations that wait for a decision, and since when the oldest waits. */
export const countWaitingRegistrations = async (db: Queryable): Promise<{ n: number; since: Date | null }> =>
  (await queryOne(
    db,
    sql<{ n: number; since: Date | null }>`select count(*)::int as n, min(submitted_at) as since from registration
      where state in ('submitted', 'in-review')`,
  ))!
export async function markVerified(tx: Tx, row: RegistrationRow, operatorId: string, at: Date): Promise<void> {
  await sql`update registration set state = 'verified', decided_at = ${at}, decided_by = ${operatorId}, asked = '{}' where shop_id = ${row.shop_id}`.execute(
    tx,
  )
  await sql`update merchant set real_name = ${row.real_name} where shop_id = ${row.shop_id}`.execute(tx)
}
export const markFieldsRequested = (tx: Tx, shopId: string, asked: FieldRequests, operatorId: string, at: Date) =>
  sql`update registration set state = 'more-information', decided_at = ${at}, decided_by = ${operatorId}, asked = ${JSON.stringify(asked)} where shop_id = ${shopId}`.execute(
    tx,
  )
export const markRejected = (
  tx: Tx,
  shopId: string,
  { reason, text }: { reason: RegistrationRejection; text: string },
  operatorId: string,
  at: Date,
) =>
  sql`update registration set state = 'rejected', decided_at = ${at}, decided_by = ${operatorId}, asked = '{}',
    rejection = ${reason}, rejection_text = ${text}, rejected_by = coalesce(rejected_by, ${operatorId}) where shop_id = ${shopId}`.execute(
    tx,
  )
export const markAppealed = (tx: Tx, shopId: string, text: string, at: Date) =>
  sql`update registration set state = 'submitted', submitted_at = ${at}, late_told_at = null, appeal = ${text}, appealed_at = ${at}
    where shop_id = ${shopId}`.execute(tx)
const isReviewLate = (now: Date) =>
  sql`state in ('submitted', 'in-review') and review_by < ${now} and late_told_at is null`
/** Shops with an overdue registration whose merchants were not told yet. */
export const listLateReviews = (db: Queryable, now: Date) =>
  queryAll(
    db,
    sql<{ shop_id: string }>`select shop_id from registration where ${isReviewLate(now)} order by review_by limit 200`,
  )
/** Marks the registration as told, if it is still overdue. */
export const claimLateReview = (tx: Tx, shopId: string, now: Date) =>
  queryAll(
    tx,
    sql<{
      shop_id: string
    }>`update registration set late_told_at = ${now} where shop_id = ${shopId} and ${isReviewLate(now)} returning shop_id`,
  )

export const logDocumentView = (
  tx: Tx,
  view: { shopId: string; field: string; operatorId: string; reason: string; at: Date },
) =>
  sql`insert into document_view (shop_id, field, operator_id, reason, at) values (${view.shopId}, ${view.field}, ${view.operatorId}, ${view.reason}, ${view.at})`.execute(
    tx,
  )
/** Newest first, before a position. */
export const readDocumentViews = (
  db: Queryable,
  shopId: string,
  before: { at: Date; id: string } | undefined,
  limit: number,
) =>
  queryAll(
    db,
    sql<{
      id: bigint
      at: Date
      field: string
      operator: string
      reason: string
    }>`select v.id, v.at, v.field, '#' || o.staff_number as operator, v.reason
      from document_view v join operator o on o.id = v.operator_id where v.shop_id = ${shopId}
        and ${before ? sql`(v.at, v.id) < (${before.at}::timestamptz, ${before.id}::bigint)` : sql`true`}
      order by v.at desc, v.id desc limit ${limit}`,
  )
