/**
 * Steps that a passed deadline causes, on many rows of one kind. A row that fails is set aside with its error and
 * tried again later. It does not stop the other rows or another step.
 */
import type { Page } from '../http/cursor.ts'
import { addTime, days, minutes } from './clock.ts'
import type { AppContext } from '../app-context.ts'
import { groupByShop } from '../database/by-shop.ts'
import {
  queryAll,
  isDatabaseDown,
  queryOne,
  sql,
  withTransaction,
  type Queryable,
  type Tx,
} from '../database/postgres.ts'
import { totalOf } from '../database/total-of.ts'

export type RowKey = { shop_id: string; id: string }

export type DeadlineStep = {
  /** Names the step in the table of failures and in the log. */
  name: string
  /** Finds at most `most` rows whose deadline has passed and that are not set aside. Locks nothing. */
  due(db: Queryable, now: Date, most: number): Promise<RowKey[]>
  /**
   * Locks those rows of one shop that are still due and that no other transaction has locked, runs the step on each,
   * and returns them.
   */
  act(tx: Tx, rows: readonly RowKey[], now: Date, ctx: AppContext): Promise<RowKey[]>
}

/** Rows that are looked for at a time. */
const maxAtOnce = 200
/** Times that one run looks. */
const maxRounds = 50
/** Failures of rows that are no longer due are deleted after this time. */
const forgottenAfter = days(1)

/** A condition that excludes rows set aside. `table` is the table or alias with `shop_id` and `id`. */
export const notSetAside = (step: string, table: string, now: Date) =>
  sql`not exists (select from deadline_failure f where f.step = ${step} and f.shop_id = ${sql.ref(`${table}.shop_id`)}
    and f.id = ${sql.ref(`${table}.id`)} and f.next_try_at > ${now})`

export const idsOf = (rows: readonly { id: string }[]): string[] => rows.map((row) => row.id)

/** A condition that holds for these rows only. */
export const rowKeyFilter = (rows: readonly RowKey[], table: string) =>
  sql`(${sql.ref(`${table}.shop_id`)}, ${sql.ref(`${table}.id`)}) in (
    select * from unnest(${rows.map((row) => row.shop_id)}::uuid[], ${rows.map((row) => row.id)}::uuid[]))`

/**
 * Runs a step on all due rows, at most `maxAtOnce` of one shop in one transaction, so that no lock of a shop waits for
 * another shop. If that transaction fails, each row gets its own. Returns the number of rows that changed. Throws only
 * when the database cannot be reached.
 */
export async function runStep(ctx: AppContext, step: DeadlineStep): Promise<number> {
  const now = ctx.clock.now()
  let moved = 0
  for (let round = 0; round < maxRounds; round += 1) {
    const rows = await step.due(ctx.db, now, maxAtOnce)
    const { done, failed } = await carryOut(ctx, step, rows, now)
    moved += done
    // The next run, a minute later, finds rows that another transaction has locked now.
    if (rows.length < maxAtOnce || done + failed === 0) break
  }
  return moved
}

async function carryOut(ctx: AppContext, step: DeadlineStep, rows: readonly RowKey[], now: Date) {
  let [done, failed] = [0, 0]
  for (const own of groupByShop(rows).values()) {
    const result = await carryOutOfShop(ctx, step, own, now)
    done += result.done
    failed += result.failed
  }
  return { done, failed }
}

async function carryOutOfShop(ctx: AppContext, step: DeadlineStep, rows: readonly RowKey[], now: Date) {
  try {
    return { done: await inOneTransaction(ctx, step, rows, now), failed: 0 }
  } catch (error) {
    if (isDatabaseDown(error)) throw error
    ctx.log.warn(
      { err: error, step: step.name, shopId: rows[0]!.shop_id, rows: rows.length },
      'deadlines: a batch failed, each row is tried alone',
    )
  }
  let [done, failed] = [0, 0]
  for (const row of rows) {
    try {
      done += await inOneTransaction(ctx, step, [row], now)
    } catch (error) {
      if (isDatabaseDown(error)) throw error
      failed += 1
      const attempts = await setAside(ctx.db, step.name, row, error, now)
      ctx.log.error(
        { err: error, step: step.name, shopId: row.shop_id, id: row.id, attempts },
        'deadlines: a row failed and is set aside',
      )
    }
  }
  return { done, failed }
}

const inOneTransaction = (ctx: AppContext, step: DeadlineStep, rows: readonly RowKey[], now: Date): Promise<number> =>
  withTransaction(ctx.db, async (tx) => {
    const done = await step.act(tx, rows, now, ctx)
    if (done.length > 0)
      await sql`delete from deadline_failure f where step = ${step.name} and ${rowKeyFilter(done, 'f')}`.execute(tx)
    return done.length
  })

/**
 * Stores the failure and the time of the next attempt: after 1, 2, 4 … minutes, at most an hour. Returns the number
 * of failures.
 */
async function setAside(db: Queryable, step: string, row: RowKey, error: unknown, now: Date): Promise<number> {
  const text = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  const kept = await queryOne(
    db,
    sql<{ attempts: number }>`
      insert into deadline_failure as f (step, shop_id, id, error, first_failed_at, last_failed_at, next_try_at)
      values (${step}, ${row.shop_id}, ${row.id}, ${text}, ${now}, ${now}, ${addTime(now, minutes(1))})
      on conflict (step, shop_id, id) do update set error = excluded.error, attempts = f.attempts + 1, last_failed_at = excluded.last_failed_at,
        next_try_at = excluded.last_failed_at + least(60, 2 ^ least(f.attempts, 6)) * interval '1 minute'
      returning attempts`,
  )
  return kept!.attempts
}

/** By the first failure, then by step and id. */
export const listFailures = (db: Queryable, { limit, skip, after }: Page<{ at: Date; step: string; id: string }>) =>
  queryAll(
    db,
    sql<{
      step: string
      shop_id: string
      id: string
      error: string
      attempts: number
      first_failed_at: Date
      last_failed_at: Date
      next_try_at: Date
      total: number
    }>`select step, shop_id, id, error, attempts, first_failed_at, last_failed_at, next_try_at,
        ${totalOf(sql`from deadline_failure`)}
      from deadline_failure
      where ${after ? sql`(first_failed_at, step, id) > (${after.at}::timestamptz, ${after.step}, ${after.id}::uuid)` : sql`true`}
      order by first_failed_at, step, id limit ${limit} offset ${skip}`,
  )

/** Lets a row that was set aside be tried in the next run. Returns false when it is not set aside. */
export async function retryFailure(tx: Tx, step: string, { shop_id, id }: RowKey, now: Date): Promise<boolean> {
  const row = await queryOne(
    tx,
    sql`update deadline_failure set next_try_at = ${now} where step = ${step} and shop_id = ${shop_id} and id = ${id} returning step`,
  )
  return row !== undefined
}

/** Deletes failures of rows that are not due any more: a row that is due is tried at least once an hour. */
export const deleteOldFailures = (db: Queryable, now: Date) =>
  sql`delete from deadline_failure where next_try_at < ${addTime(now, -forgottenAfter)}`.execute(db)
