import { createHash } from 'node:crypto'
import {
  registrationFields,
  type OperatorRole,
  type RegistrationField,
  type RegistrationState,
} from '@quayside/contract'
import { all, one, sql, type Queryable, type Tx } from '../../platform/postgres.ts'

/** Only hashes of invitation codes are kept; they are long enough that a hash without salt gives nothing away. */
export const hashCode = (code: string): Buffer => createHash('sha256').update(`invitation ${code}`).digest()

export type InvitationRow = { id: string; expires_at: Date; used_at: Date | null }
export const findInvitation = (on: Queryable, code: string) =>
  one(on, sql<InvitationRow>`select id, expires_at, used_at from invitation where code_hash = ${hashCode(code)}`)
/** Locks it, so that of many who use it at once one does. */
export const takeInvitation = (tx: Tx, code: string) =>
  one(
    tx,
    sql<InvitationRow>`select id, expires_at, used_at from invitation where code_hash = ${hashCode(code)} for update`,
  )
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
  closed_reason: string | null
  state: RegistrationState
}
const merchantColumns = sql`m.id, m.shop_id, m.email, m.phone, m.real_name, m.password_hash, m.payment_password_hash, s.code as shop_code,
  coalesce(s.name, r.shop_name) as shop_name, s.logo, s.time_zone, s.verified_at, s.closed_at, s.closed_reason, r.state`
const merchantTables = sql`merchant m join shop s on s.id = m.shop_id join registration r on r.shop_id = m.shop_id`

/** By e-mail address, or by phone in its international form. */
export const findMerchantByName = (on: Queryable, email: string, phone: string | null) =>
  one(
    on,
    sql<MerchantRow>`select ${merchantColumns} from ${merchantTables} where m.email = ${email} or m.phone = ${phone}`,
  )
export const readMerchant = (on: Queryable, id: string) =>
  one(on, sql<MerchantRow>`select ${merchantColumns} from ${merchantTables} where m.id = ${id}`)
export const findMerchantOf = (on: Queryable, shopId: string) =>
  one(on, sql<{ id: string }>`select id from merchant where shop_id = ${shopId}`)

export async function insertMerchant(
  tx: Tx,
  m: { id: string; shopId: string; email: string; phone: string; passwordHash: string; at: Date },
): Promise<void> {
  await sql`insert into merchant (id, shop_id, email, phone, password_hash, created_at)
    values (${m.id}, ${m.shopId}, ${m.email}, ${m.phone}, ${m.passwordHash}, ${m.at})`.execute(tx)
  await sql`insert into registration (shop_id, state, created_at) values (${m.shopId}, 'draft', ${m.at})`.execute(tx)
}

export type RegistrationRow = {
  shop_id: string
  state: RegistrationState
  logo_file: string | null
  shop_name: string | null
  address: string | null
  country: string | null
  real_name: string | null
  id_front: string | null
  id_back: string | null
  id_in_hand: string | null
  submitted_at: Date | null
  decided_at: Date | null
  asked: Record<string, string>
  phone: string
  email: string
}
const registrationColumns = sql`r.shop_id, r.state, r.logo_file, r.shop_name, r.address, r.country, r.real_name, r.id_front, r.id_back, r.id_in_hand,
  r.submitted_at, r.decided_at, r.asked, m.phone, m.email`
export const readRegistration = (on: Queryable, shopId: string) =>
  one(
    on,
    sql<RegistrationRow>`select ${registrationColumns} from registration r join merchant m using (shop_id) where r.shop_id = ${shopId}`,
  )
export const takeRegistration = (tx: Tx, shopId: string) =>
  one(
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
export const missingOf = (row: RegistrationRow): RegistrationField[] =>
  registrationFields.filter((field) => row[columnOf[field] as keyof RegistrationRow] === null)

/** Saves the given fields; what a reviewer asked about them counts as answered. */
export async function saveRegistrationFields(
  tx: Tx,
  shopId: string,
  fields: Partial<Record<RegistrationField, string>>,
): Promise<void> {
  const given = Object.entries(fields) as [RegistrationField, string][]
  if (given.length === 0) return
  const sets = given.map(([field, value]) => sql`${sql.ref(columnOf[field])} = ${value}`)
  await sql`update registration set ${sql.join(sets)}, asked = asked - ${given.map(([field]) => field)}::text[] where shop_id = ${shopId}`.execute(
    tx,
  )
}
export const markSubmitted = (tx: Tx, shopId: string, at: Date) =>
  sql`update registration set state = 'submitted', submitted_at = ${at}, asked = '{}' where shop_id = ${shopId}`.execute(
    tx,
  )
export const markInReview = (tx: Tx, shopId: string) =>
  sql`update registration set state = 'in-review' where shop_id = ${shopId}`.execute(tx)
export async function markVerified(tx: Tx, row: RegistrationRow, operatorId: string, at: Date): Promise<void> {
  await sql`update registration set state = 'verified', decided_at = ${at}, decided_by = ${operatorId}, asked = '{}' where shop_id = ${row.shop_id}`.execute(
    tx,
  )
  await sql`update merchant set real_name = ${row.real_name} where shop_id = ${row.shop_id}`.execute(tx)
}
export const markAsked = (tx: Tx, shopId: string, asked: Record<string, string>, operatorId: string, at: Date) =>
  sql`update registration set state = 'more-information', decided_at = ${at}, decided_by = ${operatorId}, asked = ${JSON.stringify(asked)} where shop_id = ${shopId}`.execute(
    tx,
  )

export const listRegistrations = (on: Queryable, state: RegistrationState, limit: number, skip: number) =>
  all(
    on,
    sql<{
      shop_id: string
      state: RegistrationState
      shop_name: string | null
      real_name: string | null
      country: string | null
      submitted_at: Date | null
      total: number
    }>`
      select shop_id, state, shop_name, real_name, country, submitted_at, count(*) over ()::int as total
      from registration where state = ${state} order by submitted_at nulls last, shop_id limit ${limit} offset ${skip}`,
  )

export const logDocumentView = (
  tx: Tx,
  view: { shopId: string; field: string; operatorId: string; reason: string; at: Date },
) =>
  sql`insert into document_view (shop_id, field, operator_id, reason, at) values (${view.shopId}, ${view.field}, ${view.operatorId}, ${view.reason}, ${view.at})`.execute(
    tx,
  )
export const readDocumentViews = (on: Queryable, shopId: string) =>
  all(
    on,
    sql<{
      at: Date
      field: string
      operator: string
      reason: string
    }>`select v.at, v.field, o.name as operator, v.reason
      from document_view v join operator o on o.id = v.operator_id where v.shop_id = ${shopId} order by v.at desc, v.id desc limit 500`,
  )

export type OperatorRow = { id: string; name: string; password_hash: string; roles: OperatorRole[] }
export const findOperator = (on: Queryable, email: string) =>
  one(on, sql<OperatorRow>`select id, name, password_hash, roles from operator where email = ${email}`)
export const insertOperator = (
  tx: Queryable,
  o: { id: string; name: string; email: string; passwordHash: string; roles: readonly string[]; at: Date },
) =>
  sql`insert into operator (id, name, email, password_hash, roles, created_at) values (${o.id}, ${o.name}, ${o.email}, ${o.passwordHash}, ${[...o.roles]}, ${o.at})`.execute(
    tx,
  )
export const anyOperator = async (on: Queryable): Promise<boolean> =>
  (await one(on, sql`select from operator limit 1`)) !== undefined

export const insertBuyer = (tx: Tx, b: { id: string; name: string; email: string; passwordHash: string; at: Date }) =>
  sql`insert into buyer (id, name, email, password_hash, created_at) values (${b.id}, ${b.name}, ${b.email}, ${b.passwordHash}, ${b.at})`.execute(
    tx,
  )
