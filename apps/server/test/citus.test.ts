/** The place of every table and key on Citus, proved on PostgreSQL. No Citus runs here: `npm run test:night citus`. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { citusPlan } from './citus.ts'
import { freshDatabase, type TestDatabase } from './database.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await freshDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** The problems of the schema after a change, which is undone. */
async function problemsWith(change: string): Promise<string[]> {
  await client.query('begin')
  try {
    await client.query(change)
    return (await citusPlan(client)).problems
  } finally {
    await client.query('rollback')
  }
}

test('every table is distributed by its shop, on every node, or on the coordinator; every key of a shop holds it', async () => {
  const { places, problems } = await citusPlan(client)
  expect(problems).toEqual([])
  expect([...places.values()].filter((place) => place === 'shop').length).toBeGreaterThan(60)
  for (const table of [
    'orders',
    'order_line',
    'payment',
    'listing',
    'shop',
    'ledger.posting',
    'ledger.transfer',
    'withdrawal',
  ])
    expect([table, places.get(table)]).toEqual([table, 'shop'])
})

test('a table at the wrong place, and a key of a shop without the shop, are found', async () => {
  expect(
    await problemsWith(
      `create table lost (shop_id uuid primary key); comment on table lost is 'Lost rows.\n@owner shop\n@distribution local'`,
    ),
  ).toEqual(['lost is distributed local, but its primary key holds the shop'])
  expect(await problemsWith('alter table orders add constraint address_once unique (address)')).toEqual([
    'address_once of orders is unique over all shops and not declared',
  ])
  expect(
    await problemsWith(
      `create unique index order_by_id on orders (id); alter table refund_order add constraint wrong foreign key (order_id) references orders (id)`,
    ),
  ).toEqual([
    'order_by_id of orders is unique over all shops and not declared',
    expect.stringContaining('the key wrong of refund_order'),
  ])
  expect(await problemsWith('alter table listing add column outbox_id uuid references outbox')).toEqual([
    expect.stringContaining('leads to a table of the coordinator'),
  ])
})

test('PostgreSQL runs the statements that are its own: no other key stands in the way of a distribution', async () => {
  const { statements, foreignKeysLeft } = await citusPlan(client)
  const own = statements.filter((statement) => !/^select create_\w+_table\(/.test(statement))
  const made = statements.filter((statement) => /^select create_\w+_table\(/.test(statement))
  await client.query('begin')
  try {
    for (const statement of own) await client.query(statement)
    // What Citus asks of a table that it distributes: each unique key holds the column of the distribution.
    const { rows } = await client.query<{ key: string }>(
      `select i.indexrelid::regclass::text as key from pg_index i
        where i.indisunique and i.indrelid = any($1::regclass[]) and not exists (select from pg_attribute a
          where a.attrelid = i.indrelid and a.attnum = any(i.indkey) and a.attname = case i.indrelid when 'shop'::regclass then 'id' else 'shop_id' end)`,
      [made.flatMap((statement) => /distributed_table\('([\w.]+)'/.exec(statement)?.[1] ?? [])],
    )
    expect(rows).toEqual([])
    const after = await citusPlan(client)
    expect(after.foreignKeysLeft).toEqual([])
    expect(after.uniqueLeft).toEqual([])
    expect(after.problems).toEqual([])
  } finally {
    await client.query('rollback')
  }
  // These keys are left out: tables of all shops that name a row of a shop.
  expect([...new Set(foreignKeysLeft.map(({ from }) => from))]).toEqual([
    'act',
    'bank_line_use',
    'cart_checkout',
    'content_report',
    'coupon',
    'document_view',
    'ledger.root_leaf',
    'merchant',
    'order_access',
    'privacy_request',
    'registration_decision',
    'shop_note',
    'stock_movement',
    'talk',
    'talk_message',
    'unidentified_money',
  ])
})
