import { createHash, randomBytes } from 'node:crypto'
import type { OperatorRole } from '@quayside/contract'
import { after, days, minutes } from '../../platform/clock.ts'
import type { House } from '../../platform/house.ts'
import type { Actor, FindSession } from '../../platform/http.ts'
import { one, sql, type Tx } from '../../platform/postgres.ts'

/** Ends after this long without a request, */
export const idleFor = days(30)
/** and after this long in any case. */
export const livesFor = days(90)
const touchEvery = minutes(5)
const most = 50_000

type Kept = { actor: Actor; shopId: string | null; expiresAt: number; touchedAt: number }
type SessionRow = {
  who: 'merchant' | 'buyer' | 'operator'
  subject_id: string
  shop_id: string | null
  used_at: Date
  expires_at: Date
  verified_at: Date | null
  closed_at: Date | null
  roles: OperatorRole[] | null
}

/**
 * Finds who holds a token. Found sessions are kept in memory and dropped through the push when they or their shop change; while
 * the push is down, every request asks the database.
 */
export function openSessions(house: House): FindSession {
  const kept = new Map<string, Kept>()
  house.hub.onChange((shopId, kinds) => {
    if (shopId === null) kept.clear()
    else if (kinds.includes('session') || kinds.includes('shop'))
      for (const [token, session] of kept) if (session.shopId === shopId) kept.delete(token)
  })
  let generation = 0
  house.hub.onChange(() => {
    generation += 1
  })

  return async (tokenHash, who) => {
    const now = house.clock.now().getTime()
    const name = tokenHash.toString('base64')
    const before = kept.get(name)
    if (
      before &&
      house.hub.connected &&
      before.actor.who === who &&
      before.expiresAt > now &&
      now - before.touchedAt < touchEvery
    )
      return before.actor

    const seen = generation
    const row = await one(
      house.db,
      sql<SessionRow>`select s.who, s.subject_id, s.shop_id, s.used_at, s.expires_at, h.verified_at, h.closed_at, o.roles
        from session s left join shop h on h.id = s.shop_id left join operator o on s.who = 'operator' and o.id = s.subject_id
        where s.token_hash = ${tokenHash} and s.who = ${who} and s.expires_at > ${new Date(now)} and s.used_at > ${new Date(now - idleFor)}`,
    )
    if (!row) {
      kept.delete(name)
      return null
    }
    if (now - row.used_at.getTime() > touchEvery)
      await sql`update session set used_at = ${new Date(now)} where token_hash = ${tokenHash}`.execute(house.db)
    const actor = actorOf(row, tokenHash)
    // A change that arrived while the row was read may not be in it; then it is not kept.
    if (house.hub.connected && generation === seen) {
      if (kept.size >= most) kept.delete(kept.keys().next().value!)
      kept.set(name, { actor, shopId: row.shop_id, expiresAt: row.expires_at.getTime(), touchedAt: now })
    }
    return actor
  }
}

function actorOf(row: SessionRow, tokenHash: Buffer): Actor {
  if (row.who === 'buyer') return { who: 'buyer', buyerId: row.subject_id, tokenHash }
  if (row.who === 'operator') return { who: 'operator', operatorId: row.subject_id, roles: row.roles ?? [], tokenHash }
  return {
    who: 'merchant',
    merchantId: row.subject_id,
    shopId: row.shop_id!,
    verified: row.verified_at !== null,
    closed: row.closed_at !== null,
    tokenHash,
  }
}

/** Opens a session and answers its token, which is kept nowhere but on the device. */
export async function issueSession(
  tx: Tx,
  who: 'merchant' | 'buyer' | 'operator',
  subjectId: string,
  shopId: string | null,
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql`insert into session (token_hash, who, subject_id, shop_id, created_at, used_at, expires_at)
    values (${createHash('sha256').update(token).digest()}, ${who}, ${subjectId}, ${shopId}, ${now}, ${now}, ${after(now, livesFor)})`.execute(
    tx,
  )
  return token
}

export const endSession = (tx: Tx, tokenHash: Buffer) =>
  sql`delete from session where token_hash = ${tokenHash}`.execute(tx)
