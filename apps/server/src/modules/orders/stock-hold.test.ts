/** Limits of the stock that unpaid orders hold. Without them a stranger can take all goods off sale at no cost. */
import {
  browseShop,
  buyerOrderDetail,
  cancelOwnOrder,
  joinAsBuyer,
  orderDetail,
  orderStatus,
  payOrder,
  placeOrder,
} from '@quayside/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aBuyer,
  address,
  anAddress,
  aStockedShop,
  checkout,
  sendWebhook,
  pay,
  placeTestOrder,
  webhook,
  type TestOrder,
  type TestShop,
} from '../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { hours, minutes } from '../../platform/clock.ts'
import { newCode, newId } from '../../platform/ids.ts'
import { queryOne, sql } from '../../platform/postgres.ts'
import { checkBooks } from '../reconciliation/store.ts'
import { runDeadlines } from './deadlines.ts'
import { maxStockHolds, maxUnpaidPerHour } from './order.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
// Ends the unpaid orders of other tests.
beforeEach(async () => {
  server.clock.pass(hours(2))
  await runDeadlines(server.app.ctx)
})
afterAll(async () => {
  const checks = await checkBooks(server.owner, server.clock.now())
  const held = await queryOne(
    server.owner,
    sql<{ wrong: number }>`select count(*)::int as wrong from (
        select 'buyer' as kind, uuid_send(buyer_id) as id, count(*)::int as orders, sum(pieces)::int as pieces from stock_hold group by 2
        union all select 'network', network, count(*)::int, sum(pieces)::int from stock_hold group by 2
        union all select 'shop', uuid_send(shop_id), count(*)::int, sum(pieces)::int from stock_hold group by 2) h
      full join stock_hold_count c using (kind, id) where (h.orders, h.pieces) is distinct from (c.orders, c.pieces)`,
  )
  await server.close()
  expect(checks.filter((check) => !check.ok)).toEqual([])
  expect(held!.wrong).toBe(0)
})

const cart = (shop: TestShop, quantity = 1, listings = shop.listings.slice(0, 1)) => ({
  shop: shop.shopCode,
  lines: listings.map(({ id, price }) => ({ listingId: id, quantity, price })),
  address,
})
const place = (
  shop: TestShop,
  by: { token: string },
  { quantity = 1, ip = anAddress(), listings = shop.listings.slice(0, 1) } = {},
) => server.call(placeOrder, cart(shop, quantity, listings), { token: by.token, key: newId(), ip })
const stockOf = async (shop: TestShop) =>
  (await queryOne(server.owner, sql<{ stock: number }>`select stock from product where id = ${shop.products[0]!}`))!
    .stock
const tally = (replies: { code: number; reason: string | undefined }[]) => {
  const counts: Record<string, number> = {}
  for (const { reason } of replies) counts[reason ?? 'placed'] = (counts[reason ?? 'placed'] ?? 0) + 1
  return counts
}

describe('a stranger cannot take goods off sale', () => {
  test('five large orders leave 90 of 100 products on sale', async () => {
    const shop = await aStockedShop(server, { products: 100, stock: 20 })
    const stranger = await aBuyer(server)
    const replies = []
    for (let i = 0; i < 5; i += 1)
      replies.push(await place(shop, stranger, { quantity: 20, listings: shop.listings.slice(i * 20, i * 20 + 20) }))
    expect(tally(replies)).toEqual({ 'order/too-many-pieces': 5 })
    // The most that the limits allow, for each order and for all orders of the buyer.
    const most = []
    for (let i = 0; i < 5; i += 1)
      most.push(await place(shop, stranger, { quantity: 20, listings: shop.listings.slice(i * 10, i * 10 + 10) }))
    expect(tally(most)).toEqual({ placed: 1, 'order/too-many-unpaid': 4 })
    const { total } = await server.must(browseShop, { shop: shop.shopCode, limit: 1 })
    expect(total).toBe(90)
  })

  test('of 100 orders of one buyer, 20 at a time, five are placed', async () => {
    const shop = await aStockedShop(server)
    const stranger = await aBuyer(server)
    const replies = []
    for (let i = 0; i < 5; i += 1)
      replies.push(...(await Promise.all(Array.from({ length: 20 }, () => place(shop, stranger)))))
    const { placed: n, 'order/too-many-unpaid': refused, ...others } = tally(replies)
    expect(n).toBe(maxStockHolds.buyer.orders)
    // Some requests may be refused because the server is busy.
    expect(refused! + (others['request/busy'] ?? 0)).toBe(95)
    expect(await stockOf(shop)).toBe(995)
  })

  test('the number of orders that a buyer can place and cancel in an hour is limited', async () => {
    const shop = await aStockedShop(server)
    const stranger = await aBuyer(server)
    for (let i = 0; i < maxUnpaidPerHour; i += 1) {
      const { data, code } = await place(shop, stranger)
      expect(code).toBe(1)
      await server.must(cancelOwnOrder, { id: data.id }, { token: stranger.token, key: newId() })
    }
    expect((await place(shop, stranger)).reason).toBe('order/too-many-unpaid')
    server.clock.pass(hours(1) + 1000)
    expect((await place(shop, stranger)).code).toBe(1)
  })

  test('the buyers of one network share its limit, also for concurrent orders', async () => {
    const shop = await aStockedShop(server)
    const buyers: TestOrder['buyer'][] = []
    for (let i = 0; i < 30; i += 1) buyers.push(await aBuyer(server))
    // Addresses with the same first 64 bits are one network.
    const replies = await Promise.all(
      buyers.map((by, i) => place(shop, by, { ip: `2001:db8:1:2::${(i + 1).toString(16)}` })),
    )
    expect(tally(replies)).toEqual({ placed: maxStockHolds.network.orders, 'order/many-waiting': 10 })
    expect((await place(shop, buyers.at(-1)!, { ip: '2001:db8:1:3::1' })).code).toBe(1)
  })

  test('the limits count pieces as well as orders, and a shop has a limit too', async () => {
    const shop = await aStockedShop(server, { stock: 10_000 })
    const ip = anAddress()
    const places = []
    for (let i = 0; i < 3; i += 1) places.push(await place(shop, await aBuyer(server), { quantity: 200, ip }))
    expect(tally(places)).toEqual({ placed: 2, 'order/many-waiting': 1 })
    for (let i = 0; i < 15; i += 1) places.push(await place(shop, await aBuyer(server), { quantity: 200 }))
    expect(tally(places)).toEqual({ placed: 15, 'order/many-waiting': 3 })
    // Another shop is not affected.
    expect((await place(await aStockedShop(server), await aBuyer(server))).code).toBe(1)
  })

  test('a paid order does not count', async () => {
    const shop = await aStockedShop(server)
    const buyer = await aBuyer(server)
    for (let i = 0; i < 2 * maxStockHolds.buyer.orders; i += 1)
      await pay(server, await placeTestOrder(server, shop, 1, buyer))
    expect((await place(shop, buyer)).code).toBe(1)
  })

  test('sixty buyers can join from one network in an hour', async () => {
    const join = (ip: string) =>
      server.call(
        joinAsBuyer,
        { name: 'Bea', email: `${newCode(10).toLowerCase()}@buyer.example`, password: 'a buyer’s password' },
        { ip },
      )
    await sql`insert into throttle (key, attempts, until) values ('join from 2001:db8:9:9::/64', 59, ${new Date(+server.clock.now() + minutes(30))})`.execute(
      server.owner,
    )
    expect((await join('2001:db8:9:9::1')).code).toBe(1)
    expect((await join('2001:db8:9:9:ffff::1')).reason).toBe('request/too-many')
  })
})

describe('a stock hold', () => {
  const detail = (order: TestOrder) => server.must(buyerOrderDetail, { id: order.id }, { token: order.buyer.token })

  test('ends after fifteen minutes; the order can be paid for fifteen more if stock is left', async () => {
    const shop = await aStockedShop(server, { stock: 1 })
    const buyer = await aBuyer(server)
    const at = +server.clock.now()
    const { data } = await place(shop, buyer)
    expect(data).toMatchObject({
      heldUntil: new Date(at + minutes(15)).toISOString(),
      payUntil: new Date(at + minutes(30)).toISOString(),
    })
    expect((await place(shop, await aBuyer(server))).reason).toBe('product/stock-gone')
    server.clock.pass(minutes(15))
    await runDeadlines(server.app.ctx)
    expect(await stockOf(shop)).toBe(1)
    const order: TestOrder = { ...data, buyer, shop }
    expect(await detail(order)).toMatchObject({
      status: orderStatus.awaitingPayment,
      heldUntil: null,
      payUntil: data.payUntil,
    })
    const paying = await server.must(payOrder, { id: order.id }, { token: buyer.token, ip: anAddress() })
    expect(paying.heldUntil).toBe(data.payUntil)
    expect(await stockOf(shop)).toBe(0)
    await pay(server, order)
    expect(await detail(order)).toMatchObject({ status: orderStatus.awaitingPickup, heldUntil: null, payUntil: null })
    expect(await stockOf(shop)).toBe(0)
  })

  test('is renewed by the checkout, but not past the deadline of the order', async () => {
    const shop = await aStockedShop(server)
    const order = await placeTestOrder(server, shop)
    server.clock.pass(minutes(10))
    const asked = +server.clock.now()
    expect((await server.must(payOrder, { id: order.id }, { token: order.buyer.token })).heldUntil).toBe(
      new Date(asked + minutes(15)).toISOString(),
    )
    server.clock.pass(minutes(12))
    expect((await server.must(payOrder, { id: order.id }, { token: order.buyer.token })).heldUntil).toBe(
      new Date(asked + minutes(20)).toISOString(),
    )
  })

  test('that has ended gives the stock to the next payer: the checkout is refused, and a payment is refunded', async () => {
    const shop = await aStockedShop(server, { stock: 1 })
    const slow = await placeTestOrder(server, shop)
    const reference = await checkout(server, slow)
    server.clock.pass(minutes(16))
    await runDeadlines(server.app.ctx)
    const quick = await placeTestOrder(server, shop)
    await pay(server, quick)
    expect((await server.call(payOrder, { id: slow.id }, { token: slow.buyer.token })).reason).toBe(
      'product/stock-gone',
    )
    expect(await sendWebhook(server, webhook(reference, slow.total))).toBe(200)
    const refund = await queryOne(
      server.owner,
      sql<{ amount: bigint }>`select amount from buyer_refund where order_id = ${slow.id}`,
    )
    expect(refund?.amount).toBe(1499n)
    expect((await server.must(orderDetail, { id: slow.id }, { token: shop.token })).status).toBe(
      orderStatus.awaitingPayment,
    )
    expect(await stockOf(shop)).toBe(0)
    server.clock.pass(minutes(20))
    await runDeadlines(server.app.ctx)
    expect((await server.must(orderDetail, { id: slow.id }, { token: shop.token })).status).toBe(orderStatus.cancelled)
    expect(await stockOf(shop)).toBe(0)
  })

  test('that has ended is reserved again by a payment if stock is left', async () => {
    const shop = await aStockedShop(server, { stock: 1 })
    const order = await placeTestOrder(server, shop)
    const reference = await checkout(server, order)
    server.clock.pass(minutes(16))
    await runDeadlines(server.app.ctx)
    expect(await stockOf(shop)).toBe(1)
    expect(await sendWebhook(server, webhook(reference, order.total))).toBe(200)
    expect((await detail(order)).status).toBe(orderStatus.awaitingPickup)
    expect(await stockOf(shop)).toBe(0)
  })

  test('that ends during the payment reserves the stock for the sale exactly once', async () => {
    for (let round = 0; round < 6; round += 1) {
      const shop = await aStockedShop(server, { stock: 3 })
      const order = await placeTestOrder(server, shop, 2)
      const reference = await checkout(server, order)
      server.clock.pass(minutes(15))
      await Promise.all([sendWebhook(server, webhook(reference, order.total)), runDeadlines(server.app.ctx)])
      expect((await detail(order)).status).toBe(orderStatus.awaitingPickup)
      expect(await stockOf(shop)).toBe(1)
    }
  })
})

describe('one order', () => {
  test('above the card limit is refused by the command and by the database', async () => {
    const shop = await aStockedShop(server, { supplierPrice: '700000.00' })
    const buyer = await aBuyer(server)
    const { reason, values } = await place(shop, buyer, { quantity: 2 })
    expect([reason, values]).toEqual(['order/total-too-large', { most: '999999.99' }])
    expect(await stockOf(shop)).toBe(1000)
    const order = await placeTestOrder(server, await aStockedShop(server))
    const huge = sql`insert into orders (shop_id, id, client_id, code, buyer_id, buyer_name, status, title, quantity, total_cost, total_payment,
        commission, address, placed_at, pay_until)
      select shop_id, uuidv7(), 'huge', 'HUGE', buyer_id, buyer_name, 1, title, quantity, 1, 1000000000000001, 0, address, placed_at, pay_until
      from orders where id = ${order.id}`
    await expect(huge.execute(server.db)).rejects.toMatchObject({ constraint: 'order_total' })
  })

  test('with more pieces than one buyer can hold is refused', async () => {
    const shop = await aStockedShop(server, { products: 2 })
    const { reason, values } = await place(shop, await aBuyer(server), { quantity: 150, listings: shop.listings })
    expect([reason, values]).toEqual(['order/too-many-pieces', { most: 200 }])
    expect((await place(shop, await aBuyer(server), { quantity: 201 })).reason).toBe('request/invalid')
    expect((await place(shop, await aBuyer(server), { quantity: 200 })).code).toBe(1)
  })
})
