import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import pg from 'pg'
import { queryAll, queryOne, openDatabase, openOwnerPool, withTransaction, type Database } from './postgres.ts'
import { ensureRoles, type Logins } from './roles.ts'
import { serverFolder } from '../server-folder.ts'
import { createSchema, describeSchema, readSchemaFile } from './schema.ts'

/**
 * The name under which the files of the schema are recorded (`schema.ts`). A new database is made by them as they are
 * today, so they hold what every migration does.
 */
const baseline = '0000_baseline'

/**
 * The end of the name of a migration that runs outside a transaction. It holds statements of two forms only:
 * `create [unique] index concurrently if not exists <name> on …;` and `drop index concurrently if exists <name>;`.
 */
const concurrentSuffix = '.concurrent'

/**
 * What `migrate` makes a database from. `schema` and `folder`: the files of the schema and the folder of the
 * migrations.
 * `former`: the last migration of release 0.9.0, and the digest of the schema that its migrations made on PostgreSQL
 * 18.
 */
export type SchemaSource = {
  schema: typeof readSchemaFile
  folder: string
  former: { migration: string; digest: string }
}
export const schemaSource: SchemaSource = {
  schema: readSchemaFile,
  folder: join(serverFolder, 'migrations'),
  former: {
    migration: '2026-12-09-9000-former-release',
    digest: '17ea0891b5d055b8fc00f497821a2f0e3b61dfb03a372d6dcf8bb2a324de2177',
  },
}

/** Names of the migrations of a folder, plain SQL, in their order: `0001_…`, `0002_…`. */
const listMigrations = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).flatMap((name) => (name.endsWith('.sql') ? name.slice(0, -'.sql'.length) : [])).sort()

/** The baseline and the migrations. On a new database the baseline has done what they do. */
async function readMigrations({ schema, folder }: SchemaSource, isNew: boolean): Promise<Record<string, Migration>> {
  const migrations = await Promise.all(
    (await listMigrations(folder)).map(async (name): Promise<[string, Migration]> => {
      const text = await readFile(`${folder}/${name}.sql`, 'utf8')
      return [name, { up: async (db) => (isNew ? undefined : void (await sql.raw(text).execute(db))) }]
    }),
  )
  return { [baseline]: { up: (db) => createSchema(db, schema) }, ...Object.fromEntries(migrations) }
}

/**
 * Migrations in the database that are newer than all migrations of this program: a later release has run them. Each
 * gets a placeholder, so that an operator can go back to this release without a change of the schema.
 * An unknown older migration is still an error.
 */
async function newerMigrations(db: Database, newest: string): Promise<Record<string, Migration>> {
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
 * Migrates a database as its owner. First come the login roles, then the tables of the job queue, because the schema
 * grants rights on them. A new database then gets the schema of the files, in one transaction. In another one the
 * migrations run, each once: in one transaction up to the next concurrent one, which runs outside of a transaction.
 * Two servers that start together wait for each other. A lock that is not granted within `lockTimeout` ends the
 * attempt; `lockAttempts` limits the attempts.
 * Returns the names of the migrations that ran. `logins` are the connection strings of the roles, by default derived
 * from the owner's. Tests have a `source` of their own.
 */
export async function migrate(ownerUrl: string, logins?: Logins, source = schemaSource): Promise<string[]> {
  await ensureRoles(ownerUrl, logins)
  const pool = openOwnerPool(ownerUrl, { lockTimeout })
  const db = openDatabase(pool)
  const done: string[] = []
  const lock = await lockMigrations(ownerUrl)
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await runMigrations({ pgPool: pool })
        await runPending(db, source, done)
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

/** False for a new database, also after a first start that was interrupted. */
async function hasRecords(db: Database): Promise<boolean> {
  if (await queryOne(db, sql`select where to_regclass('public.kysely_migration') is null`)) return false
  return (await queryOne(db, sql`select from kysely_migration limit 1`)) !== undefined
}

/**
 * Runs what is pending, in order. Migrations that follow one another without a concurrent one between them share a
 * transaction. Adds the name of each to `done` once it is committed.
 */
async function runPending(db: Database, source: SchemaSource, done: string[]): Promise<void> {
  const isNew = !(await hasRecords(db))
  if (!isNew && (await takeOver(db, source.former))) done.push(baseline)
  const own = await readMigrations(source, isNew)
  const newer = isNew ? {} : await newerMigrations(db, Object.keys(own).at(-1)!)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...own, ...newer }) } })
  for (;;) {
    const pending = (await migrator.getMigrations()).flatMap(({ name, executedAt }) => (executedAt ? [] : name))
    // The baseline has the indexes of a new database.
    const next = isNew ? -1 : pending.findIndex((name) => name.endsWith(concurrentSuffix))
    if (next === 0) {
      await runConcurrently(db, source.folder, pending[0]!)
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

/**
 * SHA-256 of a schema, in hexadecimal digits. The rights on partitions and on the tables of the job queue do not count.
 */
export const digestSchema = async (db: Database): Promise<string> =>
  createHash('sha256')
    .update(
      (await describeSchema(db))
        .filter((line) => !/^(policy|rights on partitions|rights in the job queue)/.test(line))
        .join('\n'),
    )
    .digest('hex')

/**
 * Takes over a database of release 0.9.0: replaces the records of its migrations by that of the baseline, which is the
 * schema that they made. Changes nothing else, and nothing at all unless the last of them was run and the schema is the
 * one that they make. Returns whether there was something to take over.
 */
async function takeOver(db: Database, former: SchemaSource['former']): Promise<boolean> {
  const recorded = await queryAll(db, sql<{ name: string }>`select name from kysely_migration where name like '2026-%'`)
  if (recorded.length === 0) return false
  if (!recorded.some(({ name }) => name === former.migration))
    throw new Error('the database is older than release 0.9.0: migrate it with that release first')
  await withTransaction(db, async (tx) => {
    const digest = await digestSchema(tx)
    if (digest !== former.digest)
      throw new Error(
        `the schema of the database is not that of release 0.9.0, so it is not taken over (its digest is ${digest})`,
      )
    await sql`delete from kysely_migration where name like '2026-%'`.execute(tx)
    await sql`insert into kysely_migration (name, timestamp) values (${baseline}, ${new Date().toISOString()})`.execute(
      tx,
    )
  })
  return true
}

const createsIndex = /^create (?:unique )?index concurrently if not exists (\w+) on (?:(\w+)\.)?[\s\S]+$/
const dropsIndex = /^drop index concurrently if exists \w+$/

/**
 * Runs the statements of a concurrent migration one by one. They wait for other transactions without a limit, because
 * nobody waits for them. An interrupted creation leaves an invalid index, which the next run drops first.
 */
async function runConcurrently(db: Database, folder: string, name: string): Promise<void> {
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
export const newestMigration = async ({ folder } = schemaSource): Promise<string> =>
  (await listMigrations(folder)).at(-1) ?? baseline

/** Throws when the database lacks this program's newest migration. A server does not migrate by itself. */
export async function requireMigrated(db: Database, source = schemaSource): Promise<void> {
  const newest = await newestMigration(source)
  if (!(await queryOne(db, sql`select from kysely_migration where name = ${newest}`)))
    throw new Error(
      `the database lacks the migration ${newest}; start once with DATABASE_OWNER_URL, ` +
        'or run node apps/server/src/cli/migrate.ts with it',
    )
}
