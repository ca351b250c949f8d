import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import pg from 'pg'
import { queryAll, queryOne, openDatabase, openOwnerPool, type Database } from './postgres.ts'
import { ensureRoles, type Logins } from './roles.ts'

const folder = fileURLToPath(new URL('../../migrations', import.meta.url))

/**
 * The end of the name of a migration that runs outside a transaction. It holds statements of two forms only:
 * `create [unique] index concurrently if not exists <name> on …;` and `drop index concurrently if exists <name>;`.
 */
const concurrentSuffix = '.concurrent'

const listMigrationFiles = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()

/** The migrations of the folder, plain SQL, in the order of their names. */
async function readMigrationFiles(before?: string): Promise<Record<string, Migration>> {
  const names = (await listMigrationFiles()).filter((name) => before === undefined || name < before)
  return Object.fromEntries(
    await Promise.all(
      names.map(async (name) => {
        const text = await readFile(`${folder}/${name}`, 'utf8')
        return [
          name.replace(/\.sql$/, ''),
          { up: async (db) => void (await sql.raw(text).execute(db)) } satisfies Migration,
        ] as const
      }),
    ),
  )
}

/**
 * Migrations in the database that are newer than all migrations of this program: a later release has run them. Each
 * gets a placeholder, so that an operator can go back to this release without a change of the schema.
 * An unknown older migration is still an error.
 */
async function newerMigrations(db: Database, newest: string): Promise<Record<string, Migration>> {
  const { exists } = (await queryOne(
    db,
    sql<{ exists: boolean }>`select to_regclass('public.kysely_migration') is not null as exists`,
  ))!
  if (!exists) return {}
  const rows = await queryAll(
    db,
    sql<{ name: string }>`select name from public.kysely_migration where name > ${newest} order by name`,
  )
  const neverRun = () => Promise.reject(new Error('the migration of a later release is in the database already'))
  return Object.fromEntries(rows.map(({ name }) => [name, { up: neverRun }]))
}

/**
 * The longest wait of a migration's statement for a lock. After it, the statements that queue behind can go on. It is
 * shorter than the two seconds that a request waits.
 */
const lockTimeout = '1s'
/** Attempts while another transaction holds a lock, and the pause between two attempts in milliseconds. */
const lockAttempts = { max: 40, pause: 2000 }

/**
 * Migrates a database as its owner. First come the login roles, then the tables of the job queue, because our
 * migrations grant rights on them. Then our migrations run, each once: in one transaction up to the next concurrent
 * one, which runs outside of a transaction.
 * Two servers that start together wait for each other. A lock that is not granted within `lockTimeout` ends the
 * attempt; `lockAttempts` limits the attempts.
 * Returns the names of the migrations that ran. `logins` are the connection strings of the roles, by default derived
 * from the owner's. `before` leaves out that migration and all later ones, for tests of migrations on a database with
 * data.
 */
export async function migrate(ownerUrl: string, logins?: Logins, before?: string): Promise<string[]> {
  await ensureRoles(ownerUrl, logins)
  const pool = openOwnerPool(ownerUrl, { lockTimeout })
  const db = openDatabase(pool)
  const done: string[] = []
  const lock = await lockMigrations(ownerUrl)
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await runMigrations({ pgPool: pool })
        await runPending(db, before, done)
        return done
      } catch (error) {
        if (!isLockFailure(error) || attempt >= lockAttempts.max) throw error
        await new Promise((waited) => setTimeout(waited, lockAttempts.pause))
      }
    }
  } finally {
    await db.destroy()
    await lock.end()
  }
}

/**
 * Lets one program migrate at a time. A program that waits for the lock asks again and again: a statement that waits
 * inside the database would hold a snapshot, which the creation of an index waits for in turn.
 */
async function lockMigrations(ownerUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ownerUrl })
  client.on('error', () => undefined)
  await client.connect()
  for (;;) {
    const { rows } = await client.query<{ held: boolean }>(
      `select pg_try_advisory_lock(hashtext('quayside migrations')) as held`,
    )
    if (rows[0]!.held) return client
    await new Promise((waited) => setTimeout(waited, 250))
  }
}

/** A lock was not granted in time, or two transactions waited for each other. */
const isLockFailure = (error: unknown): boolean =>
  error instanceof Error &&
  (['55P03', '40P01'].includes((error as { code?: string }).code ?? '') ||
    (error.cause !== undefined && isLockFailure(error.cause)))

/**
 * Runs what is pending, in order. Migrations that follow one another without a concurrent one between them share a
 * transaction. Adds the name of each to `done` once it is committed.
 */
async function runPending(db: Database, before: string | undefined, done: string[]): Promise<void> {
  const own = await readMigrationFiles(before)
  const newer = before === undefined ? await newerMigrations(db, Object.keys(own).at(-1) ?? '') : {}
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...own, ...newer }) } })
  for (;;) {
    const pending = (await migrator.getMigrations()).flatMap(({ name, executedAt }) => (executedAt ? [] : name))
    const next = pending.findIndex((name) => name.endsWith(concurrentSuffix))
    if (next === 0) {
      await runConcurrently(db, pending[0]!)
      done.push(pending[0]!)
      continue
    }
    const { error, results } =
      next > 0 ? await migrator.migrateTo(pending[next - 1]!) : await migrator.migrateToLatest()
    const failed = results?.find((result) => result.status === 'Error')
    if (error)
      throw new Error(
        `migration ${failed?.migrationName ?? ''} failed: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      )
    done.push(...(results ?? []).map((result) => result.migrationName))
    if (next < 0) return
  }
}

const createsIndex = /^create (?:unique )?index concurrently if not exists (\w+) on (?:(\w+)\.)?[\s\S]+$/
const dropsIndex = /^drop index concurrently if exists \w+$/

/**
 * Runs the statements of a concurrent migration one by one. They wait for other transactions without a limit, because
 * nobody waits for them. An interrupted creation leaves an invalid index, which the next run drops first.
 */
async function runConcurrently(db: Database, name: string): Promise<void> {
  const text = await readFile(`${folder}/${name}.sql`, 'utf8')
  const statements = text
    .replaceAll(/^--.*$/gm, '')
    .split(';')
    .flatMap((statement) => statement.trim() || [])
  await db.connection().execute(async (connection) => {
    await sql`set lock_timeout = 0`.execute(connection)
    for (const statement of statements) {
      const [, created, schema = 'public'] = createsIndex.exec(statement) ?? []
      // An index is in the schema of its table.
      const index = created && `${schema}.${created}`
      if (!index && !dropsIndex.test(statement))
        throw new Error(
          `migration ${name} failed: it runs outside a transaction, so it can only create and drop indexes`,
        )
      if (index) {
        const invalid = await queryOne(
          connection,
          sql`select from pg_index where indexrelid = to_regclass(${index}) and not indisvalid`,
        )
        if (invalid) await sql.raw(`drop index concurrently ${index}`).execute(connection)
      }
      await sql.raw(statement).execute(connection)
    }
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(
      connection,
    )
    await sql.raw(`set lock_timeout = '${lockTimeout}'`).execute(connection)
  })
}

/** Name of the newest migration of this program, for the readiness check. */
export async function newestMigration(): Promise<string> {
  return (await listMigrationFiles()).at(-1)?.replace(/\.sql$/, '') ?? ''
}

/** Throws when the database lacks this program's newest migration. A server does not migrate by itself. */
export async function requireMigrated(db: Database): Promise<void> {
  const newest = await newestMigration()
  if (!(await queryOne(db, sql`select from kysely_migration where name = ${newest}`)))
    throw new Error(
      `the database lacks the migration ${newest}; start once with DATABASE_OWNER_URL, or run node apps/server/src/migrate.ts with it`,
    )
}
