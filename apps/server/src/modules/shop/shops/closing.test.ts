/**
 * Closing a shop: the notice period, two people, what a closed shop may do, orders and refund requests at their
 * deadlines. On real PostgreSQL.
 */
import {
  agreeRefund,
  cancelOrder,
  closeShop,
  distribute,
  listClosings,
  me,
  objectRefund,
  openCardDeposit,
  openShop,
  orderDetail,
  orderStatus,
  placeOrder,
  planPickup,
  refundDetail,
  requestRefund,
  saveShop,
} from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aBuyer,
  address,
  aSigner,
  anOrder,
  aStockedShop,
  closeShopNow,
  creditMerchant,
  someProducts,
  type TestShop,
  signs,
  type Signer,
} from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { days } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { sql } from '../../../platform/database/postgres.ts'
import { runDeadlines } from '../../selling/orders/pickup/deadlines.ts'
import { runRefundDeadlines } from '../../selling/refunds/answer-refund.ts'
import { runClosings } from './close-shop.ts'

let server: TestServer
let first: Signer
let second: Signer
beforeAll(async () => {
  server = await startTestServer()
  first = await aSigner(server, 'support', 'review')
  second = await aSigner(server, 'review')
})
afterAll(() => server.close())

const closed = 'The store is closed, please contact customer service'
const closingOf = async (shop: TestShop) => (await server.must(me, {}, { token: shop.token })).shop.closing
const timeAfter = (span: number) => new Date(server.clock.now().getTime() + span).toISOString()
const order = async (shop: TestShop) => {
  const [listing] = shop.listings
  const lines = [{ listingId: listing!.id, quantity: 1, price: listing!.price }]
  return server.call(
    placeOrder,
    { shop: shop.shopCode, lines, address },
    { token: (await aBuyer(server)).token, key: newId() },
  )
}

test('a closed shop answers no orders and refund requests: their deadlines pay the buyers back', async () => {
  const shop = await aStockedShop(server)
  await creditMerchant(server, shop, '100')
  const [waiting, sold] = [await anOrder(server, shop), await anOrder(server, shop, { status: orderStatus.received })]
  const asked = await server.must(
    requestRefund,
    { orderId: sold.id, amount: '4.00', reason: 'damaged', text: 'The handle is broken' },
    { token: sold.buyer.token, key: newId() },
  )
  const refund = asked.refund!.id
  await closeShopNow(server, shop.shopId)

  const no = { no: 'shop/closed', sentence: closed }
  expect((await server.must(orderDetail, { id: waiting.id }, shop)).may).toEqual({ pickUp: no, cancel: no })
  expect((await server.must(refundDetail, { id: refund }, shop)).may).toEqual({ agree: false, object: false })
  const [product] = await someProducts(server, 1)
  for (const reply of [
    await server.call(planPickup, { orders: [waiting.id] }, shop),
    await server.call(cancelOrder, { id: waiting.id }, { token: shop.token, key: newId() }),
    await server.call(agreeRefund, { id: refund }, { token: shop.token, key: newId() }),
    await server.call(objectRefund, { id: refund, text: 'It was whole' }, shop),
    await order(shop),
    await server.call(distribute, { selection: { products: [product!] } }, shop),
    await server.call(saveShop, { welcome: 'Hello' }, shop),
    await server.call(openCardDeposit, { amount: '100.00' }, { token: shop.token, key: newId() }),
  ])
    expect([reply.reason, reply.msg]).toEqual(['shop/closed', closed])

  server.clock.pass(days(2) + 1)
  await runRefundDeadlines(server.app.ctx)
  expect(await server.must(refundDetail, { id: refund }, shop)).toMatchObject({ state: 'refunded', amount: '4.00' })
  server.clock.pass(days(5))
  await runDeadlines(server.app.ctx)
  expect(await server.must(orderDetail, { id: waiting.id }, shop)).toMatchObject({
    status: orderStatus.cancelled,
    cancelReason: 'not-picked-up',
    escrow: '0.00',
  })
})

test('a closing with the scope "orders" leaves the rest of the shop open', async () => {
  const shop = await aStockedShop(server)
  await closeShopNow(server, shop.shopId, 'orders')
  expect((await order(shop)).reason).toBe('shop/closed')
  expect((await server.call(saveShop, { welcome: 'Hello' }, { token: shop.token })).code).toBe(1)
  expect(await closingOf(shop)).toMatchObject({ scope: 'orders', inForce: true })
})

test('a closing with notice is announced immediately, starts after seven days and ends at its end date', async () => {
  const shop = await aStockedShop(server)
  const wish = { shopId: shop.shopId, scope: 'all', reason: 'complaints', note: 'Twelve complaints are open' } as const
  expect((await server.call(closeShop, { ...wish, effectiveAt: timeAfter(days(6)) }, first)).reason).toBe(
    'shop/closing-notice',
  )
  const made = await server.must(closeShop, { ...wish, endsAt: timeAfter(days(9)) }, first)
  expect(made).toMatchObject({ effectiveAt: timeAfter(days(7)), needsSecond: false })
  expect((await server.call(closeShop, wish, first)).reason).toBe('shop/already-closing')
  expect(await closingOf(shop)).toEqual({
    scope: 'all',
    reason: 'complaints',
    note: 'Twelve complaints are open',
    effectiveAt: timeAfter(days(7)),
    endsAt: timeAfter(days(9)),
    inForce: false,
  })
  server.clock.pass(days(7) - 1000)
  expect(await runClosings(server.app.ctx)).toBe(0)
  expect((await order(shop)).code).toBe(1)
  server.clock.pass(1000)
  expect(await runClosings(server.app.ctx)).toBe(1)
  expect((await order(shop)).reason).toBe('shop/closed')
  server.clock.pass(days(2))
  expect(await runClosings(server.app.ctx)).toBe(1)
  expect((await order(shop)).code).toBe(1)
  expect(await closingOf(shop)).toBeNull()
})

test('a closing without notice needs an urgent reason and a second person; lifting it needs a reason', async () => {
  const shop = await aStockedShop(server)
  const wish = { shopId: shop.shopId, scope: 'all', note: 'Copies of a brand', effectiveAt: timeAfter(0) } as const
  expect((await server.call(closeShop, { ...wish, reason: 'rules-broken' }, first)).reason).toBe('shop/closing-notice')
  const { needsSecond, actId } = await server.must(closeShop, { ...wish, reason: 'fraud' }, first)
  expect(needsSecond).toBe(true)
  // With one person only, the shop stays open and the merchant is not notified.
  expect(await runClosings(server.app.ctx)).toBe(0)
  expect(await closingOf(shop)).toBeNull()
  expect((await order(shop)).code).toBe(1)
  expect((await signs(server, first, actId!)).reason).toBe('operator/second-person')
  const { list } = await server.must(listClosings, { limit: 100 }, second)
  expect(list.find((row) => row.shopId === shop.shopId)).toMatchObject({ needsSecond: true, inForce: false })
  expect((await signs(server, second, actId!)).data).toEqual({ state: 'executed', signed: 1, signaturesNeeded: 1 })
  expect((await order(shop)).reason).toBe('shop/closed')
  expect((await signs(server, second, actId!)).reason).toBe('act/not-open')
  await server.must(openShop, { shopId: shop.shopId, reason: 'They were genuine' }, first)
  expect((await order(shop)).code).toBe(1)
  expect((await server.call(openShop, { shopId: shop.shopId, reason: 'Once more' }, first)).reason).toBe(
    'shop/closing-unknown',
  )
})

test('the database enforces two people or the notice period, and a closing for every closed shop', async () => {
  const shop = await aStockedShop(server)
  const insert = (reason: string, effective: string, confirmedBy: string | null) =>
    sql`insert into shop_closing (shop_id, id, scope, reason, note, made_by, made_at, effective_at, confirmed_by, confirmed_at)
      values (${shop.shopId}, ${newId()}, 'all', ${reason}, 'x', ${first!.id}, now(), now() + ${effective}::interval, ${confirmedBy}, ${confirmedBy && server.clock.now()})`.execute(
      server.db,
    )
  await expect(insert('fraud', '0', first!.id)).rejects.toThrow('closing_two_people')
  await expect(insert('complaints', '6 days', null)).rejects.toThrow('closing_notice')
  await insert('fraud', '0', null)
  await expect(
    sql`update shop_closing set began_at = now() where shop_id = ${shop.shopId}`.execute(server.db),
  ).rejects.toThrow('closing_began')
  await expect(
    sql`update shop set closed_at = now(), closed_scope = 'all' where id = ${shop.shopId}`.execute(server.db),
  ).rejects.toThrow('closed and opened by its closing')
})
