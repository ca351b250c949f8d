/** Deadlines of the worker: a row that fails does not block others. On real PostgreSQL, through the worker's jobs. */
import { listDeadlineFailures, orderStatus } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { days, minutes } from '../src/platform/clock.ts'
import { queryOne, sql } from '../src/platform/postgres.ts'
import { deadlineCrontab, deadlineTasks } from '../src/worker.ts'
import {
  aDestination,
  anOperator,
  anOrder,
  aStockedShop,
  creditMerchant,
  withdraw,
  type TestOrder,
} from './builders.ts'
import { startTestServer, type TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const runAll = async () => {
  for (const run of Object.values(deadlineTasks(server.app.ctx, {}))) await run()
}
const statusOf = async (order: TestOrder) =>
  (await queryOne(server.owner, sql<{ status: number }>`select status from orders where id = ${order.id}`))!.status
/** Changes the total of an order without triggers, so that it no longer equals its escrow. */
const bend = (order: TestOrder, by: number) =>
  server.owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update orders set total_payment = total_payment + ${by} where id = ${order.id}`.execute(tx)
  })

test('an order with a wrong escrow blocks neither other orders nor a withdrawal that is three days overdue', async () => {
  const shop = await aStockedShop(server)
  await creditMerchant(server, shop, '500')
  const bad = await anOrder(server, shop, { status: orderStatus.shipped })
  const good = await anOrder(server, shop, { status: orderStatus.shipped })
  const waiting = await anOrder(server, shop)
  const { id } = await withdraw(server, shop, await aDestination(server, shop), '100.00')
  await bend(bad, 500)

  server.clock.pass(days(31))
  await runAll()
  expect(await statusOf(bad)).toBe(orderStatus.shipped)
  expect(await statusOf(good)).toBe(orderStatus.received)
  expect(await statusOf(waiting)).toBe(orderStatus.cancelled)
  expect(await queryOne(server.owner, sql`select state, reason from withdrawal where id = ${id}`)).toEqual({
    state: 'rejected',
    reason: 'not-decided-in-time',
  })

  const desk = await anOperator(server, 'finance')
  const { total, list } = await server.must(listDeadlineFailures, {}, desk)
  expect(total).toBe(1)
  expect(list[0]).toMatchObject({ step: 'order.not-received', shopId: shop.shopId, id: bad.id, attempts: 1 })
  expect(list[0]!.error).toBe('wallet/short')

  // The next attempt is after one minute, then after two.
  await runAll()
  expect((await server.must(listDeadlineFailures, {}, desk)).list[0]!.attempts).toBe(1)
  server.clock.pass(minutes(1))
  await runAll()
  expect((await server.must(listDeadlineFailures, {}, desk)).list[0]).toMatchObject({
    attempts: 2,
    nextTryAt: new Date(server.clock.now().getTime() + minutes(2)).toISOString(),
  })

  // A corrected row succeeds at the next attempt and leaves the list of failures.
  await bend(bad, -500)
  server.clock.pass(minutes(2))
  await runAll()
  expect(await statusOf(bad)).toBe(orderStatus.received)
  expect((await server.must(listDeadlineFailures, {}, desk)).total).toBe(0)
})

test('a step that throws does not stop the other steps', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop, { status: orderStatus.awaitingPayment })
  server.clock.pass(minutes(31))
  await sql`alter table withdrawal_quote rename to taken_away`.execute(server.owner)
  try {
    await runAll()
  } finally {
    await sql`alter table taken_away rename to withdrawal_quote`.execute(server.owner)
  }
  expect(await statusOf(order)).toBe(orderStatus.cancelled)
})

test('each step is a separate job that runs every minute', () => {
  expect(deadlineCrontab.map((line) => line.split(' ')[5])).toEqual(Object.keys(deadlineTasks(server.app.ctx, {})))
})
