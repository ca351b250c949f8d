/** Deadlines of the worker: a row that fails does not block others. On real PostgreSQL, through the worker's jobs. */
import { cancelOrder, listDeadlineFailures, orderStatus } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runDeadlines } from '../src/modules/selling/orders/pickup/deadlines.ts'
import { sendDeadlineReminders } from '../src/modules/selling/orders/pickup/send-deadline-reminders.ts'
import { addTime, days, hours, minutes } from '../src/platform/jobs/clock.ts'
import { newId } from '../src/platform/database/ids.ts'
import { queryAll, queryOne, sql } from '../src/platform/database/postgres.ts'
import { deadlineCrontab, deadlineTasks } from '../src/composition/worker.ts'
import {
  aDestination,
  anOperator,
  anOrder,
  aStockedShop,
  creditMerchant,
  withdraw,
  type TestOrder,
  type TestShop,
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

/**
 * Runs a job over two shops whose first shop must wait. Meanwhile the order of the second shop is not locked, and
 * `change` makes it not due any more.
 */
async function whileFirstShopWaits(
  job: () => Promise<unknown>,
  due: (order: TestOrder) => Promise<unknown>,
  change: (order: TestOrder, shop: TestShop) => Promise<unknown>,
): Promise<{ first: TestOrder; second: TestOrder }> {
  const shops = [await aStockedShop(server), await aStockedShop(server)].toSorted((a, b) =>
    a.shopId < b.shopId ? -1 : 1,
  )
  const [first, second] = [await anOrder(server, shops[0]!), await anOrder(server, shops[1]!)]
  await due(first)
  await due(second)
  await sql`create function wait_for_test() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock(hashtext(new.shop_id::text)); return new; end $$`.execute(server.owner)
  await sql`create trigger wait_for_test before insert on event for each row execute function wait_for_test()`.execute(
    server.owner,
  )
  const running = await server.owner.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${shops[0]!.shopId}))`.execute(tx)
    const started = job()
    const waiting = sql<{ n: number }>`select count(*)::int as n from pg_locks where not granted`
    await expect.poll(() => queryOne(server.owner, waiting), { interval: 5 }).toEqual({ n: 1 })
    await sql`select from orders where id = ${second.id} for update nowait`.execute(server.owner)
    await change(second, shops[1]!)
    return { started }
  })
  await running.started
  await sql`drop function wait_for_test cascade`.execute(server.owner)
  return { first, second }
}

test('reminders: an order that is cancelled after the job looked gets none, and no shop waits for another', async () => {
  const { first, second } = await whileFirstShopWaits(
    () => sendDeadlineReminders(server.app.ctx),
    ({ id }) =>
      sql`update orders set pickup_until = ${addTime(server.clock.now(), hours(11))} where id = ${id}`.execute(
        server.owner,
      ),
    ({ id }, shop) => server.must(cancelOrder, { id }, { token: shop.token, key: newId() }),
  )
  const reminded = sql<{ ref: string }>`select data -> 'orderIds' ->> 0 as ref from event
    where name = 'order.pickup-near' and data -> 'orderIds' ->> 0 in (${first.id}, ${second.id})`
  expect(await queryAll(server.owner, reminded)).toEqual([{ ref: first.id }])
})

test('deadlines: an order whose time is extended after the job looked stays, and no shop waits for another', async () => {
  const pickUpUntil = ({ id }: TestOrder, time: Date) =>
    sql`update orders set pickup_until = ${time} where id = ${id}`.execute(server.owner)
  const { first, second } = await whileFirstShopWaits(
    () => runDeadlines(server.app.ctx),
    (order) => pickUpUntil(order, addTime(server.clock.now(), -minutes(1))),
    (order) => pickUpUntil(order, addTime(server.clock.now(), hours(1))),
  )
  expect(await statusOf(first)).toBe(orderStatus.cancelled)
  expect(await statusOf(second)).toBe(orderStatus.awaitingPickup)
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
