import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { openDatabase, openPool } from './postgres.ts'

const folder = fileURLToPath(new URL('../../migrations', import.meta.url))

/** The migrations of the folder, plain SQL, in the order of their names. */
async function readMigrationFiles(): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
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
 * Brings a database up to date, as its owner: the job queue's tables first, since ours grant rights on them, then each of our
 * files once, all in one transaction. Two servers that start together wait for each other. Answers the names that were run.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const pool = openPool(databaseUrl, { max: 2, role: null, timeLimits: false })
  const db = openDatabase(pool)
  try {
    await runMigrations({ pgPool: pool })
    const { error, results } = await new Migrator({
      db,
      provider: { getMigrations: readMigrationFiles },
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
