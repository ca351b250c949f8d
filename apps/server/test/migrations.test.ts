/** How a database is migrated: a new one, one of release 0.9.0, and one with migrations to run. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { orderDetail } from '@quayside/contract'
import { readTrialBalance } from '../src/modules/money/ledger/books-store.ts'
import { checkBooks } from '../src/modules/money/reconciliation/store.ts'
import { newId } from '../src/platform/database/ids.ts'
import { digestSchema, migrate, requireMigrated, schemaSource } from '../src/platform/database/migrate.ts'
import {
  openDatabase,
  openOwnerPool,
  openPool,
  queryAll,
  queryOne,
  sql,
  withTransaction,
  type Database,
} from '../src/platform/database/postgres.ts'
import { derivedLogins } from '../src/platform/database/roles.ts'
import { describeSchema } from '../src/platform/database/schema.ts'
import { aDestination, anOrder, aStockedShop, creditMerchant, pickUp, withdraw } from './builders.ts'
import { onServer, withDatabase } from './database-server.ts'
import { freshDatabase, type TestDatabase } from './database.ts'
import { startTestServer } from './server.ts'

let folder: string
let database: TestDatabase
let db: Database
let url: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quayside-migrations-'))
  database = await freshDatabase()
  db = database.owner
  url = database.url
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})
/** A migration of this test's own, on the schema of the files. */
async function write(name: string, text: string): Promise<void> {
  await sql`delete from kysely_migration where name <> '0000_baseline'`.execute(db)
  await writeFile(join(folder, `${name}.sql`), text)
}
const migrateThis = () => migrate(url, undefined, { ...schemaSource, folder })
const recorded = async (of: Database) =>
  (await queryAll(of, sql<{ name: string }>`select name from kysely_migration order by name`)).map(({ name }) => name)

test('a new database records the migrations and runs none; a first start that was interrupted is repeated', async () => {
  const name = `quayside_new_${process.pid}`
  const server = inject('databaseServer')
  const there = withDatabase(server, name)
  await onServer(server, `create database ${name}`)
  const owner = openDatabase(openOwnerPool(there, { max: 1 }))
  try {
    await write('0001_never-run', 'select 1 / 0')
    await write('0002_never-run.concurrent', 'create index concurrently if not exists no_such on no_table (id);')
    const start = (schema = schemaSource.schema) => migrate(there, undefined, { ...schemaSource, folder, schema })
    await expect(
      start(async (file) => (file.includes('shop-admin') ? 'select 1 / 0' : schemaSource.schema(file))),
    ).rejects.toThrow('division by zero')
    expect(await recorded(owner)).toEqual([])
    expect(await start()).toEqual(['0000_baseline', '0001_never-run', '0002_never-run.concurrent'])
    expect(await start()).toEqual([])
    expect(await describeSchema(owner)).toEqual(await describeSchema(db))
  } finally {
    await owner.destroy()
    await onServer(server, `drop database if exists ${name} with (force)`)
  }
}, 60_000)

/** Everything that is stored, but for the records of migrations: the number and a digest of the rows of each table. */
async function contents(): Promise<{ name: string; rows: string; digest: string | null }[]> {
  const tables = await queryAll(
    db,
    sql<{ name: string }>`select c.oid::regclass::text as name from pg_class c where c.relkind = 'r'
      and c.relnamespace in ('public'::regnamespace, 'ledger'::regnamespace, 'partitions'::regnamespace)
      and c.relname not like 'kysely%' order by 1`,
  )
  return Promise.all(
    tables.map(async ({ name }) => ({
      name,
      ...(await queryOne(
        db,
        sql<{
          rows: string
          digest: string | null
        }>`select count(*) as rows, md5(string_agg(t::text, '|' order by t::text)) as digest
          from ${sql.table(name)} t`,
      ))!,
    })),
  )
}
/** The records as release 0.9.0 left them: its first migration and its last one. */
const asOf090 = async (last = schemaSource.former.migration) => {
  await sql`delete from kysely_migration`.execute(db)
  for (const name of ['2026-11-20-0900-foundation', last])
    await sql`insert into kysely_migration (name, timestamp) values (${name}, '2026-11-20T12:00:00Z')`.execute(db)
}

test('a database of release 0.9.0 is taken over with all its rows, and its shops go on', async () => {
  const server = await startTestServer({ database })
  try {
    const shop = await aStockedShop(server)
    const order = await anOrder(server, shop)
    await anOrder(server, shop)
    await creditMerchant(server, shop, '300.00')
    await pickUp(server, shop, [order.id])
    await withdraw(server, shop, await aDestination(server, shop), '40.00')
    await asOf090()
    const before = await contents()
    const sums = await readTrialBalance(db, '2100-01-01')
    expect(before.find(({ name }) => name === 'ledger.posting')!.rows).toBeGreaterThan(8)
    const digest = await digestSchema(db)
    const former = { ...schemaSource.former, digest }
    await expect(requireMigrated(db)).rejects.toThrow('lacks the migration')

    expect(await migrate(url, undefined, { ...schemaSource, folder, former })).toEqual(['0000_baseline'])
    expect(await recorded(db)).toEqual(['0000_baseline'])
    expect(await contents()).toEqual(before)
    expect(await readTrialBalance(db, '2100-01-01')).toEqual(sums)
    expect(await digestSchema(db)).toBe(digest)
    expect(await migrate(url, undefined, { ...schemaSource, folder, former })).toEqual([])

    await pickUp(server, shop, 'all')
    expect((await server.must(orderDetail, { id: order.id }, { token: shop.token })).status).toBe(2)
    expect((await checkBooks(db, new Date())).filter(({ ok }) => !ok)).toEqual([])
  } finally {
    await server.close()
  }
}, 60_000)

test('a database that is older than release 0.9.0, or has another schema, is left as it is', async () => {
  await asOf090('2026-12-07-0910-work-page')
  const old = await recorded(db)
  await expect(migrateThis()).rejects.toThrow('older than release 0.9.0')
  expect(await recorded(db)).toEqual(old)

  await asOf090()
  const records = await recorded(db)
  await sql`alter table orders drop constraint order_refund_parts`.execute(db)
  await expect(migrateThis()).rejects.toThrow('not that of release 0.9.0')
  expect(await recorded(db)).toEqual(records)
})

test('a program starts on the schema of a later release; an unknown older migration is an error', async () => {
  await write('0001_own', 'create table own (id int primary key)')
  expect(await migrateThis()).toEqual(['0001_own'])
  const later = '9999_of-a-later-release'
  await sql`insert into kysely_migration (name, timestamp) values (${later}, '2999-01-01T00:00:00Z')`.execute(db)
  expect(await migrateThis()).toEqual([])
  const app = openDatabase(openPool(derivedLogins(url).app, { max: 1 }))
  await requireMigrated(app, { ...schemaSource, folder })
  await app.destroy()

  await sql`update kysely_migration set name = '0000_never-written' where name = ${later}`.execute(db)
  await expect(migrateThis()).rejects.toThrow('never-written')
})

test('a migration waits for a lock in short attempts, and other queries continue between them', async () => {
  await write('0001_wider', 'alter table orders add column wider int')
  const holder = openDatabase(openOwnerPool(url, { max: 1 }))
  let release!: () => void
  const held = new Promise<void>((done) => (release = done))
  const holding = withTransaction(holder, async (tx) => {
    await sql`lock table orders in access share mode`.execute(tx)
    await held
  })
  const migrating = migrateThis()
  // Longer than one attempt. With a single long attempt the reader below would wait.
  await new Promise((done) => setTimeout(done, 5000))
  try {
    await withTransaction(db, async (tx) => {
      await sql`set local lock_timeout = '8s'`.execute(tx)
      await sql`select count(*) from orders`.execute(tx)
    })
  } finally {
    release()
    await holding
    await holder.destroy()
  }
  expect(await migrating).toEqual(['0001_wider'])
}, 90_000)

test('indexes are created while others write, and an interrupted creation is repeated', async () => {
  const name = '0001_banners-by-file.concurrent'
  await write(name, '-- A comment.\ncreate index concurrently if not exists banners_by_file on banner (file_id);\n')
  const indexes = () =>
    queryAll(
      db,
      sql<{ name: string; valid: boolean }>`select c.relname as name, i.indisvalid as valid
        from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname = 'banners_by_file'`,
    )
  const [shop, files] = [newId(), [newId(), newId()]]
  await sql`insert into shop (id, code, name, created_at) values (${shop}, 'SHOP0', 'Shop', now())`.execute(db)
  for (const id of files)
    await sql`insert into file (id, owner_who, owner_id, purpose, private, content_type, bytes, width, height, storage_key, created_at)
      values (${id}, 'merchant', ${shop}, 'banner', false, 'image/png', 1, 1, 1, ${id}, now())`.execute(db)
  const banner = (place: 1 | 2) =>
    sql`insert into banner (shop_id, kind, place, file_id) values (${shop}, 'advertisement', ${place}, ${files[place - 1]})`

  // A transaction that has written keeps the creation waiting, longer than the lock time-out of other migrations.
  const writer = openDatabase(openOwnerPool(url, { max: 1 }))
  let commit!: () => void
  const held = new Promise<void>((done) => (commit = done))
  const writing = withTransaction(writer, async (tx) => {
    await banner(1).execute(tx)
    await held
  })
  await new Promise((done) => setTimeout(done, 100))
  const first = migrateThis()
  first.catch(() => undefined)
  await expect.poll(indexes, { timeout: 20_000 }).toEqual([{ name: 'banners_by_file', valid: false }])
  // Not earlier: the interruption has to meet the first program.
  const second = migrateThis()
  // Others write meanwhile. The interruption leaves the index behind, invalid.
  await banner(2).execute(db)
  await sql`select pg_cancel_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'create index concurrently%' and pid <> pg_backend_pid()`.execute(
    db,
  )
  await expect(first).rejects.toThrow('canceling statement')
  commit()
  await writing
  await writer.destroy()
  // The program that waited meanwhile drops what is invalid and goes on.
  expect(await second).toEqual([name])
  expect(await indexes()).toEqual([{ name: 'banners_by_file', valid: true }])
  expect(await migrateThis()).toEqual([])
}, 90_000)

test('a concurrent migration with another statement is refused', async () => {
  await write('0001_more.concurrent', 'create table more (id int);')
  await expect(migrateThis()).rejects.toThrow('it can only create and drop indexes')
})
