/** The partitions of visits, views, clicks and webhook calls, on real PostgreSQL. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aStockedShop } from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryAll, queryOne, sql } from '../../../platform/database/postgres.ts'
import { deleteExpired, keepPartitions } from './retention.ts'

let server: TestServer
let shop: Awaited<ReturnType<typeof aStockedShop>>
const webhook = newId()
beforeAll(async () => {
  server = await startTestServer()
  shop = await aStockedShop(server)
  await sql`insert into webhook (shop_id, id, merchant_id, url, events, secret, created_at)
    select shop_id, ${webhook}, id, 'https://shop.example/hook', '{order.paid}', '\\x00', now() from merchant where shop_id = ${shop.shopId}`.execute(
    server.owner,
  )
})
afterAll(() => server.close())

const dayMs = 86_400_000
/** The UTC day so many days from now, and the instant at its begin. */
const day = (ahead: number): string => new Date(Date.now() + ahead * dayMs).toISOString().slice(0, 10)

let visitors = 0
const visit = (on: string) =>
  sql`insert into visit (shop_id, day, visitor) values (${shop.shopId}, ${on}, ${Buffer.alloc(16, (visitors += 1))})`.execute(
    server.owner,
  )
const call = async (at: number): Promise<string> => {
  const id = newId(at)
  await sql`insert into webhook_call (shop_id, id, webhook_id, type, at, not_before)
    values (${shop.shopId}, ${id}, ${webhook}, 'order.paid', ${new Date(at)}, ${new Date(at)})`.execute(server.owner)
  return id
}
/** The partition of each row of a table, by a text of the row. */
const placesOf = async (table: string, column: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    (
      await queryAll(
        server.owner,
        sql<{ key: string; place: string }>`select ${sql.ref(column)}::text as key, tableoid::regclass::text as place
          from ${sql.table(table)} where shop_id = ${shop.shopId}`,
      )
    ).map(({ key, place }) => [key, place]),
  )
const partitionOf = (table: string, on: string): string => `partitions.${table}_${on.replaceAll('-', '')}`
const names = async (table: string): Promise<string[]> =>
  (await queryAll(server.owner, sql<{ name: string }>`select name from partitions_of(${table}) order by 1`)).map(
    ({ name }) => name,
  )
const figures = () =>
  queryAll(server.owner, sql`select day, visitors from shop_day where shop_id = ${shop.shopId} order by day`)
const strays = async () =>
  (await queryAll(server.db, sql<{ parent: string; strays: number }>`select * from count_partition_strays()`)).filter(
    (one) => one.strays > 0,
  )

test('the server owns no partition, has no right on one, and cannot drop or reach one but through its table', async () => {
  const { rights } = (await queryOne(
    server.owner,
    sql<{ rights: number }>`select count(*)::int as rights from pg_class c
      where c.relnamespace = 'partitions'::regnamespace and c.relkind = 'r' and (pg_get_userbyid(c.relowner) like 'quayside\\_%'
        or has_table_privilege('quayside_app', c.oid, 'select,insert,update,delete,truncate,references,trigger')
        or has_table_privilege('quayside_worker', c.oid, 'select,insert,update,delete,truncate,references,trigger'))`,
  ))!
  expect(rights).toBe(0)
  expect((await names('visit')).length).toBeGreaterThan(5)
  for (const statement of [
    sql`select from partitions.visit_default`,
    sql`drop table partitions.visit_default`,
    sql`alter table visit detach partition partitions.visit_default`,
    sql`delete from visit`,
    sql`create table partitions.mine (a int)`,
  ])
    await expect(statement.execute(server.db)).rejects.toThrow(/permission denied|must be owner/)
})

test('rows stand in the partition of their day or month, made ahead; what comes before its partition moves into it', async () => {
  expect(await keepPartitions(server.app.ctx)).toEqual({})
  for (const ahead of [-1, 0, 3]) await visit(day(ahead))
  const places = await placesOf('visit', 'day')
  for (const ahead of [-1, 0, 3]) expect(places[day(ahead)]).toBe(partitionOf('visit', day(ahead)))
  const ofThisMonth = await call(Date.now())
  expect((await placesOf('webhook_call', 'id'))[ofThisMonth]).toBe(
    partitionOf('webhook_call', `${day(0).slice(0, 7)}-01`),
  )

  // The worker did not run for long: the last two days ahead have no partition.
  for (const ahead of [2, 3]) {
    await sql`alter table visit detach partition ${sql.table(partitionOf('visit', day(ahead)))}`.execute(server.owner)
    await sql`drop table ${sql.table(partitionOf('visit', day(ahead)))}`.execute(server.owner)
  }
  await visit(day(2))
  await visit(day(9))
  expect((await placesOf('visit', 'day'))[day(2)]).toBe('partitions.visit_default')
  expect(await strays()).toEqual([{ parent: 'visit', strays: 2 }])
  const before = await figures()
  expect(await keepPartitions(server.app.ctx)).toEqual({ visit: { added: 2, dropped: 0 } })
  const after = await placesOf('visit', 'day')
  expect([after[day(2)], after[day(9)]]).toEqual([partitionOf('visit', day(2)), 'partitions.visit_default'])
  expect(await figures()).toEqual(before)
})

test('a partition is dropped when the time of its last row is over, and not before; the figures stay', async () => {
  await sql`drop table partitions.visit_first, partitions.webhook_call_first`.execute(server.owner)
  for (const ago of [6, 5, 4, 3, 2])
    await sql
      .raw(
        `create table ${partitionOf('visit', day(-ago))} partition of visit for values from ('${day(-ago)}') to ('${day(1 - ago)}')`,
      )
      .execute(server.owner)
  const bound = (ago: number) => newId(Date.parse(day(-ago))).replace(/-7.*/, '-7000-8000-000000000000')
  const oldCalls = partitionOf('webhook_call', '2000-01-01')
  await sql
    .raw(`create table ${oldCalls} partition of webhook_call for values from ('${bound(60)}') to ('${bound(30)}')`)
    .execute(server.owner)
  for (const ago of [6, 5, 4, 3, 2, 20]) await visit(day(-ago))
  const [old, stray] = [await call(Date.now() - 40 * dayMs), await call(Date.now() - 90 * dayMs)]
  expect(await placesOf('webhook_call', 'id')).toMatchObject({
    [old]: oldCalls,
    [stray]: 'partitions.webhook_call_default',
  })
  const before = await figures()

  expect(await keepPartitions(server.app.ctx)).toEqual({
    visit: { added: 0, dropped: 3 },
    webhook_call: { added: 0, dropped: 1 },
  })
  expect(await deleteExpired(server.app.ctx)).toMatchObject({
    'visit outside of its partition': 1,
    'webhook_call outside of its partition': 1,
  })
  const left = Object.keys(await placesOf('visit', 'day')).toSorted()
  expect(left.filter((on) => on < day(-1))).toEqual([day(-3), day(-2)])
  expect(Object.keys(await placesOf('webhook_call', 'id'))).not.toContain(old)
  expect(Object.keys(await placesOf('webhook_call', 'id'))).not.toContain(stray)
  expect(await figures()).toEqual(before)
})

test('a table whose lock is not free holds up no other, and is tried again', async () => {
  const expired = async (table: 'listing_view' | 'listing_click') => {
    await sql`drop table if exists ${sql.table(`partitions.${table}_first`)}`.execute(server.owner)
    await sql
      .raw(
        `create table ${partitionOf(table, day(-9))} partition of ${table} for values from ('${day(-9)}') to ('${day(-8)}')`,
      )
      .execute(server.owner)
  }
  await expired('listing_view')
  await expired('listing_click')
  const reader = server.owner.transaction()
  await reader.execute(async (tx) => {
    await sql`lock table listing_view in access share mode`.execute(tx)
    expect(await keepPartitions(server.app.ctx)).toEqual({ listing_click: { added: 0, dropped: 1 } })
  })
  expect(await keepPartitions(server.app.ctx)).toEqual({ listing_view: { added: 0, dropped: 1 } })
})
