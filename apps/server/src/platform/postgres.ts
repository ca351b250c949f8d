import { Kysely, PostgresDialect, sql, type RawBuilder, type Transaction } from 'kysely'
import pg from 'pg'

/** Tables are spoken to in SQL, each by its own module's store; the row types stand beside the statements. */
// oxlint-disable-next-line typescript/no-empty-object-type
type Tables = {}
export type Database = Kysely<Tables>
export type Tx = Transaction<Tables>
/** Something statements can be run on: a transaction, or the pool for a single statement. */
export type Queryable = Database | Tx

// Eight-byte integers are cents and counters: exact as bigint. Calendar days stay text, they have no instant.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => BigInt(text))
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

const integersAsText: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === pg.types.builtins.INT8 ? (text: string) => text : pg.types.getTypeParser(type, format),
}

export const appRole = 'quayside_app'

/**
 * A pool whose connections work as the app role, which cannot write ledger, counter or roll-up tables.
 * Waiting is bounded: two seconds for a lock, ten for a statement, fifteen idle inside a transaction.
 * Migrations and bulk loads turn the limits off.
 */
export function openPool(
  url: string,
  options: {
    max?: number
    role?: string | null
    timeLimits?: boolean
    integersAsText?: boolean
    log?: (error: Error) => void
  } = {},
) {
  const role = options.role === undefined ? appRole : options.role
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    ...(options.integersAsText && { types: integersAsText }),
    // With every connection busy a request waits this long and is then told to come back.
    connectionTimeoutMillis: 5000,
    options: [
      role ? `-c role=${role}` : '',
      options.timeLimits === false
        ? ''
        : '-c lock_timeout=2000 -c statement_timeout=10000 -c idle_in_transaction_session_timeout=15000',
      '-c timezone=UTC',
    ].join(' '),
  })
  // Without a listener an idle connection that the server ends would take the process with it.
  pool.on('error', (error) => options.log?.(error))
  pool.on('connect', (client) => client.on('error', (error) => options.log?.(error)))
  return pool
}

export const openDatabase = (pool: pg.Pool): Database => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })

export async function all<T>(on: Queryable, query: RawBuilder<T>): Promise<T[]> {
  return (await query.execute(on)).rows
}

export async function one<T>(on: Queryable, query: RawBuilder<T>): Promise<T | undefined> {
  return (await query.execute(on)).rows[0]
}

const retryable = new Set(['40001', '40P01', '55P03'])
const errorCode = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined

/** True for a broken unique constraint, by its name. */
export const breaks = (error: unknown, constraint: string): boolean =>
  typeof error === 'object' && error !== null && 'constraint' in error && error.constraint === constraint

/** The database cannot be reached, or refuses new work for now. */
export const isDown = (error: unknown): boolean => {
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
export const isBusy = (error: unknown): boolean => retryable.has(errorCode(error) ?? '') || errorCode(error) === '57014'

/**
 * Runs `work` in one READ COMMITTED transaction. Deadlocks and lock time-outs are tried again at most five times with
 * jitter; safety never rests on the isolation level but on row locks in a fixed order and on constraints.
 */
export async function transact<T>(db: Database, work: (tx: Tx) => Promise<T>, readOnly = false): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const transaction = db.transaction()
      return await (readOnly ? transaction.setAccessMode('read only') : transaction).execute(work)
    } catch (error) {
      if (attempt >= 5 || !retryable.has(errorCode(error) ?? '')) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
    }
  }
}

/** A pattern for `ilike` that finds the text itself, whatever it contains. */
export const contains = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

export { sql }
/** A query that yields `ledger.line[]` in one column. */
export type RawLines = RawBuilder<unknown>
