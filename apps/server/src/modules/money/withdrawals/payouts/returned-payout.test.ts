/** Payments that a bank returns after their withdrawal was confirmed as paid, on real PostgreSQL. */
import {
  actDetail,
  batchDetail,
  confirmPayout,
  downloadStatement,
  financeReport,
  fundsRecords,
  importBankLines,
  listMessages,
  makeBankFile,
  withdrawalDetail,
  readWallet,
  rejectWithdrawal,
  refuseAct,
  returnPayout,
  withdrawDetail,
  withdrawRecords,
} from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aBankLine,
  aDestination,
  anOperator,
  aStockedShop,
  bankAccount,
  creditMerchant,
  withdraw,
  type TestShop,
  aSigner,
  approveByTwo,
  mustSign,
  signs,
  type Signer,
} from '../../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../../test/server.ts'
import { days, minutes } from '../../../../platform/jobs/clock.ts'
import { newId } from '../../../../platform/database/ids.ts'
import {
  queryAll,
  queryOne,
  sql,
  withTransaction,
  type Queryable,
  type Tx,
} from '../../../../platform/database/postgres.ts'
import { testBank } from '../../../../providers/test-bank.ts'
import { postEntries } from '../../ledger/post-entries.ts'
import { processEvents } from '../../../people/messages/process-events.ts'
import { checkBooks } from '../../reconciliation/store.ts'
import { failedEntry, returnedEntry } from '../entries.ts'
import { finishPaid, resumePayoutsInProgress } from './send-payout.ts'
import { updateWithdrawal, lockWithdrawal } from '../store.ts'

type Payout = { id: string; code: string; net: string }

let server: TestServer
let shop: TestShop
let destination: string
let people: Signer[]
let importer: { token: string; id: string }
beforeAll(async () => {
  server = await startTestServer()
  server.app.ctx.settings.money.bank = { name: 'Quayside Ltd', iban: bankAccount, bic: 'AIBKIE2D' }
  shop = await aStockedShop(server)
  await creditMerchant(server, shop, '50000')
  destination = await aDestination(server, shop)
  people = [await aSigner(server, 'finance'), await aSigner(server, 'finance')]
  importer = await anOperator(server, 'finance')
})
afterAll(async () => {
  expect(await broken()).toEqual([])
  await server.close()
})

/** The failed checks of the books. */
const broken = async (db: Queryable = server.owner) =>
  (await checkBooks(db, server.clock.now())).filter((check) => !check.ok).map((check) => check.name)
const withdrawalKey = (id: string) => ({ shopId: shop.shopId, id })
const detail = (id: string) => server.must(withdrawDetail, { id }, { token: shop.token })
const balance = async () => (await server.must(readWallet, {}, { token: shop.token })).balance
const confirm = (id: string, bankLineId: string, who = 0) =>
  server.call(confirmPayout, { ...withdrawalKey(id), bankLineId }, { token: people[who]!.token, key: newId() })
const giveBack = (id: string, bankLineId: string | null, who = 0) =>
  server.call(
    returnPayout,
    { ...withdrawalKey(id), bankLineId, ...(bankLineId ? {} : { reason: 'The bank has no record of it' }) },
    { token: people[who]!.token, key: newId() },
  )
const debit = (of: Payout) => aBankLine(server, importer, { side: 'debit', amount: of.net, reference: of.code })
const credit = (of: Payout, more: object = {}) =>
  aBankLine(server, importer, { side: 'credit', amount: of.net, reference: `RETURN ${of.code} AC04`, ...more })
/** The bookings of a withdrawal in order of time. */
const eventsOf = async (id: string) =>
  (
    await queryAll(
      server.owner,
      sql<{ event: string }>`select event from ledger.transfer where ref = ${id} order by recorded_at`,
    )
  ).map(({ event }) => event)

/** A withdrawal in a bank file. Each call starts a new day. */
async function sent(amount: string): Promise<Payout> {
  server.clock.pass(days(1) + 1)
  const { id, code, net } = await withdraw(server, shop, destination, amount)
  await approveByTwo(server, withdrawalKey(id), people[0]!, people[1]!)
  await server.must(makeBankFile, {}, { token: people[0]!.token, key: newId() })
  return { id, code, net }
}
/** A withdrawal that a debit confirmed days ago. */
async function paid(amount: string): Promise<Payout> {
  const payout = await sent(amount)
  const line = await debit(payout)
  const reply = await confirm(payout.id, line)
  expect(reply.code).toBe(1)
  if (reply.data.actId) await mustSign(server, people[1]!, reply.data.actId)
  server.clock.pass(days(3))
  return payout
}

test('when the bank returns a paid withdrawal, amount and fee return to the balance and the merchant is notified', async () => {
  const before = await balance()
  const payout = await paid('100')
  expect(await balance()).toBe((Number(before) - 100).toFixed(2))
  expect((await giveBack(payout.id, await credit(payout))).data).toEqual({ returned: true, actId: null })
  expect(await balance()).toBe(before)
  expect(await eventsOf(payout.id)).toEqual([
    'withdrawal.requested',
    'withdrawal.approved',
    'withdrawal.paid',
    'withdrawal.returned',
  ])
  expect(await broken()).toEqual([])

  expect(await detail(payout.id)).toMatchObject({
    state: 'failed',
    reason: 'returned-by-bank',
    finishedAt: server.clock.now().toISOString(),
    may: { cancel: false },
  })
  expect((await detail(payout.id)).history.map(({ to }) => to)).toEqual(
    expect.arrayContaining(['sending', 'paid', 'failed']),
  )
  const { list } = await server.must(withdrawRecords, { state: 'failed', page: 1, limit: 10 }, { token: shop.token })
  expect(list.map(({ id }) => id)).toContain(payout.id)
  const funds = await server.must(fundsRecords, { event: 'withdrawal.returned', limit: 10 }, { token: shop.token })
  expect(funds.list).toMatchObject([{ account: 'available', amount: '100.00', cause: { id: payout.id } }])

  const day = server.clock.now().toISOString().slice(0, 10)
  const statement = await server.app.http.inject({
    method: 'POST',
    url: downloadStatement.path,
    headers: { token: shop.token, lang: 'en', 'content-type': 'application/json' },
    payload: JSON.stringify({ from: day, to: day, format: 'csv' }),
  })
  expect(statement.body).toContain('Paid withdrawal returned by the bank')

  while ((await processEvents(server.app.ctx)) > 0);
  const [message] = (await server.must(listMessages, { limit: 1 }, { token: shop.token, lang: 'en' })).list
  expect(message).toMatchObject({
    kind: 'withdrawal.returned',
    text: `The bank returned withdrawal ${payout.code} after it was paid. $100.00 is back in your balance.`,
    more: expect.stringContaining('Check the destination and withdraw again.'),
    cause: { kind: 'withdrawal', id: payout.id },
  })
})

test('the report deducts a returned withdrawal on the day of its return', async () => {
  const figures = async () => {
    const day = server.clock.now().toISOString().slice(0, 10)
    const { withdrawn, withdrawalFees } = await server.must(
      financeReport,
      { from: day, to: day },
      { token: shop.token },
    )
    return [withdrawn, withdrawalFees]
  }
  const payout = await paid('100')
  expect(await figures()).toEqual(['0.00', '0.00'])
  expect((await giveBack(payout.id, await credit(payout))).code).toBe(1)
  expect(await figures()).toEqual(['-98.00', '-2.00'])
})

test('a credit returns a paid withdrawal only if it names it, has its net amount and was imported by another person', async () => {
  const [payout, other] = [await paid('70'), await paid('70')]
  const before = await balance()
  for (const [line, reason] of [
    [newId(), 'deposit/line-unknown'],
    // The bank deducted a fee.
    [await credit({ ...payout, net: '65.00' }), 'payout/line-differs'],
    [await credit({ ...payout, net: '70.00' }), 'payout/line-differs'],
    [await credit(other), 'payout/line-differs'],
    [await credit(payout, { currency: 'BRL' }), 'payout/line-differs'],
    [await debit(payout), 'payout/line-differs'],
    // A debit proves that the money left.
    [null, 'payout/not-proved'],
  ] as const)
    expect((await giveBack(payout.id, line)).reason).toBe(reason)
  const line = await credit(payout)
  const byImporter = { ...withdrawalKey(payout.id), bankLineId: line }
  expect((await server.call(returnPayout, byImporter, { token: importer.token, key: newId() })).reason).toBe(
    'operator/importer',
  )
  const stranger = await anOperator(server, 'support')
  expect((await server.call(returnPayout, byImporter, { token: stranger.token, key: newId() })).code).not.toBe(1)
  expect((await detail(payout.id)).state).toBe('paid')
  expect(await balance()).toBe(before)
  expect((await giveBack(payout.id, line)).code).toBe(1)
  // A second return is refused.
  expect((await giveBack(payout.id, await credit(payout))).reason).toBe('withdrawal/not-sent')
})

test('a payment comes back less the charges that the credit states: the merchant gets the whole amount, the platform bears the fee', async () => {
  const before = await balance()
  const payout = await paid('100')
  const less = (more: object) => credit(payout, { amount: '83.00', ...more })
  // Only what the entry states, and to the cent.
  for (const line of [await less({}), await less({ charges: '14.99' }), await less({ charges: '15.01' })])
    expect((await giveBack(payout.id, line)).reason).toBe('payout/line-differs')
  const line = await less({ charges: '15.00' })
  const batch = async () => {
    const { batchId } = await server.must(withdrawalDetail, withdrawalKey(payout.id), {
      token: people[0]!.token,
    })
    const { items } = await server.must(batchDetail, { id: batchId! }, { token: people[0]!.token })
    return items.find(({ id }) => id === payout.id)
  }
  expect(await batch()).toMatchObject({ credit: { id: line, amount: '83.00', fee: '15.00' } })
  const replies = await Promise.all(Array.from({ length: 6 }, (_, i) => giveBack(payout.id, line, i % 2)))
  expect(replies.filter(({ code }) => code === 1)).toHaveLength(1)
  expect(await balance()).toBe(before)
  const { rows } = await sql<{ kind: string; side: string; amount: bigint }>`select a.kind, p.side, p.amount
    from ledger.transfer t join ledger.posting p on p.shop_id = t.shop_id and p.transfer_id = t.id
      join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id
    where t.ref = ${payout.id} and t.event = 'withdrawal.returned' order by p.side desc, p.amount`.execute(server.owner)
  expect(rows).toEqual([
    { kind: 'I.WDFEE', side: 'D', amount: 200n },
    { kind: 'E.TRANSFERFEE', side: 'D', amount: 1500n },
    { kind: 'A.BANK', side: 'D', amount: 8300n },
    { kind: 'L.M.available', side: 'C', amount: 10_000n },
  ])
  const day = server.clock.now().toISOString().slice(0, 10)
  const report = await server.must(financeReport, { from: day, to: day }, { token: shop.token })
  expect([report.withdrawn, report.withdrawalFees]).toEqual(['-98.00', '-2.00'])
  expect(await broken()).toEqual([])
})

test('a payment that no debit has confirmed is not returned less a fee', async () => {
  const payout = await sent('100')
  const line = await credit(payout, { amount: '83.00', charges: '15.00' })
  expect((await giveBack(payout.id, line)).reason).toBe('payout/line-differs')
  expect((await confirm(payout.id, await debit(payout))).code).toBe(1)
  expect((await giveBack(payout.id, line)).code).toBe(1)
})

test('the second person signs the fee, and the books take no other one', async () => {
  const payout = await paid('2000')
  const line = await credit(payout, { amount: (Number(payout.net) - 25).toFixed(2), charges: '25.00' })
  const { actId } = (await giveBack(payout.id, line)).data
  const act = await server.must(actDetail, { id: actId! }, { token: people[1]!.token })
  expect(act.fields).toContainEqual({ label: 'bank-fee', value: '25.00', format: 'amount' })
  // A document that names no fee is not what the evidence says.
  await undone(async (tx) => {
    await sql`alter table act disable trigger user`.execute(tx)
    await sql`alter table act_signature disable trigger user`.execute(tx)
    await sql`update act set document = replace(document, '"fee":"25.00"', '"fee":"24.00"'),
      digest = sha256(convert_to(replace(document, '"fee":"25.00"', '"fee":"24.00"'), 'UTF8')) where id = ${actId}`.execute(
      tx,
    )
    await sql`insert into act_signature (act_id, signer, signed_at, method, digest) values (${actId}, ${people[1]!.id}, now(), 'code', '\\x00')`.execute(
      tx,
    )
    await expect(
      sql`update payout_proof set second_by = ${people[1]!.id}, second_at = now() where withdrawal_id = ${payout.id} and kind = 'credit'`.execute(
        tx,
      ),
    ).rejects.toMatchObject({ constraint: 'signed_act' })
  })
  await mustSign(server, people[1]!, actId!)
  expect((await detail(payout.id)).state).toBe('failed')
  expect(await broken()).toEqual([])
})

test('the books refuse a fee that the credit does not state', async () => {
  const payout = await paid('100')
  const line = await credit(payout, { amount: '90.00', charges: '8.00' })
  const amounts = (await queryOne(
    server.owner,
    sql<{ gross: bigint; fee: bigint; net: bigint }>`select gross, fee, net from withdrawal where id = ${payout.id}`,
  ))!
  await sql`insert into payout_proof (shop_id, withdrawal_id, kind, bank_line_id, needs_two, first_by, first_at)
    values (${shop.shopId}, ${payout.id}, 'credit', ${line}, false, ${people[0]!.id}, now())`.execute(server.db)
  await fail(payout.id)
  const book = (fee: bigint) =>
    withTransaction(server.db, (tx) =>
      postEntries(tx, returnedEntry({ ...withdrawalKey(payout.id), ...amounts }, fee, 'clock', server.clock.now())),
    )
  for (const fee of [0n, 799n, 801n]) await expect(book(fee)).rejects.toMatchObject({ constraint: 'transfer_row' })
  await book(800n)
  expect(await broken()).toEqual([])
})

test('after a confirmed debit a second person cannot sign the statement that there was no debit', async () => {
  const payout = await sent('60')
  const day = (n: number) => new Date(server.clock.now().getTime() + days(n)).toISOString().slice(0, 10)
  const quiet = { account: bankAccount, statement: newId(), currency: 'USD' as const, opening: '5.00', closing: '5.00' }
  await server.must(importBankLines, { ...quiet, from: day(0), to: day(3), lines: [] }, importer)
  const { actId } = (await giveBack(payout.id, null)).data
  expect((await confirm(payout.id, await debit(payout))).data).toEqual({ paid: true, actId: null })
  const before = await balance()
  expect((await giveBack(payout.id, null, 1)).reason).toBe('payout/not-proved')
  // The confirmation ended the proposal.
  expect((await signs(server, people[1]!, actId!)).reason).toBe('act/not-open')
  expect([(await detail(payout.id)).state, await balance()]).toEqual(['paid', before])
})

test('one bank line returns one withdrawal', async () => {
  const [left, right] = [await paid('40'), await paid('40')]
  const both = await credit({ ...left, code: `${left.code} ${right.code}` })
  expect((await giveBack(left.id, both)).data).toEqual({ returned: true, actId: null })
  expect((await giveBack(right.id, both)).reason).toBe('payout/line-used')
  expect((await detail(right.id)).state).toBe('paid')
  expect(await queryAll(server.owner, sql`select from bank_line_use where bank_line_id = ${both}`)).toHaveLength(1)
})

test('above the limit another person signs the return by exactly this credit', async () => {
  const before = await balance()
  const payout = await paid('2000')
  const [wrong, line] = [await credit(payout), await credit(payout)]
  const refused = (await giveBack(payout.id, wrong)).data.actId!
  expect((await giveBack(payout.id, line, 1)).reason).toBe('act/already-open')
  expect((await detail(payout.id)).state).toBe('paid')
  await server.must(refuseAct, { id: refused, reason: 'It is the other line' }, { token: people[0]!.token })
  expect(await queryAll(server.owner, sql`select from bank_line_use where bank_line_id = ${wrong}`)).toHaveLength(0)
  const actId = (await giveBack(payout.id, line, 1)).data.actId!
  expect((await signs(server, people[1]!, actId)).reason).toBe('operator/second-person')
  const third = await aSigner(server, 'finance')
  const replies = await Promise.all([people[0]!, third].map((who) => signs(server, who, actId)))
  expect(replies.filter(({ code }) => code === 1)).toHaveLength(1)
  expect(await balance()).toBe(before)
})

test('ten concurrent returns credit the balance once', async () => {
  const before = await balance()
  const payout = await paid('90')
  const lines = [await credit(payout), await credit(payout)]
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, i) => giveBack(payout.id, lines[i % 2]!, i % 3 === 0 ? 1 : 0)),
  )
  expect(replies.filter((reply) => reply.code === 1)).toHaveLength(1)
  expect(new Set(replies.filter((reply) => reply.code !== 1).map((reply) => reply.reason))).toEqual(
    new Set(['withdrawal/not-sent']),
  )
  expect(await balance()).toBe(before)
  expect((await eventsOf(payout.id)).filter((event) => event === 'withdrawal.returned')).toHaveLength(1)
})

test('a concurrent confirmation, return and rejection of one withdrawal credit the balance once', async () => {
  const before = await balance()
  for (let round = 0; round < 4; round += 1) {
    const payout = await sent('50')
    const [out, back] = [await debit(payout), await credit(payout)]
    const reject = () =>
      server.call(
        rejectWithdrawal,
        { ...withdrawalKey(payout.id), reason: 'account-at-risk', note: '' },
        { token: people[1]!.token, key: newId() },
      )
    const acts = [() => confirm(payout.id, out), () => giveBack(payout.id, back), reject]
    if (round % 2) acts.reverse()
    const replies = await Promise.all(acts.map((act) => act()))
    const rejected = replies[round % 2 ? 0 : 2]!
    expect(rejected.reason).toBe('withdrawal/not-pending')
    expect((await detail(payout.id)).state).toBe('failed')
    const events = await eventsOf(payout.id)
    expect([['withdrawal.paid', 'withdrawal.returned'], ['withdrawal.failed']]).toContainEqual(events.slice(2))
    expect(await balance()).toBe(before)
  }
})

test('a withdrawal paid on a network or by the test bank cannot be returned', async () => {
  const { bank } = server.app.ctx.settings.money
  server.app.ctx.settings.money.bank = null
  const other = await withdraw(server, shop, destination, '30')
  await approveByTwo(server, withdrawalKey(other.id), people[0]!, people[1]!)
  await resumePayoutsInProgress(server.app.ctx, testBank(server.app.ctx))
  server.clock.pass(minutes(1))
  await resumePayoutsInProgress(server.app.ctx, testBank(server.app.ctx))
  server.app.ctx.settings.money.bank = bank
  // The test bank paid it and has no statements.
  expect((await giveBack(other.id, await credit(other))).reason).toBe('withdrawal/not-sent')

  const payout = await sent('30')
  // Without a node: the test turns the row into a chain withdrawal with a final transfer.
  await sql`update withdrawal set method = 'chain', token = 'USDT', rail = 'chain' where id = ${payout.id}`.execute(
    server.owner,
  )
  await withTransaction(server.db, async (tx) => {
    const taken = (await lockWithdrawal(tx, shop.shopId, payout.id))!
    const now = server.clock.now()
    await updateWithdrawal(tx, taken, 'sending', { actor: 'chain', at: now }, { raw_transaction: '0x03' })
    await finishPaid(tx, taken, 'A.HOT', '0xmined', 'chain', now)
  })
  const line = await credit(payout)
  expect((await giveBack(payout.id, line)).reason).toBe('payout/chain-final')
  expect((await giveBack(payout.id, null)).reason).toBe('payout/chain-final')
  for (const { id } of [payout, other])
    await expect(fail(id)).rejects.toMatchObject({ constraint: 'withdrawal_proved' })
})

/** Marks a paid withdrawal as failed by a direct update, by default as the server's role. */
const fail = (id: string, db: Queryable = server.db) =>
  sql`update withdrawal set state = 'failed', reason = 'returned-by-bank', changed_by = 'test', changed_at = now() where id = ${id}`.execute(
    db,
  )

/** Runs `look` as the owner of the database in a transaction that is rolled back. */
async function undone(look: (tx: Tx) => Promise<void>): Promise<void> {
  const back = new Error('taken back')
  await withTransaction(server.owner, async (tx) => {
    await look(tx)
    throw back
  }).catch((error: unknown) => {
    if (error !== back) throw error
  })
}

test('the database refuses a return without a signed credit or without its booking against the bank', async () => {
  const payout = await paid('1500')
  const prove = (kind: 'none' | 'credit', line: string | null, then: string | null, needsTwo = true) =>
    sql`insert into payout_proof (shop_id, withdrawal_id, kind, bank_line_id, needs_two, first_by, first_at, second_by, second_at)
      values (${shop.shopId}, ${payout.id}, ${kind}, ${line}, ${needsTwo}, ${people[0]!.id}, now(), ${then}, now())`.execute(
      server.db,
    )
  const second = people[1]!.id
  await expect(fail(payout.id)).rejects.toMatchObject({ constraint: 'withdrawal_proved' })
  await expect(prove('none', null, second)).rejects.toMatchObject({ constraint: 'payout_not_debited' })
  const line = await credit(payout)
  // One signature is not enough, even when the evidence claims that it is.
  await prove('credit', line, null, false)
  await expect(fail(payout.id)).rejects.toMatchObject({ constraint: 'withdrawal_proved' })
  await sql`delete from payout_proof where withdrawal_id = ${payout.id} and kind = 'credit'`.execute(server.db)
  await expect(
    sql`delete from payout_proof where withdrawal_id = ${payout.id}`.execute(server.db),
  ).rejects.toMatchObject({ constraint: 'payout_proof_stays' })

  // After the debit, an earlier statement by two people that there was none no longer permits a return.
  await undone(async (tx) => {
    await sql`alter table payout_proof disable trigger payout_proof_bound`.execute(tx)
    await sql`update payout_proof set kind = 'none', bank_line_id = null, importer = null where withdrawal_id = ${payout.id}`.execute(
      tx,
    )
    await expect(fail(payout.id, tx)).rejects.toMatchObject({ constraint: 'withdrawal_proved' })
  })

  const amounts = (await queryOne(
    server.owner,
    sql<{ gross: bigint; fee: bigint; net: bigint }>`select gross, fee, net from withdrawal where id = ${payout.id}`,
  ))!
  const money = { ...withdrawalKey(payout.id), ...amounts }
  const at = server.clock.now()
  const book = (entry: ReturnType<typeof returnedEntry>) => withTransaction(server.db, (tx) => postEntries(tx, entry))
  // Paid and not returned.
  await expect(book(returnedEntry(money, 0n, 'clock', at))).rejects.toMatchObject({ constraint: 'transfer_row' })
  await expect(prove('credit', line, second)).rejects.toMatchObject({ constraint: 'signed_act' })
  // As if another person had signed an act about it.
  await sql`alter table payout_proof disable trigger payout_proof_signed_act`.execute(server.owner)
  await prove('credit', line, second)
  await sql`alter table payout_proof enable trigger payout_proof_signed_act`.execute(server.owner)
  await expect(book(returnedEntry(money, 0n, 'clock', at))).rejects.toMatchObject({ constraint: 'transfer_row' })
  await fail(payout.id)
  // Returned, but booked from the wrong account or with another fee.
  await expect(book(failedEntry(money, 'clock', at))).rejects.toMatchObject({ constraint: 'transfer_row' })
  const dearer = { ...money, fee: money.fee + 100n, net: money.net - 100n }
  await expect(book(returnedEntry(dearer, 0n, 'clock', at))).rejects.toMatchObject({ constraint: 'transfer_row' })
  // Without a booking the check of the books fails.
  expect(await broken()).toContain('R6 the bank account equals the lines used and the payouts confirmed')
  await book(returnedEntry(money, 0n, 'clock', at))
  expect(await broken()).toEqual([])
  // With a booking but without the bank's credit the check fails as well.
  await undone(async (tx) => {
    await sql`alter table payout_proof disable trigger payout_proof_stays`.execute(tx)
    await sql`delete from payout_proof where withdrawal_id = ${payout.id} and kind = 'credit'`.execute(tx)
    expect(await broken(tx)).toContain('R6 the bank account equals the lines used and the payouts confirmed')
  })
  await expect(
    sql`delete from payout_proof where withdrawal_id = ${payout.id} and kind = 'credit'`.execute(server.db),
  ).rejects.toMatchObject({ constraint: 'payout_proof_stays' })
})
