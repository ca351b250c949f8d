/** Sessions and known devices. Tokens and device secrets are stored as SHA-256 hashes only. */
import { createHash } from 'node:crypto'
import type { OperatorRole } from '@quayside/contract'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../../platform/database/postgres.ts'

/** Who can hold a session. Merchants and operators also have known devices. */
export type SessionHolder = 'merchant' | 'buyer' | 'operator'
export type DeviceHolder = 'merchant' | 'operator'

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The device table of each holder, and its column with the holder's id. */
const devices = {
  merchant: { table: sql.table('device'), holder: sql.ref('merchant_id') },
  operator: { table: sql.table('operator_device'), holder: sql.ref('operator_id') },
}

export type SessionRow = {
  who: SessionHolder
  subject_id: string
  shop_id: string | null
  used_at: Date
  expires_at: Date
  verified_at: Date | null
  closed_scope: string | null
  roles: OperatorRole[]
  password_chosen: boolean
  enrolled: boolean
  second_factor_at: Date | null
}

/** The session of a token, unless it ended or its operator was deactivated. */
export const findSession = (db: Queryable, tokenHash: Buffer, who: SessionHolder, now: Date) =>
  queryOne(
    db,
    sql<SessionRow>`select s.who, s.subject_id, s.shop_id, s.used_at, s.expires_at, h.verified_at,
        case when h.closed_at is not null then coalesce(h.closed_scope, 'all') end as closed_scope,
        array(select desk from operator_desk d where d.operator_id = o.id and d.revoked_at is null order by desk) as roles,
        o.password_chosen_at is not null as password_chosen, o.totp_sealed is not null
          or exists (select from operator_passkey k where k.operator_id = o.id and k.removed_at is null) as enrolled, s.second_factor_at
      from session s left join shop h on h.id = s.shop_id left join operator o on s.who = 'operator' and o.id = s.subject_id
      where o.deactivated_at is null and s.token_hash = ${tokenHash} and s.who = ${who} and s.expires_at > ${now}
        and s.used_at > ${now}::timestamptz - s.idle_seconds * interval '1 second'`,
  )

export const touchSession = (db: Queryable, tokenHash: Buffer, now: Date) =>
  sql`update session set used_at = ${now} where token_hash = ${tokenHash}`.execute(db)

export type NewSession = {
  token: string
  who: SessionHolder
  subjectId: string
  shopId: string | null
  expiresAt: Date
  /** Milliseconds without a request after which the session ends. */
  idleTimeout: number
  secondFactorAt: Date | null
  deviceId: string | null
  agent: string | null
  address: string | null
}

export const insertSession = (tx: Tx, session: NewSession, now: Date) =>
  sql`insert into session (token_hash, who, subject_id, shop_id, created_at, used_at, expires_at, idle_seconds, second_factor_at,
      device_id, agent, address)
    values (${hashToken(session.token)}, ${session.who}, ${session.subjectId}, ${session.shopId}, ${now}, ${now}, ${session.expiresAt},
      ${session.idleTimeout / 1000}, ${session.secondFactorAt}, ${session.deviceId}, ${session.agent}, ${session.address})`.execute(
    tx,
  )

export const deleteSession = (tx: Tx, tokenHash: Buffer) =>
  sql`delete from session where token_hash = ${tokenHash}`.execute(tx)

/** Ends the sessions that a holder has on one device. */
export const deleteDeviceSessions = (tx: Tx, who: DeviceHolder, subjectId: string, deviceId: string) =>
  sql`delete from session where device_id = ${deviceId} and subject_id = ${subjectId} and who = ${who}`.execute(tx)

/** Ends one session by its id and forgets its device. Returns false when the holder has no such session. */
export async function deleteSessionById(tx: Tx, who: DeviceHolder, subjectId: string, id: string): Promise<boolean> {
  const session = await queryOne(
    tx,
    sql<{
      device_id: string | null
    }>`delete from session where id = ${id} and who = ${who} and subject_id = ${subjectId} returning device_id`,
  )
  const { table, holder } = devices[who]
  if (session?.device_id)
    await sql`delete from ${table} where ${holder} = ${subjectId} and id = ${session.device_id}`.execute(tx)
  return session !== undefined
}

/** The same for a buyer, who has no known devices. */
export const deleteBuyerSession = async (tx: Tx, buyerId: string, id: string): Promise<boolean> =>
  (await queryOne(
    tx,
    sql`delete from session where id = ${id} and who = 'buyer' and subject_id = ${buyerId} returning 1 as gone`,
  )) !== undefined

/** Ends all sessions of a holder, except the one with the token hash `except`. */
export const deleteSessions = (tx: Tx, who: SessionHolder, subjectId: string, except: Buffer | null) =>
  sql`delete from session where who = ${who} and subject_id = ${subjectId} and token_hash is distinct from ${except}`.execute(
    tx,
  )

/** Forgets every device of a holder that has no session. */
export const deleteUnusedDevices = (tx: Tx, who: DeviceHolder, subjectId: string) => {
  const { table, holder } = devices[who]
  return sql`delete from ${table} where ${holder} = ${subjectId}
    and id not in (select device_id from session where subject_id = ${subjectId} and device_id is not null)`.execute(tx)
}

export type OpenSession = {
  id: string
  token_hash: Buffer
  agent: string | null
  address: string | null
  created_at: Date
  used_at: Date
}
/** The open sessions of a holder, latest use first. */
export const listOpenSessions = (db: Queryable, who: SessionHolder, subjectId: string, now: Date) =>
  queryAll(
    db,
    sql<OpenSession>`select id, token_hash, agent, address, created_at, used_at from session
      where who = ${who} and subject_id = ${subjectId} and expires_at > ${now}
        and used_at > ${now}::timestamptz - idle_seconds * interval '1 second'
      order by used_at desc, created_at desc, id limit 100`,
  )

/**
 * A wrong code counts against its session; at `maxWrongCodes` the session ends, unless it has passed the second factor.
 */
export async function countWrongCode(db: Queryable, tokenHash: Buffer, maxWrongCodes: number): Promise<void> {
  await sql`update session set wrong_codes = wrong_codes + 1 where token_hash = ${tokenHash}`.execute(db)
  await sql`delete from session where token_hash = ${tokenHash} and wrong_codes >= ${maxWrongCodes} and second_factor_at is null`.execute(
    db,
  )
}

export type Device = { holder_id: string; id: string }
/** The device that holds this secret. */
export const findDevice = (db: Queryable, who: DeviceHolder, secret: string) => {
  const { table, holder } = devices[who]
  return queryOne(
    db,
    sql<Device>`select ${holder} as holder_id, id from ${table} where token_hash = ${hashToken(secret)}`,
  )
}

/**
 * Records a login on a device of this holder. Returns its id; undefined when the secret belongs to none of the holder's
 * devices.
 */
export async function touchDevice(
  tx: Tx,
  who: DeviceHolder,
  holderId: string,
  secret: string,
  now: Date,
): Promise<string | undefined> {
  const { table, holder } = devices[who]
  const device = await queryOne(
    tx,
    sql<{
      id: string
    }>`update ${table} set used_at = ${now} where token_hash = ${hashToken(secret)} and ${holder} = ${holderId}
      returning id`,
  )
  return device?.id
}

/**
 * Adds a device and deletes the least recently used ones above `maxDevices`: each device has login attempts of its own.
 */
export async function insertDevice(
  tx: Tx,
  who: DeviceHolder,
  device: { holderId: string; id: string; secret: string },
  maxDevices: number,
  now: Date,
): Promise<void> {
  const { table, holder } = devices[who]
  await sql`insert into ${table} (${holder}, id, token_hash, used_at)
    values (${device.holderId}, ${device.id}, ${hashToken(device.secret)}, ${now})`.execute(tx)
  await sql`delete from ${table} where ${holder} = ${device.holderId}
    and id not in (select id from ${table} where ${holder} = ${device.holderId} order by used_at desc, id desc limit ${maxDevices})`.execute(
    tx,
  )
}

/** Whether a merchant logged in on another device before. */
export const hasOtherDevice = async (tx: Tx, merchantId: string, deviceId: string): Promise<boolean> =>
  (await queryOne(tx, sql`select from device where merchant_id = ${merchantId} and id <> ${deviceId} limit 1`)) !==
  undefined

/** Deletes ended sessions, and devices whose last login is before `deviceDeadline`. */
export async function deleteEndedSessions(db: Queryable, now: Date, deviceDeadline: Date): Promise<void> {
  await sql`delete from session where expires_at <= ${now}
    or used_at <= ${now}::timestamptz - idle_seconds * interval '1 second'`.execute(db)
  await sql`delete from operator_device where used_at <= ${deviceDeadline}`.execute(db)
  await sql`delete from device where used_at <= ${deviceDeadline}`.execute(db)
}
