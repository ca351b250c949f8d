import { accounts, type JobState } from '@quayside/contract'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'

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
  /** Shops that owe the platform money, and the cents that they owe together. */
  shops_owing: bigint
  shops_owed: bigint
  withdrawals_overdue: bigint
  refunds_overdue: bigint
  /** Payments to buyers that the processor refused, or that did not arrive. */
  refund_payments_failed: bigint
  registrations_overdue: bigint
}

/**
 * What waits for the worker or for an operator at this moment. Overdue: past the time by which a decision was promised.
 */
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
        (select count(*) from ledger.account where kind = ${sql.lit(accounts.merchantDue)} and debits > credits) as shops_owing,
        (select coalesce(sum(debits - credits), 0)::bigint from ledger.account where kind = ${sql.lit(accounts.merchantDue)} and debits > credits) as shops_owed,
        (select count(*) from withdrawal where state = 'pending' and decide_by < ${now}) as withdrawals_overdue,
        (select count(*) from refund_order where state in ('requested', 'objected') and decide_by < ${now}) as refunds_overdue,
        (select count(*) from buyer_refund where state = 'failed') as refund_payments_failed,
        (select count(*) from registration where state in ('submitted', 'in-review') and review_by < ${now}) as registrations_overdue`,
  ))!

export type ReconciliationFigures = { at: Date; whole: boolean; coverage: string | null }

/** The last check of the books; undefined before the first one. */
export const readLastReconciliation = (db: Queryable): Promise<ReconciliationFigures | undefined> =>
  queryOne(
    db,
    sql<ReconciliationFigures>`select at, whole, figures ->> 'coverage' as coverage from reconciliation order by at desc limit 1`,
  )

/**
 * `at`: the last reading. `behind`: blocks between the newest block of the nodes and the last one that was read; null
 * until a node was asked. `disagree_since`: the time from which nodes have differed about a transfer; null if they
 * agree.
 */
export type ChainFigures = { network: string; at: Date; behind: bigint | null; disagree_since: Date | null }

/** `head_at`: when the newest block was first seen. `heads`: the newest block of each node, as text. */
export type ChainNodes = { head: bigint | null; head_at: Date | null; heads: string[] | null; disagreements: number }

/** The figures of the chains and their nodes, for the desk. */
export const listChainNodes = (db: Queryable): Promise<(ChainFigures & ChainNodes)[]> =>
  queryAll(
    db,
    sql<
      ChainFigures & ChainNodes
    >`select c.network, c.at, case when c.head is not null then greatest(c.head - c.scanned, 0) end as behind,
        c.head, c.head_at, c.heads, t.disagree_since, t.disagreements
      from chain_cursor c cross join lateral (
        select min(nodes_disagree_since) as disagree_since, count(*)::int as disagreements from chain_transfer
        where network = c.network and nodes_disagree_since is not null) t
      order by c.network`,
  )

/**
 * Calls of webhooks that are not delivered: due or in their first attempt, waiting for another one, and given up.
 * `late_seconds`: since when the oldest due call waits.
 */
export const readWebhookFigures = async (db: Queryable, now: Date) =>
  (await queryOne(
    db,
    sql<{ waiting: number; failing: number; failed: number; late_seconds: number }>`
      select count(*) filter (where state = 'waiting' and attempts = 0)::int as waiting,
        count(*) filter (where state = 'waiting' and attempts > 0)::int as failing,
        count(*) filter (where state = 'failed')::int as failed,
        coalesce(extract(epoch from ${now}::timestamptz - min(not_before) filter (where state = 'waiting' and not_before <= ${now})), 0)::int as late_seconds
      from webhook_call where state <> 'delivered'`,
  ))!

export const listChainFigures = (db: Queryable): Promise<ChainFigures[]> =>
  queryAll(
    db,
    sql<ChainFigures>`select c.network, c.at, case when c.head is not null then greatest(c.head - c.scanned, 0) end as behind,
        (select min(t.nodes_disagree_since) from chain_transfer t where t.network = c.network and t.nodes_disagree_since is not null) as disagree_since
      from chain_cursor c`,
  )

/** Rows that stand in no partition of their own time, by table, up to 1,000 each: partitions were not made ahead. */
export const countPartitionStrays = (db: Queryable) =>
  queryAll(db, sql<{ parent: string; strays: number }>`select parent, strays from count_partition_strays()`)

/**
 * `archive_failing`: the last attempt to archive the log failed. `archive_age`: seconds since one succeeded; null
 * without an archive, and before the first success. `transaction_age`: the oldest transaction id that no vacuum has
 * frozen.
 */
export type DatabaseFigures = {
  bytes: bigint
  archive_failing: boolean
  archive_age: number | null
  transaction_age: number
}

/** Size, archive and vacuum of the database. The times are those of the database's clock. */
export const readDatabaseFigures = async (db: Queryable): Promise<DatabaseFigures> =>
  (await queryOne(
    db,
    sql<DatabaseFigures>`
      select pg_database_size(current_database()) as bytes,
        coalesce(a.last_failed_time > coalesce(a.last_archived_time, '-infinity'), false) as archive_failing,
        case when current_setting('archive_mode') <> 'off' then extract(epoch from now() - a.last_archived_time)::float8 end as archive_age,
        (select greatest(age(datfrozenxid), mxid_age(datminmxid)) from pg_database where datname = current_database()) as transaction_age
      from pg_stat_archiver a`,
  ))!

/** The ten largest tables with their indexes, partitions together, in bytes as the last vacuum counted them. */
export const listTableSizes = (db: Queryable) =>
  queryAll(
    db,
    sql<{ table: string; bytes: bigint }>`
      select r.root::regclass::text as "table", (sum(c.relpages + i.pages) * 8192)::bigint as bytes
      from pg_class c
      cross join lateral (select coalesce(pg_partition_root(c.oid), c.oid) as root) r
      cross join lateral (
        select coalesce(sum(x.relpages), 0) as pages from pg_class x
        where x.oid = c.reltoastrelid or x.oid in (select indexrelid from pg_index where indrelid in (c.oid, c.reltoastrelid))) i
      where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'ledger'::regnamespace)
      group by r.root order by 2 desc, 1 limit 10`,
  )

/** The connected standbys; `lag_seconds` is null where the owner of the database may not read it. */
export const listStandbys = (db: Queryable) =>
  queryAll(db, sql<{ standby: string; lag_seconds: number | null }>`select standby, lag_seconds from standby_figures()`)

/** What failed and waits for a person. Null: nothing failed. */
export const readFailureFigures = async (db: Queryable, now: Date) =>
  (await queryOne(
    db,
    sql<{ outbox_failed: number; unbooked: number; oldest_failure_seconds: number | null }>`
      select
        (select count(*)::int from outbox where state in ('refused', 'too-late')) as outbox_failed,
        (select count(*)::int from unbooked_event where state = 'open') as unbooked,
        (select extract(epoch from ${now}::timestamptz - min(first_failed_at))::int from deadline_failure) as oldest_failure_seconds`,
  ))!

export type JobRow = {
  id: bigint
  task: string
  state: JobState
  attempts: number
  max_attempts: number
  run_at: Date
  created_at: Date
  error: string | null
}

/** Jobs of a state before this id, newest first. */
export const listJobs = (db: Queryable, state: JobState, before: string | null, limit: number) =>
  queryAll(
    db,
    sql<JobRow>`select id, task, state, attempts, max_attempts, run_at, created_at, error from list_jobs(${state}, ${before}::bigint, ${limit})`,
  )

/** Runs failed and dead jobs now. Returns the ids of those that wait again. */
export async function retryJobs(tx: Tx, ids: readonly string[]): Promise<bigint[]> {
  const rows = await queryAll(tx, sql<{ id: bigint }>`select id from retry_jobs(${ids}::bigint[]) as r (id)`)
  return rows.map(({ id }) => id)
}

/** The version of PostgreSQL, the newest migration, and how many there are. */
export const readVersions = async (db: Queryable) =>
  (await queryOne(
    db,
    sql<{ postgres: string; migration: string; migrations: number }>`
      select current_setting('server_version') as postgres, coalesce(max(name), '') as migration, count(*)::int as migrations from kysely_migration`,
  ))!
