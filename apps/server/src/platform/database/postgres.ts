import { Kysely, PostgresDialect, sql, type LogEvent, type RawBuilder, type Transaction } from 'kysely'
import pg from 'pg'
import { failedByName, namingClient, warmConnection, type StatementNames } from './named-statements.ts'
import { appRole, jobsRole, verifies } from './roles.ts'
import { traced, tracing } from '../observability/tracing.ts'

/** No table is declared to Kysely: each module's store writes SQL, with the row types next to the statements. */
// oxlint-disable-next-line typescript/no-empty-object-type
type Tables = {}
export type Database = Kysely<Tables>
export type Tx = Transaction<Tables>
/** Runs statements: a transaction, or the pool for a single statement. */
export type Queryable = Database | Tx

// Eight-byte integers are cents and counters: bigint keeps them exact. Dates stay text: a calendar day is no instant.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => BigInt(text))
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

const integersAsText: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === pg.types.builtins.INT8 ? (text: string) => text : pg.types.getTypeParser(type, format),
}

/**
 * A pool of the login role `quayside_app`, which cannot write ledger, counter or roll-up tables. Its time limits are
 * settings of the role. The session sets nothing, so that a pooler works too. A connection with another role or with
 * more rights is refused. With `names` its statements get names, and each new connection plans the commonest.
 */
export const openPool = (
  url: string,
  options: { max?: number; setting?: string; log?: (error: Error) => void; names?: StatementNames | null } = {},
): pg.Pool => {
  const { max = 10, setting = 'DATABASE_URL', names } = options
  const verify = verifies(appRole, setting)
  return newPool(
    {
      connectionString: url,
      max,
      verify: !names
        ? verify
        : (client, done) =>
            verify(client, (error) => {
              if (error) done(error)
              else warmConnection(client, names).then(() => done(), done)
            }),
      ...(names && { Client: namingClient(names) }),
    },
    options.log,
  )
}

/**
 * A pool of the database owner, without time limits, for migrations, tools and tests. The running server has none.
 */
export const openOwnerPool = (
  url: string,
  { max = 2, lockTimeout = '0' }: { max?: number; lockTimeout?: string } = {},
): pg.Pool => newPool({ connectionString: url, max, options: `-c timezone=UTC -c lock_timeout=${lockTimeout}` })

/**
 * A pool of the job queue's login role. Job ids stay text, because the worker writes them as JSON. A wait for a
 * connection may last a minute: no request waits for it, and the queue leaves a finished job locked if it is refused.
 */
export const openJobsPool = (url: string, log: (error: Error) => void): pg.Pool =>
  newPool(
    {
      connectionString: url,
      max: 6,
      connectionTimeoutMillis: 60_000,
      types: integersAsText,
      verify: verifies(jobsRole, 'DATABASE_JOBS_URL'),
    },
    log,
  )

function newPool(
  config: pg.PoolConfig & { verify?: ReturnType<typeof verifies>; Client?: typeof pg.Client },
  log?: (error: Error) => void,
): pg.Pool {
  const pool = new pg.Pool({
    // When all connections are busy, a request waits this long and then gets a 503.
    connectionTimeoutMillis: 5000,
    // A new connection compiles and plans its first order for 0.15 s of a core: one that is idle is kept.
    idleTimeoutMillis: 120_000,
    ...config,
  })
  // Without these listeners, the process would crash when PostgreSQL closes an idle connection.
  pool.on('error', (error) => log?.(error))
  pool.on('connect', (client) => client.on('error', (error) => log?.(error)))
  return pool
}

/**
 * Ends the pool after everybody who waits for a connection has had one. `pool.end()` alone serves nobody who waits: a
 * job that had just finished would stay locked, and its error would come a minute later, where nothing awaits it.
 */
export async function endPool(pool: pg.Pool): Promise<void> {
  const giveUp = performance.now() + 10_000
  while (pool.waitingCount > 0 && performance.now() < giveUp) await new Promise((resolve) => setTimeout(resolve, 10))
  await pool.end()
}

/** Statements are traced if traces are on when the database is opened. */
export const openDatabase = (pool: pg.Pool): Database =>
  new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    ...(tracing() && { log: (event: LogEvent) => tracing()?.statement(event) }),
  })

export async function queryAll<T>(db: Queryable, query: RawBuilder<T>): Promise<T[]> {
  return (await query.execute(db)).rows
}

export async function queryOne<T>(db: Queryable, query: RawBuilder<T>): Promise<T | undefined> {
  return (await query.execute(db)).rows[0]
}

/** What a transaction tells other processes, until it has committed. `xid`: its id; null while nobody has read it. */
type Notified = { payloads: string[]; xid: string | null }
const notified = new WeakMap<Queryable, Notified>()
type CommitListener = (payloads: readonly string[], xid: string | null) => void
const commitListeners = new WeakMap<Database, CommitListener>()
/** Keeps a payload that other processes hear of when the transaction has committed, and the transaction's id. */
export function recordNotification(tx: Queryable, payload: string, xid: string | null = null): void {
  const kept = notified.get(tx)
  if (!kept) return void notified.set(tx, { payloads: [payload], xid })
  kept.payloads.push(payload)
  kept.xid ??= xid
}
/**
 * `listener` gets the payloads of this process's own transactions of `db`, right after each commit. It hears of a
 * transaction without any too: triggers note changes of their own.
 */
export const onOwnCommit = (db: Database, listener: CommitListener): void => void commitListeners.set(db, listener)

const retryable = new Set(['40001', '40P01', '55P03'])
const errorCode = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined

/** Whether the error is a violation of the constraint with this name. */
export const violatesConstraint = (error: unknown, constraint: string): boolean =>
  typeof error === 'object' && error !== null && 'constraint' in error && error.constraint === constraint

/** The database cannot be reached, or refuses new work for now. */
export const isDatabaseDown = (error: unknown): boolean => {
  const code = errorCode(error) ?? ''
  return (
    /^(ECONN|EPIPE|ENOENT|ETIMEDOUT)/.test(code) ||
    /^(08|57P|53)/.test(code) ||
    (error instanceof Error &&
      /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
        error.message,
      ))
  )
}
/**
 * Makes the first connection. After an outage PgBouncer refuses the first one at once, and begins to connect to
 * PostgreSQL only then: a program that asks once would fail on a database that is there again.
 */
export async function reachDatabase(db: Database): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      await sql`select`.execute(db)
      return
    } catch (error) {
      if (attempt >= 10 || !(error instanceof Error && error.message.includes('(server_login_retry)'))) throw error
      await new Promise((wait) => setTimeout(wait, 500))
    }
}

export const isDatabaseBusy = (error: unknown): boolean =>
  retryable.has(errorCode(error) ?? '') || errorCode(error) === '57014'

/**
 * Runs `work` in one READ COMMITTED transaction. After a deadlock or a lock timeout it tries again with jitter, five
 * attempts at most. Correctness depends on row locks in a fixed order and on constraints, not on the isolation level.
 */
export async function withTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>, readOnly = false): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const transaction = db.transaction()
      let told: Notified | undefined
      const result = await traced('transaction', { attributes: { 'db.system.name': 'postgresql' } }, () =>
        (readOnly ? transaction.setAccessMode('read only') : transaction).execute(async (tx) => {
          const worked = await work(tx)
          told = notified.get(tx)
          return worked
        }),
      )
      if (!readOnly) commitListeners.get(db)?.(told?.payloads ?? [], told?.xid ?? null)
      return result
    } catch (error) {
      if (attempt >= 5 || !(retryable.has(errorCode(error) ?? '') || failedByName(error))) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
    }
  }
}

/** A pattern for `like` that finds texts that begin with this one, with wildcards escaped. */
export const startsWith = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`

/** A pattern for `ilike` that finds the text itself, with wildcards escaped. */
export const contains = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

export { sql }
