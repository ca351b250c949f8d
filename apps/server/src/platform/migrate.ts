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
 * Names in the database that are newer than any of this program: a later release has run them. They get a stand-in,
 * so that the program can go
 * back to this release while the schema stays. An unknown name among older ones stays an error.
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
 * A statement of a migration gives up after this long in a queue for a lock. Whatever queues behind it can go on
 * meanwhile.
 */
const lockTimeout = '4s'
/** Attempts while somebody else holds a lock, and the pause between two, milliseconds. */
const lockAttempts = { max: 30, pause: 2000 }

/**
 * Brings a database up to date, as its owner: the login roles first, then the job queue's tables, since ours grant
 * rights on them, then each of
 * our files once, all in one transaction. Two servers that start together wait for each other. A lock that is not
 * granted in four seconds ends
 * the attempt, and the whole is tried again for two minutes at most. Returns the names that were run. `logins` are
 * the connection strings of the
 * roles; without them they are derived from the owner's. `before` leaves that migration and all after it out, for
 * tests of migrations on a
 * database with data.
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

/** Name of the newest migration this program knows, for the readiness check. */
export async function newestMigration(): Promise<string> {
  return Object.keys(await readMigrationFiles()).at(-1) ?? ''
}

/** Throws when the database lacks a migration that this program knows: a server does not migrate by itself. */
export async function requireMigrated(db: Database): Promise<void> {
  const newest = await newestMigration()
  if (!(await queryOne(db, sql`select from kysely_migration where name = ${newest}`)))
    throw new Error(
      `the database lacks the migration ${newest}; start once with DATABASE_OWNER_URL, or run node apps/server/src/migrate.ts with it`,
    )
}
