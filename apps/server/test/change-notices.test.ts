/**
 * Changes are noted in the transactions of acts and told after the commit. No transaction of an act notifies:
 * PostgreSQL lets such transactions commit one after the other in the whole database.
 */
import { createShopCategory, listOrders, logout } from '@quayside/contract'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChangeListener } from '../src/platform/events/change-listener.ts'
import {
  channel,
  emitEvent,
  forgetChanges,
  jobChannel,
  notifyChannel,
  notifyClients,
} from '../src/platform/events/events.ts'
import { enqueueJob } from '../src/platform/jobs/jobs.ts'
import { queryAll, queryOne, sql, withTransaction } from '../src/platform/database/postgres.ts'
import { derivedLogins } from '../src/platform/database/roles.ts'
import { anOrder, aStockedShop, pickUp, type TestShop } from './builders.ts'
import { freshDatabase, type TestDatabase } from './database.ts'
import { overHttp, startServerProcess } from './server-process.ts'
import { startTestServer, type TestServer } from './server.ts'

let database: TestDatabase
let server: TestServer
let shop: TestShop
beforeAll(async () => {
  database = await freshDatabase()
  server = await startTestServer({ database })
  shop = await aStockedShop(server)
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

/** A listener on a connection of its own that reads without being told only after `pace` milliseconds. */
async function aListener(pace: number, { join = 25, db = server.db } = {}) {
  const listener = new ChangeListener(
    derivedLogins(database.url).app,
    { info: () => undefined },
    { notify: (payload) => notifyChannel(db, payload), forget: (before) => forgetChanges(db, before) },
    { pace, join, timeout: 60_000 },
  )
  const heard: string[] = []
  listener.onChange((shopId, kinds) => heard.push([shopId, ...kinds].join(' ')))
  listener.onShelfChange((shopId) => heard.push(`shelf ${shopId ?? 'all'}`))
  await listener.start()
  return { listener, heard, [Symbol.asyncDispose]: () => listener.stop() }
}
const never = 3_600_000

/** What is notified on both channels, with the program of the connection that did it, echoes left out. */
async function overhear() {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const notified: { from: Promise<string>; payload: string; channel: string }[] = []
  client.on('notification', ({ processId, payload = '', channel: on }) => {
    if (payload.startsWith('echo ')) return
    const from = queryOne(
      server.owner,
      sql<{ name: string }>`select application_name as name from pg_stat_activity where pid = ${processId}`,
    ).then((row) => row?.name ?? 'a connection that has ended')
    notified.push({ from, payload, channel: on })
  })
  await client.query(`listen ${channel}`)
  await client.query(`listen "${jobChannel}"`)
  return { notified, [Symbol.asyncDispose]: () => client.end() }
}

test('no function of the schema notifies, and none that a trigger of any table calls', async () => {
  expect(
    await queryAll(
      server.owner,
      sql`select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where coalesce(p.prosrc, '') ~* '\\mpg_notify\\M|\\mnotify\\s+"?\\w'
          and n.nspname not in ('pg_catalog', 'information_schema')
          and (n.nspname <> 'graphile_worker' or exists (select from pg_trigger t where t.tgfoid = p.oid))`,
    ),
  ).toEqual([])
})

test('acts on every path notify nobody themselves; one connection rings for them', async () => {
  await using ears = await overhear()
  const orders = await Promise.all([anOrder(server, shop), anOrder(server, shop)])
  await pickUp(
    server,
    shop,
    orders.map(({ id }) => id),
  )
  // A trigger notes this one.
  await server.must(createShopCategory, { name: 'Lamps' }, { token: shop.token })
  await withTransaction(server.app.ctx.db, (tx) => enqueueJob(tx, 'match-pix', {}))
  await expect.poll(() => ears.notified.map(({ channel: on }) => on)).toContain(jobChannel)
  await expect.poll(() => ears.notified.map(({ channel: on }) => on)).toContain(channel)
  expect(new Set(await Promise.all(ears.notified.map(({ from }) => from)))).toEqual(new Set(['quayside-push']))
})

test('another copy is told of a commit at once, and of many by few calls', async () => {
  await using other = await aListener(never)
  await using ears = await overhear()
  const shops = Array.from({ length: 40 }, () => crypto.randomUUID())
  await Promise.all(shops.map((id) => withTransaction(server.app.ctx.db, (tx) => notifyClients(tx, id, ['orders']))))
  await expect.poll(() => other.heard.length).toBe(40)
  expect(new Set(other.heard)).toEqual(new Set(shops.map((id) => `${id} orders`)))
  expect(ears.notified.length).toBeLessThan(40)
})

test('what nobody was told of is found at the next reading, once by each copy, in whatever order it commits', async () => {
  await using one = await aListener(50)
  await using two = await aListener(50)
  const slow = new pg.Client({ connectionString: derivedLogins(database.url).app })
  await slow.connect()
  await slow.query('begin')
  await slow.query(`select note_change('first orders')`)
  // Committed by a connection of no copy, so nobody rings.
  await sql`select note_change('second wallet'), note_change('shelf second'), note_change('second wallet')`.execute(
    server.owner,
  )
  for (const { heard } of [one, two])
    await expect.poll(() => heard.toSorted()).toEqual(['second wallet', 'shelf second'])
  await slow.query('commit')
  await slow.end()
  for (const { heard } of [one, two]) await expect.poll(() => heard.at(-1)).toBe('first orders')
  await sql`select note_change('third talk')`.execute(server.owner)
  for (const { heard } of [one, two]) {
    await expect.poll(() => heard.at(-1)).toBe('third talk')
    expect(heard).toHaveLength(4)
  }
})

test('this process hears its own commit once, and what others or triggers noted beside it too', async () => {
  const { db, changes } = server.app.ctx
  const own = crypto.randomUUID()
  const heard: string[] = []
  const streamed: string[] = []
  changes.onChange((shopId, kinds) => void (shopId === own && heard.push(kinds.join(' '))))
  const leave = changes.subscribe(own, (kinds) => void streamed.push(kinds.join(' ')))
  const at = server.clock.now()
  await withTransaction(db, async (tx) => {
    await notifyClients(tx, own, ['wallet'])
    await emitEvent(tx, 'shop.followed', { shopId: own, at, data: { follow: true } }, ['figures'])
    // As a trigger does it.
    await sql`select note_change(${`${own} talk`})`.execute(tx)
  })
  expect(heard).toEqual(['wallet', 'figures'])
  await expect.poll(() => streamed.toSorted()).toEqual(['figures', 'talk', 'wallet'])
  expect(heard).toEqual(['wallet', 'figures', 'talk'])
  // The same change of another copy is another change, also if both are read at once.
  await withTransaction(db, async (tx) => {
    await notifyClients(tx, own, ['orders'])
    await sql`select note_change(${`${own} orders`})`.execute(server.owner)
  })
  await expect.poll(() => heard.slice(3)).toEqual(['orders', 'orders'])
  await withTransaction(db, (tx) => notifyClients(tx, own, ['shop']))
  await expect.poll(() => streamed.at(-1)).toBe('shop')
  expect(heard.slice(5)).toEqual(['shop'])
  leave()
})

const badge = { status: 5, limit: 10, page: 1 } as const

test('a process that is killed between its commit and the call: the other copies end the session all the same', async () => {
  const { token } = await aStockedShop(server)
  const isLoggedIn = async () => (await server.call(listOrders, badge, { token })).code === 1
  expect(await isLoggedIn()).toBe(true)
  const process = await startServerProcess(database.url, server.app.ctx.settings.dataDir, {
    QUAYSIDE_RUNS: 'web',
    QUAYSIDE_FAIL_AT: 'change: committed, nobody told',
  })
  await expect(overHttp(process).call(logout, {}, { token })).rejects.toThrow()
  expect(await process.ended).toBe('SIGKILL')
  await expect.poll(isLoggedIn).toBe(false)
}, 400_000)
