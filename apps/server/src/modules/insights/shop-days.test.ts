/** A day is the shop's own: an hour apart, an order is of yesterday in one shop and of today in another. */
import { dashboard } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOrder, aStockedShop } from '../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { hours } from '../../platform/clock.ts'
import { sql } from '../../platform/postgres.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-03-01T10:30:00Z') })
})
afterAll(() => server.close())

// 10:30 and 11:30 UTC on 1 March: before and after midnight in Auckland, both after it in Kiritimati, both before noon in UTC.
test.each([
  ['Pacific/Auckland', 0, 1],
  ['Pacific/Kiritimati', 1, 0],
  ['UTC', 1, 0],
  ['America/Los_Angeles', 1, 0],
] as const)('%s', async (zone, today, yesterday) => {
  server.clock.set(new Date('2026-03-01T10:30:00Z'))
  const shop = await aStockedShop(server)
  await sql`update shop set time_zone = ${zone} where id = ${shop.shopId}`.execute(server.owner)
  await anOrder(server, shop)
  server.clock.pass(hours(1))
  const { todayOrders, yesterdayOrders } = await server.must(dashboard, {}, { token: shop.token })
  expect({ todayOrders, yesterdayOrders }).toEqual({ todayOrders: today, yesterdayOrders: yesterday })
})
