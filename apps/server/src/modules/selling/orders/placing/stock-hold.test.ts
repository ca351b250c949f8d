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
} from '../../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../../test/server.ts'
import { hours, minutes } from '../../../../platform/jobs/clock.ts'
import { newCode, newId } from '../../../../platform/database/ids.ts'
import { queryOne, sql, withTransaction } from '../../../../platform/database/postgres.ts'
import { addToCart, createCart } from '../../carts/change-cart.ts'
import { listCartLines } from '../../carts/store.ts'
import { checkBooks } from '../../../money/reconciliation/store.ts'
import { readProductPage } from '../../storefront/read-pages.ts'
import { runDeadlines } from '../pickup/deadlines.ts'
import { maxStockHolds, maxUnpaidPerHour } from '../order.ts'

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
        select 'buyer' as kind, uuid_send(buyer_id) as id, count(*)::int as orders, sum(pieces)::int as pieces, (count(*) filter (where not firm))::int as loose
          from stock_hold group by 2
        union all select 'network', network, count(*)::int, sum(pieces)::int, (count(*) filter (where not firm))::int from stock_hold group by 2) h
      full join stock_hold_count c using (kind, id) where (h.orders, h.pieces, h.loose) is distinct from (c.orders, c.pieces, c.loose)`,
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
  (await queryOne(
    server.owner,
    sql<{
      stock: number
    }>`select p.stock from product p join listing l on l.product_id = p.id where l.id = ${shop.listings[0]!.id}`,
  ))!.stock
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
    for (let i = 0; i < maxStockHolds.network.loose + 10; i += 1) buyers.push(await aBuyer(server))
    // Addresses with the same first 64 bits are one network.
    const ask = (by: TestOrder['buyer'], i: number) => place(shop, by, { ip: `2001:db8:1:2::${(i + 1).toString(16)}` })
    const replies = await Promise.all(buyers.map(ask))
    // A busy machine turns some away before they are counted: they ask again.
    for (const [i, { reason }] of replies.entries())
      if (reason === 'request/busy') replies[i] = await ask(buyers[i]!, i)
    expect(tally(replies)).toEqual({ placed: maxStockHolds.network.loose, 'order/many-waiting': 10 })
    expect((await place(shop, buyers.at(-1)!, { ip: '2001:db8:1:3::1' })).code).toBe(1)
  })

  test('the limit of a network counts pieces as well as orders, and a larger loose hold gives way to a smaller one', async () => {
    const shop = await aStockedShop(server, { stock: 10_000 })
    const ip = anAddress()
    const places = []
    for (let i = 0; i < 3; i += 1) places.push(await place(shop, await aBuyer(server), { quantity: 200, ip }))
    expect(tally(places)).toEqual({ placed: 2, 'order/many-waiting': 1 })
    expect((await place(shop, await aBuyer(server), { ip })).code).toBe(1)
    expect(await stockOf(shop)).toBe(10_000 - 201)
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

describe('holds without an opened checkout give way', () => {
  const opens = (shop: TestShop, by: { token: string }, id: string, ip = anAddress()) =>
    server.call(payOrder, { id }, { token: by.token, ip })
  /** Places an order and opens its checkout. */
  const buys = async (shop: TestShop, by: { token: string }, options: Parameters<typeof place>[2] = {}) => {
    const placed = await place(shop, by, options)
    return placed.code === 1 ? opens(shop, by, placed.data.id, options.ip) : placed
  }
  const strangersHold = async (shop: TestShop, accounts: number, quantity = 200) => {
    const networks = Array.from({ length: Math.ceil(accounts / 2) }, () => anAddress())
    const replies = []
    for (let i = 0; i < accounts; i += 1)
      replies.push(
        await place(shop, await aBuyer(server), {
          quantity,
          ip: networks[Math.floor(i / 2)]!,
          listings: [shop.listings[0]!],
        }),
      )
    return replies
  }
  const heldOf = async (id: string) =>
    (await queryOne(server.owner, sql<{ firm: boolean }>`select firm from stock_hold where order_id = ${id}`))?.firm

  test('fifteen accounts with 200 pieces each close neither a shop nor their product', async () => {
    const shop = await aStockedShop(server, { products: 2, stock: 3000 })
    expect(tally(await strangersHold(shop, 15))).toEqual({ placed: 15 })
    expect(await stockOf(shop)).toBe(0)
    expect((await buys(shop, await aBuyer(server), { listings: [shop.listings[1]!] })).code).toBe(1)
    expect((await buys(shop, await aBuyer(server))).code).toBe(1)
    // One hold of 200 gave way, the oldest.
    expect(await stockOf(shop)).toBe(199)
  })

  test('two accounts that hold a small product whole give way too', async () => {
    const shop = await aStockedShop(server, { stock: 360 })
    const ips = [anAddress(), anAddress()]
    await place(shop, await aBuyer(server), { quantity: 200, ip: ips[0]! })
    const second = await place(shop, await aBuyer(server), { quantity: 160, ip: ips[1]! })
    const buyer = await aBuyer(server)
    const placed = await place(shop, buyer, { quantity: 3 })
    expect((await opens(shop, buyer, placed.data.id)).code).toBe(1)
    expect(await heldOf(second.data.id)).toBe(false)
    expect(await stockOf(shop)).toBe(360 - 160 - 3)
  })

  test('what strangers hold is not sold out in a cart, and large holds end after two minutes so that lists show it', async () => {
    const shop = await aStockedShop(server, { stock: 20 })
    const { data } = await place(shop, await aBuyer(server), { quantity: 20 })
    await withTransaction(server.db, async (tx) => {
      const browser = await createCart(tx, server.clock.now())
      const wish = { shop: shop.shopCode, listingId: shop.listings[0]!.id, variantId: undefined, quantity: 2 }
      await addToCart(tx, browser.id, wish, server.clock.now())
      const [line] = await listCartLines(tx, browser.id, 'en')
      expect(line).toMatchObject({ available: true, stock: 20 })
    })
    const id = shop.listings[0]!.id
    const rates = [{ country: '*', cost: 350, from: 7, to: 14 }]
    const rules = { lang: 'en', rates, taxes: [], protectionDays: 7 } as const
    const { page } = await readProductPage(server.db, shop.shopCode, id, {}, rules, server.clock.now())
    expect(page.product).toMatchObject({ available: true, variants: [{ available: true }] })
    expect((await server.must(browseShop, { shop: shop.shopCode, limit: 1 })).total).toBe(0)
    server.clock.pass(minutes(2))
    await runDeadlines(server.app.ctx)
    expect(await heldOf(data.id)).toBe(undefined)
    expect((await server.must(browseShop, { shop: shop.shopCode, limit: 1 })).total).toBe(1)
  })

  test('but not to an order that is not smaller, within two minutes', async () => {
    const shop = await aStockedShop(server, { stock: 1 })
    const first = await aBuyer(server)
    const held = await place(shop, first)
    expect((await place(shop, await aBuyer(server))).reason).toBe('product/stock-gone')
    server.clock.pass(minutes(2))
    const late = await aBuyer(server)
    const second = await place(shop, late)
    expect(second.code).toBe(1)
    // The first order stays and says that nothing is held for it.
    const shown = await server.must(buyerOrderDetail, { id: held.data.id }, { token: first.token })
    expect(shown).toMatchObject({ status: orderStatus.awaitingPayment, heldUntil: null })
    // Its buyer opens the checkout first: that is firm, and the other gives way.
    expect((await opens(shop, first, held.data.id)).code).toBe(1)
    expect((await opens(shop, late, second.data.id)).reason).toBe('product/stock-gone')
    await pay(server, { ...held.data, buyer: first, shop })
  })

  test('a hold with an opened checkout and a paid order never give way', async () => {
    const shop = await aStockedShop(server, { stock: 200 })
    const stranger = await aBuyer(server)
    const firm = await place(shop, stranger, { quantity: 150 })
    await opens(shop, stranger, firm.data.id)
    await pay(server, await placeTestOrder(server, shop, 50))
    server.clock.pass(minutes(3))
    expect((await buys(shop, await aBuyer(server))).reason).toBe('product/stock-gone')
    expect(await heldOf(firm.data.id)).toBe(true)
  })

  test('nothing gives way to an order that would not get its goods', async () => {
    const shop = await aStockedShop(server, { products: 2, stock: 5 })
    const [a, b] = [shop.listings[0]!, shop.listings[1]!]
    const loose = await place(shop, await aBuyer(server), { quantity: 5, listings: [a] })
    await buys(shop, await aBuyer(server), { quantity: 5, listings: [b] })
    expect((await place(shop, await aBuyer(server), { quantity: 2, listings: [a, b] })).reason).toBe(
      'product/stock-gone',
    )
    expect(await heldOf(loose.data.id)).toBe(false)
  })

  test('every buyer behind one address of a carrier can pay', async () => {
    const shop = await aStockedShop(server)
    const ip = anAddress()
    const orders: TestOrder[] = []
    for (let i = 0; i < maxStockHolds.network.loose + 5; i += 1) {
      const buyer = await aBuyer(server)
      const { data } = await place(shop, buyer, { ip })
      expect((await opens(shop, buyer, data.id, ip)).code).toBe(1)
      orders.push({ ...data, buyer, shop })
    }
    for (const order of orders.slice(0, 3)) await pay(server, order)
    // A stranger at the same address who opens no checkout does not fill it for longer than two minutes.
    for (let i = 0; i < maxStockHolds.network.loose; i += 1) await place(shop, await aBuyer(server), { ip })
    expect((await place(shop, await aBuyer(server), { ip })).reason).toBe('order/many-waiting')
    server.clock.pass(minutes(2))
    expect((await buys(shop, await aBuyer(server), { ip })).code).toBe(1)
  })

  test('in a race of checkouts each piece goes to one buyer', async () => {
    const shop = await aStockedShop(server, { stock: 6 })
    const other = await aBuyer(server)
    await place(shop, other, { quantity: 6 })
    const buyers = await Promise.all(Array.from({ length: 12 }, () => aBuyer(server)))
    const replies = await Promise.all(buyers.map((by) => buys(shop, by)))
    const { 'request/busy': busy = 0, ...counts } = tally(replies)
    expect(counts['placed']!).toBeLessThanOrEqual(6)
    expect((counts['placed'] ?? 0) + (counts['product/stock-gone'] ?? 0) + busy).toBe(12)
    expect(counts['placed']!).toBeGreaterThan(0)
    const held = await queryOne(
      server.owner,
      sql<{
        pieces: number
      }>`select coalesce(sum(pieces), 0)::int as pieces from stock_hold where shop_id = ${shop.shopId}`,
    )
    expect((await stockOf(shop)) + held!.pieces).toBe(6)
  })

  test('in a race with its payment an order is paid and keeps its goods, or is refunded', async () => {
    let [paid, refunded] = [0, 0]
    for (let round = 0; round < 8; round += 1) {
      const shop = await aStockedShop(server, { stock: 1 })
      const order = await placeTestOrder(server, shop)
      const reference = await checkout(server, order)
      // As a hold from before the checkout made holds firm.
      await sql`update stock_hold set firm = false where order_id = ${order.id}`.execute(server.owner)
      const rival = await aBuyer(server)
      const [, bought] = await Promise.all([sendWebhook(server, webhook(reference, order.total)), buys(shop, rival)])
      const { status } = await server.must(buyerOrderDetail, { id: order.id }, { token: order.buyer.token })
      const back = await queryOne(
        server.owner,
        sql<{ amount: bigint }>`select amount from buyer_refund where order_id = ${order.id}`,
      )
      expect(await stockOf(shop)).toBe(0)
      if (status === orderStatus.awaitingPickup) {
        paid += 1
        expect([bought.reason, back]).toEqual(['product/stock-gone', undefined])
      } else {
        refunded += 1
        expect(bought.code).toBe(1)
        expect(back?.amount).toBe(1499n)
      }
    }
    expect(paid + refunded).toBe(8)
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
