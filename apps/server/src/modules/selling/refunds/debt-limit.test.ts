/** What a shop may owe has a limit: a refund that would pass it is decided by the platform. On real PostgreSQL. */
import {
  agreeRefund,
  decideRefund,
  formatCents,
  listRefunds,
  objectRefund,
  orderStatus,
  pickUpOrders,
  planPickup,
  readWallet,
  settleDebt,
  shipOrder,
  shipOrders,
  parseCents,
  refundCase,
  refundDetail,
  requestRefund,
} from '@quayside/contract'
import { listDebts } from '@quayside/contract/books'
import { businessSettings } from '@quayside/contract/settings'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  anOperator,
  anOrder,
  aStockedShop,
  creditMerchant,
  paymentPassword,
  type TestOrder,
  type TestShop,
} from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { days, hours } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryOne, sql, withTransaction } from '../../../platform/database/postgres.ts'
import { postEntries } from '../../money/ledger/post-entries.ts'
import { readDebt } from '../../money/ledger/store.ts'
import { checkBooks } from '../../money/reconciliation/store.ts'
import { runRefundDeadlines } from './answer-refund.ts'
import { approvedEntry } from './entries.ts'

let server: TestServer
let support: string
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  support = (await anOperator(server, 'support')).token
})
afterAll(async () => {
  const broken = (await checkBooks(server.owner, server.clock.now())).filter((check) => !check.ok)
  await server.close()
  expect(broken).toEqual([])
})

const base = BigInt(businessSettings['debt-limit.base'].initial as number)
const debt = (shop: TestShop) => readDebt(server.owner, shop.shopId, server.clock.now())
/**
 * A shipped order whose buyer asks for all of it back, which leaves the shop owing its purchase cost: 10.00 a piece.
 */
async function aRequest(shop: TestShop, quantity = 2): Promise<{ id: string; order: TestOrder }> {
  const order = await anOrder(server, shop, { status: orderStatus.shipped, quantity })
  const { refund } = await server.must(
    requestRefund,
    { orderId: order.id, reason: 'changed-mind', text: '' },
    { token: order.buyer.token, key: newId() },
  )
  return { id: refund!.id, order }
}
const agree = (shop: TestShop, id: string) => server.call(agreeRefund, { id }, { token: shop.token, key: newId() })
const detail = (shop: TestShop, id: string) => server.must(refundDetail, { id }, { token: shop.token })
const caseOf = (shop: TestShop, id: string) => server.must(refundCase, { shopId: shop.shopId, id }, { token: support })
const decide = (
  shop: TestShop,
  id: string,
  decision: 'approve' | 'decline',
  bearer: 'merchant' | 'supplier' | 'platform' = 'merchant',
) =>
  server.call(
    decideRefund,
    { shopId: shop.shopId, id, decision, bearer, text: 'Looked at both sides' },
    { token: support, key: newId() },
  )
/** What left for the buyer of an order, in cents. */
const paidBack = async (order: TestOrder) =>
  (await queryOne(
    server.owner,
    sql<{ n: bigint }>`select coalesce(sum(amount), 0)::bigint as n from buyer_refund where order_id = ${order.id}`,
  ))!.n

test('the limit is a base and a share of the settled sales, and the database has the defaults of the contract', async () => {
  const shop = await aStockedShop(server)
  expect(await debt(shop)).toEqual({ owed: 0n, limit: base })
  const order = await anOrder(server, shop, { status: orderStatus.completed, quantity: 20 })
  const share = BigInt(businessSettings['debt-limit.share'].initial as number)
  expect((await debt(shop)).limit).toBe(base + (parseCents(order.total) * share) / 10_000n)
  // Sales that are on their way do not count.
  await anOrder(server, shop, { status: orderStatus.received, quantity: 20 })
  expect((await debt(shop)).limit).toBe(base + (parseCents(order.total) * share) / 10_000n)
})

test('the merchant’s agreement past the limit is kept, and the platform decides', async () => {
  const shop = await aStockedShop(server)
  const { id, order } = await aRequest(shop)
  expect(await agree(shop, id)).toMatchObject({ code: 1, data: { state: 'requested' } })
  expect(await detail(shop, id)).toMatchObject({
    state: 'requested',
    referred: { at: server.clock.now().toISOString(), by: 'merchant' },
    decideBy: new Date(server.clock.now().getTime() + days(10)).toISOString(),
    may: { agree: false, object: false },
  })
  expect([await paidBack(order), (await debt(shop)).owed]).toEqual([0n, 0n])
  expect((await agree(shop, id)).reason).toBe('refund/not-open')
  expect((await server.call(objectRefund, { id, text: 'Not so' }, { token: shop.token })).reason).toBe(
    'refund/not-open',
  )
  const { list } = await server.must(listRefunds, { awaitsDecision: true, shopId: shop.shopId }, { token: support })
  expect(list.map((row) => row.id)).toEqual([id])
  expect(await caseOf(shop, id)).toMatchObject({
    awaitsDecision: true,
    referred: { by: 'merchant' },
    debt: { owed: '0.00', limit: formatCents(base) },
    may: { approve: true, decline: true },
  })
  // No deadline pays it.
  server.clock.pass(days(11))
  support = (await anOperator(server, 'support')).token
  await runRefundDeadlines(server.app.ctx)
  expect([(await caseOf(shop, id)).state, await paidBack(order)]).toEqual(['requested', 0n])
  expect((await decide(shop, id, 'approve')).data.state).toBe('refunded')
  expect([await paidBack(order), (await debt(shop)).owed]).toEqual([parseCents(order.total), 2000n])
})

test('silence past the limit is no agreement to pay; the platform may decline, or let the supplier take the goods back', async () => {
  const [first, second] = [await aStockedShop(server), await aStockedShop(server)]
  const [one, two] = [await aRequest(first), await aRequest(second)]
  server.clock.pass(hours(49))
  support = (await anOperator(server, 'support')).token
  await runRefundDeadlines(server.app.ctx)
  expect((await caseOf(first, one.id)).referred?.by).toBe('silence')
  expect((await decide(first, one.id, 'decline')).data.state).toBe('declined')
  expect((await decide(second, two.id, 'approve', 'supplier')).data.state).toBe('refunded')
  expect([await paidBack(one.order), (await debt(second)).owed]).toEqual([0n, 0n])
})

test('a refund within the limit is paid on the merchant’s word, and of many at once the limit is never passed', async () => {
  const shop = await aStockedShop(server)
  const requests = []
  for (let n = 0; n < 6; n += 1) requests.push(await aRequest(shop, 1))
  const replies = await Promise.all(requests.map(({ id }) => agree(shop, id)))
  expect(replies.map(({ data }) => data.state).toSorted()).toEqual([
    'refunded',
    ...Array.from({ length: 5 }, () => 'requested'),
  ])
  expect(await debt(shop)).toEqual({ owed: base, limit: base })
})

test('the server’s role cannot book a refund past the limit without a decision', async () => {
  const shop = await aStockedShop(server)
  const { id, order } = await aRequest(shop)
  const at = server.clock.now()
  const booked = withTransaction(server.app.ctx.db, async (tx) => {
    const escrow = parseCents(order.total) - 2000n
    const payment = (await queryOne(tx, sql<{ id: string }>`select id from payment where order_id = ${order.id}`))!
    await sql`update refund_order set state = 'refunded', agreed_by = 'merchant', bearer = 'merchant', from_escrow = ${escrow}, from_due = 2000,
      changed_by = 'clock', changed_at = ${at}, ended_at = ${at} where id = ${id}`.execute(tx)
    const shares = { escrow, supplier: 0n, pending: 0n, available: 0n, due: 2000n, commission: 0n, platform: 0n }
    const money = { shopId: shop.shopId, id, orderId: order.id, paymentId: payment.id, amount: parseCents(order.total) }
    await postEntries(
      tx,
      approvedEntry({ ...money, shipping: 0n, tax: 0n, coupon: 0n, received: false }, shares, 'clock', at),
    )
  })
  await expect(booked).rejects.toMatchObject({ constraint: 'transfer_row' })
})

test('goods for nothing, six times in one shop and once in each of six shops: nothing leaves beyond the limits', async () => {
  const one = await aStockedShop(server)
  const six = await Promise.all(Array.from({ length: 6 }, () => aStockedShop(server)))
  const tries: { shop: TestShop; id: string; order: TestOrder }[] = []
  for (const shop of [...Array.from({ length: 6 }, () => one), ...six])
    tries.push({ shop, ...(await aRequest(shop, 6)) })
  for (const { shop, id } of tries) expect((await agree(shop, id)).data.state).toBe('requested')
  server.clock.pass(days(12))
  support = (await anOperator(server, 'support')).token
  await runRefundDeadlines(server.app.ctx)
  let back = 0n
  for (const { shop, id, order } of tries) {
    back += await paidBack(order)
    expect((await caseOf(shop, id)).awaitsDecision).toBe(true)
  }
  expect(back).toBe(0n)
  for (const shop of new Set(tries.map((attempt) => attempt.shop))) expect((await debt(shop)).owed).toBe(0n)
})

const wallet = (shop: TestShop) => server.must(readWallet, {}, { token: shop.token })
const settle = (shop: TestShop, key = newId()) => server.call(settleDebt, {}, { token: shop.token, key })
/** A shop that owes 20.00 by the platform's decision, twice its limit. */
async function aShopAboveLimit(): Promise<TestShop> {
  const shop = await aStockedShop(server)
  const { id } = await aRequest(shop)
  await agree(shop, id)
  await decide(shop, id, 'approve')
  return shop
}

test('above the limit nothing is picked up or shipped, until the shop settles; other shops go on', async () => {
  const shop = await aStockedShop(server)
  const { id } = await aRequest(shop)
  const waiting = await anOrder(server, shop)
  const plan = await server.must(planPickup, { orders: [waiting.id] }, { token: shop.token })
  const toShip = await anOrder(server, shop, { status: orderStatus.awaitingShipment })
  const other = await anOrder(server, await aStockedShop(server), { status: orderStatus.awaitingShipment })
  await agree(shop, id)
  await decide(shop, id, 'approve')

  const planned = await server.call(planPickup, { orders: [waiting.id] }, { token: shop.token })
  expect(planned).toMatchObject({ code: 0, reason: 'debt/above-limit', msg: expect.stringMatching(/20\.00.*10\.00/) })
  const pickUpNow = () =>
    server.call(
      pickUpOrders,
      { planId: plan.planId, funding: 'escrow', paymentPassword },
      { token: shop.token, key: newId() },
    )
  expect((await pickUpNow()).reason).toBe('debt/above-limit')
  const { token } = await anOperator(server, 'fulfilment')
  const parcel = (order: TestOrder, n: number) => ({
    shopId: order.shop.shopId,
    id: order.id,
    carrier: 'Harbour Post',
    trackingNumber: `HP99887${n}`,
  })
  const shipNow = () => server.call(shipOrder, parcel(toShip, 1), { token, key: newId() })
  expect(await shipNow()).toMatchObject({ reason: 'debt/above-limit', msg: expect.stringMatching(/20\.00.*10\.00/) })
  const many = await server.must(
    shipOrders,
    { parcels: [parcel(toShip, 1), parcel(other, 2)] },
    { token, key: newId() },
  )
  expect([many.shipped.map((order) => order.id), many.refused.map((order) => [order.id, order.reason])]).toEqual([
    [other.id],
    [[toShip.id, 'debt/above-limit']],
  ])

  await creditMerchant(server, shop, '100')
  // Money in the balance settles nothing by itself.
  expect((await wallet(shop)).debt).toEqual({ owed: '20.00', limit: '10.00' })
  expect((await settle(shop)).data).toEqual({ settled: '20.00', owed: '0.00', balance: '80.00' })
  expect((await pickUpNow()).code).toBe(1)
  expect((await shipNow()).code).toBe(1)
  expect(await wallet(shop)).toMatchObject({ debt: null })
})

test('the finance desk lists the shops that owe from the first cent, the largest first, with what made the debt', async () => {
  const { token } = await anOperator(server, 'finance')
  const read = (page: object = {}) => server.must(listDebts, { limit: 100, ...page }, { token })
  const [small, large] = [await aStockedShop(server), await aShopAboveLimit()]
  const shopOf = async ({ shopId }: TestShop) => (await read()).list.find((row) => row.shopId === shopId)
  expect(await shopOf(small)).toBeUndefined()
  /** A refund of one cent more than the order's own money. */
  const oweACent = async () => {
    const order = await anOrder(server, small, { status: orderStatus.shipped })
    const { refund } = await server.must(
      requestRefund,
      { orderId: order.id, reason: 'damaged', text: '', amount: formatCents(parseCents(order.total) - 999n) },
      { token: order.buyer.token, key: newId() },
    )
    await agree(small, refund!.id)
    return refund!.id
  }
  const first = await oweACent()
  const since = server.clock.now().toISOString()
  server.clock.pass(hours(1))
  const second = await oweACent()
  const cause = { event: 'refund.approved', amount: '0.01' }
  expect(await shopOf(small)).toMatchObject({
    code: small.shopCode,
    owed: '0.02',
    limit: formatCents(base),
    since,
    causes: [
      { ...cause, ref: second },
      { ...cause, ref: first, at: since },
    ],
  })
  const { list, total, owed } = await read()
  expect(list).toHaveLength(total)
  const cents = list.map((row) => parseCents(row.owed))
  expect(cents).toEqual(cents.toSorted((a, b) => Number(b - a)))
  expect(cents.reduce((sum, n) => sum + n, 0n)).toBe(parseCents(owed))
  expect(list.find((row) => row.shopId === large.shopId)).toMatchObject({ owed: '20.00' })
  // Page by page it is the same list.
  const pages = []
  for (let cursor: string | undefined; pages.length < total;) {
    const page = await read({ limit: 1, ...(cursor ? { cursor } : {}) })
    pages.push(...page.list)
    if (!page.cursor) break
    cursor = page.cursor
  }
  expect(pages).toEqual(list)

  await creditMerchant(server, small, '100')
  expect((await settle(small)).data.owed).toBe('0.00')
  expect(await shopOf(small)).toBeUndefined()
})

test('a debt is settled once, whatever is pressed at once, and only as far as the balance goes', async () => {
  const shop = await aShopAboveLimit()
  expect((await settle(shop)).reason).toBe('debt/nothing-to-settle')
  await creditMerchant(server, shop, '110')
  const key = newId()
  const replies = await Promise.all([...Array.from({ length: 6 }, () => settle(shop)), settle(shop, key)])
  expect(replies.filter(({ code }) => code === 1)).toHaveLength(1)
  expect(new Set(replies.filter(({ code }) => code === 0).map(({ reason }) => reason))).toEqual(
    new Set(['debt/nothing-to-settle']),
  )
  expect([(await debt(shop)).owed, (await wallet(shop)).balance]).toEqual([0n, '90.00'])
})
