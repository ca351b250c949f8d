/** One figure has one name: the same order as its merchant and its buyer read it on every screen and message. */
import {
  agreeRefund,
  dashboard,
  financeReport,
  listMessages,
  listOrders,
  orderDetail,
  orderStatus,
  parseCents,
  pickupSum,
  planPickup,
  refundDetail,
  refundOrders,
  requestRefund,
  salesCurve,
} from '@quayside/contract'
import type { TaxRate } from '@quayside/contract/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processEvents } from '../src/modules/people/messages/process-events.ts'
import { newId } from '../src/platform/database/ids.ts'
import { aStockedShop, pay, pickUp, type TestShop } from './builders.ts'
import { anOrderTo, owedToBuyer } from './charges.ts'
import { startTestServer, type TestServer } from './server.ts'

const taxRates: TaxRate[] = [{ country: 'IE', rate: 2300, shown: 'included' }]
let server: TestServer
let shop: TestShop
let order: Awaited<ReturnType<typeof anOrderTo>>
beforeAll(async () => {
  server = await startTestServer({
    settings: { shippingRates: [{ country: '*', cost: 450, from: 4, to: 9 }], taxRates },
  })
  shop = await aStockedShop(server)
  order = await anOrderTo(server, shop, 'IE')
  await pay(server, order)
})
afterAll(() => server.close())

const as = () => ({ token: shop.token })
const detail = () => server.must(orderDetail, { id: order.id }, as())
const home = () => server.must(dashboard, {}, as())
const messages = async () => {
  await processEvents(server.app.ctx)
  return (await server.must(listMessages, { limit: 50 }, { ...as(), lang: 'en' })).list.map(({ text }) => text)
}

test('“profit” is one figure: of list, order, plan, sum, Home, curve, report and message', async () => {
  const { profit } = await detail()
  expect(parseCents(profit)).toBeGreaterThan(0n)
  const { list } = await server.must(listOrders, { status: orderStatus.awaitingPickup }, as())
  const plan = await server.must(planPickup, { orders: [order.id] }, as())
  const curve = await server.must(salesCurve, { days: 7 }, as())
  const figures = {
    list: list[0]!.profit,
    plan: plan.profit,
    sum: (await server.must(pickupSum, {}, as())).profit,
    home: (await home()).todayExpectedProfit,
    curve: curve.list.at(-1)!.profit,
    report: (await server.must(financeReport, {}, as())).expected,
  }
  expect(figures).toEqual(Object.fromEntries(Object.keys(figures).map((name) => [name, profit])))
  expect(await messages()).toContain(`Order ${order.code} is paid and awaiting pickup. Your profit: $${profit}.`)
})

test('“sold” and “paid by buyers” are one figure each; “total payment” is what the buyer paid', async () => {
  const of = await detail()
  const report = await server.must(financeReport, {}, as())
  const { todayOrders: orders, todaySales: sales } = await home()
  const curve = await server.must(salesCurve, { days: 7 }, as())
  expect(report.sold).toEqual({ orders, sales })
  expect(curve.list.at(-1)).toMatchObject({ orders, sales })
  const plan = await server.must(planPickup, { orders: [order.id] }, as())
  expect([report.payments, plan.totalPayment]).toEqual([of.totalPayment, of.totalPayment])
  const parts = [of.totalPayment, of.shipping, of.tax].map(parseCents)
  expect(parts.every((part) => part > 0n)).toBe(true)
  expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(parseCents(order.total))
  expect(of.payment!.amount).toBe(order.total)
})

test('a refund has two sums: what the buyer gets, as the buyer reads it, and what the merchant pays, off the profit', async () => {
  await pickUp(server, shop, [order.id])
  const before = await home()
  const { refund } = await server.must(
    requestRefund,
    { orderId: order.id, reason: 'damaged', text: 'A crack.', amount: '2.00' },
    { token: order.buyer.token, key: newId() },
  )
  const read = async () => {
    const one = await server.must(refundDetail, { id: refund!.id }, as())
    const { list } = await server.must(refundOrders, {}, as())
    expect(list[0]).toMatchObject({ buyer: one.buyer, merchantPays: one.merchantPays, buyerGets: one.buyerGets })
    return one
  }
  const asked = await read()
  expect(parseCents(asked.buyerGets)).toBeGreaterThan(parseCents(asked.amount))
  expect((await messages()).join()).toContain(`requested a refund of $${asked.buyerGets} (${asked.code})`)

  await server.must(agreeRefund, { id: asked.id }, { ...as(), key: newId() })
  const paid = await read()
  expect([paid.state, paid.buyerGets, paid.merchantPays]).toEqual(['refunded', asked.buyerGets, asked.merchantPays])
  expect((await messages()).join()).toContain(`${asked.code} was approved. $${asked.buyerGets} will be returned`)
  // It lowers the profit of the day by what the merchant pays.
  expect(parseCents(before.todayExpectedProfit) - parseCents((await home()).todayExpectedProfit)).toBe(
    parseCents(asked.merchantPays),
  )
  // It is what leaves for the buyer's card.
  expect(await owedToBuyer(server, order)).toBe(parseCents(asked.buyerGets))
})
