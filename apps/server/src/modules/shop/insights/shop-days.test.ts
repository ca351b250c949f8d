/** Days follow the shop's time zone: the same order counts for yesterday in one zone and for today in another. */
import { cancelOwnOrder, dashboard, financeReport, parseCents, salesCurve, visitShop } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOrder, aStockedShop } from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { days, hours } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { sql } from '../../../platform/database/postgres.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-03-01T10:30:00Z') })
})
afterAll(() => server.close())

// 10:30 and 11:30 UTC on 1 March: before and after midnight in Auckland, both after it in Kiritimati, both before noon
// in UTC.
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

/** A browser's user agent: a short one counts as a program. */
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

test('visitors of today, of 7 days and of 30 days: each window ends with its last day', async () => {
  server.clock.set(new Date('2026-03-01T10:30:00Z'))
  const shop = await aStockedShop(server)
  const now = server.clock.now()
  // Visitors by days ago; powers of two identify the days in a sum.
  const came = { 30: 1, 29: 2, 7: 4, 6: 8, 1: 16, 0: 32 }
  for (const [ago, n] of Object.entries(came).toReversed()) {
    server.clock.set(new Date(now.getTime() - days(Number(ago))))
    for (let i = 0; i < n; i += 1)
      await server.must(visitShop, { shop: shop.shopCode, visitor: newId() }, { agent: phone, ip: `10.0.0.${ago}` })
  }
  server.clock.set(now)
  const { visitors } = await server.must(dashboard, {}, { token: shop.token })
  expect(visitors).toEqual({ today: 32, days7: 32 + 16 + 8, days30: 32 + 16 + 8 + 4 + 2 })
})

test('the sales curve compares with yesterday and the days before, up to the same hour', async () => {
  server.clock.set(new Date('2026-03-20T10:30:00Z'))
  const shop = await aStockedShop(server)
  await sql`update shop set time_zone = 'America/New_York' where id = ${shop.shopId}`.execute(server.owner)
  const now = server.clock.now()
  const orderAt = async (at: string) => {
    server.clock.set(new Date(at))
    return anOrder(server, shop)
  }
  // 10:30 UTC is 6:30 in New York, 5:30 before summer time began there on the 8th. Each order is 14.99.
  await orderAt('2026-03-08T12:00:00Z')
  await orderAt('2026-03-13T09:00:00Z')
  await orderAt('2026-03-13T11:00:00Z')
  await orderAt('2026-03-19T10:00:00Z')
  await orderAt('2026-03-19T10:31:00Z')
  const gone = await orderAt('2026-03-19T10:10:00Z')
  await server.must(cancelOwnOrder, { id: gone.id }, { token: gone.buyer.token, key: newId() })
  await orderAt('2026-03-20T04:10:00Z')
  server.clock.set(now)
  const curve = await server.must(salesCurve, { days: 7 }, { token: shop.token })
  expect(curve.list.map(({ day, orders }) => [day.slice(-2), orders])).toEqual([
    ['14', 0],
    ['15', 0],
    ['16', 0],
    ['17', 0],
    ['18', 0],
    ['19', 2],
    ['20', 1],
  ])
  expect(curve.before.map(({ day, sales }) => [day.slice(-2), sales])).toEqual([
    ['07', '0.00'],
    ['08', '14.99'],
    ['09', '0.00'],
    ['10', '0.00'],
    ['11', '0.00'],
    ['12', '0.00'],
    ['13', '29.98'],
  ])
  // Of yesterday and of the 13th only what was paid by 6:30 counts, and no cancelled order.
  expect(curve.sameHour).toEqual({
    yesterday: { orders: 1, sales: '14.99', profit: '4.24' },
    before: { orders: 2, sales: '29.98', profit: '8.48' },
  })
})

test('“sold” is one figure: of the curve, of the report of the same day, and of both after a cancellation', async () => {
  server.clock.set(new Date('2026-04-10T10:00:00Z'))
  const shop = await aStockedShop(server)
  const gone = await anOrder(server, shop)
  await anOrder(server, shop)
  server.clock.set(new Date('2026-04-11T10:00:00Z'))
  await server.must(cancelOwnOrder, { id: gone.id }, { token: gone.buyer.token, key: newId() })
  const as = { token: shop.token }
  const curve = (await server.must(salesCurve, { days: 7 }, as)).list
  const report = await server.must(financeReport, { from: '2026-04-10', to: '2026-04-11' }, as)
  // The order leaves the day on which it was sold; the money is booked on the day of its return.
  expect(report.days).toMatchObject([
    { orders: 2, cancelled: 1, sold: { orders: 1, sales: '14.99' }, payments: '29.98', refunds: '0.00' },
    { orders: 0, cancelled: 0, sold: { orders: 0, sales: '0.00' }, payments: '0.00', refunds: '14.99' },
  ])
  for (const { day, sold } of report.days) expect(curve.find((row) => row.day === day)).toMatchObject(sold)
  // Over both days the payments less the refunds are what was sold.
  expect(parseCents(report.payments) - parseCents(report.refunds)).toBe(parseCents(report.sold.sales))
})
