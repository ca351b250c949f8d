/** Coupons: who bears them, how often they can be used, and that refunds return what was really paid. */
import {
  accounts,
  cancelOrder,
  createCoupon,
  financeReport,
  listCoupons,
  listPlatformCoupons,
  parseCents,
  orderDetail,
  orderStatus,
  placeOrder,
  planCoupon,
  planPickup,
  proposeCoupon,
  refuseAct,
  requestRefund,
  stopCoupon,
  stopPlatformCoupon,
  type RequestBody,
  joinAsBuyer,
} from '@quayside/contract'
import { couponShares, couponTakes } from '@quayside/contract/coupons'
import { proRata } from '@quayside/contract/tax'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aBuyer,
  address,
  anAddress,
  anOperator,
  anOrder,
  aSigner,
  aStockedShop,
  checkout,
  mustSign,
  pay,
  placeTestOrder,
  reportDelivery,
  sendWebhook,
  webhook,
  type TestOrder,
  type TestShop,
} from '../../../../test/builders.ts'
import * as charges from '../../../../test/charges.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { days, hours } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryOne, sql } from '../../../platform/database/postgres.ts'
import { runDeadlines } from '../orders/pickup/deadlines.ts'
import { checkBooks } from '../../money/reconciliation/store.ts'
import type { OrderMoney } from '../orders/entries.ts'
import { couponFor, refundable } from '../refunds/refund.ts'
import { mailboxOf } from '../../../domain/mailbox.ts'
import { placeOf } from './apply-coupon.ts'

// One piece costs 14.99, of which the purchase costs 10.00. The commission is 5 %.
let server: TestServer
let shop: TestShop
let finance: string
beforeAll(async () => {
  server = await startTestServer({
    settings: {
      shippingRates: [{ country: '*', cost: 450, from: 4, to: 9 }],
      taxRates: [{ country: 'IE', rate: 2300, shown: 'included' }],
    },
  })
  shop = await aStockedShop(server)
  finance = (await anOperator(server, 'finance')).token
})
afterAll(async () => {
  const broken = (await checkBooks(server.owner, server.clock.now())).filter((check) => !check.ok)
  await server.close()
  expect(broken).toEqual([])
})

const terms = {
  percent: 20 as number | null,
  amount: null as string | null,
  minimum: '0',
  from: null as string | null,
  until: null as string | null,
  uses: null as number | null,
  usesPerBuyer: null as number | null,
}
let serial = 0
const aCode = () => `CODE${(serial += 1)}`
const create = (of: TestShop, wish: Partial<RequestBody<typeof createCoupon>> = {}) =>
  server.call(createCoupon, { ...terms, code: aCode(), listings: [], ...wish }, { token: of.token, key: newId() })
/** Makes a coupon of the shop and returns its code. */
async function ofShop(of: TestShop, wish: Partial<RequestBody<typeof createCoupon>> = {}): Promise<string> {
  const code = wish.code ?? aCode()
  expect((await create(of, { ...wish, code })).code).toBe(1)
  return code
}
const propose = (wish: Partial<RequestBody<typeof proposeCoupon>> = {}) =>
  server.call(
    proposeCoupon,
    { ...terms, code: aCode(), budget: '100', reason: 'Opening week', ...wish },
    { token: finance, key: newId() },
  )
async function ofPlatform(wish: Partial<RequestBody<typeof proposeCoupon>> = {}): Promise<string> {
  const code = wish.code ?? aCode()
  expect((await propose({ ...wish, code })).code).toBe(1)
  return code
}
/** Each order goes to a house of its own, unless `to` says where. */
const place = async (
  of: TestShop,
  coupon: string,
  { quantity = 1, country = 'BR', token = '', to = {} as Partial<typeof address> } = {},
) =>
  server.call(
    placeOrder,
    {
      shop: of.shopCode,
      lines: [{ listingId: of.listings[0]!.id, quantity, price: of.listings[0]!.price }],
      address: { ...address, street: `${(serial += 1)} Quay Street`, country, ...to },
      coupon,
    },
    { token: token || (await aBuyer(server)).token, key: newId(), ip: anAddress() },
  )
const refusalOf = async (...args: Parameters<typeof place>) => (await place(...args)).reason
const detail = (order: TestOrder) => server.must(orderDetail, { id: order.id }, { token: order.shop.token })
const owedToBuyer = (order: TestOrder) => charges.owedToBuyer(server, order)
const refund = (order: TestOrder, amount?: string) => charges.refundGoods(server, order, amount)
const spentByPlatform = async () => -(await charges.postedTo(server, accounts.coupon))
const couponOf = async (of: TestShop, code: string) =>
  (await server.must(listCoupons, { limit: 100 }, { token: of.token })).list.find((one) => one.code === code)!

test('a coupon of the shop lowers payment, tax, commission and earnings, and the pick-up shows it before', async () => {
  const own = await aStockedShop(server)
  const code = await ofShop(own)
  // 20 % of 14.99 is 3.00: 11.99 for the goods with a tax of 2.76 (23 %), 4.50 for shipping with 1.04.
  const placed = (await place(own, ` ${code.toLowerCase()} `, { country: 'IE' })).data
  expect(placed).toMatchObject({ discount: '3.00', shipping: '4.50', tax: '3.80', total: '20.29' })
  const order = await anOrder(server, own, { coupon: code })
  expect(await detail(order)).toMatchObject({
    totalPayment: '11.99',
    commission: '0.60',
    totalEarnings: '11.39',
    profit: '1.39',
    coupon: { code, bearer: 'shop', discount: '3.00' },
    payment: { amount: '20.29' },
  })
  const plan = await server.must(planPickup, { orders: [order.id] }, { token: own.token })
  expect(plan).toMatchObject({ totalCost: '10.00', profit: '1.39' })
  expect(await couponOf(own, code)).toMatchObject({ used: 2, spent: '6.00', bearer: 'shop', idle: null })
  // The books know nothing of what nobody paid, and the figures of the product count what was paid.
  const figures = await queryOne(
    server.owner,
    sql<{
      day: bigint
      product: bigint
    }>`select (select sum(sales) from shop_day where shop_id = ${own.shopId})::bigint as day,
      (select sum(sales) from shop_product_day where shop_id = ${own.shopId})::bigint as product`,
  )
  expect(figures).toEqual({ day: 1199n, product: 1199n })
  const reported = async () => server.must(financeReport, {}, { token: own.token })
  // The other order is not paid.
  expect(await reported()).toMatchObject({ orders: 1, payments: '11.99', coupons: '3.00', days: [{ coupons: '3.00' }] })
  await refund(order)
  expect(await reported()).toMatchObject({ payments: '11.99', coupons: '3.00' })
  expect(await owedToBuyer(order)).toBe(2029n)
})

test('a plan says what an order with the coupon earns, and what would lose money, as the order then does', async () => {
  const own = await aStockedShop(server)
  const plan = (wish: Partial<RequestBody<typeof planCoupon>> = {}) =>
    server.call(planCoupon, { percent: 20, amount: null, minimum: '0', listings: [], ...wish }, { token: own.token })
  const { data } = await plan()
  const { lowest, products } = data as { products: number; lowest: { listingId: string; profit: string } }
  expect(products).toBe(own.listings.length)
  expect(data).toMatchObject({ losing: 0, lowest: { quantity: 1, goods: '14.99', paid: '11.99', profit: '1.39' } })
  const order = await anOrder(server, own, { coupon: await ofShop(own) })
  expect((await detail(order)).profit).toBe(lowest.profit)
  // Exactly the last percent that an order accepts: 29 % leaves 10.64, less 0.53 commission, less 10.00.
  for (const [percent, losing, profit] of [
    [29, 0, '0.11'],
    [30, products, '-0.03'],
  ] as const) {
    expect((await plan({ percent })).data).toMatchObject({ losing, lowest: { profit } })
    const reason = await refusalOf(own, await ofShop(own, { percent }))
    expect(reason).toBe(losing === 0 ? undefined : 'coupon/below-cost')
  }
  // The minimum needs three pieces: 44.97 less 10.00, less 1.75 commission, less 30.00.
  const fixed = { percent: null, amount: '10', minimum: '30', listings: [own.listings[0]!.id] }
  expect((await plan(fixed)).data).toMatchObject({
    products: 1,
    lowest: { listingId: own.listings[0]!.id, quantity: 3, goods: '44.97', paid: '34.97', profit: '3.22' },
  })
  expect((await plan({ percent: null, amount: '10', minimum: '5' })).reason).toBe('request/invalid')
  expect((await plan({ listings: [newId()] })).data).toEqual({ products: 0, losing: 0, lowest: null })
})

test('a coupon of the platform costs the merchant nothing and the platform exactly what it takes off', async () => {
  const code = await ofPlatform({ percent: null, amount: '5', minimum: '10' })
  const before = await spentByPlatform()
  const order = await anOrder(server, shop, { status: orderStatus.received, coupon: code })
  expect(await spentByPlatform()).toBe(before + 500n)
  // 9.99 and 4.50, each with its tax of 23 %: 2.30 and 1.04.
  expect(order.total).toBe('17.83')
  expect(await detail(order)).toMatchObject({
    totalPayment: '14.99',
    commission: '0.75',
    totalEarnings: '14.24',
    profit: '4.24',
    coupon: { code, bearer: 'platform', discount: '5.00' },
  })
})

test('refunds of a platform coupon return what the buyer paid and give the platform its part, in parts and whole', async () => {
  for (const status of [orderStatus.awaitingShipment, orderStatus.shipped, orderStatus.received] as const) {
    const code = await ofPlatform({ percent: 40 })
    const before = await spentByPlatform()
    const order = await anOrder(server, await aStockedShop(server), { status, coupon: code })
    const total = BigInt(order.total.replace('.', ''))
    expect(await spentByPlatform()).toBe(before + 600n)
    // 40 % of 3.00 is the platform's.
    await refund(order, '3.00')
    expect(await spentByPlatform()).toBe(before + 480n)
    await refund(order, '0.01')
    await refund(order)
    expect(await owedToBuyer(order)).toBe(total)
    expect(await spentByPlatform()).toBe(before)
    expect(await queryOne(server.owner, sql`select used from coupon where code = ${code}`)).toEqual({
      used: status === orderStatus.awaitingShipment ? 0 : 1,
    })
  }
})

test('a bank reclaims only what the card paid: the platform’s part stays with the order', async () => {
  const own = await aStockedShop(server)
  const order = await anOrder(server, own, { status: orderStatus.shipped, coupon: await ofPlatform({ percent: 40 }) })
  const before = await spentByPlatform()
  await charges.reportDispute(server, order, order.total, 'opened')
  // 8.99 of the goods were paid by card: 4.99 of them lay in escrow, which keeps the 6.00 of the platform.
  expect(await charges.holds(server, accounts.orderEscrow, order.id)).toBe(0n)
  expect(-(await charges.holds(server, accounts.merchantDue, own.shopId))).toBe(400n)
  await charges.reportDispute(server, order, order.total, 'lost')
  const asked = await server.call(
    requestRefund,
    { orderId: order.id, reason: 'other', text: 'It broke', pictures: [] },
    { token: order.buyer.token, key: newId() },
  )
  // Nothing that the buyer paid is left.
  expect(asked.reason).toBe('refund/too-much')
  expect(await spentByPlatform()).toBe(before)
})

test('what leaves to the buyer counts for the limit of two people, without the platform’s part', async () => {
  const { settings } = server.app.ctx
  const before = settings.money.secondPersonAbove
  const code = await ofPlatform({ percent: 40 })
  const needsTwo = async (): Promise<boolean> => {
    const order = await anOrder(server, shop, { status: orderStatus.shipped, coupon: code })
    // 8.99 and 4.50, each with its tax of 23 %: 2.07 and 1.04.
    expect(order.total).toBe('16.60')
    const { refund: asked } = await server.must(
      requestRefund,
      { orderId: order.id, reason: 'other', text: 'It broke', pictures: [] },
      { token: order.buyer.token, key: newId() },
    )
    return (await queryOne(
      server.owner,
      sql<{ needs_two: boolean }>`select needs_two from refund_order where id = ${asked!.id}`,
    ))!.needs_two
  }
  try {
    settings.money.secondPersonAbove = 1660n
    expect(await needsTwo()).toBe(false)
    settings.money.secondPersonAbove = 1659n
    expect(await needsTwo()).toBe(true)
  } finally {
    settings.money.secondPersonAbove = before
  }
})

test('each reason against a coupon has its refusal', async () => {
  const [own, other] = [await aStockedShop(server, { products: 2 }), await aStockedShop(server)]
  const now = server.clock.now().getTime()
  const at = (ms: number) => new Date(now + ms).toISOString()
  expect(await refusalOf(own, 'NOSUCH')).toBe('coupon/unknown')
  expect(await refusalOf(own, '!')).toBe('coupon/unknown')
  expect(await refusalOf(own, await ofShop(other))).toBe('coupon/other-shop')
  expect(await refusalOf(own, await ofShop(own, { from: at(hours(1)) }))).toBe('coupon/not-yet')
  expect(await refusalOf(own, await ofShop(own, { minimum: '15' }))).toBe('coupon/minimum')
  expect((await place(own, await ofShop(own, { minimum: '15' }))).data).toMatchObject({ values: { least: '15.00' } })
  expect(await refusalOf(own, await ofShop(own, { listings: [own.listings[1]!.id] }))).toBe('coupon/other-products')
  // 40 % of 14.99 would leave less than the purchase costs.
  expect(await refusalOf(own, await ofShop(own, { percent: 40 }))).toBe('coupon/below-cost')
  expect(await refusalOf(own, await ofPlatform({ budget: '2.99' }))).toBe('coupon/used-up')
  const stopped = await ofShop(own)
  const { id } = await couponOf(own, stopped)
  expect((await server.call(stopCoupon, { id }, { token: other.token })).reason).toBe('coupon/not-found')
  await server.must(stopCoupon, { id }, { token: own.token })
  expect(await refusalOf(own, stopped)).toBe('coupon/expired')
  const short = await ofShop(own, { until: at(hours(1)) })
  expect((await place(own, short)).code).toBe(1)
  server.clock.pass(hours(2))
  expect(await refusalOf(own, short)).toBe('coupon/expired')
  expect(await couponOf(own, short)).toMatchObject({ idle: 'expired' })
  // Whom the form does not fit is told which field.
  for (const [wish, field] of [
    [{ percent: null }, 'percent'],
    [{ amount: '1' }, 'amount'],
    [{ percent: null, amount: '5', minimum: '5.99' }, 'minimum'],
    [{ percent: null, amount: '0' }, 'amount'],
    [{ until: at(-days(1)) }, 'until'],
    [{ from: 'soon' }, 'from'],
    [{ percent: 91 }, 'percent'],
    [{ code: 'AB' }, 'code'],
  ] as const)
    expect(Object.keys(((await create(own, wish as never)).data as { fields?: object }).fields ?? {})).toEqual([field])
  expect((await create(own, { code: short })).reason).toBe('coupon/code-taken')
  expect((await create(own, { listings: [other.listings[0]!.id] })).reason).toBe('listing/not-found')
})

test('the shop’s own coupon comes before one of the platform with the same code', async () => {
  const own = await aStockedShop(server)
  const code = await ofPlatform()
  await ofShop(own, { code, percent: 10 })
  expect((await place(own, code)).data).toMatchObject({ discount: '1.50' })
  expect((await place(shop, code)).data).toMatchObject({ discount: '3.00' })
})

test('last use ×50: 50 buyers, one order with the coupon, 49 clear refusals', async () => {
  const own = await aStockedShop(server)
  const code = await ofShop(own, { uses: 1 })
  const buyers = await Promise.all(Array.from({ length: 50 }, () => aBuyer(server)))
  const answers = await Promise.all(buyers.map(({ token }) => place(own, code, { token })))
  expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1)
  expect(new Set(answers.filter((answer) => answer.code === 0).map(({ reason }) => reason))).toEqual(
    new Set(['coupon/used-up']),
  )
  expect(await couponOf(own, code)).toMatchObject({ used: 1, spent: '3.00', idle: 'used-up' })
})

test('a cancelled order gives its use back once; the same request again uses it once', async () => {
  const own = await aStockedShop(server)
  const code = await ofShop(own, { uses: 1 })
  const buyer = await aBuyer(server)
  const key = newId()
  const input = {
    shop: own.shopCode,
    lines: [{ listingId: own.listings[0]!.id, quantity: 1, price: own.listings[0]!.price }],
    address,
    coupon: code,
  }
  const again = await Promise.all(
    Array.from({ length: 5 }, () => server.call(placeOrder, input, { token: buyer.token, key, ip: anAddress() })),
  )
  expect(
    new Set(again.flatMap(({ code: answer, data }) => (answer === 1 ? [(data as { id: string }).id] : []))).size,
  ).toBe(1)
  expect(await couponOf(own, code)).toMatchObject({ used: 1 })
  expect(await refusalOf(own, code)).toBe('coupon/used-up')
  // Not paid in time: the clock cancels it.
  server.clock.pass(hours(2))
  await runDeadlines(server.app.ctx)
  expect(await couponOf(own, code)).toMatchObject({ used: 0, spent: '0.00' })
  const paid = await anOrder(server, own, { coupon: code })
  expect(await couponOf(own, code)).toMatchObject({ used: 1 })
  const cancel = () => server.call(cancelOrder, { id: paid.id }, { token: own.token, key: newId() })
  await Promise.all([cancel(), cancel(), cancel()])
  expect(await couponOf(own, code)).toMatchObject({ used: 0 })
})

test('uses per buyer count by the e-mail address', async () => {
  const own = await aStockedShop(server)
  const code = await ofShop(own, { usesPerBuyer: 2 })
  const buyer = await aBuyer(server)
  const answers = await Promise.all(Array.from({ length: 6 }, () => place(own, code, { token: buyer.token })))
  expect(answers.filter((answer) => answer.code === 1)).toHaveLength(2)
  expect(new Set(answers.flatMap(({ reason }) => reason ?? []))).toEqual(new Set(['coupon/used-by-you']))
  expect((await place(own, code)).code).toBe(1)
})

test('one mailbox is one buyer, however it is spelled', async () => {
  expect(['A.b+c@gmail.com', 'ab@googlemail.com'].map(mailboxOf)).toEqual(['ab@gmail.com', 'ab@gmail.com'])
  expect([' X+1@Mail.example', 'x.y@mail.example', '+1@mail.example'].map(mailboxOf)).toEqual([
    'x@mail.example',
    'x.y@mail.example',
    '+1@mail.example',
  ])
  const own = await aStockedShop(server)
  const code = await ofShop(own, { usesPerBuyer: 1 })
  const name = `bea${newId()}`
  const reasons = []
  for (const email of [`${name}@mail.example`, `${name}+1@mail.example`, `${name.toUpperCase()}+2@Mail.example`]) {
    const joined = await server.must(
      joinAsBuyer,
      { name: 'Bea', email, password: 'a buyer’s password' },
      { ip: anAddress() },
    )
    reasons.push((await place(own, code, { token: joined.token })).reason)
  }
  expect(reasons).toEqual([undefined, 'coupon/used-by-you', 'coupon/used-by-you'])
})

test('one place is one address, however it is spelled', () => {
  const place_ = { country: 'DE', postcode: '10115', city: 'Berlin', street: 'Chausseestraße 5', street2: 'Hof 2' }
  const same = [
    {
      ...place_,
      country: 'de',
      postcode: '10 115',
      city: 'BERLIN-Mitte',
      street: ' 5, CHAUSSEESTRASSE ',
      street2: 'hof 2',
    },
    { ...place_, street: '5 Hof 2', street2: 'Chausseestraße' },
  ]
  expect(placeOf(same[1]!)).toBe(placeOf(place_))
  expect(placeOf({ ...same[0]!, street: '5, CHAUSSEESTRAßE' })).toBe(placeOf(place_))
  expect(placeOf({ ...place_, street: 'Rua São João, 9' })).toBe(placeOf({ ...place_, street: 'rua sao joao 9' }))
  for (const other of [{ street: 'Chausseestraße 6' }, { street2: 'Hof 3' }, { postcode: '10117' }, { country: 'AT' }])
    expect(placeOf({ ...place_, ...other })).not.toBe(placeOf(place_))
  // Without a postcode the town counts.
  const noCode = { ...place_, postcode: '' }
  expect(placeOf({ ...noCode, city: 'Potsdam' })).not.toBe(placeOf(noCode))
})

test('uses per buyer count at a delivery address too, whoever orders there, also in orders at once', async () => {
  const own = await aStockedShop(server)
  const code = await ofShop(own, { usesPerBuyer: 2 })
  const to = { street: '14 Mill Lane', postcode: 'T23 X1' }
  const answers = await Promise.all(Array.from({ length: 6 }, () => place(own, code, { to })))
  expect(answers.filter((answer) => answer.code === 1)).toHaveLength(2)
  const refused = answers.filter((answer) => answer.code === 0)
  expect(new Set(refused.map(({ reason }) => reason))).toEqual(new Set(['coupon/used-at-address']))
  expect(refused[0]!.msg).toContain('for this delivery address')
  expect(await refusalOf(own, code, { to: { street: 'Mill Lane, 14', postcode: 't23x1' } })).toBe(
    'coupon/used-at-address',
  )
  expect((await place(own, code, { to: { ...to, street: '15 Mill Lane' } })).code).toBe(1)
  // A cancelled order gives the use back, also of its address.
  server.clock.pass(hours(1))
  await runDeadlines(server.app.ctx)
  expect((await place(own, code, { to })).code).toBe(1)
  // Where nobody counts the uses of a buyer, no address is kept.
  const open = await ofShop(own)
  await place(own, open, { to })
  const kept = await queryOne(
    server.owner,
    sql<{
      n: number
    }>`select count(u.address_key)::int as n from coupon_use u join coupon c on c.id = u.coupon_id where c.code = ${open}`,
  )
  expect(kept).toEqual({ n: 0 })
})

test('uses per buyer count by the card that pays: the payment of a further use goes back, and another card may pay', async () => {
  const own = await aStockedShop(server)
  const code = await ofShop(own, { usesPerBuyer: 1 })
  const aPlaced = async (): Promise<TestOrder> => {
    const buyer = await aBuyer(server)
    const { data } = await place(own, code, { token: buyer.token, to: { street: `${(serial += 1)} Pier` } })
    return { id: data.id, code: data.code, total: data.total, buyer, shop: own }
  }
  const payWith = async (order: TestOrder, card: string) => {
    const reference = await checkout(server, order)
    await sql`update test_checkout set card = ${card} where reference = ${reference}`.execute(server.owner)
    expect(await sendWebhook(server, webhook(reference, order.total))).toBe(200)
    return (await server.must(orderDetail, { id: order.id }, { token: own.token })).status
  }
  const [first, second, third] = [await aPlaced(), await aPlaced(), await aPlaced()]
  // Two payments by one card at once: one order is paid.
  const states = await Promise.all([payWith(first, 'card_a'), payWith(second, 'card_a')])
  expect(states.toSorted()).toEqual([orderStatus.awaitingPayment, orderStatus.awaitingPickup])
  const [paid, unpaid] = states[0] === orderStatus.awaitingPickup ? [first, second] : [second, first]
  expect(await owedToBuyer(unpaid)).toBe(parseCents(unpaid.total))
  const { history } = await server.must(orderDetail, { id: unpaid.id }, { token: own.token })
  expect(history.map(({ kind }) => kind)).toContain('order.coupon-used')
  expect(await payWith(unpaid, 'card_b')).toBe(orderStatus.awaitingPickup)
  // A cancelled order frees its card.
  await server.must(cancelOrder, { id: paid.id }, { token: own.token, key: newId() })
  expect(await payWith(third, 'card_a')).toBe(orderStatus.awaitingPickup)
  // The server's role can neither move a use to another card nor pass the limit.
  const write = (id: string, like: string) =>
    sql`update coupon_use set card_key = (select card_key from coupon_use where order_id = ${like}) where order_id = ${id}`
      .execute(server.db)
      .then(
        () => 'done',
        (error: { constraint?: string }) => error.constraint,
      )
  expect(await write(unpaid.id, third.id)).toBe('coupon_card_once')
  const fourth = await aPlaced()
  expect(await write(fourth.id, third.id)).toBe('coupon_uses_of_card')
})

test('a coupon of the platform has a ceiling for each shop, in orders at once too', async () => {
  const [one, two] = [await aStockedShop(server), await aStockedShop(server)]
  const code = await ofPlatform({ usesPerShop: 3 })
  const answers = await Promise.all(Array.from({ length: 6 }, () => place(one, code)))
  expect(answers.filter((answer) => answer.code === 1)).toHaveLength(3)
  expect(new Set(answers.flatMap(({ reason }) => reason ?? []))).toEqual(new Set(['coupon/used-up']))
  expect((await place(two, code)).code).toBe(1)
  const { list } = await server.must(listPlatformCoupons, { limit: 100 }, { token: finance })
  expect(list.find((coupon) => coupon.code === code)).toMatchObject({ used: 4, usesPerShop: 3 })
})

test('the platform pays at most half of the goods of an order', async () => {
  for (const [wish, field] of [
    [{ percent: 51 }, 'percent'],
    [{ percent: null, amount: '10', minimum: '19.99' }, 'minimum'],
  ] as const)
    expect(Object.keys(((await propose(wish)).data as { fields?: object }).fields ?? {})).toEqual([field])
  await ofPlatform({ percent: 50 })
  await ofPlatform({ percent: null, amount: '10', minimum: '20' })
})

test('a budget above the limit needs a second person’s signature, and a stopped coupon stays stopped', async () => {
  const signer = await aSigner(server, 'finance')
  const code = aCode()
  const { data } = await propose({ code, budget: '5000' })
  const { id, actId } = data as { id: string; actId: string }
  expect(actId).not.toBeNull()
  expect(await refusalOf(shop, code)).toBe('coupon/unknown')
  await expect(
    sql`update coupon set state = 'active', signed_by = proposed_by where id = ${id}`.execute(server.db),
  ).rejects.toMatchObject({ constraint: 'coupon_two_people' })
  await expect(
    sql`update coupon set state = 'active', signed_by = (select id from operator where id <> proposed_by limit 1) where id = ${id}`.execute(
      server.db,
    ),
  ).rejects.toMatchObject({ constraint: 'signed_act' })
  await mustSign(server, signer, actId)
  expect((await place(shop, code)).code).toBe(1)
  const listed = async () =>
    (await server.must(listPlatformCoupons, {}, { token: finance })).list.find((one) => one.code === code)
  expect(await listed()).toMatchObject({ state: 'active', used: 1, spent: '3.00', budget: '5000.00', actId: null })
  await server.must(stopPlatformCoupon, { id, reason: 'Enough' }, { token: finance })
  expect(await refusalOf(shop, code)).toBe('coupon/expired')
  const refused = (await propose({ budget: '5000' })).data as { id: string; actId: string }
  await server.must(refuseAct, { id: refused.actId, reason: 'Too much' }, { token: signer.token })
  const state = await queryOne(server.owner, sql`select state from coupon where id = ${refused.id}`)
  expect(state).toEqual({ state: 'stopped' })
  const withdrawn = (await propose({ budget: '5000' })).data as { id: string; actId: string }
  await server.must(stopPlatformCoupon, { id: withdrawn.id, reason: 'A mistake' }, { token: finance })
  expect(await queryOne(server.owner, sql`select state from act where id = ${withdrawn.actId}`)).toEqual({
    state: 'refused',
  })
})

test('the database refuses what no coupon says, also from the server’s own role', async () => {
  const own = await aStockedShop(server)
  const code = await ofShop(own, { uses: 5 })
  const order = await placeTestOrder(server, own, 1, undefined, undefined, code)
  const refused = async (statement: ReturnType<typeof sql>) =>
    statement.execute(server.db).then(
      () => 'done',
      (error: unknown) =>
        (error as { constraint?: string }).constraint ??
        (String(error).includes('permission denied') ? 'denied' : String(error)),
    )
  for (const statement of [
    sql`update coupon set used = 0`,
    sql`update coupon set percent = 90`,
    sql`update coupon_use set released_at = now()`,
    sql`update orders set coupon_shop = 0 where id = ${order.id}`,
    sql`update order_line set discount = 0 where order_id = ${order.id}`,
  ])
    expect(await refused(statement)).toBe('denied')
  const copy = (shopPart: number, payment: number) =>
    sql`insert into orders (shop_id, id, client_id, code, buyer_id, buyer_name, status, title, other_products, quantity, total_cost, total_payment,
        shipping, delivery_from, delivery_to, tax, tax_rate, tax_included, coupon_id, coupon_shop, commission, address, placed_at, pay_until, changed_by, changed_at)
      select shop_id, ${newId()}, ${newId()}, ${`X${newId().slice(-9)}`}, buyer_id, buyer_name, 1, title, other_products, quantity, total_cost, ${payment},
        shipping, delivery_from, delivery_to, 379, tax_rate, tax_included, coupon_id, ${shopPart}, commission, address, placed_at, pay_until, changed_by, changed_at
      from orders where id = ${order.id}`
  expect(await refused(copy(300, 1199))).toBe('order_coupon_use')
  expect(
    await refused(
      sql`insert into coupon_use (shop_id, order_id, coupon_id, buyer_key, amount, used_at)
        select shop_id, order_id, coupon_id, buyer_key, amount, used_at from coupon_use where order_id = ${order.id}`,
    ),
  ).toMatch(/coupon_use/)
  const plain = await placeTestOrder(server, own)
  expect(
    await refused(
      sql`insert into coupon_use (shop_id, order_id, coupon_id, buyer_key, amount, used_at)
        select o.shop_id, o.id, c.id, sha256('x'), 300, o.placed_at from orders o, coupon c where o.id = ${plain.id} and c.code = ${code}`,
    ),
  ).toBe('coupon_use_fits')
  await pay(server, plain)
  const shipped = await anOrder(server, own, { status: orderStatus.shipped, coupon: await ofPlatform() })
  await reportDelivery(server, { shopId: own.shopId, id: shipped.id })
  expect(await refused(sql`update orders set refunded_coupon = 100 where id = ${shipped.id}`)).toBe(
    'order_coupon_refund',
  )
})

test('parts of a refund never return more than was paid, and together exactly all of it', () => {
  const order = fc.record({
    totalPayment: fc.bigInt({ min: 2n, max: 100_000n }),
    percent: fc.bigInt({ min: 1n, max: 90n }),
    parts: fc.array(fc.bigInt({ min: 1n, max: 100n }), { maxLength: 8 }),
  })
  fc.assert(
    fc.property(order, ({ totalPayment, percent, parts }) => {
      const couponPlatform = proRata(totalPayment, percent, 100n)
      fc.pre(couponPlatform < totalPayment)
      const money = { totalPayment, couponPlatform, refundedCoupon: 0n, refunded: 0n, disputed: 0n } as OrderMoney
      let back = 0n
      for (const part of [...parts, 100n]) {
        const left = refundable(money)
        const amount = (left * part) / 100n
        if (amount === 0n) continue
        const coupon = couponFor(money, amount)
        expect(coupon).toBeLessThan(amount)
        back += amount - coupon
        money.refunded += amount
        money.refundedCoupon += coupon
        expect(money.refundedCoupon).toBeLessThanOrEqual(couponPlatform)
      }
      expect(back).toBeLessThanOrEqual(totalPayment - couponPlatform)
      if (money.refunded === totalPayment) expect(back).toBe(totalPayment - couponPlatform)
    }),
  )
})

test('what a coupon takes off is divided over its lines to the cent', () => {
  const line = fc.record({ sum: fc.bigInt({ min: 1n, max: 100_000n }), counts: fc.boolean() })
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 90 }), (lines, percent) => {
      const goods = lines.reduce((sum, one) => (one.counts ? sum + one.sum : sum), 0n)
      const taken = couponTakes({ percent, amount: null }, goods)
      const shares = couponShares(taken, lines)
      expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(taken)
      for (const [i, share] of shares.entries())
        expect(share >= 0n && share <= (lines[i]!.counts ? lines[i]!.sum : 0n)).toBe(true)
    }),
  )
})
