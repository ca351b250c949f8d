/** The schema as files: what compares two schemas, and that migrations lead where the files are. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { digestSchema, migrate, schemaSource } from '../src/platform/database/migrate.ts'
import { openDatabase, openOwnerPool, sql, withTransaction, type Database } from '../src/platform/database/postgres.ts'
import { describeSchema } from '../src/platform/database/schema.ts'
import { onServer, withDatabase } from './database-server.ts'
import { freshDatabase, type TestDatabase } from './database.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const migrations = readdirSync(schemaSource.folder)
  .filter((name) => name.endsWith('.sql'))
  .sort()
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })

/** A file of the schema as it was before the first migration: the migrations begin there. */
function readBaseline(file: string): Promise<string> {
  if (migrations.length === 0) return schemaSource.schema(file)
  // The commit that brought the first migration is the last line. One that is not committed yet begins at HEAD.
  const added = git('log', '--first-parent', '--diff-filter=A', '--format=%H', '--', 'apps/server/migrations/0*.sql')
  const first = added.trim().split('\n').at(-1)
  return Promise.resolve(git('show', `${first ? `${first}^` : 'HEAD'}:apps/server/${file}`))
}

const server = inject('databaseServer')
const name = `quayside_schema_${process.pid}`
const url = withDatabase(server, name)
/** The schema of the baseline, then the migrations. */
let stepwise: Database
let fromFiles: TestDatabase

beforeAll(async () => {
  await onServer(server, `create database ${name}`)
  const nothing = await mkdtemp(join(tmpdir(), 'quayside-migrations-'))
  await migrate(url, undefined, { ...schemaSource, schema: readBaseline, folder: nothing })
  await rm(nothing, { recursive: true })
  stepwise = openDatabase(openOwnerPool(url, { max: 2 }))
  fromFiles = await freshDatabase()
}, 120_000)
afterAll(async () => {
  await stepwise?.destroy()
  await fromFiles?.drop()
  await onServer(server, `drop database if exists ${name} with (force)`)
})

test('the baseline is the schema of release 0.9.0, which takes over its databases', async () => {
  expect(await digestSchema(stepwise)).toBe(schemaSource.former.digest)
})

test('the baseline and the migrations make the schema of the files, to the letter of every function', async () => {
  await migrate(url)
  const [files, steps] = [await describeSchema(fromFiles.owner), await describeSchema(stepwise)]
  expect(files.length).toBeGreaterThan(4000)
  expect({
    'only in the files': files.filter((line) => !steps.includes(line)),
    'only by the migrations': steps.filter((line) => !files.includes(line)),
  }).toEqual({ 'only in the files': [], 'only by the migrations': [] })
})

test.each([
  ['a column', 'alter table banner add column extra int'],
  ['a default', `alter table shop alter column time_zone set default 'CET'`],
  ['a constraint', 'alter table orders drop constraint order_refund_parts'],
  ['an index', 'create index on orders (paid_at)'],
  ['a trigger', 'drop trigger posting_law on ledger.posting'],
  ['a trigger that sleeps', 'alter table ledger.posting disable trigger posting_law'],
  [
    'one letter of a function',
    `do $$ begin execute replace(pg_get_functiondef('ledger.check_order(uuid[])'::regprocedure), 'return query', 'return  query'); end $$`,
  ],
  ['a right', 'grant insert on ledger.posting to quayside_app'],
  ['a right of a column', 'grant update (total_payment) on orders to quayside_app'],
  ['a right to call', 'grant execute on function ledger.book(ledger.line[]) to public'],
  ['a declaration', `comment on table visit is 'Visits.'`],
  ['a template of the books', `update ledger.template set required = not required where event = 'order.paid'`],
  ['a transition', `insert into state_transition values ('orders', '7', '2')`],
])('%s makes another schema', async (_what, change) => {
  const before = await describeSchema(fromFiles.owner)
  await withTransaction(fromFiles.owner, async (tx) => {
    await sql.raw(change).execute(tx)
    expect(await describeSchema(tx)).not.toEqual(before)
    throw new Error('undo')
  }).catch((error: Error) => expect(error.message).toBe('undo'))
})

test('migrations are numbered without a gap, and write functions whole', () => {
  expect(migrations.map((file) => file.slice(0, 5))).toEqual(
    migrations.map((_, i) => `${String(i + 1).padStart(4, '0')}_`),
  )
  expect(
    migrations.filter((file) => /pg_get_functiondef/i.test(readFileSync(join(schemaSource.folder, file), 'utf8'))),
  ).toEqual([])
})

/** Functions longer than the limit, each with the reason. This list only gets shorter. */
const longFunctions = [
  // One statement: the rows before and after a change exist in its trigger alone.
  'figure_moved_orders',
  // Made of the sources of the work queue; work.test.ts compares it with them.
  'work_page',
]

test('a function of the database has a comment and at most 70 lines of 120 columns', async () => {
  const { functions, files } = await readFunctions()
  expect(files).toBeGreaterThan(40)
  expect(functions.length).toBeGreaterThan(230)
  expect(functions.filter(({ comment }) => !comment).map((one) => one.name)).toEqual([])
  expect(functions.filter(({ lines }) => lines > 70).map((one) => one.name)).toEqual(longFunctions)
})

/** The functions of the schema files, in their order. A line of more than 120 columns counts as several. */
async function readFunctions() {
  const names = (await schemaSource.schema('schema.sql'))
    .split('\n')
    .flatMap((line) => /^\\ir (\S+)$/.exec(line)?.[1] ?? [])
  const functions: { name: string; lines: number; comment: boolean }[] = []
  for (const file of names) {
    const text = await schemaSource.schema(file)
    for (const { index, 1: own } of text.matchAll(/^create function ([\w.]+)\(/gm)) {
      const rest = text.slice(index)
      // The body ends with its quote, or with the first semicolon if it is a single expression.
      const [body] = /^[^;]*?(\$\w*\$)[^]*?\1|^[^;]*;/.exec(rest)!
      functions.push({
        name: own!,
        lines: body.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 120)), 0),
        comment: /^--.*\n$/m.test(text.slice(0, index).slice(-130).split('\n').at(-2)! + '\n'),
      })
    }
  }
  return { functions, files: names.length }
}
