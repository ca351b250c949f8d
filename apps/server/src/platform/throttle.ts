import { after } from './clock.ts'
import { one, sql, type Database, type Queryable } from './postgres.ts'

/**
 * Takes one of `limit` attempts that `key` has in a window of `span` milliseconds. Counted in its own committed statement,
 * before the attempt is looked at, so that parallel attempts on any number of servers cannot outrun it.
 * Answers whether the attempt may go on and when the window ends.
 */
export async function takeAttempt(
  db: Queryable,
  key: string,
  limit: number,
  span: number,
  now: Date,
): Promise<{ allowed: boolean; until: Date }> {
  const row = await one(
    db,
    sql<{ attempts: number; until: Date }>`
      insert into throttle as t (key, attempts, until) values (${key}, 1, ${after(now, span)})
      on conflict (key) do update set
        attempts = case when t.until <= ${now} then 1 else t.attempts + 1 end,
        until = case when t.until <= ${now} then excluded.until else t.until end
      returning attempts, until`,
  )
  return { allowed: row!.attempts <= limit, until: row!.until }
}

/** Gives the attempts back, after one that succeeded. */
export async function clearAttempts(db: Database, key: string): Promise<void> {
  await sql`delete from throttle where key = ${key}`.execute(db)
}

/** Forgets windows that ended before an instant. */
export async function forgetAttempts(db: Database, before: Date): Promise<void> {
  await sql`delete from throttle where until < ${before}`.execute(db)
}
