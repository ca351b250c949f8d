/** Concurrent requests on real PostgreSQL. Each title names its race. */
import {
  buyerOrders,
  cancelOrder,
  cancelOwnOrder,
  cannotSupply,
  checkBooks,
  checkInvitation,
  confirmReceipt,
  createInvitation,
  followShop,
  importBankLines,
  listActs,
  orderCounts,
  orderDetail,
  pickUpOrders,
  placeOrder,
  planPickup,
  readWallet,
  scanOrder,
  shipOrder,
  viewListing,
  visitShop,
  type Endpoint,
  type OrderStatus,
} from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyPaymentPassword } from '../src/modules/people/identity/confirmation/payment-password.ts'
import { register } from '../src/modules/people/identity/registrations/register.ts'
import { pickUpOrders as payPlan } from '../src/modules/selling/orders/pickup/pick-up-orders.ts'
import { matchPix } from '../src/modules/money/payments/match-pix.ts'
import { sendRefund } from '../src/modules/money/payments/send-refund.ts'
import { newCode, newId } from '../src/platform/database/ids.ts'
import { queryAll, queryOne, sql, withTransaction } from '../src/platform/database/postgres.ts'
import { Refusal } from '../src/platform/refusal.ts'
import { testProcessor } from '../src/providers/test-processor.ts'
import {
  aBuyer,
  aSigner,
  address,
  anOperator,
  anOrder,
  aStockedShop,
  checkout,
  sendWebhook,
  loginPassword,
  openPixOf,
  paymentPassword,
  placeTestOrder,
  signs,
  statementOf,
  webhook,
  type TestOrder,
} from './builders.ts'
import { startTestServer, webhookSecret, type TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  const { token } = await anOperator(server, 'finance')
  const { checks } = await server.must(checkBooks, {}, { token })
  await server.close()
  expect(checks.filter((check) => !check.ok)).toEqual([])
})

const times = <T>(n: number, work: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, (_, i) => work(i)))
const count = <T>(list: T[], is: (item: T) => boolean): number => list.filter(is).length

test('pick-up ×50 of one order in concurrent transactions: one pays, 49 are refused', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop)
  const { planId } = await server.must(planPickup, { orders: [order.id] }, { token: shop.token })
  const who = { shopId: shop.shopId, merchantId: shop.merchantId, lang: 'en' as const }
  const outcomes = await times(50, () =>
    withTransaction(server.db, (tx) =>
      payPlan(server.app.ctx, tx, who, { planId, funding: 'escrow' }, server.clock.now()),
    ).then(
      (done) => done.pickedUp,
      (error: unknown) => (error instanceof Refusal ? error.reason : String(error)),
    ),
  )
  expect(count(outcomes, (outcome) => outcome === 1)).toBe(1)
  expect(count(outcomes, (outcome) => outcome === 'pickup/nothing-to-pick-up')).toBe(49)
  expect(await server.must(orderDetail, { id: order.id }, { token: shop.token })).toMatchObject({
    status: 2,
    escrow: '4.99',
  })
})

test('pick-up ×50 over HTTP with different keys and the right password: paid once', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop)
  const plan = await server.must(planPickup, { orders: [order.id] }, { token: shop.token })
  const input = { planId: plan.planId, funding: 'escrow' as const, paymentPassword }
  const replies = await times(50, () => server.call(pickUpOrders, input, { token: shop.token, key: newId() }))
  expect(count(replies, (reply) => reply.code === 1 && reply.data.pickedUp === 1)).toBe(1)
  const reasons = new Set(replies.filter((reply) => reply.code === 0).map((reply) => reply.reason))
  reasons.delete('pickup/nothing-to-pick-up')
  expect([...reasons]).toEqual([])
})

test('pick-up ×4 with one key: one pick-up, and all answers are the same', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop)
  const plan = await server.must(planPickup, { orders: [order.id] }, { token: shop.token })
  const key = newId()
  const input = { planId: plan.planId, funding: 'escrow' as const, paymentPassword }
  const replies = await times(4, () => server.call(pickUpOrders, input, { token: shop.token, key }))
  const done = replies.filter((reply) => reply.code === 1).map((reply) => JSON.stringify(reply.data))
  expect(done).toHaveLength(4)
  expect(new Set(done).size).toBe(1)
})

test('pick-up vs cancel: exactly one succeeds', async () => {
  const shop = await aStockedShop(server)
  for (let round = 0; round < 8; round += 1) {
    const order = await anOrder(server, shop)
    const plan = await server.must(planPickup, { orders: [order.id] }, { token: shop.token })
    const [picked, cancelled] = await Promise.all([
      server.call(
        pickUpOrders,
        { planId: plan.planId, funding: 'escrow', paymentPassword },
        { token: shop.token, key: newId() },
      ),
      server.call(cancelOwnOrder, { id: order.id }, { token: order.buyer.token, key: newId() }),
    ])
    const paid = picked.code === 1 && picked.data.pickedUp === 1
    expect(paid).not.toBe(cancelled.code === 1)
    const { status } = await server.must(orderDetail, { id: order.id }, { token: shop.token })
    expect(status).toBe(paid ? 2 : 7)
  }
})

test('pick-up-all vs single pick-up: each order is paid once', async () => {
  const shop = await aStockedShop(server)
  const orders: TestOrder[] = []
  for (let i = 0; i < 10; i += 1) orders.push(await anOrder(server, shop))
  const all = await server.must(planPickup, { orders: 'all' }, { token: shop.token })
  const single = await server.must(planPickup, { orders: [orders[4]!.id] }, { token: shop.token })
  const pay = (planId: string) =>
    server.call(pickUpOrders, { planId, funding: 'escrow', paymentPassword }, { token: shop.token, key: newId() })
  const replies = await Promise.all([pay(all.planId), pay(single.planId)])
  const picked = replies.flatMap((reply) => (reply.code === 1 ? reply.data.orders.map((order) => order.id) : []))
  expect(new Set(picked).size).toBe(picked.length)
  const { counts } = await server.must(orderCounts, {}, { token: shop.token })
  expect((counts['2'] ?? 0) + (counts['5'] ?? 0)).toBe(10)
  expect(counts['2']).toBe(picked.length)
})

test('last stock ×50: 50 buyers, one piece, one order', async () => {
  const shop = await aStockedShop(server, { stock: 1 })
  // In sequence: the queue of password hashes would refuse so many concurrent ones.
  const buyers: TestOrder['buyer'][] = []
  for (let i = 0; i < 50; i += 1) buyers.push(await aBuyer(server))
  const [listing] = shop.listings
  const replies = await times(50, (i) =>
    server.call(
      placeOrder,
      {
        shop: shop.shopCode,
        lines: [{ listingId: listing!.id, quantity: 1, price: listing!.price }],
        address,
      },
      { token: buyers[i]!.token, key: newId() },
    ),
  )
  expect(count(replies, (reply) => reply.code === 1)).toBe(1)
  expect(count(replies, (reply) => reply.reason === 'product/stock-gone')).toBe(49)
})

test('last stock of two variants ×40: no colour is held twice, also when orders name both in either order', async () => {
  const shop = await aStockedShop(server, { stock: 1, colours: [{ value: 'Red' }, { value: 'Blue' }] })
  const buyers: TestOrder['buyer'][] = []
  for (let i = 0; i < 40; i += 1) buyers.push(await aBuyer(server))
  const [listing] = shop.listings
  const { variants } = await server.must(viewListing, { shop: shop.shopCode, id: listing!.id })
  const ids = variants.map(({ id }) => id)
  const replies = await times(40, (i) => {
    const chosen = i % 4 < 2 ? [ids[i % 2]!] : i % 4 === 2 ? ids : ids.toReversed()
    const lines = chosen.map((variantId) => ({ listingId: listing!.id, variantId, quantity: 1, price: listing!.price }))
    return server.call(placeOrder, { shop: shop.shopCode, lines, address }, { token: buyers[i]!.token, key: newId() })
  })
  const reasons = new Set(replies.filter((reply) => reply.code === 0).map((reply) => reply.reason))
  expect(reasons).toEqual(new Set(['product/stock-gone']))
  // An unpaid order of both colours gives way to one of a single colour, so what is held counts, not what was answered.
  const held = await queryAll(
    server.owner,
    sql<{ id: string; pieces: number }>`select v.id, (select pieces from variant_stock where variant_id = v.id)
        + coalesce((select sum(c.pieces) from stock_slot c where c.variant_id = v.id), 0)::int
        + coalesce((select sum(l.quantity) from stock_hold h
            join order_line l on l.shop_id = h.shop_id and l.order_id = h.order_id where l.variant_id = v.id), 0)::int
        as pieces
      from product_variant v where v.id = any(${ids}::uuid[])`,
  )
  expect(held.map(({ pieces }) => pieces)).toEqual([1, 1])
  expect(replies.some((reply) => reply.code === 1)).toBe(true)
})

test('invitation ×50: 50 concurrent registrations with one code from five IP addresses, one merchant', async () => {
  const { token } = await anOperator(server, 'support')
  const { code } = await server.must(createInvitation, { note: 'race' }, { token })
  const outcomes = await times(50, (i) =>
    register(
      server.app.ctx,
      {
        invitationCode: code.replaceAll('-', ''),
        phone: `+614915701${String(i).padStart(2, '0')}`,
        email: `${newCode(9).toLowerCase()}@merchant.example`,
        password: loginPassword,
      },
      { ip: `10.0.0.${i % 5}`, userAgent: '', device: undefined },
      server.clock.now(),
    ).then(
      () => 'registered',
      (error: unknown) => (error instanceof Refusal ? error.reason : String(error)),
    ),
  )
  expect(count(outcomes, (outcome) => outcome === 'registered')).toBe(1)
  expect(count(outcomes, (outcome) => outcome === 'invitation/used')).toBe(49)
  expect((await server.call(checkInvitation, { code })).reason).toBe('invitation/used')
})

test('payment password ×1000: after five comparisons the right password is refused as well', async () => {
  const shop = await aStockedShop(server)
  const now = server.clock.now()
  const outcomes = await times(1000, (i) =>
    verifyPaymentPassword(server.app.ctx, shop.merchantId, i === 999 ? paymentPassword : String(100_000 + i), now).then(
      () => 'right',
      (error: unknown) => (error instanceof Refusal ? error.reason : String(error)),
    ),
  )
  // Five comparisons: four refusals with the attempts left, and the fifth locks. The right password comes last and is
  // not compared.
  expect(count(outcomes, (outcome) => outcome === 'payment-password/wrong')).toBe(4)
  expect(count(outcomes, (outcome) => outcome === 'payment-password/locked')).toBe(996)
  await expect(verifyPaymentPassword(server.app.ctx, shop.merchantId, paymentPassword, now)).rejects.toMatchObject({
    reason: 'payment-password/locked',
  })
  const later = new Date(now.getTime() + 15 * 60_000 + 1000)
  await verifyPaymentPassword(server.app.ctx, shop.merchantId, paymentPassword, later)
})

/** Each command that moves an order's money, with the status before and after. */
const acts: {
  name: string
  from: OrderStatus
  to: OrderStatus
  act: (order: TestOrder, staff: string) => { endpoint: Endpoint; input: unknown; token: string }
}[] = [
  {
    name: 'cancel by the merchant',
    from: 5,
    to: 7,
    act: (order) => ({ endpoint: cancelOrder, input: { id: order.id }, token: order.shop.token }),
  },
  {
    name: 'cancel by the buyer',
    from: 5,
    to: 7,
    act: (order) => ({ endpoint: cancelOwnOrder, input: { id: order.id }, token: order.buyer.token }),
  },
  {
    name: 'cannot supply',
    from: 2,
    to: 7,
    act: (order, staff) => ({
      endpoint: cannotSupply,
      input: { shopId: order.shop.shopId, id: order.id, reason: 'out-of-stock', note: '' },
      token: staff,
    }),
  },
  {
    name: 'ship',
    from: 2,
    to: 3,
    act: (order, staff) => ({
      endpoint: shipOrder,
      input: { shopId: order.shop.shopId, id: order.id, carrier: 'Harbour Post', trackingNumber: 'HP123456' },
      token: staff,
    }),
  },
  {
    name: 'deliver',
    from: 3,
    to: 4,
    act: (order, staff) => ({
      endpoint: scanOrder,
      input: { shopId: order.shop.shopId, id: order.id, note: 'Handed over', delivered: true },
      token: staff,
    }),
  },
  {
    name: 'confirm a received order',
    from: 4,
    to: 6,
    act: (order) => ({ endpoint: confirmReceipt, input: { id: order.id }, token: order.buyer.token }),
  },
]

const transfersOf = async (orderId: string): Promise<number> =>
  (await queryOne(
    server.owner,
    sql<{ n: number }>`select count(*)::int as n from ledger.transfer where ref = ${orderId}`,
  ))!.n

test.each(acts)('$name ×10 with ten keys and ×10 with one key: done once', async ({ from, to, act }) => {
  const shop = await aStockedShop(server)
  const { token: staff } = await anOperator(server, 'fulfilment')
  const [alone, many, same] = await times(3, () => anOrder(server, shop, { status: from }))
  // One person reports a delivery and another confirms it: the confirmations race.
  if (from === 3) {
    const { token } = await anOperator(server, 'fulfilment')
    for (const { id } of [alone!, many!, same!])
      await server.must(
        scanOrder,
        { shopId: shop.shopId, id, note: 'Handed over', delivered: true },
        { token, key: newId() },
      )
  }
  const run = (order: TestOrder, key: string) => {
    const { endpoint, input, token } = act(order, staff)
    return server.call(endpoint, input as never, { token, key })
  }
  expect((await run(alone!, newId())).code).toBe(1)
  const booked = await transfersOf(alone!.id)

  const byMany = await times(10, () => run(many!, newId()))
  expect(count(byMany, (reply) => reply.code === 1)).toBe(1)
  expect(count(byMany, (reply) => reply.status >= 500)).toBe(0)

  const key = newId()
  const bySame = await times(10, () => run(same!, key))
  expect(count(bySame, (reply) => reply.code === 1)).toBe(10)
  expect(new Set(bySame.map((reply) => JSON.stringify(reply.data))).size).toBe(1)

  for (const order of [many!, same!]) {
    expect((await server.must(orderDetail, { id: order.id }, { token: shop.token })).status).toBe(to)
    expect(await transfersOf(order.id)).toBe(booked)
  }
})

test('refund ×10 by ten concurrent workers: paid once, booked once', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop)
  await server.must(cancelOrder, { id: order.id }, { token: shop.token, key: newId() })
  const booked = await transfersOf(order.id)
  const { id } = (await queryOne(
    server.owner,
    sql<{ id: string }>`select id from buyer_refund where order_id = ${order.id}`,
  ))!
  const processors = { test: testProcessor(server.app.ctx, webhookSecret) }
  await times(10, () => sendRefund(server.app.ctx, processors, { shopId: shop.shopId, refundId: id }))
  expect(await transfersOf(order.id)).toBe(booked + 1)
  const { list } = await server.must(buyerOrders, {}, { token: order.buyer.token })
  expect(list[0]!.refund).toEqual({ amount: order.total, state: 'sent' })
})

test('webhook ×20 with duplicates and other event types: one payment in escrow', async () => {
  const shop = await aStockedShop(server)
  const order = await placeTestOrder(server, shop)
  const reference = await checkout(server, order)
  const statuses = await times(20, (i) =>
    sendWebhook(
      server,
      webhook(
        reference,
        order.total,
        i % 3 === 0 ? { type: 'payment.processing', id: `p${i}` } : i % 3 === 1 ? { id: `ev_${i}` } : {},
      ),
    ),
  )
  expect(count(statuses, (status) => status >= 500 && status !== 503)).toBe(0)
  expect(await sendWebhook(server, webhook(reference, order.total))).toBe(200)
  expect(await server.must(orderDetail, { id: order.id }, { token: shop.token })).toMatchObject({
    status: 5,
    escrow: order.total,
  })
  expect((await server.must(readWallet, {}, { token: shop.token })).escrow).toBe(order.total)
})

test('PIX ×10: ten tabs, ten imports of one credit, ten runs and ten signatures are one payment in escrow', async () => {
  const shop = await aStockedShop(server)
  const order = await placeTestOrder(server, shop)
  const [importer, ...signers] = [
    await aSigner(server, 'finance'),
    await aSigner(server, 'finance'),
    await aSigner(server, 'finance'),
  ]
  const [pix, ...tabs] = await times(10, () => openPixOf(server, order))
  for (const tab of tabs) expect(tab).toEqual(pix)
  const entry = { amount: pix!.reais, currency: 'BRL' as const, reference: pix!.reference, entryReference: newCode(10) }
  const imports = await times(10, () => server.must(importBankLines, statementOf(entry), importer))
  expect(imports.reduce((sum, { added }) => sum + added, 0)).toBe(1)
  await times(10, () => matchPix(server.app.ctx))
  const proposed = (await server.must(listActs, { limit: 100 }, signers[0]!)).list.filter(
    ({ subject }) => subject.id === order.id,
  )
  expect(proposed).toHaveLength(1)
  const signed = await times(10, (i) => signs(server, signers[i % 2]!, proposed[0]!.id))
  expect(count(signed, ({ code }) => code === 1)).toBe(1)
  expect(await server.must(orderDetail, { id: order.id }, { token: shop.token })).toMatchObject({
    status: 5,
    escrow: order.total,
  })
})

test('payment ×20 in one shop: the counters count each', async () => {
  const shop = await aStockedShop(server)
  const orders: TestOrder[] = []
  for (let i = 0; i < 20; i += 1) orders.push(await placeTestOrder(server, shop))
  const references = await times(20, (i) => checkout(server, orders[i]!))
  const statuses = await times(20, (i) => sendWebhook(server, webhook(references[i]!, orders[i]!.total)))
  expect(statuses).toEqual(Array(20).fill(200))
  expect((await server.must(orderCounts, {}, { token: shop.token })).counts).toMatchObject({ 1: 0, 5: 20 })
})

test('follow ×50 by one buyer and visit ×50 by one visitor: each counts once', async () => {
  const shop = await aStockedShop(server)
  const { buyer } = await anOrder(server, shop)
  await sql`update buyer set verified_at = created_at where id = ${buyer.buyerId}`.execute(server.owner)
  const visitor = newId()
  await times(50, () => server.call(followShop, { shop: shop.shopCode, follow: true }, { token: buyer.token }))
  await server.app.http.inject({ method: 'GET', url: '/healthz' })
  const visit = () =>
    server.app.http.inject({
      method: 'POST',
      url: visitShop.path,
      headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (a person)' },
      payload: JSON.stringify({ shop: shop.shopCode, visitor }),
    })
  await times(50, visit)
  const row = await queryOne(
    server.owner,
    sql<{
      followers: number
      visitors: number
    }>`select f.followers, d.visitors from shop_figures f join shop_day d using (shop_id) where shop_id = ${shop.shopId}`,
  )
  expect(row).toEqual({ followers: 1, visitors: 1 })
})
