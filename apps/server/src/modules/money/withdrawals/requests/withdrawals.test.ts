/** Withdrawals from the quote to the payment, through the API, on real PostgreSQL. */
import {
  actDetail,
  addDestination,
  approveWithdrawal,
  cancelWithdrawal,
  checkDestination,
  fundsRecords,
  listDestinations,
  listWithdrawals,
  makeBankFile,
  quoteWithdrawal,
  refuseAct,
  readWallet,
  rejectWithdrawal,
  removeDestination,
  requestWithdrawal,
  withdrawDetail,
  withdrawRecords,
} from '@quayside/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  closeShopNow,
  aDestination,
  aMerchant,
  anOperator,
  aStockedShop,
  cardNumber,
  creditMerchant,
  paymentPassword,
  realName,
  unknownCard,
  withdraw,
  type TestShop,
  aSigner,
  signs,
  type Signer,
} from '../../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../../test/server.ts'
import { days, hours, minutes } from '../../../../platform/jobs/clock.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { queryOne, sql, withTransaction, type Tx } from '../../../../platform/database/postgres.ts'
import { findAct, insertSignature } from '../../../staff/acts/store.ts'
import { testBank } from '../../../../providers/test-bank.ts'
import { checkBooks } from '../../reconciliation/store.ts'
import { returnUndecided } from '../desk/decide-withdrawal.ts'
import type { PayoutBank } from '../rails/payout-rail.ts'
import { resumePayoutsInProgress, sendPayout } from '../payouts/send-payout.ts'
import { pausePayouts } from '../store.ts'

let server: TestServer
let shop: TestShop
let destination: string
let finance: { token: string; id: string }
let second: Signer

beforeAll(async () => {
  server = await startTestServer()
  shop = await aStockedShop(server)
  await creditMerchant(server, shop, '5000')
  destination = await aDestination(server, shop)
  finance = await anOperator(server, 'finance')
  second = await aSigner(server, 'finance')
})
afterAll(async () => {
  expect((await checkBooks(server.owner, server.clock.now())).filter((check) => !check.ok)).toEqual([])
  await server.close()
})

const wallet = (of = shop) => server.must(readWallet, {}, { token: of.token })
const detail = (id: string) => server.must(withdrawDetail, { id }, { token: shop.token })
const withdrawalKey = (id: string) => ({ shopId: shop.shopId, id })
const approve = (id: string, by = finance) => server.call(approveWithdrawal, withdrawalKey(id), { ...by, key: newId() })
/** The test bank takes some seconds to pay. */
async function bankPays(): Promise<void> {
  await resumePayoutsInProgress(server.app.ctx, testBank(server.app.ctx))
  server.clock.pass(10_000)
  await resumePayoutsInProgress(server.app.ctx, testBank(server.app.ctx))
}

describe('quote and destination', () => {
  test('the fee is deducted from the amount, as quoted', async () => {
    const quote = await server.must(quoteWithdrawal, { method: 'bank', amount: '100' }, { token: shop.token })
    expect(quote).toMatchObject({ gross: '100.00', fee: '2.00', net: '98.00', withdrawable: '5000.00' })
    const tiny = await server.call(quoteWithdrawal, { method: 'bank', amount: '2.00' }, { token: shop.token })
    expect(tiny).toMatchObject({ reason: 'withdrawal/too-small', values: { fee: '2.00' } })
    server.clock.pass(minutes(10))
    const late = await server.call(
      requestWithdrawal,
      { quoteId: quote.id, destinationId: destination, paymentPassword },
      { token: shop.token, key: newId() },
    )
    expect(late.reason).toBe('withdrawal/quote-expired')
  })

  test('one of four concurrent requests uses a quote; it cannot be used again', async () => {
    const before = await wallet()
    const quote = await server.must(quoteWithdrawal, { method: 'bank', amount: '10' }, { token: shop.token })
    const ask = () =>
      server.call(
        requestWithdrawal,
        { quoteId: quote.id, destinationId: destination, paymentPassword },
        { token: shop.token, key: newId() },
      )
    // Four only: the fifth concurrent request would count as password guessing.
    const replies = await Promise.all(Array.from({ length: 4 }, ask))
    const [made, ...others] = replies.toSorted((a, b) => b.code - a.code)
    expect(made!.code).toBe(1)
    expect(others.map((reply) => reply.reason)).toEqual(Array(3).fill('withdrawal/quote-used'))
    expect(Number(before.balance) - Number((await wallet()).balance)).toBe(10)
    await server.must(cancelWithdrawal, { id: made!.data.id }, { token: shop.token, key: newId() })
    expect((await ask()).msg).toContain('already requested a withdrawal with this quote')
    expect(await wallet()).toEqual(before)
  })

  test('a destination is checked, saved once, shown with its last four digits and removed', async () => {
    const add = (input: object) =>
      server.call(addDestination, { paymentPassword, ...input } as never, { token: shop.token })
    const bank = { method: 'bank', holder: realName, bankName: 'Harbour Bank' }
    expect((await add({ ...bank, cardNumber: '4242424242424241' })).reason).toBe('destination/card-invalid')
    expect((await add({ ...bank, holder: 'Somebody Else', cardNumber })).reason).toBe('destination/name-differs')
    expect((await add({ method: 'chain', network: 'ethereum', address: '0x12' })).reason).toBe(
      'destination/address-invalid',
    )
    const again = await add({ ...bank, cardNumber: '4242 4242 4242 4242' })
    expect(again.data).toMatchObject({ id: destination, ending: '4242' })
    const chain = { method: 'chain', network: 'ethereum', address: '0x52908400098527886E0F7030069857D2E4169EE7' }
    const added = await add(chain)
    expect(added.data).toMatchObject({ ending: '9EE7', holder: realName, token: 'USDT' })
    const { list, verifiedName } = await server.must(listDestinations, {}, { token: shop.token })
    expect(list).toHaveLength(2)
    expect(verifiedName).toBe(realName)
    expect(JSON.stringify(list)).not.toContain(cardNumber)
    await server.must(removeDestination, { id: added.data.id }, { token: shop.token })
    expect((await server.call(removeDestination, { id: added.data.id }, { token: shop.token })).reason).toBe(
      'destination/not-found',
    )
    const kept = await queryOne(
      server.owner,
      sql<{ sealed: Buffer }>`select sealed from destination where id = ${destination}`,
    )
    expect(kept!.sealed.includes(Buffer.from(cardNumber))).toBe(false)
  })

  test('a check of a destination needs no password, reports all wrong fields, saves nothing and is limited to 60 an hour', async () => {
    // A new hour, so that the test can use the whole limit.
    server.clock.pass(hours(2))
    const check = (input: object) => server.call(checkDestination, input as never, { token: shop.token })
    const before = await server.must(listDestinations, {}, { token: shop.token })
    const wrong = await check({
      method: 'bank',
      holder: 'Somebody Else',
      bankName: 'H',
      cardNumber: '4242424242424241',
    })
    expect(wrong.reason).toBe('request/invalid')
    expect(Object.keys((wrong.data as unknown as { fields: object }).fields).toSorted()).toEqual([
      'bankName',
      'cardNumber',
      'holder',
    ])
    expect((wrong.data as unknown as { fields: object }).fields).toMatchObject({
      cardNumber: 'This card number isn’t valid. Check it and try again.',
    })
    const bank = { method: 'bank', holder: realName, bankName: 'Harbour Bank' }
    const needed = 'This field is required.'
    expect(await check({ ...bank, cardNumber: '' })).toMatchObject({
      reason: 'field/required',
      data: { fields: { cardNumber: needed } },
    })
    expect((await check({ method: 'bank', holder: '', bankName: '', cardNumber: '' })).data).toMatchObject({
      fields: { holder: needed, bankName: needed, cardNumber: needed },
    })
    expect(await check({ method: 'chain', network: 'ethereum', address: '0x12' })).toMatchObject({
      data: { fields: { address: expect.any(String) } },
    })
    // Saving makes the same checks: a correct password alone is not enough.
    const added = await server.call(
      addDestination,
      { ...bank, holder: 'Somebody Else', cardNumber: '4242424242424241', paymentPassword } as never,
      { token: shop.token },
    )
    expect(Object.keys((added.data as unknown as { fields: object }).fields).toSorted()).toEqual([
      'cardNumber',
      'holder',
    ])
    expect((await check({ ...bank, cardNumber: '5555 5555 5555 4444' })).code).toBe(1)
    expect(await server.must(listDestinations, {}, { token: shop.token })).toEqual(before)
    // Five checks were made above.
    for (let n = 5; n < 60; n += 1)
      expect((await check({ ...bank, cardNumber: '1' })).reason).toBe('destination/card-invalid')
    expect((await check({ ...bank, cardNumber: '1' })).reason).toBe('request/too-many')
  })

  test('with a wrong payment password no destination is saved and no money moves', async () => {
    const reply = await server.call(
      addDestination,
      {
        method: 'bank',
        holder: realName,
        bankName: 'B Bank',
        cardNumber: '5555555555554444',
        paymentPassword: '000000',
      },
      { token: shop.token },
    )
    expect(reply.reason).toBe('payment-password/wrong')
    const quote = await server.must(quoteWithdrawal, { method: 'bank', amount: '10' }, { token: shop.token })
    const before = await wallet()
    const refused = await server.call(
      requestWithdrawal,
      { quoteId: quote.id, destinationId: destination, paymentPassword: '000000' },
      { token: shop.token, key: newId() },
    )
    expect(refused.reason).toBe('payment-password/wrong')
    expect(await wallet()).toEqual(before)
  })
})

describe('the states of a withdrawal', () => {
  test('a withdrawal is held, approved and paid with a reference, and each step is booked to the cent', async () => {
    const before = Number((await wallet()).balance)
    const made = await withdraw(server, shop, destination, '500')
    expect(made).toMatchObject({ gross: '500.00', fee: '2.00', net: '498.00' })
    expect(await wallet()).toMatchObject({ held: '500.00' })
    expect(await detail(made.id)).toMatchObject({ state: 'pending', overdue: false, may: { cancel: true } })
    expect((await approve(made.id)).data).toMatchObject({ approved: true })
    expect(await wallet()).toMatchObject({ held: '0.00' })
    await bankPays()
    const paid = await detail(made.id)
    expect(paid).toMatchObject({ state: 'paid', overdue: false, may: { cancel: false } })
    expect(paid.paymentReference).toMatch(/^TB-/)
    expect(paid.history.map((change) => change.to)).toEqual(['pending', 'approved', 'sending', 'paid'])
    expect(Number((await wallet()).balance)).toBe(before - 500)
    const { list } = await server.must(fundsRecords, { code: made.code, limit: 50 }, { token: shop.token })
    // The test clock does not advance: the rows have the same time and no order.
    expect(list.map((row) => [row.event, row.account, row.amount]).sort()).toEqual([
      ['withdrawal.approved', 'held', '-500.00'],
      ['withdrawal.requested', 'available', '-500.00'],
      ['withdrawal.requested', 'held', '500.00'],
    ])
  })

  test('an amount above the balance is refused, and a repeated key returns the first answer', async () => {
    const quote = await server.must(quoteWithdrawal, { method: 'bank', amount: '99999' }, { token: shop.token })
    const input = { quoteId: quote.id, destinationId: destination, paymentPassword }
    expect((await server.call(requestWithdrawal, input, { token: shop.token, key: newId() })).reason).toBe(
      'wallet/short',
    )
    const small = await server.must(quoteWithdrawal, { method: 'bank', amount: '10' }, { token: shop.token })
    const key = newId()
    const again = { ...input, quoteId: small.id }
    const first = await server.must(requestWithdrawal, again, { token: shop.token, key })
    expect(await server.must(requestWithdrawal, again, { token: shop.token, key })).toEqual(first)
    const other = await server.must(quoteWithdrawal, { method: 'bank', amount: '11' }, { token: shop.token })
    expect(
      (await server.call(requestWithdrawal, { ...input, quoteId: other.id }, { token: shop.token, key })).reason,
    ).toBe('request/key-reused')
    await server.must(cancelWithdrawal, { id: first.id }, { token: shop.token, key: newId() })
  })

  test('above the limit two different people approve', async () => {
    const made = await withdraw(server, shop, destination, '1000.01')
    const { actId } = (await approve(made.id)).data
    expect((await approve(made.id, second)).reason).toBe('act/already-open')
    expect((await server.must(listWithdrawals, { state: 'pending' }, finance)).list[0]).toMatchObject({
      approvedOnce: true,
      verifiedName: realName,
    })
    // One of two signatures at once counts.
    const third = await aSigner(server, 'finance')
    const signed = await Promise.all([second, third].map((by) => signs(server, by, actId!)))
    expect(signed.map(({ reason }) => reason ?? 'done').sort()).toEqual(['act/not-open', 'done'])
    await bankPays()
    expect((await detail(made.id)).state).toBe('paid')
    server.clock.pass(days(1))
  })

  test('an act of approval ends with its request, is refused with its reason, and does not run for a changed request', async () => {
    const stateOf = async (id: string) => (await server.must(actDetail, { id }, { token: second.token })).state
    const made = await withdraw(server, shop, destination, '1000.01')
    const act = (await approve(made.id)).data.actId!
    await sql`update withdrawal set fee = fee + 1, net = net - 1 where id = ${made.id}`.execute(server.owner)
    expect((await signs(server, second, act)).reason).toBe('decision/changed')
    await sql`update withdrawal set fee = fee - 1, net = net + 1 where id = ${made.id}`.execute(server.owner)
    await server.must(refuseAct, { id: act, reason: 'Ask the merchant first' }, { token: second.token })
    expect((await server.must(listWithdrawals, { state: 'pending' }, finance)).list[0]).toMatchObject({
      id: made.id,
      approvedOnce: false,
    })
    // Cancelled and signed at once: one of them, and the act ends either way.
    const again = (await approve(made.id)).data.actId!
    const [cancelled, signed] = await Promise.all([
      server.call(cancelWithdrawal, { id: made.id }, { token: shop.token, key: newId() }),
      signs(server, second, again),
    ])
    expect(cancelled.reason).toBeUndefined()
    expect([undefined, 'act/not-open', 'withdrawal/not-pending']).toContain(signed.reason)
    expect((await detail(made.id)).state).toBe('cancelled')
    expect(await stateOf(again)).toBe(signed.code === 1 ? 'executed' : 'refused')
    server.clock.pass(days(1))
  })

  test('small amounts of one day whose sum is above the limit need two people; cancelled amounts do not count', async () => {
    const rich = await aStockedShop(server)
    await creditMerchant(server, rich, '5000')
    const to = await aDestination(server, rich)
    const at = (id: string) => ({ shopId: rich.shopId, id })
    const alone = async (id: string) =>
      (await server.must(approveWithdrawal, at(id), { ...finance, key: newId() })).approved
    const parts = [await withdraw(server, rich, to, '600'), await withdraw(server, rich, to, '600')]
    expect([await alone(parts[0]!.id), await alone(parts[1]!.id)]).toEqual([true, false])
    await server.must(cancelWithdrawal, { id: parts[1]!.id }, { token: rich.token, key: newId() })
    const fits = await withdraw(server, rich, to, '400')
    expect(await alone(fits.id)).toBe(true)
    server.clock.pass(days(1))
    expect(await alone((await withdraw(server, rich, to, '1000')).id)).toBe(true)
    await bankPays()
    server.clock.pass(days(1))
  })

  test('the limit at the time of the request applies, also after the setting changes', async () => {
    const { money } = server.app.ctx.settings
    const [large, small] = [await withdraw(server, shop, destination, '1000.02'), '30'] as const
    server.clock.pass(hours(1))
    money.secondPersonAbove = 999_999_99n
    try {
      expect((await approve(large.id)).data).toMatchObject({ approved: false })
      await server.must(cancelWithdrawal, { id: large.id }, { token: shop.token, key: newId() })
      const made = await withdraw(server, shop, destination, small)
      money.secondPersonAbove = 0n
      expect((await approve(made.id)).data).toMatchObject({ approved: true })
    } finally {
      money.secondPersonAbove = 100_000n
    }
    await bankPays()
  })

  test('the database refuses an approval by one person when two are needed', async () => {
    const made = await withdraw(server, shop, destination, '1000.03')
    const write = (change: ReturnType<typeof sql>) =>
      sql`update withdrawal set ${change}, changed_by = 'test', changed_at = now() where id = ${made.id}`.execute(
        server.db,
      )
    const approved = sql`state = 'approved', pay_by = now(), approver = ${finance.id}`
    for (const [change, says] of [
      [approved, 'withdrawal_needs_two'],
      [sql`${approved}, first_approver = ${finance.id}`, 'withdrawal_two_people'],
      [sql`needs_two = false`, 'permission denied'],
    ] as const)
      await expect(write(change)).rejects.toThrow(says)
    await server.must(cancelWithdrawal, { id: made.id }, { token: shop.token, key: newId() })
  })

  test('the database refuses a second approver who signed no act, or an act about another amount', async () => {
    const made = await withdraw(server, shop, destination, '1000.04')
    const { actId } = (await approve(made.id)).data
    const act = { id: actId!, digest: (await findAct(server.db, actId!))!.digest }
    const approved = sql`update withdrawal set state = 'approved', pay_by = now(), approver = ${second.id}, changed_by = 'test', changed_at = now()
      where id = ${made.id}`
    // Without the checks of the code: two names, and no signature.
    await expect(approved.execute(server.db)).rejects.toMatchObject({ constraint: 'signed_act' })
    const withSignature = (sign: (tx: Tx) => Promise<unknown>) =>
      withTransaction(server.owner, async (tx) => {
        await sign(tx)
        await approved.execute(tx)
      })
    const codeOf = (tx: Tx, of: typeof act) =>
      insertSignature(tx, of, second.id, { method: 'code' }, server.clock.now())
    // The signature of an act that names another amount than the row.
    await expect(
      withSignature(async (tx) => {
        await sql`update withdrawal set gross = gross + 1, net = net + 1 where id = ${made.id}`.execute(tx)
        await codeOf(tx, act)
      }),
    ).rejects.toMatchObject({ constraint: 'signed_act' })
    // The signature of the act about another withdrawal.
    const other = await withdraw(server, shop, destination, '1000.05')
    const elsewhere = (await approve(other.id)).data.actId!
    const otherAct = { id: elsewhere, digest: (await findAct(server.db, elsewhere))!.digest }
    await expect(withSignature((tx) => codeOf(tx, otherAct))).rejects.toMatchObject({ constraint: 'signed_act' })
    expect((await detail(made.id)).state).toBe('pending')
    for (const { id } of [made, other]) await server.must(cancelWithdrawal, { id }, { token: shop.token, key: newId() })
  })

  test('a rejection has a reason and returns the money in the same transaction', async () => {
    const before = await wallet()
    const made = await withdraw(server, shop, destination, '20')
    await server.must(
      rejectWithdrawal,
      { ...withdrawalKey(made.id), reason: 'destination-unsupported', note: '' },
      { ...finance, key: newId() },
    )
    expect(await detail(made.id)).toMatchObject({ state: 'rejected', reason: 'destination-unsupported' })
    expect(await wallet()).toEqual(before)
    expect((await approve(made.id)).reason).toBe('withdrawal/not-pending')
  })

  test('a pending withdrawal can be cancelled by the merchant', async () => {
    const before = await wallet()
    const made = await withdraw(server, shop, destination, '20')
    await server.must(cancelWithdrawal, { id: made.id }, { token: shop.token, key: newId() })
    expect(await wallet()).toEqual(before)
    expect((await server.call(cancelWithdrawal, { id: made.id }, { token: shop.token, key: newId() })).reason).toBe(
      'withdrawal/not-pending',
    )
  })

  test('a new destination has a cool-down; the decision deadline counts from its end', async () => {
    const { id } = await server.must(
      addDestination,
      {
        method: 'bank',
        holder: 'ada quay',
        bankName: 'Other Bank',
        cardNumber: '5555555555554444',
        paymentPassword,
      },
      { token: shop.token },
    )
    const made = await withdraw(server, shop, id, '30')
    expect(new Date(made.decideBy).getTime() - server.clock.now().getTime()).toBe(hours(48))
    expect((await approve(made.id)).reason).toBe('withdrawal/cooling-down')
    server.clock.pass(hours(24))
    expect((await approve(made.id)).code).toBe(1)
    await bankPays()
  })

  test('a withdrawal without a decision is overdue after one day and returned after two', async () => {
    const before = await wallet()
    const made = await withdraw(server, shop, destination, '40')
    server.clock.pass(hours(24) + 1)
    expect(await detail(made.id)).toMatchObject({ state: 'pending', overdue: true })
    expect(await returnUndecided(server.app.ctx)).toBe(0)
    server.clock.pass(days(1))
    expect(await returnUndecided(server.app.ctx)).toBe(1)
    expect(await detail(made.id)).toMatchObject({ state: 'rejected', reason: 'not-decided-in-time', overdue: false })
    expect(await wallet()).toEqual(before)
  })

  test('a payment to an account unknown to the bank returns the whole amount without a fee', async () => {
    const before = await wallet()
    const made = await withdraw(server, shop, await aDestination(server, shop, unknownCard), '60')
    await approve(made.id)
    await bankPays()
    expect(await detail(made.id)).toMatchObject({ state: 'failed', reason: 'returned-by-bank' })
    expect(await wallet()).toEqual(before)
  })

  test('a closed shop withdraws what it has', async () => {
    const closed = await aStockedShop(server)
    await creditMerchant(server, closed, '100')
    const to = await aDestination(server, closed)
    await closeShopNow(server, closed.shopId)
    const made = await withdraw(server, closed, to, '100')
    expect(made.balanceAfter).toBe('0.00')
    expect((await server.must(withdrawRecords, {}, { token: closed.token })).list[0]).toMatchObject({ id: made.id })
  })

  test('while payouts are paused, approvals and new payments stop; requests continue', async () => {
    const waiting = await withdraw(server, shop, destination, '15')
    await approve(waiting.id)
    await pausePayouts(server.db, 'R1', server.clock.now())
    const made = await withdraw(server, shop, destination, '16')
    expect((await approve(made.id)).reason).toBe('withdrawal/payouts-paused')
    await bankPays()
    expect((await detail(waiting.id)).state).toBe('approved')
    await sql`delete from payout_pause`.execute(server.owner)
    await bankPays()
    expect((await detail(waiting.id)).state).toBe('paid')
    expect((await approve(made.id)).code).toBe(1)
    await bankPays()
  })

  test('another merchant’s withdrawal is answered as unknown', async () => {
    const made = await withdraw(server, shop, destination, '5')
    const other = await aMerchant(server)
    for (const endpoint of [withdrawDetail, cancelWithdrawal])
      expect((await server.call(endpoint, { id: made.id }, { token: other.token, key: newId() })).reason).toBe(
        'withdrawal/not-found',
      )
    await server.must(cancelWithdrawal, { id: made.id }, { token: shop.token, key: newId() })
  })
})

describe('races', () => {
  test('withdraw ×64 from one balance: only as many succeed as the balance covers', async () => {
    const poor = await aStockedShop(server)
    await creditMerchant(server, poor, '500')
    const to = await aDestination(server, poor)
    const quotes = await Promise.all(
      Array.from({ length: 64 }, () =>
        server.must(quoteWithdrawal, { method: 'bank', amount: '100' }, { token: poor.token }),
      ),
    )
    // Without the payment password, whose limit would stop most requests: the test races the command itself.
    const { requestWithdrawal: act } = await import('./request-withdrawal.ts')
    const { Refusal } = await import('../../../../platform/refusal.ts')
    const outcomes = await Promise.all(
      quotes.map(({ id }) =>
        withTransaction(server.db, (tx) =>
          act(
            server.app.ctx,
            tx,
            { shopId: poor.shopId, merchantId: poor.merchantId },
            { quoteId: id, destinationId: to },
            server.clock.now(),
          ),
        ).then(
          () => 'held',
          (error: unknown) => (error instanceof Refusal ? error.reason : String(error)),
        ),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === 'held')).toHaveLength(5)
    expect(outcomes.filter((outcome) => outcome === 'wallet/short')).toHaveLength(59)
    expect(await wallet(poor)).toMatchObject({ balance: '0.00', held: '500.00' })
  })

  test('approve vs reject vs cancel: one of the three succeeds, or an approval and then a cancellation', async () => {
    for (let round = 0; round < 10; round += 1) {
      const made = await withdraw(server, shop, destination, '7')
      const replies = await Promise.all([
        approve(made.id),
        server.call(
          rejectWithdrawal,
          { ...withdrawalKey(made.id), reason: 'account-at-risk', note: '' },
          { ...second, key: newId() },
        ),
        server.call(cancelWithdrawal, { id: made.id }, { token: shop.token, key: newId() }),
      ])
      const [approved, rejected, cancelled] = replies.map((reply) => reply.code === 1)
      // An approved withdrawal can still be cancelled. A rejection excludes both an approval and a cancellation.
      expect([approved, rejected, cancelled].filter(Boolean)).toHaveLength(approved && cancelled ? 2 : 1)
      for (const reply of replies.filter(({ code }) => code !== 1)) expect(reply.reason).toBe('withdrawal/not-pending')
      const state = cancelled ? 'cancelled' : rejected ? 'rejected' : 'approved'
      expect((await detail(made.id)).state).toBe(state)
    }
    await bankPays()
    expect((await wallet()).held).toBe('0.00')
  })

  test('ten workers submit one payment, and the bank pays it once', async () => {
    const made = await withdraw(server, shop, destination, '12')
    await approve(made.id)
    const bank = testBank(server.app.ctx)
    await Promise.all(Array.from({ length: 10 }, () => sendPayout(server.app.ctx, bank, withdrawalKey(made.id))))
    server.clock.pass(10_000)
    await Promise.all(Array.from({ length: 10 }, () => sendPayout(server.app.ctx, bank, withdrawalKey(made.id))))
    const books = await queryOne(
      server.owner,
      sql<{
        n: number
      }>`select count(*)::int as n from ledger.transfer where ref = ${made.id} and event = 'withdrawal.paid'`,
    )
    expect(books!.n).toBe(1)
    expect(
      (await queryOne(
        server.owner,
        sql<{ n: number }>`select count(*)::int as n from test_payout where id = ${made.id}`,
      ))!.n,
    ).toBe(1)
  })

  test('while the bank does not answer, the payment is unknown and no money returns; its final answer decides', async () => {
    const made = await withdraw(server, shop, destination, '13')
    await approve(made.id)
    const real = testBank(server.app.ctx)
    const silent: PayoutBank = {
      async pay(payment) {
        await real.pay(payment)
        throw new Error('the line went dead')
      },
      lookup: real.lookup,
    }
    await sendPayout(server.app.ctx, silent, withdrawalKey(made.id))
    expect(await detail(made.id)).toMatchObject({ state: 'unknown' })
    const held = await wallet()
    server.clock.pass(10_000)
    await sendPayout(
      server.app.ctx,
      { ...real, lookup: () => Promise.reject(new Error('still dead')) },
      withdrawalKey(made.id),
    )
    expect((await detail(made.id)).state).toBe('unknown')
    expect(await wallet()).toEqual(held)
    await sendPayout(server.app.ctx, real, withdrawalKey(made.id))
    expect((await detail(made.id)).state).toBe('paid')
  })
})

describe('a bank file', () => {
  beforeAll(() => {
    server.app.ctx.settings.money.bank = { name: 'Quayside Ltd', iban: 'IE29AIBK93115212345678', bic: 'AIBKIE2D' }
  })
  afterAll(() => {
    server.app.ctx.settings.money.bank = null
  })

  test('contains each approved payment once and can be rendered again byte for byte', async () => {
    expect((await server.call(makeBankFile, {}, { ...finance, key: newId() })).reason).toBe('payout/nothing-to-pay')
    const made = [await withdraw(server, shop, destination, '100'), await withdraw(server, shop, destination, '50.55')]
    for (const { id } of made) await approve(id)
    const files = await Promise.all(
      Array.from({ length: 5 }, () => server.call(makeBankFile, {}, { ...finance, key: newId() })),
    )
    const whole = files.filter((reply) => reply.code === 1)
    expect(whole).toHaveLength(1)
    const { data } = whole[0]!
    expect(data).toMatchObject({ payments: 2, total: '146.55' })
    expect(data.file).toContain('<InstdAmt Ccy="USD">98.00</InstdAmt>')
    expect(data.file).toContain(`<EndToEndId>${made[1]!.code}</EndToEndId>`)
    expect(data.file).toContain(`<Id>${cardNumber}</Id>`)
    expect(data.file.match(/<CdtTrfTxInf>/g)).toHaveLength(2)
    const again = await server.must(makeBankFile, { batchId: data.batchId }, { ...finance, key: newId() })
    expect(again).toEqual(data)

    // Single debits: each statement entry proves one payment.
    expect(data.file).toContain('<BtchBookg>false</BtchBookg>')
  })
})
