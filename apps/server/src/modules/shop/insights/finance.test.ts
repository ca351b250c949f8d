/** Compares the financial report and "why pending" of a shop with all kinds of events with its ledger. */
import {
  accounts,
  approveWithdrawal,
  cancelOrder,
  cannotSupply,
  confirmReceipt,
  financePending,
  financeReport,
  moneyPlaces,
  parseCents,
  orderStatus,
  readWallet,
  rejectWithdrawal,
  requestRefund,
  withdrawRefund,
  type RequestBody,
  type ResponseBody,
} from '@quayside/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aDestination,
  aMerchant,
  anOperator,
  anOrder,
  aStockedShop,
  checkout,
  creditMerchant,
  sendWebhook,
  placeTestOrder,
  webhook,
  withdraw,
  type TestOrder,
  type TestShop,
} from '../../../../test/builders.ts'
import { postUnchecked } from '../../../../test/post-unchecked.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { days, hours, minutes } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryOne, sql } from '../../../platform/database/postgres.ts'
import { testBank } from '../../../providers/test-bank.ts'
import { reversedEntry } from '../../money/deposits/entries.ts'
import { credit, debit, platformOwner } from '../../money/ledger/entry.ts'
import { runDeadlines } from '../../selling/orders/pickup/deadlines.ts'
import { resumePayoutsInProgress } from '../../money/withdrawals/payouts/send-payout.ts'

type Report = ResponseBody<typeof financeReport>
const zone = 'America/New_York'
let server: TestServer
let shop: TestShop
const received: TestOrder[] = []
let underReview: { id: string; code: string }

beforeAll(async () => {
  // Half an hour before midnight in the shop's zone, one day before summer time ends.
  server = await startTestServer({ now: new Date('2026-10-31T03:30:00Z') })
  shop = await aStockedShop(server)
  await sql`update shop set time_zone = ${zone} where id = ${shop.shopId}`.execute(server.owner)
  const fulfilment = await anOperator(server, 'fulfilment')
  const finance = await anOperator(server, 'finance')
  const make = (status: number, funding: 'escrow' | 'balance' = 'escrow', quantity = 1) =>
    anOrder(server, shop, { status: status as typeof orderStatus.completed, funding, quantity })

  // Friday, before midnight.
  await creditMerchant(server, shop, '700.10')
  for (const funding of ['escrow', 'balance'] as const) {
    await make(orderStatus.completed, funding, 2)
    const unsupplied = await make(orderStatus.awaitingShipment, funding)
    server.clock.pass(minutes(5))
    await server.must(
      cannotSupply,
      { shopId: shop.shopId, id: unsupplied.id, reason: 'out-of-stock' as const, note: '' },
      { ...fulfilment, key: newId() },
    )
  }
  const late = await placeTestOrder(server, shop)
  const reference = await checkout(server, late)

  // Saturday, and Sunday with its 25 hours.
  server.clock.pass(hours(24))
  await runDeadlines(server.app.ctx)
  await sendWebhook(server, webhook(reference, late.total))
  for (const funding of ['escrow', 'balance'] as const) {
    await make(orderStatus.awaitingShipment, funding)
    server.clock.pass(hours(8))
    await make(orderStatus.shipped, funding, 3)
    received.push(await make(orderStatus.received, funding))
  }
  await make(orderStatus.awaitingPayment)
  await make(orderStatus.awaitingPickup, 'escrow', 4)
  const declined = await make(orderStatus.awaitingPickup)
  await server.must(cancelOrder, { id: declined.id }, { token: shop.token, key: newId() })

  // Monday.
  server.clock.pass(hours(24))
  const destination = await aDestination(server, shop)
  const paid = await withdraw(server, shop, destination, '120.30')
  await server.must(approveWithdrawal, { shopId: shop.shopId, id: paid.id }, { ...finance, key: newId() })
  await resumePayoutsInProgress(server.app.ctx, testBank(server.app.ctx))
  server.clock.pass(minutes(1))
  await resumePayoutsInProgress(server.app.ctx, testBank(server.app.ctx))
  const refused = await withdraw(server, shop, destination, '55')
  await server.must(
    rejectWithdrawal,
    { shopId: shop.shopId, id: refused.id, reason: 'legal-order', note: '' },
    { ...finance, key: newId() },
  )
  underReview = await withdraw(server, shop, destination, '60.60')
  received.push(await make(orderStatus.received))
})
afterAll(() => server.close())

const report = (input: RequestBody<typeof financeReport>) => server.must(financeReport, input, { token: shop.token })
const cents = (text: string) => parseCents(text)

/** Balance of some kinds of accounts over some events of this shop; `normal` is the side that counts as positive. */
async function ledger(kinds: string, events: string, normal: 'D' | 'C'): Promise<bigint> {
  const row = await queryOne(
    server.owner,
    sql<{
      sum: bigint
    }>`select coalesce(sum(case p.side when ${normal} then p.amount else -p.amount end), 0)::bigint as sum
      from ledger.posting p join ledger.transfer t on t.shop_id = p.shop_id and t.id = p.transfer_id join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id
      where t.shop_id = ${shop.shopId} and a.kind like any(string_to_array(${kinds}, ' ')) and t.event = any(string_to_array(${events}, ' '))`,
  )
  return row!.sum
}
const figures = [
  'payments',
  'refunds',
  'cost',
  'commission',
  'open',
  'profit',
  'realised',
  'recharged',
  'withdrawn',
  'withdrawalFees',
] as const
const addUp = (of: Report) => {
  expect(of.orders).toBe(of.days.reduce((sum, day) => sum + day.orders, 0))
  expect(of.cancelled).toBe(of.days.reduce((sum, day) => sum + day.cancelled, 0))
  expect(of.orders - of.cancelled).toBe(of.sold.orders)
  expect(of.sold.orders).toBe(of.days.reduce((sum, day) => sum + day.sold.orders, 0))
  expect(cents(of.sold.sales)).toBe(of.days.reduce((sum, day) => sum + cents(day.sold.sales), 0n))
  for (const name of figures)
    expect([name, cents(of[name])]).toEqual([name, of.days.reduce((sum, day) => sum + cents(day[name]), 0n)])
  for (const { payments, refunds, cost, commission, open, profit } of [of, ...of.days])
    expect(cents(payments) - cents(refunds) - cents(cost) - cents(commission) - cents(open)).toBe(cents(profit))
}

describe('financial report', () => {
  test('equals the ledger to the cent', async () => {
    const all = await report({ period: 'month' })
    addUp(all)
    expect(all.days).toHaveLength(30)
    expect(cents(all.payments)).toBe(await ledger(accounts.orderEscrow, 'order.paid', 'C'))
    expect(cents(all.refunds)).toBe(await ledger(accounts.paymentRefund, 'order.cancelled', 'C'))
    expect(cents(all.cost)).toBe(await ledger(accounts.orderProcurement, 'order.picked-up order.cost-returned', 'C'))
    expect(cents(all.commission)).toBe(await ledger(accounts.commission, 'order.received', 'C'))
    expect(cents(all.realised)).toBe(await ledger(accounts.merchantAvailable, 'order.completed', 'C'))
    expect(cents(all.recharged)).toBe(await ledger(accounts.merchantAvailable, 'deposit.credited', 'C'))
    expect(cents(all.withdrawn)).toBe(await ledger(accounts.bank, 'withdrawal.paid', 'C'))
    expect(cents(all.withdrawalFees)).toBe(await ledger(accounts.withdrawalFee, 'withdrawal.paid', 'C'))
    expect(all).toMatchObject({ recharged: '700.10', withdrawn: '118.30', withdrawalFees: '2.00' })

    const orders = (await queryOne(
      server.owner,
      sql<{ paid: number; cancelled: number; profit: bigint; expected: bigint; prepaid: bigint }>`
        select count(*) filter (where paid_at is not null)::int as paid, count(*) filter (where paid_at is not null and cancelled_at is not null)::int as cancelled,
          sum(profit) filter (where received_at is not null)::bigint as profit, sum(profit) filter (where status in (2, 3, 5))::bigint as expected,
          sum(total_cost) filter (where status in (2, 3) and funding = 'balance')::bigint as prepaid
        from orders where shop_id = ${shop.shopId}`,
    ))!
    expect(all).toMatchObject({ orders: orders.paid, cancelled: orders.cancelled })
    expect(cents(all.profit)).toBe(orders.profit)
    expect(cents(all.expected)).toBe(orders.expected)
    const wallet = await server.must(readWallet, {}, { token: shop.token })
    // Open orders equal the escrow of the buyers minus the costs prepaid from the balance.
    expect(cents(all.open)).toBe(cents(wallet.escrow) - orders.prepaid)
    expect(all.realised).toBe(wallet.totalIncome)
    // The merchant's money equals recharges plus profit, minus withdrawals, their fees and prepaid costs.
    expect(cents(wallet.balance) + cents(wallet.pending) + cents(wallet.held)).toBe(
      cents(all.recharged) + cents(all.profit) - cents(all.withdrawn) - cents(all.withdrawalFees) - orders.prepaid,
    )
  })

  test('counts each event on its local date in the shop’s time zone', async () => {
    const friday = await report({ from: '2026-10-30', to: '2026-10-30' })
    expect(friday).toMatchObject({
      timeZone: zone,
      orders: 4,
      cancelled: 2,
      recharged: '700.10',
      withdrawn: '0.00',
    })
    expect(friday.open).toBe('0.00')
    const weekend = await report({ from: '2026-10-31', to: '2026-11-01' })
    expect(weekend).toMatchObject({ orders: 8, cancelled: 1, recharged: '0.00' })
    addUp(weekend)
    const today = await report({})
    expect(today).toEqual(await report({ period: 'today' }))
    expect(today).toMatchObject({ from: today.to, orders: 1, withdrawn: '118.30' })
    const yesterday = await report({ period: 'yesterday' })
    expect(yesterday.to < today.from).toBe(true)
    const week = await report({ period: 'week' })
    addUp(week)
    expect(week.days).toHaveLength(7)
    expect(week.days.at(-2)).toMatchObject({ day: yesterday.from, payments: yesterday.payments })
    expect(week.orders).toBe(friday.orders + weekend.orders + today.orders)
  })

  test('refuses invalid dates, a reversed period, a single bound and a period over the maximum', async () => {
    const ask = (input: object) => server.call(financeReport, input as never, { token: shop.token })
    expect(Object.keys((await ask({ from: '2026-02-29', to: '2026-03-01' })).fields!)).toEqual(['from'])
    expect(Object.keys((await ask({ from: '2026-13-45', to: '0000-01-01' })).fields!)).toEqual(['from', 'to'])
    expect(Object.keys((await ask({ from: '2026-03-02', to: '2026-03-01' })).fields!)).toEqual(['to'])
    expect(Object.keys((await ask({ to: '2026-03-01' })).fields!)).toEqual(['from'])
    expect(Object.keys((await ask({ from: '2026-03-01' })).fields!)).toEqual(['to'])
    expect(Object.keys((await ask({ from: '2025-01-01', to: '2026-01-02' })).fields!)).toEqual(['to'])
    expect((await ask({ from: '2025-01-01', to: '2026-01-01' })).data).toMatchObject({ orders: 0 })
  })

  test('a shop without events has a report of zeros', async () => {
    const { token } = await aMerchant(server, { verified: false })
    const empty = await server.must(financeReport, { period: 'week' }, { token })
    expect(empty).toMatchObject({ orders: 0, payments: '0.00', profit: '0.00', expected: '0.00' })
    const nothing = await server.must(financePending, {}, { token })
    expect(nothing).toMatchObject({ total: 0, list: [], pending: '0.00', held: '0.00', owed: '0.00', cursor: null })
    expect(nothing.forecast).toHaveLength(30)
  })
})

describe('why pending', () => {
  const pending = (input: object = {}) => server.must(financePending, { limit: 50, ...input }, { token: shop.token })
  const sumOf = (list: { amount: string }[]) => list.reduce((sum, row) => sum + cents(row.amount), 0n)

  test('each pending amount has a cause and a date; their sum equals the wallet', async () => {
    const wallet = await server.must(readWallet, {}, { token: shop.token })
    const all = await pending()
    expect(all).toMatchObject({ pending: wallet.pending, held: wallet.held, total: 4, cursor: null, owed: '0.00' })
    const orders = all.list.filter((row) => row.why === 'protection-window')
    const withdrawals = all.list.filter((row) => row.why === 'withdrawal-review')
    expect(sumOf(orders)).toBe(cents(wallet.pending))
    expect(sumOf(withdrawals)).toBe(cents(wallet.held))
    expect(orders.map((row) => row.cause.code).sort()).toEqual(received.map((order) => order.code).sort())
    expect(withdrawals).toMatchObject([{ cause: { kind: 'withdrawal', id: underReview.id }, amount: '60.60' }])
    expect(all.list.map((row) => row.freeAt)).toEqual(all.list.map((row) => row.freeAt).sort())
    expect(sumOf(all.forecast)).toBe(cents(wallet.pending))
    expect(all.forecast).toHaveLength(30)
  })

  test('each place of the money equals the ledger, and each payday its orders', async () => {
    const wallet = await server.must(readWallet, {}, { token: shop.token })
    const places = await server.must(moneyPlaces, {}, { token: shop.token })
    const { escrow, pending: waiting, balance, held } = wallet
    expect(places).toMatchObject({ escrow, pending: waiting, balance, held, owed: '0.00', later: '0.00' })
    expect(sumOf(places.steps)).toBe(cents(escrow))
    expect(places.steps.map((step) => step.status)).toEqual([
      orderStatus.awaitingShipment,
      orderStatus.shipped,
      orderStatus.awaitingPickup,
    ])
    expect(cents(places.paidOut)).toBe(await ledger(accounts.bank, 'withdrawal.paid', 'C'))
    expect(cents(places.sending)).toBe(await ledger(accounts.payout, 'withdrawal.approved withdrawal.paid', 'C'))
    expect(sumOf(places.paydays)).toBe(cents(waiting))
    expect(places.paydays).toHaveLength(30)
    let orders = 0
    for (const payday of places.paydays.filter((one) => one.orders > 0)) {
      const { list, total } = await pending({ day: payday.day })
      expect([total, sumOf(list)]).toEqual([payday.orders, cents(payday.amount)])
      orders += list.length
    }
    expect(orders).toBe(received.length)
    const outside = await server.call(financePending, { day: '2026-10-01' }, { token: shop.token })
    expect(outside.fields).toHaveProperty('day')
  })

  test('the list has pages', async () => {
    const whole = await pending()
    const first = await pending({ limit: 3 })
    expect(first.cursor).not.toBeNull()
    const rest = await pending({ limit: 3, cursor: first.cursor! })
    expect([...first.list, ...rest.list]).toEqual(whole.list)
    expect(rest.cursor).toBeNull()
    expect((await pending({ limit: 2, page: 2 })).list).toEqual(whole.list.slice(2))
    const bad = await server.call(financePending, { cursor: 'bm9uZQ' }, { token: shop.token })
    expect(bad.reason).toBe('request/malformed')
  })

  test('an order with an open refund has no date and is not in the forecast', async () => {
    const before = await pending()
    const order = received[1]!
    const { refund } = await server.must(
      requestRefund,
      { orderId: order.id, reason: 'damaged', text: '' },
      { token: order.buyer.token, key: newId() },
    )
    const now = await pending()
    const row = now.list.find((waiting) => waiting.cause.id === order.id)!
    expect(row).toMatchObject({ why: 'refund-open', freeAt: null })
    expect(now.pending).toBe(before.pending)
    expect(sumOf(now.forecast)).toBe(sumOf(before.forecast) - cents(row.amount))
    expect((await server.must(moneyPlaces, {}, { token: shop.token })).later).toBe(row.amount)
    await server.must(withdrawRefund, { id: refund!.id }, { token: order.buyer.token, key: newId() })
    expect(await pending()).toEqual(before)
  })

  test('pending money shrinks as orders settle; an overdue amount is in the forecast of today', async () => {
    const order = received[0]!
    await server.must(confirmReceipt, { id: order.id }, { token: order.buyer.token, key: newId() })
    const before = await pending()
    expect(before.total).toBe(3)
    server.clock.pass(days(8))
    const { forecast, pending: still } = await pending()
    expect(forecast[0]!.amount).toBe(still)
    await runDeadlines(server.app.ctx)
    expect(await pending()).toMatchObject({ total: 1, pending: '0.00', held: '60.60' })
    addUp(await report({ period: 'month' }))
  })

  test('a recharge that its chain reversed becomes a debt and leaves the report', async () => {
    const before = await report({ period: 'today' })
    const deposit = { shopId: shop.shopId, id: newId(), amount: 30_000n, source: accounts.chainUsdt }
    await postUnchecked(server.owner, reversedEntry(deposit, 10_000n, server.clock.now()))
    expect((await pending()).owed).toBe('200.00')
    const after = await report({ period: 'today' })
    expect(cents(after.recharged)).toBe(cents(before.recharged) - 30_000n)
    addUp(after)
  })

  test('a refund reduces profit by the merchant’s share, and the commission by the platform’s share', async () => {
    const before = await report({ period: 'today' })
    const payment = (await queryOne(
      server.owner,
      sql<{ id: string }>`select id from payment where order_id = ${received[0]!.id}`,
    ))!
    await postUnchecked(server.owner, {
      shopId: shop.shopId,
      key: newId(),
      event: 'refund.approved',
      ref: received[0]!.id,
      actor: 'test',
      at: server.clock.now(),
      lines: [
        debit(accounts.merchantAvailable, shop.shopId, 400n),
        debit(accounts.merchantDue, shop.shopId, 75n),
        debit(accounts.commission, platformOwner, 25n),
        credit(accounts.paymentRefund, payment.id, 500n),
      ],
    })
    const after = await report({ period: 'today' })
    expect(cents(after.refunds)).toBe(cents(before.refunds) + 500n)
    expect(cents(after.commission)).toBe(cents(before.commission) - 25n)
    expect(cents(after.profit)).toBe(cents(before.profit) - 475n)
    expect(after.open).toBe(before.open)
    addUp(after)
  })
  test('the last day counts up to the present time of day, if wanted: a running period is compared with that', async () => {
    const { to } = await report({ period: 'today' })
    await anOrder(server, shop, { status: orderStatus.awaitingPickup })
    const payments = async (upToNow: boolean) => cents((await report({ from: to, to, upToNow })).payments)
    expect(await payments(true)).toBe(await payments(false))
    server.clock.pass(hours(24) - minutes(5))
    expect(await payments(true)).toBeLessThan(await payments(false))
    server.clock.pass(minutes(10))
    expect(await payments(true)).toBe(await payments(false))
  })
})
