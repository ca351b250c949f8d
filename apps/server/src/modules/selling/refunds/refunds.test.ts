/** Refund orders on real PostgreSQL: the payers in each status, permissions, deadlines and concurrent commands. */
import {
  actDetail,
  agreeRefund,
  bestSellers,
  buyerOrderDetail,
  buyerRefunds,
  cancelOrder,
  cannotSupply,
  confirmReceipt,
  dashboard,
  decideRefund,
  parseCents,
  fundsRecords,
  countRefunds,
  listRefunds,
  objectRefund,
  openRefund,
  orderBooks,
  orderDetail,
  orderStatus,
  readWallet,
  refundCase,
  refuseAct,
  refundDetail,
  refundEvidence,
  refundOrders,
  refundPicture,
  requestRefund,
  reviewOrder,
  shipOrder,
  formatCents,
  withdrawRefund,
  type Funding,
  type OrderStatus,
  type RefundBearer,
  type RefundPayer,
} from '@quayside/contract'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  reportDelivery,
  aBuyer,
  aDestination,
  aMerchant,
  anOperator,
  anOrder,
  aRefundPicture,
  aShopPicture,
  aSigner,
  signs,
  aStockedShop,
  creditMerchant,
  pickUp,
  withdraw,
  type TestOrder,
  type TestShop,
} from '../../../../test/builders.ts'
import { readMerchant } from '../../people/privacy/store.ts'
import { wrongPageCounts } from '../../../../test/page-counts.ts'
import { startTestServer, webhookSecret, type TestServer } from '../../../../test/server.ts'
import { actKinds } from '../../../composition/act-kinds.ts'
import { days, hours, minutes } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryAll, queryOne, sql, withTransaction } from '../../../platform/database/postgres.ts'
import { testProcessor } from '../../../providers/test-processor.ts'
import { expireActs } from '../../staff/acts/sign-act.ts'
import { findAct, insertSignature } from '../../staff/acts/store.ts'
import { makeServiceTotals } from '../../staff/platform-figures/store.ts'
import { checkBooks } from '../../money/reconciliation/store.ts'
import { runDeadlines } from '../orders/pickup/deadlines.ts'
import { escrowRemainder, sharesOnReceipt, type OrderMoney } from '../orders/entries.ts'
import { sendRefund } from '../../money/payments/send-refund.ts'
import { readAnswers } from '../storefront/page-store.ts'
import { runRefundDeadlines } from './answer-refund.ts'
import { commissionFor, amountOnHold, refundable, whoPays } from './refund.ts'

const { awaitingShipment, shipped, received, completed, cancelled } = orderStatus

/** Time for the platform to decide, by default. */
const decisionWindow = days(10)

let server: TestServer
let support: string
let fulfilment: string
beforeAll(async () => {
  server = await startTestServer()
})
// New operators for each test: the sessions expire when a test advances the clock by days.
beforeEach(async () => {
  support = (await anOperator(server, 'support')).token
  fulfilment = (await anOperator(server, 'fulfilment')).token
})
afterAll(async () => {
  const broken = (await checkBooks(server.owner, server.clock.now())).filter((check) => !check.ok)
  await server.close()
  expect(broken).toEqual([])
})

const ask = (order: TestOrder, amount?: string, more: { text?: string; pictures?: string[] } = {}) =>
  server.call(
    requestRefund,
    { orderId: order.id, ...(amount ? { amount } : {}), reason: 'damaged', text: '', ...more },
    { token: order.buyer.token, key: newId() },
  )
/** Opens a request of the buyer. Returns its id. */
const requestRefundOf = async (order: TestOrder, amount?: string): Promise<string> => {
  const reply = await ask(order, amount)
  if (!reply.data.refund) throw new Error(`no request: ${reply.reason}`)
  return reply.data.refund.id
}
/** Opens a refund of a settled order as an operator. Returns its id. */
const opened = async (order: TestOrder, amount?: string): Promise<string> => {
  const input = { shopId: order.shop.shopId, orderId: order.id, reason: 'other' as const, text: 'After a dispute' }
  const opening = { ...input, ...(amount ? { amount } : {}) }
  return (await server.must(openRefund, opening, { token: support, key: newId() })).id
}
const agree = (shop: TestShop, id: string, key = newId()) =>
  server.call(agreeRefund, { id }, { token: shop.token, key })
const detail = (shop: TestShop, id: string) => server.must(refundDetail, { id }, { token: shop.token })
const wallet = (shop: TestShop) => server.must(readWallet, {}, { token: shop.token })
const orderOf = (order: TestOrder) => server.must(orderDetail, { id: order.id }, { token: order.shop.token })
const paysOf = async (shop: TestShop, id: string): Promise<Partial<Record<RefundPayer, string>>> =>
  Object.fromEntries((await detail(shop, id)).pays.map(({ from, amount }) => [from, amount]))
const due = (shop: TestShop) =>
  queryOne(
    server.owner,
    sql<{
      due: bigint
    }>`select debits - credits as due from ledger.account where owner = ${shop.shopId} and kind = 'A.DUE'`,
  ).then((row) => formatCents(row?.due ?? 0n))
/** Sends all due refunds, as the job does. */
async function sendAll(): Promise<void> {
  const processors = { test: testProcessor(server.app.ctx, webhookSecret) }
  for (const row of await queryAll(
    server.owner,
    sql<{ shop_id: string; id: string }>`select shop_id, id from buyer_refund where state = 'due'`,
  ))
    await sendRefund(server.app.ctx, processors, { shopId: row.shop_id, refundId: row.id })
}

// The order of every case: paid 14.99, commission 0.75, cost 10.00. If the balance pays the cost, the shop has three
// earlier settled orders.
type Case = { status: OrderStatus; funding: Funding; amount?: string; pays: object; wallet: object }
const cases: Case[] = [
  {
    status: awaitingShipment,
    funding: 'escrow',
    amount: '4',
    pays: { escrow: '4.00' },
    wallet: { escrow: '0.99' },
  },
  // The supplier has shipped and keeps the cost. The merchant pays what the escrow does not cover.
  {
    status: shipped,
    funding: 'escrow',
    pays: { escrow: '4.99', due: '10.00' },
    wallet: { balance: '0.00', pending: '0.00', escrow: '0.00' },
  },
  { status: shipped, funding: 'escrow', amount: '2', pays: { escrow: '2.00' }, wallet: { escrow: '2.99' } },
  { status: shipped, funding: 'balance', pays: { escrow: '14.99' }, wallet: { escrow: '0.00', balance: '2.72' } },
  {
    status: received,
    funding: 'balance',
    pays: { pending: '14.24', commission: '0.75' },
    wallet: { pending: '0.00', balance: '2.72', totalIncome: '12.72' },
  },
  {
    status: received,
    funding: 'escrow',
    amount: '3.00',
    pays: { pending: '2.85', commission: '0.15' },
    wallet: { pending: '1.39', totalIncome: '0.00' },
  },
  // The pending earnings of the order are too small and the balance is empty: the rest becomes a debt.
  {
    status: received,
    funding: 'escrow',
    pays: { pending: '4.24', due: '10.00', commission: '0.75' },
    wallet: { pending: '0.00', balance: '0.00', totalIncome: '0.00' },
  },
  {
    status: completed,
    funding: 'balance',
    amount: '10.00',
    pays: { available: '9.50', commission: '0.50' },
    wallet: { balance: '7.46', totalIncome: '26.96' },
  },
  {
    status: completed,
    funding: 'escrow',
    pays: { available: '4.24', due: '10.00', commission: '0.75' },
    wallet: { balance: '0.00', totalIncome: '4.24' },
  },
]
test.each(cases)(
  'the payers of a refund: status $status, cost paid from $funding, requested amount $amount',
  async (given) => {
    const { status, funding, amount } = given
    const shop = await aStockedShop(server)
    const before = funding === 'balance' ? 3 : 0
    for (let i = 0; i < before; i += 1) await anOrder(server, shop, { status: completed })
    const order = await anOrder(server, shop, { status, funding })
    const id = status === completed ? await opened(order, amount) : await requestRefundOf(order, amount)
    // The shares shown before the agreement are the shares booked after it.
    expect(await paysOf(shop, id)).toEqual(given.pays)
    expect((await agree(shop, id)).data).toEqual({ state: 'refunded' })
    expect(await paysOf(shop, id)).toEqual(given.pays)
    expect(await wallet(shop)).toMatchObject(given.wallet)
    expect(await due(shop)).toBe('due' in given.pays ? given.pays.due : '0.00')
    const toBuyer = () => server.must(buyerOrderDetail, { id: order.id }, { token: order.buyer.token })
    expect((await toBuyer()).refund).toEqual({ amount: formatCents(parseCents(amount ?? '14.99')), state: 'due' })
    await sendAll()
    expect((await toBuyer()).refund).toMatchObject({ state: 'sent' })

    // The order keeps its status and settles the rest.
    await finish(order, status)
    expect((await orderOf(order)).status).toBe(completed)
  },
)

/** Takes an order to its completion. */
async function finish(order: TestOrder, status: OrderStatus): Promise<void> {
  const named = { shopId: order.shop.shopId, id: order.id }
  const staff = () => ({ token: fulfilment, key: newId() })
  if (status === awaitingShipment)
    await server.must(shipOrder, { ...named, carrier: 'Harbour Post', trackingNumber: 'HP123456' }, staff())
  if (status === awaitingShipment || status === shipped) await reportDelivery(server, named)
  if (status !== completed)
    await server.must(confirmReceipt, { id: order.id }, { token: order.buyer.token, key: newId() })
}

const aRefund = fc.record({
  wanted: fc.bigInt({ min: 1n, max: 4000n }),
  bearer: fc.constantFrom('merchant' as const, 'supplier' as const, 'platform' as const),
})
const anyOrder = fc
  .record({
    totalCost: fc.bigInt({ min: 1n, max: 5000n }),
    profit: fc.bigInt({ min: 0n, max: 5000n }),
    commission: fc.bigInt({ min: 0n, max: 1000n }),
    funding: fc.constantFrom('escrow' as const, 'balance' as const),
    before: fc.array(aRefund, { maxLength: 4 }),
    after: fc.array(aRefund, { maxLength: 4 }),
    available: fc.bigInt({ min: 0n, max: 3000n }),
  })
  .map(({ profit, ...rest }) => ({ ...rest, totalPayment: rest.totalCost + profit + rest.commission }))

test('for any refunds before and after the receipt the shares add up, no account is negative, only the order, its merchant and the bearer pay, and a full refund returns the whole commission', () => {
  fc.assert(
    fc.property(anyOrder, ({ before, after, available, ...terms }) => {
      const order: OrderMoney & { status: OrderStatus } = {
        ...terms,
        shopId: '',
        id: '',
        status: shipped,
        shipmentRound: 1,
        refunded: 0n,
        refundedEscrow: 0n,
        refundedSupplier: 0n,
        refundedCommission: 0n,
        disputed: 0n,
        disputedEscrow: 0n,
        refundedPlatform: 0n,
        shipping: 0n,
        refundedShipping: 0n,
        disputedShipping: 0n,
        tax: 0n,
        refundedTax: 0n,
        disputedTax: 0n,
        couponPlatform: 0n,
        refundedCoupon: 0n,
        pending: 0n,
      }
      let balance = available
      const refund = ({ wanted, bearer }: { wanted: bigint; bearer: RefundBearer }) => {
        const amount = wanted < refundable(order) ? wanted : refundable(order)
        if (amount === 0n) return
        const pays = whoPays(order, amount, balance, bearer)
        if (bearer !== 'supplier') expect(pays.supplier).toBe(0n)
        expect(pays.platform).toBe(bearer === 'platform' ? amount : 0n)
        expect(amountOnHold(order, amount)).toBe(whoPays(order, amount, balance, 'merchant').pending)
        const parts = Object.values(pays)
        expect(parts.every((part) => part >= 0n)).toBe(true)
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(amount)
        const commission = bearer === 'platform' ? 0n : commissionFor(order, amount)
        if (order.status !== shipped) expect(pays.commission).toBe(commission)
        order.refunded += amount
        order.refundedEscrow += pays.escrow
        order.refundedSupplier += pays.supplier
        order.refundedCommission += commission
        order.refundedPlatform += pays.platform
        order.pending -= pays.pending
        balance -= pays.available
        // A debt needs an empty balance and no pending earnings.
        if (pays.due > 0n) expect([balance, order.pending]).toEqual([0n, 0n])
        // The same limits as the constraints of the database.
        expect(order.refundedCommission <= order.commission && escrowRemainder(order) >= 0n).toBe(true)
        expect(order.refundedSupplier <= order.totalCost && order.pending >= 0n).toBe(true)
        expect(order.refunded - order.refundedSupplier - order.refundedCommission - order.refundedPlatform >= 0n).toBe(
          true,
        )
      }
      for (const next of before) refund(next)
      const shares = sharesOnReceipt(order)
      expect(shares.pending >= 0n && shares.commission >= 0n).toBe(true)
      Object.assign(order, {
        status: received,
        pending: shares.pending,
        refundedCommission: order.commission - shares.commission,
      })
      for (const next of after) refund(next)
      refund({ wanted: refundable(order), bearer: 'merchant' })
      expect(order.refunded).toBe(order.totalPayment)
      // The merchant and the commission keep what the platform paid.
      if (order.refundedPlatform === 0n)
        expect([order.pending, order.refundedCommission]).toEqual([0n, order.commission])
    }),
  )
})

test('a part and then the rest are refunded; an amount above the rest, zero, and a second open request are refused', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop, { status: received })
  expect((await ask(order, '15.00')).values).toEqual({ most: '14.99' })
  expect((await ask(order, '0.00')).reason).toBe('refund/too-much')
  expect((await ask(order, '-1.00')).reason).toBe('request/invalid')
  const first = await requestRefundOf(order, '5.00')
  expect((await ask(order, '1.00')).reason).toBe('refund/already-open')
  await agree(shop, first)
  const tooMuch = await ask(order, '10.00')
  expect(tooMuch).toMatchObject({ reason: 'refund/too-much', msg: 'The maximum refund is $9.99.' })
  await agree(shop, await requestRefundOf(order))
  expect((await ask(order)).values).toEqual({ most: '0.00' })
  await sendAll()
  const { list, total } = await server.must(buyerRefunds, { orderId: order.id }, { token: order.buyer.token })
  expect([total, list.map((refund) => [refund.amount, refund.state])]).toEqual([
    2,
    [
      ['9.99', 'refunded'],
      ['5.00', 'refunded'],
    ],
  ])
  expect((await server.must(buyerOrderDetail, { id: order.id }, { token: order.buyer.token })).refund).toEqual({
    amount: '14.99',
    state: 'sent',
  })
  const paidBack = await queryOne(
    server.owner,
    sql<{
      refunded: bigint
    }>`select c.refunded from test_checkout c join payment p using (reference) where p.order_id = ${order.id}`,
  )
  expect(paidBack!.refunded).toBe(1499n)
})

test('a refund can be requested from the payment until the end of the protection window or the completion', async () => {
  const shop = await aStockedShop(server)
  const unpaid = await anOrder(server, shop, { status: orderStatus.awaitingPayment })
  expect((await ask(unpaid)).values).toEqual({ most: '0.00' })
  const settled = await anOrder(server, shop, { status: completed })
  expect((await ask(settled)).reason).toBe('refund/window-over')
  const order = await anOrder(server, shop, { status: received })
  const stranger = await aBuyer(server)
  expect((await ask({ ...order, buyer: stranger })).reason).toBe('order/not-found')
  server.clock.pass(days(7))
  expect((await ask(order)).reason).toBe('refund/window-over')
})

test('before the pick-up a full refund cancels the order, and a partial refund waits for the pick-up', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop)
  expect((await ask(order)).data).toEqual({ cancelled: true, refund: null })
  expect(await orderOf(order)).toMatchObject({ status: cancelled, cancelReason: 'buyer', escrow: '0.00' })

  const part = await anOrder(server, shop)
  expect((await ask(part, '6.00')).values).toEqual({ most: '4.99' })
  const id = await requestRefundOf(part, '4.00')
  expect((await agree(shop, id)).data).toEqual({ state: 'agreed' })
  expect((await detail(shop, id)).may).toEqual({ agree: false, object: false })
  expect(await runRefundDeadlines(server.app.ctx)).toBe(0)
  expect((await orderOf(part)).escrow).toBe('14.99')
  await pickUp(server, shop, [part.id])
  expect(await runRefundDeadlines(server.app.ctx)).toBe(1)
  expect(await paysOf(shop, id)).toEqual({ escrow: '4.00' })

  // Agreed, and declined before the pick-up: the buyer gets the whole payment, and the request ends.
  const given = await anOrder(server, shop)
  const moot = await requestRefundOf(given, '4.00')
  await agree(shop, moot)
  await server.must(cancelOrder, { id: given.id }, { token: shop.token, key: newId() })
  expect(await detail(shop, moot)).toMatchObject({ state: 'refunded', pays: [{ from: 'escrow', amount: '4.00' }] })
  expect((await server.must(buyerOrderDetail, { id: given.id }, { token: given.buyer.token })).refund!.amount).toBe(
    '14.99',
  )
})

test.each(['escrow', 'balance'] as const)(
  'a full refund before the shipment cancels the order, and the cost returns to %s',
  async (funding) => {
    const shop = await aStockedShop(server)
    for (let i = 0; i < 3; i += 1) await anOrder(server, shop, { status: completed })
    const order = await anOrder(server, shop, { status: awaitingShipment, funding })
    const before = await requestRefundOf(order, '4.00')
    await agree(shop, before)
    expect(await paysOf(shop, before)).toEqual({ escrow: '4.00' })
    const rest = await requestRefundOf(order)
    expect(await paysOf(shop, rest)).toEqual({ escrow: '10.99' })
    await agree(shop, rest)
    expect(await orderOf(order)).toMatchObject({ status: cancelled, cancelReason: 'buyer', escrow: '0.00' })
    expect(await wallet(shop)).toMatchObject({ balance: '12.72', escrow: '0.00' })
    await sendAll()
    const { refund } = await server.must(buyerOrderDetail, { id: order.id }, { token: order.buyer.token })
    expect(refund).toEqual({ amount: '14.99', state: 'sent' })
    const { list } = await server.must(orderBooks, { id: order.id }, { token: shop.token })
    expect(list.map(({ event }) => event)).toEqual([
      'order.paid',
      'order.picked-up',
      'refund.approved',
      'order.cost-returned',
      'order.cancelled',
      'buyer.refunded',
      'buyer.refunded',
    ])
  },
)

test('an order with a partial refund that cannot be supplied: the rest is refunded and the open request ends', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop, { status: awaitingShipment })
  await agree(shop, await requestRefundOf(order, '4.00'))
  const open = await requestRefundOf(order, '0.50')
  await server.must(
    cannotSupply,
    { shopId: shop.shopId, id: order.id, reason: 'out-of-stock' as const, note: '' },
    { token: fulfilment, key: newId() },
  )
  expect(await detail(shop, open)).toMatchObject({ state: 'refunded' })
  expect((await detail(shop, open)).history.at(-1)).toMatchObject({ to: 'refunded', by: 'operator' })
  await sendAll()
  expect((await server.must(buyerOrderDetail, { id: order.id }, { token: order.buyer.token })).refund).toEqual({
    amount: '14.99',
    state: 'sent',
  })
})

test('a missing answer counts as agreement after 48 hours, and a later objection is refused', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop, { status: received })
  const id = await requestRefundOf(order, '3.00')
  server.clock.pass(hours(48) - 1)
  expect(await runRefundDeadlines(server.app.ctx)).toBe(0)
  expect((await detail(shop, id)).may).toEqual({ agree: true, object: true })
  server.clock.pass(1)
  const late = await server.call(objectRefund, { id, text: 'Too late' }, { token: shop.token })
  expect(late.reason).toBe('refund/not-open')
  expect(await runRefundDeadlines(server.app.ctx)).toBe(1)
  expect(await detail(shop, id)).toMatchObject({
    state: 'refunded',
    history: [
      { to: 'requested', by: 'buyer' },
      { to: 'agreed', by: 'clock' },
      { to: 'refunded', by: 'clock' },
    ],
  })
  expect((await agree(shop, id)).reason).toBe('refund/not-open')
})

test('how a shop answers is counted from its answers, and a withdrawn or waiting request is none', async () => {
  const shop = await aStockedShop(server)
  const since = server.clock.now()
  const asked = async () => {
    const order = await anOrder(server, shop, { status: received })
    return { order, id: await requestRefundOf(order, '1.00') }
  }
  const [granted, objected, , withdrawn] = [await asked(), await asked(), await asked(), await asked()]
  await server.must(withdrawRefund, { id: withdrawn.id }, { token: withdrawn.order.buyer.token })
  const answers = () => readAnswers(server.owner, shop.shopId, since)
  expect((await answers()).refunds).toEqual({ granted: 0, objected: 0, silent: 0, hours: null })
  server.clock.pass(hours(3))
  expect((await agree(shop, granted.id)).status).toBe(200)
  server.clock.pass(hours(2))
  await server.must(objectRefund, { id: objected.id, text: 'It left whole' }, { token: shop.token })
  // The third one is never answered.
  server.clock.pass(hours(48))
  await runRefundDeadlines(server.app.ctx)
  expect((await answers()).refunds).toEqual({ granted: 1, objected: 1, silent: 1, hours: 3 })
  expect((await answers()).shipping).toEqual({ orders: 4, days: expect.any(Number) })
  // Over all shops at least as many, once they are summed, and another shop has none of them.
  const before = (await readAnswers(server.owner, null, since)).refunds
  await makeServiceTotals(server.db, server.clock.now().toISOString().slice(0, 10))
  const all = await readAnswers(server.owner, null, since)
  expect(all.refunds.silent).toBeGreaterThanOrEqual(before.silent + 1)
  expect(all.refunds.granted).toBeGreaterThanOrEqual(1)
  expect(all.shipping.orders).toBeGreaterThanOrEqual(4)
  const other = await aStockedShop(server)
  expect(await readAnswers(server.owner, other.shopId, since)).toMatchObject({
    refunds: { granted: 0, objected: 0, silent: 0 },
    shipping: { orders: 0, days: null },
  })
})

test('the platform declines or approves a refund after an objection, with a reason', async () => {
  const shop = await aStockedShop(server)
  const objected = async () => {
    const order = await anOrder(server, shop, { status: received })
    const id = await requestRefundOf(order, '3.00')
    await server.must(objectRefund, { id, text: 'It left whole' }, { token: shop.token })
    return { order, id }
  }
  const decide = (id: string, decision: 'approve' | 'decline') =>
    server.call(
      decideRefund,
      { shopId: shop.shopId, id, decision, text: 'The picture shows it' },
      { token: support, key: newId() },
    )
  const [first, second] = [await objected(), await objected()]
  expect((await agree(shop, first.id)).reason).toBe('refund/not-open')
  expect((await server.call(withdrawRefund, { id: first.id }, { token: first.order.buyer.token })).reason).toBe(
    'refund/not-open',
  )
  const work = await server.must(listRefunds, { state: 'objected', limit: 100 }, { token: support })
  expect(work.list.find((row) => row.id === first.id)).toMatchObject({ objection: 'It left whole', paid: '14.99' })
  expect((await decide(first.id, 'decline')).data).toEqual({ state: 'declined', actId: null })
  expect(await detail(shop, first.id)).toMatchObject({ decision: 'The picture shows it', pays: [] })
  expect((await decide(second.id, 'approve')).data).toEqual({ state: 'refunded', actId: null })
  expect((await decide(second.id, 'decline')).reason).toBe('refund/not-open')
  expect(await detail(shop, second.id)).toMatchObject({
    state: 'refunded',
    decision: 'The picture shows it',
    may: { agree: false, object: false },
  })
  const undecided = await anOrder(server, shop, { status: received })
  expect((await decide(await requestRefundOf(undecided), 'approve')).reason).toBe('refund/not-open')
  // The buyer can request again within the window.
  expect((await ask(first.order, '1.00')).code).toBe(1)
})

test('an order with an undecided objection keeps only the amount of the refund pending, and the rest settles on time', async () => {
  const shop = await aStockedShop(server)
  for (let i = 0; i < 3; i += 1) await anOrder(server, shop, { status: completed })
  const order = await anOrder(server, shop, { status: received, funding: 'balance' })
  const id = await requestRefundOf(order, '3.00')
  await server.must(objectRefund, { id, text: 'It left whole' }, { token: shop.token })
  const confirm = () => server.call(confirmReceipt, { id: order.id }, { token: order.buyer.token, key: newId() })
  expect((await confirm()).reason).toBe('refund/already-open')
  expect(await wallet(shop)).toMatchObject({ balance: '2.72', pending: '14.24' })
  await runRefundDeadlines(server.app.ctx)
  expect((await wallet(shop)).pending).toBe('14.24')
  server.clock.pass(days(7))
  // The merchant's share of 3.00 is 2.85; the commission returns the rest.
  for (let round = 0; round < 2; round += 1) await runRefundDeadlines(server.app.ctx)
  await runDeadlines(server.app.ctx)
  expect(await wallet(shop)).toMatchObject({ balance: '14.11', pending: '2.85', totalIncome: '24.11' })
  expect((await orderOf(order)).status).toBe(received)
  await server.must(
    decideRefund,
    { shopId: shop.shopId, id, decision: 'decline', text: 'No damage is seen' },
    { token: support, key: newId() },
  )
  await runDeadlines(server.app.ctx)
  expect((await orderOf(order)).status).toBe(completed)
  expect(await wallet(shop)).toMatchObject({ balance: '16.96', pending: '0.00', totalIncome: '26.96' })

  // A decision for the buyer: only the held amount and the commission pay.
  const second = await anOrder(server, shop, { status: received, funding: 'balance' })
  const other = await requestRefundOf(second, '3.00')
  await server.must(objectRefund, { id: other, text: 'It left whole' }, { token: shop.token })
  server.clock.pass(days(7))
  await runRefundDeadlines(server.app.ctx)
  const decision = { shopId: shop.shopId, id: other, decision: 'approve' as const, text: 'It is cracked' }
  await server.must(decideRefund, decision, { token: (await anOperator(server, 'support')).token, key: newId() })
  expect(await paysOf(shop, other)).toEqual({ pending: '2.85', commission: '0.15' })

  // The 30-day deadline does not receive an order with an open refund.
  const lost = await anOrder(server, shop, { status: shipped })
  const missing = await requestRefundOf(lost)
  await server.must(objectRefund, { id: missing, text: 'It is on its way' }, { token: shop.token })
  const today = server.clock.now()
  server.clock.pass(days(31))
  await runDeadlines(server.app.ctx)
  server.clock.set(today)
  expect((await orderOf(lost)).status).toBe(shipped)
})

test('an order that settles in two steps recovers a debt in both', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop, { status: received })
  const owing = await anOrder(server, shop, { status: completed })
  await agree(shop, await opened(owing))
  expect(await due(shop)).toBe('10.00')
  const id = await requestRefundOf(order, '1.00')
  await server.must(objectRefund, { id, text: 'It left whole' }, { token: shop.token })
  server.clock.pass(days(7))
  await runRefundDeadlines(server.app.ctx)
  // 3.29 of 4.24 settle: the open refund may take 0.95.
  expect([await due(shop), (await wallet(shop)).pending]).toEqual(['6.71', '0.95'])
  const decision = { shopId: shop.shopId, id, decision: 'decline' as const, text: 'It is whole' }
  await server.must(decideRefund, decision, { token: (await anOperator(server, 'support')).token, key: newId() })
  await runDeadlines(server.app.ctx)
  expect([await due(shop), (await wallet(shop)).pending]).toEqual(['5.76', '0.00'])
})

test('the platform pays the refund of an objection that it does not decide in time, and the merchant pays nothing', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop, { status: received })
  const id = await requestRefundOf(order, '3.00')
  expect((await detail(shop, id)).decideBy).toBeNull()
  await server.must(objectRefund, { id, text: 'It left whole' }, { token: shop.token })
  const by = new Date(server.clock.now().getTime() + decisionWindow).toISOString()
  expect(await detail(shop, id)).toMatchObject({ state: 'objected', decideBy: by })
  const { list } = await server.must(buyerRefunds, { orderId: order.id }, { token: order.buyer.token })
  expect(list).toMatchObject([{ decideBy: by }])
  server.clock.pass(decisionWindow - 1)
  await runRefundDeadlines(server.app.ctx)
  expect((await detail(shop, id)).state).toBe('objected')
  server.clock.pass(1)
  await runRefundDeadlines(server.app.ctx)
  await runDeadlines(server.app.ctx)
  expect(await detail(shop, id)).toMatchObject({
    state: 'refunded',
    pays: [{ from: 'platform', amount: '3.00' }],
    history: [
      { to: 'requested', by: 'buyer' },
      { to: 'objected', by: 'merchant' },
      { to: 'agreed', by: 'clock' },
      { to: 'refunded', by: 'clock' },
    ],
  })
  // The merchant keeps all earnings of the order. The platform keeps its commission and pays the refund.
  expect(await wallet(shop)).toMatchObject({ balance: '4.24', pending: '0.00' })
  const goodwill = await queryOne(
    server.owner,
    sql<{
      paid: bigint
    }>`select sum(p.amount)::bigint as paid from ledger.posting p join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id
      join ledger.transfer t on t.shop_id = p.shop_id and t.id = p.transfer_id where a.kind = 'E.GOODWILL' and t.shop_id = ${shop.shopId}`,
  )
  expect(goodwill!.paid).toBe(300n)
  await sendAll()
  expect((await server.must(buyerOrderDetail, { id: order.id }, { token: order.buyer.token })).refund).toEqual({
    amount: '3.00',
    state: 'sent',
  })
})

test('the platform’s share of a refund returns to the platform when the order is cancelled later', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop, { status: awaitingShipment })
  const id = await requestRefundOf(order, '3.00')
  await server.must(objectRefund, { id, text: 'It will come soon' }, { token: shop.token })
  server.clock.pass(decisionWindow)
  await runRefundDeadlines(server.app.ctx)
  expect(await paysOf(shop, id)).toEqual({ platform: '3.00' })
  const { token } = await anOperator(server, 'fulfilment')
  await server.must(
    cannotSupply,
    { shopId: shop.shopId, id: order.id, reason: 'out-of-stock' as const, note: '' },
    { token, key: newId() },
  )
  const { list } = await server.must(orderBooks, { id: order.id }, { token: shop.token })
  expect(list.find(({ event }) => event === 'order.cancelled')!.lines).toMatchObject([
    { account: 'L.O.escrow', debit: '14.99', credit: '0.00' },
    { account: 'L.REFUND', debit: '0.00', credit: '11.99' },
    { account: 'E.GOODWILL', debit: '0.00', credit: '3.00' },
  ])
  expect(await wallet(shop)).toMatchObject({ balance: '0.00', escrow: '0.00' })
})

const supplierHas = async (shop: TestShop): Promise<bigint> =>
  (await queryOne(
    server.owner,
    sql<{ has: bigint }>`select coalesce(sum(case p.side when 'C' then p.amount else -p.amount end), 0)::bigint as has
      from ledger.posting p join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id join ledger.transfer t on t.shop_id = p.shop_id and t.id = p.transfer_id
      where a.kind = 'L.S.payable' and t.shop_id = ${shop.shopId}`,
  ))!.has

test('a refund agreed by the merchant is paid by escrow, balance and debt, and never by the supplier', async () => {
  const shop = await aStockedShop(server)
  await anOrder(server, shop, { status: completed })
  const order = await anOrder(server, shop, { status: shipped })
  const before = await supplierHas(shop)
  const id = await requestRefundOf(order)
  // Shown before the merchant agrees.
  expect(await paysOf(shop, id)).toEqual({ escrow: '4.99', available: '4.24', due: '5.76' })
  await agree(shop, id)
  expect(await paysOf(shop, id)).toEqual({ escrow: '4.99', available: '4.24', due: '5.76' })
  expect(await supplierHas(shop)).toBe(before)
  expect([await due(shop), (await wallet(shop)).balance]).toEqual(['5.76', '0.00'])
})

test('before the shipment the escrow limits a partial refund, and a full refund cancels the order', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop, { status: awaitingShipment })
  expect(await ask(order, '14.98')).toMatchObject({
    reason: 'refund/part-too-much',
    msg: 'Until the order is shipped, a partial refund can be up to $4.99. With a full refund, the order is cancelled.',
  })
  await agree(shop, await requestRefundOf(order, '4.99'))
  expect((await ask(order, '1.00')).values).toEqual({ most: '0.00' })
  await agree(shop, await requestRefundOf(order))
  expect((await orderOf(order)).status).toBe(cancelled)

  // A larger part, as an older rule allowed: it waits for the shipment, and the supplier keeps the whole cost.
  const old = await anOrder(server, shop, { status: awaitingShipment })
  const id = await requestRefundOf(old, '4.00')
  await sql`update refund_order set amount = 900 where id = ${id}`.execute(server.owner)
  expect((await agree(shop, id)).data).toEqual({ state: 'agreed' })
  expect(await runRefundDeadlines(server.app.ctx)).toBe(0)
  const parcel = { shopId: shop.shopId, id: old.id, carrier: 'Harbour Post', trackingNumber: 'HP123456' }
  await server.must(shipOrder, parcel, { token: fulfilment, key: newId() })
  expect(await runRefundDeadlines(server.app.ctx)).toBe(1)
  expect(await paysOf(shop, id)).toEqual({ escrow: '4.99', due: '4.01' })
})

const objectedTo = async (shop: TestShop, given: { status: OrderStatus; amount?: string; quantity?: number }) => {
  const { amount, ...rest } = given
  const order = await anOrder(server, shop, rest)
  const id = await requestRefundOf(order, amount)
  await server.must(objectRefund, { id, text: 'It left whole' }, { token: shop.token })
  return { order, id }
}
const decideAs = (token: string, shop: TestShop, id: string, bearer: RefundBearer = 'merchant') =>
  server.call(
    decideRefund,
    { shopId: shop.shopId, id, decision: 'approve', bearer, text: 'The picture shows it' },
    { token, key: newId() },
  )

test('the platform decides who pays the part that the order’s own money does not cover', async () => {
  const shop = await aStockedShop(server)
  const bySupplier = await objectedTo(shop, { status: shipped })
  expect((await decideAs(support, shop, bySupplier.id, 'supplier')).data).toEqual({ state: 'refunded', actId: null })
  expect(await paysOf(shop, bySupplier.id)).toEqual({ escrow: '4.99', supplier: '10.00' })
  const byPlatform = await objectedTo(shop, { status: shipped })
  await decideAs(support, shop, byPlatform.id, 'platform')
  expect(await paysOf(shop, byPlatform.id)).toEqual({ platform: '14.99' })
  // After the receipt the earnings of the order pay first, then the supplier.
  const arrived = await objectedTo(shop, { status: received })
  await decideAs(support, shop, arrived.id, 'supplier')
  expect(await paysOf(shop, arrived.id)).toEqual({ pending: '4.24', supplier: '10.00', commission: '0.75' })
  expect(await due(shop)).toBe('0.00')
  const waiting = await objectedTo(shop, { status: awaitingShipment, amount: '4.00' })
  expect((await decideAs(support, shop, waiting.id, 'supplier')).reason).toBe('order/not-shipped')
})

test('the operator who opened a refund cannot decide it, and a missing answer of the merchant is not an agreement', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop, { status: completed })
  const id = await opened(order)
  const colleague = (await anOperator(server, 'support')).token
  expect(await detail(shop, id)).toMatchObject({ openedBy: 'operator' })
  // The merchant has 48 hours to answer.
  expect((await decideAs(colleague, shop, id)).reason).toBe('refund/not-open')
  server.clock.pass(hours(48))
  expect(await runRefundDeadlines(server.app.ctx)).toBe(0)
  expect((await detail(shop, id)).state).toBe('requested')
  expect((await decideAs(support, shop, id)).reason).toBe('operator/second-person')
  const decline = { shopId: shop.shopId, id, decision: 'decline' as const, text: 'Never mind' }
  expect((await server.call(decideRefund, decline, { token: support, key: newId() })).reason).toBe(
    'operator/second-person',
  )
  expect((await decideAs(colleague, shop, id)).data).toEqual({ state: 'refunded', actId: null })

  // The same after an objection of the merchant.
  const second = await anOrder(server, shop, { status: completed })
  const objected = await opened(second)
  await server.must(objectRefund, { id: objected, text: 'It left whole' }, { token: shop.token })
  expect((await decideAs(support, shop, objected)).reason).toBe('operator/second-person')
  expect((await decideAs(colleague, shop, objected)).data).toEqual({ state: 'refunded', actId: null })
})

test('a refund opened by an operator is declined at its deadline when nobody decides', async () => {
  const shop = await aStockedShop(server)
  const silent = await opened(await anOrder(server, shop, { status: completed }))
  const objected = await opened(await anOrder(server, shop, { status: completed }))
  await server.must(objectRefund, { id: objected, text: 'It left whole' }, { token: shop.token })
  server.clock.pass(hours(48) + decisionWindow)
  await runRefundDeadlines(server.app.ctx)
  for (const id of [silent, objected])
    expect(await detail(shop, id)).toMatchObject({ state: 'declined', decision: null, pays: [] })
  expect((await wallet(shop)).balance).toBe('8.48')
})

/** An objected refund that was above the limit when it was requested. */
async function aboveTheLimit(shop: TestShop, given: { status: OrderStatus; amount?: string }) {
  const { money } = server.app.ctx.settings
  const before = money.secondPersonAbove
  money.secondPersonAbove = 1000n
  try {
    return await objectedTo(shop, given)
  } finally {
    money.secondPersonAbove = before
  }
}

test('a refund above the limit at its opening is paid with the signature of another person of finance', async () => {
  const shop = await aStockedShop(server)
  const { id } = await aboveTheLimit(shop, { status: shipped })
  const small = await aboveTheLimit(shop, { status: received, amount: '10.00' })
  const [first, signer, third] = [await anOperator(server, 'support'), await aSigner(server, 'finance'), support]
  const proposed = (await decideAs(first.token, shop, id, 'supplier')).data
  expect(proposed).toEqual({ state: 'objected', actId: expect.any(String) })
  const work = await server.must(listRefunds, { state: 'objected', limit: 100 }, { token: support })
  expect(work.list.find((row) => row.id === id)).toMatchObject({ needsTwo: true, signed: true })
  expect(await paysOf(shop, id)).toEqual({ escrow: '4.99', due: '10.00' })
  // While it waits nobody proposes another payer. Refused, it is free again.
  expect((await decideAs(third, shop, id, 'platform')).reason).toBe('act/already-open')
  const read = () => server.must(refundCase, { shopId: shop.shopId, id }, { token: support })
  expect(await read()).toMatchObject({ actId: proposed.actId, firstSigner: { id: first.id, bearer: 'supplier' } })
  await server.must(refuseAct, { id: proposed.actId!, reason: 'We bear it' }, { token: signer.token })
  expect(await read()).toMatchObject({ actId: null, firstSigner: null, may: { approve: true } })

  const actId = (await decideAs(first.token, shop, id, 'platform')).data.actId!
  expect((await server.must(actDetail, { id: actId }, { token: signer.token })).fields).toEqual([
    { label: 'code', value: (await read()).code, format: 'code' },
    { label: 'order', value: (await read()).order.code, format: 'code' },
    { label: 'amount', value: '14.99', format: 'amount' },
    { label: 'bearer', value: 'platform', format: 'code' },
    { label: 'decision', value: 'The picture shows it', format: 'text' },
  ])
  expect((await signs(server, await aSigner(server, 'support'), actId)).reason).toBe('act/wrong-desk')
  const other = await aSigner(server, 'finance')
  const replies = await Promise.all([signer, other, signer].map((who) => signs(server, who, actId)))
  expect(replies.filter(({ code }) => code === 1)).toHaveLength(1)
  expect(await paysOf(shop, id)).toEqual({ platform: '14.99' })
  expect(await detail(shop, id)).toMatchObject({ state: 'refunded', decision: 'The picture shows it' })

  // Up to the limit one signature is enough. The refunds of an order are added up.
  expect((await decideAs(support, shop, small.id)).data).toEqual({ state: 'refunded', actId: null })
  const { money } = server.app.ctx.settings
  const before = money.secondPersonAbove
  money.secondPersonAbove = 1000n
  const more = await requestRefundOf(small.order, '1.00')
  money.secondPersonAbove = before
  await server.must(objectRefund, { id: more, text: 'Enough' }, { token: shop.token })
  expect((await decideAs(support, shop, more)).data).toMatchObject({ state: 'objected', actId: expect.any(String) })
})

test('an approval that waits for its second person ends with a refusal of the refund, with the clock, and after 72 hours', async () => {
  const shop = await aStockedShop(server)
  const signer = await aSigner(server, 'finance')
  const proposed = async () => {
    const { id } = await aboveTheLimit(shop, { status: shipped })
    return { id, actId: (await decideAs(support, shop, id)).data.actId! }
  }
  const [declined, late, expired] = [await proposed(), await proposed(), await proposed()]
  const decline = { shopId: shop.shopId, id: declined.id, decision: 'decline' as const, text: 'It is whole' }
  const race = await Promise.all([
    server.call(decideRefund, decline, { token: signer.token, key: newId() }),
    signs(server, signer, declined.actId),
  ])
  expect(race.filter(({ code }) => code === 1)).toHaveLength(1)
  expect((await detail(shop, declined.id)).state).toBe(race[0].code === 1 ? 'declined' : 'refunded')

  server.clock.pass(hours(72))
  await expireActs(server.app.ctx, actKinds)
  support = (await anOperator(server, 'support')).token
  const read = () => server.must(refundCase, { shopId: shop.shopId, id: expired.id }, { token: support })
  expect(await read()).toMatchObject({ actId: null, firstSigner: null, state: 'objected' })
  const again = (await decideAs(support, shop, late.id)).data.actId!
  server.clock.pass(decisionWindow - hours(72))
  await runRefundDeadlines(server.app.ctx)
  expect((await detail(shop, late.id)).state).toBe('refunded')
  expect((await signs(server, await aSigner(server, 'finance'), again)).reason).toBe('act/not-open')
  support = (await anOperator(server, 'support')).token
})

test('the case of a refund shows both sides, the order, who would pay for each bearer, and what may be done', async () => {
  const shop = await aStockedShop(server)
  const { id } = await objectedTo(shop, { status: shipped })
  const read = (token = support) => server.must(refundCase, { shopId: shop.shopId, id }, { token })
  const shown = await read()
  expect(shown).toMatchObject({
    state: 'objected',
    awaitsDecision: true,
    overdue: false,
    purchase: {
      status: shipped,
      total: '14.99',
      parcels: [{ carrier: 'Harbour Post', trackingNumber: 'HP123456' }],
      lines: [{ quantity: 1, price: '14.99' }],
    },
    pays: {
      merchant: [
        { from: 'escrow', amount: '4.99' },
        { from: 'due', amount: '10.00' },
      ],
      supplier: [
        { from: 'escrow', amount: '4.99' },
        { from: 'supplier', amount: '10.00' },
      ],
      platform: [{ from: 'platform', amount: '14.99' }],
    },
    payment: null,
    buyer: { orders: 1, refunds: 1, refunded: 0 },
    shopRefunds: { requested: 1, objected: 1, refunded: 0 },
    may: { approve: true, decline: true, supplier: true },
  })
  expect(shown.purchase.events.map(({ kind }) => kind)).toContain('order.shipped')
  const counts = () => server.must(countRefunds, {}, { token: support })
  const before = await counts()
  const listed = (filter: object) =>
    server.must(listRefunds, { limit: 100, shopId: shop.shopId, ...filter }, { token: support })
  expect((await listed({ awaitsDecision: true })).list.map((row) => row.id)).toEqual([id])
  expect((await listed({ overdue: true })).list).toEqual([])
  expect((await listed({ search: shown.order.code })).list.map((row) => row.id)).toEqual([id])
  expect((await listed({ search: 'nothing' })).list).toEqual([])
  server.clock.pass(decisionWindow + 1)
  // The session of the first operator ended meanwhile.
  support = (await anOperator(server, 'support')).token
  expect((await read()).overdue).toBe(true)
  expect((await counts()).overdue - before.overdue).toBeGreaterThan(0)
  expect((await decideAs(support, shop, id, 'platform')).data).toEqual({ state: 'refunded', actId: null })
  expect(await read()).toMatchObject({
    state: 'refunded',
    paidBy: 'platform',
    pays: { merchant: [], platform: [{ from: 'platform', amount: '14.99' }] },
    payment: { state: 'due', amount: '14.99' },
    may: { approve: { no: 'refund/not-open' } },
  })
  const staff = await opened(await anOrder(server, shop, { status: completed }))
  server.clock.pass(hours(48))
  const own = await server.must(refundCase, { shopId: shop.shopId, id: staff }, { token: support })
  expect(own).toMatchObject({ awaitsDecision: true, may: { approve: { no: 'operator/second-person' } } })
  expect((await server.call(refundCase, { shopId: newId(), id }, { token: support })).reason).toBe('refund/not-found')
})

test('the database refuses every way for one person to decide a refund alone', async () => {
  const shop = await aStockedShop(server)
  const { id: opener } = await anOperator(server, 'support')
  const { id: other } = await anOperator(server, 'support')
  const { order, id } = await objectedTo(shop, { status: shipped, amount: '3.00' })
  const write = (row: string, sets: ReturnType<typeof sql>) =>
    sql`update refund_order set ${sets} where shop_id = ${shop.shopId} and id = ${row}`.execute(server.db)
  const refused = (constraint: string) => ({ constraint })
  await expect(write(id, sql`state = 'agreed'`)).rejects.toMatchObject(refused('refund_agreed'))
  await expect(write(id, sql`state = 'agreed', agreed_by = 'operator'`)).rejects.toMatchObject(
    refused('refund_operator_decides'),
  )
  await expect(write(id, sql`state = 'agreed', agreed_by = 'silence'`)).rejects.toMatchObject(refused('refund_silence'))
  await expect(
    write(id, sql`state = 'agreed', agreed_by = 'deadline', changed_at = requested_at`),
  ).rejects.toMatchObject(refused('refund_deadline'))
  await expect(write(id, sql`state = 'agreed', agreed_by = 'merchant', bearer = 'supplier'`)).rejects.toMatchObject(
    refused('refund_bearer'),
  )
  await expect(
    write(id, sql`state = 'refunded', agreed_by = 'merchant', from_supplier = amount`),
  ).rejects.toMatchObject(refused('refund_supplier_decided'))
  await expect(
    write(id, sql`state = 'refunded', agreed_by = 'merchant', from_platform = amount`),
  ).rejects.toMatchObject(refused('refund_platform_decided'))
  await expect(write(id, sql`state = 'declined', decision = 'No'`)).rejects.toMatchObject(refused('refund_declined'))
  await expect(write(id, sql`decide_by = null`)).rejects.toMatchObject(refused('refund_has_clock'))
  await expect(write(id, sql`needs_two = false`)).rejects.toMatchObject({ code: '42501' })
  // Above the limit two people must sign.
  await sql`update refund_order set needs_two = true where id = ${id}`.execute(server.owner)
  await expect(
    write(id, sql`state = 'agreed', agreed_by = 'operator', decided_by_operator = ${other}`),
  ).rejects.toMatchObject(refused('refund_two_people'))
  await expect(
    write(id, sql`state = 'agreed', agreed_by = 'operator', decided_by_operator = ${other}, first_signer = ${other}`),
  ).rejects.toMatchObject(refused('refund_other_person'))
  // The names of two people are no signature: one of them signed an act with this payer and this amount.
  const finance = await anOperator(server, 'finance')
  const agreed = (bearer = 'merchant') =>
    sql`state = 'agreed', agreed_by = 'operator', first_signer = ${other}, decided_by_operator = ${finance.id}, bearer = ${bearer}`
  await expect(write(id, agreed())).rejects.toMatchObject(refused('signed_act'))
  const actId = (await decideAs(support, shop, id)).data.actId!
  const act = { id: actId, digest: (await findAct(server.db, actId))!.digest }
  const withSignature = (sets: ReturnType<typeof sql>) =>
    withTransaction(server.db, async (tx) => {
      await insertSignature(tx, act, finance.id, { method: 'code' }, server.clock.now())
      await sql`update refund_order set ${sets} where id = ${id}`.execute(tx)
    })
  await expect(withSignature(agreed())).rejects.toMatchObject(refused('signed_act'))
  const first = sql`first_signer = (select proposed_by from act where id = ${actId})`
  const named = sql`state = 'agreed', agreed_by = 'operator', decided_by_operator = ${finance.id}, ${first}`
  await expect(withSignature(sql`${named}, bearer = 'platform'`)).rejects.toMatchObject(refused('signed_act'))

  const settled = await anOrder(server, shop, { status: completed })
  const byStaff = await opened(settled)
  await sql`update refund_order set opened_by_operator = ${opener} where id = ${byStaff}`.execute(server.owner)
  await expect(
    write(byStaff, sql`state = 'agreed', agreed_by = 'operator', decided_by_operator = ${opener}`),
  ).rejects.toMatchObject(refused('refund_other_person'))
  await expect(write(byStaff, sql`state = 'agreed', agreed_by = 'silence'`)).rejects.toMatchObject(
    refused('refund_silence'),
  )
  // The refunded amounts of an order must equal the sums of its refund orders.
  const invent = (of: TestOrder, sets: ReturnType<typeof sql>) =>
    sql`update orders set ${sets} where shop_id = ${shop.shopId} and id = ${of.id}`.execute(server.db)
  await expect(invent(order, sql`refunded = 100, refunded_supplier = 100`)).rejects.toMatchObject(
    refused('order_refunds'),
  )
  // Before the shipment only the escrow pays.
  const waiting = await anOrder(server, shop, { status: awaitingShipment })
  const part = await requestRefundOf(waiting, '4.00')
  await expect(
    withTransaction(server.db, async (tx) => {
      await sql`update refund_order set state = 'refunded', agreed_by = 'merchant', from_available = amount where id = ${part}`.execute(
        tx,
      )
      await sql`update orders set refunded = refunded + 400 where id = ${waiting.id}`.execute(tx)
    }),
  ).rejects.toMatchObject(refused('order_refund_before_shipment'))
})

test('a refund after a withdrawal of the balance becomes a visible debt', async () => {
  const shop = await aStockedShop(server)
  for (let i = 0; i < 3; i += 1) await anOrder(server, shop, { status: completed })
  const order = await anOrder(server, shop, { status: completed })
  await withdraw(server, shop, await aDestination(server, shop), '12.00')
  const id = await opened(order)
  await agree(shop, id)
  expect(await paysOf(shop, id)).toEqual({ available: '4.96', due: '9.28', commission: '0.75' })
  expect(await due(shop)).toBe('9.28')
  expect(await wallet(shop)).toMatchObject({ balance: '0.00', held: '12.00', totalIncome: '16.96' })
  const { list } = await server.must(fundsRecords, { event: 'refund.approved' }, { token: shop.token })
  const { code } = await detail(shop, id)
  expect(list).toMatchObject([{ amount: '-4.96', cause: { kind: 'refund', id, code } }])
  expect((await server.must(fundsRecords, { code }, { token: shop.token })).total).toBe(1)
})

test('the cost of refunds lowers the profit figures before, at and after the settlement', async () => {
  const shop = await aStockedShop(server)
  const figures = async () => {
    const { totalSales, totalProfit, todayExpectedProfit } = await server.must(dashboard, {}, { token: shop.token })
    return [totalSales, totalProfit, todayExpectedProfit]
  }
  const order = await anOrder(server, shop, { status: received })
  expect(await figures()).toEqual(['14.99', '0.00', '4.24'])
  await agree(shop, await requestRefundOf(order, '2.00'))
  expect(await figures()).toEqual(['12.99', '0.00', '2.34'])
  await server.must(confirmReceipt, { id: order.id }, { token: order.buyer.token, key: newId() })
  expect(await figures()).toEqual(['12.99', '2.34', '2.34'])
  await agree(shop, await opened(order))
  expect(await figures()).toEqual(['0.00', '-10.00', '-10.00'])
  // Cancelled after a partial refund: the order is in no figure.
  const gone = await anOrder(server, shop, { status: awaitingShipment })
  await agree(shop, await requestRefundOf(gone, '3.00'))
  await agree(shop, await requestRefundOf(gone))
  expect(await figures()).toEqual(['0.00', '-10.00', '-10.00'])
  const { credit } = await server.must(dashboard, {}, { token: shop.token })
  expect(credit.parts.find((part) => part.kind === 'refunds')!.count).toBe(1)
})

test('a refund is removed from sales, pieces, rank, score and rating', async () => {
  const shop = await aStockedShop(server)
  const unitsOf = async () =>
    (await queryOne(
      server.owner,
      sql<{
        units: number
        sold: number
        sales: bigint
      }>`select (select coalesce(sum(units), 0)::int from product_day where product_id = any(${shop.products}::uuid[])) as units,
        (select coalesce(sum(units), 0)::int from listing_figures where shop_id = ${shop.shopId}) as sold,
        (select coalesce(sum(sales), 0)::bigint from shop_product_day where shop_id = ${shop.shopId}) as sales`,
    ))!
  const review = (order: TestOrder, rating: number) =>
    server.call(reviewOrder, { id: order.id, rating, text: 'Fine' }, { token: order.buyer.token })
  // The balance pays the refunds: no debt waits for the platform.
  await creditMerchant(server, shop, '100')
  const orders: TestOrder[] = []
  for (let i = 0; i < 3; i += 1) orders.push(await anOrder(server, shop, { status: completed, quantity: 2 }))
  const [first, second, third] = orders as [TestOrder, TestOrder, TestOrder]
  await review(first, 5)
  await review(second, 2)
  expect(await unitsOf()).toEqual({ units: 6, sold: 6, sales: 8994n })
  // After a partial refund the sales decrease; pieces and review stay.
  await agree(shop, await opened(first, '10.01'))
  expect(await unitsOf()).toEqual({ units: 6, sold: 6, sales: 7993n })
  const told = () => server.must(dashboard, {}, { token: shop.token })
  expect(await told()).toMatchObject({ totalSales: '79.93', todayOrders: 3, rating: { mean: 3.5, reviews: 2 } })
  // After a full refund the order counts nowhere.
  await agree(shop, await opened(first))
  await agree(shop, await opened(third))
  expect(await unitsOf()).toEqual({ units: 2, sold: 2, sales: 2998n })
  expect(await told()).toMatchObject({ totalSales: '29.98', todayOrders: 1, rating: { mean: 2, reviews: 1 } })
  expect((await told()).credit.parts.find((part) => part.kind === 'pickup-time')!.count).toBe(1)
  expect((await review(third, 5)).reason).toBe('order/refunded')
  await expect(
    sql`insert into review (shop_id, order_id, buyer_id, rating, text, at) values (${shop.shopId}, ${third.id}, ${third.buyer.buyerId}, 5, '', now())`.execute(
      server.owner,
    ),
  ).rejects.toMatchObject({ constraint: 'review_refunded' })
  await agree(shop, await opened(second))
  const { credit, ...rest } = await told()
  // All three orders are refunded: no score, no sales, no rating.
  expect([credit.score, rest.totalSales, rest.rating.mean]).toEqual([null, '0.00', null])
  expect(await server.must(bestSellers, {}, { token: shop.token })).toMatchObject({ list: [] })
})

test('the refunded shares of the lines of an order add up to its refunded amount', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.bigInt({ min: 1n, max: 100_000_000_000n }), { minLength: 1, maxLength: 8 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (lines, part) => {
        const total = lines.reduce((sum, line) => sum + line, 0n)
        const refunded = BigInt(Math.floor(Number(total) * part))
        const rows = await queryAll(
          server.owner,
          sql<{
            share: bigint
            line: bigint
          }>`select line_refunded((sum(line) over (order by place))::bigint, line, ${refunded}, ${total}) as share, line
            from unnest(${lines.map(String)}::bigint[]) with ordinality l (line, place)`,
        )
        expect(rows.reduce((sum, row) => sum + row.share, 0n)).toBe(refunded)
        expect(rows.every((row) => row.share >= 0n && row.share <= row.line)).toBe(true)
      },
    ),
    { numRuns: 60 },
  )
})

test('refund pictures must be the buyer’s own, and only the merchant and operators can read them', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop, { status: received })
  const mine = await aRefundPicture(server, order.buyer.token)
  const theirs = await aRefundPicture(server, (await aBuyer(server)).token)
  expect((await ask(order, '1.00', { pictures: [theirs] })).reason).toBe('file/not-found')
  const reply = await ask(order, '1.00', { text: 'The handle came off.', pictures: [mine, mine] })
  const { id } = reply.data.refund!
  expect(await detail(shop, id)).toMatchObject({ pictures: 1, text: 'The handle came off.' })
  expect((await server.app.http.inject({ method: 'GET', url: `/files/${mine}.webp` })).statusCode).toBe(404)
  const seen = await server.must(refundPicture, { id, n: 1 }, { token: shop.token })
  expect((await sharp(Buffer.from(seen.base64, 'base64')).metadata()).width).toBe(900)
  expect((await server.call(refundPicture, { id, n: 2 }, { token: shop.token })).reason).toBe('file/not-found')
  const evidence = await server.must(refundEvidence, { shopId: shop.shopId, id, n: 1 }, { token: support })
  expect(evidence.base64).toBe(seen.base64)
})

test('an objection carries the merchant’s own pictures, which the operator sees and the export names', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop, { status: received })
  const id = await requestRefundOf(order, '1.00')
  const object = (pictures: string[], token = shop.token) =>
    server.call(objectRefund, { id, text: 'It left whole', pictures }, { token })
  const mine = await aShopPicture(server, shop, 'refund')
  const others = [
    await aShopPicture(server, await aMerchant(server), 'refund'),
    await aShopPicture(server, shop, 'logo'),
    await aRefundPicture(server, order.buyer.token),
  ]
  for (const other of others) expect((await object([mine, other])).reason).toBe('file/not-found')
  expect((await object(Array.from({ length: 6 }, newId))).reason).toBe('request/invalid')
  expect((await object([mine, mine])).reason).toBeUndefined()

  expect(await detail(shop, id)).toMatchObject({ state: 'objected', pictures: 0, objectionPictures: 1 })
  const named = { id, n: 1, of: 'objection' } as const
  const seen = await server.must(refundPicture, named, { token: shop.token })
  expect((await sharp(Buffer.from(seen.base64, 'base64')).metadata()).format).toBe('jpeg')
  expect((await server.must(refundEvidence, { shopId: shop.shopId, ...named }, { token: support })).base64).toBe(
    seen.base64,
  )
  expect((await server.call(refundPicture, { id, n: 1 }, { token: shop.token })).reason).toBe('file/not-found')
  const stranger = await aMerchant(server)
  expect((await server.call(refundPicture, named, { token: stranger.token })).reason).toBe('refund/not-found')
  expect((await readMerchant(server.owner, shop.shopId))['objections to refunds']).toEqual([
    expect.objectContaining({ text: 'It left whole', pictures: [mine] }),
  ])
})

test('another shop and another buyer cannot find a refund by list or by id', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop, { status: received })
  const id = await requestRefundOf(order, '1.00')
  const other = await aMerchant(server)
  const key = newId()
  expect((await server.must(refundOrders, {}, { token: other.token })).total).toBe(0)
  expect((await server.call(refundDetail, { id }, { token: other.token })).reason).toBe('refund/not-found')
  expect((await server.call(refundPicture, { id, n: 1 }, { token: other.token })).reason).toBe('refund/not-found')
  expect((await server.call(agreeRefund, { id }, { token: other.token, key })).reason).toBe('refund/not-found')
  expect((await server.call(objectRefund, { id, text: 'Not mine' }, { token: other.token })).reason).toBe(
    'refund/not-found',
  )
  const stranger = await aBuyer(server)
  expect((await server.call(withdrawRefund, { id }, { token: stranger.token })).reason).toBe('refund/not-found')
})

test('the list filters by state and by order, and its pages continue without gaps', async () => {
  const shop = await aStockedShop(server)
  const codes: string[] = []
  const orders: TestOrder[] = []
  for (let i = 0; i < 5; i += 1) {
    const order = await anOrder(server, shop, { status: received })
    orders.push(order)
    server.clock.pass(minutes(1))
    codes.unshift((await ask(order, '1.00')).data.refund!.code)
  }
  const first = await server.must(refundOrders, { limit: 2 }, { token: shop.token })
  const second = await server.must(refundOrders, { limit: 2, cursor: first.cursor! }, { token: shop.token })
  const third = await server.must(refundOrders, { limit: 2, cursor: second.cursor! }, { token: shop.token })
  expect([...first.list, ...second.list, ...third.list].map(({ code }) => code)).toEqual(codes)
  expect([first.total, third.cursor]).toEqual([5, null])
  await agree(shop, first.list[0]!.id)
  expect((await server.must(refundOrders, { state: 'refunded' }, { token: shop.token })).total).toBe(1)
  const of = await server.must(refundOrders, { orderId: orders[0]!.id }, { token: shop.token })
  expect(of.list.map(({ code }) => code)).toEqual([codes[4]])
})

const times = <T>(n: number, work: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, (_, i) => work(i)))
const booked = async (shop: TestShop): Promise<number> =>
  (await queryOne(
    server.owner,
    sql<{
      n: number
    }>`select count(*)::int as n from ledger.transfer where shop_id = ${shop.shopId} and event = 'refund.approved'`,
  ))!.n

test('of twenty concurrent requests one opens, of twenty agreements one is booked, and one key gets one response', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop, { status: received })
  const requests = await times(20, () => ask(order, '4.00'))
  const reasons = requests.map((reply) => reply.reason ?? 'opened').sort()
  expect(reasons).toEqual(['opened', ...Array(19).fill('refund/already-open')].sort())
  const { id } = requests.find((reply) => reply.code === 1)!.data.refund!
  const answers = await times(20, () => agree(shop, id))
  expect(answers.filter((reply) => reply.code === 1)).toHaveLength(1)
  expect(new Set(answers.map((reply) => reply.reason))).toEqual(new Set([undefined, 'refund/not-open']))
  expect(await booked(shop)).toBe(1)

  const again = await requestRefundOf(order, '4.00')
  const key = newId()
  const same = await times(10, () => agree(shop, again, key))
  expect(new Set(same.map((reply) => JSON.stringify(reply.data)))).toEqual(new Set(['{"state":"refunded"}']))
  expect(await booked(shop)).toBe(2)
})

test('of a concurrent agreement, objection and withdrawal exactly one succeeds', async () => {
  const shop = await aStockedShop(server)
  const seen = new Set<string>()
  for (let round = 0; round < 12; round += 1) {
    const order = await anOrder(server, shop, { status: received })
    const id = await requestRefundOf(order, '1.00')
    const acts = [
      () => agree(shop, id),
      () => server.call(objectRefund, { id, text: 'It left whole' }, { token: shop.token }),
      () => server.call(withdrawRefund, { id }, { token: order.buyer.token }),
    ]
    // The starting order rotates, because the first one often wins.
    const replies = await Promise.all(acts.map((_, i) => acts[(i + round) % 3]!()))
    expect(replies.filter((reply) => reply.code === 1)).toHaveLength(1)
    const { state } = await detail(shop, id)
    expect(['refunded', 'objected', 'withdrawn']).toContain(state)
    seen.add(state)
  }
  expect(seen.size).toBeGreaterThan(1)
})

test('refunds concurrent with a settlement, a shipment and a withdrawal keep the books correct', async () => {
  const shop = await aStockedShop(server)
  const destination = await aDestination(server, shop)
  for (let round = 0; round < 6; round += 1) {
    const settling = await anOrder(server, shop, { status: received })
    const shipping = await anOrder(server, shop, { status: awaitingShipment })
    const paid = await anOrder(server, shop, { status: completed })
    const back = await opened(paid)
    const parcel = await requestRefundOf(shipping)
    const named = { shopId: shop.shopId, id: shipping.id }
    const replies = await Promise.all([
      ask(settling, '2.00'),
      server.call(confirmReceipt, { id: settling.id }, { token: settling.buyer.token, key: newId() }),
      agree(shop, parcel),
      server.call(
        shipOrder,
        { ...named, carrier: 'Harbour Post', trackingNumber: 'HP123456' },
        { token: fulfilment, key: newId() },
      ),
      agree(shop, back),
      withdraw(server, shop, destination, '4.24').catch(() => undefined),
    ])
    const [wished, settled, cancelledIt, shippedIt, returned] = replies
    expect(wished.code + settled.code).toBe(1)
    expect([cancelledIt.code, returned.code]).toEqual([1, 1])
    // Either the shipment or the cancellation came first.
    expect((await orderOf(shipping)).status).toBe(shippedIt.code === 1 ? shipped : cancelled)
  }
  expect((await checkBooks(server.owner, server.clock.now())).filter((check) => !check.ok)).toEqual([])
})

test('the database refuses a refund above the payment', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop, { status: received })
  await expect(
    sql`update orders set refunded = total_payment + 1 where shop_id = ${shop.shopId} and id = ${order.id}`.execute(
      server.db,
    ),
  ).rejects.toMatchObject({ constraint: 'order_refunded' })
})

test('after all of this the counts of the shops’ pages are those of the rows', async () => {
  expect(await wrongPageCounts(server.owner)).toEqual([])
})
