/** Sessions: how long they last, how a token is looked up, and how a login opens one. */
import { randomBytes } from 'node:crypto'
import type { LoginStep } from '@quayside/contract'
import type { Actor, FindSession } from '../../../../platform/security/actor.ts'
import type { AppContext } from '../../../../platform/app-context.ts'
import { addTime, days, hours, minutes } from '../../../../platform/jobs/clock.ts'
import { emitEvent, notifyClients } from '../../../../platform/events/events.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { Queryable, Tx } from '../../../../platform/database/postgres.ts'
import { recordTraces } from '../../../selling/self-dealing/judge-order.ts'
import {
  deleteDeviceSessions,
  deleteEndedSessions,
  deleteSessions,
  deleteUnusedDevices,
  findSession,
  hasOtherDevice,
  insertDevice,
  insertSession,
  touchDevice,
  touchSession,
  type DeviceHolder,
  type SessionRow,
} from './session-store.ts'

/** A merchant's or buyer's session ends after this time without a request. */
export const sessionIdleTimeout = days(30)
/** A merchant's or buyer's session ends after this time in any case. */
export const sessionLifetime = days(90)
/** An operator's session ends after this time in any case. */
export const operatorSessionLifetime = hours(12)
/** Time to complete an operator's login after the password. */
export const pendingLoginLifetime = minutes(30)
/** A device stays known for this time after its last login. */
export const deviceLifetime = days(365)
/** Known devices of one merchant or operator; a new one replaces the least recently used one. */
export const maxDevices = 20

/** Minimum time between two writes of a session's last use. */
const touchInterval = minutes(5)
const operatorTouchInterval = minutes(1)
const maxCachedSessions = 50_000

type CachedSession = { actor: Actor; shopId: string | null; expiresAt: number; touchedAt: number }

/**
 * Finds the holder of a token. Sessions are cached in memory; a notification about the session or its shop removes
 * them. While the listener is disconnected, every request reads the database.
 */
export function createSessionFinder(ctx: AppContext): FindSession {
  const cache = new Map<string, CachedSession>()
  ctx.changes.onChange((shopId, kinds) => {
    if (shopId === null) cache.clear()
    else if (kinds.includes('session') || kinds.includes('shop'))
      for (const [token, { shopId: shop, actor }] of cache)
        // A buyer has no shop: a notification about sessions names the buyer.
        if (shop === shopId || (actor.who === 'buyer' && actor.buyerId === shopId)) cache.delete(token)
  })
  let generation = 0
  ctx.changes.onChange(() => {
    generation += 1
  })

  const inMemory = (cacheKey: string, who: Actor['who'], time: number): Actor | null => {
    const cached = cache.get(cacheKey)
    return cached &&
      ctx.changes.connected &&
      cached.actor.who === who &&
      cached.expiresAt > time &&
      time - cached.touchedAt < touchInterval
      ? cached.actor
      : null
  }

  const find: FindSession = async (tokenHash, who, unused = false) => {
    const now = ctx.clock.now()
    const time = now.getTime()
    const cacheKey = tokenHash.toString('base64')
    const known = inMemory(cacheKey, who, time)
    if (known) return known

    const generationBefore = generation
    const row = await findSession(ctx.db, tokenHash, who, now)
    if (!row) {
      cache.delete(cacheKey)
      return null
    }
    if (!unused && time - row.used_at.getTime() > (who === 'operator' ? operatorTouchInterval : touchInterval))
      await touchSession(ctx.db, tokenHash, now)
    const actor = actorOf(row, tokenHash)
    // Not cached after a notification that arrived during the read: the row may be older than the change.
    // Operators are never cached: a deactivated one must lose access at once on every server.
    if (ctx.changes.connected && generation === generationBefore && who !== 'operator') {
      if (cache.size >= maxCachedSessions) cache.delete(cache.keys().next().value!)
      cache.set(cacheKey, { actor, shopId: row.shop_id, expiresAt: row.expires_at.getTime(), touchedAt: time })
    }
    return actor
  }
  find.cached = inMemory
  return find
}

/**
 * The next step of an operator's login; null when the login is complete. An enrolled second factor comes before
 * everything else.
 */
export function nextStep(login: { enrolled: boolean; given: boolean; passwordChosen: boolean }): LoginStep | null {
  if (login.enrolled && !login.given) return 'second-factor'
  if (!login.passwordChosen) return 'choose-password'
  return login.enrolled ? null : 'enrol-second-factor'
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

export const newToken = (): string => randomBytes(32).toString('base64url')

/** Where a login comes from: network address, user agent, and the secret of a known device. */
export type SessionOrigin = { ip: string; userAgent: string; device: string | undefined }

/**
 * Opens a buyer's session and returns its token; the server stores only the hash. `origin`: what the list of the
 * buyer's sessions shows; a program has none.
 */
export async function openBuyerSession(
  tx: Tx,
  buyerId: string,
  now: Date,
  origin: Pick<SessionOrigin, 'ip' | 'userAgent'> | null = null,
): Promise<string> {
  const token = newToken()
  await insertSession(
    tx,
    {
      token,
      who: 'buyer',
      subjectId: buyerId,
      shopId: null,
      expiresAt: addTime(now, sessionLifetime),
      idleTimeout: sessionIdleTimeout,
      secondFactorAt: null,
      deviceId: null,
      agent: origin?.userAgent ?? null,
      address: origin?.ip ?? null,
    },
    now,
  )
  return token
}

/**
 * Recognizes the device of a login, or adds it. A known device keeps its id and its former session ends. A new device
 * gets a secret that makes it known from now on.
 */
export async function recognizeDevice(
  tx: Tx,
  who: DeviceHolder,
  holderId: string,
  secret: string | undefined,
  now: Date,
): Promise<{ id: string; newSecret: string | null }> {
  const knownId = secret === undefined ? undefined : await touchDevice(tx, who, holderId, secret, now)
  if (knownId !== undefined) {
    await deleteDeviceSessions(tx, who, holderId, knownId)
    return { id: knownId, newSecret: null }
  }
  const device = { holderId, id: newId(), secret: newToken() }
  await insertDevice(tx, who, device, maxDevices, now)
  return { id: device.id, newSecret: device.secret }
}

/** Opens a merchant's session on a device. Emits `login.new-device` for every new device but the first. */
export async function openMerchantSession(
  ctx: AppContext,
  tx: Tx,
  merchant: { id: string; shop_id: string },
  origin: SessionOrigin,
  now: Date,
): Promise<{ token: string; device: string | null }> {
  const { id: deviceId, newSecret } = await recognizeDevice(tx, 'merchant', merchant.id, origin.device, now)
  // The first device is the one of the registration; a later one may be a thief's.
  if (newSecret !== null && (await hasOtherDevice(tx, merchant.id, deviceId)))
    await emitEvent(tx, 'login.new-device', { shopId: merchant.shop_id, at: now })
  await recordTraces(
    tx,
    ctx.keys.lookup,
    'merchant',
    merchant.shop_id,
    { ...origin, device: newSecret ?? origin.device },
    now,
  )
  const token = newToken()
  await insertSession(
    tx,
    {
      token,
      who: 'merchant',
      subjectId: merchant.id,
      shopId: merchant.shop_id,
      expiresAt: addTime(now, sessionLifetime),
      idleTimeout: sessionIdleTimeout,
      secondFactorAt: null,
      deviceId,
      agent: origin.userAgent,
      address: origin.ip,
    },
    now,
  )
  // The former session may be in the cache of any server.
  await notifyClients(tx, merchant.shop_id, ['session'])
  return { token, device: newSecret }
}

/** Ends all sessions of a holder except one; with `forgetDevices`, all devices without a session become unknown. */
export async function endSessions(
  tx: Tx,
  who: DeviceHolder,
  subjectId: string,
  except: Buffer | null,
  { forgetDevices }: { forgetDevices: boolean },
): Promise<void> {
  await deleteSessions(tx, who, subjectId, except)
  if (forgetDevices) await deleteUnusedDevices(tx, who, subjectId)
}

/** Deletes ended sessions, and devices without a login for a long time. */
export const sweepSessions = (db: Queryable, now: Date): Promise<void> =>
  deleteEndedSessions(db, now, addTime(now, -deviceLifetime))
