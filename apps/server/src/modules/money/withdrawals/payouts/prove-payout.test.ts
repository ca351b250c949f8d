/** Bank-file payments end with an entry of a bank statement that one or two people sign. On real PostgreSQL. */
import {
  actDetail,
  confirmPayout,
  importBankLines,
  makeBankFile,
  readWallet,
  refuseAct,
  returnPayout,
  withdrawDetail,
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
import { actKinds } from '../../../../composition/act-kinds.ts'
import { days, hours } from '../../../../platform/jobs/clock.ts'
import { newCode, newId } from '../../../../platform/database/ids.ts'
import { queryAll, sql, withTransaction } from '../../../../platform/database/postgres.ts'
import { expireActs } from '../../../staff/acts/sign-act.ts'
import { findAct, insertSignature } from '../../../staff/acts/store.ts'
import { checkBooks } from '../../reconciliation/store.ts'

let server: TestServer
let shop: TestShop
let destination: string
let people: Signer[]
let importer: { token: string; id: string }
beforeAll(async () => {
  server = await startTestServer()
  server.app.ctx.settings.money.bank = { name: 'Quayside Ltd', iban: bankAccount, bic: 'AIBKIE2D' }
  shop = await aStockedShop(server)
  await creditMerchant(server, shop, '20000')
  destination = await aDestination(server, shop)
  people = [await aSigner(server, 'finance'), await aSigner(server, 'finance')]
  importer = await anOperator(server, 'finance')
})
afterAll(async () => {
  expect((await checkBooks(server.owner, server.clock.now())).filter((check) => !check.ok)).toEqual([])
  await server.close()
})

const withdrawalKey = (id: string) => ({ shopId: shop.shopId, id })
const state = async (id: string) => (await server.must(withdrawDetail, { id }, { token: shop.token })).state
const balance = async () => Number((await server.must(readWallet, {}, { token: shop.token })).balance)
const confirm = (id: string, bankLineId: string, who = 0) =>
  server.call(confirmPayout, { ...withdrawalKey(id), bankLineId }, { token: people[who]!.token, key: newId() })
const giveBack = (id: string, bankLineId: string | null, who = 0) =>
  server.call(
    returnPayout,
    { ...withdrawalKey(id), bankLineId, ...(bankLineId ? {} : { reason: neverDebited }) },
    { token: people[who]!.token, key: newId() },
  )
const neverDebited = 'The bank has no record of it'
/** The first person names the debit, the second one signs. */
async function confirmByTwo(id: string, bankLineId: string): Promise<void> {
  const { actId } = (await confirm(id, bankLineId)).data
  await mustSign(server, people[1]!, actId!)
  expect(await state(id)).toBe('paid')
}
const used = async (bankLineId: string) =>
  (await queryAll(server.owner, sql`select from bank_line_use where bank_line_id = ${bankLineId}`)).length > 0

/** A withdrawal in a bank file. */
async function sent(amount: string): Promise<{ id: string; code: string; net: string }> {
  const { id, code, net } = await withdraw(server, shop, destination, amount)
  await approveByTwo(server, withdrawalKey(id), people[0]!, people[1]!)
  await server.must(makeBankFile, {}, { token: people[0]!.token, key: newId() })
  return { id, code, net }
}
const debit = (of: { code: string; net: string }, more: object = {}) =>
  aBankLine(server, importer, { side: 'debit', amount: of.net, reference: `Quayside withdrawal ${of.code}`, ...more })
const aDayLater = () => server.clock.pass(days(1) + 1)

test('a debit confirms a withdrawal only if it names it, has its net amount, is unused and was imported by another person', async () => {
  const [payout, other] = [await sent('100'), await sent('100')]
  for (const [line, reason] of [
    [newId(), 'deposit/line-unknown'],
    [await debit({ ...payout, net: '100.00' }), 'payout/line-differs'],
    [await debit(other), 'payout/line-differs'],
    [await debit(payout, { side: 'credit' }), 'payout/line-differs'],
    [await debit(payout, { currency: 'BRL' }), 'payout/line-differs'],
  ] as const)
    expect((await confirm(payout.id, line)).reason).toBe(reason)
  const line = await debit(payout)
  const byImporter = { ...withdrawalKey(payout.id), bankLineId: line }
  expect((await server.call(confirmPayout, byImporter, { token: importer.token, key: newId() })).reason).toBe(
    'operator/importer',
  )
  expect(await state(payout.id)).toBe('sending')
  expect((await confirm(payout.id, line)).data).toEqual({ paid: true, actId: null })
  expect((await confirm(payout.id, line, 1)).reason).toBe('withdrawal/not-sent')
  const detail = await server.must(withdrawDetail, { id: payout.id }, { token: shop.token })
  expect(detail).toMatchObject({ state: 'paid' })
  expect(detail.paymentReference).toMatch(/^IE29AIBK93115212345678 \/ .+ \/ 1$/)

  // An entry that names two withdrawals of the same amount pays one of them.
  const [left, right] = [await sent('40'), await sent('40')]
  const both = await debit({ ...left, code: `${left.code} ${right.code}` })
  expect((await confirm(left.id, both)).code).toBe(1)
  expect((await confirm(right.id, both)).reason).toBe('payout/line-used')
  for (const open of [other, right]) expect((await confirm(open.id, await debit(open))).code).toBe(1)
})

test('above the limit another person signs the confirmation of exactly this debit', async () => {
  aDayLater()
  const payout = await sent('2000')
  const [wrong, line] = [await debit(payout), await debit(payout)]
  const first = await confirm(payout.id, wrong)
  expect(first.data).toMatchObject({ paid: false, actId: expect.any(String) })
  // Of one payment one proposal is open. Its refusal frees the line.
  expect((await confirm(payout.id, line, 1)).reason).toBe('act/already-open')
  expect(await used(wrong)).toBe(true)
  await server.must(refuseAct, { id: first.data.actId!, reason: 'It is the other line' }, { token: people[1]!.token })
  expect(await used(wrong)).toBe(false)

  const actId = (await confirm(payout.id, line)).data.actId!
  expect((await server.must(actDetail, { id: actId }, { token: people[1]!.token })).fields).toEqual(
    expect.arrayContaining([
      { label: 'code', value: payout.code, format: 'code' },
      { label: 'amount', value: '2000.00', format: 'amount' },
      { label: 'pays', value: payout.net, format: 'amount' },
      { label: 'line', value: expect.stringContaining(payout.code), format: 'text' },
    ]),
  )
  expect((await signs(server, people[0]!, actId)).reason).toBe('operator/second-person')
  const withPasskey = await aSigner(server, 'finance')
  await sql`update bank_line set imported_by = ${withPasskey.id} where id = ${line}`.execute(server.owner)
  expect((await signs(server, withPasskey, actId)).reason).toBe('operator/importer')
  expect(await state(payout.id)).toBe('sending')
  const third = await aSigner(server, 'finance')
  const replies = await Promise.all([people[1]!, third, people[1]!, third].map((who) => signs(server, who, actId)))
  expect(replies.filter((reply) => reply.code === 1)).toHaveLength(1)
  expect(await state(payout.id)).toBe('paid')
  expect((await confirm(payout.id, wrong)).reason).toBe('withdrawal/not-sent')
})

test('a proposal that nobody signs in time ends, and its debit is free again', async () => {
  aDayLater()
  const payout = await sent('2000')
  const line = await debit(payout)
  const { actId } = (await confirm(payout.id, line)).data
  server.clock.pass(hours(72))
  expect(await expireActs(server.app.ctx, actKinds)).toBeGreaterThanOrEqual(1)
  expect(await used(line)).toBe(false)
  expect((await signs(server, people[1]!, actId!)).reason).toBe('act/not-open')
  await confirmByTwo(payout.id, line)
})

test('small amounts of one day whose sum is above the limit need two people to confirm', async () => {
  aDayLater()
  // Requested and approved on two days, each below the limit; confirmed on the same day.
  const first = await sent('700')
  aDayLater()
  const second = await sent('700')
  expect((await confirm(first.id, await debit(first))).data).toEqual({ paid: true, actId: null })
  const line = await debit(second)
  await confirmByTwo(second.id, line)
})

test('a credit that names the withdrawal returns the whole amount to the balance', async () => {
  aDayLater()
  const before = await balance()
  const payout = await sent('60')
  expect((await giveBack(payout.id, await debit(payout))).reason).toBe('payout/line-differs')
  const line = await debit(payout, { side: 'credit', reference: `RETURN ${payout.code} ACCOUNT CLOSED` })
  expect((await giveBack(payout.id, line)).data).toEqual({ returned: true, actId: null })
  expect(await state(payout.id)).toBe('failed')
  expect(await balance()).toBe(before)
})

test('two people return a withdrawal without a debit when the statements of its day and three more days show none', async () => {
  aDayLater()
  const [before, payout] = [await balance(), await sent('80')]
  const today = server.clock.now()
  const day = (n: number) => new Date(today.getTime() + days(n)).toISOString().slice(0, 10)
  const covers = (from: number, to: number) =>
    server.must(
      importBankLines,
      {
        account: bankAccount,
        statement: newCode(10),
        currency: 'USD',
        from: day(from),
        to: day(to),
        opening: '5.00',
        closing: '5.00',
        lines: [],
      },
      importer,
    )
  expect((await giveBack(payout.id, null)).reason).toBe('payout/not-proved')
  await covers(0, 1)
  await covers(3, 5)
  // The statement of one day is missing.
  expect((await giveBack(payout.id, null)).reason).toBe('payout/not-proved')
  await covers(2, 2)
  const { actId } = (await giveBack(payout.id, null)).data
  expect((await giveBack(payout.id, null, 1)).reason).toBe('act/already-open')
  expect((await server.must(actDetail, { id: actId! }, { token: people[1]!.token })).fields).toContainEqual({
    label: 'why',
    value: neverDebited,
    format: 'text',
  })
  expect(await state(payout.id)).toBe('sending')
  await mustSign(server, people[1]!, actId!)
  expect(await state(payout.id)).toBe('failed')
  expect(await balance()).toBe(before)

  const debited = await sent('80')
  const line = await debit(debited)
  expect((await giveBack(debited.id, null)).reason).toBe('payout/not-proved')
  expect((await confirm(debited.id, line)).code).toBe(1)
})

test('the database refuses to end a withdrawal without evidence', async () => {
  aDayLater()
  const payout = await sent('1500')
  const end = (to: string) =>
    sql`update withdrawal set state = ${to}, reason = 'returned-by-bank', changed_by = 'test', changed_at = now() where id = ${payout.id}`.execute(
      server.db,
    )
  const prove = (by: string, then: string | null, line: string | null, needsTwo = true) =>
    sql`insert into payout_proof (shop_id, withdrawal_id, kind, bank_line_id, needs_two, first_by, first_at, second_by, second_at)
      values (${shop.shopId}, ${payout.id}, ${line ? 'debit' : 'none'}, ${line}, ${needsTwo}, ${by}, now(), ${then}, now())`.execute(
      server.db,
    )
  const [first, second] = people.map((person) => person.id) as [string, string]
  const line = await debit(payout)
  for (const to of ['paid', 'failed']) await expect(end(to)).rejects.toMatchObject({ constraint: 'withdrawal_proved' })
  await expect(prove(first, first, line)).rejects.toMatchObject({ constraint: 'payout_proof_people' })
  await expect(prove(importer.id, null, line)).rejects.toMatchObject({ constraint: 'payout_proof_people' })
  await expect(prove(first, second, null)).rejects.toMatchObject({ constraint: 'payout_not_debited' })
  await prove(first, null, line)
  await expect(end('paid')).rejects.toMatchObject({ constraint: 'withdrawal_proved' })
  // A second name without that person's signature of an act about this evidence is refused, whoever writes it.
  const name = () =>
    sql`update payout_proof set second_by = ${second}, second_at = now() where withdrawal_id = ${payout.id}`.execute(
      server.db,
    )
  await expect(name()).rejects.toMatchObject({ constraint: 'signed_act' })
  await expect(prove(second, first, line)).rejects.toMatchObject({ code: '23505' })
  await sql`delete from payout_proof where withdrawal_id = ${payout.id}`.execute(server.db)
  await expect(prove(first, second, line)).rejects.toMatchObject({ constraint: 'signed_act' })

  // With the signature of an act about another line, too.
  const act = (await confirm(payout.id, await debit(payout))).data.actId!
  await sql`delete from payout_proof where withdrawal_id = ${payout.id}`.execute(server.db)
  await prove(first, null, line)
  const code = { id: act, digest: (await findAct(server.db, act))!.digest }
  await expect(
    withTransaction(server.db, async (tx) => {
      await insertSignature(tx, code, second, { method: 'code' }, server.clock.now())
      await sql`update payout_proof set second_by = ${second}, second_at = now() where withdrawal_id = ${payout.id}`.execute(
        tx,
      )
    }),
  ).rejects.toMatchObject({ constraint: 'signed_act' })
  // The row is not what the act names.
  expect((await signs(server, people[1]!, act)).reason).toBe('decision/changed')
  await server.must(refuseAct, { id: act, reason: 'It is another line' }, { token: people[1]!.token })
  await sql`delete from payout_proof where withdrawal_id = ${payout.id}`.execute(server.db)
  await confirmByTwo(payout.id, line)
  // Signatures on a debit do not prove a return.
  await expect(end('failed')).rejects.toMatchObject({ constraint: 'withdrawal_proved' })
  expect(await queryAll(server.owner, sql`select from bank_line_use where subject_id = ${payout.id}`)).toHaveLength(1)
})
