/** Breaks each rule with full write access: only its own check fails, and payouts pause where the check requires it. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  accounts,
  type AccountCode,
  agreeRefund,
  approveWithdrawal,
  cancelOrder,
  chainAddress,
  checkBooks,
  decideRefund,
  listRuns,
  lowCover,
  openPixDeposit,
  proposeMovement,
  readPromises,
  rejectWithdrawal,
  requestRefund,
  resumePayouts,
  runDetail,
  settleDebt,
} from '@quayside/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aBankLine,
  aDestination,
  anOperator,
  anOrder,
  aStockedShop,
  disputeWebhook,
  mustSign,
  creditMerchant,
  sendWebhook,
  referenceOf,
  withdraw,
  type TestOrder,
  type TestShop,
  aSigner,
  creditTransfer,
} from '../../../../test/builders.ts'
import { postUnchecked } from '../../../../test/post-unchecked.ts'
import { paperChain, paperNetwork } from '../../../../test/fake-chain.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { days, hours, minutes } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryOne, sql, type Database, type Tx } from '../../../platform/database/postgres.ts'
import { testBank } from '../../../providers/test-bank.ts'
import { testProcessor } from '../../../providers/test-processor.ts'
import { watchChain } from '../deposits/chain/watch-chain.ts'
import { platformOwner } from '../ledger/entry.ts'
import { sendRefund } from '../payments/send-refund.ts'
import { resumePayoutsInProgress } from '../withdrawals/payouts/send-payout.ts'
import { reconcile } from './reconcile.ts'
import { readKeptPromises } from './store.ts'

let server: TestServer
let shop: TestShop
let finance: { token: string }
let completed: TestOrder
let awaiting: TestOrder

beforeAll(async () => {
  server = await startTestServer()
  const { ctx } = server.app
  shop = await aStockedShop(server)
  finance = await anOperator(server, 'finance')
  const second = await aSigner(server, 'finance')
  const chain = paperChain()
  const network = paperNetwork()
  ctx.settings.money.chains.push(network)

  await creditMerchant(server, shop, '1000')
  const disputed = await referenceOf(server, await creditMerchant(server, shop, '100'))
  await sendWebhook(server, disputeWebhook(disputed, '90', 'opened'))
  completed = await anOrder(server, shop, { status: 6 })
  awaiting = await anOrder(server, shop)
  await anOrder(server, shop, { status: 2, funding: 'balance' })
  const declined = [await anOrder(server, shop), await anOrder(server, shop)]
  for (const { id } of declined) await server.must(cancelOrder, { id }, { token: shop.token, key: newId() })
  const { id: refundId } = (await queryOne(
    server.owner,
    sql<{ id: string }>`select id from buyer_refund where order_id = ${declined[0]!.id}`,
  ))!
  await sendRefund(ctx, { test: testProcessor(ctx, 'unused') }, { shopId: shop.shopId, refundId })

  const pix = await server.must(openPixDeposit, { amount: '80' }, { token: shop.token, key: newId() })
  const importer = await anOperator(server, 'finance')
  const bankLineId = await aBankLine(server, importer, { amount: pix.brl, currency: 'BRL', reference: pix.code })
  await creditTransfer(server, { shopId: shop.shopId, id: pix.id, bankLineId }, finance, second)
  const { address } = await server.must(chainAddress, { network: 'ethereum' }, { token: shop.token })
  for (const dollars of [100, 40]) chain.pay(address, dollars)
  chain.mine(2)
  await watchChain(ctx, network, [chain])

  const to = await aDestination(server, shop)
  const approve = (id: string) =>
    server.must(approveWithdrawal, { shopId: shop.shopId, id }, { ...finance, key: newId() })
  const paid = await withdraw(server, shop, to, '100')
  server.clock.pass(hours(2))
  await approve(paid.id)
  await resumePayoutsInProgress(ctx, testBank(ctx))
  server.clock.pass(minutes(30))
  await resumePayoutsInProgress(ctx, testBank(ctx))
  await approve((await withdraw(server, shop, to, '50')).id)
  const rejected = await withdraw(server, shop, to, '20')
  server.clock.pass(hours(4))
  await server.must(
    rejectWithdrawal,
    { shopId: shop.shopId, id: rejected.id, reason: 'account-at-risk', note: '' },
    { ...finance, key: newId() },
  )
  await withdraw(server, shop, to, '30')
})
afterAll(() => server.close())

/** Writes with all triggers off. Only the owner of the database can do this. */
const tamper = (work: (tx: Tx) => Promise<unknown>) =>
  server.owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await work(tx)
  })
const run = async (...statements: ReturnType<typeof sql>[]) =>
  tamper(async (tx) => {
    for (const statement of statements) await statement.execute(tx)
  })

const check = () => server.must(checkBooks, {}, finance)
const brokenNow = async () => (await check()).checks.filter((law) => !law.ok).map((law) => law.name.split(' ')[0])
const account = (kind: string, owner?: string) =>
  sql`(select id from ledger.account where shop_id = ${shop.shopId} and kind = ${kind} ${owner ? sql`and owner = ${owner}` : sql``} limit 1)`
const transferOf = (kind: string, seq: number) =>
  sql`(select transfer_id from ledger.posting where account_id = ${account(kind)} and seq = ${seq})`
const forged = 'ffffffff-ffff-4fff-8fff-ffffffffffff'
const forge = (debit: ReturnType<typeof sql>, credit: ReturnType<typeof sql>) => [
  sql`insert into ledger.transfer (id, shop_id, key, request_hash, event, ref, actor, at)
    values (${forged}, ${shop.shopId}, 'forged', '\\x00', 'order.paid', ${forged}, 'nobody', now())`,
  sql`insert into ledger.posting (shop_id, transfer_id, line, account_id, side, amount)
    values (${shop.shopId}, ${forged}, 0, ${debit}, 'D', 500), (${shop.shopId}, ${forged}, 1, ${credit}, 'C', 500)`,
]
const unforge = [
  sql`delete from ledger.posting where transfer_id = ${forged}`,
  sql`delete from ledger.transfer where id = ${forged}`,
]

test('all checks pass at first; open amounts are reported by age', async () => {
  server.clock.pass(days(2))
  const { checks, figures, paused } = await check()
  expect(checks.filter((law) => !law.ok)).toEqual([])
  expect(checks.map((law) => law.name.split(' ')[0])).toEqual([
    'R1',
    'R2',
    'R3',
    'R4',
    'R5',
    'R6',
    'R7',
    'R8',
    'R8',
    'R8',
    'R8',
    'R8',
    'R8',
    'R9',
    'R10',
    'R15',
    'R16',
    'R12',
    'R14',
    'R13',
    'R17',
  ])
  expect(paused).toBeNull()
  expect(figures.waiting).toEqual([
    { account: accounts.cardDispute, age: 'week', items: 1, amount: '90.00' },
    { account: accounts.paymentRefund, age: 'week', items: 1, amount: '14.99' },
    { account: accounts.merchantUnidentified, age: 'week', items: 1, amount: '40.00' },
  ])
  // The commission of one order and the fee of one withdrawal belong to the platform, so assets exceed debts.
  expect(Number(figures.assets) - Number(figures.owed)).toBeCloseTo(0.75 + 2, 2)
  expect(Number(figures.coverage)).toBeGreaterThan(1)
})

type Break = { law: string; how: string; stops: boolean; break: () => Promise<unknown>; mend: () => Promise<unknown> }
const breakages: Break[] = [
  {
    law: 'R1',
    how: 'a line without its other side',
    stops: true,
    break: () =>
      run(
        sql`insert into ledger.posting (shop_id, transfer_id, line, account_id, side, amount)
          select shop_id, id, 99, ${account(accounts.commission)}, 'D', 1 from ledger.transfer where ref = ${completed.id} limit 1`,
      ),
    mend: () => run(sql`delete from ledger.posting where line = 99`),
  },
  {
    law: 'R16',
    how: 'an expected fee that is not in the books',
    stops: false,
    break: () => run(sql`update payment set expected_fee = 5 where order_id = ${completed.id}`),
    mend: () => run(sql`update payment set expected_fee = 0 where order_id = ${completed.id}`),
  },
  {
    law: 'R2',
    how: 'totals that no posting explains',
    stops: true,
    break: () =>
      run(
        sql`update ledger.account set debits = debits + 1, credits = credits + 1 where kind = ${sql.lit(accounts.merchantAvailable)}`,
      ),
    mend: () =>
      run(
        sql`update ledger.account set debits = debits - 1, credits = credits - 1 where kind = ${sql.lit(accounts.merchantAvailable)}`,
      ),
  },
  {
    law: 'R2',
    how: 'a posting under another shop than its transfer',
    stops: true,
    break: () =>
      run(
        sql`update ledger.posting set shop_id = ${forged} where account_id = ${account(accounts.commission)} and shop_id = ${shop.shopId}`,
      ),
    mend: () => run(sql`update ledger.posting set shop_id = ${shop.shopId} where shop_id = ${forged}`),
  },
  {
    law: 'R3',
    how: 'a balance that was written over',
    stops: true,
    break: () =>
      run(
        sql`update ledger.posting set balance_after = balance_after + 1 where account_id = ${account(accounts.merchantAvailable)} and seq = 2`,
      ),
    mend: () =>
      run(
        sql`update ledger.posting set balance_after = balance_after - 1 where account_id = ${account(accounts.merchantAvailable)} and seq = 2`,
      ),
  },
  {
    law: 'R3',
    how: 'a booking moved to another year',
    stops: true,
    break: () =>
      run(
        sql`update ledger.transfer set at = at - interval '1 year' where id = ${transferOf(accounts.merchantAvailable, 3)}`,
      ),
    mend: () =>
      run(
        sql`update ledger.transfer set at = at + interval '1 year' where id = ${transferOf(accounts.merchantAvailable, 3)}`,
      ),
  },
  {
    law: 'R3',
    how: 'a booking in another person’s name',
    stops: true,
    break: () =>
      run(sql`update ledger.transfer set actor = 'x' || actor where id = ${transferOf(accounts.merchantAvailable, 3)}`),
    mend: () =>
      run(
        sql`update ledger.transfer set actor = substr(actor, 2) where id = ${transferOf(accounts.merchantAvailable, 3)}`,
      ),
  },
  {
    law: 'R3',
    how: 'a booking called something else',
    stops: true,
    break: () =>
      run(
        sql`update ledger.transfer set event = event || '.late' where id = ${transferOf(accounts.merchantAvailable, 3)}`,
      ),
    mend: () =>
      run(
        sql`update ledger.transfer set event = left(event, -5) where id = ${transferOf(accounts.merchantAvailable, 3)}`,
      ),
  },
  {
    law: 'R3',
    how: 'a booking under another key',
    stops: true,
    break: () =>
      run(sql`update ledger.transfer set key = 'x' || key where id = ${transferOf(accounts.merchantAvailable, 3)}`),
    mend: () =>
      run(sql`update ledger.transfer set key = substr(key, 2) where id = ${transferOf(accounts.merchantAvailable, 3)}`),
  },
  {
    law: 'R3',
    how: 'a booking that says that its hash is of the older kind',
    stops: true,
    break: () =>
      run(sql`update ledger.transfer set hash_version = 1 where id = ${transferOf(accounts.merchantAvailable, 3)}`),
    mend: () =>
      run(sql`update ledger.transfer set hash_version = 2 where id = ${transferOf(accounts.merchantAvailable, 3)}`),
  },
  {
    law: 'R4',
    how: 'a payment that the processor does not have',
    stops: true,
    break: () =>
      run(
        sql`update test_checkout set paid_at = null where payment_id = (select id from payment where order_id = ${completed.id})`,
      ),
    mend: () =>
      run(
        sql`update test_checkout set paid_at = created_at where payment_id = (select id from payment where order_id = ${completed.id})`,
      ),
  },
  {
    law: 'R4',
    how: 'a refund of another amount',
    stops: true,
    break: () => run(sql`update test_refund set amount = amount - 1`),
    mend: () => run(sql`update test_refund set amount = amount + 1`),
  },
  {
    law: 'R4',
    how: 'a dispute of which the processor knows nothing',
    stops: true,
    break: () => run(sql`update test_dispute set reference = 'another'`),
    mend: () => run(sql`update test_dispute set reference = (select reference from card_dispute)`),
  },
  {
    law: 'R5',
    how: 'a chain transfer of another amount',
    stops: false,
    break: () => run(sql`update chain_transfer set amount = amount + 1 where amount = 10000`),
    mend: () => run(sql`update chain_transfer set amount = amount - 1 where amount = 10001`),
  },
  {
    law: 'R6',
    how: 'a bank line of another amount',
    stops: true,
    break: () => run(sql`update bank_line set amount = amount + 1`),
    mend: () => run(sql`update bank_line set amount = amount - 1`),
  },
  {
    law: 'R6',
    how: 'a payment that the bank did not make',
    stops: true,
    break: () => run(sql`update test_payout set state = 'failed' where state = 'taken'`),
    mend: () => run(sql`update test_payout set state = 'taken' where state = 'failed'`),
  },
  {
    law: 'R7',
    how: 'more owed than there is',
    stops: true,
    break: () => run(...forge(account(accounts.commission), account(accounts.supplierPayable))),
    mend: () => run(...unforge),
  },
  {
    law: 'R8',
    how: 'an open order worth more than its escrow',
    stops: true,
    break: () => run(sql`update orders set total_payment = total_payment + 1 where id = ${awaiting.id}`),
    mend: () => run(sql`update orders set total_payment = total_payment - 1 where id = ${awaiting.id}`),
  },
  {
    law: 'R8',
    how: 'an order shown as paid by the payment of another',
    stops: true,
    break: () =>
      run(
        sql`update orders set funding_transfer_id = (select id from ledger.transfer where ref = ${completed.id} and event = 'order.paid') where id = ${awaiting.id}`,
      ),
    mend: () =>
      run(
        sql`update orders set funding_transfer_id = (select id from ledger.transfer where ref = ${awaiting.id} and event = 'order.paid') where id = ${awaiting.id}`,
      ),
  },
  {
    law: 'R8',
    how: 'a shipping charge that nobody paid',
    stops: true,
    break: () => run(sql`update orders set shipping = 400 where id = ${awaiting.id}`),
    mend: () => run(sql`update orders set shipping = 0 where id = ${awaiting.id}`),
  },
  {
    law: 'R8',
    how: 'a returned shipping charge that no refund names',
    stops: true,
    break: () => run(sql`update orders set shipping = 400, refunded_shipping = 400 where id = ${completed.id}`),
    mend: () => run(sql`update orders set shipping = 0, refunded_shipping = 0 where id = ${completed.id}`),
  },
  {
    law: 'R8',
    how: 'a tax that nobody paid',
    stops: true,
    break: () => run(sql`update orders set tax = 400 where id = ${awaiting.id}`),
    mend: () => run(sql`update orders set tax = 0 where id = ${awaiting.id}`),
  },
  {
    law: 'R8',
    how: 'a returned tax that no refund names',
    stops: true,
    break: () => run(sql`update orders set tax = 400, refunded_tax = 400 where id = ${completed.id}`),
    mend: () => run(sql`update orders set tax = 0, refunded_tax = 0 where id = ${completed.id}`),
  },
  {
    law: 'R8',
    how: 'a part of the platform that it did not pay',
    stops: true,
    break: async () => {
      await run(sql`insert into coupon (id, bearer, code, percent, minimum, starts_at, budget, state, created_at, created_by, proposed_by)
        select ${forged}, 'platform', 'FORGED', 10, 0, now(), 100000, 'active', now(), 'operator', id from operator limit 1`)
      await run(sql`update orders set coupon_id = ${forged}, coupon_platform = 100 where id = ${completed.id}`)
    },
    mend: async () => {
      await run(sql`update orders set coupon_id = null, coupon_platform = 0 where id = ${completed.id}`)
      await run(sql`delete from coupon where id = ${forged}`)
    },
  },
  {
    law: 'R8',
    how: 'a use of a coupon that no order has',
    stops: true,
    break: () =>
      run(sql`insert into coupon (id, bearer, code, percent, minimum, starts_at, budget, used, spent, state, created_at, created_by, proposed_by)
        select ${forged}, 'platform', 'FORGED', 10, 0, now(), 100000, 1, 100, 'active', now(), 'operator', id from operator limit 1`),
    mend: () => run(sql`delete from coupon where id = ${forged}`),
  },
  {
    law: 'R9',
    how: 'a request for more than is held',
    stops: true,
    break: () => run(sql`update withdrawal set gross = gross + 1, net = net + 1 where state = 'pending'`),
    mend: () => run(sql`update withdrawal set gross = gross - 1, net = net - 1 where state = 'pending'`),
  },
  {
    law: 'R9',
    how: 'a payment on its way for more than was approved',
    stops: true,
    break: () => run(sql`update withdrawal set gross = gross + 1, net = net + 1 where state = 'approved'`),
    mend: () => run(sql`update withdrawal set gross = gross - 1, net = net - 1 where state = 'approved'`),
  },
  {
    law: 'R10',
    how: 'a refund that is owed to nobody',
    stops: false,
    break: () => run(sql`update buyer_refund set amount = amount + 1 where state = 'due'`),
    mend: () => run(sql`update buyer_refund set amount = amount - 1 where state = 'due'`),
  },
  {
    law: 'R10',
    how: 'a dispute of more than was set aside',
    stops: false,
    break: () =>
      run(
        sql`update test_dispute set amount = amount + 1`,
        sql`update card_dispute set amount = amount + 1, asked = asked + 1`,
      ),
    mend: () =>
      run(
        sql`update test_dispute set amount = amount - 1`,
        sql`update card_dispute set amount = amount - 1, asked = asked - 1`,
      ),
  },
  {
    law: 'R12',
    how: 'a counter that counts too many',
    stops: false,
    break: () => run(sql`update order_count set n = n + 1 where status = 5`),
    mend: () => run(sql`update order_count set n = n - 1 where status = 5`),
  },
]

describe('damage by the database’s owner with triggers off', () => {
  test.each(breakages)('$law: $how', async ({ law, stops, break: tear, mend }) => {
    await tear()
    const { checks, paused } = await check()
    const failed = checks.filter((each) => !each.ok).map((each) => each.name.split(' ')[0])
    // More owed than held is below the cover, too.
    expect(failed).toEqual(law === 'R7' ? [law, 'R17'] : [law])
    expect(paused?.cause ?? null).toBe(stops ? law : null)
    expect((await server.must(readPromises, {}, { token: shop.token })).payoutsPaused).toBe(stops)
    if (stops) {
      expect((await server.call(resumePayouts, {}, finance)).reason).toBe('withdrawal/payouts-paused')
      const id = (await queryOne(server.owner, sql<{ id: string }>`select id from withdrawal where state = 'pending'`))!
        .id
      const refused = await server.call(approveWithdrawal, { shopId: shop.shopId, id }, { ...finance, key: newId() })
      expect(refused.reason).toBe('withdrawal/payouts-paused')
    }
    await mend()
    // Correct books do not end a pause; only an operator ends it.
    expect((await check()).paused?.cause ?? null).toBe(stops ? law : null)
    await server.must(resumePayouts, {}, finance)
    expect(await check()).toMatchObject({ paused: null })
    expect(await brokenNow()).toEqual([])
  })

  test('R8: a completed order with money in its escrow', async () => {
    const move = (amount: bigint, from: AccountCode, to: AccountCode) =>
      postUnchecked(server.owner, {
        shopId: shop.shopId,
        key: newId(),
        event: 'order.paid',
        ref: newId(),
        actor: 'nobody',
        at: server.clock.now(),
        lines: [from, to].map((kind, i) => ({
          side: i === 0 ? 'D' : 'C',
          kind,
          owner: kind === accounts.orderEscrow ? completed.id : platformOwner,
          amount,
        })),
      })
    await move(500n, accounts.supplierPayable, accounts.orderEscrow)
    expect(await brokenNow()).toEqual(['R8'])
    await move(500n, accounts.orderEscrow, accounts.supplierPayable)
    await server.must(resumePayouts, {}, finance)
    expect(await brokenNow()).toEqual([])
  })

  test('R3: a rewritten chain with correct hashes contradicts the saved checkpoint', async () => {
    expect(await brokenNow()).toEqual([])
    const rehash = (change: bigint) =>
      tamper(async (tx) => {
        const { id, seq } = (await queryOne(
          tx,
          sql<{
            id: bigint
            seq: bigint
          }>`select id, seq from ledger.account where kind = ${sql.lit(accounts.merchantPending)}`,
        ))!
        await sql`update ledger.posting set balance_after = balance_after + ${change} where account_id = ${id} and seq = ${seq}`.execute(
          tx,
        )
        await sql`update ledger.posting p set hash = sha256(
            coalesce((select b.hash from ledger.posting b where b.account_id = p.account_id and b.seq = p.seq - 1), '\\x00'::bytea)
            || convert_to(ledger.fields(t.hash_version, p.transfer_id, p.line, p.account_id, p.side, p.amount, p.seq, p.balance_after,
              t.event, t.ref, t.at, ledger.sealed(t.id, t.key, t.actor)), 'UTF8'))
          from ledger.transfer t where t.id = p.transfer_id and p.account_id = ${id} and p.seq = ${seq}`.execute(tx)
        await sql`update ledger.account a set head = (select hash from ledger.posting where account_id = a.id and seq = a.seq) where id = ${id}`.execute(
          tx,
        )
      })
    await rehash(1n)
    expect(await brokenNow()).toEqual(['R3'])
    await rehash(-1n)
    expect(await brokenNow()).toEqual([])
    await server.must(resumePayouts, {}, finance)
  })
})

test('the cover warns before less is held than is owed, fails from then on, and pauses no payouts', async () => {
  const other = await startTestServer()
  try {
    const first = await aSigner(other, 'finance')
    const signer = await aSigner(other, 'finance')
    const importer = await anOperator(other, 'finance')
    const support = await anOperator(other, 'support')
    const owing = await aStockedShop(other)
    const cover = async () => {
      const { checks, figures, paused } = await other.must(checkBooks, {}, first)
      expect([checks.filter(({ ok, name }) => !ok && !name.startsWith('R17')), paused]).toEqual([[], null])
      const { ok, broken, warning, stopsPayouts } = checks.find(({ name }) => name.startsWith('R17'))!
      expect(stopsPayouts).toBe(false)
      return { coverage: figures.coverage, ok, broken, warning }
    }
    expect(await cover()).toEqual({ coverage: null, ok: true, broken: 0, warning: false })
    await creditMerchant(other, await aStockedShop(other), '100')
    expect(await cover()).toEqual({ coverage: '1.0000', ok: true, broken: 0, warning: true })
    const funding = { kind: 'funding' as const, from: accounts.ownerCapital, to: accounts.bank, amount: '20.00' }
    const inLineId = await aBankLine(other, importer, { amount: '20.00' })
    const { actId } = await other.must(proposeMovement, { ...funding, inLineId }, { ...first, key: newId() })
    await mustSign(other, signer, actId)
    expect(await cover()).toEqual({ coverage: '1.2000', ok: true, broken: 0, warning: false })
    /** A refund after the shipment: the supplier keeps the cost of 10.00 a piece, and the shop owes it. */
    const owe = async () => {
      const order = await anOrder(other, owing, { status: 3 })
      const { refund } = await other.must(
        requestRefund,
        { orderId: order.id, reason: 'changed-mind', text: '' },
        { token: order.buyer.token, key: newId() },
      )
      const { id } = refund!
      await other.must(agreeRefund, { id }, { token: owing.token, key: newId() })
      return { shopId: owing.shopId, id, decision: 'approve' as const, bearer: 'merchant' as const, text: 'Looked at' }
    }
    const later = [await owe(), await owe(), await owe()]
    expect(await cover()).toMatchObject({ ok: true, warning: false })
    for (const refund of later.slice(1)) await other.must(decideRefund, refund, { ...support, key: newId() })
    expect(await cover()).toEqual({ coverage: '0.9428', ok: false, broken: 1000, warning: false })
    const [worst] = (await other.must(listRuns, { broken: true }, first)).list
    expect(worst).toMatchObject({ failed: 1, whole: true, coverage: '0.9428' })
    const { checks } = await other.must(runDetail, { id: worst!.id }, first)
    expect(checks.at(-1)).toMatchObject({ ok: false, isSum: true, rows: null })
    await creditMerchant(other, owing, '100')
    await other.must(settleDebt, {}, { token: owing.token, key: newId() })
    expect(await cover()).toEqual({ coverage: '1.0816', ok: true, broken: 0, warning: false })
  } finally {
    await other.close()
  }
})

test('Prometheus warns of the same cover as the checks', async () => {
  const rules = await readFile(join(import.meta.dirname, '../../../../../../deploy/prometheus/alerts.yml'), 'utf8')
  expect(rules).toContain(`expr: quayside_coverage_ratio < ${lowCover}\n`)
  expect(rules).toContain('expr: quayside_coverage_ratio < 1\n')
})

test('the daily run saves its result permanently', async () => {
  const before = await count(server.owner)
  expect((await reconcile(server.app.ctx, 'daily')).whole).toBe(true)
  expect(await count(server.owner)).toBe(before + 1)
  await expect(sql`delete from reconciliation`.execute(server.owner)).rejects.toMatchObject({ code: '23001' })
})
const count = async (db: Database) =>
  (await queryOne(db, sql<{ n: number }>`select count(*)::int as n from reconciliation`))!.n

test('the command prints the checks; its exit code is the result', async () => {
  const command = () =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, '../../../../../../tools/reconcile.ts')], {
      env: { ...process.env, DATABASE_URL: server.databaseUrl },
    }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
    )
  const whole = await command()
  expect(whole.stdout).toMatch(/R7 .* whole/)
  expect(whole.code).toBe(0)
  await run(sql`update order_count set n = n + 1 where status = 5`)
  const broken = await command()
  expect(broken.stdout).toMatch(/R12 .* BROKEN \(1\)/)
  expect(broken.code).toBe(1)
  await run(sql`update order_count set n = n - 1 where status = 5`)
})

test('the public figures contain the times of decisions and payments, rejections and overdue withdrawals', async () => {
  const now = server.clock.now()
  expect(await readKeptPromises(server.db, new Date(now.getTime() - days(90)), now)).toMatchObject({
    decided: 3,
    rejected: 1,
    paid: 1,
    // Durations: two hours, zero, four hours.
    decision_median: 7200,
    decision_p95: expect.closeTo(4 * 3600 - 720, -1) as number,
    payment_median: 1800,
    payment_p95: 1800,
    // One withdrawal has waited for a decision for two days.
    overdue: 1,
  })
  // Three decisions are too few for a median or a share.
  expect(await server.must(readPromises, {}, { token: shop.token })).toMatchObject({
    days: 90,
    decided: 3,
    decision: null,
    payment: null,
    rejectedPercent: null,
    overdue: 1,
    payoutsPaused: false,
  })
})
