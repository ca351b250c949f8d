/** Search in the order list, saved views, and pick-up of the orders that match a filter. */
import {
  cancelOrder,
  deleteOrderView,
  listOrders,
  maxViews,
  orderBooks,
  orderDetail,
  orderStatus,
  orderViews,
  pickupSum,
  placeOrder,
  planPickup,
  saveOrderView,
  type RequestBody,
} from '@quayside/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import {
  aBuyer,
  address,
  anOrder,
  aStockedShop,
  pay,
  pickUp,
  placeTestOrder,
  type TestShop,
} from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { hours } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryAll, queryOne, sql, withTransaction } from '../../../platform/database/postgres.ts'
import { listOrders as findOrders } from './order-list-store.ts'
import { readForSearch } from './order-search-store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const found = async (shop: TestShop, filter: RequestBody<typeof listOrders>) => {
  const { list, total } = await server.must(listOrders, filter, { token: shop.token })
  expect(total).toBe(list.length)
  return new Set(list.map((order) => order.id))
}

describe('search', () => {
  test('finds by number, buyer and any product, ignores case, and finds nothing of another shop', async () => {
    const [shop, other] = [await aStockedShop(server, { products: 2 }), await aStockedShop(server)]
    const first = await placeTestOrder(server, shop)
    await placeTestOrder(server, other)
    const buyer = await aBuyer(server)
    const both = await server.must(
      placeOrder,
      {
        shop: shop.shopCode,
        lines: shop.listings.map(({ id, price }) => ({ listingId: id, quantity: 1, price })),
        address,
      },
      { token: buyer.token, key: newId() },
    )
    expect(await found(shop, { search: first.code.slice(2, 9).toLowerCase() })).toEqual(new Set([first.id]))
    expect(await found(shop, { search: 'BEA buy' })).toEqual(new Set([first.id, both.id]))
    const names = await sql<{ line: number; name: string }>`
      select line, name from order_line where order_id = ${both.id} order by line`.execute(server.owner)
    const second = names.rows[1]!.name
    expect(await found(shop, { search: second.slice(0, 12) })).toEqual(new Set([both.id]))
    expect(await found(shop, { search: '%' })).toEqual(new Set())
    expect(await found(shop, { search: 'bea', status: orderStatus.awaitingPickup })).toEqual(new Set())
  })

  test('filters by days in the shop’s time zone and by the paid amount, both ends included', async () => {
    const shop = await aStockedShop(server)
    await sql`update shop set time_zone = 'Asia/Tokyo' where id = ${shop.shopId}`.execute(server.owner)
    const one_ = await placeTestOrder(server, shop)
    server.clock.pass(hours(24))
    const three = await placeTestOrder(server, shop, 3)
    const dayOf = (hoursAgo: number) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tokyo' }).format(+server.clock.now() - hours(hoursAgo))
    const [yesterday, today] = [dayOf(24), dayOf(0)]
    expect(await found(shop, { from: today })).toEqual(new Set([three.id]))
    expect(await found(shop, { to: yesterday })).toEqual(new Set([one_.id]))
    expect(await found(shop, { from: yesterday, to: today })).toEqual(new Set([one_.id, three.id]))
    expect(await found(shop, { least: '14.99', most: '14.99' })).toEqual(new Set([one_.id]))
    expect(await found(shop, { least: '15' })).toEqual(new Set([three.id]))
    const wrong = await server.call(listOrders, { from: '2026-02-30', least: '1,5' }, { token: shop.token })
    expect(wrong).toMatchObject({ reason: 'request/invalid' })
  })

  test('a filtered list continues from its cursor with the current orders', async () => {
    const shop = await aStockedShop(server)
    const orders = []
    for (let i = 0; i < 5; i += 1) orders.push(await placeTestOrder(server, shop))
    const seen: string[] = []
    const totals: number[] = []
    let cursor: string | null | undefined
    do {
      const page: { total: number; list: { id: string }[]; cursor: string | null } = await server.must(
        listOrders,
        { least: '1', limit: 2, ...(cursor ? { cursor } : {}) },
        { token: shop.token },
      )
      seen.push(...page.list.map((order) => order.id))
      totals.push(page.total)
      cursor = page.cursor
      // Newer orders are not in the pages that follow. Their total is that of the first page: it is not counted again.
      if (totals.length === 1) await placeTestOrder(server, shop)
    } while (cursor)
    expect(new Set(seen)).toEqual(new Set(orders.map((order) => order.id)))
    expect(seen).toHaveLength(5)
    expect(totals).toEqual([5, 5, 5])
    const again = await server.must(listOrders, { least: '1', limit: 2 }, { token: shop.token })
    expect(again.total).toBe(6)
  })

  test('the total of a filter is kept until an order of the shop changes', async () => {
    const shop = await aStockedShop(server)
    await placeTestOrder(server, shop)
    const name = (await queryOne(
      server.owner,
      sql<{ buyer_name: string }>`select buyer_name from orders where shop_id = ${shop.shopId}`,
    ))!.buyer_name
    const totalOf = async (search: string) =>
      (await server.must(listOrders, { search, limit: 2 }, { token: shop.token })).total
    const rename = (to: string) =>
      sql`update orders set buyer_name = ${to} where shop_id = ${shop.shopId}`.execute(server.owner)
    // Again while the note of the placed order is still on its way: it ends what is kept.
    await eventually(async () => {
      await rename(name)
      expect(await totalOf(name)).toBe(1)
      // Past the server, which hears of no change: what is counted anew shows it, and what is kept does not.
      await rename('Nobody')
      expect(await totalOf(name)).toBe(1)
    })
    expect(await totalOf('nobody')).toBe(1)
    await placeTestOrder(server, shop)
    expect(await totalOf('nobody')).toBe(1)
    expect(await totalOf(name)).toBe(1)
    await sql`update orders set buyer_name = 'Nobody' where shop_id = ${shop.shopId}`.execute(server.owner)
    await placeTestOrder(server, shop)
    expect(await totalOf('nobody')).toBe(2)
  })

  test('searches the orders of a shop with the index only', async () => {
    const shop = await aStockedShop(server)
    await placeTestOrder(server, shop)
    await sql`vacuum analyze orders`.execute(server.owner)
    for (const condition of [sql`sought like '%nothing%'`, sql`total_payment >= 1600`]) {
      const plan = await withTransaction(server.owner, async (tx) => {
        // With few rows the planner prefers a sequential scan.
        await sql`set local enable_seqscan = off`.execute(tx)
        await sql`set local enable_bitmapscan = off`.execute(tx)
        await sql`set local enable_sort = off`.execute(tx)
        const { rows } = await sql<{ 'QUERY PLAN': string }>`
          explain select id from orders where shop_id = ${shop.shopId} and ${condition} order by placed_at desc, id desc limit 30`.execute(
          tx,
        )
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      })
      expect(plan).toContain('Index Only Scan using orders_sought')
    }
  })
})

describe('a search that few of the newest orders match', () => {
  /** Pages as they are read when the shop has many orders. */
  const rarely = (shop: TestShop, search: string, status: 0 | 1 | 5 = 0) =>
    findOrders(
      server.app.ctx.db,
      shop.shopId,
      { search, status },
      { after: undefined, limit: 20, skip: 0, counted: undefined, among: 1 },
    )
  const rename = (order: { id: string }, name: string) =>
    sql`update orders set buyer_name = ${name} where id = ${order.id}`.execute(server.owner)

  test('finds the same as a reading of the orders, in any script, before and after the worker has read them', async () => {
    const shop = await aStockedShop(server)
    const orders = []
    for (let i = 0; i < 4; i += 1) orders.push(await placeTestOrder(server, shop))
    for (const [i, name] of ['王伟', 'Ana Łuk_asz', '50% Müller', 'Άννα'].entries()) await rename(orders[i]!, name)
    const words = ['王伟', 'łuk_a', '50% m', 'ΆΝΝΑ', 'a ł', orders[2]!.code.slice(3, 8), 'nobody', '_a', '%%']
    const compare = async () => {
      for (const word of words) {
        const plain = await queryAll(
          server.owner,
          sql<{
            id: string
          }>`select id from orders where shop_id = ${shop.shopId} and strpos(sought, lower(${word})) > 0`,
        )
        const page = await rarely(shop, word)
        expect([word, page.rows.map(({ id }) => id).sort(), page.total]).toEqual([
          word,
          plain.map(({ id }) => id).sort(),
          plain.length,
        ])
      }
    }
    await compare()
    expect(await readForSearch(server.app.ctx.db)).toBeGreaterThanOrEqual(4)
    await compare()
    expect(await readForSearch(server.app.ctx.db)).toBe(0)
    expect((await rarely(shop, '王伟', 1)).total).toBe(1)
    expect((await rarely(shop, '王伟', 5)).total).toBe(0)
  })

  test('an erased name is found no more, and leaves no piece of itself', async () => {
    const shop = await aStockedShop(server)
    const order = await placeTestOrder(server, shop)
    await rename(order, 'Zbigniew Quixote')
    await readForSearch(server.app.ctx.db)
    expect((await rarely(shop, 'zbigniew')).total).toBe(1)
    const pieces = () =>
      queryAll(
        server.owner,
        sql`select from order_search where shop_id = ${shop.shopId} and grams @> order_grams(${shop.shopId}::uuid, 'zbigniew')`,
      )
    expect(await pieces()).toHaveLength(1)
    await rename(order, '—')
    expect(await pieces()).toHaveLength(0)
    await readForSearch(server.app.ctx.db)
    expect(await pieces()).toHaveLength(0)
    expect((await rarely(shop, 'zbigniew')).total).toBe(0)
  })
})

describe('views', () => {
  const view = (name: string) => ({ id: newId(), name, filter: { status: 5 as const, search: 'bea', least: '10.00' } })

  test('are saved, renamed and deleted for one shop only', async () => {
    const [shop, other] = [await aStockedShop(server), await aStockedShop(server)]
    const by = { token: shop.token }
    const [late, dear] = [view('Late'), view('dear ones')]
    await server.must(saveOrderView, late, by)
    await server.must(saveOrderView, dear, by)
    expect((await server.must(orderViews, {}, by)).list).toEqual([dear, late])
    expect((await server.call(saveOrderView, view('LATE'), by)).reason).toBe('view/name-taken')
    await server.must(saveOrderView, { ...late, name: 'Almost late' }, by)
    expect((await server.must(orderViews, {}, by)).list.map(({ name }) => name)).toEqual(['Almost late', 'dear ones'])
    expect((await server.must(orderViews, {}, { token: other.token })).list).toEqual([])
    await server.must(deleteOrderView, { id: late.id }, { token: other.token })
    await server.must(deleteOrderView, { id: dear.id }, by)
    expect((await server.must(orderViews, {}, by)).list.map(({ id }) => id)).toEqual([late.id])
  })

  test('are limited to ten, also for concurrent requests', async () => {
    const shop = await aStockedShop(server)
    const replies = await Promise.all(
      Array.from({ length: maxViews + 4 }, (_, i) =>
        server.call(saveOrderView, view(`View ${i}`), { token: shop.token }),
      ),
    )
    expect(replies.filter((reply) => reply.code === 1)).toHaveLength(maxViews)
    expect(replies.find((reply) => reply.code === 0)).toMatchObject({
      reason: 'view/too-many',
      values: { most: maxViews },
    })
  })
})

describe('pick-up with a filter', () => {
  test('sums and plans only the matching orders that await pick-up', async () => {
    const shop = await aStockedShop(server)
    const small = await anOrder(server, shop)
    const large = await anOrder(server, shop, { quantity: 4 })
    await placeTestOrder(server, shop, 4)
    const by = { token: shop.token }
    expect(await server.must(pickupSum, {}, by)).toEqual({ count: 2, totalCost: '50.00', profit: '21.20' })
    expect(await server.must(pickupSum, { least: '20' }, by)).toEqual({ count: 1, totalCost: '40.00', profit: '16.96' })
    expect(await server.must(planPickup, { orders: { least: '20' } }, by)).toMatchObject({
      count: 1,
      totalCost: '40.00',
      leftOut: [],
    })
    expect((await server.call(planPickup, { orders: { search: 'nobody' } }, by)).reason).toBe(
      'pickup/nothing-to-pick-up',
    )
    expect((await server.call(planPickup, { orders: { status: 5 } as never }, by)).reason).toBe('request/malformed')
    expect((await pickUp(server, shop, [small.id, large.id])).pickedUp).toBe(2)
    expect(await server.must(pickupSum, {}, by)).toEqual({ count: 0, totalCost: '0.00', profit: '0.00' })
  })
})

test('the order detail shows the position of its payment in the ledger', async () => {
  const shop = await aStockedShop(server)
  const order = await placeTestOrder(server, shop)
  const by = { token: shop.token }
  expect((await server.must(orderDetail, { id: order.id }, by)).payment).toBe(null)
  await pay(server, order)
  const { payment } = await server.must(orderDetail, { id: order.id }, by)
  const posting = await queryOne(
    server.owner,
    sql<{ seq: bigint; hash: Buffer; transfer_id: string; amount: bigint }>`
      select p.* from ledger.posting p join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id
      where a.owner = ${order.id} and a.kind = 'L.O.escrow'`,
  )
  expect(payment).toMatchObject({
    processor: 'test',
    amount: order.total,
    entry: { transferId: posting!.transfer_id, seq: 1, hash: posting!.hash.toString('hex') },
  })
  const { list } = await server.must(orderBooks, { id: order.id }, by)
  expect(list[0]).toMatchObject({
    transferId: posting!.transfer_id,
    event: 'order.paid',
    lines: [
      { account: 'A.PSP.test', seq: null, hash: null },
      { account: 'L.O.escrow', seq: 1, hash: posting!.hash.toString('hex') },
    ],
  })
})

test('a cancelled order shows no earnings in the list and in its detail', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop)
  await server.must(cancelOrder, { id: order.id }, { token: shop.token, key: newId() })
  const nothing = { totalPayment: order.total, totalEarnings: '0.00', profit: '0.00' }
  const { list } = await server.must(listOrders, { status: orderStatus.cancelled }, { token: shop.token })
  expect(list).toMatchObject([nothing])
  expect(await server.must(orderDetail, { id: order.id }, { token: shop.token })).toMatchObject(nothing)
})
