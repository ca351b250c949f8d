/** Refund orders on the real database: who pays in each status, who may do what when, and what many do at once. */
import {
  agreeRefund,
  buyerOrderDetail,
  buyerRefunds,
  cancelOrder,
  cannotSupply,
  confirmReceipt,
  dashboard,
  decideRefund,
  fromWire,
  fundsRecords,
  listRefunds,
  objectRefund,
  openRefund,
  orderBooks,
  orderDetail,
  orderStatus,
  readWallet,
  refundDetail,
  refundEvidence,
  refundOrders,
  refundPicture,
  requestRefund,
  scanOrder,
  shipOrder,
  toWire,
  withdrawRefund,
  type Funding,
  type OrderStatus,
  type RefundPayer,
} from '@quayside/contract'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  aBuyer,
  aDestination,
  aMerchant,
  anOperator,
  anOrder,
  aRefundPicture,
  aStockedShop,
  pickUp,
  withdraw,
  type TestOrder,
  type TestShop,
} from '../../../test/builders.ts'
import { startTestServer, webhookSecret, type TestServer } from '../../../test/server.ts'
import { days, hours, minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { all, one, sql } from '../../platform/postgres.ts'
import { testProcessor } from '../../providers/test-processor.ts'
import { checkBooks } from '../reconciliation/store.ts'
import { runDeadlines } from '../orders/deadlines.ts'
import { restInEscrow, sharesOnReceipt, type OrderMoney } from '../orders/entries.ts'
import { sendRefund } from '../orders/take-payment.ts'
import { runRefundDeadlines } from './answer-refund.ts'
import { commissionFor, refundable, whoPays } from './refund.ts'

const { awaitingShipment, shipped, received, completed, cancelled } = orderStatus

let server: TestServer
let support: string
let fulfilment: string
beforeAll(async () => {
  server = await startTestServer()
})
// Their sessions do not outlive the days that some tests let pass.
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
/** A request that is open; its id. */
const asked = async (order: TestOrder, amount?: string): Promise<string> => {
  const reply = await ask(order, amount)
  if (!reply.data.refund) throw new Error(`no request: ${reply.reason}`)
  return reply.data.refund.id
}
/** One that an operator opens for a settled order. */
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
  one(
    server.owner,
    sql<{
      due: bigint
    }>`select debits - credits as due from ledger.account where owner = ${shop.shopId} and kind = 'A.DUE'`,
  ).then((row) => toWire(row?.due ?? 0n))
/** Sends what is owed to buyers, as the job does. */
async function sendAll(): Promise<void> {
  const processors = { test: testProcessor(server.app.house, webhookSecret) }
  for (const row of await all(
    server.owner,
    sql<{ shop_id: string; id: string }>`select shop_id, id from buyer_refund where state = 'due'`,
  ))
    await sendRefund(server.app.house, processors, { shopId: row.shop_id, refundId: row.id })
}

// The order of every example: paid 14.99, commission 0.75, cost 10.00. Paid from the balance, there were three settled orders before.
type Case = { status: OrderStatus; funding: Funding; amount?: string; pays: object; wallet: object }
const cases: Case[] = [
  {
    status: awaitingShipment,
    funding: 'escrow',
    amount: '8',
    pays: { escrow: '4.99', supplier: '3.01' },
    wallet: { escrow: '0.00' },
  },
  {
    status: shipped,
    funding: 'escrow',
    pays: { escrow: '4.99', supplier: '10.00' },
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
  // What the order has pending is not enough and the balance is empty, so the rest is owed.
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
test.each(cases)('status $status, cost paid from $funding, $amount asked for: who pays', async (given) => {
  const { status, funding, amount } = given
  const shop = await aStockedShop(server)
  const before = funding === 'balance' ? 3 : 0
  for (let i = 0; i < before; i += 1) await anOrder(server, shop, { status: completed })
  const order = await anOrder(server, shop, { status, funding })
  const id = status === completed ? await opened(order, amount) : await asked(order, amount)
  // Shown before it is agreed to, and booked as shown.
  expect(await paysOf(shop, id)).toEqual(given.pays)
  expect((await agree(shop, id)).data).toEqual({ state: 'refunded' })
  expect(await paysOf(shop, id)).toEqual(given.pays)
  expect(await wallet(shop)).toMatchObject(given.wallet)
  expect(await due(shop)).toBe('due' in given.pays ? given.pays.due : '0.00')
  const toBuyer = () => server.must(buyerOrderDetail, { id: order.id }, { token: order.buyer.token })
  expect((await toBuyer()).refund).toEqual({ amount: toWire(fromWire(amount ?? '14.99')), state: 'due' })
  await sendAll()
  expect((await toBuyer()).refund).toMatchObject({ state: 'sent' })

  // The order goes on in its status and ends with what is left.
  await finish(order, status)
  expect((await orderOf(order)).status).toBe(completed)
})

/** Drives an order on to its end. */
async function finish(order: TestOrder, status: OrderStatus): Promise<void> {
  const named = { shopId: order.shop.shopId, id: order.id }
  const staff = () => ({ token: fulfilment, key: newId() })
  if (status === awaitingShipment)
    await server.must(shipOrder, { ...named, carrier: 'Harbour Post', trackingNumber: 'HP123456' }, staff())
  if (status === awaitingShipment || status === shipped)
    await server.must(scanOrder, { ...named, note: 'Delivered', delivered: true }, staff())
  if (status !== completed)
    await server.must(confirmReceipt, { id: order.id }, { token: order.buyer.token, key: newId() })
}

const anyOrder = fc
  .record({
    totalCost: fc.bigInt({ min: 1n, max: 5000n }),
    profit: fc.bigInt({ min: 0n, max: 5000n }),
    commission: fc.bigInt({ min: 0n, max: 1000n }),
    funding: fc.constantFrom('escrow' as const, 'balance' as const),
    before: fc.array(fc.bigInt({ min: 1n, max: 4000n }), { maxLength: 4 }),
    after: fc.array(fc.bigInt({ min: 1n, max: 4000n }), { maxLength: 4 }),
    available: fc.bigInt({ min: 0n, max: 3000n }),
  })
  .map(({ profit, ...rest }) => ({ ...rest, totalPayment: rest.totalCost + profit + rest.commission }))

test('whatever is refunded before and after the receipt: each sums up, no account goes below zero, and all of it gives the whole commission back', () => {
  fc.assert(
    fc.property(anyOrder, ({ before, after, available, ...terms }) => {
      const order: OrderMoney & { status: OrderStatus } = {
        ...terms,
        shopId: '',
        id: '',
        status: shipped,
        refunded: 0n,
        refundedEscrow: 0n,
        refundedSupplier: 0n,
        refundedCommission: 0n,
        pending: 0n,
      }
      let balance = available
      const refund = (wanted: bigint) => {
        const amount = wanted < refundable(order) ? wanted : refundable(order)
        if (amount === 0n) return
        const pays = whoPays(order, amount, balance)
        const parts = Object.values(pays)
        expect(parts.every((part) => part >= 0n)).toBe(true)
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(amount)
        const commission = commissionFor(order, amount)
        if (order.status !== shipped) expect(pays.commission).toBe(commission)
        order.refunded += amount
        order.refundedEscrow += pays.escrow
        order.refundedSupplier += pays.supplier
        order.refundedCommission += commission
        order.pending -= pays.pending
        balance -= pays.available
        // Nothing is owed while there is something to take.
        if (pays.due > 0n) expect([balance, order.pending]).toEqual([0n, 0n])
        // As the database demands it.
        expect(order.refundedCommission <= order.commission && restInEscrow(order) >= 0n).toBe(true)
        expect(order.refundedSupplier <= order.totalCost && order.pending >= 0n).toBe(true)
        expect(order.refunded - order.refundedSupplier - order.refundedCommission >= 0n).toBe(true)
      }
      for (const amount of before) refund(amount)
      const shares = sharesOnReceipt(order)
      expect(shares.pending >= 0n && shares.commission >= 0n).toBe(true)
      Object.assign(order, {
        status: received,
        pending: shares.pending,
        refundedCommission: order.commission - shares.commission,
      })
      for (const amount of after) refund(amount)
      refund(refundable(order))
      expect([order.pending, order.refundedCommission, order.refunded]).toEqual([
        0n,
        order.commission,
        order.totalPayment,
      ])
    }),
  )
})

test('a part, then the rest; more than is left, nothing at all, and a second one at a time are refused', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop, { status: received })
  expect((await ask(order, '15.00')).values).toEqual({ most: '14.99' })
  expect((await ask(order, '0.00')).reason).toBe('refund/too-much')
  expect((await ask(order, '-1.00')).reason).toBe('request/invalid')
  const first = await asked(order, '5.00')
  expect((await ask(order, '1.00')).reason).toBe('refund/already-open')
  await agree(shop, first)
  const tooMuch = await ask(order, '10.00')
  expect(tooMuch).toMatchObject({ reason: 'refund/too-much', msg: 'At most $9.99 can be refunded.' })
  await agree(shop, await asked(order))
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
  const paidBack = await one(
    server.owner,
    sql<{
      refunded: bigint
    }>`select c.refunded from test_checkout c join payment p using (reference) where p.order_id = ${order.id}`,
  )
  expect(paidBack!.refunded).toBe(1499n)
})

test('the window: from the payment until the protection ends, and no longer than the order is open', async () => {
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

test('all of an order that awaits its pick-up is a cancellation; a part is paid once it has been picked up', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop)
  expect((await ask(order)).data).toEqual({ cancelled: true, refund: null })
  expect(await orderOf(order)).toMatchObject({ status: cancelled, cancelReason: 'buyer', escrow: '0.00' })

  const part = await anOrder(server, shop)
  const id = await asked(part, '6.00')
  expect((await agree(shop, id)).data).toEqual({ state: 'agreed' })
  expect((await detail(shop, id)).may).toEqual({ agree: false, object: false })
  expect(await runRefundDeadlines(server.app.house)).toBe(0)
  expect((await orderOf(part)).escrow).toBe('14.99')
  await pickUp(server, shop, [part.id])
  expect(await runRefundDeadlines(server.app.house)).toBe(1)
  expect(await paysOf(shop, id)).toEqual({ escrow: '4.99', supplier: '1.01' })

  // Agreed, and never picked up: the buyer has everything back, and the request ends with it.
  const given = await anOrder(server, shop)
  const moot = await asked(given, '6.00')
  await agree(shop, moot)
  await server.must(cancelOrder, { id: given.id }, { token: shop.token, key: newId() })
  expect(await detail(shop, moot)).toMatchObject({ state: 'refunded', pays: [{ from: 'escrow', amount: '6.00' }] })
  expect((await server.must(buyerOrderDetail, { id: given.id }, { token: given.buyer.token })).refund!.amount).toBe(
    '14.99',
  )
})

test.each(['escrow', 'balance'] as const)(
  'all of an order that waits for its shipment cancels it, and the cost returns to %s',
  async (funding) => {
    const shop = await aStockedShop(server)
    for (let i = 0; i < 3; i += 1) await anOrder(server, shop, { status: completed })
    const order = await anOrder(server, shop, { status: awaitingShipment, funding })
    const before = await asked(order, '6.00')
    await agree(shop, before)
    expect(await paysOf(shop, before)).toEqual(
      funding === 'escrow' ? { escrow: '4.99', supplier: '1.01' } : { escrow: '6.00' },
    )
    const rest = await asked(order)
    expect(await paysOf(shop, rest)).toEqual({ escrow: '8.99' })
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

test('the platform cannot supply what a part was refunded of: only the rest goes back, the open request with it', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop, { status: awaitingShipment })
  await agree(shop, await asked(order, '5.00'))
  const open = await asked(order, '1.00')
  await server.must(cannotSupply, { shopId: shop.shopId, id: order.id }, { token: fulfilment, key: newId() })
  expect(await detail(shop, open)).toMatchObject({ state: 'refunded' })
  expect((await detail(shop, open)).history.at(-1)).toMatchObject({ to: 'refunded', by: 'operator' })
  await sendAll()
  expect((await server.must(buyerOrderDetail, { id: order.id }, { token: order.buyer.token })).refund).toEqual({
    amount: '14.99',
    state: 'sent',
  })
})

test('silence agrees after 48 hours, and then it is too late to object', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop, { status: received })
  const id = await asked(order, '3.00')
  server.clock.pass(hours(48) - 1)
  expect(await runRefundDeadlines(server.app.house)).toBe(0)
  expect((await detail(shop, id)).may).toEqual({ agree: true, object: true })
  server.clock.pass(1)
  const late = await server.call(objectRefund, { id, text: 'Too late' }, { token: shop.token })
  expect(late.reason).toBe('refund/not-open')
  expect(await runRefundDeadlines(server.app.house)).toBe(1)
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

test('an objection goes to the platform, which declines or approves with a reason', async () => {
  const shop = await aStockedShop(server)
  const objected = async () => {
    const order = await anOrder(server, shop, { status: received })
    const id = await asked(order, '3.00')
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
  expect((await decide(first.id, 'decline')).data).toEqual({ state: 'declined' })
  expect(await detail(shop, first.id)).toMatchObject({ decision: 'The picture shows it', pays: [] })
  expect((await decide(second.id, 'approve')).data).toEqual({ state: 'refunded' })
  expect((await decide(second.id, 'decline')).reason).toBe('refund/not-open')
  expect(await detail(shop, second.id)).toMatchObject({
    state: 'refunded',
    decision: 'The picture shows it',
    may: { agree: false, object: false },
  })
  const undecided = await anOrder(server, shop, { status: received })
  expect((await decide(await asked(undecided), 'approve')).reason).toBe('refund/not-open')
  // The buyer may ask again while the window is open.
  expect((await ask(first.order, '1.00')).code).toBe(1)
})

test('an order does not settle while a refund is open, and does at once when it is withdrawn', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop, { status: received })
  const id = await asked(order, '3.00')
  await server.must(objectRefund, { id, text: 'It left whole' }, { token: shop.token })
  const confirm = () => server.call(confirmReceipt, { id: order.id }, { token: order.buyer.token, key: newId() })
  expect((await confirm()).reason).toBe('refund/already-open')
  server.clock.pass(days(8))
  await runDeadlines(server.app.house)
  expect((await orderOf(order)).status).toBe(received)
  await server.must(
    decideRefund,
    { shopId: shop.shopId, id, decision: 'decline', text: 'No damage is seen' },
    { token: support, key: newId() },
  )
  await runDeadlines(server.app.house)
  expect((await orderOf(order)).status).toBe(completed)

  // A parcel without news does not count as received while its buyer says that it did not come.
  const lost = await anOrder(server, shop, { status: shipped })
  const missing = await asked(lost)
  await server.must(objectRefund, { id: missing, text: 'It is on its way' }, { token: shop.token })
  const today = server.clock.now()
  server.clock.pass(days(31))
  await runDeadlines(server.app.house)
  server.clock.set(today)
  expect((await orderOf(lost)).status).toBe(shipped)
})

test('after the money was withdrawn the refund is owed, and the debt is no hidden minus', async () => {
  const shop = await aStockedShop(server)
  for (let i = 0; i < 3; i += 1) await anOrder(server, shop, { status: completed })
  const order = await anOrder(server, shop, { status: completed })
  await withdraw(server, shop, await aDestination(server, shop), '16.00')
  const id = await opened(order)
  await agree(shop, id)
  expect(await paysOf(shop, id)).toEqual({ available: '0.96', due: '13.28', commission: '0.75' })
  expect(await due(shop)).toBe('13.28')
  expect(await wallet(shop)).toMatchObject({ balance: '0.00', held: '16.00', totalIncome: '16.96' })
  const { list } = await server.must(fundsRecords, { event: 'refund.approved' }, { token: shop.token })
  const { code } = await detail(shop, id)
  expect(list).toMatchObject([{ amount: '-0.96', cause: { kind: 'refund', id, code } }])
  expect((await server.must(fundsRecords, { code }, { token: shop.token })).total).toBe(1)
})

test('the figures: what refunds cost the merchant lowers the profit, of an open order, at its settlement, and after it', async () => {
  const shop = await aStockedShop(server)
  const figures = async () => {
    const { totalSales, totalProfit, todayExpectedProfit } = await server.must(dashboard, {}, { token: shop.token })
    return [totalSales, totalProfit, todayExpectedProfit]
  }
  const order = await anOrder(server, shop, { status: received })
  expect(await figures()).toEqual(['14.99', '0.00', '4.24'])
  await agree(shop, await asked(order, '2.00'))
  expect(await figures()).toEqual(['14.99', '0.00', '2.34'])
  await server.must(confirmReceipt, { id: order.id }, { token: order.buyer.token, key: newId() })
  expect(await figures()).toEqual(['14.99', '2.34', '2.34'])
  await agree(shop, await opened(order))
  expect(await figures()).toEqual(['14.99', '-10.00', '-10.00'])
  // Cancelled with a part refunded before: nothing of it is left in any figure.
  const gone = await anOrder(server, shop, { status: awaitingShipment })
  await agree(shop, await asked(gone, '3.00'))
  await agree(shop, await asked(gone))
  expect(await figures()).toEqual(['14.99', '-10.00', '-10.00'])
  const { credit } = await server.must(dashboard, {}, { token: shop.token })
  expect(credit.parts.find((part) => part.kind === 'refunds')!.count).toBe(1)
})

test('pictures: private, the buyer’s own, seen by the merchant and who decides', async () => {
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

test('another shop and another buyer meet nothing, by list or by id', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop, { status: received })
  const id = await asked(order, '1.00')
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

test('the list: by state, by order, and on from where a page ended', async () => {
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
  (await one(
    server.owner,
    sql<{
      n: number
    }>`select count(*)::int as n from ledger.transfer where shop_id = ${shop.shopId} and event = 'refund.approved'`,
  ))!.n

test('×20 at once: one request is opened, one agreement booked, and one key is answered alike', async () => {
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

  const again = await asked(order, '4.00')
  const key = newId()
  const same = await times(10, () => agree(shop, again, key))
  expect(new Set(same.map((reply) => JSON.stringify(reply.data)))).toEqual(new Set(['{"state":"refunded"}']))
  expect(await booked(shop)).toBe(2)
})

test('agree, object and withdraw at once: one of them happens', async () => {
  const shop = await aStockedShop(server)
  const seen = new Set<string>()
  for (let round = 0; round < 12; round += 1) {
    const order = await anOrder(server, shop, { status: received })
    const id = await asked(order, '1.00')
    const acts = [
      () => agree(shop, id),
      () => server.call(objectRefund, { id, text: 'It left whole' }, { token: shop.token }),
      () => server.call(withdrawRefund, { id }, { token: order.buyer.token }),
    ]
    // Another order of starting each time, since the first one often wins.
    const replies = await Promise.all(acts.map((_, i) => acts[(i + round) % 3]!()))
    expect(replies.filter((reply) => reply.code === 1)).toHaveLength(1)
    const { state } = await detail(shop, id)
    expect(['refunded', 'objected', 'withdrawn']).toContain(state)
    seen.add(state)
  }
  expect(seen.size).toBeGreaterThan(1)
})

test('a refund against the settlement, the shipment and a withdrawal of the balance: the books stay whole', async () => {
  const shop = await aStockedShop(server)
  const destination = await aDestination(server, shop)
  for (let round = 0; round < 6; round += 1) {
    const settling = await anOrder(server, shop, { status: received })
    const shipping = await anOrder(server, shop, { status: awaitingShipment })
    const paid = await anOrder(server, shop, { status: completed })
    const back = await opened(paid)
    const parcel = await asked(shipping)
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
    // Either it left before, or it was cancelled before it could.
    expect((await orderOf(shipping)).status).toBe(shippedIt.code === 1 ? shipped : cancelled)
  }
  expect((await checkBooks(server.owner, server.clock.now())).filter((check) => !check.ok)).toEqual([])
})

test('the database itself refuses to refund more than was paid', async () => {
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop, { status: received })
  await expect(
    sql`update orders set refunded = total_payment + 1 where shop_id = ${shop.shopId} and id = ${order.id}`.execute(
      server.db,
    ),
  ).rejects.toMatchObject({ constraint: 'order_refunded' })
})
