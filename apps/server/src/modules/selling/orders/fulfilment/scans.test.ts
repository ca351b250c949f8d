/** Scans and delivery reports by operators, on real PostgreSQL. */
import { operatorOrders, orderDetail, orderStatus, scanOrder } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOperator, anOrder, aStockedShop } from '../../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../../test/server.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { sql } from '../../../../platform/database/postgres.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('a scan by an operator is shown as the platform’s; a delivery report of one operator does not receive the order', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop, { status: orderStatus.shipped })
  const [first, second] = [await anOperator(server, 'fulfilment'), await anOperator(server, 'fulfilment')]
  const scan = (by: { token: string }, note: string, delivered = false) =>
    server.call(scanOrder, { shopId: shop.shopId, id: order.id, note, delivered }, { token: by.token, key: newId() })
  const detail = () => server.must(orderDetail, { id: order.id }, { token: shop.token })

  expect((await scan(first, 'Left the sorting office')).data).toEqual({ received: false })
  expect((await scan(first, 'Signed receipt of the carrier is filed', true)).data).toEqual({ received: false })
  expect((await detail()).status).toBe(orderStatus.shipped)
  expect((await scan(first, 'Once more', true)).reason).toBe('operator/second-person')
  const work = await server.must(operatorOrders, { status: orderStatus.shipped, limit: 100 }, second)
  expect(work.list.find((row) => row.id === order.id)?.deliverySaid).toBe(true)

  expect((await scan(second, 'Seen in the carrier’s system', true)).data).toEqual({ received: true })
  const now = await detail()
  expect(now.status).toBe(orderStatus.received)
  const reports = now.history.filter((event) => event.kind === 'scan' || event.kind === 'order.received')
  expect(reports.map((event) => event.source)).toEqual(['operator', 'operator', 'operator', 'operator'])
})

test('the database requires two people for a delivery report and refuses an operator’s event with source carrier', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop, { status: orderStatus.shipped })
  const { id } = await anOperator(server, 'fulfilment')
  const event = (kind: string, source: string) =>
    sql`insert into order_event (shop_id, order_id, kind, source, at) values (${shop.shopId}, ${order.id}, ${kind}, ${source}, now())`.execute(
      server.db,
    )
  await expect(event('scan', 'carrier')).rejects.toThrow('no carrier has said this')
  await expect(event('order.received', 'operator')).rejects.toThrow('needs two of them')
  await expect(
    sql`update orders set delivery_said_by = ${id}, delivery_confirmed_by = ${id} where id = ${order.id}`.execute(
      server.db,
    ),
  ).rejects.toThrow('delivery_two_people')
})
