import {
  buyerOrderDetail,
  cancelOrder,
  cancelOwnOrder,
  cannotSupply,
  checkBooks,
  confirmReceipt,
  dashboard,
  listOrders,
  operatorOrders,
  orderBooks,
  orderCounts,
  orderDetail,
  orderStatus,
  pickUpOrders,
  placeOrder,
  planPickup,
  readWallet,
  reviewOrder,
  shipOrder,
  type OrderStatus,
} from '@quayside/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  changeSupply,
  aBuyer,
  address,
  anOperator,
  anOrder,
  aStockedShop,
  checkout,
  creditMerchant,
  sendWebhook,
  pay,
  paymentPassword,
  pickUp,
  placeTestOrder,
  webhook,
  type TestOrder,
  type TestShop,
} from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { days, hours, minutes } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryOne, sql } from '../../../platform/database/postgres.ts'
import { runDeadlines } from './pickup/deadlines.ts'
import { sendRefund } from '../../money/payments/send-refund.ts'
import { sendShipmentReminders } from './pickup/send-deadline-reminders.ts'
import { testProcessor } from '../../../providers/test-processor.ts'

let server: TestServer
let shop: TestShop
let finance: string

beforeAll(async () => {
  server = await startTestServer()
  shop = await aStockedShop(server, { products: 2 })
  finance = (await anOperator(server, 'finance')).token
})
afterAll(async () => {
  // After all tests of this file, every check of the books passes.
  const { checks } = await server.must(checkBooks, {}, { token: finance })
  const broken = checks.filter((check) => !check.ok)
  await server.close()
  expect(broken).toEqual([])
})

const statusOf = async (of: TestShop, id: string): Promise<number> =>
  (await server.must(orderDetail, { id }, { token: of.token })).status
const wallet = (of: TestShop) => server.must(readWallet, {}, { token: of.token })

describe('the life cycle of an order', () => {
  // Price: 10.00 + 40 % = 14.00, rounded up to 14.99. Commission: 5 % of 14.99 = 0.75.
  const [payment, commission, cost, earnings, profit] = ['14.99', '0.75', '10.00', '14.24', '4.24']

  test('books the correct amounts at each step from placing to settlement', async () => {
    const mine = await aStockedShop(server)
    const order = await placeTestOrder(server, mine)
    expect(order.total).toBe(payment)
    expect(await statusOf(mine, order.id)).toBe(orderStatus.awaitingPayment)

    await pay(server, order)
    const detail = await server.must(orderDetail, { id: order.id }, { token: mine.token })
    expect(detail).toMatchObject({
      status: 5,
      totalPayment: payment,
      commission,
      totalCost: cost,
      totalEarnings: earnings,
      profit,
      escrow: payment,
    })
    expect(await wallet(mine)).toMatchObject({ balance: '0.00', pending: '0.00', totalIncome: '0.00', escrow: payment })

    const done = await pickUp(server, mine, [order.id])
    expect(done).toMatchObject({ pickedUp: 1, totalCost: cost, profit, balanceAfter: '0.00' })
    const operator = await anOperator(server, 'fulfilment')
    await server.must(
      shipOrder,
      { shopId: mine.shopId, id: order.id, carrier: 'Harbour Post', trackingNumber: 'HP1234' },
      { token: operator.token, key: newId() },
    )
    expect(await statusOf(mine, order.id)).toBe(orderStatus.shipped)

    await server.must(confirmReceipt, { id: order.id }, { token: order.buyer.token, key: newId() })
    // The escrow paid the cost, so the pending amount is the profit.
    expect(await wallet(mine)).toMatchObject({ balance: '0.00', pending: profit })
    await server.must(confirmReceipt, { id: order.id }, { token: order.buyer.token, key: newId() })
    expect(await statusOf(mine, order.id)).toBe(orderStatus.completed)
    expect(await wallet(mine)).toMatchObject({ balance: profit, pending: '0.00', totalIncome: profit, escrow: '0.00' })

    const figures = await server.must(dashboard, {}, { token: mine.token })
    expect(figures).toMatchObject({ totalSales: payment, totalProfit: profit, todayOrders: 1, todaySales: payment })
    const { list } = await server.must(orderBooks, { id: order.id }, { token: mine.token })
    expect(list.map((transfer) => transfer.event)).toEqual([
      'order.paid',
      'order.picked-up',
      'order.shipped',
      'order.received',
      'order.completed',
    ])
    await server.must(reviewOrder, { id: order.id, rating: 4, text: 'Good' }, { token: order.buyer.token })
    expect(
      (await server.call(reviewOrder, { id: order.id, rating: 5, text: '' }, { token: order.buyer.token })).reason,
    ).toBe('order/already-reviewed')
    expect((await server.must(dashboard, {}, { token: mine.token })).rating).toEqual({ mean: 4, reviews: 1 })
  })

  test('earns the same when the escrow or the balance pays the pick-up', async () => {
    const mine = await aStockedShop(server)
    for (let i = 0; i < 3; i += 1) await anOrder(server, mine, { status: orderStatus.completed })
    const before = await wallet(mine)
    expect(before.balance).toBe('12.72')
    const order = await anOrder(server, mine, { status: orderStatus.awaitingShipment, funding: 'balance' })
    expect((await wallet(mine)).balance).toBe('2.72')
    const operator = await anOperator(server, 'fulfilment')
    await server.must(
      shipOrder,
      { shopId: mine.shopId, id: order.id, carrier: 'Harbour Post', trackingNumber: 'HP1234' },
      { token: operator.token, key: newId() },
    )
    await server.must(confirmReceipt, { id: order.id }, { token: order.buyer.token, key: newId() })
    await server.must(confirmReceipt, { id: order.id }, { token: order.buyer.token, key: newId() })
    expect((await wallet(mine)).balance).toBe('16.96')
  })
})

describe('deadlines', () => {
  test('an unpaid order is cancelled after 30 minutes and its stock is released', async () => {
    const mine = await aStockedShop(server, { stock: 1 })
    const order = await placeTestOrder(server, mine)
    const buyer = await aBuyer(server)
    const [listing] = mine.listings
    const again = () =>
      server.call(
        placeOrder,
        {
          shop: mine.shopCode,
          lines: [{ listingId: listing!.id, quantity: 1, price: listing!.price }],
          address,
        },
        { token: buyer.token, key: newId() },
      )
    expect((await again()).reason).toBe('product/stock-gone')
    server.clock.pass(minutes(31))
    await runDeadlines(server.app.ctx)
    const detail = await server.must(orderDetail, { id: order.id }, { token: mine.token })
    expect(detail).toMatchObject({ status: 7, cancelReason: 'unpaid' })
    expect((await again()).code).toBe(1)
  })

  test('an order that is not picked up within 72 hours is refunded and costs the merchant nothing', async () => {
    const mine = await aStockedShop(server)
    const order = await anOrder(server, mine)
    server.clock.pass(hours(72) + 1000)
    await runDeadlines(server.app.ctx)
    expect(await server.must(orderDetail, { id: order.id }, { token: mine.token })).toMatchObject({
      status: 7,
      cancelReason: 'not-picked-up',
      escrow: '0.00',
    })
    expect(await wallet(mine)).toMatchObject({ balance: '0.00', pending: '0.00' })
    const figures = await server.must(dashboard, {}, { token: mine.token })
    expect(figures).toMatchObject({ totalSales: '0.00', credit: { score: null } })
  })

  test('an order not shipped within seven days of its pick-up is refunded, and its cost returns to the account that paid it', async () => {
    const mine = await aStockedShop(server)
    await creditMerchant(server, mine, '100')
    const ids: TestOrder[] = []
    for (const funding of ['escrow', 'balance'] as const)
      ids.push(await anOrder(server, mine, { status: orderStatus.awaitingShipment, funding }))
    const shipBy = new Date(server.clock.now().getTime() + days(7)).toISOString()
    expect((await wallet(mine)).balance).toBe('90.00')
    for (const { id, buyer } of ids) {
      expect((await server.must(orderDetail, { id }, { token: mine.token })).shipBy).toBe(shipBy)
      expect((await server.must(buyerOrderDetail, { id }, { token: buyer.token })).shipBy).toBe(shipBy)
    }
    const desk = await anOperator(server, 'fulfilment')
    const work = await server.must(operatorOrders, { status: orderStatus.awaitingShipment, limit: 100 }, desk)
    expect(work.list.find((row) => row.id === ids[0]!.id)?.shipBy).toBe(shipBy)

    server.clock.pass(days(5))
    expect(await sendShipmentReminders(server.app.ctx)).toBeGreaterThanOrEqual(2)
    expect(await sendShipmentReminders(server.app.ctx)).toBe(0)
    server.clock.pass(days(2) - 1000)
    await runDeadlines(server.app.ctx)
    for (const { id } of ids) expect(await statusOf(mine, id)).toBe(orderStatus.awaitingShipment)
    server.clock.pass(1000)
    await runDeadlines(server.app.ctx)
    for (const { id, buyer } of ids) {
      expect(await server.must(orderDetail, { id }, { token: mine.token })).toMatchObject({
        status: orderStatus.cancelled,
        cancelReason: 'not-shipped',
        escrow: '0.00',
        shipBy: null,
      })
      expect(await server.must(buyerOrderDetail, { id }, { token: buyer.token })).toMatchObject({
        refund: { amount: '14.99', state: 'due' },
        shipBy: null,
      })
      const { list } = await server.must(orderBooks, { id }, { token: mine.token })
      expect(list.map((transfer) => transfer.event)).toEqual([
        'order.paid',
        'order.picked-up',
        'order.cost-returned',
        'order.cancelled',
      ])
    }
    expect(await wallet(mine)).toMatchObject({ balance: '100.00', pending: '0.00' })
  })

  test('a received order settles after seven days, not before', async () => {
    const mine = await aStockedShop(server)
    const order = await anOrder(server, mine, { status: orderStatus.received })
    server.clock.pass(days(6))
    await runDeadlines(server.app.ctx)
    expect(await statusOf(mine, order.id)).toBe(orderStatus.received)
    server.clock.pass(days(1) + 1000)
    await runDeadlines(server.app.ctx)
    expect(await statusOf(mine, order.id)).toBe(orderStatus.completed)
    expect((await wallet(mine)).balance).toBe('4.24')
  })

  test('a shipped order without a delivery report counts as received after thirty days', async () => {
    // A separate server: after thirty days every session has expired.
    const own = await startTestServer()
    const order = await anOrder(own, await aStockedShop(own), { status: orderStatus.shipped })
    own.clock.pass(days(30) + 1000)
    await runDeadlines(own.app.ctx)
    const row = await queryOne(own.owner, sql<{ status: number }>`select status from orders where id = ${order.id}`)
    await own.close()
    expect(row?.status).toBe(orderStatus.received)
  })
})

describe('cancelling', () => {
  test('the merchant declines: the payment is owed to the buyer and then sent', async () => {
    const mine = await aStockedShop(server)
    const order = await anOrder(server, mine)
    await server.must(cancelOrder, { id: order.id }, { token: mine.token, key: newId() })
    const refund = await queryOne(
      server.owner,
      sql<{
        id: string
        amount: bigint
        state: string
      }>`select id, amount, state from buyer_refund where order_id = ${order.id}`,
    )
    expect(refund).toMatchObject({ amount: 1499n, state: 'due' })
    const processors = { test: testProcessor(server.app.ctx, 'x') }
    await sendRefund(server.app.ctx, processors, { shopId: mine.shopId, refundId: refund!.id })
    await sendRefund(server.app.ctx, processors, { shopId: mine.shopId, refundId: refund!.id })
    const { list } = await server.must(orderBooks, { id: order.id }, { token: mine.token })
    expect(list.map((transfer) => transfer.event)).toEqual(['order.paid', 'order.cancelled', 'buyer.refunded'])
  })

  test('the cost of an order that cannot be supplied returns to the account that paid it', async () => {
    const mine = await aStockedShop(server)
    for (let i = 0; i < 3; i += 1) await anOrder(server, mine, { status: orderStatus.completed })
    const order = await anOrder(server, mine, { status: orderStatus.awaitingShipment, funding: 'balance' })
    const operator = await anOperator(server, 'fulfilment')
    await server.must(
      cannotSupply,
      { shopId: mine.shopId, id: order.id, reason: 'out-of-stock' as const, note: '' },
      { token: operator.token, key: newId() },
    )
    expect((await wallet(mine)).balance).toBe('12.72')
    expect(await server.must(orderDetail, { id: order.id }, { token: mine.token })).toMatchObject({
      status: 7,
      cancelReason: 'cannot-supply',
      escrow: '0.00',
    })
  })

  const cannot: [OrderStatus, string, string][] = [
    [orderStatus.awaitingShipment, 'order/gone-meanwhile', 'order/not-awaiting-pickup'],
    [orderStatus.shipped, 'order/gone-meanwhile', 'order/not-awaiting-pickup'],
    [orderStatus.received, 'order/gone-meanwhile', 'order/not-awaiting-pickup'],
    [orderStatus.completed, 'order/gone-meanwhile', 'order/not-awaiting-pickup'],
  ]
  test.each(cannot)('status %i refuses buyer and merchant', async (status, buyers, merchants) => {
    const order = await anOrder(server, shop, { status })
    expect(
      (await server.call(cancelOwnOrder, { id: order.id }, { token: order.buyer.token, key: newId() })).reason,
    ).toBe(buyers)
    expect((await server.call(cancelOrder, { id: order.id }, { token: shop.token, key: newId() })).reason).toBe(
      merchants,
    )
  })
})

describe('picking up', () => {
  test('a plan lists the excluded orders with the reason; a second payment with the same key changes nothing', async () => {
    const mine = await aStockedShop(server)
    const [first, second, unpaid] = [
      await anOrder(server, mine),
      await anOrder(server, mine),
      await placeTestOrder(server, mine),
    ]
    const plan = await server.must(
      planPickup,
      { orders: [first.id, second.id, unpaid.id, newId()] },
      { token: mine.token },
    )
    expect(plan).toMatchObject({
      count: 2,
      totalCost: '20.00',
      profit: '8.48',
      escrow: { covers: true },
      balance: { covers: false, missing: '20.00' },
    })
    expect(plan.leftOut.map((order) => order.id)).toContain(unpaid.id)
    const key = newId()
    const input = { planId: plan.planId, funding: 'escrow' as const, paymentPassword }
    const done = await server.must(pickUpOrders, input, { token: mine.token, key })
    expect(done.pickedUp).toBe(2)
    expect(await server.must(pickUpOrders, input, { token: mine.token, key })).toEqual(done)
    expect((await server.call(pickUpOrders, { ...input, funding: 'balance' }, { token: mine.token, key })).reason).toBe(
      'request/key-reused',
    )
    expect((await server.must(orderCounts, {}, { token: mine.token })).counts).toMatchObject({ 1: 1, 2: 2, 5: 0 })
  })

  test('an order cancelled after the plan was made is excluded, and the others are picked up', async () => {
    const mine = await aStockedShop(server)
    const [stays, goes] = [await anOrder(server, mine), await anOrder(server, mine)]
    const plan = await server.must(planPickup, { orders: 'all' }, { token: mine.token })
    await server.must(cancelOwnOrder, { id: goes.id }, { token: goes.buyer.token, key: newId() })
    const reply = await server.call(
      pickUpOrders,
      { planId: plan.planId, funding: 'escrow', paymentPassword },
      { token: mine.token, key: newId() },
    )
    if (reply.code === 0) throw new Error(reply.msg)
    expect(reply.data.orders.map((order) => order.id)).toEqual([stays.id])
    expect(reply.data.leftOut.map((order) => order.id)).toEqual([goes.id])
    expect(reply.data.totalCost).toBe('10.00')
  })

  test('a cost that differs from the plan is refused with both amounts, and nothing is paid', async () => {
    const mine = await aStockedShop(server)
    const order = await anOrder(server, mine)
    const plan = await server.must(planPickup, { orders: 'all' }, { token: mine.token })
    // The role of the server cannot change the cost of an order. The plan is checked nevertheless.
    await sql`update orders set total_cost = 1100 where id = ${order.id}`.execute(server.owner)
    const input = { planId: plan.planId, funding: 'escrow' as const, paymentPassword }
    const reply = await server.call(pickUpOrders, input, { token: mine.token, key: newId(), lang: 'de' })
    expect(reply).toMatchObject({ reason: 'pickup/cost-changed', values: { planned: '10.00', now: '11.00' } })
    expect(reply.msg).toContain('$11.00')
    expect(await statusOf(mine, order.id)).toBe(orderStatus.awaitingPickup)
    await sql`update orders set total_cost = 1000 where id = ${order.id}`.execute(server.owner)
  })

  test('a pick-up from an insufficient balance is refused and pays nothing', async () => {
    const mine = await aStockedShop(server)
    const order = await anOrder(server, mine)
    const plan = await server.must(planPickup, { orders: [order.id] }, { token: mine.token })
    const reply = await server.call(
      pickUpOrders,
      { planId: plan.planId, funding: 'balance', paymentPassword },
      { token: mine.token, key: newId() },
    )
    expect(reply.reason).toBe('wallet/short')
    expect(await statusOf(mine, order.id)).toBe(orderStatus.awaitingPickup)
  })

  test('an unknown plan, an expired plan and a wrong password are refused; the plan of another shop counts as unknown', async () => {
    const mine = await aStockedShop(server)
    const order = await anOrder(server, mine)
    const plan = await server.must(planPickup, { orders: [order.id] }, { token: mine.token })
    const input = { planId: plan.planId, funding: 'escrow' as const, paymentPassword }
    expect((await server.call(pickUpOrders, input, { token: shop.token, key: newId() })).reason).toBe(
      'pickup/plan-unknown',
    )
    const wrong = await server.call(
      pickUpOrders,
      { ...input, paymentPassword: '000111' },
      { token: mine.token, key: newId() },
    )
    expect(wrong).toMatchObject({ reason: 'payment-password/wrong', values: { left: 4 } })
    expect(wrong.msg).toContain('4')
    server.clock.pass(minutes(11))
    expect((await server.call(pickUpOrders, input, { token: mine.token, key: newId() })).reason).toBe(
      'pickup/plan-expired',
    )
    expect((await server.call(pickUpOrders, input, { token: mine.token })).status).toBe(400)
    expect(await statusOf(mine, order.id)).toBe(orderStatus.awaitingPickup)
  })

  test('a price change of the supplier does not affect existing orders', async () => {
    const mine = await aStockedShop(server)
    const order = await anOrder(server, mine)
    const { token } = await anOperator(server, 'catalogue')
    expect((await changeSupply(server, mine.products[0]!, { supplierPrice: '99.00' }, { token })).offShelf).toBe(1)
    expect((await pickUp(server, mine, [order.id])).totalCost).toBe('10.00')
  })
})

describe('payments', () => {
  test('a repeated webhook is booked once, a forged one is not booked', async () => {
    const mine = await aStockedShop(server)
    const order = await placeTestOrder(server, mine)
    const reference = await checkout(server, order)
    expect(await sendWebhook(server, webhook(reference, order.total), 'wrong secret')).toBe(400)
    expect(await sendWebhook(server, webhook('tc_unknown', order.total))).toBe(200)
    expect(await statusOf(mine, order.id)).toBe(orderStatus.awaitingPayment)
    expect(await sendWebhook(server, webhook(reference, order.total, { type: 'payment.processing', id: 'ev_p' }))).toBe(
      200,
    )
    const body = webhook(reference, order.total)
    for (let i = 0; i < 3; i += 1) expect(await sendWebhook(server, body)).toBe(200)
    // The same capture with another event id is the same payment.
    expect(await sendWebhook(server, webhook(reference, order.total, { id: 'ev_other' }))).toBe(200)
    expect(await server.must(orderDetail, { id: order.id }, { token: mine.token })).toMatchObject({
      status: 5,
      escrow: order.total,
    })
  })

  test('a payment after the time-out or of a wrong amount is refunded in full', async () => {
    const mine = await aStockedShop(server)
    const late = await placeTestOrder(server, mine)
    const reference = await checkout(server, late)
    server.clock.pass(minutes(31))
    await runDeadlines(server.app.ctx)
    expect(await sendWebhook(server, webhook(reference, late.total))).toBe(200)
    expect(await statusOf(mine, late.id)).toBe(orderStatus.cancelled)
    const odd = await placeTestOrder(server, mine)
    expect(await sendWebhook(server, webhook(await checkout(server, odd), '1.00'))).toBe(200)
    expect(await statusOf(mine, odd.id)).toBe(orderStatus.awaitingPayment)
    const refunds = await queryOne(
      server.owner,
      sql<{
        n: number
        sum: bigint
      }>`select count(*)::int as n, sum(amount)::bigint as sum from buyer_refund where shop_id = ${mine.shopId}`,
    )
    expect(refunds).toEqual({ n: 2, sum: 1499n + 100n })
  })

  test('a repeated request returns the same order; a different request with the same key is refused', async () => {
    const buyer = await aBuyer(server)
    const [listing] = shop.listings
    const input = {
      shop: shop.shopCode,
      lines: [{ listingId: listing!.id, quantity: 1, price: listing!.price }],
      address,
    }
    const as = { token: buyer.token, key: newId() }
    const first = await server.must(placeOrder, input, as)
    expect(await server.must(placeOrder, input, as)).toEqual(first)
    const other = await server.call(placeOrder, { ...input, address: { ...address, city: 'Galway' } }, as)
    expect(other.reason).toBe('request/key-reused')
    const dear = await server.call(
      placeOrder,
      { ...input, lines: [{ ...input.lines[0]!, price: '1.00' }] },
      { ...as, key: newId() },
    )
    expect(dear.reason).toBe('order/price-changed')
  })
})

test('the list returns each order once over its pages, and finds orders by number and buyer', async () => {
  const mine = await aStockedShop(server)
  const orders = await Promise.all(Array.from({ length: 25 }, () => placeTestOrder(server, mine)))
  const seen: string[] = []
  for (let cursor: string | null | undefined = undefined; cursor !== null;) {
    const page: { list: { id: string }[]; cursor: string | null; total: number } = await server.must(
      listOrders,
      { limit: 10, ...(cursor ? { cursor } : {}) },
      { token: mine.token },
    )
    expect(page.total).toBe(25)
    seen.push(...page.list.map((order) => order.id))
    cursor = page.cursor
  }
  expect(new Set(seen)).toEqual(new Set(orders.map((order) => order.id)))
  expect(seen).toHaveLength(25)
  const found = await server.must(listOrders, { search: orders[3]!.code }, { token: mine.token })
  expect(found.list.map((order) => order.id)).toEqual([orders[3]!.id])
})
