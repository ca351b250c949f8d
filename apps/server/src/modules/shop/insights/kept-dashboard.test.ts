/**
 * The dashboard that is answered from memory: dropped by every change of the shop, on every copy of the server, and
 * never kept past the shop's midnight.
 */
import { dashboard } from '@quayside/contract'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { anOrder, aStockedShop, pay, pickUp, placeTestOrder, type TestShop } from '../../../../test/builders.ts'
import { freshDatabase, type TestDatabase } from '../../../../test/database.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { hours, minutes } from '../../../platform/jobs/clock.ts'
import { notifyClients } from '../../../platform/events/events.ts'
import { sql, withTransaction } from '../../../platform/database/postgres.ts'
import { ResponseCache } from '../../../platform/http/response-cache.ts'

let database: TestDatabase
let server: TestServer
let other: TestServer
beforeAll(async () => {
  database = await freshDatabase()
  const now = new Date('2026-03-01T10:30:00Z')
  server = await startTestServer({ database, now })
  other = await startTestServer({ database, now })
})
afterAll(async () => {
  await server.close()
  await other.close()
  await database.drop()
})
afterEach(() => vi.restoreAllMocks())

const read = (shop: Pick<TestShop, 'token'>, from = server) => from.must(dashboard, {}, { token: shop.token })
/** A change that nobody is told about shows whether an answer comes from memory. */
const rename = (shop: TestShop, name: string) =>
  sql`update shop set name = ${name} where id = ${shop.shopId}`.execute(server.owner)

/**
 * Waits until a copy has heard all notifications up to now: they come in the order of the commits, and a late one of
 * the builders would drop an answer.
 */
async function quiet(shop: TestShop, copy = server): Promise<void> {
  const heard = new Promise<void>((done) => {
    const leave = copy.app.ctx.changes.subscribe(shop.shopId, (kinds) => {
      if (!kinds.includes('session')) return
      leave()
      done()
    })
  })
  await withTransaction(server.app.ctx.db, (tx) => notifyClients(tx, shop.shopId, ['session']))
  await heard
}

test('nothing changed: the second answer comes from memory, for this shop only', async () => {
  const [shop, neighbour] = [await aStockedShop(server), await aStockedShop(server)]
  await quiet(shop)
  const first = await read(shop)
  await rename(shop, 'Renamed without a word')
  await rename(neighbour, 'The neighbour')
  expect(await read(shop)).toEqual(first)
  expect((await read(neighbour)).shop.name).toBe('The neighbour')
})

test('who changes something through this copy reads it in the next answer', async () => {
  const shop = await aStockedShop(server)
  expect(await read(shop)).toMatchObject({ todayOrders: 0, totalSales: '0.00', todo: { awaitingPickup: 0 } })
  const order = await placeTestOrder(server, shop)
  await read(shop)
  await pay(server, order)
  expect(await read(shop)).toMatchObject({
    todayOrders: 1,
    totalSales: '14.99',
    todo: { awaitingPickup: 1 },
  })
  await pickUp(server, shop, [order.id])
  expect((await read(shop)).todo).toMatchObject({ awaitingPickup: 0 })
})

test('a commit of this process is heard before its caller goes on, a transaction that was rolled back never', async () => {
  const { db, changes } = server.app.ctx
  const shop = await aStockedShop(server)
  const hear = vi.spyOn(changes, 'processOwn')
  await withTransaction(db, (tx) => notifyClients(tx, shop.shopId, ['figures', 'wallet']))
  expect(hear.mock.calls.map(([payloads]) => payloads)).toEqual([[`${shop.shopId} figures wallet`]])
  await expect(
    withTransaction(db, async (tx) => {
      await notifyClients(tx, shop.shopId, ['orders'])
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(hear).toHaveBeenCalledTimes(1)
})

test.each(['orders', 'wallet', 'listings', 'figures', 'shop', 'talk', 'messages'] as const)(
  'a change of %s on another copy drops the answer',
  async (topic) => {
    const shop = await aStockedShop(server)
    await quiet(shop, other)
    const before = await read(shop, other)
    await rename(shop, 'Renamed on the other copy')
    expect(await read(shop, other)).toEqual(before)
    await withTransaction(server.app.ctx.db, (tx) => notifyClients(tx, shop.shopId, [topic]))
    await expect.poll(async () => (await read(shop, other)).shop.name).toBe('Renamed on the other copy')
  },
)

test('a payment through another copy is in the answer when its notification has arrived', async () => {
  const shop = await aStockedShop(server)
  const order = await placeTestOrder(server, shop)
  await quiet(shop, other)
  expect(await read(shop, other)).toMatchObject({ todayOrders: 0 })
  const told = new Promise<void>((heard) => {
    other.app.ctx.changes.subscribe(shop.shopId, (kinds) => (kinds.includes('figures') ? heard() : undefined))
  })
  await pay(server, order)
  await told
  expect(await read(shop, other)).toMatchObject({ todayOrders: 1, totalSales: '14.99' })
})

// Midnight in UTC, and in a zone that is 13 hours ahead and one that is 10 hours behind.
test.each([
  ['UTC', '2026-03-10T23:59:00Z'],
  ['Pacific/Auckland', '2026-03-10T10:59:00Z'],
  ['Pacific/Honolulu', '2026-03-11T09:59:00Z'],
  // The night with 23 hours: 2 o'clock of 8 March does not exist in New York.
  ['America/New_York', '2026-03-08T04:59:00Z'],
])('today begins anew at midnight in %s, although nothing changed', async (zone, before) => {
  server.clock.set(new Date(before))
  const shop = await aStockedShop(server)
  await sql`update shop set time_zone = ${zone} where id = ${shop.shopId}`.execute(server.owner)
  await anOrder(server, shop)
  await quiet(shop)
  const evening = await read(shop)
  expect(evening).toMatchObject({ todayOrders: 1, todaySales: '14.99', yesterdayOrders: 0 })
  await rename(shop, 'Renamed without a word')
  server.clock.pass(minutes(1) - 1)
  expect(await read(shop)).toEqual(evening)
  server.clock.pass(1)
  const morning = await read(shop)
  expect(morning).toMatchObject({ todayOrders: 0, todaySales: '0.00', yesterdayOrders: 1, yesterdaySales: '14.99' })
  expect(morning.today > evening.today).toBe(true)
  server.clock.pass(hours(1))
  expect(await read(shop)).toEqual(morning)
})

test('no answer is older than a minute, even when a notification was lost', async () => {
  const shop = await aStockedShop(server)
  await quiet(shop)
  const first = await read(shop)
  await rename(shop, 'Renamed without a word')
  const started = performance.now()
  const clock = vi.spyOn(performance, 'now')
  clock.mockReturnValue(started + ResponseCache.maxAge - 1000)
  expect(await read(shop)).toEqual(first)
  clock.mockReturnValue(started + ResponseCache.maxAge + 1000)
  expect((await read(shop)).shop.name).toBe('Renamed without a word')
})

test('while the notifications are not heard, every answer is read', async () => {
  const shop = await aStockedShop(server)
  await read(shop)
  await rename(shop, 'Renamed without a word')
  server.app.ctx.changes.connected = false
  try {
    expect((await read(shop)).shop.name).toBe('Renamed without a word')
  } finally {
    server.app.ctx.changes.connected = true
  }
})

test('a kept answer gives nobody access, and no input passes its schema', async () => {
  const shop = await aStockedShop(server)
  await quiet(shop)
  await read(shop)
  expect((await server.call(dashboard, {}, { token: 'made up' })).status).toBe(401)
  for (const input of [{ shopId: shop.shopId }, [], 'text', 5])
    expect((await server.call(dashboard, input as never, { token: shop.token })).reason, JSON.stringify(input)).toBe(
      'request/malformed',
    )
})
