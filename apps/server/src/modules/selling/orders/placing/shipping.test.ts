/** Shipping charges: what the buyer pays for shipping, where it is, and how it goes back. */
import { accounts, cancelOrder, orderDetail, orderStatus } from '@quayside/contract'
import { listSettings, parseSetting, settingText, type ShippingRate } from '@quayside/contract/settings'
import { operatorOrderDetail } from '@quayside/contract/fulfilment'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  anOperator,
  anOrder,
  aSigner,
  aStockedShop,
  checkout,
  creditMerchant,
  mustSign,
  pay,
  reportDelivery,
  sendWebhook,
  theOwner,
  webhook,
  type TestOrder,
  type TestShop,
} from '../../../../../test/builders.ts'
import * as charges from '../../../../../test/charges.ts'
import { startTestServer, type TestServer } from '../../../../../test/server.ts'
import { days, minutes } from '../../../../platform/jobs/clock.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { queryOne, sql } from '../../../../platform/database/postgres.ts'
import { checkBooks } from '../../../money/reconciliation/store.ts'
import { readDeliveryDays } from '../../storefront/page-store.ts'

const rates: ShippingRate[] = [
  { country: 'GB', cost: 0, from: 3, to: 6 },
  { country: 'IE', cost: 450, from: 4, to: 9 },
  { country: '*', cost: 1200, from: 10, to: 25 },
]
let server: TestServer
let shop: TestShop
beforeAll(async () => {
  server = await startTestServer({ settings: { shippingRates: rates } })
  shop = await aStockedShop(server)
  // The balance pays what refunds of shipped orders take, so that none waits for the platform.
  await creditMerchant(server, shop, '100')
})
afterAll(async () => {
  const broken = (await checkBooks(server.owner, server.clock.now())).filter((check) => !check.ok)
  await server.close()
  expect(broken).toEqual([])
})

const place = (of: TestShop, country: string) => charges.anOrderTo(server, of, country)
const holds = (kind: string, owner: string) => charges.holds(server, kind, owner)
/** The platform's income from shipping. */
const income = () => charges.postedTo(server, accounts.shippingIncome)
const owedToBuyer = (order: TestOrder) => charges.owedToBuyer(server, order)
const refund = (order: TestOrder, amount?: string) => charges.refundGoods(server, order, amount)
const dispute = (order: TestOrder, amount: string, type: 'opened' | 'won' | 'lost') =>
  charges.reportDispute(server, order, amount, type)

test('the rate of the country is charged, a country without one pays the general rate, and 0 is free', async () => {
  const goods = '14.99'
  for (const [country, shipping, total] of [
    ['IE', '4.50', '19.49'],
    ['GB', '0.00', goods],
    ['BR', '12.00', '26.99'],
  ] as const)
    expect(await place(shop, country)).toMatchObject({ shipping, total })
  const order = await anOrder(server, shop, { status: orderStatus.shipped })
  const fulfilment = await anOperator(server, 'fulfilment')
  expect(
    await server.must(operatorOrderDetail, { shopId: shop.shopId, id: order.id }, { token: fulfilment.token }),
  ).toMatchObject({ totalPayment: goods, shipping: '4.50', promised: { from: 4, to: 9 } })
})

test('the charge waits beside the escrow and becomes income at the receipt; the merchant earns the same as without it', async () => {
  const order = await anOrder(server, shop, { status: orderStatus.shipped })
  expect(order.total).toBe('19.49')
  expect(await holds(accounts.orderShipping, order.id)).toBe(450n)
  const before = await income()
  await reportDelivery(server, { shopId: shop.shopId, id: order.id })
  expect(await holds(accounts.orderShipping, order.id)).toBe(0n)
  expect((await income()) - before).toBe(450n)
  expect(await server.must(orderDetail, { id: order.id }, { token: shop.token })).toMatchObject({
    totalPayment: '14.99',
    totalEarnings: '14.24',
    profit: '4.24',
    shipping: '4.50',
    payment: { amount: '19.49' },
  })
})

test('a promised delivery is kept, or missed: also by an order that never arrives; a cancelled one counts for nothing', async () => {
  const own = await aStockedShop(server)
  const promiseOf = async ({ id }: TestOrder) => (await server.must(orderDetail, { id }, { token: own.token })).promise
  const facts = () =>
    readDeliveryDays(server.owner, own.shopId, new Date(server.clock.now().getTime() - days(90)), server.clock.now(), 2)
  expect(await promiseOf(await place(own, 'IE'))).toBeNull()
  const paidAt = server.clock.now().getTime()
  const inTime = await anOrder(server, own, { status: orderStatus.shipped })
  const late = await anOrder(server, own, { status: orderStatus.shipped })
  const lost = await anOrder(server, own, { status: orderStatus.shipped })
  const cancelled = await anOrder(server, own)
  await server.must(cancelOrder, { id: cancelled.id }, { token: own.token, key: newId() })
  await reportDelivery(server, { shopId: own.shopId, id: inTime.id })
  expect(await promiseOf(late)).toEqual({ by: new Date(paidAt + days(9)).toISOString(), missed: false })
  expect(await promiseOf(cancelled)).toBeNull()
  // Nobody knows yet whether the others will be late.
  expect(await facts()).toMatchObject([{ country: null, orders: 1, promised: 1, kept: 1 }])
  server.clock.pass(days(10))
  await reportDelivery(server, { shopId: own.shopId, id: late.id })
  expect([(await promiseOf(inTime))!.missed, (await promiseOf(late))!.missed, (await promiseOf(lost))!.missed]).toEqual(
    [false, true, true],
  )
  // A country is told apart from two orders on.
  expect(await facts()).toMatchObject([
    { country: null, orders: 2, promised: 3, kept: 1 },
    { country: 'IE', orders: 2, slowest: 10 },
  ])
})

test('a payment of the goods alone is not the payment of the order: it goes back', async () => {
  const order = await place(shop, 'IE')
  expect(await sendWebhook(server, webhook(await checkout(server, order), '14.99'))).toBe(200)
  const row = await queryOne(server.owner, sql<{ status: number }>`select status from orders where id = ${order.id}`)
  expect(row!.status).toBe(orderStatus.awaitingPayment)
  expect(await owedToBuyer(order)).toBe(1499n)
})

test('a cancelled order returns goods and shipping', async () => {
  const order = await place(shop, 'BR')
  await pay(server, order)
  await server.must(cancelOrder, { id: order.id }, { token: shop.token, key: newId() })
  expect(await owedToBuyer(order)).toBe(2699n)
  expect(await holds(accounts.orderShipping, order.id)).toBe(0n)
})

test('a part of a refund returns no shipping, the rest returns it once', async () => {
  for (const status of [orderStatus.shipped, orderStatus.received] as const) {
    const order = await anOrder(server, shop, { status })
    const before = await income()
    await refund(order, '4.00')
    expect(await owedToBuyer(order)).toBe(400n)
    await refund(order)
    expect(await owedToBuyer(order)).toBe(1949n)
    // Before the receipt it was no income yet.
    expect((await income()) - before).toBe(status === orderStatus.received ? -450n : 0n)
    expect(await holds(accounts.orderShipping, order.id)).toBe(0n)
  }
})

test('a refund of everything before the shipment cancels the order with its shipping', async () => {
  const order = await anOrder(server, shop, { status: orderStatus.awaitingShipment })
  await refund(order)
  expect(await owedToBuyer(order)).toBe(1949n)
})

test('a dispute takes the goods from the merchant and the rest from the shipping charge; a won one gives both back', async () => {
  const own = await aStockedShop(server)
  const order = await anOrder(server, own, { status: orderStatus.shipped })
  const due = () => holds(accounts.merchantDue, own.shopId)
  await dispute(order, '19.49', 'opened')
  expect(await holds(accounts.orderShipping, order.id)).toBe(0n)
  // The escrow had 4.99 of the 14.99; the merchant owes the rest of the goods and nothing of the shipping.
  expect(-(await due())).toBe(1000n)
  expect(await server.must(orderDetail, { id: order.id }, { token: own.token })).toMatchObject({
    dispute: { amount: '14.99', owed: '10.00' },
  })
  const before = await income()
  await reportDelivery(server, { shopId: own.shopId, id: order.id })
  expect(await income()).toBe(before)
  await dispute(order, '19.49', 'won')
  expect(await due()).toBe(0n)
  expect((await income()) - before).toBe(450n)

  // A dispute of the goods alone leaves the charge: the receipt books nothing else.
  const part = await anOrder(server, await aStockedShop(server), { status: orderStatus.shipped })
  await dispute(part, '14.99', 'opened')
  await reportDelivery(server, { shopId: part.shop.shopId, id: part.id })
  expect(await holds(accounts.orderShipping, part.id)).toBe(0n)
  expect((await income()) - before).toBe(900n)
  await dispute(part, '14.99', 'lost')
})

test('an order before its shipment is cancelled by a dispute, and its shipping is withheld too', async () => {
  const order = await anOrder(server, shop)
  await dispute(order, order.total, 'opened')
  expect(await owedToBuyer(order)).toBe(1949n)
  const row = await queryOne(
    server.owner,
    sql<{ from_refund: bigint }>`select from_refund from card_dispute where order_id = ${order.id}`,
  )
  expect(row!.from_refund).toBe(1949n)
})

test('two people sign new rates; they count for later orders only, and bind the server in the database', async () => {
  const own = await aStockedShop(server)
  const earlier = await place(own, 'IE')
  const [owner, signer] = [await theOwner(server), await aSigner(server, 'owner')]
  const value: ShippingRate[] = [
    { country: 'IE', cost: 700, from: 2, to: 4 },
    { country: '*', cost: 1500, from: 9, to: 20 },
  ]
  const propose = (given: unknown) => charges.propose(server, { token: owner }, 'shipping-rates', given)
  expect((await propose(value.slice(0, 1))).reason).toBe('request/invalid')
  const proposed = await propose([...value].toReversed())
  expect(proposed.code).toBe(1)
  await mustSign(server, signer, (proposed.data as { actId: string }).actId)
  expect((await place(own, 'IE')).shipping).toBe('4.50')
  server.clock.pass(minutes(2))
  expect((await place(own, 'IE')).shipping).toBe('7.00')
  expect((await place(own, 'FR')).shipping).toBe('15.00')
  await pay(server, earlier)
  expect(await holds(accounts.orderShipping, earlier.id)).toBe(450n)
  const { settings } = await server.must(listSettings, {}, { token: owner })
  expect(settings.find(({ name }) => name === 'shipping-rates')).toMatchObject({ value })

  // The server's own role can place no order with another charge, and change no charge.
  const copy = (shipping: number) => charges.copyOrder(server, earlier, { shipping, delivery_from: 2, delivery_to: 4 })
  expect(await copy(0)).toBe('order_shipping_rate')
  expect(await copy(700)).toBe('placed')
  await expect(sql`update orders set shipping = 0 where id = ${earlier.id}`.execute(server.db)).rejects.toThrow(
    'permission denied',
  )
})

test('a list of rates has each country once and a general rate, in one order', () => {
  const rate = fc.record({
    country: fc.constantFrom('*', 'IE', 'US', 'BR', 'JP', 'GB'),
    cost: fc.integer({ min: -5, max: 100_005 }),
    from: fc.integer({ min: -1, max: 181 }),
    to: fc.integer({ min: -1, max: 181 }),
  })
  fc.assert(
    fc.property(fc.array(rate, { maxLength: 7 }), fc.nat(), (list, seed) => {
      const right =
        list.some(({ country }) => country === '*') &&
        new Set(list.map(({ country }) => country)).size === list.length &&
        list.every(({ cost, from, to }) => cost >= 0 && cost <= 100_000 && from >= 0 && to <= 180 && from <= to)
      const parsed = parseSetting('shipping-rates', list)
      expect(parsed !== null).toBe(right)
      if (!parsed) return
      const shuffled = list.map((one, at) => ({ one, at: (at * 7919 + seed) % 13 })).toSorted((a, b) => a.at - b.at)
      expect(
        parseSetting(
          'shipping-rates',
          shuffled.map(({ one }) => one),
        ),
      ).toEqual(parsed)
      expect((parsed.value as ShippingRate[]).at(-1)!.country).toBe('*')
    }),
  )
  expect(settingText('shipping-rates', rates)).toBe('GB 0.00 USD 3–6 d, IE 4.50 USD 4–9 d, * 12.00 USD 10–25 d')
})
