/** The history of an order, on real PostgreSQL: a trigger writes each change of the status with its actor. */
import { agreeRefund, cancelOrder, cancelOwnOrder, orderDetail, orderStatus, requestRefund } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOrder, aStockedShop, type TestOrder, type TestShop } from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { minutes } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryAll, sql } from '../../../platform/database/postgres.ts'
import { runDeadlines } from './pickup/deadlines.ts'

let server: TestServer
let shop: TestShop
beforeAll(async () => {
  server = await startTestServer()
  shop = await aStockedShop(server)
})
afterAll(() => server.close())

const history = async (order: TestOrder) =>
  (await server.must(orderDetail, { id: order.id }, { token: shop.token })).history.map((event) => [
    event.kind,
    event.status,
    event.source,
    event.note,
  ])
const lastEvent = async (order: TestOrder) => (await history(order)).at(-1)
const actors = async (order: TestOrder) =>
  (
    await queryAll(
      server.owner,
      sql<{ actor: string | null }>`select actor from order_event where order_id = ${order.id} order by id`,
    )
  ).map((row) => row.actor?.split(':')[0])

test('each change from placing to completion has its source', async () => {
  const order = await anOrder(server, shop, { status: orderStatus.completed })
  expect(await history(order)).toEqual([
    ['order.placed', orderStatus.awaitingPayment, 'buyer', null],
    ['order.paid', orderStatus.awaitingPickup, 'processor', null],
    ['order.picked-up', orderStatus.awaitingShipment, 'merchant', null],
    ['order.shipped', orderStatus.shipped, 'operator', 'Harbour Post'],
    ['scan', null, 'operator', expect.any(String)],
    ['scan', null, 'operator', expect.any(String)],
    ['order.received', orderStatus.received, 'operator', null],
    ['order.completed', orderStatus.completed, 'buyer', null],
  ])
  expect(await actors(order)).toEqual([
    'buyer',
    'processor',
    'merchant',
    'operator',
    'operator',
    'operator',
    'operator',
    'buyer',
  ])
})

test('a cancellation has its reason and its actor', async () => {
  const declined = await anOrder(server, shop)
  await server.must(cancelOrder, { id: declined.id }, { token: shop.token, key: newId() })
  expect(await lastEvent(declined)).toEqual(['order.cancelled', orderStatus.cancelled, 'merchant', 'merchant'])

  const cancelled = await anOrder(server, shop)
  await server.must(cancelOwnOrder, { id: cancelled.id }, { token: cancelled.buyer.token, key: newId() })
  expect(await lastEvent(cancelled)).toEqual(['order.cancelled', orderStatus.cancelled, 'buyer', 'buyer'])

  const unpaid = await anOrder(server, shop, { status: orderStatus.awaitingPayment })
  server.clock.pass(minutes(31))
  await runDeadlines(server.app.ctx)
  expect(await lastEvent(unpaid)).toEqual(['order.cancelled', orderStatus.cancelled, 'clock', 'unpaid'])
})

test('a refund of the whole payment is a cancellation by the buyer, and its row names the merchant who agreed', async () => {
  const order = await anOrder(server, shop, { status: orderStatus.awaitingShipment })
  const asked = {
    orderId: order.id,
    reason: 'changed-mind',
    text: 'No longer needed',
    pictures: [] as string[],
  } as const
  const { refund } = await server.must(requestRefund, asked, { token: order.buyer.token, key: newId() })
  await server.must(agreeRefund, { id: refund!.id }, { token: shop.token, key: newId() })
  expect(await lastEvent(order)).toEqual(['order.cancelled', orderStatus.cancelled, 'buyer', 'buyer'])
  expect((await actors(order)).at(-1)).toBe('merchant')
})

test('the database refuses a change of the status without an actor', async () => {
  const order = await anOrder(server, shop, { status: orderStatus.awaitingPayment })
  const cancel = sql`update orders set status = 7, cancelled_at = now(), cancel_reason = 'unpaid', changed_by = null
    where id = ${order.id}`
  await expect(cancel.execute(server.db)).rejects.toMatchObject({ code: '23502', table: 'order_event' })
})
