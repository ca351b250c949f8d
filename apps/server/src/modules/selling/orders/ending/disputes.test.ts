/**
 * Card disputes of orders in each status: the accounts that pay, and the result of a lost or won dispute. On real
 * PostgreSQL.
 */
import {
  agreeRefund,
  checkBooks,
  confirmReceipt,
  financePending,
  financeReport,
  listDisputes,
  listMessages,
  objectRefund,
  orderDetail,
  orderStatus,
  readWallet,
  requestRefund,
  type ResponseBody,
} from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  anOperator,
  anOrder,
  aStockedShop,
  checkout,
  deliver,
  disputeWebhook,
  reportDelivery,
  creditMerchant,
  sendWebhook,
  placeTestOrder,
  webhook,
  type TestOrder,
  type TestShop,
} from '../../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../../test/server.ts'
import { days, minutes } from '../../../../platform/jobs/clock.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { queryAll, queryOne, sql } from '../../../../platform/database/postgres.ts'
import { testProcessor } from '../../../../providers/test-processor.ts'
import { processEvents } from '../../../people/messages/process-events.ts'
import { runDeadlines } from '../pickup/deadlines.ts'
import { sendRefund } from '../../../money/payments/send-refund.ts'

let server: TestServer
let shop: TestShop

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Outcome = 'opened' | 'won' | 'lost'
const referenceOfOrder = async (order: TestOrder): Promise<string> =>
  (await queryOne(
    server.owner,
    sql<{
      reference: string
    }>`select reference from payment where order_id = ${order.id} order by captured_at nulls last limit 1`,
  ))!.reference
const sendDisputeEvent = async (
  order: TestOrder,
  type: Outcome,
  amount = order.total,
  more: { dispute?: string; evidenceBy?: string } = {},
) =>
  sendWebhook(
    server,
    disputeWebhook(await referenceOfOrder(order), amount, type, { evidenceBy: null, ...more } as never),
  )

type Detail = ResponseBody<typeof orderDetail>
const detail = (order: TestOrder): Promise<Detail> =>
  server.must(orderDetail, { id: order.id }, { token: order.shop.token })
/** Balance, pending and debt of a shop. */
const money = async (of: TestShop): Promise<[string, string, string]> => {
  const [{ balance, pending }, { owed }] = await Promise.all([
    server.must(readWallet, {}, { token: of.token }),
    server.must(financePending, {}, { token: of.token }),
  ])
  return [balance, pending, owed]
}
const supplied = async () =>
  (await queryOne(
    server.owner,
    sql<{ n: bigint }>`select coalesce(sum(case p.side when 'C' then p.amount else -p.amount end), 0)::bigint as n
      from ledger.posting p join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id where a.kind = 'L.S.payable'`,
  ))!.n
const refundsOf = (order: TestOrder) =>
  queryAll(
    server.owner,
    sql<{ id: string; amount: bigint; withheld: bigint; state: string; cause: string }>`
      select id, amount, withheld, state, cause from buyer_refund where order_id = ${order.id} order by id`,
  )
/** Sends the refunds as the job does. Returns the cents that the processor has sent back. */
async function sendRefunds(order: TestOrder): Promise<bigint> {
  const processors = { test: testProcessor(server.app.ctx, 'unused') }
  for (const { id } of await refundsOf(order))
    await sendRefund(server.app.ctx, processors, { shopId: order.shop.shopId, refundId: id })
  const sent = await queryOne(
    server.owner,
    sql<{
      n: bigint
    }>`select coalesce(sum(r.amount), 0)::bigint as n from test_refund r join buyer_refund b on b.id = r.id
      where b.order_id = ${order.id}`,
  )
  return sent!.n
}
const brokenLaws = async () => {
  const { token } = await anOperator(server, 'finance')
  const { checks } = await server.must(checkBooks, {}, { token })
  // The shops of this file owe what was reclaimed, and nobody has funded it: the cover is below one.
  return checks.filter(({ ok, name }) => !ok && !name.startsWith('R17')).map(({ name }) => name)
}

test.each(['escrow', 'balance'] as const)(
  'a dispute before the shipment, cost paid from %s, cancels the order without a loss, and the buyer is paid once',
  async (funding) => {
    for (const outcome of ['lost', 'won'] as const) {
      shop = await aStockedShop(server)
      await creditMerchant(server, shop, '100')
      const order = await anOrder(server, shop, { status: orderStatus.awaitingShipment, funding })
      expect(await sendDisputeEvent(order, 'opened')).toBe(200)
      expect(await detail(order)).toMatchObject({
        status: orderStatus.cancelled,
        cancelReason: 'disputed',
        escrow: '0.00',
        dispute: { state: 'open', amount: '0.00' },
      })
      expect(await money(shop)).toEqual(['100.00', '0.00', '0.00'])
      // The refund waits for the decision of the bank.
      expect(await sendRefunds(order)).toBe(0n)
      expect(await brokenLaws()).toEqual([])
      expect(await sendDisputeEvent(order, outcome)).toBe(200)
      expect(await sendRefunds(order)).toBe(outcome === 'won' ? 1499n : 0n)
      expect((await refundsOf(order)).map(({ state }) => state)).toEqual(['sent'])
      expect(await money(shop)).toEqual(['100.00', '0.00', '0.00'])
      expect(await brokenLaws()).toEqual([])
    }
  },
)

test('a lost dispute before the pick-up cancels the order; when the bank changes its decision, the buyer is refunded once', async () => {
  shop = await aStockedShop(server)
  const order = await anOrder(server, shop)
  expect(await sendDisputeEvent(order, 'lost')).toBe(200)
  expect(await detail(order)).toMatchObject({ status: orderStatus.cancelled, cancelReason: 'disputed' })
  expect(await sendRefunds(order)).toBe(0n)
  expect(await brokenLaws()).toEqual([])
  // Won after it was lost: the platform has the money again and refunds the buyer of the cancelled order.
  expect(await sendDisputeEvent(order, 'won')).toBe(200)
  expect(await sendRefunds(order)).toBe(1499n)
  expect(await sendRefunds(order)).toBe(1499n)
  expect(await brokenLaws()).toEqual([])
})

test('a dispute of a shipped order is paid by the escrow, the balance and a debt, not by the supplier; a win restores all', async () => {
  shop = await aStockedShop(server)
  await creditMerchant(server, shop, '100')
  const spent = await anOrder(server, shop, { status: orderStatus.shipped })
  await anOrder(server, shop, { status: orderStatus.awaitingShipment, quantity: 9, funding: 'balance' })
  expect(await money(shop)).toEqual(['10.00', '0.00', '0.00'])
  const owedToSupplier = await supplied()
  const evidenceBy = '2026-12-24T12:00:00.000Z'
  expect(await sendDisputeEvent(spent, 'opened', spent.total, { evidenceBy })).toBe(200)
  expect(await sendDisputeEvent(spent, 'opened', spent.total, { evidenceBy })).toBe(200)
  expect(await money(shop)).toEqual(['0.00', '0.00', '0.00'])
  expect(await detail(spent)).toMatchObject({
    status: orderStatus.shipped,
    escrow: '0.00',
    dispute: { state: 'open', amount: '14.99', owed: '0.00', evidenceBy },
  })
  const another = await anOrder(server, shop, { status: orderStatus.shipped })
  await sendDisputeEvent(another, 'opened')
  expect(await money(shop)).toEqual(['0.00', '0.00', '10.00'])
  expect(await brokenLaws()).toEqual([])
  for (const order of [spent, another]) expect(await sendDisputeEvent(order, 'won')).toBe(200)
  expect(await money(shop)).toEqual(['10.00', '0.00', '0.00'])
  expect(await detail(spent)).toMatchObject({ escrow: '4.99', dispute: { state: 'won' } })
  expect(await supplied()).toBe(owedToSupplier + 1000n)
  expect(await brokenLaws()).toEqual([])
})

test('an order received during a dispute that is won has the pending earnings and commission of an undisputed order', async () => {
  shop = await aStockedShop(server)
  const order = await anOrder(server, shop, { status: orderStatus.shipped, funding: 'escrow' })
  await creditMerchant(server, shop, '100')
  await sendDisputeEvent(order, 'opened')
  // During the dispute the 30-day deadline does not receive the order. A delivery report does.
  await sql`update orders set shipped_at = shipped_at - interval '31 days' where id = ${order.id}`.execute(server.owner)
  await runDeadlines(server.app.ctx)
  expect((await detail(order)).status).toBe(orderStatus.shipped)
  await reportDelivery(server, { shopId: shop.shopId, id: order.id })
  expect(await money(shop)).toEqual(['90.00', '0.00', '0.00'])
  await sendDisputeEvent(order, 'won')
  expect(await money(shop)).toEqual(['100.00', '4.24', '0.00'])
  expect(await brokenLaws()).toEqual([])
  await server.must(confirmReceipt, { id: order.id }, { token: order.buyer.token, key: newId() })
  expect(await money(shop)).toEqual(['104.24', '0.00', '0.00'])
  const taken = await queryOne(
    server.owner,
    sql<{
      commission: bigint
    }>`select (commission - refunded_commission)::bigint as commission from orders where id = ${order.id}`,
  )
  expect(taken?.commission).toBe(75n)
})

test('a dispute after the receipt is paid by pending earnings, balance and a debt; a loss lowers the report and the income', async () => {
  shop = await aStockedShop(server)
  const income = async () => (await server.must(readWallet, {}, { token: shop.token })).totalIncome
  const received = await anOrder(server, shop, { status: orderStatus.received })
  const completed = await anOrder(server, shop, { status: orderStatus.completed })
  expect(await money(shop)).toEqual(['4.24', '4.24', '0.00'])
  expect(await income()).toBe('4.24')
  await sendDisputeEvent(received, 'opened', '2.00')
  expect(await money(shop)).toEqual(['4.24', '2.24', '0.00'])
  expect(await income()).toBe('4.24')
  await sendDisputeEvent(received, 'lost', '2.00')
  await sendDisputeEvent(completed, 'lost')
  expect(await money(shop)).toEqual(['0.00', '2.24', '10.75'])
  expect(await brokenLaws()).toEqual([])
  const today = server.clock.now().toISOString().slice(0, 10)
  const report = await server.must(financeReport, { from: today, to: today }, { token: shop.token })
  expect(report).toMatchObject({ payments: '29.98', refunds: '16.99', profit: '-8.51', open: '0.00' })
  // The rest of the received order settles on time.
  server.clock.pass(days(8))
  await runDeadlines(server.app.ctx)
  expect(await money(shop)).toEqual(['0.00', '0.00', '8.51'])
  // Won after it was lost, for a completed order.
  await sendDisputeEvent(completed, 'won')
  expect(await money(shop)).toEqual(['6.48', '0.00', '0.00'])
  expect(await brokenLaws()).toEqual([])
})

test('a dispute excludes refunded amounts, and a refund excludes disputed amounts', async () => {
  shop = await aStockedShop(server)
  await creditMerchant(server, shop, '100')
  const order = await anOrder(server, shop, { status: orderStatus.shipped })
  const ask = (amount?: string) =>
    server.call(
      requestRefund,
      { orderId: order.id, reason: 'other', text: 'It broke', ...(amount ? { amount } : {}) },
      { token: order.buyer.token, key: newId() },
    )
  const first = (await ask('5.00')).data.refund!
  await server.must(agreeRefund, { id: first.id }, { token: shop.token, key: newId() })
  expect(await sendRefunds(order)).toBe(500n)
  const second = (await ask('3.00')).data.refund!
  await server.must(objectRefund, { id: second.id, text: 'It did not' }, { token: shop.token })
  // The bank asks for the whole payment: 9.99 are left.
  expect(await sendDisputeEvent(order, 'opened')).toBe(200)
  const { token } = await anOperator(server, 'finance')
  const { list } = await server.must(listDisputes, { limit: 100 }, { token })
  expect(list.find(({ of }) => of.id === order.id)).toMatchObject({
    of: { kind: 'order' },
    asked: '14.99',
    amount: '9.99',
  })
  const states = await queryAll(
    server.owner,
    sql<{ state: string }>`select state from refund_order where order_id = ${order.id} order by requested_at, id`,
  )
  expect(states.map(({ state }) => state)).toEqual(['refunded', 'withdrawn'])
  expect((await ask('0.01')).reason).toBe('refund/too-much')
  expect(await brokenLaws()).toEqual([])
  await sendDisputeEvent(order, 'lost')
  expect((await ask()).reason).toBe('refund/too-much')
  expect(await sendRefunds(order)).toBe(500n)
  // The database enforces the same limit.
  await expect(
    sql`update orders set refunded = refunded + 1, refunded_escrow = refunded_escrow + 1 where id = ${order.id}`.execute(
      server.db,
    ),
  ).rejects.toThrow('order_returned')
  expect(await brokenLaws()).toEqual([])
})

test('an unsent refund is withheld during a dispute, and a lost amount is not sent', async () => {
  shop = await aStockedShop(server)
  await creditMerchant(server, shop, '100')
  const order = await anOrder(server, shop, { status: orderStatus.shipped })
  const asked = await server.must(
    requestRefund,
    { orderId: order.id, reason: 'other', text: 'It broke', amount: '5.00' },
    { token: order.buyer.token, key: newId() },
  )
  await server.must(agreeRefund, { id: asked.refund!.id }, { token: shop.token, key: newId() })
  await sendDisputeEvent(order, 'opened', '3.00')
  expect(await sendRefunds(order)).toBe(0n)
  expect((await refundsOf(order)).map(({ amount, withheld }) => [amount, withheld])).toEqual([[500n, 300n]])
  expect(await brokenLaws()).toEqual([])
  await sendDisputeEvent(order, 'lost', '3.00')
  expect(await sendRefunds(order)).toBe(200n)
  expect(await brokenLaws()).toEqual([])
  await sendDisputeEvent(order, 'won', '3.00')
  expect(await sendRefunds(order)).toBe(500n)
  expect(await brokenLaws()).toEqual([])
})

test('a refund handed to the processor is never withheld, and a concurrent dispute does not take the amount again', async () => {
  shop = await aStockedShop(server)
  const order = await anOrder(server, shop)
  await server.must(
    requestRefund,
    { orderId: order.id, reason: 'other', text: '' },
    { token: order.buyer.token, key: newId() },
  )
  await Promise.all([sendRefunds(order), sendDisputeEvent(order, 'opened'), sendRefunds(order)])
  const [refund] = await refundsOf(order)
  const sent = await sendRefunds(order)
  expect([sent, refund!.withheld]).toEqual(sent === 0n ? [0n, 1499n] : [1499n, 0n])
  await sendDisputeEvent(order, 'lost')
  await sendRefunds(order)
  expect(await brokenLaws()).toEqual([])
})

test('a dispute of a late payment withholds its refund and does not affect the order', async () => {
  shop = await aStockedShop(server)
  const order = await placeTestOrder(server, shop)
  const reference = await checkout(server, order)
  server.clock.pass(minutes(31))
  await runDeadlines(server.app.ctx)
  await sendWebhook(server, webhook(reference, order.total))
  await sendDisputeEvent(order, 'opened')
  expect(await sendRefunds(order)).toBe(0n)
  await sendDisputeEvent(order, 'lost')
  expect(await sendRefunds(order)).toBe(0n)
  expect(await brokenLaws()).toEqual([])
})

test('a dispute counts once when eight events arrive concurrently, out of order and with older states', async () => {
  shop = await aStockedShop(server)
  await creditMerchant(server, shop, '100')
  const order = await anOrder(server, shop, { status: orderStatus.completed })
  const [before] = await money(shop)
  const reference = await referenceOfOrder(order)
  await sendDisputeEvent(order, 'lost')
  const bodies = (['opened', 'lost', 'won'] as const).map((type) => disputeWebhook(reference, order.total, type))
  const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => deliver(server, bodies[i % 3]!)))
  expect(new Set(answers)).toEqual(new Set([200]))
  const [after] = await money(shop)
  expect(Math.round((Number(before) - Number(after)) * 100)).toBe(1499)
  expect(await brokenLaws()).toEqual([])
})

test('the merchant gets a message with the amount and the deadline for evidence', async () => {
  shop = await aStockedShop(server)
  const order = await anOrder(server, shop, { status: orderStatus.completed })
  await processEvents(server.app.ctx)
  await sendDisputeEvent(order, 'opened', order.total, { evidenceBy: '2026-12-24T12:00:00.000Z' })
  await sendDisputeEvent(order, 'lost')
  await processEvents(server.app.ctx)
  const { list } = await server.must(listMessages, {}, { token: shop.token })
  const disputed = list.filter(({ kind }) => kind === 'order.disputed' || kind === 'order.charged-back')
  expect(disputed.map(({ kind, text }) => [kind, text])).toEqual([
    ['order.charged-back', `Order ${order.code}: the bank returned $14.99 to the cardholder.`],
    [
      'order.disputed',
      `Order ${order.code}: the card issuer is disputing $14.99. See what evidence to send and by when.`,
    ],
  ])
  expect(disputed[1]!.more).toContain('Dec 24, 2026')
  expect((await detail(order)).history.map(({ kind }) => kind).slice(-2)).toEqual([
    'order.disputed',
    'order.charged-back',
  ])
})
