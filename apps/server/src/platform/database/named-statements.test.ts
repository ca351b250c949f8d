import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../../test/database.ts'
import { StatementNames } from './named-statements.ts'
import { openDatabase, openPool, queryOne, sql, withTransaction, type Database } from './postgres.ts'
import { derivedLogins } from './roles.ts'

let database: TestDatabase
const open: Database[] = []
beforeAll(async () => {
  database = await freshDatabase()
  await sql`create table sample (id int primary key, name text)`.execute(database.owner)
  await sql`insert into sample values (1, 'one'), (2, 'two')`.execute(database.owner)
  await sql`grant select, insert on sample to quayside_app`.execute(database.owner)
})
afterAll(async () => {
  await Promise.all(open.map((db) => db.destroy()))
  await database.drop()
})

const warnings: string[] = []
/** A pool of one connection. */
function named(names = new StatementNames({ warn: (...all: unknown[]) => void warnings.push(String(all.at(-1))) })) {
  const pool: pg.Pool = openPool(derivedLogins(database.url).app, { max: 1, names })
  const db = openDatabase(pool)
  open.push(db)
  return { db, names }
}
const keptOn = async (db: Database) =>
  (
    await sql<{ statement: string; generic: string; name: string }>`
      select name, statement, generic_plans::text as generic from pg_prepared_statements order by prepare_time`.execute(
      db,
    )
  ).rows
const times = async (n: number, work: (i: number) => Promise<unknown>) => {
  for (let i = 0; i < n; i += 1) await work(i)
}

test('a statement that runs often is kept under the hash of its text, one that was made for a request is not', async () => {
  const { db } = named()
  await times(8, (i) => sql`select name from sample where id = ${i}`.execute(db))
  await times(8, (i) => sql`select ${sql.lit(`text ${i}`)}, name from sample`.execute(db))
  expect((await keptOn(db)).map(({ statement }) => statement)).toEqual(['select name from sample where id = $1'])
  const other = named()
  await times(8, (i) => sql`select name from sample where id = ${i}`.execute(other.db))
  expect((await keptOn(other.db))[0]!.name).toBe((await keptOn(db))[0]!.name)
})

test('a connection keeps a bounded number of statements, however many run often', async () => {
  const { db } = named()
  for (let n = 0; n < 320; n += 1) await times(6, () => sql`select ${sql.lit(n)}::int from sample`.execute(db))
  expect((await keptOn(db)).length).toBeLessThanOrEqual(250)
})

test('a statement whose columns change goes on, alone and in a transaction', async () => {
  const { db } = named()
  const read = (on: Database) => queryOne(on, sql`select * from sample where id = ${1}`)
  await times(8, () => read(db))
  await sql`alter table sample add column colour text default 'red'`.execute(database.owner)
  expect(await read(db)).toEqual({ id: 1, name: 'one', colour: 'red' })
  await times(8, () => read(db))
  await sql`alter table sample add column size int default 3`.execute(database.owner)
  expect(await withTransaction(db, (tx) => read(tx as never))).toEqual({ id: 1, name: 'one', colour: 'red', size: 3 })
})

test('behind a pooler that loses the statements nothing fails, and names are given up', async () => {
  const { db } = named()
  const write = (on: Database, id: number) => sql`insert into sample (id) values (${id})`.execute(on)
  await times(8, (i) => write(db, 100 + i))
  await sql`deallocate all`.execute(db)
  await write(db, 200)
  const lost = named()
  await times(8, (i) => write(lost.db, 300 + i))
  await sql`deallocate all`.execute(lost.db)
  await withTransaction(lost.db, (tx) => write(tx as never, 400))
  const { n } = (await queryOne(
    database.owner,
    sql<{ n: string }>`select count(*)::text as n from sample where id >= 100`,
  ))!
  expect(n).toBe('18')
  expect(warnings).toHaveLength(2)
  await times(8, (i) => sql`select ${i}::int from sample`.execute(db))
  expect(await keptOn(db)).toEqual([])
})

test('a new connection plans the commonest statements before its first use, and runs none', async () => {
  const names = new StatementNames()
  const first = named(names)
  names.isWarmingUp = true
  await sql`select name from sample where id = ${1}`.execute(first.db)
  await sql`insert into sample (id, name) values (${500}, ${'once'})`.execute(first.db)
  names.isWarmingUp = false
  names.warmsConnections = true
  const second = named(names)
  const kept = (await keptOn(second.db)).filter(({ statement }) => statement.includes('sample'))
  expect(kept).toHaveLength(2)
  expect(kept.every(({ generic }) => generic === '1')).toBe(true)
  expect((await queryOne(database.owner, sql`select count(*)::int as n from sample where id = 500`))!).toEqual({ n: 1 })
  await sql`insert into sample (id, name) values (${501}, ${'twice'})`.execute(second.db)
  expect((await keptOn(second.db)).length).toBeGreaterThanOrEqual(2)
})

test('a statement that cannot be planned is left out, and the new connection does not wait for it', async () => {
  const names = new StatementNames()
  const first = named(names)
  await sql`create table passing (id int)`.execute(database.owner)
  await sql`grant select on passing to quayside_app`.execute(database.owner)
  names.isWarmingUp = true
  await sql`select id from passing where id = ${1}`.execute(first.db)
  await sql`select name from sample where id = ${1}`.execute(first.db)
  names.isWarmingUp = false
  await sql`drop table passing`.execute(database.owner)
  names.warmsConnections = true
  // The limit of a transaction without work would end the connection after 15 seconds.
  const second = named(names)
  expect(await queryOne(second.db, sql<{ one: number }>`select 1 as one`)).toEqual({ one: 1 })
  expect(names.warmed().map(({ text }) => text)).toEqual([expect.stringContaining('from sample')])
}, 10_000)
