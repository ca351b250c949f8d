import { createHash, randomBytes } from 'node:crypto'
import type { LoginStep, OperatorRole } from '@quayside/contract'
import { addTime, days, hours, minutes } from '../../platform/clock.ts'
import { emitEvent, notifyClients } from '../../platform/events.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Actor, FindSession } from '../../platform/actor.ts'
import { newId } from '../../platform/ids.ts'
import { recordTraces } from '../self-dealing/review-order.ts'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../platform/postgres.ts'

/** Ends after this long without a request, */
export const sessionIdleTimeout = days(30)
/** and after this long in any case. */
export const sessionLifetime = days(90)
const touchEvery = minutes(5)
/** The same for operators: they do what weighs most. */
export const operatorIdleFor = minutes(30)
export const operatorLivesFor = hours(12)
/** A session whose log-in is not done waits this long for it. */
export const loginTakes = minutes(30)
const operatorTouchEvery = minutes(1)
/** A device counts as known until it was not used to log in for this long. */
export const deviceKnownFor = days(365)
/** Known devices of a merchant; the one that was used last longest ago makes room. */
export const maxDevices = 20
const most = 50_000

type Kept = { actor: Actor; shopId: string | null; expiresAt: number; touchedAt: number }
type SessionRow = {
  who: 'merchant' | 'buyer' | 'operator'
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

/**
 * Finds who holds a token. Found sessions are kept in memory and dropped through the push when they or their shop change; while
 * the push is down, every request asks the database.
 */
export function openSessions(ctx: AppContext): FindSession {
  const kept = new Map<string, Kept>()
  ctx.changes.onChange((shopId, kinds) => {
    if (shopId === null) kept.clear()
    else if (kinds.includes('session') || kinds.includes('shop'))
      for (const [token, session] of kept) if (session.shopId === shopId) kept.delete(token)
  })
  let generation = 0
  ctx.changes.onChange(() => {
    generation += 1
  })

  return async (tokenHash, who) => {
    const now = ctx.clock.now().getTime()
    const name = tokenHash.toString('base64')
    const before = kept.get(name)
    if (
      before &&
      ctx.changes.connected &&
      before.actor.who === who &&
      before.expiresAt > now &&
      now - before.touchedAt < touchEvery
    )
      return before.actor

    const seen = generation
    const row = await queryOne(
      ctx.db,
      sql<SessionRow>`select s.who, s.subject_id, s.shop_id, s.used_at, s.expires_at, h.verified_at,
          case when h.closed_at is not null then coalesce(h.closed_scope, 'all') end as closed_scope,
          array(select desk from operator_desk d where d.operator_id = o.id and d.revoked_at is null order by desk) as roles,
          o.password_chosen_at is not null as password_chosen, o.totp_sealed is not null as enrolled, s.second_factor_at
        from session s left join shop h on h.id = s.shop_id left join operator o on s.who = 'operator' and o.id = s.subject_id
        where o.deactivated_at is null and s.token_hash = ${tokenHash} and s.who = ${who} and s.expires_at > ${new Date(now)}
          and s.used_at > ${new Date(now)}::timestamptz - s.idle_seconds * interval '1 second'`,
    )
    if (!row) {
      kept.delete(name)
      return null
    }
    if (now - row.used_at.getTime() > (who === 'operator' ? operatorTouchEvery : touchEvery))
      await sql`update session set used_at = ${new Date(now)} where token_hash = ${tokenHash}`.execute(ctx.db)
    const actor = actorOf(row, tokenHash)
    // A change that arrived while the row was read may not be in it; then it is not kept.
    // Operators are few and do what weighs most: one who was deactivated is out at once, on every copy.
    if (ctx.changes.connected && generation === seen && who !== 'operator') {
      if (kept.size >= most) kept.delete(kept.keys().next().value!)
      kept.set(name, { actor, shopId: row.shop_id, expiresAt: row.expires_at.getTime(), touchedAt: now })
    }
    return actor
  }
}

/** What an operator's log-in needs next: the second factor before anything else, once there is one. */
export function nextStep(is: { enrolled: boolean; given: boolean; passwordChosen: boolean }): LoginStep | null {
  if (is.enrolled && !is.given) return 'second-factor'
  if (!is.passwordChosen) return 'choose-password'
  return is.enrolled ? null : 'enrol-second-factor'
}

function actorOf(row: SessionRow, tokenHash: Buffer): Actor {
  if (row.who === 'buyer') return { who: 'buyer', buyerId: row.subject_id, tokenHash }
  if (row.who === 'operator')
    return {
      who: 'operator',
      operatorId: row.subject_id,
      roles: row.roles,
      next: nextStep({
        enrolled: row.enrolled,
        given: row.second_factor_at !== null,
        passwordChosen: row.password_chosen,
      }),
      tokenHash,
    }
  return {
    who: 'merchant',
    merchantId: row.subject_id,
    shopId: row.shop_id!,
    verified: row.verified_at !== null,
    closed: row.closed_scope === 'all',
    tokenHash,
  }
}

export const hashed = (token: string): Buffer => createHash('sha256').update(token).digest()

/** What is known of who logs in: the network address, the browser's name for itself, and the secret of a device that did before. */
export type SessionOrigin = { ip: string; userAgent: string; device: string | undefined }

/** Opens a session and answers its token, which is kept nowhere but on the device. */
export async function issueSession(
  tx: Tx,
  who: 'merchant' | 'buyer',
  subjectId: string,
  shopId: string | null,
  now: Date,
  at: { deviceId: string; from: SessionOrigin } | null = null,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql`insert into session (token_hash, who, subject_id, shop_id, created_at, used_at, expires_at, idle_seconds, device_id, agent, address)
    values (${hashed(token)}, ${who}, ${subjectId}, ${shopId}, ${now}, ${now}, ${addTime(now, sessionLifetime)}, ${sessionIdleTimeout / 1000},
      ${at?.deviceId ?? null}, ${at?.from.userAgent ?? null}, ${at?.from.ip ?? null})`.execute(tx)
  return token
}

export type Device = { merchant_id: string; id: string }
/** Whose device holds this secret. */
export const findDevice = (db: Queryable, secret: string) =>
  queryOne(db, sql<Device>`select merchant_id, id from device where token_hash = ${hashed(secret)}`)

/**
 * Opens a merchant's session on a device. One that was logged in before is the same again, and its former session ends; another one is
 * given the secret that makes it known from now on.
 */
export async function openSession(
  tx: Tx,
  merchant: { id: string; shop_id: string },
  from: SessionOrigin,
  now: Date,
  masterKey: Buffer,
): Promise<{ token: string; device: string | null }> {
  const known =
    from.device === undefined
      ? undefined
      : await queryOne(
          tx,
          sql<{
            id: string
          }>`update device set used_at = ${now} where token_hash = ${hashed(from.device)} and merchant_id = ${merchant.id} returning id`,
        )
  const deviceId = known?.id ?? newId()
  let secret: string | null = null
  if (known) await sql`delete from session where device_id = ${deviceId} and subject_id = ${merchant.id}`.execute(tx)
  else {
    secret = randomBytes(32).toString('base64url')
    await sql`insert into device (merchant_id, id, token_hash, used_at) values (${merchant.id}, ${deviceId}, ${hashed(secret)}, ${now})`.execute(
      tx,
    )
    // The first device is where the merchant began; a later one may be a thief's.
    const others = await queryOne(
      tx,
      sql`select from device where merchant_id = ${merchant.id} and id <> ${deviceId} limit 1`,
    )
    if (others) await emitEvent(tx, 'login.new-device', { shopId: merchant.shop_id, at: now })
    // Each has tries of its own, so there may not be any number of them.
    await sql`delete from device where merchant_id = ${merchant.id}
      and id not in (select id from device where merchant_id = ${merchant.id} order by used_at desc, id desc limit ${maxDevices})`.execute(
      tx,
    )
  }
  await recordTraces(tx, masterKey, 'merchant', merchant.shop_id, { ...from, device: secret ?? from.device }, now)
  const token = await issueSession(tx, 'merchant', merchant.id, merchant.shop_id, now, { deviceId, from })
  // The former session may be kept in memory, on every copy.
  await notifyClients(tx, merchant.shop_id, ['session'])
  return { token, device: secret }
}

export const endSession = (tx: Tx, tokenHash: Buffer) =>
  sql`delete from session where token_hash = ${tokenHash}`.execute(tx)

/** Ends one session of a merchant by its id; its device is a strange one afterwards. Answers whether there was one. */
export async function endSessionById(tx: Tx, merchantId: string, id: string): Promise<boolean> {
  const ended = await queryOne(
    tx,
    sql<{
      device_id: string | null
    }>`delete from session where id = ${id} and who = 'merchant' and subject_id = ${merchantId} returning device_id`,
  )
  if (ended?.device_id)
    await sql`delete from device where merchant_id = ${merchantId} and id = ${ended.device_id}`.execute(tx)
  return ended !== undefined
}

/** Ends all sessions of somebody but one; with `devices` all but its device are strange ones afterwards. */
export async function endSessionsOf(
  tx: Tx,
  subjectId: string,
  except: Buffer | null,
  { devices = false } = {},
): Promise<void> {
  await sql`delete from session where subject_id = ${subjectId} and token_hash is distinct from ${except}`.execute(tx)
  if (devices)
    await sql`delete from device where merchant_id = ${subjectId}
      and id not in (select device_id from session where subject_id = ${subjectId} and device_id is not null)`.execute(
      tx,
    )
}

export type OpenSession = {
  id: string
  token_hash: Buffer
  agent: string | null
  address: string | null
  created_at: Date
  used_at: Date
}
/** A merchant's open sessions, last used first. */
export const openSessionsOf = (db: Queryable, merchantId: string, now: Date) =>
  queryAll(
    db,
    sql<OpenSession>`select id, token_hash, agent, address, created_at, used_at from session
      where who = 'merchant' and subject_id = ${merchantId} and expires_at > ${now}
        and used_at > ${now}::timestamptz - idle_seconds * interval '1 second'
      order by used_at desc, created_at desc, id limit 100`,
  )

/** Deletes what ended: sessions, and devices that nobody used for a long time. */
export async function sweepSessions(db: Queryable, now: Date): Promise<void> {
  await sql`delete from session where expires_at <= ${now}
    or used_at <= ${now}::timestamptz - idle_seconds * interval '1 second'`.execute(db)
  await sql`delete from operator_device where used_at <= ${addTime(now, -deviceKnownFor)}`.execute(db)
  await sql`delete from device where used_at <= ${addTime(now, -deviceKnownFor)}`.execute(db)
}
