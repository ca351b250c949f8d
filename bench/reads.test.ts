/**
 * How much of the database the interactive pages read, in buffers of each statement: what does not depend on the load
 * of the machine. One shop has 40 % of all orders. READS_ORDERS makes the database larger.
 */
import {
  dashboard,
  listOrders,
  maxCounted,
  operatorOrders,
  orderStatus,
  readWallet,
  searchOrders,
} from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderPage } from '../apps/storefront/src/render.tsx'
import { anOperator } from '../apps/server/test/builders.ts'
import { freshDatabase, type TestDatabase } from '../apps/server/test/database.ts'
import { startTestServer, type TestServer } from '../apps/server/test/server.ts'
import { listOverdueKeys, type OverdueKind } from '../apps/server/src/modules/selling/orders/pickup/overdue-store.ts'
import { openDatabase, openOwnerPool, queryAll, queryOne, sql } from '../apps/server/src/platform/database/postgres.ts'
import { addTime, days } from '../apps/server/src/platform/jobs/clock.ts'
import { seedLoad, type SeededShop } from './seed-load.ts'

const orders = Number(process.env['READS_ORDERS'] ?? 20_000)
/** Pages of 8 KiB that one statement may touch. In the small database the orders of the shop fill about as many. */
const most = orders > 50_000 ? 2000 : 700

let database: TestDatabase
let server: TestServer
let shop: SeededShop
let listingId: string
const shopCode = 'SHOP000000'
beforeAll(async () => {
  database = await freshDatabase()
  await sql`create extension if not exists pg_stat_statements`.execute(database.owner)
  const filling = openDatabase(openOwnerPool(database.url, { max: 1 }))
  shop = await seedLoad(filling, orders, () => undefined)
  await filling.destroy()
  listingId = (await queryOne(
    database.owner,
    sql<{ id: string }>`select id from listing where shop_id = ${shop.shopId} order by added_at, id limit 1`,
  ))!.id
  server = await startTestServer({
    database,
    storefront: { render: renderPage, assets: { style: '/a.css', script: '/a.js', pay: '/pay.js' }, folder: null },
  })
}, 3_600_000)
afterAll(async () => {
  await server?.close()
  await database?.drop()
})

type Reading = { query: string; buffers: number }
/** The statements of some work that read most, per call. */
async function readings(work: () => Promise<unknown>): Promise<Reading[]> {
  await sql`select pg_stat_statements_reset(0, oid) from pg_database where datname = current_database()`.execute(
    database.owner,
  )
  await work()
  return queryAll(
    database.owner,
    sql<Reading>`select query, ceil((shared_blks_hit + shared_blks_read) / calls::float)::int as buffers
      from pg_stat_statements s join pg_database d on d.oid = s.dbid join pg_roles r on r.oid = s.userid
      where d.datname = current_database() and r.rolname <> current_user
        -- The look at the rights of a new connection.
        and query not like '%session_user%'
      order by buffers desc limit 5`,
  )
}

/** Fails with the statements that read too much. */
async function readsLittle(work: () => Promise<unknown>): Promise<void> {
  // The first call fills the catalogue caches of its connection, which is no work of the page.
  await work()
  const tooMuch = (await readings(work)).filter(({ buffers }) => buffers > most)
  expect(tooMuch.map(({ query, buffers }) => `${buffers} buffers: ${query.replaceAll(/\s+/g, ' ')}`)).toEqual([])
}

// The pages of each language are kept apart, so the second call reads again.
const tongues = ['nl', 'fr', 'es', 'it', 'pt', 'da']
const storefront: [name: string, path: string][] = [
  ['a page of the large shop', `/s/${shopCode}`],
  ['a product of the large shop', `/s/${shopCode}/p/LISTING`],
]
test.each(storefront)('the storefront: %s', async (_name, path) => {
  await readsLittle(async () => {
    const lang = tongues.shift()!
    tongues.push(lang)
    const answer = await server.app.storefront.inject({
      url: `/${lang}${path.replace('LISTING', listingId)}`,
      // A prefetch is no visit: those are written some seconds later, while another test reads.
      headers: { 'user-agent': 'Mozilla/5.0 Chrome/156.0.0.0', accept: 'text/html', 'sec-purpose': 'prefetch' },
    })
    expect(answer.statusCode).toBe(200)
  })
})

test('the merchant of the large shop: dashboard, wallet, and the order list in every state', async () => {
  const by = { token: shop.token }
  await readsLittle(() => server.must(dashboard, {}, by))
  await readsLittle(() => server.must(readWallet, {}, by))
  for (const status of [0, ...Object.values(orderStatus)] as const) {
    const page = await server.must(listOrders, { status, limit: 20 }, by)
    expect(page.list).toHaveLength(20)
    await readsLittle(() => server.must(listOrders, { status, limit: 20, page: 3 }, by))
  }
})

test('a search in the orders of the large shop: of all, of few, of two letters in Chinese, of none', async () => {
  const by = { token: shop.token }
  const code = (await server.must(listOrders, { limit: 1, page: 7 }, by)).list[0]!.code
  for (const [search, least, total] of [
    ['product', 20, maxCounted],
    [code, 1, 1],
    ['王伟', 1, undefined],
    ['no such order', 0, 0],
    ['龙凤', 0, 0],
  ] as const) {
    const page = await server.must(listOrders, { search, limit: 20 }, by)
    expect([search, page.list.length >= least, total ?? page.total]).toEqual([search, true, page.total])
    // The total of a filter is kept, so the same search in a state that nobody asked for counts again.
    await readsLittle(() =>
      server.must(listOrders, { search: search.slice(0, -1) || search, status: 6, limit: 20 }, by),
    )
  }
})

test('operators: the orders of every state, the newest orders and the shops, with a total that ends at a thousand', async () => {
  const by = await anOperator(server, 'fulfilment')
  for (const status of [2, 3, 7] as const) {
    const first = await server.must(operatorOrders, { status, limit: 20 }, by)
    expect(first.total).toBe(maxCounted)
    await readsLittle(() => server.must(operatorOrders, { status, limit: 20, cursor: first.cursor! }, by))
  }
  await readsLittle(() => server.must(searchOrders, { limit: 20 }, by))
})

const kinds: OverdueKind[] = ['unpaid', 'not-picked-up', 'not-shipped', 'not-received', 'unsettled']
test.each(kinds)('a look for orders that are %s, with nothing due and with all due', async (kind) => {
  const look = async (now: Date, due: number) =>
    readsLittle(async () => {
      const keys = await listOverdueKeys(server.app.ctx.db, kind, 'test', now, 200)
      expect(keys).toHaveLength(due)
    })
  await look(addTime(new Date(), -days(400)), 0)
  await look(addTime(new Date(), days(400)), 200)
})
