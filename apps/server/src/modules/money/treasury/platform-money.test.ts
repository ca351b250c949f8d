/** Unidentified money, treasury movements and adjustments: two people, evidence, races, and what merchants see. */
import {
  accounts,
  confirmReturn,
  fundsRecords,
  listAdjustments,
  listBankLines,
  listMessages,
  listMovements,
  listUnidentified,
  movementDetail,
  openPixDeposit,
  orderStatus,
  payBill,
  proposeAdjustment,
  proposeAssignment,
  proposeMovement,
  proposeReturn,
  proposeReversal,
  readPromises,
  readWallet,
  receiveUnidentified,
  refuseAct,
  refuseMovement,
  treasuryBalances,
  unidentifiedDetail,
  checkBooks as runCheck,
  accountPostings,
  exportPostings,
  listRuns,
  listWork,
  runDetail,
  transferDetail,
  trialBalance,
} from '@quayside/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aBankLine,
  anOrder,
  aSigner,
  aStockedShop,
  mustSign,
  signs,
  type Signer,
  type TestShop,
  creditTransfer,
} from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryOne, sql } from '../../../platform/database/postgres.ts'
import { processEvents } from '../../people/messages/process-events.ts'
import { checkBooks } from '../reconciliation/store.ts'

let server: TestServer
let shop: TestShop
let other: TestShop
type Operator = { token: string; id: string }
let importer: Signer
let first: Signer
let second: Signer

beforeAll(async () => {
  server = await startTestServer()
  ;[shop, other] = [await aStockedShop(server), await aStockedShop(server)]
  ;[importer, first, second] = [
    await aSigner(server, 'finance'),
    await aSigner(server, 'finance'),
    await aSigner(server, 'finance'),
  ]
})
afterAll(async () => {
  // Every booking of this file fits the rows and the bank lines.
  expect((await checkBooks(server.owner, server.clock.now())).filter((law) => !law.ok)).toEqual([])
  await server.close()
})

const as = ({ token }: Operator) => ({ token, key: newId() })
const line = (side: 'credit' | 'debit', amount: string, more: object = {}) =>
  aBankLine(server, importer, { side, amount, ...more })
const reasons = (replies: { reason?: string }[]) => replies.map(({ reason }) => reason ?? 'done').sort()
const balance = async (of: TestShop) => (await server.must(readWallet, {}, { token: of.token })).balance
const violated = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { constraint?: string; code?: string }) => error.constraint ?? error.code,
  )
const receive = async (amount: string, more: object = {}) => {
  const bankLineId = await line('credit', amount, more)
  return (await server.must(receiveUnidentified, { bankLineId }, as(first))).id
}

describe('unidentified money', () => {
  test('a credit is set aside once, by somebody who did not import it, and a debit never', async () => {
    const bankLineId = await line('credit', '61.00')
    expect(await server.call(receiveUnidentified, { bankLineId }, as(importer))).toMatchObject({
      reason: 'operator/importer',
    })
    const made = await Promise.all(
      [first, second].map((operator) => server.call(receiveUnidentified, { bankLineId }, as(operator))),
    )
    expect(made.map(({ reason }) => reason).sort()).toEqual(['bank/line-used', undefined])
    const { list } = await server.must(listBankLines, { use: 'used', search: '61.00' }, first)
    expect(list).toMatchObject([{ id: bankLineId, use: { purpose: 'unidentified', shopId: null } }])
    const debit = await line('debit', '61.00')
    expect((await server.call(receiveUnidentified, { bankLineId: debit }, as(first))).reason).toBe('bank/line-differs')
  })

  test('the detail names the shops of payer, shop code and recharge number; two people assign it; the merchant reads why', async () => {
    const pix = await server.must(openPixDeposit, { amount: '60' }, { token: other.token, key: newId() })
    const id = await receive('75.00', { payer: 'A stranger', reference: `for ${shop.shopCode} ${pix.code}` })
    const { candidates } = await server.must(unidentifiedDetail, { id }, first)
    expect(candidates.map(({ shopCode, why }) => [shopCode, why]).sort()).toEqual(
      [
        [other.shopCode, ['recharge-code']],
        [shop.shopCode, ['shop-code']],
      ].sort(),
    )
    const before = await balance(shop)
    const proposal = { id, shop: shop.shopCode, reason: 'Your shop code was on the transfer' }
    const { actId } = await server.must(proposeAssignment, proposal, as(first))
    expect((await server.must(unidentifiedDetail, { id }, first)).actId).toBe(actId)
    expect((await signs(server, first, actId)).reason).toBe('operator/second-person')
    expect((await signs(server, importer, actId)).reason).toBe('operator/importer')
    const signed = await Promise.all([second, await aSigner(server, 'finance')].map((by) => signs(server, by, actId)))
    expect(reasons(signed)).toEqual(['act/not-open', 'done'])
    expect(Number(await balance(shop))).toBe(Number(before) + 75)
    const records = await server.must(fundsRecords, { event: 'unidentified.assigned' }, { token: shop.token })
    expect(records.list).toMatchObject([{ amount: '75.00', note: { reason: proposal.reason } }])
    const { code } = records.list[0]!.note!
    expect((await server.must(fundsRecords, { code }, { token: shop.token })).total).toBe(1)
    await processEvents(server.app.ctx)
    const messages = await server.must(listMessages, { type: 'money' }, { token: shop.token })
    expect(messages.list[0]).toMatchObject({ kind: 'unidentified.assigned', more: proposal.reason })
    expect(messages.list[0]!.text).toContain('$75.00')
  })

  test('the database refuses a decision of one person, a changed one, and an end without a decision', async () => {
    const id = await receive('20.00')
    const proposal = { id, shop: shop.shopCode, reason: 'Found' }
    const { actId } = await server.must(proposeAssignment, proposal, as(first))
    const end = (set: ReturnType<typeof sql>) =>
      violated(sql`update unidentified_money set ${set} where id = ${id}`.execute(server.db))
    const by = (operator: Operator) =>
      sql`state = 'assigned', second_by = ${operator.id}, second_at = now(), finished_at = now()`
    expect(await end(by(first))).toBe('unidentified_two_people')
    expect(await end(by(importer))).toBe('QO002')
    expect(await end(sql`${by(second)}, shop_id = ${other.shopId}`)).toBe('unidentified_signed')
    expect(await end(sql`state = 'returned'`)).toBe('unidentified_transition')
    // Another person, without a signature of the act.
    expect(await end(by(second))).toBe('signed_act')
    // An act whose row was changed does not run, and stays open.
    const change = (reason: string) =>
      sql`update unidentified_money set reason = ${reason} where id = ${id}`.execute(server.owner)
    await change('Another')
    expect((await signs(server, second, actId)).reason).toBe('decision/changed')
    await change('Found')
    await server.must(refuseAct, { id: actId, reason: 'It is not theirs' }, first)
    expect((await signs(server, second, actId)).reason).toBe('act/not-open')
    expect(await server.must(unidentifiedDetail, { id }, first)).toMatchObject({ state: 'open', actId: null })
    const again = await server.must(proposeAssignment, proposal, as(first))
    const [refused, signed] = await Promise.all([
      server.call(refuseAct, { id: again.actId, reason: 'It is not theirs' }, first),
      signs(server, second, again.actId),
    ])
    expect(reasons([refused, signed])).toEqual(['act/not-open', 'done'])
  })

  test('a return waits for a debit of the same amount that nobody else used', async () => {
    const id = await receive('33.00')
    const { actId } = await server.must(proposeReturn, { id, reason: 'The payer asked for it' }, as(first))
    const bankLineId = await line('debit', '33.00')
    expect((await server.call(confirmReturn, { id, bankLineId }, as(second))).reason).toBe('decision/changed')
    await mustSign(server, second, actId)
    expect(
      (await server.call(confirmReturn, { id, bankLineId: await line('debit', '32.99') }, as(second))).reason,
    ).toBe('bank/line-differs')
    expect((await server.call(confirmReturn, { id, bankLineId }, as(importer))).reason).toBe('operator/importer')
    await server.must(confirmReturn, { id, bankLineId }, as(first))
    const page = await server.must(listUnidentified, { state: 'returned', search: (await stateOf(id)).code }, first)
    expect(page.list).toMatchObject([{ id, state: 'returned', decision: 'return' }])
  })

  const stateOf = async (id: string) =>
    (await queryOne(server.owner, sql<{ code: string }>`select code from unidentified_money where id = ${id}`))!
})

describe('treasury movements', () => {
  const fee = {
    kind: 'processor-fee' as const,
    from: accounts.processorTest,
    to: accounts.processorFee,
    amount: '3.20',
    reference: 'Report of November',
  }

  test('accounts, evidence and fee have to fit the kind', async () => {
    const wrong = async (input: Parameters<typeof server.call<typeof proposeMovement>>[1]) =>
      Object.keys((await server.call(proposeMovement, input, as(first))).fields ?? {})
    expect(await wrong({ ...fee, to: accounts.bank })).toEqual(['to', 'inLineId'])
    expect(await wrong({ ...fee, reference: '' })).toEqual(['reference'])
    expect(await wrong({ ...fee, fee: '1' })).toEqual(['fee'])
    expect(await wrong({ ...fee, kind: 'bank-fee', from: accounts.bank, to: accounts.transferFee })).toEqual([
      'outLineId',
    ])
    expect(
      await wrong({ kind: 'supplier-bill', from: accounts.bank, to: accounts.supplierPayable, amount: '5' }),
    ).toEqual(['supplier', 'billNumber'])
    const inLineId = await line('credit', '40.00')
    const payout = { kind: 'processor-payout' as const, from: accounts.processorTest, to: accounts.bank, inLineId }
    expect((await server.call(proposeMovement, { ...payout, amount: '50.00', fee: '9.99' }, as(first))).reason).toBe(
      'bank/line-differs',
    )
    expect((await server.call(proposeMovement, { ...payout, amount: '50.00', fee: '10' }, as(importer))).reason).toBe(
      'operator/importer',
    )
    await server.must(proposeMovement, { ...payout, amount: '50.00', fee: '10' }, as(first))
    expect((await server.call(proposeMovement, { ...payout, amount: '40.00' }, as(second))).reason).toBe(
      'bank/line-used',
    )
  })

  test('a fee lowers the coverage that merchants see; one of two concurrent signatures books it', async () => {
    await anOrder(server, shop, { status: orderStatus.completed })
    const { id, actId } = await server.must(proposeMovement, fee, as(first))
    const coverage = async () => {
      await server.must(runCheck, {}, first)
      return Number((await server.must(readPromises, {}, { token: shop.token })).coverage)
    }
    const before = await coverage()
    expect((await signs(server, first, actId)).reason).toBe('operator/second-person')
    const signed = await Promise.all([1, 2, 3].map(() => signs(server, second, actId)))
    expect(signed.filter(({ code }) => code === 1)).toHaveLength(1)
    expect(await coverage()).toBeLessThan(before)
    const { transfers, booked } = await server.must(movementDetail, { id }, first)
    expect([transfers.length, booked!.by.id]).toEqual([1, second.id])
    const { accounts: held } = await server.must(treasuryBalances, {}, first)
    expect(held.find(({ account }) => account === accounts.processorFee)).toMatchObject({ balance: '3.20' })
  })

  test('the database refuses one signature, another amount than the line, and a booked movement without its line', async () => {
    const outLineId = await line('debit', '0.90')
    const insert = (by: Operator, amount: number, lineId: string | null, state = 'proposed') =>
      violated(
        sql`insert into treasury_movement (id, code, kind, state, from_account, to_account, amount, out_line_id, proposed_by, proposed_at)
          values (${newId()}, ${newId()}, 'bank-fee', ${state}, 'A.BANK', 'E.TRANSFERFEE', ${amount}, ${lineId}, ${by.id}, now())`.execute(
          server.db,
        ),
      )
    expect(await insert(first, 91, outLineId)).toBe('bank_line_fits')
    expect(await insert(importer, 90, outLineId)).toBe('QO002')
    expect(await insert(first, 90, null, 'booked')).toBe('treasury_transition')
    const { id, actId } = await server.must(
      proposeMovement,
      { kind: 'bank-fee', from: accounts.bank, to: accounts.transferFee, amount: '0.90', outLineId },
      as(first),
    )
    const end = (set: ReturnType<typeof sql>) =>
      violated(sql`update treasury_movement set ${set} where id = ${id}`.execute(server.db))
    const booked = (by: Operator) =>
      sql`state = 'booked', signed_by = ${by.id}, signed_at = now(), booked_by = ${by.id}, booked_at = now()`
    expect(await end(booked(first))).toBe('treasury_two_people')
    expect(await end(sql`${booked(second)}, out_line_id = null`)).toBe('treasury_evidence')
    expect(await end(booked(second))).toBe('signed_act')
    await server.must(refuseAct, { id: actId, reason: 'Entered twice' }, first)
    expect(await server.must(movementDetail, { id }, first)).toMatchObject({
      state: 'refused',
      refused: { by: { id: first.id }, reason: 'Entered twice' },
    })
    // The line is free again.
    expect((await server.must(listBankLines, { search: '0.90' }, first)).list.map((free) => free.id)).toContain(
      outLineId,
    )
  })

  test('a bill is signed, then paid by its debit; not twice, and not beyond what the suppliers are owed', async () => {
    await anOrder(server, shop, { status: orderStatus.shipped })
    const bill = (amount: string, billNumber: string) => ({
      kind: 'supplier-bill' as const,
      from: accounts.bank,
      to: accounts.supplierPayable,
      amount,
      supplier: 'Harbour Goods',
      billNumber,
    })
    const large = await server.must(proposeMovement, bill('9999.00', 'B-1'), as(first))
    expect((await server.call(proposeMovement, bill('1.00', 'B-1'), as(second))).reason).toBe('treasury/bill-twice')
    await mustSign(server, second, large.actId)
    const bankLineId = await line('debit', '9999.00')
    expect((await server.call(payBill, { id: large.id, bankLineId }, as(first))).reason).toBe('treasury/payable-short')
    await server.must(refuseMovement, { id: large.id, reason: 'A wrong amount' }, second)

    const small = await server.must(proposeMovement, bill('10.00', 'B-1'), as(first))
    const debit = await line('debit', '10.00')
    expect((await server.call(payBill, { id: small.id, bankLineId: debit }, as(second))).reason).toBe(
      'decision/changed',
    )
    await mustSign(server, second, small.actId)
    expect((await server.call(payBill, { id: small.id, bankLineId: debit }, as(importer))).reason).toBe(
      'operator/importer',
    )
    const paid = await Promise.all(
      [1, 2].map(() => server.call(payBill, { id: small.id, bankLineId: debit }, as(second))),
    )
    expect(paid.map(({ reason }) => reason).sort()).toEqual(['decision/changed', undefined])
    const { list } = await server.must(listMovements, { kind: 'supplier-bill', search: 'harbour' }, first)
    expect(list.map(({ state }) => state)).toEqual(['booked', 'refused'])
  })

  test('a drawing must leave what is owed; a reversal needs two people and frees the line', async () => {
    const drawing = (amount: string, outLineId: string) => ({
      kind: 'drawing' as const,
      from: accounts.bank,
      to: accounts.ownerCapital,
      amount,
      outLineId,
    })
    const outLineId = await line('debit', '5000.00')
    const drawn = await server.must(proposeMovement, drawing('5000.00', outLineId), as(first))
    const sign = () => signs(server, second, drawn.actId)
    expect((await sign()).reason).toBe('treasury/coverage-short')
    const funding = { inLineId: await line('credit', '9000.00'), amount: '9000.00' }
    const funded = await server.must(
      proposeMovement,
      { kind: 'funding', from: accounts.ownerCapital, to: accounts.bank, ...funding },
      as(first),
    )
    await mustSign(server, second, funded.actId)
    expect((await sign()).code).toBe(1)

    const reverse = async () =>
      (await server.must(proposeReversal, { id: drawn.id, reason: 'Another account' }, as(second))).actId
    const state = async () => (await server.must(movementDetail, { id: drawn.id }, first)).state
    const refused = await reverse()
    expect((await signs(server, second, refused)).reason).toBe('operator/second-person')
    await server.must(refuseAct, { id: refused, reason: 'It was right' }, first)
    expect(await state()).toBe('booked')
    await mustSign(server, first, await reverse())
    expect(await state()).toBe('reversed')
    expect((await server.must(listBankLines, { search: '5000.00' }, first)).list.map(({ id }) => id)).toEqual([
      outLineId,
    ])
  })
})

describe('adjustments', () => {
  const propose = (input: object, by = first) =>
    server.call(proposeAdjustment, { shop: shop.shopCode, reason: 'A mistake of ours', ...input } as never, as(by))
  const sign = (actId: string, by = second) => signs(server, by, actId)
  const transferOf = async (ref: string) =>
    (await queryOne(
      server.owner,
      sql<{ id: string }>`select id from ledger.transfer where ref = ${ref} order by recorded_at desc limit 1`,
    ))!.id

  test('goodwill is credited by the second of two people, once, with a message; corrections never exceed it', async () => {
    const before = Number(await balance(shop))
    const { data } = await propose({ kind: 'goodwill', amount: '20' })
    expect((await sign(data.actId, first)).reason).toBe('operator/second-person')
    const signed = await Promise.all([1, 2, 3].map(() => sign(data.actId)))
    expect(signed.filter(({ code }) => code === 1)).toHaveLength(1)
    expect(Number(await balance(shop))).toBe(before + 20)
    await processEvents(server.app.ctx)
    const messages = await server.must(listMessages, { type: 'money' }, { token: shop.token })
    expect(messages.list[0]).toMatchObject({ kind: 'adjustment.goodwill', more: 'A mistake of ours' })

    const ofTransfer = await transferOf(data.id)
    expect((await propose({ kind: 'correction', amount: '20.01', ofTransfer })).reason).toBe('adjustment/too-much')
    const two = [
      await propose({ kind: 'correction', amount: '15', ofTransfer }),
      await propose({ kind: 'correction', amount: '15', ofTransfer }),
    ]
    const both = await Promise.all(two.map((correction) => sign(correction.data.actId)))
    expect(both.filter(({ code }) => code === 1)).toHaveLength(1)
    // Of two signatures of one passkey at once, the second to arrive may be refused for its counter.
    const left = two[both.findIndex(({ code }) => code !== 1)]!
    expect((await sign(left.data.actId)).reason).toBe('adjustment/too-much')
    expect(Number(await balance(shop))).toBe(before + 5)
  })

  test('a wrong recharge is taken back: what was spent becomes a debt, the money is unidentified and assigned anew', async () => {
    const pix = await server.must(openPixDeposit, { amount: '80' }, { token: shop.token, key: newId() })
    const bankLineId = await line('credit', pix.brl, { currency: 'BRL', reference: pix.code })
    await creditTransfer(server, { shopId: shop.shopId, id: pix.id, bankLineId }, first, second)
    const ofTransfer = await transferOf(pix.id)
    // An order's entry, and another shop's, cannot be named.
    const order = await anOrder(server, shop, { status: orderStatus.completed })
    expect((await propose({ kind: 'correction', amount: '1', ofTransfer: await transferOf(order.id) })).reason).toBe(
      'adjustment/transfer-unknown',
    )
    expect((await propose({ kind: 'correction', amount: '1', ofTransfer, shop: other.shopCode })).reason).toBe(
      'adjustment/transfer-unknown',
    )
    const pieces = Math.floor(Number(await balance(shop)) / 10)
    await anOrder(server, shop, { status: orderStatus.awaitingShipment, quantity: pieces, funding: 'balance' })
    const left = Number(await balance(shop))
    const { data } = await propose({ kind: 'correction', amount: '80', ofTransfer })
    expect((await sign(data.actId)).code).toBe(1)
    expect(await balance(shop)).toBe('0.00')
    const due = 80 - left
    const kept = await server.must(listUnidentified, { state: 'open' }, first)
    const again = kept.list.find(({ origin, amount }) => origin === 'correction' && amount === '80.00')!
    const proposal = { id: again.id, shop: other.shopCode, reason: 'It was yours' }
    const { actId } = await server.must(proposeAssignment, proposal, as(first))
    const credited = Number(await balance(other))
    await mustSign(server, second, actId)
    expect(Number(await balance(other))).toBe(credited + 80)

    expect((await propose({ kind: 'write-off', amount: (due + 1).toFixed(2) })).reason).toBe('adjustment/too-much')
    const off = await propose({ kind: 'write-off', amount: due.toFixed(2) })
    expect((await sign(off.data.actId)).code).toBe(1)
    const { list } = await server.must(listAdjustments, { search: shop.shopCode, state: 'posted' }, first)
    expect(list.map(({ kind }) => kind)).toEqual(['write-off', 'correction', 'correction', 'goodwill'])
  })

  test('the database refuses an adjustment of one person, and money that no row explains', async () => {
    const { data } = await propose({ kind: 'goodwill', amount: '7' })
    const posted = (by: Operator) =>
      violated(
        sql`update adjustment set state = 'posted', signed_by = ${by.id}, signed_at = now() where id = ${data.id}`.execute(
          server.db,
        ),
      )
    expect(await posted(first)).toBe('adjustment_two_people')
    expect(
      await violated(
        sql`update adjustment set state = 'posted', signed_by = ${second.id}, signed_at = now(), from_balance = 0 where id = ${data.id}`.execute(
          server.db,
        ),
      ),
    ).toBe('adjustment_parts')
    expect(await posted(second)).toBe('signed_act')
  })
})

describe('books', () => {
  test('the trial balance of each day adds up, and its days follow one another', async () => {
    const today = server.clock.now().toISOString().slice(0, 10)
    const tomorrow = new Date(server.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
    const [now, next] = [
      await server.must(trialBalance, { day: today }, first),
      await server.must(trialBalance, { day: tomorrow }, first),
    ]
    expect(now.debits).toBe(now.credits)
    expect(Number(now.debits)).toBeGreaterThan(0)
    expect(next.list.map(({ account, before }) => [account, before])).toEqual(
      now.list.map(({ account, after }) => [account, after]),
    )
    expect((await server.must(trialBalance, { day: '2020-01-01' }, first)).list).toEqual([])
  })

  test('an account is read page by page, an entry with its lines, and a period as CSV', async () => {
    const all: string[] = []
    let cursor: string | undefined
    do {
      const page = await server.must(
        accountPostings,
        { account: accounts.bank, limit: 5, ...(cursor ? { cursor } : {}) },
        first,
      )
      all.push(...page.list.map(({ transferId, side }) => `${transferId} ${side}`))
      cursor = page.cursor ?? undefined
    } while (cursor)
    expect(new Set(all).size).toBe(all.length)
    const booked = await queryOne(
      server.owner,
      sql<{
        n: number
      }>`select count(*)::int as n from ledger.posting p join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id where a.kind = 'A.BANK'`,
    )
    expect(all.length).toBe(booked!.n)
    // An account of the platform is one for each shop; the desk sees them as one.
    const day = server.clock.now().toISOString().slice(0, 10)
    const trial = await server.must(trialBalance, { day }, first)
    for (const kind of [accounts.bank, accounts.unidentified]) {
      const shown = await server.must(accountPostings, { account: kind, limit: 100, from: day, to: day }, first)
      expect(shown.balance, kind).toBe(trial.list.find(({ account }) => account === kind)?.after)
      expect(
        shown.list.map(({ at }) => at),
        kind,
      ).toEqual(shown.list.map(({ at }) => at).toSorted((a, b) => b.localeCompare(a)))
      expect(new Set(shown.list.map(({ shopId }) => shopId)).size, kind).toBeGreaterThan(1)
    }
    const mine = await server.must(
      accountPostings,
      { account: accounts.merchantAvailable, shop: shop.shopCode, limit: 2 },
      first,
    )
    const rest = await server.must(
      accountPostings,
      { account: accounts.merchantAvailable, shop: shop.shopCode, limit: 2, cursor: mine.cursor! },
      first,
    )
    expect([mine.balance, rest.list.length]).toEqual([await balance(shop), 2])
    expect((await server.call(accountPostings, { account: accounts.merchantAvailable }, first)).reason).toBe(
      'books/not-found',
    )

    const id = all[0]!.split(' ')[0]!
    const { lines, actor } = await server.must(transferDetail, { id }, first)
    expect(lines.length).toBeGreaterThan(1)
    expect(actor).toMatch(/^operator:/)
    expect((await server.call(transferDetail, { id: newId() }, first)).reason).toBe('books/not-found')

    const file = async (from: string, to: string) =>
      server.app.console.inject({
        method: 'POST',
        url: exportPostings.path,
        headers: { token: first.token, 'content-type': 'application/json' },
        payload: { from, to },
      })
    const rows = (await file(day, day)).body.trim().split('\r\n').slice(1)
    const total = await queryOne(server.owner, sql<{ n: number }>`select count(*)::int as n from ledger.posting`)
    expect(rows.length).toBe(total!.n)
    const sum = (column: number) =>
      rows.reduce((cents, row) => cents + Math.round(Number(row.split(',')[column]) * 100), 0)
    expect(sum(9)).toBe(sum(10))
    expect((await file('2026-01-01', '2026-12-31')).json()).toMatchObject({
      code: 0,
      data: { reason: 'statement/period' },
    })
  })

  test('a failed check opens the rows that differ, and its run stays in the list', async () => {
    const bad = await queryOne(
      server.owner,
      sql<{ id: string }>`select id from treasury_movement where state = 'booked' limit 1`,
    )
    const change = (amount: ReturnType<typeof sql>) =>
      server.owner.transaction().execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        await sql`update treasury_movement set amount = ${amount} where id = ${bad!.id}`.execute(tx)
      })
    await change(sql`amount + 1`)
    await server.must(runCheck, {}, first)
    const { list } = await server.must(listRuns, { broken: true, limit: 1 }, first)
    const run = await server.must(runDetail, { id: list[0]!.id }, first)
    const failed = run.checks.filter(({ ok }) => !ok)
    expect(failed.map(({ name }) => name.split(' ')[0])).toContain('R15')
    expect(failed.find(({ name }) => name.startsWith('R15'))!.rows).toEqual(
      expect.arrayContaining([expect.objectContaining({ what: 'treasury-movement', id: bad!.id })]),
    )
    await change(sql`amount - 1`)
    await server.must(runCheck, {}, first)
    expect((await server.must(listRuns, {}, first)).list[0]).toMatchObject({ failed: 0, whole: true })
  })

  test('what waits for a signature stands in the work queue', async () => {
    const { list } = await server.must(listWork, { limit: 100 }, first)
    const kinds = new Set(list.map(({ kind }) => kind))
    for (const kind of ['unidentified-money', 'treasury-movement', 'adjustment']) expect(kinds).toContain(kind)
  })
})
