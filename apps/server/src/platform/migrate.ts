import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { queryAll, queryOne, openDatabase, openOwnerPool, type Database } from './postgres.ts'
import { ensureRoles, type Logins } from './roles.ts'

const folder = fileURLToPath(new URL('../../migrations', import.meta.url))

/** The migrations of the folder, plain SQL, in the order of their names. */
async function readMigrationFiles(before?: string): Promise<Record<string, Migration>> {
  const names = (await readdir(folder))
    .filter((name) => name.endsWith('.sql') && (before === undefined || name < before))
    .sort()
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
 * The longest wait of a migration's statement for a lock. After it, the statements that queue behind can go on.
 */
const lockTimeout = '4s'
/** Attempts while another transaction holds a lock, and the pause between two attempts in milliseconds. */
const lockAttempts = { max: 30, pause: 2000 }

/**
 * Migrates a database as its owner. First come the login roles, then the tables of the job queue, because our
 * migrations grant rights on them. Then our migrations run in one transaction, each once.
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
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await runMigrations({ pgPool: pool })
        return await runOnce(db, before)
      } catch (error) {
        if (!isLockTimeout(error) || attempt >= lockAttempts.max) throw error
        await new Promise((done) => setTimeout(done, lockAttempts.pause))
      }
    }
  } finally {
    await db.destroy()
  }
}

const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error &&
  ((error as { code?: string }).code === '55P03' || (error.cause !== undefined && isLockTimeout(error.cause)))

async function runOnce(db: Database, before: string | undefined): Promise<string[]> {
  const own = await readMigrationFiles(before)
  const newer = before === undefined ? await newerMigrations(db, Object.keys(own).at(-1) ?? '') : {}
  const { error, results } = await new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...own, ...newer }) },
  }).migrateToLatest()
  const failed = results?.find((result) => result.status === 'Error')
  if (error)
    throw new Error(
      `migration ${failed?.migrationName ?? ''} failed: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  return (results ?? []).map((result) => result.migrationName)
}

/** Name of the newest migration of this program, for the readiness check. */
export async function newestMigration(): Promise<string> {
  return Object.keys(await readMigrationFiles()).at(-1) ?? ''
}

/** Throws when the database lacks this program's newest migration. A server does not migrate by itself. */
export async function requireMigrated(db: Database): Promise<void> {
  const newest = await newestMigration()
  if (!(await queryOne(db, sql`select from kysely_migration where name = ${newest}`)))
    throw new Error(
      `the database lacks the migration ${newest}; start once with DATABASE_OWNER_URL, or run node apps/server/src/migrate.ts with it`,
    )
}
