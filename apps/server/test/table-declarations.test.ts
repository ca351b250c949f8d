/** Each table declares itself in its comment, and what it declares is true. */
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededTables } from '../src/platform/database/schema.ts'
import { parseTableDeclaration, type TableDeclaration } from '../src/platform/database/table-declarations.ts'
import { freshDatabase, type TestDatabase } from './database.ts'
import { declarationsOf } from './table-declarations.ts'

let database: TestDatabase
let client: pg.Client
let declared: TableDeclaration[]
beforeAll(async () => {
  database = await freshDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  declared = await declarationsOf(client)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const names = async (statement: string): Promise<string[]> =>
  (await client.query<{ name: string }>(statement)).rows.map(({ name }) => name)
const columnsIn = (pick: (table: TableDeclaration) => string[]): string[] =>
  declared.flatMap((table) => pick(table).map((column) => `${table.table}.${column}`))

/** Columns of all tables as `table.column`. */
const columns = `(select c.oid::regclass || '.' || a.attname as name, a.*, c.oid as table_id, format_type(a.atttypid, null) as type
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace in ('public'::regnamespace, 'ledger'::regnamespace) and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname not like 'kysely_migration%')`

test('a declaration has a sentence, an owner and a distribution, and only known tags in their form', () => {
  const parse = (comment: string | null) => () => parseTableDeclaration('lost', comment)
  const whole = 'Lost rows.\n@owner shop\n@distribution shop_id'
  expect(parse(null)).toThrow('table lost: its comment does not begin with a sentence')
  expect(parse('@owner shop\n@distribution shop_id')).toThrow('does not begin with a sentence')
  expect(parse('Lost rows.\n@distribution local')).toThrow('table lost: it declares no @owner')
  expect(parse('Lost rows.\n@owner shop')).toThrow('it declares no @distribution')
  expect(parse(`${whole}\n@retained 30 days`)).toThrow('an unknown tag: @retained 30 days')
  expect(parse(`${whole}\n@Retention 30 days after at`)).toThrow('an unknown tag')
  expect(parse(`${whole}\n@ owner shop`)).toThrow('an unknown tag')
  expect(parse(`${whole}\n@toString x`)).toThrow('an unknown tag')
  expect(parse(`${whole}\n@retention a month`)).toThrow('another one: @retention a month')
  expect(parse(`${whole}\n@owner shop`)).toThrow('@owner stands twice')
  expect(parse('Lost rows.\n@owner somebody\n@distribution local')).toThrow('another one: @owner somebody')
  expect(parse(`${whole}\n@personal name: buyer; delivery`)).toThrow('does not say how long name is kept')
  expect(parse(`${whole}\nmore words`)).toThrow('the form of this tag')
  const { personal, retention } = parse(
    `${whole}\n@personal name,\n  phone: buyer; delivery\n@retention 30 days after at`,
  )()
  expect(personal).toEqual([
    { columns: ['name', 'phone'], whose: 'buyer', purpose: 'delivery', kept: '30 days after `at`' },
  ])
  expect(retention).toEqual({ days: 30, column: 'at', ofTable: null, unless: null })
})

test('a table without a declaration is found', async () => {
  await client.query('begin')
  try {
    await client.query('create table lost (id int primary key)')
    await expect(declarationsOf(client)).rejects.toThrow('table lost: its comment does not begin with a sentence')
  } finally {
    await client.query('rollback')
  }
})

test('a table is distributed by the column of its shop, and then its rows are a shop’s', () => {
  const byColumn = declared.filter(({ distribution }) => !['reference', 'local'].includes(distribution))
  expect(byColumn.length).toBeGreaterThan(60)
  for (const { table, owner, distribution } of byColumn)
    expect([table, owner, distribution]).toEqual([table, 'shop', table === 'shop' ? 'id' : 'shop_id'])
})

test('the columns that are declared exist, and those that could hold words of a person are personal or not, once', async () => {
  const existing = await names(`select name from ${columns} c`)
  const stated = columnsIn(({ personal, impersonal }) => [...personal.flatMap((group) => group.columns), ...impersonal])
  const sealed = columnsIn((table) => table.sealed.flatMap((group) => group.columns))
  expect([...stated, ...sealed].filter((name) => !existing.includes(name))).toEqual([])
  expect(stated.filter((name, place) => stated.indexOf(name) < place)).toEqual([])
  // Ids, times, whole amounts and values of a closed list need no word.
  const free = await names(`select name from ${columns} c
    where regexp_replace(type, '\\[\\]$', '') not in ('uuid', 'boolean', 'smallint', 'integer', 'bigint', 'numeric', 'date',
        'timestamp with time zone', 'interval')
      and not exists (select from pg_constraint k where k.conrelid = c.table_id and (k.contype = 'f' and c.attnum = any(k.conkey)
        or k.contype = 'c' and k.conkey = array[c.attnum] and pg_get_constraintdef(k.oid) ~ '= ANY'))`)
  expect(free.filter((name) => !stated.includes(name))).toEqual([])
})

test('what is kept until erasure is blanked or deleted by a function that erases', async () => {
  const { rows } = await client.query<{ body: string }>(
    `select p.prosrc as body from pg_proc p where p.pronamespace = 'public'::regnamespace and (p.prosrc ~ 'quayside.erasing'
      or exists (select from pg_trigger t where t.tgfoid = p.oid and pg_get_triggerdef(t.oid) ~ '(erased_at|erase_)'))
      or p.proname ~ '^(erase|shred|blank)_' or p.proname = 'destination_latin_holder'`,
  )
  const statements = rows.flatMap(({ body }) => body.split(';'))
  const generated = await names(`select name from ${columns} c where attgenerated <> ''`)
  const kept = declared.flatMap(({ table, personal }) =>
    personal
      .filter((group) => /(^|, or )until erasure$/.test(group.kept))
      .flatMap((group) => group.columns.map((column) => [table, column] as const)),
  )
  expect(kept.length).toBeGreaterThan(70)
  const left = kept.filter(
    ([table, column]) =>
      !generated.includes(`${table}.${column}`) &&
      !statements.some((statement) => new RegExp(`delete from ${table}\\b`).test(statement)) &&
      !statements.some((statement) =>
        new RegExp(`update (public\\.)?${table}\\b[^]*\\b${column} (=|:=)`).test(statement),
      ) &&
      !statements.some((statement) => new RegExp(`\\bnew\\.${column} := `).test(statement)),
  )
  expect(left).toEqual([])
})

test('only migrations write the tables of the schema, and describeSchema compares their rows', async () => {
  const ofSchema = declared.filter(({ owner }) => owner === 'schema').map(({ table }) => table)
  expect(ofSchema).toEqual(seededTables.toSorted())
  for (const table of ofSchema)
    expect([
      table,
      await names(`select x.privilege_type as name from pg_class c, aclexplode(c.relacl) x
        where c.oid = '${table}'::regclass and x.grantee = 'quayside_app'::regrole`),
    ]).toEqual([table, ['SELECT']])
})

test('a sealed column is bytes, and the database refuses what is sealed under a closed key', async () => {
  const sealed = columnsIn((table) => table.sealed.flatMap((group) => group.columns))
  const guarded = await names(`select t.tgrelid::regclass || '.' || arg as name
    from pg_trigger t cross join unnest(string_to_array(rtrim(encode(t.tgargs, 'escape'), '\\000'), '\\000')) arg
    where t.tgfoid = 'check_sealing_key'::regproc`)
  expect([...new Set(sealed)].toSorted()).toEqual(guarded.toSorted())
  expect(
    await names(`select name from ${columns} c where type <> 'bytea'`).then((all) =>
      all.filter((name) => sealed.includes(name)),
    ),
  ).toEqual([])
})

test('the functions of the database read the same declarations', async () => {
  const { rows: audited } = await client.query(
    `select kind, source, id_column as id, shop_column as shop, code_column as code, columns from audit_subject order by source, kind`,
  )
  expect(audited.length).toBeGreaterThan(25)
  expect(audited).toEqual(
    declared.flatMap(({ audit }) => audit ?? []).toSorted((a, b) => (a.source < b.source ? -1 : 1)),
  )
  const { rows: partitioned } = await client.query(
    `select parent, key, step, ahead, extract(day from keep)::int as days from partition_plan()`,
  )
  expect(partitioned).toEqual(
    declared.flatMap(({ table, partitions }) =>
      partitions
        ? {
            parent: table,
            key: partitions.column,
            step: partitions.step,
            ahead: partitions.ahead,
            days: partitions.days,
          }
        : [],
    ),
  )
  const expiring = declared.filter(({ retention }) => retention !== null)
  expect(expiring.length).toBeGreaterThan(10)
  for (const { table } of expiring)
    expect(await names(`select delete_expired_rows('${table}', 1)::text as name`)).toEqual(['0'])
  await expect(client.query(`select delete_expired_rows('orders', 1)`)).rejects.toThrow('deleted by their age')
})

test('docs/personal-data.md lists every personal column and what is deleted by its age', async () => {
  const lines = [
    '# Personal data',
    '',
    'Every column with data of people, from the declarations of the tables (the comments in the schema files).',
    'All other columns are ids, codes, dates, states, amounts, figures and settings.',
    '`node_modules/.bin/vitest run apps/server/test/table-declarations.test.ts -u` writes this page.',
    '',
    '| Table | Columns | Whose | Purpose | Kept |',
    '| --- | --- | --- | --- | --- |',
    ...declared.flatMap(({ table, personal }) =>
      personal.map(
        ({ columns: own, whose, purpose, kept }) =>
          `| \`${table}\` | ${own.map((column) => `\`${column}\``).join(', ')} | ${whose} | ${purpose} | ${kept} |`,
      ),
    ),
    '',
    '## Deleted by age',
    '',
    'An hourly job deletes these rows. Partitions are dropped whole.',
    '',
    '| Table | Deleted |',
    '| --- | --- |',
    ...declared.flatMap(({ table, retention, partitions }) =>
      retention
        ? `| \`${table}\` | ${retention.days} days after \`${retention.ofTable ? `${retention.ofTable}.` : ''}${retention.column}\` |`
        : partitions
          ? `| \`${table}\` | ${partitions.days} days, by the ${partitions.step} |`
          : [],
    ),
    '',
  ]
  await expect(lines.join('\n')).toMatchFileSnapshot(
    join(import.meta.dirname, '..', '..', '..', 'docs', 'personal-data.md'),
  )
})
