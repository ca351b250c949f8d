import { personOf, type Actor } from '../security/actor.ts'
import { addTime, minutes } from '../jobs/clock.ts'
import { networkOf } from './network.ts'
import {
  queryAll,
  queryOne,
  sql,
  withTransaction,
  type Database,
  type Queryable,
  type Tx,
} from '../database/postgres.ts'
import { refuse } from '../refusal.ts'

/**
 * Counts an attempt. A key has `limit` attempts in a window of `span` milliseconds.
 * The count commits in its own statement before the attempt is checked, so that parallel attempts on any server
 * cannot exceed it.
 * Returns whether the attempt may go on, and the end of the window.
 */
export async function consumeRateLimit(
  db: Queryable,
  key: string,
  limit: number,
  span: number,
  now: Date,
): Promise<{ allowed: boolean; until: Date }> {
  const row = await queryOne(
    db,
    sql<{ attempts: number; until: Date }>`
      insert into throttle as t (key, attempts, until) values (${key}, 1, ${addTime(now, span)})
      on conflict (key) do update set
        attempts = case when t.until <= ${now} then 1 else t.attempts + 1 end,
        until = case when t.until <= ${now} then excluded.until else t.until end
      returning attempts, until`,
  )
  return { allowed: row!.attempts <= limit, until: row!.until }
}

/**
 * Counts several attempts of several keys in one statement. Returns how many of each key's attempts may go on.
 */
export async function consumeRateLimits(
  db: Queryable,
  attempts: ReadonlyMap<string, number>,
  limit: number,
  span: number,
  now: Date,
): Promise<Map<string, number>> {
  if (attempts.size === 0) return new Map()
  const rows = await queryAll(
    db,
    sql<{ key: string; attempts: number }>`
      insert into throttle as t (key, attempts, until)
      select i.key, i.attempts, ${addTime(now, span)}
      from unnest(${[...attempts.keys()]}::text[], ${[...attempts.values()]}::int[]) i (key, attempts) order by i.key
      on conflict (key) do update set
        attempts = case when t.until <= ${now} then 0 else t.attempts end + excluded.attempts,
        until = case when t.until <= ${now} then excluded.until else t.until end
      returning key, attempts`,
  )
  return new Map(
    rows.map(({ key, attempts: counted }) => {
      const asked = attempts.get(key)!
      return [key, Math.max(0, Math.min(asked, limit - (counted - asked)))]
    }),
  )
}

/** A limit on the requests of one caller to a route. */
export type RequestLimit<A extends Actor = Actor> = {
  /** Routes with the same name share the limit. */
  name: string
  /** The caller: a person with a session, a network (see `networkOf`), or one exact network address. */
  per: Exclude<A['who'], 'anyone'> | 'network' | 'address'
  max: number | ((actor: A) => number)
  /** Milliseconds. */
  window: number
}

/** Counts a request. Refuses `request/too-many` above the limit. */
export async function enforceRequestLimit(
  db: Database,
  { name, per, max, window }: RequestLimit,
  actor: Actor,
  ip: string,
  now: Date,
): Promise<void> {
  const caller = per === 'network' ? `from ${networkOf(ip)}` : per === 'address' ? `from ${ip}` : personOf(actor)
  const limit = typeof max === 'number' ? max : max(actor)
  const { allowed } = await consumeRateLimit(db, `${name} ${caller}`, limit, window, now)
  if (!allowed) refuse('request/too-many')
}

/** Sets the count of a key to zero, after an attempt that succeeded. */
export async function resetRateLimit(db: Database, key: string): Promise<void> {
  await sql`delete from throttle where key = ${key}`.execute(db)
}

/** Takes one attempt off each count, after the attempt succeeded: only failures count. */
export async function returnRateLimitTokens(db: Queryable, keys: readonly string[]): Promise<void> {
  await sql`update throttle set attempts = attempts - 1 where key = any(${[...keys]}) and attempts > 0`.execute(db)
}

/** Deletes windows and queue places that ended before an instant. */
export async function deleteOldRateLimits(db: Database, before: Date): Promise<void> {
  await sql`delete from throttle where until < ${before}`.execute(db)
  await sql`delete from throttle_place where at < ${before}`.execute(db)
}

/**
 * A limit on failures. It delays callers and never locks them out.
 * In a window of `span` milliseconds `free` attempts pass at once. After that one attempt passes every `gap`
 * milliseconds, first come first served.
 */
export type Pool = { key: string; holder: string; free: number; gap: number; span: number }

/** An unused place in the queue expires after this time. */
const placeHolds = minutes(2)
/** The longest queue. A further caller gets no place and waits for the whole queue. */
const maxPlaces = 100

/**
 * Counts an attempt in all pools or in none. Returns the milliseconds to wait; 0 when the attempt may go on.
 * The count commits before the attempt is checked, so that parallel attempts cannot exceed it;
 * `returnRateLimitTokens` takes a success off again.
 * A holder keeps the place of the first refused attempt, so another holder with more attempts does not overtake it.
 * The wait is at most one `gap` for each holder in the queue, and one more.
 */
export const lockRateLimits = (db: Database, pools: readonly Pool[], now: Date): Promise<number> =>
  withTransaction(db, async (tx) => {
    const sorted = pools.toSorted((a, b) => (a.key < b.key ? -1 : 1))
    let wait = 0
    for (const pool of sorted) wait = Math.max(wait, await waitIn(tx, pool, now))
    if (wait > 0) return wait
    const keys = sorted.map(({ key }) => key)
    await sql`update throttle set attempts = attempts + 1 where key = any(${keys})`.execute(tx)
    for (const { key, holder } of sorted)
      await sql`delete from throttle_place where pool = ${key} and holder = ${holder}`.execute(tx)
    return 0
  })

/** Locks the pool. Returns the milliseconds that its holder has to wait. A holder who has to wait gets a place. */
async function waitIn(tx: Tx, { key, holder, free, gap, span }: Pool, now: Date): Promise<number> {
  const row = await queryOne(
    tx,
    sql<{ attempts: number }>`
      insert into throttle as t (key, attempts, until) values (${key}, 0, ${addTime(now, span)})
      on conflict (key) do update set
        attempts = case when t.until <= ${now} then 0 else t.attempts end,
        until = case when t.until <= ${now} then excluded.until else t.until end
      returning attempts`,
  )
  if (row!.attempts < free) return 0
  const places = await queryAll(
    tx,
    sql<{ holder: string; at: Date }>`select holder, at from throttle_place
      where pool = ${key} and at > ${addTime(now, -placeHolds)} order by at limit ${maxPlaces}`,
  )
  const own = places.find((place) => place.holder === holder)
  if (own) return Math.max(0, own.at.getTime() - now.getTime())
  const last = places.at(-1)?.at
  const at = addTime(last && last > now ? last : now, gap)
  if (places.length < maxPlaces)
    await sql`insert into throttle_place (pool, holder, at) values (${key}, ${holder}, ${at})
      on conflict (pool, holder) do update set at = excluded.at`.execute(tx)
  return at.getTime() - now.getTime()
}
