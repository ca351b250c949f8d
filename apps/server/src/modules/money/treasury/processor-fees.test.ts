/**
 * Fees of card processors: expected at the capture, settled by the processor's report or payout. On real PostgreSQL.
 */
import {
  accounts,
  movementDetail,
  orderStatus,
  proposeMovement,
  proposeReversal,
  readWallet,
  requestRefund,
  treasuryBalances,
  type RequestBody,
} from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import {
  aBankLine,
  anOrder,
  aSigner,
  aStockedShop,
  checkout,
  creditMerchant,
  deliver,
  disputeWebhook,
  mustSign,
  placeTestOrder,
  sendWebhook,
  signs,
  webhook,
  type Signer,
  type TestShop,
} from '../../../../test/builders.ts'
import { countLockWaits } from '../../../../test/database.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { days } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryAll, queryOne, sql, withTransaction } from '../../../platform/database/postgres.ts'
import { testProcessor } from '../../../providers/test-processor.ts'
import { expectedFee, expectedFeeEntry } from '../ledger/expected-fee.ts'
import { postEntries } from '../ledger/post-entries.ts'
import { sendRefund } from '../payments/send-refund.ts'
import { checkBooks, readFigures } from '../reconciliation/store.ts'

let server: TestServer
let shop: TestShop
let first: Signer
let second: Signer
let importer: Signer
beforeAll(async () => {
  server = await startTestServer()
  server.app.ctx.settings.money.processorFee = { rate: 290, fixed: 30 }
  shop = await aStockedShop(server)
  ;[first, second, importer] = [
    await aSigner(server, 'finance'),
    await aSigner(server, 'finance'),
    await aSigner(server, 'finance'),
  ]
})
afterAll(async () => {
  expect((await checkBooks(server.owner, server.clock.now())).filter((law) => !law.ok)).toEqual([])
  await server.close()
})

const as = ({ token }: Signer) => ({ token, key: newId() })
const today = () => server.clock.now().toISOString().slice(0, 10)
/** The balances of the three accounts, in cents: what is expected, the expenses, and the differences. */
const balances = async () => {
  const { accounts: held } = await server.must(treasuryBalances, {}, first)
  const of = (code: string) => Math.round(Number(held.find(({ account }) => account === code)?.balance ?? 0) * 100)
  return {
    expected: -of(accounts.expectedFeeTest),
    fees: of(accounts.processorFee),
    difference: of(accounts.processorFeeDifference),
  }
}
type Balances = Awaited<ReturnType<typeof balances>>
const changes = async (work: () => Promise<unknown>): Promise<Balances> => {
  const before = await balances()
  await work()
  const after = await balances()
  return {
    expected: after.expected - before.expected,
    fees: after.fees - before.fees,
    difference: after.difference - before.difference,
  }
}
type Movement = Partial<RequestBody<typeof proposeMovement>> & { amount: string }
const propose = (movement: Movement) =>
  server.must(
    proposeMovement,
    {
      kind: 'processor-fee',
      from: accounts.processorTest,
      to: accounts.processorFee,
      reference: 'Report',
      ...movement,
    },
    as(first),
  )
const book = async (movement: Movement): Promise<string> => {
  const { id, actId } = await propose(movement)
  await mustSign(server, second, actId)
  return id
}
const feesOf = (subject: string) =>
  queryAll(
    server.owner,
    sql<{
      fee: bigint
    }>`select p.amount as fee from ledger.transfer t join ledger.posting p on p.shop_id = t.shop_id and p.transfer_id = t.id
      where t.event = 'processor.fee-expected' and t.ref = ${subject} and p.side = 'C'`,
  )
const paymentOf = async (orderId: string) =>
  (await queryOne(
    server.owner,
    sql<{
      id: string
      expected_fee: bigint
    }>`select id, expected_fee from payment where order_id = ${orderId} and captured_at is not null`,
  ))!

test('a fee is a part of the payment and a fixed amount, rounded, and never more than the payment', () => {
  const price = { rate: 290, fixed: 30 }
  expect([1499n, 5000n, 1724n, 20n, 1n].map((amount) => expectedFee(price, amount))).toEqual([73n, 175n, 80n, 20n, 1n])
  expect(expectedFee({ rate: 0, fixed: 0 }, 1499n)).toBe(0n)
})

test('the fee is expected with the capture, once; the merchant gets the same, and the cover counts what will come', async () => {
  const before = await readFigures(server.owner, server.clock.now())
  const order = await placeTestOrder(server, shop)
  const body = webhook(await checkout(server, order), order.total)
  const done = await changes(async () => {
    expect(await sendWebhook(server, body)).toBe(200)
    expect(await deliver(server, body)).toBe(200)
  })
  expect(done).toEqual({ expected: 73, fees: 73, difference: 0 })
  const payment = await paymentOf(order.id)
  expect([payment.expected_fee, await feesOf(payment.id)]).toEqual([73n, [{ fee: 73n }]])
  const after = await readFigures(server.owner, server.clock.now())
  expect([after.assets - before.assets, after.owed - before.owed]).toEqual([1499n - 73n, 1499n])

  const other = await aStockedShop(server)
  await anOrder(server, other, { status: orderStatus.completed })
  // 14.99 less the commission of 5 %, and the cost of 10.00 that the escrow paid.
  expect((await server.must(readWallet, {}, { token: other.token })).balance).toBe('4.24')
  const deposit = await creditMerchant(server, other, '100')
  expect(await feesOf(deposit)).toEqual([{ fee: 320n }])
  expect((await server.must(readWallet, {}, { token: other.token })).balance).toBe('104.24')
})

test('a refund, a late payment and a lost dispute bring no fee back', async () => {
  const refunded = await anOrder(server, shop)
  const late = await placeTestOrder(server, shop)
  const disputed = await placeTestOrder(server, shop)
  const reference = await checkout(server, disputed)
  const paid = await changes(async () => {
    // Of another amount than the order's: all of it is owed back, and the processor has its fee.
    await sendWebhook(server, webhook(await checkout(server, late), '10.00'))
    await sendWebhook(server, webhook(reference, disputed.total))
  })
  expect(paid).toEqual({ expected: 59 + 73, fees: 59 + 73, difference: 0 })
  const back = await changes(async () => {
    await server.must(
      requestRefund,
      { orderId: refunded.id, reason: 'other', text: 'It broke' },
      { token: refunded.buyer.token, key: newId() },
    )
    const due = await queryAll(
      server.owner,
      sql<{ shop_id: string; id: string }>`select shop_id, id from buyer_refund where state = 'due'`,
    )
    expect(due).toHaveLength(2)
    for (const { shop_id: shopId, id } of due)
      await sendRefund(server.app.ctx, { test: testProcessor(server.app.ctx, 'unused') }, { shopId, refundId: id })
    for (const type of ['opened', 'lost'] as const)
      expect(await sendWebhook(server, disputeWebhook(reference, disputed.total, type))).toBe(200)
  })
  expect(back).toEqual({ expected: 0, fees: 0, difference: 0 })
})

test('a report settles what was expected until its day, later captures wait for the next one, and a reversal takes it back', async () => {
  const inLineId = await aBankLine(server, importer, { side: 'credit', amount: '30.00' })
  const { expected } = await balances()
  expect(expected).toBeGreaterThan(0)
  const until = today()
  server.clock.pass(days(1))
  await anOrder(server, shop)
  const payout = {
    kind: 'processor-payout' as const,
    to: accounts.bank,
    amount: (30 + expected / 100 - 0.05).toFixed(2),
    fee: (expected / 100 - 0.05).toFixed(2),
    inLineId,
    reference: '',
    periodTo: until,
  }
  let id = ''
  const settled = await changes(async () => (id = await book(payout)))
  expect(settled).toEqual({ expected: -expected, fees: 0, difference: -5 })
  const { settledFee, periodTo } = await server.must(movementDetail, { id }, first)
  expect([settledFee, periodTo]).toEqual([(expected / 100).toFixed(2), until])
  expect((await balances()).expected).toBe(73)

  // A second report about the same days finds nothing left of them: it is a cost of now.
  expect(await changes(() => book({ amount: '1.10', periodTo: until }))).toEqual({
    expected: 0,
    fees: 110,
    difference: 0,
  })

  const reversal = await server.must(proposeReversal, { id, reason: 'It was another payout' }, as(first))
  const undone = await changes(() => mustSign(server, second, reversal.actId))
  expect(undone).toEqual({ expected, fees: 0, difference: 5 })
})

test('without a day a fee settles at most what it is, and two movements that are signed at once settle it once', async () => {
  const { expected } = await balances()
  const half = Math.floor(expected / 2)
  expect(await changes(() => book({ amount: (half / 100).toFixed(2) }))).toEqual({
    expected: -half,
    fees: 0,
    difference: 0,
  })
  const left = expected - half
  const acts = [
    await propose({ amount: (left / 100).toFixed(2), reference: 'One' }),
    await propose({ amount: (left / 100).toFixed(2), reference: 'Two' }),
  ]
  const both = await changes(async () => {
    // Held accounts stop each booking between its reading and its entries, so that the two always meet.
    const signed = await withTransaction(server.owner, async (tx) => {
      await sql`select from ledger.account for update`.execute(tx)
      const signing = Promise.all(acts.map(({ actId }, i) => signs(server, i === 0 ? second : importer, actId)))
      await eventually(async () => expect(await countLockWaits(server.owner)).toBe(2), { timeout: 10_000 })
      return { signing }
    })
    expect((await signed.signing).map(({ code }) => code)).toEqual([1, 1])
  })
  expect(both).toEqual({ expected: -left, fees: left, difference: 0 })
})

test('the database books no fee of another amount, twice, without a capture, or as the credit of another processor', async () => {
  const payment = await paymentOf((await anOrder(server, shop)).id)
  const unpaid = await placeTestOrder(server, shop)
  await checkout(server, unpaid)
  const open = (await queryOne(
    server.owner,
    sql<{ id: string }>`select id from payment where order_id = ${unpaid.id}`,
  ))!
  const attempt = (change: object, key?: string) => {
    const entry = expectedFeeEntry(
      { shopId: shop.shopId, id: payment.id, processor: 'test', fee: 73n, ...change },
      server.clock.now(),
    )
    return withTransaction(server.db, (tx) => postEntries(tx, key ? { ...entry, key } : entry)).then(
      (fresh) => fresh,
      (error: { constraint?: string }) => error.constraint,
    )
  }
  expect(await attempt({}, `fee:${payment.id}:again`)).toBe('transfer_row')
  expect(await attempt({ id: open.id })).toBe('transfer_row')
  expect(await attempt({ fee: 1n }, `fee:${payment.id}:again`)).toBe('transfer_row')
  expect(await attempt({ processor: 'stripe' }, `fee:${payment.id}:again`)).toBe('transfer_row')
  const set = (statement: ReturnType<typeof sql>) =>
    statement.execute(server.owner).then(
      () => 'done',
      (error: { constraint?: string }) => error.constraint,
    )
  expect(await set(sql`update payment set expected_fee = 1 where id = ${payment.id}`)).toBe('expected_fee_kept')
  expect(await set(sql`update payment set expected_fee = 1 where id = ${open.id}`)).toBe('payment_expected_fee')
  expect(
    await set(sql`update treasury_movement set settled_fee = 1, state = 'reversal-proposed' where state = 'booked'`),
  ).toBe('settled_fee_kept')
})
