import { randomBytes } from 'node:crypto'
import { addTime } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../platform/postgres.ts'
import {
  hashed,
  loginTakes,
  maxDevices,
  operatorIdleFor,
  operatorLivesFor,
  type SessionOrigin,
  type OpenSession,
} from './sessions.ts'

/** The device of an operator that holds a secret. */
export const findOperatorDevice = (db: Queryable, secret: string) =>
  queryOne(
    db,
    sql<{
      operator_id: string
      id: string
    }>`select operator_id, id from operator_device where token_hash = ${hashed(secret)}`,
  )

async function insertSession(
  tx: Tx,
  operatorId: string,
  from: SessionOrigin,
  now: Date,
  { whole, deviceId }: { whole: boolean; deviceId: string | null },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql`insert into session (token_hash, who, subject_id, created_at, used_at, expires_at, idle_seconds, second_factor_at, device_id, agent, address)
    values (${hashed(token)}, 'operator', ${operatorId}, ${now}, ${now}, ${addTime(now, whole ? operatorLivesFor : loginTakes)},
      ${operatorIdleFor / 1000}, ${whole ? now : null}, ${deviceId}, ${from.userAgent}, ${from.ip})`.execute(tx)
  return token
}

/** Opens a session that can only go on with the log-in. */
export const openHalfSession = (tx: Tx, operatorId: string, from: SessionOrigin, now: Date): Promise<string> =>
  insertSession(tx, operatorId, from, now, { whole: false, deviceId: null })

/**
 * Opens a session after password and second factor; the one before it, of which only the password was known, ends. A device that is not
 * known yet becomes it and is answered its secret.
 */
export async function openWholeSession(
  tx: Tx,
  operatorId: string,
  former: Buffer | null,
  from: SessionOrigin,
  now: Date,
): Promise<{ token: string; device: string | null }> {
  if (former) await sql`delete from session where token_hash = ${former}`.execute(tx)
  const known =
    from.device === undefined
      ? undefined
      : await queryOne(
          tx,
          sql<{
            id: string
          }>`update operator_device set used_at = ${now} where token_hash = ${hashed(from.device)} and operator_id = ${operatorId} returning id`,
        )
  const deviceId = known?.id ?? newId()
  let device: string | null = null
  if (known)
    await sql`delete from session where device_id = ${deviceId} and subject_id = ${operatorId} and who = 'operator'`.execute(
      tx,
    )
  else {
    device = randomBytes(32).toString('base64url')
    await sql`insert into operator_device (operator_id, id, token_hash, used_at) values (${operatorId}, ${deviceId}, ${hashed(device)}, ${now})`.execute(
      tx,
    )
    // Each has tries of its own, so there may not be any number of them.
    await sql`delete from operator_device where operator_id = ${operatorId}
      and id not in (select id from operator_device where operator_id = ${operatorId} order by used_at desc, id desc limit ${maxDevices})`.execute(
      tx,
    )
  }
  return { token: await insertSession(tx, operatorId, from, now, { whole: true, deviceId }), device }
}

/** Counts a wrong code against the session it was given in; the session is gone after `most`. */
export async function countWrongCode(db: Queryable, tokenHash: Buffer, most: number): Promise<void> {
  await sql`update session set wrong_codes = wrong_codes + 1 where token_hash = ${tokenHash}`.execute(db)
  await sql`delete from session where token_hash = ${tokenHash} and wrong_codes >= ${most} and second_factor_at is null`.execute(
    db,
  )
}

/** Ends all sessions of an operator but one, and makes every device a strange one. */
export async function endOperatorSessions(tx: Tx, operatorId: string, except: Buffer | null): Promise<void> {
  await sql`delete from session where who = 'operator' and subject_id = ${operatorId} and token_hash is distinct from ${except}`.execute(
    tx,
  )
  await sql`delete from operator_device where operator_id = ${operatorId}
    and id not in (select device_id from session where subject_id = ${operatorId} and device_id is not null)`.execute(
    tx,
  )
}

/** Ends one session of an operator by its id. Answers whether there was one. */
export async function endOperatorSessionById(tx: Tx, operatorId: string, id: string): Promise<boolean> {
  const ended = await queryOne(
    tx,
    sql<{
      device_id: string | null
    }>`delete from session where id = ${id} and who = 'operator' and subject_id = ${operatorId} returning device_id`,
  )
  if (ended?.device_id)
    await sql`delete from operator_device where operator_id = ${operatorId} and id = ${ended.device_id}`.execute(tx)
  return ended !== undefined
}

/** An operator's open sessions, last used first. */
export const openOperatorSessions = (db: Queryable, operatorId: string, now: Date) =>
  queryAll(
    db,
    sql<OpenSession>`select id, token_hash, agent, address, created_at, used_at from session
      where who = 'operator' and subject_id = ${operatorId} and expires_at > ${now}
        and used_at > ${now}::timestamptz - idle_seconds * interval '1 second'
      order by used_at desc, created_at desc, id limit 100`,
  )
