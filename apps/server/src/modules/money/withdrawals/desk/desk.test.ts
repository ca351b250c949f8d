/**
 * The desk of withdrawals and payouts: lists, detail, appeals, rails that rest, bank files and pauses. On real
 * PostgreSQL.
 */
import {
  appealRejection,
  approveWithdrawal,
  batchDetail,
  cancelWithdrawal,
  countWithdrawals,
  decideAppeal,
  listBatches,
  listDestinations,
  listMessages,
  listWithdrawals,
  makeBankFile,
  matchPayouts,
  pausePayouts,
  payoutStatus,
  quoteWithdrawal,
  readPromises,
  rejectWithdrawal,
  resumePayouts,
  startRail,
  stopRail,
  withdrawalDetail,
  withdrawDetail,
  workCounts,
} from '@quayside/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aBankLine,
  aDestination,
  anOperator,
  aStockedShop,
  bankAccount,
  creditMerchant,
  realName,
  statementOf,
  withdraw,
  type TestShop,
} from '../../../../../test/builders.ts'
import { paperNetwork } from '../../../../../test/fake-chain.ts'
import { startTestServer, type TestServer } from '../../../../../test/server.ts'
import { days, hours } from '../../../../platform/jobs/clock.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { sql } from '../../../../platform/database/postgres.ts'
import { processEvents } from '../../../people/messages/process-events.ts'
import { checkBooks } from '../../reconciliation/store.ts'
import { grantAppeals } from '../requests/appeal-rejection.ts'
import { returnUnsent } from './decide-withdrawal.ts'

const bank = { name: 'Quayside Ltd', iban: bankAccount, bic: 'AIBKIE2D' }
let server: TestServer
let shop: TestShop
let destination: string
let people: { token: string; id: string }[]
let importer: { token: string; id: string }
beforeAll(async () => {
  server = await startTestServer()
  server.app.ctx.settings.money.bank = bank
  shop = await aStockedShop(server)
  await creditMerchant(server, shop, '20000')
  destination = await aDestination(server, shop)
  people = [await anOperator(server, 'finance'), await anOperator(server, 'finance')]
  importer = await anOperator(server, 'finance')
})
afterAll(async () => {
  expect((await checkBooks(server.owner, server.clock.now())).filter((check) => !check.ok)).toEqual([])
  await server.close()
})

const withdrawalKey = (id: string) => ({ shopId: shop.shopId, id })
const actor = (who: number) => ({ token: people[who]!.token, key: newId() })
const list = (filter: object) => server.must(listWithdrawals, filter, { token: people[0]!.token })
const detail = (id: string, who = 0) => server.must(withdrawalDetail, withdrawalKey(id), { token: people[who]!.token })
const merchantDetail = (id: string) => server.must(withdrawDetail, { id }, { token: shop.token })
const aRejected = async (amount = '20') => {
  const made = await withdraw(server, shop, destination, amount)
  await server.must(
    rejectWithdrawal,
    { ...withdrawalKey(made.id), reason: 'account-at-risk', note: 'Two log-ins' },
    actor(0),
  )
  return made
}
const appeal = (id: string, text = 'It was my own new phone') =>
  server.call(appealRejection, { id, text }, { token: shop.token, key: newId() })
const decide = (id: string, who: number, decision: 'grant' | 'decline' = 'grant') =>
  server.call(decideAppeal, { ...withdrawalKey(id), decision, answer: 'We compared the devices' }, actor(who))

describe('lists', () => {
  test('the list is sorted by deadline, continues after its cursor, and is filtered and searched', async () => {
    const made = []
    for (const amount of ['11', '12', '13']) {
      made.push(await withdraw(server, shop, destination, amount))
      server.clock.pass(1000)
    }
    const codes = made.map(({ code }) => code)
    const first = await list({ state: 'pending', limit: 2 })
    const rest = await list({ state: 'pending', limit: 2, cursor: first.cursor })
    expect([...first.list, ...rest.list].map(({ code }) => code)).toEqual(codes)
    expect(rest.cursor).toBeNull()
    const newest = await list({ sort: 'newest', limit: 2 })
    expect(newest.list.map(({ code }) => code)).toEqual(codes.toReversed().slice(0, 2))
    // A cursor of another order says nothing here.
    const mixed = await server.call(
      listWithdrawals,
      { sort: 'newest', cursor: first.cursor! },
      { token: people[0]!.token },
    )
    expect(mixed.reason).toBe('request/malformed')
    for (const [search, n] of [
      [codes[1]!.slice(0, 6).toLowerCase(), 1],
      ['4242', 3],
      ['no such shop', 0],
      ['%', 0],
    ] as const)
      expect((await list({ sort: 'newest', search })).list.filter(({ code }) => codes.includes(code))).toHaveLength(n)
    expect((await list({ needsTwo: true })).list).toEqual([])
    expect((await list({ overdue: true })).list).toEqual([])
    const counts = () => server.must(countWithdrawals, {}, { token: people[0]!.token })
    expect(await counts()).toMatchObject({ pending: 3, overdue: 0, appeals: 0 })

    server.clock.pass(days(1))
    expect((await list({ overdue: true })).list.map(({ code }) => code)).toEqual(codes)
    const promises = await server.must(readPromises, {}, { token: shop.token })
    expect([promises.overdue, (await counts()).overdue]).toEqual([3, 3])
    // A payment password reset moves the decision's deadline, here and in the figures that merchants read.
    await sql`update merchant set payouts_not_before = ${server.clock.now()} where shop_id = ${shop.shopId}`.execute(
      server.owner,
    )
    expect((await counts()).overdue).toBe(0)
    expect((await server.must(readPromises, {}, { token: shop.token })).overdue).toBe(0)
    await sql`update merchant set payouts_not_before = null where shop_id = ${shop.shopId}`.execute(server.owner)
    for (const { id } of made)
      await server.must(rejectWithdrawal, { ...withdrawalKey(id), reason: 'legal-order', note: '' }, actor(0))
  })

  test('the detail shows destination, wallet, devices, changes, and why two people decide', async () => {
    server.clock.pass(days(2))
    const paid = await withdraw(server, shop, destination, '600')
    await server.must(approveWithdrawal, withdrawalKey(paid.id), actor(0))
    const { id } = await withdraw(server, shop, destination, '500')
    const shown = await detail(id)
    expect(shown).toMatchObject({
      state: 'pending',
      verifiedName: realName,
      needsTwo: true,
      two: { above: '1000.00', requestedBefore: '600.00' },
      destination: { nameMatches: true, paid: 0, otherShops: 0 },
      wallet: { held: '500.00', due: '0.00' },
      firstApproval: null,
      may: { approve: true, reject: true, decideAppeal: { no: 'appeal/not-open' } },
    })
    expect(shown.wallet.records[0]).toMatchObject({ event: 'withdrawal.requested', amount: '-500.00' })
    expect(shown.wallet.head).toMatchObject({ seq: shown.wallet.records[0]!.seq })
    expect(shown.devices.length).toBeGreaterThan(0)
    expect(shown.changes.map(({ what }) => what)).toContain('destination.added')
    expect(shown.sentences.find(({ reason }) => reason === 'name-differs')!.reads).toBe(
      'The account name doesn’t match your verified name.',
    )
    expect(JSON.stringify(shown)).not.toContain('4242424242424242')
    await server.must(approveWithdrawal, withdrawalKey(id), actor(0))
    expect(await detail(id)).toMatchObject({
      firstApproval: { by: { id: people[0]!.id } },
      may: { approve: { no: 'act/already-open' } },
      actId: expect.any(String),
    })
    expect(await detail(id, 1)).toMatchObject({ may: { approve: { no: 'act/already-open' } } })
    // What waits for a signature is work of those who may give it.
    const waiting = async (nth: number) =>
      (await server.must(workCounts, {}, { token: people[nth]!.token })).list.find(({ kind }) => kind === 'withdrawal')!
        .open
    expect([await waiting(0), await waiting(1)]).toEqual([0, 1])
    await server.must(cancelWithdrawal, { id: paid.id }, { token: shop.token, key: newId() })
    await server.must(rejectWithdrawal, { ...withdrawalKey(id), reason: 'name-differs', note: '' }, actor(1))
    expect(await detail(id)).toMatchObject({ state: 'rejected', decidedBy: { id: people[1]!.id } })
    const unknown = await server.call(withdrawalDetail, { shopId: newId(), id }, { token: people[0]!.token })
    expect(unknown.reason).toBe('withdrawal/not-found')
  })
})

describe('appeals', () => {
  test('a merchant appeals once against a rejection by a person, and another person decides', async () => {
    const { id, code } = await aRejected()
    expect(await merchantDetail(id)).toMatchObject({ appeal: null, may: { appeal: true } })
    expect((await appeal(id)).code).toBe(1)
    expect((await appeal(id, 'Once more, please')).reason).toBe('appeal/made')
    expect(await merchantDetail(id)).toMatchObject({ appeal: { state: 'open' }, may: { appeal: false } })
    expect((await list({ sort: 'newest', appeal: 'open' })).list).toMatchObject([{ id, appeal: 'open' }])
    const waiting = async (nth: number) =>
      (await server.must(workCounts, {}, { token: people[nth]!.token })).list.find(({ kind }) => kind === 'appeal')!
        .open
    expect([await waiting(0), await waiting(1)]).toEqual([0, 1])
    expect((await decide(id, 0)).reason).toBe('operator/second-person')
    expect((await detail(id, 0)).may.decideAppeal).toMatchObject({ no: 'operator/second-person' })
    const before = (await detail(id)).wallet.available
    const replies = await Promise.all([decide(id, 1), decide(id, 1, 'decline')])
    expect(replies.map(({ reason }) => reason).toSorted()).toEqual(['appeal/not-open', undefined])
    const decided = await merchantDetail(id)
    expect(decided).toMatchObject({ state: 'rejected', appeal: { answer: 'We compared the devices' } })
    // No money moves by an appeal.
    expect((await detail(id)).wallet.available).toBe(before)
    await processEvents(server.app.ctx)
    const { list: messages } = await server.must(listMessages, { limit: 50 }, { token: shop.token })
    const told = messages.filter(({ kind }) => kind.startsWith('withdrawal.appeal'))
    expect(told).toHaveLength(1)
    expect(told[0]!.text).toContain(code)
  })

  test('the database refuses an appeal decided by the person who rejected, also without the check in the code', async () => {
    const { id } = await aRejected()
    await appeal(id)
    const write = (who: string) =>
      sql`update withdrawal_appeal set state = 'granted', decided_by = ${who}, decided_at = now(), answer = 'Granted' where withdrawal_id = ${id}`.execute(
        server.db,
      )
    await expect(write(people[0]!.id)).rejects.toMatchObject({ code: 'QO002' })
    await write(people[1]!.id)
    await expect(write(people[1]!.id)).rejects.toMatchObject({ constraint: 'withdrawal_appeal_ended' })
  })

  test('an appeal that nobody decides in time is granted', async () => {
    const { id } = await aRejected()
    await appeal(id)
    server.clock.pass(days(3) - 1)
    expect(await grantAppeals(server.app.ctx)).toBe(0)
    server.clock.pass(1)
    expect(await grantAppeals(server.app.ctx)).toBe(1)
    expect(await grantAppeals(server.app.ctx)).toBe(0)
    expect(await merchantDetail(id)).toMatchObject({ appeal: { state: 'granted', answer: null } })
    expect((await decide(id, 1, 'decline')).reason).toBe('appeal/not-open')
  })

  test('an appeal is refused without a rejection, after thirty days, and for a rejection by the deadline', async () => {
    const { id } = await aRejected()
    await sql`update withdrawal set requested_at = requested_at - interval '31 days', decided_at = decided_at - interval '31 days',
      finished_at = finished_at - interval '31 days' where id = ${id}`.execute(server.owner)
    expect((await appeal(id)).reason).toBe('appeal/too-late')
    const pending = await withdraw(server, shop, destination, '20')
    expect((await appeal(pending.id)).reason).toBe('appeal/not-rejected')
    await server.must(approveWithdrawal, withdrawalKey(pending.id), actor(0))
    server.clock.pass(hours(73))
    expect(await returnUnsent(server.app.ctx)).toBeGreaterThan(0)
    expect((await appeal(pending.id)).reason).toBe('appeal/not-rejected')
    expect((await appeal(newId())).reason).toBe('withdrawal/not-found')
  })
})

describe('rails that rest', () => {
  test('a stopped rail is not offered, requested, approved or paid; what is approved waits with its reason and comes back', async () => {
    const [approved, pending] = [
      await withdraw(server, shop, destination, '30'),
      await withdraw(server, shop, destination, '31'),
    ]
    await server.must(approveWithdrawal, withdrawalKey(approved.id), actor(0))
    const stop = () => server.call(stopRail, { network: 'bank', reason: 'The bank reports an outage' }, actor(0))
    const replies = await Promise.all([stop(), stop()])
    expect(replies.map(({ reason }) => reason).toSorted()).toEqual(['payout/rail-stopped', undefined])
    const { offers, list: saved } = await server.must(listDestinations, {}, { token: shop.token })
    expect(offers.bank).toBe(false)
    expect(saved.find(({ id }) => id === destination)!.payable).toBe(false)
    const quote = await server.call(quoteWithdrawal, { method: 'bank', amount: '20' }, { token: shop.token })
    expect(quote.reason).toBe('withdrawal/method-off')
    expect((await server.call(approveWithdrawal, withdrawalKey(pending.id), actor(1))).reason).toBe(
      'withdrawal/method-off',
    )
    expect((await server.call(makeBankFile, {}, actor(0))).reason).toBe('payout/rail-stopped')
    for (const { id } of [approved, pending]) expect((await merchantDetail(id)).waits).toBe('rail-off')
    expect((await detail(pending.id)).may.approve).toMatchObject({ no: 'withdrawal/method-off' })
    const { rails } = await server.must(payoutStatus, {}, { token: people[0]!.token })
    expect(rails[0]).toMatchObject({
      network: 'bank',
      state: 'stopped',
      waiting: 1,
      waitingTotal: '28.00',
      stopped: { by: { id: people[0]!.id } },
    })
    server.clock.pass(hours(73))
    await returnUnsent(server.app.ctx)
    expect(await merchantDetail(approved.id)).toMatchObject({
      state: 'rejected',
      reason: 'not-sent-in-time',
      waits: null,
    })
    await server.must(startRail, { network: 'bank' }, actor(1))
    expect((await server.call(startRail, { network: 'bank' }, actor(1))).reason).toBe('payout/rail-runs')
    expect((await merchantDetail(pending.id)).waits).toBeNull()
    await server.must(rejectWithdrawal, { ...withdrawalKey(pending.id), reason: 'legal-order', note: '' }, actor(0))
  })

  test('a rail that is removed from the settings lets an approved withdrawal come back at its deadline', async () => {
    const { id } = await withdraw(server, shop, destination, '32')
    await server.must(approveWithdrawal, withdrawalKey(id), actor(0))
    const { settings } = server.app.ctx
    try {
      settings.money.bank = null
      settings.mode = 'production'
      expect(await merchantDetail(id)).toMatchObject({ state: 'approved', waits: 'rail-off', may: { cancel: true } })
      server.clock.pass(hours(73))
      await returnUnsent(server.app.ctx)
      expect(await merchantDetail(id)).toMatchObject({ state: 'rejected', reason: 'not-sent-in-time' })
    } finally {
      settings.money.bank = bank
      settings.mode = 'test'
    }
  })

  test('a chain whose nodes report no block for two hours is not offered', async () => {
    const at = server.clock.now()
    const offered = async () => {
      const { offers } = await server.must(listDestinations, {}, { token: shop.token })
      return offers.networks.map(({ network }) => network)
    }
    const { chains } = server.app.ctx.settings.money
    chains.push(paperNetwork())
    await sql`insert into chain_cursor (network, scanned, at) values ('ethereum', 1, ${at})`.execute(server.owner)
    expect(await offered()).toEqual(['ethereum'])
    server.clock.pass(hours(2) + 1)
    expect(await offered()).toEqual([])
    // Without the chain in the settings its block is left from an earlier start, and the test bank reads none.
    chains.pop()
    expect(await offered()).toEqual(['ethereum'])
    await sql`delete from chain_cursor`.execute(server.owner)
  })
})

describe('bank files', () => {
  const aFile = async (amounts: string[]) => {
    const made = []
    for (const amount of amounts) {
      const one = await withdraw(server, shop, destination, amount)
      await server.must(approveWithdrawal, withdrawalKey(one.id), actor(0))
      made.push(one)
    }
    const { batchId, file } = await server.must(makeBankFile, {}, actor(0))
    return { batchId, file, made }
  }
  const debit = (of: { code: string; net: string }, more: object = {}) =>
    aBankLine(server, importer, { side: 'debit', amount: of.net, reference: `Quayside ${of.code}`, ...more })
  const batch = (id: string, who = 0) => server.must(batchDetail, { id }, { token: people[who]!.token })

  test('a file shows who made it, finds the debits of its payments, and is matched all or none', async () => {
    server.clock.pass(days(2))
    const { batchId, made } = await aFile(['40', '41'])
    const [first, second] = made as [(typeof made)[0], (typeof made)[0]]
    expect(await batch(batchId)).toMatchObject({
      madeBy: { id: people[0]!.id },
      payments: 2,
      total: '77.00',
      waiting: 2,
      paid: 0,
      items: [
        { id: first.id, debit: null },
        { id: second.id, debit: null },
      ],
    })
    const lines = [await debit(first), await debit(second)] as [string, string]
    const { items } = await batch(batchId)
    expect(items.map(({ debit: line }) => line?.id)).toEqual(lines)
    expect(items.map(({ debit: line }) => line?.imported)).toEqual([false, false])
    expect((await server.must(batchDetail, { id: batchId }, importer)).items[0]!.debit!.imported).toBe(true)
    const pairs = (swap: boolean) => [
      { ...withdrawalKey(first.id), bankLineId: lines[0] },
      { ...withdrawalKey(second.id), bankLineId: lines[swap ? 0 : 1] },
    ]
    expect((await server.call(matchPayouts, { payouts: pairs(true) }, actor(1))).reason).toBe('payout/line-differs')
    expect((await merchantDetail(first.id)).state).toBe('sending')
    const replies = await Promise.all(
      [0, 1].map((who) => server.call(matchPayouts, { payouts: pairs(false) }, actor(who))),
    )
    expect(replies.filter(({ code }) => code === 1).map(({ data }) => data)).toEqual([{ paid: 2, awaitSecond: 0 }])
    expect(await batch(batchId)).toMatchObject({ waiting: 0, paid: 2 })
    const files = await server.must(listBatches, { limit: 1 }, { token: people[0]!.token })
    expect(files.list).toMatchObject([{ id: batchId, paid: 2 }])
    expect((await server.must(listBatches, { open: true }, { token: people[0]!.token })).list).toEqual([])
    expect((await server.call(batchDetail, { id: newId() }, actor(0))).reason).toBe('payout/batch-unknown')
  })

  test('a debit of another account proves nothing', async () => {
    const { batchId, made } = await aFile(['42'])
    const [payout] = made as [(typeof made)[0]]
    const elsewhere = {
      ...statementOf({ side: 'debit', amount: payout.net, reference: payout.code }),
      account: 'DE02120300000000202051',
    }
    const { importBankLines, listBankLines } = await import('@quayside/contract')
    await server.must(importBankLines, elsewhere, importer)
    const { list: unused } = await server.must(listBankLines, { limit: 100 }, importer)
    const line = unused.find(({ statement }) => statement === elsewhere.statement)!
    expect((await batch(batchId)).items[0]!.debit).toBeNull()
    const match = { payouts: [{ ...withdrawalKey(payout.id), bankLineId: line.id }] }
    expect((await server.call(matchPayouts, match, actor(1))).reason).toBe('payout/line-differs')
    await expect(
      sql`insert into payout_proof (shop_id, withdrawal_id, kind, bank_line_id, needs_two, first_by, first_at)
        values (${shop.shopId}, ${payout.id}, 'debit', ${line.id}, false, ${people[1]!.id}, now())`.execute(server.db),
    ).rejects.toMatchObject({ constraint: 'payout_line_fits' })
    const right = await debit(payout)
    await server.must(matchPayouts, { payouts: [{ ...withdrawalKey(payout.id), bankLineId: right }] }, actor(1))
  })

  test('the same file is downloaded again after the account in the settings changed', async () => {
    const { batchId, file, made } = await aFile(['43'])
    const { settings } = server.app.ctx
    try {
      settings.money.bank = { name: 'Another Ltd', iban: 'DE02120300000000202051', bic: 'BYLADEM1001' }
      expect((await server.must(makeBankFile, { batchId }, actor(1))).file).toBe(file)
      settings.money.bank = null
      expect((await server.must(makeBankFile, { batchId }, actor(1))).file).toBe(file)
    } finally {
      settings.money.bank = bank
    }
    await server.must(
      matchPayouts,
      { payouts: [{ ...withdrawalKey(made[0]!.id), bankLineId: await debit(made[0]!) }] },
      actor(1),
    )
  })
})

test('an operator pauses payouts with a reason; the pause and its end stay with who and why', async () => {
  const waiting = await withdraw(server, shop, destination, '50')
  await server.must(pausePayouts, { reason: 'The bank asks us to wait' }, actor(0))
  expect((await server.call(pausePayouts, { reason: 'Again' }, actor(1))).reason).toBe('withdrawal/payouts-paused')
  expect((await server.call(approveWithdrawal, withdrawalKey(waiting.id), actor(1))).reason).toBe(
    'withdrawal/payouts-paused',
  )
  expect((await merchantDetail(waiting.id)).waits).toBe('payouts-paused')
  const status = () => server.must(payoutStatus, {}, { token: people[0]!.token })
  expect((await status()).paused).toMatchObject({ cause: 'The bank asks us to wait', by: { id: people[0]!.id } })
  await server.must(resumePayouts, { note: 'The bank works again' }, { token: people[1]!.token })
  const { paused, history } = await status()
  expect(paused).toBeNull()
  expect(history.slice(0, 2)).toMatchObject([
    { paused: false, cause: 'The bank works again', by: { id: people[1]!.id } },
    { paused: true, cause: 'The bank asks us to wait', by: { id: people[0]!.id } },
  ])
  expect((await merchantDetail(waiting.id)).waits).toBeNull()
})
