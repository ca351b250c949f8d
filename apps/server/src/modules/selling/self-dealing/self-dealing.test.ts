/**
 * Merchants who buy from their own shop, on real PostgreSQL: the signs that open a review, and the effects of an open
 * review and of a decision.
 */
import {
  confirmReceipt,
  dashboard,
  decideOrderReview,
  decideRefund,
  listOrderReviews,
  listMessages,
  login,
  objectRefund,
  openCardDeposit,
  orderDetail,
  orderStatus,
  placeOrder,
  readWallet,
  refundDetail,
  requestRefund,
  reviewOrder,
  shipOrder,
  type SelfDealingSign,
} from '@quayside/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aBuyer,
  address,
  anOperator,
  anOrder,
  aStockedShop,
  checkout,
  sendWebhook,
  loginPassword,
  pay,
  pickUp,
  reportDelivery,
  webhook,
  type TestOrder,
  type TestShop,
} from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { days, hours } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryOne, sql } from '../../../platform/database/postgres.ts'
import { processEvents } from '../../people/messages/process-events.ts'
import { checkBooks } from '../../money/reconciliation/store.ts'
import { runRefundDeadlines } from '../refunds/answer-refund.ts'
import { publicNetworkOf, sameAddress, sameEmail, samePhone, traceRetention } from './signs.ts'
import { deleteOldTraces } from './store.ts'

let server: TestServer
let operator: string
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  const broken = (await checkBooks(server.owner, server.clock.now())).filter((check) => !check.ok)
  await server.close()
  expect(broken).toEqual([])
})

type RequestOrigin = { ip?: string; agent?: string; device?: string }
let n = 0
/** Unused public addresses. */
const anAddress = () => `203.0.113.${(n += 1)}`

async function order(shop: TestShop, from: RequestOrigin = {}, more: { buyer?: TestOrder['buyer']; to?: object } = {}) {
  const buyer = more.buyer ?? (await aBuyer(server))
  const [listing] = shop.listings
  const placed = await server.must(
    placeOrder,
    {
      shop: shop.shopCode,
      lines: [{ listingId: listing!.id, quantity: 1, price: listing!.price }],
      address: { ...address, ...more.to },
    },
    { token: buyer.token, key: newId(), ...from },
  )
  return { ...placed, shop, buyer } as TestOrder
}
const paid = async (...given: Parameters<typeof order>): Promise<TestOrder> => {
  const made = await order(...given)
  await pay(server, made)
  return made
}
const merchantUses = (shop: TestShop, from: RequestOrigin) =>
  server.must(login, { name: shop.email, password: loginPassword }, from)
const signsOf = async (of: TestOrder): Promise<SelfDealingSign[]> =>
  (await queryOne(server.owner, sql<{ signs: SelfDealingSign[] }>`select signs from order_review where id = ${of.id}`))
    ?.signs ?? []
const readDashboard = (shop: TestShop) => server.must(dashboard, {}, { token: shop.token })

describe('the signs that open a review', () => {
  test('the same device', async () => {
    const shop = await aStockedShop(server)
    const { userinfo } = await merchantUses(shop, {})
    expect(await signsOf(await paid(shop, { device: userinfo.device! }))).toEqual(['device'])
    // For another shop it is no sign.
    expect(await signsOf(await paid(await aStockedShop(server), { device: userinfo.device! }))).toEqual([])
  })

  test('the same browser at the same network address, within a day', async () => {
    const shop = await aStockedShop(server)
    const from = { ip: anAddress(), agent: 'Mozilla/5.0 (Linux) Chrome/140' }
    await merchantUses(shop, from)
    expect(await signsOf(await paid(shop, { ...from, agent: 'Another' }))).toEqual([])
    expect(await signsOf(await paid(shop, from))).toEqual(['agent'])
    server.clock.pass(hours(25))
    const later = await aStockedShop(server)
    await merchantUses(later, from)
    server.clock.pass(hours(25))
    expect(await signsOf(await paid(later, from))).toEqual([])
  })

  test('a public network address alone from the third order on, and never a private address', async () => {
    const shop = await aStockedShop(server)
    const ip = anAddress()
    await merchantUses(shop, { ip, agent: 'The merchant’s' })
    const from = (name: string) => ({ ip, agent: name })
    expect(await signsOf(await paid(shop, from('a')))).toEqual([])
    expect(await signsOf(await paid(shop, from('b')))).toEqual([])
    expect(await signsOf(await paid(shop, from('c')))).toEqual(['address'])

    // In a demo all requests come from one machine.
    const demo = await aStockedShop(server)
    for (const local of ['127.0.0.1', '192.168.1.7', '10.0.0.3', '::1']) {
      await merchantUses(demo, { ip: local, agent: 'Robot' })
      for (let i = 0; i < 3; i += 1) expect(await signsOf(await paid(demo, { ip: local, agent: 'Robot' }))).toEqual([])
    }
  })

  test('the same card, e-mail or phone, and delivery to the registered address', async () => {
    const shop = await aStockedShop(server)
    const { checkoutUrl } = await server.must(openCardDeposit, { amount: '100' }, { token: shop.token, key: newId() })
    await payByCard(checkoutUrl.split('/').at(-1)!, '100.00', 'card_1')
    for (const [card, signs] of [
      ['card_2', []],
      ['card_1', ['card']],
    ] as const) {
      const made = await order(shop)
      await payByCard(await checkout(server, made), made.total, card)
      expect(await signsOf(made)).toEqual(signs)
    }

    await sql`update merchant set phone = '+353 87 123 4567' where shop_id = ${shop.shopId}`.execute(server.owner)
    await sql`update registration set address = '14 Harbour Row, T23 Cork, Ireland' where shop_id = ${shop.shopId}`.execute(
      server.owner,
    )
    expect(await signsOf(await paid(shop, {}, { to: { phone: '087 123 4567' } }))).toEqual(['phone'])
    expect(await signsOf(await paid(shop, {}, { to: { street: '14 HARBOUR ROW', city: 'Cork' } }))).toEqual([
      'shipping-address',
    ])
    const buyer = await aBuyer(server)
    const [name, domain] = shop.email.split('@')
    await sql`update buyer set email = ${`${name!.toUpperCase()}+shop@${domain}`} where id = ${buyer.buyerId}`.execute(
      server.owner,
    )
    expect(await signsOf(await paid(shop, {}, { buyer }))).toEqual(['email'])
    expect(await signsOf(await paid(shop))).toEqual([])
  })
})

/** Pays a checkout with a card whose fingerprint the processor reports. */
async function payByCard(reference: string, amount: string, card: string): Promise<void> {
  await sql`update test_checkout set card = ${card} where reference = ${reference}`.execute(server.owner)
  expect(await sendWebhook(server, webhook(reference, amount))).toBe(200)
}

test('a trace is stored as a keyed hash and deleted after its retention time', async () => {
  const shop = await aStockedShop(server)
  const ip = anAddress()
  await merchantUses(shop, { ip, agent: 'Browser' })
  const kept = await queryOne(
    server.owner,
    sql<{
      n: number
      text: string
    }>`select count(*)::int as n, string_agg(encode(hash, 'escape'), '') as text from trace where party_id = ${shop.shopId}`,
  )
  expect(kept!.n).toBe(3)
  expect(kept!.text).not.toContain(ip)
  await deleteOldTraces(server.db, new Date(server.clock.now().getTime() + 1))
  expect(
    (await queryOne(
      server.owner,
      sql<{ n: number }>`select count(*)::int as n from trace where party_id = ${shop.shopId}`,
    ))!.n,
  ).toBe(0)
  expect(traceRetention).toBe(days(90))
})

describe('an order under review', () => {
  const sold = async () => {
    const shop = await aStockedShop(server)
    const { userinfo } = await merchantUses(shop, {})
    const made = await order(shop, { device: userinfo.device! })
    return { shop, made }
  }
  const goOn = async (shop: TestShop, made: TestOrder, status: keyof typeof orderStatus) => {
    await pay(server, made)
    // From here on as for any other order.
    await anOrderOnItsWay(shop, made, orderStatus[status])
  }
  const decide = async (made: TestOrder, decision: 'clear' | 'uphold') => {
    operator = (await anOperator(server, 'support')).token
    return server.must(
      decideOrderReview,
      { shopId: made.shop.shopId, id: made.id, decision, text: 'A neighbour, as the papers show' },
      { token: operator },
    )
  }

  test('is paid, shipped and settled like any other order, and counts in no figure until it is cleared', async () => {
    const { shop, made } = await sold()
    await goOn(shop, made, 'completed')
    await server.must(reviewOrder, { id: made.id, rating: 5, text: 'Great' }, { token: made.buyer.token })
    expect(await server.must(readWallet, {}, { token: shop.token })).toMatchObject({ balance: '4.24' })
    const nothing = { totalSales: '0.00', totalProfit: '0.00', todayOrders: 0, rating: { mean: null, reviews: 0 } }
    expect(await readDashboard(shop)).toMatchObject({ ...nothing, credit: { score: null } })
    const ranked = () =>
      queryOne(
        server.owner,
        sql<{
          units: number
        }>`select coalesce(sum(units), 0)::int as units from product_day where product_id = any(${shop.products}::uuid[])`,
      ).then((row) => row!.units)
    expect(await ranked()).toBe(0)
    const detail = () => server.must(orderDetail, { id: made.id }, { token: shop.token })
    expect((await detail()).review).toEqual({ state: 'open', reason: null })

    expect(await decide(made, 'clear')).toEqual({ state: 'cleared' })
    const all = { totalSales: '14.99', totalProfit: '4.24', todayOrders: 1, rating: { mean: 5, reviews: 1 } }
    expect(await readDashboard(shop)).toMatchObject(all)
    expect(await ranked()).toBe(1)
    expect((await readDashboard(shop)).credit.score).not.toBeNull()
    expect((await detail()).review).toEqual({ state: 'cleared', reason: 'A neighbour, as the papers show' })
    // A later decision replaces the earlier one.
    expect(await decide(made, 'uphold')).toEqual({ state: 'upheld' })
    expect(await readDashboard(shop)).toMatchObject(nothing)
    expect(await ranked()).toBe(0)
    const { list } = await server.must(listOrderReviews, { state: 'upheld', limit: 50 }, { token: operator })
    expect(list.find((row) => row.order.id === made.id)).toMatchObject({ signs: ['device'], paid: '14.99' })
  })

  test('the merchant gets a message at each step', async () => {
    const { shop, made } = await sold()
    await pay(server, made)
    await decide(made, 'uphold')
    await decide(made, 'clear')
    await processEvents(server.app.ctx)
    const { list } = await server.must(listMessages, { limit: 20 }, { token: shop.token })
    const kinds = list.map((message) => message.kind).filter((kind) => /set-aside|cleared|upheld/.test(kind))
    expect(kinds).toEqual(['order.cleared', 'order.upheld', 'order.set-aside'])
  })

  test('costs the platform nothing when nobody decides an objection', async () => {
    const { shop, made } = await sold()
    await goOn(shop, made, 'received')
    const asked = { orderId: made.id, amount: '3.00', reason: 'damaged' as const, text: '' }
    const { refund } = await server.must(requestRefund, asked, { token: made.buyer.token, key: newId() })
    await server.must(objectRefund, { id: refund!.id, text: 'It left whole' }, { token: shop.token })
    server.clock.pass(days(10))
    await runRefundDeadlines(server.app.ctx)
    const { pays, state } = await server.must(refundDetail, { id: refund!.id }, { token: shop.token })
    expect([state, pays]).toEqual([
      'refunded',
      [
        { from: 'pending', amount: '2.85' },
        { from: 'commission', amount: '0.15' },
      ],
    ])
    const late = { shopId: shop.shopId, id: refund!.id, decision: 'approve' as const, text: 'Too late' }
    const { token } = await anOperator(server, 'support')
    expect((await server.call(decideRefund, late, { token, key: newId() })).reason).toBe('refund/not-open')
  })

  test('the database counts it only after a decided review', async () => {
    const { made } = await sold()
    await pay(server, made)
    await expect(sql`update orders set counted = true where id = ${made.id}`.execute(server.db)).rejects.toMatchObject({
      code: '42501',
    })
    await expect(
      sql`update order_review set state = 'cleared' where id = ${made.id}`.execute(server.db),
    ).rejects.toMatchObject({ constraint: 'order_review_decided' })
    await expect(sql`delete from order_review where id = ${made.id}`.execute(server.db)).rejects.toMatchObject({
      code: '42501',
    })
  })
})

/** Takes a paid order to a later status. */
async function anOrderOnItsWay(shop: TestShop, made: TestOrder, status: number): Promise<void> {
  await pickUp(server, shop, [made.id])
  const { token } = await anOperator(server, 'fulfilment')
  const named = { shopId: shop.shopId, id: made.id }
  const parcel = { ...named, carrier: 'Harbour Post', trackingNumber: 'HP123456' }
  await server.must(shipOrder, parcel, { token, key: newId() })
  await reportDelivery(server, named)
  if (status === orderStatus.completed)
    await server.must(confirmReceipt, { id: made.id }, { token: made.buyer.token, key: newId() })
}

test('an order without a sign counts in the figures', async () => {
  const shop = await aStockedShop(server)
  await anOrder(server, shop, { status: orderStatus.completed })
  expect(await readDashboard(shop)).toMatchObject({ totalSales: '14.99', todayOrders: 1 })
})

test('networks, mailboxes, phone numbers and addresses are compared in normalised form', () => {
  expect(publicNetworkOf('203.0.113.9')).toBe('203.0.113.9')
  expect(publicNetworkOf('::ffff:203.0.113.9')).toBe('203.0.113.9')
  expect(publicNetworkOf('2001:db8:1:2:3:4:5:6')).toBe(publicNetworkOf('2001:0db8:0001:0002::9'))
  expect(publicNetworkOf('2001:db8:1:2::1')).not.toBe(publicNetworkOf('2001:db8:1:3::1'))
  for (const own of [
    '127.0.0.1',
    '10.1.2.3',
    '172.20.0.1',
    '192.168.0.1',
    '100.64.0.1',
    '::1',
    'fd00::1',
    'fe80::1',
    '::ffff:10.0.0.1',
    'x',
  ])
    expect([own, publicNetworkOf(own)]).toEqual([own, null])
  expect(sameEmail('Ada.Quay+x@Example.com', 'ada.quay@example.com')).toBe(true)
  expect(sameEmail('ada@example.com', 'ada@example.org')).toBe(false)
  expect(samePhone('+353 87 123 4567', '087-1234567')).toBe(true)
  expect(samePhone('+353 87 123 4567', '4567')).toBe(false)
  expect(samePhone('', '')).toBe(false)
  const there = { street: '14 Harbour Row', city: 'Cork', postcode: 'T23' }
  expect(sameAddress('14, Harbour Row; Cork', there)).toBe(true)
  expect(sameAddress('114 Harbour Row, Cork', there)).toBe(false)
  expect(sameAddress('14 Harbour Row, Dublin', there)).toBe(false)
  expect(sameAddress('Harbour Row, Cork', { ...there, street: 'Harbour Row' })).toBe(false)
})
