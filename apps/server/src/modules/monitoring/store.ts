import { queryAll, queryOne, sql, type Queryable } from '../../platform/postgres.ts'

export type JobFigures = { waiting: bigint; running: bigint; failed: bigint; oldest_seconds: number }

/** Jobs of the queue: due and waiting, running, and given up. `oldest_seconds`: how long the oldest due job waits. */
export const readJobFigures = async (db: Queryable): Promise<JobFigures> =>
  (await queryOne(db, sql<JobFigures>`select waiting, running, failed, oldest_seconds from job_figures()`))!

export type QueueFigures = {
  outbox_waiting: bigint
  outbox_oldest_seconds: number
  events_waiting: bigint
  deadline_failures: bigint
  payouts_paused: boolean
  withdrawals_overdue: bigint
  refunds_overdue: bigint
}

/** What waits for the worker or for an operator at this moment. Overdue: past the time by which a decision was promised. */
export const readQueueFigures = async (db: Queryable, now: Date): Promise<QueueFigures> =>
  (await queryOne(
    db,
    sql<QueueFigures>`
      select
        (select count(*) from outbox where state = 'waiting') as outbox_waiting,
        (select coalesce(extract(epoch from ${now}::timestamptz - min(written_at)), 0)::float8 from outbox where state = 'waiting') as outbox_oldest_seconds,
        (select count(*) from event_waiting) as events_waiting,
        (select count(*) from deadline_failure) as deadline_failures,
        exists (select from payout_pause) as payouts_paused,
        (select count(*) from withdrawal where state = 'pending' and decide_by < ${now}) as withdrawals_overdue,
        (select count(*) from refund_order where state in ('requested', 'objected') and decide_by < ${now}) as refunds_overdue`,
  ))!

export type ReconciliationFigures = { at: Date; whole: boolean; coverage: string | null }

/** The last check of the books; undefined before the first one. */
export const readLastReconciliation = (db: Queryable): Promise<ReconciliationFigures | undefined> =>
  queryOne(
    db,
    sql<ReconciliationFigures>`select at, whole, figures ->> 'coverage' as coverage from reconciliation order by at desc limit 1`,
  )

export type ChainFigures = { network: string; at: Date }

/** When each network was read last. */
export const listChainFigures = (db: Queryable): Promise<ChainFigures[]> =>
  queryAll(db, sql<ChainFigures>`select network, at from chain_cursor`)
