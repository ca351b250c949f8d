import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { queryOne, openDatabase, openOwnerPool, type Database } from './postgres.ts'
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
 * Brings a database up to date, as its owner: the login roles first, then the job queue's tables, since ours grant rights on them, then each of our
 * files once, all in one transaction. Two servers that start together wait for each other. Answers the names that were run. `logins` are
 * the connection strings of the roles; without them they are derived from the owner's. `before` leaves that migration and
 * all after it out, for tests of migrations on a database with data.
 */
export async function migrate(ownerUrl: string, logins?: Logins, before?: string): Promise<string[]> {
  await ensureRoles(ownerUrl, logins)
  const pool = openOwnerPool(ownerUrl)
  const db = openDatabase(pool)
  try {
    await runMigrations({ pgPool: pool })
    const { error, results } = await new Migrator({
      db,
      provider: { getMigrations: () => readMigrationFiles(before) },
    }).migrateToLatest()
    const failed = results?.find((result) => result.status === 'Error')
    if (error)
      throw new Error(
        `migration ${failed?.migrationName ?? ''} failed: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      )
    return (results ?? []).map((result) => result.migrationName)
  } finally {
    await db.destroy()
  }
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
