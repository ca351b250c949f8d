import { queryAll, queryOne, sql, type Queryable } from '../../../platform/database/postgres.ts'
import type { Movement } from '../../shop/insights/report.ts'

/** The sums of kept days by the day, or by the first day of the month. */
export const listMovements = (db: Queryable, from: string, to: string, by: 'day' | 'month') =>
  queryAll(
    db,
    sql<Movement & { period: string }>`select ${by === 'day' ? sql`d.day::text` : sql`left(d.day::text, 7)`} as period,
        d.event, d.kind, d.side, sum(d.amount)::bigint as amount, sum(d.entries)::int as n
      from platform_day d where d.day between ${from}::date and ${to}::date group by 1, 2, 3, 4`,
  )

/** What a day has booked so far. */
export const listMovementsOfDay = (db: Queryable, day: string) =>
  queryAll(db, sql<Movement>`select event, kind, side, amount, entries as n from postings_of_day(${day}::date)`)

/** The days of a period that are not kept, oldest first. */
export const listDaysToRead = async (db: Queryable, from: string, to: string): Promise<string[]> =>
  (
    await queryAll(
      db,
      sql<{ day: string }>`select d::date::text as day
        from generate_series(${from}::date::timestamp, ${to}::date::timestamp, interval '1 day') d
        where not exists (select from platform_day_made m where m.day = d::date) order by 1`,
    )
  ).map(({ day }) => day)

export const readMadeUntil = async (db: Queryable): Promise<string | null> =>
  (await queryOne(db, sql<{ day: string | null }>`select max(day)::text as day from platform_day_made`))!.day

/** The day of the first entry of the books; null without any. */
export const readFirstDay = async (db: Queryable): Promise<string | null> =>
  (
    await queryOne(
      db,
      sql<{
        day: string
      }>`select (to_timestamp(('x' || left(replace(p.transfer_id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
          at time zone 'UTC')::date::text as day
        from ledger.posting p order by p.transfer_id limit 1`,
    )
  )?.day ?? null

export const makeDay = (db: Queryable, day: string) => sql`select make_platform_day(${day}::date)`.execute(db)
/** Sums how soon all shops ship and answer, over the ninety days that end with this one. */
export const makeServiceTotals = (db: Queryable, day: string) =>
  sql`select make_service_totals(${day}::date)`.execute(db)
export const makeCohorts = (db: Queryable, day: string) => sql`select make_cohort_month(${day}::date)`.execute(db)

export type AgeRow = {
  kind: 'order' | 'withdrawal' | 'refund' | 'dispute'
  state: string
  counts: number[]
  amount: bigint
  oldest: Date
}
const ages = (since: ReturnType<typeof sql>, now: Date) =>
  sql`array[
      count(*) filter (where ${since} > ${now}::timestamptz - interval '1 day')::int,
      count(*) filter (where ${since} <= ${now}::timestamptz - interval '1 day' and ${since} > ${now}::timestamptz - interval '3 days')::int,
      count(*) filter (where ${since} <= ${now}::timestamptz - interval '3 days' and ${since} > ${now}::timestamptz - interval '7 days')::int,
      count(*) filter (where ${since} <= ${now}::timestamptz - interval '7 days' and ${since} > ${now}::timestamptz - interval '30 days')::int,
      count(*) filter (where ${since} <= ${now}::timestamptz - interval '30 days')::int] as counts`

/** Open rows by state and age. Each state has an index, so ended rows are not read. */
export const listAges = (db: Queryable, now: Date) =>
  queryAll(
    db,
    sql<AgeRow>`
      select 'order' as kind, o.status::text as state, ${ages(sql`o.placed_at`, now)}, sum(o.total_payment)::bigint as amount, min(o.placed_at) as oldest
        from orders o where o.status in (1, 2, 3, 4, 5) group by o.status
      union all select 'withdrawal', w.state, ${ages(sql`w.requested_at`, now)}, sum(w.gross)::bigint, min(w.requested_at)
        from withdrawal w where w.state in ('pending', 'approved', 'sending', 'unknown') group by w.state
      union all select 'refund', f.state, ${ages(sql`f.requested_at`, now)}, sum(f.amount)::bigint, min(f.requested_at)
        from refund_order f where f.state in ('requested', 'agreed', 'objected') group by f.state
      union all select 'dispute', d.state, ${ages(sql`d.opened_at`, now)}, sum(d.asked)::bigint, min(d.opened_at)
        from card_dispute d where d.closed_at is null group by d.state
      order by 1, 2`,
  )

export type CohortRow = { cohort: string; month: string; shops: number; open: number; sold_ever: number; sold: number }
/** The last cohorts with all their months. */
export const listCohorts = (db: Queryable, limit: number) =>
  queryAll(
    db,
    sql<CohortRow>`select left(c.cohort::text, 7) as cohort, left(c.month::text, 7) as month, c.shops, c.open, c.sold_ever, c.sold
      from cohort_month c
      where c.cohort in (select distinct x.cohort from cohort_month x order by x.cohort desc limit ${limit})
      order by c.cohort desc, c.month`,
  )
