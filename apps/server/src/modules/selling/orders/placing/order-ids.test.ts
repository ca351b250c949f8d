/**
 * Attacks with an id that the buyer's device chooses. Such an id is an idempotency key of this buyer's requests and
 * identifies nothing else.
 */
import {
  buyerOrderDetail,
  cancelOwnOrder,
  confirmReceipt,
  orderDetail,
  orderStatus,
  payOrder,
  placeOrder,
  requestRefund,
  reviewOrder,
  shipOrder,
} from '@quayside/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  reportDelivery,
  aBuyer,
  address,
  anOperator,
  aStockedShop,
  checkout,
  sendWebhook,
  pay,
  pickUp,
  placeTestOrder,
  webhook,
  type TestOrder,
  type TestShop,
} from '../../../../../test/builders.ts'
import { postUnchecked } from '../../../../../test/post-unchecked.ts'
import { startTestServer, type TestServer } from '../../../../../test/server.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { queryOne, sql, withTransaction } from '../../../../platform/database/postgres.ts'
import { releaseStock } from '../../../shop/catalogue/stock.ts'
import { credit, debit, platformOwner } from '../../../money/ledger/entry.ts'
import { checkBooks } from '../../../money/reconciliation/store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  const checks = await checkBooks(server.owner, server.clock.now())
  await server.close()
  expect(checks.filter((check) => !check.ok)).toEqual([])
})

const cart = (shop: TestShop, quantity = 1) => ({
  shop: shop.shopCode,
  lines: [{ listingId: shop.listings[0]!.id, quantity, price: shop.listings[0]!.price }],
  address,
})
/** Places an order under a key that the test chooses. */
async function placedAs(key: string, shop: TestShop, buyer?: TestOrder['buyer'], quantity = 1): Promise<TestOrder> {
  const by = buyer ?? (await aBuyer(server))
  const order = await server.must(placeOrder, cart(shop, quantity), { token: by.token, key })
  return { id: order.id, code: order.code, total: order.total, buyer: by, shop }
}
const seenBy = (order: TestOrder) => server.must(orderDetail, { id: order.id }, { token: order.shop.token })
const stockOf = async (shop: TestShop) =>
  (await queryOne(server.owner, sql<{ stock: number }>`select stock from product where id = ${shop.products[0]!}`))!
    .stock
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { constraint?: string }) => error.constraint ?? String(error),
  )

describe('the same key from two buyers in two shops', () => {
  test('each order has its own checkout, and the victim’s payment pays only the victim’s order', async () => {
    const [mine, theirs] = [await aStockedShop(server), await aStockedShop(server)]
    const key = newId()
    const victim = await placedAs(key, mine)
    const attacker = await placedAs(key, theirs)
    expect(attacker.id).not.toBe(victim.id)
    // The attacker opens a checkout first.
    const bait = await checkout(server, attacker)
    const own = await checkout(server, victim)
    expect(own).not.toBe(bait)
    expect(await sendWebhook(server, webhook(own, victim.total))).toBe(200)
    expect(await seenBy(victim)).toMatchObject({ status: orderStatus.awaitingPickup, escrow: victim.total })
    expect(await seenBy(attacker)).toMatchObject({ status: orderStatus.awaitingPayment, escrow: '0.00' })
  })

  test('both payments are booked when each order is paid at its own checkout', async () => {
    const [mine, theirs] = [await aStockedShop(server), await aStockedShop(server)]
    const key = newId()
    const orders = [await placedAs(key, mine), await placedAs(key, theirs, undefined, 2)]
    for (const order of orders) {
      expect(await sendWebhook(server, webhook(await checkout(server, order), order.total))).toBe(200)
      expect(await seenBy(order)).toMatchObject({ status: orderStatus.awaitingPickup, escrow: order.total })
    }
  })

  test('cancelling an order of one piece releases one piece', async () => {
    const mine = await aStockedShop(server, { stock: 11 })
    const key = newId()
    const ten = await placedAs(key, mine, undefined, 10)
    await pay(server, ten)
    const attacker = await placedAs(key, mine)
    expect(await stockOf(mine)).toBe(0)
    await server.must(cancelOwnOrder, { id: attacker.id }, { token: attacker.buyer.token, key: newId() })
    expect(await stockOf(mine)).toBe(1)
    expect((await seenBy(ten)).status).toBe(orderStatus.awaitingPickup)
  })
})

describe('the same key twice from one buyer', () => {
  test('creates one order in one shop, which can be paid, received, reviewed and refunded', async () => {
    const [mine, other] = [await aStockedShop(server), await aStockedShop(server)]
    const key = newId()
    const order = await placedAs(key, mine)
    const as = { token: order.buyer.token, key }
    expect((await server.call(placeOrder, cart(other), as)).reason).toBe('request/key-reused')
    expect((await server.call(placeOrder, cart(mine, 2), as)).reason).toBe('request/key-reused')
    expect(await server.must(placeOrder, cart(mine), as)).toMatchObject({ id: order.id, code: order.code })
    expect(await server.must(buyerOrderDetail, { id: order.id }, as)).toMatchObject({ shop: mine.shopCode })

    await pay(server, order)
    await pickUp(server, mine, [order.id])
    const staff = (await anOperator(server, 'fulfilment')).token
    const named = { shopId: mine.shopId, id: order.id }
    await server.must(
      shipOrder,
      { ...named, carrier: 'Harbour Post', trackingNumber: 'HP1234' },
      { token: staff, key: newId() },
    )
    await reportDelivery(server, named)
    const refund = { orderId: order.id, amount: '0.50', reason: 'damaged' as const, text: 'Torn' }
    expect((await server.call(requestRefund, refund, { ...as, key: newId() })).code).toBe(1)
    expect((await server.call(confirmReceipt, { id: order.id }, { ...as, key: newId() })).reason).toBe(
      'refund/already-open',
    )
    expect((await server.call(reviewOrder, { id: order.id, rating: 5, text: '' }, as)).reason).toBe(
      'order/not-completed',
    )
    expect((await server.call(cancelOwnOrder, { id: order.id }, { ...as, key: newId() })).reason).toBe(
      'order/gone-meanwhile',
    )
  })

  test('twenty concurrent requests create one order', async () => {
    const shop = await aStockedShop(server)
    const { token } = await aBuyer(server)
    const key = newId()
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => server.call(placeOrder, cart(shop), { token, key })),
    )
    const answers = replies.filter((reply) => reply.code === 1).map((reply) => JSON.stringify(reply.data))
    expect(answers.length).toBeGreaterThan(0)
    expect(new Set(answers).size).toBe(1)
    expect(replies.filter((reply) => reply.code === 0 && reply.reason !== 'request/busy')).toEqual([])
    const row = await queryOne(
      server.owner,
      sql<{ n: number }>`select count(*)::int as n from orders where shop_id = ${shop.shopId}`,
    )
    expect(row!.n).toBe(1)
  })

  test('the database refuses the second order when the record of the key is deleted', async () => {
    const [mine, other] = [await aStockedShop(server), await aStockedShop(server)]
    const key = newId()
    const order = await placedAs(key, mine)
    await sql`delete from request_key where key = ${key}`.execute(server.owner)
    const again = await server.call(placeOrder, cart(other), { token: order.buyer.token, key })
    expect(again.reason).toBe('request/key-reused')
  })

  test('a request without a key is refused', async () => {
    const shop = await aStockedShop(server)
    const { token } = await aBuyer(server)
    expect((await server.call(placeOrder, cart(shop), { token })).reason).toBe('request/key-missing')
    // The request has no field for an id.
    const named = { ...cart(shop), id: newId() }
    expect((await server.call(placeOrder, named, { token, key: newId() })).code).toBe(0)
  })
})

describe('a captured payment', () => {
  const refundsOf = (order: TestOrder) =>
    queryOne(
      server.owner,
      sql<{ n: number; sum: string }>`select count(*)::int as n, coalesce(sum(amount), 0)::text as sum
        from buyer_refund where order_id = ${order.id}`,
    )

  test('of a wrong amount is refunded, and the order can be paid at a new checkout', async () => {
    const order = await placeTestOrder(server, await aStockedShop(server))
    const first = await checkout(server, order)
    expect(await sendWebhook(server, webhook(first, '1.00'))).toBe(200)
    const second = await checkout(server, order)
    expect(second).not.toBe(first)
    expect(await sendWebhook(server, webhook(second, order.total))).toBe(200)
    expect(await seenBy(order)).toMatchObject({ status: orderStatus.awaitingPickup, escrow: order.total })
    expect(await refundsOf(order)).toEqual({ n: 1, sum: '100' })
  })

  test('that the escrow cannot take is refunded, and the webhook is accepted', async () => {
    const order = await placeTestOrder(server, await aStockedShop(server))
    const { shopId } = order.shop
    const stray = (from: 'D' | 'C') =>
      postUnchecked(server.owner, {
        shopId,
        key: `stray:${order.id}:${from}`,
        event: 'order.paid',
        ref: order.id,
        actor: 'test',
        at: server.clock.now(),
        lines: [
          from === 'C' ? debit('L.S.payable', platformOwner, 1n) : credit('L.S.payable', platformOwner, 1n),
          from === 'C' ? credit('L.O.escrow', order.id, 1n) : debit('L.O.escrow', order.id, 1n),
        ],
      })
    // The escrow account holds a cent too much: the constraint order_escrow refuses to mark the order as paid.
    await stray('C')
    expect(await sendWebhook(server, webhook(await checkout(server, order), order.total))).toBe(200)
    expect(await refundsOf(order)).toEqual({ n: 1, sum: '1499' })
    expect((await seenBy(order)).status).toBe(orderStatus.awaitingPayment)
    await stray('D')
  })

  test('for a cancelled order is refunded', async () => {
    const order = await placeTestOrder(server, await aStockedShop(server))
    const reference = await checkout(server, order)
    await server.must(cancelOwnOrder, { id: order.id }, { token: order.buyer.token, key: newId() })
    expect(await sendWebhook(server, webhook(reference, order.total))).toBe(200)
    expect((await seenBy(order)).status).toBe(orderStatus.cancelled)
    expect(await refundsOf(order)).toEqual({ n: 1, sum: '1499' })
  })

  test('for an order that is already paid is refunded', async () => {
    const order = await placeTestOrder(server, await aStockedShop(server))
    await pay(server, order)
    const [paymentId, reference] = [newId(), `tc_${newId()}`]
    await sql`insert into payment (shop_id, id, order_id, processor, reference, checkout_url, amount, created_at)
      values (${order.shop.shopId}, ${paymentId}, ${order.id}, 'test', ${reference}, '', 1499, now())`.execute(
      server.owner,
    )
    await sql`insert into test_checkout (reference, payment_id, description, amount, created_at)
      values (${reference}, ${paymentId}, '', 1499, now())`.execute(server.owner)
    expect(await sendWebhook(server, webhook(reference, order.total))).toBe(200)
    expect(await seenBy(order)).toMatchObject({ status: orderStatus.awaitingPickup, escrow: order.total })
    expect(await refundsOf(order)).toEqual({ n: 1, sum: '1499' })
  })
})

describe('the database', () => {
  test('refuses a second order, payment or escrow account with the same id, in any shop', async () => {
    const [mine, theirs] = [await aStockedShop(server), await aStockedShop(server)]
    const order = await placeTestOrder(server, mine)
    await pay(server, order)
    const copy = sql`insert into orders (shop_id, id, client_id, code, buyer_id, buyer_name, status, title, quantity, total_cost, total_payment,
        commission, address, placed_at, pay_until)
      select ${theirs.shopId}, id, 'another', 'ANOTHER', buyer_id, buyer_name, 1, title, quantity, total_cost, total_payment, commission, address,
        placed_at, pay_until from orders where id = ${order.id}`
    expect(await codeOf(copy.execute(server.db))).toBe('order_id_once')
    const other = await placeTestOrder(server, theirs)
    const payment = sql`insert into payment (shop_id, id, order_id, processor, amount, created_at)
      select ${theirs.shopId}, id, ${other.id}, processor, amount, created_at from payment where order_id = ${order.id}`
    expect(await codeOf(payment.execute(server.db))).toBe('payment_id_once')
    const into = (shopId: string, owner: string, kind: 'L.O.escrow' | 'L.M.available') =>
      postUnchecked(server.owner, {
        shopId,
        key: newId(),
        event: 'order.paid',
        ref: owner,
        actor: 'test',
        at: server.clock.now(),
        lines: [debit('L.S.payable', platformOwner, 1n), credit(kind, owner, 1n)],
      })
    expect(await codeOf(into(theirs.shopId, order.id, 'L.O.escrow'))).toBe('account_owner')
    expect(await codeOf(into(mine.shopId, other.id, 'L.O.escrow'))).toBe('account_owner')
    expect(await codeOf(into(mine.shopId, newId(), 'L.O.escrow'))).toBe('account_owner')
    expect(await codeOf(into(mine.shopId, theirs.shopId, 'L.M.available'))).toBe('account_owner')
  })

  test('releases the stock of an order only for its own shop, and never more than was reserved', async () => {
    const mine = await aStockedShop(server, { stock: 5 })
    const other = await aStockedShop(server)
    const order = await placeTestOrder(server, mine, 3)
    await withTransaction(server.db, (tx) =>
      releaseStock(tx, { shopId: other.shopId, id: order.id }, server.clock.now()),
    )
    expect(await stockOf(mine)).toBe(2)
    const release = sql`insert into stock_movement (product_id, kind, pieces, shop_id, order_id, at)
      values (${mine.products[0]!}, 'release', 4, ${mine.shopId}, ${order.id}, now())`
    expect(await codeOf(release.execute(server.db))).toBe('stock_released_once')
  })
})

test('concurrent requests to pay an order get the same checkout', async () => {
  const order = await placeTestOrder(server, await aStockedShop(server))
  const asked = await Promise.all(
    Array.from({ length: 8 }, () => server.must(payOrder, { id: order.id }, { token: order.buyer.token })),
  )
  expect(new Set(asked.map((answer) => answer.reference)).size).toBe(1)
})
