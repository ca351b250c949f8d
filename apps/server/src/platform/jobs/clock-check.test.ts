import { listOrders, openCardDeposit, orderStatus } from '@quayside/contract'
import { afterEach, expect, test } from 'vitest'
import { anOrder, aStockedShop } from '../../../test/builders.ts'
import { freshDatabase } from '../../../test/database.ts'
import { testClock, testSettings } from '../../../test/server.ts'
import { openApp } from '../../composition/app.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { days, minutes } from './clock.ts'
import { newId } from '../database/ids.ts'
import { queryAll, queryOne, sql } from '../database/postgres.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** Starts a second server on the same database, with its own clock that is compared with the database's. */
async function withOwnClock(server: TestServer, database: Awaited<ReturnType<typeof freshDatabase>>) {
  const clock = testClock(new Date())
  const app = await openApp(testSettings(database.url, server.app.ctx.settings.dataDir), {
    clock,
    compareClock: true,
    logLevel: 'fatal',
  })
  closing.push(() => app.close())
  return { clock, app }
}

async function setUp() {
  const database = await freshDatabase()
  closing.push(() => database.drop())
  const server = await startTestServer({ database })
  closing.push(() => server.close())
  return { server, database, ...(await withOwnClock(server, database)) }
}

test('a server with a clock four days ahead is not ready, refuses money requests and runs no deadline', async () => {
  const { server, database, clock, app } = await setUp()
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop)
  const ready = async () =>
    (await app.http.inject({ method: 'GET', url: '/readyz' })).json<{ clock: boolean; files: boolean }>()
  expect(await ready()).toMatchObject({ clock: true, files: true })

  clock.pass(days(4))
  expect(await ready()).toMatchObject({ clock: false })
  const answer = await app.http.inject({
    method: 'POST',
    url: openCardDeposit.path,
    headers: { 'content-type': 'application/json', token: shop.token, 'idempotency-key': newId() },
    payload: JSON.stringify({ amount: '100.00' }),
  })
  expect(answer.statusCode).toBe(503)

  // The job that cancels orders after 72 hours is enqueued. It fails, so the order paid just now is not cancelled.
  await app.startWorker()
  const task = 'deadline-order-not-picked-up'
  const jobs = () =>
    queryAll(
      database.owner,
      sql<{
        last_error: string | null
      }>`select last_error from graphile_worker.jobs where task_identifier = ${task} and attempts > 0 and locked_at is null`,
    )
  await sql`select graphile_worker.add_job(${task}, max_attempts => 1)`.execute(database.owner)
  await expect.poll(async () => (await jobs())[0]?.last_error, { timeout: 20_000 }).toMatch(/^clock: 345\d{3} s ahead/)
  const { status } = (await queryOne(
    database.owner,
    sql<{ status: number }>`select status from orders where code = ${order.code}`,
  ))!
  expect(status).toBe(orderStatus.awaitingPickup)

  clock.pass(-days(4) + minutes(0.5))
  expect(await ready()).toMatchObject({ clock: true })
  expect((await server.must(listOrders, { limit: 10, page: 1 }, { token: shop.token })).total).toBe(1)
})
