/** Change and reset of the payment password, and their codes. Through the API on PostgreSQL. */
import {
  approveWithdrawal,
  changePaymentPassword,
  listDestinations,
  listMessages,
  listWithdrawals,
  paymentPasswordState,
  resetPaymentPassword,
  sendPaymentPasswordCode,
  withdrawDetail,
} from '@quayside/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aDestination,
  aMerchant,
  anOperator,
  aStockedShop,
  creditMerchant,
  loginPassword,
  paymentPassword,
  withdraw,
  type TestShop,
} from '../../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../../test/server.ts'
import { days, hours, minutes } from '../../../../platform/jobs/clock.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { queryAll, queryOne, sql } from '../../../../platform/database/postgres.ts'
import type { Refusal } from '../../../../platform/refusal.ts'
import { processEvents } from '../../messages/process-events.ts'
import { listOutboxMessages } from '../../outbox/store.ts'
import { contentOf } from '../../outbox/write-message.ts'
import { returnUndecided } from '../../../money/withdrawals/desk/decide-withdrawal.ts'
import { maxCodeTries, useCode, type CodePurpose } from '../login/codes.ts'
import { masked } from '../login/contact.ts'
import { maxFailures, verifyPaymentPassword } from './payment-password.ts'

const another = '602914'
let server: TestServer
let shop: TestShop
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  shop = await aStockedShop(server)
})

const as = () => ({ token: shop.token })
const change = (old: string, code = another, again: string = code) =>
  server.call(changePaymentPassword, { old, code, again }, as())
const sendCode = (channel: 'email' | 'phone' = 'email', lang = 'en') =>
  server.call(sendPaymentPasswordCode, { channel }, { ...as(), lang })
const reset = (
  mailCode: string,
  { code = another, again = code, password = loginPassword }: { code?: string; again?: string; password?: string } = {},
) => server.call(resetPaymentPassword, { loginPassword: password, mailCode, code, again }, as())
const state = () => server.must(paymentPasswordState, {}, as())
const works = (code: string) =>
  verifyPaymentPassword(server.app.ctx, shop.merchantId, code, server.clock.now()).then(
    () => true,
    (refusal: Refusal) => refusal.reason,
  )
/** The messages to the merchant, newest first. */
const messages = async (of = shop) =>
  (await listOutboxMessages(server.db, of.merchantId, 50)).map((row) => ({
    channel: row.channel,
    address: row.address,
    ...contentOf(server.app.ctx, row),
  }))
const latestCode = async (of = shop) => /\b\d{6}\b/.exec((await messages(of))[0]!.text)![0]
/** Requests a code and returns it. */
async function aCode(channel: 'email' | 'phone' = 'email'): Promise<string> {
  expect((await sendCode(channel)).code).toBe(1)
  return latestCode()
}
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const use = (code: string, { purpose = 'payment-password' as CodePurpose, of = shop } = {}) =>
  useCode(server.app.ctx, { purpose, merchantId: of.merchantId, code }, server.clock.now(), async () => 'used').catch(
    (refusal: Refusal) => refusal.reason,
  )

describe('change', () => {
  test('a change replaces the password and sends a notice on every channel', async () => {
    expect((await change(paymentPassword)).code).toBe(1)
    expect(await works(paymentPassword)).toBe('payment-password/wrong')
    expect(await works(another)).toBe(true)
    const told = await messages()
    expect(told.map(({ channel }) => channel).sort()).toEqual(['email', 'phone'])
    expect(told.find(({ channel }) => channel === 'email')).toMatchObject({
      address: shop.email,
      subject: 'Quayside: your payment password was changed',
    })
    const events = await queryAll(
      server.owner,
      sql<{
        data: unknown
      }>`select data from event where shop_id = ${shop.shopId} and name = 'payment-password.changed'`,
    )
    expect(events).toEqual([{ data: { by: 'old' } }])
    // A change with the current password starts no cool-down.
    expect((await state()).payoutsNotBefore).toBeNull()
  })

  test('a missing, unequal, common or identical password is refused', async () => {
    const bare = await aMerchant(server)
    const none = await server.call(
      changePaymentPassword,
      { old: paymentPassword, code: another, again: another },
      { token: bare.token },
    )
    expect(none.reason).toBe('payment-password/not-set')
    expect(await change(paymentPassword, another, '111222')).toMatchObject({
      reason: 'password/mismatch',
      fields: { again: 'Two passwords are inconsistent' },
    })
    expect((await change(paymentPassword, '123456')).fields).toHaveProperty('code')
    expect(await change(paymentPassword, paymentPassword)).toMatchObject({
      reason: 'payment-password/same',
      fields: { code: 'Your new payment password must be different from the current one.' },
    })
    expect((await change('12a456')).fields).toHaveProperty('old')
    expect(await works(paymentPassword)).toBe(true)
    expect(await messages()).toEqual([])
  })

  test('wrong tries count together with those of payments; five lock the password', async () => {
    expect(await change('111119')).toMatchObject({ reason: 'payment-password/wrong', values: { left: 4 } })
    expect(await works('111119')).toBe('payment-password/wrong')
    expect(await change('111119')).toMatchObject({ values: { left: 2 } })
    await change('111119')
    expect((await change('111119')).reason).toBe('payment-password/locked')
    expect((await change(paymentPassword)).reason).toBe('payment-password/locked')
    expect((await state()).lockedUntil).not.toBeNull()
    server.clock.pass(minutes(15))
    expect((await state()).lockedUntil).toBeNull()
    expect((await change(paymentPassword)).code).toBe(1)
  })

  test('of parallel changes one succeeds', async () => {
    const codes = Array.from({ length: 4 }, (_, i) => `60291${i}`)
    const replies = await Promise.all(codes.map((code) => change(paymentPassword, code)))
    const done = replies.flatMap((reply, i) => (reply.code === 1 ? [codes[i]!] : []))
    expect(done).toHaveLength(1)
    expect(await works(done[0]!)).toBe(true)
  })
})

describe('code', () => {
  test('a code goes to the stored contacts, in the language of the app', async () => {
    expect((await state()).channels).toEqual([
      { channel: 'email', to: masked({ channel: 'email', address: shop.email }) },
      { channel: 'phone', to: masked({ channel: 'phone', address: `+1${shop.shopCode}` }) },
    ])
    const sent = await sendCode('phone', 'ar')
    expect(sent.data).toEqual({
      sentTo: `+1${shop.shopCode[0]}•••${shop.shopCode.slice(-2)}`,
      expiresAt: new Date(server.clock.now().getTime() + minutes(10)).toISOString(),
    })
    expect((await messages())[0]).toMatchObject({ channel: 'phone', subject: null })
    expect((await messages())[0]!.text).toContain('رمز')
    const [row] = await queryAll(
      server.owner,
      sql<{
        text: string
      }>`select o::text || encode(o.sealed, 'escape') || c::text as text from outbox o join one_time_code c using (merchant_id) where merchant_id = ${shop.merchantId}`,
    )
    expect(row!.text).not.toContain(await latestCode())
  })

  test('a code is refused without a payment password and on a disabled channel', async () => {
    const bare = await aMerchant(server)
    expect((await server.call(sendPaymentPasswordCode, { channel: 'email' }, { token: bare.token })).reason).toBe(
      'payment-password/not-set',
    )
    expect((await server.call(sendPaymentPasswordCode, { channel: 'pigeon' as 'email' }, as())).code).toBe(0)
    const { settings } = server.app.ctx
    settings.mode = 'production'
    try {
      expect((await sendCode()).reason).toBe('code/channel-off')
      expect((await state()).channels).toEqual([])
    } finally {
      settings.mode = 'test'
    }
  })

  test('five codes an hour are allowed over all channels', async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, (_, i) => sendCode(i % 2 ? 'email' : 'phone')))
    expect(replies.filter((reply) => reply.code === 1)).toHaveLength(5)
    expect(new Set(replies.flatMap((reply) => reply.reason ?? []))).toEqual(new Set(['code/too-many']))
    expect(await messages()).toHaveLength(5)
    server.clock.pass(hours(1))
    expect((await sendCode()).code).toBe(1)
  })

  test('a code works once, for its merchant and purpose, and only the newest', async () => {
    const first = await aCode()
    const second = await aCode()
    if (first !== second) expect(await use(first)).toBe('code/wrong')
    const other = await aStockedShop(server)
    expect(await use(second, { of: other })).toBe('code/wrong')
    await server.must(sendPaymentPasswordCode, { channel: 'email' }, { token: other.token })
    expect(await use(second, { of: other })).toBe('code/wrong')
    expect(await use(second, { purpose: 'log-in' as CodePurpose })).toBe('code/wrong')
    expect(await use(second)).toBe('used')
    expect(await use(second)).toBe('code/wrong')
  })

  test('a code expires after ten minutes', async () => {
    const code = await aCode()
    server.clock.pass(minutes(10))
    expect(await use(code)).toBe('code/expired')
  })

  test('of parallel uses of a code one succeeds', async () => {
    const code = await aCode()
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => use(code)))
    expect(outcomes.filter((outcome) => outcome === 'used')).toHaveLength(1)
  })

  test('200 parallel guesses count as five tries; then the correct code is refused, too', async () => {
    const code = await aCode()
    const guesses = await Promise.all(Array.from({ length: 200 }, () => use(wrongOf(code))))
    expect(guesses.filter((outcome) => outcome === 'code/wrong')).toHaveLength(maxCodeTries - 1)
    expect(guesses.filter((outcome) => outcome === 'code/used-up')).toHaveLength(200 - maxCodeTries + 1)
    const row = await queryOne(
      server.owner,
      sql<{ tries: number }>`select tries from one_time_code where merchant_id = ${shop.merchantId}`,
    )
    expect(row!.tries).toBe(maxCodeTries)
    expect(await use(code)).toBe('code/used-up')
    expect(await use(await aCode())).toBe('used')
  })

  test('a code stays valid when its command fails', async () => {
    const code = await aCode()
    const failing = useCode(
      server.app.ctx,
      { purpose: 'payment-password', merchantId: shop.merchantId, code },
      server.clock.now(),
      async () => {
        throw new Error('the act failed')
      },
    )
    await expect(failing).rejects.toThrow('the act failed')
    expect(await use(code)).toBe('used')
  })
})

describe('forgotten payment password', () => {
  test('login password and code reset it, end a lock and pause withdrawals', async () => {
    for (let i = 0; i < 5; i += 1) await works('111119')
    expect(await works(paymentPassword)).toBe('payment-password/locked')
    const reply = await reset(await aCode())
    const until = new Date(server.clock.now().getTime() + days(1)).toISOString()
    expect(reply.data).toEqual({ payoutsNotBefore: until })
    expect(await state()).toMatchObject({ set: true, lockedUntil: null, payoutsNotBefore: until })
    expect(await works(another)).toBe(true)
    expect(await works(paymentPassword)).toBe('payment-password/wrong')
    const mail = (await messages()).find((message) => message.channel === 'email')
    expect(mail!.subject).toBe('Quayside: your payment password was changed')
    expect(mail!.text).toMatch(/withdrawals are paused until .* UTC/)
    server.clock.pass(days(1))
    expect((await state()).payoutsNotBefore).toBeNull()
  })

  test('a reset needs both; the refusal names the wrong one and nothing changes', async () => {
    const code = await aCode()
    expect((await reset(code, { password: 'not the password' })).reason).toBe('login/password-wrong')
    expect((await reset(wrongOf(code))).reason).toBe('code/wrong')
    expect((await reset(code, { again: '111222' })).reason).toBe('password/mismatch')
    expect((await reset(code, { code: '111111' })).fields).toHaveProperty('code')
    expect(await works(paymentPassword)).toBe(true)
    expect((await state()).payoutsNotBefore).toBeNull()
    expect((await reset(code)).code).toBe(1)
    expect((await reset(code, { code: '739105' })).reason).toBe('code/wrong')
    expect(await works(another)).toBe(true)
  })

  test('a missing or expired code and a missing payment password are refused', async () => {
    expect((await reset('000000')).reason).toBe('code/wrong')
    const code = await aCode()
    server.clock.pass(minutes(10))
    expect((await reset(code)).reason).toBe('code/expired')
    shop = { ...shop, ...(await aMerchant(server)) }
    expect((await reset('000000')).reason).toBe('payment-password/not-set')
  })

  test('a code is used up after five wrong tries', async () => {
    const code = await aCode()
    for (let i = 0; i < 4; i += 1) expect((await reset(wrongOf(code))).reason).toBe('code/wrong')
    expect((await reset(wrongOf(code))).reason).toBe('code/used-up')
    expect((await reset(code)).reason).toBe('code/used-up')
  })

  test('guesses of the login password are limited in a reset', async () => {
    const code = await aCode()
    const guesses = await Promise.all(Array.from({ length: 14 }, () => reset(code, { password: 'a guess' })))
    expect(guesses.filter((reply) => reply.reason === 'login/password-wrong')).toHaveLength(10)
    expect(guesses.filter((reply) => reply.reason === 'login/throttled')).toHaveLength(4)
    expect((await reset(code)).reason).toBe('login/throttled')
  })

  test('of parallel resets with one code one succeeds', async () => {
    const code = await aCode()
    const codes = Array.from({ length: 6 }, (_, i) => `73910${i}`)
    const replies = await Promise.all(codes.map((fresh) => reset(code, { code: fresh })))
    const done = replies.flatMap((reply, i) => (reply.code === 1 ? [codes[i]!] : []))
    expect(done).toHaveLength(1)
    expect(await works(done[0]!)).toBe(true)
  })
})

describe('withdrawal pause after a reset', () => {
  test('no withdrawal leaves for a day, requested before or after the reset', async () => {
    const finance = await anOperator(server, 'finance')
    const approve = (id: string) =>
      server.call(approveWithdrawal, { shopId: shop.shopId, id }, { ...finance, key: newId() })
    await creditMerchant(server, shop, '1000')
    const destination = await aDestination(server, shop)
    const before = await withdraw(server, shop, destination, '100')
    server.clock.pass(hours(20))

    // The same digits as before, because the test helpers use them.
    expect((await reset(await aCode(), { code: paymentPassword })).code).toBe(1)
    const until = new Date(server.clock.now().getTime() + days(1))
    const promised = new Date(until.getTime() + days(1)).toISOString()
    const after = await withdraw(server, shop, destination, '50')
    expect(after.decideBy).toBe(promised)
    // The promised time of the first withdrawal moves, because nobody can approve it earlier.
    expect((await server.must(withdrawDetail, { id: before.id }, as())).decideBy).toBe(promised)
    const { list } = await server.must(listWithdrawals, { state: 'pending', limit: 100 }, { token: finance.token })
    for (const { id } of [before, after]) {
      expect(list.find((row) => row.id === id)).toMatchObject({ usableAt: until.toISOString(), decideBy: promised })
      expect(await approve(id)).toMatchObject({
        reason: 'withdrawal/cooling-down',
        values: { until: until.toISOString() },
      })
    }
    const { list: destinations } = await server.must(listDestinations, {}, as())
    expect(destinations).toMatchObject([{ usableAt: until.toISOString() }])

    server.clock.set(until)
    expect(await approve(before.id)).toMatchObject({ code: 1, data: { approved: true } })
    // Later than promised, but not returned yet: the pause extends the deadline of the return.
    server.clock.pass(days(1) + hours(1))
    expect(await returnUndecided(server.app.ctx)).toBe(0)
    expect((await server.must(withdrawDetail, { id: after.id }, as())).overdue).toBe(true)
    server.clock.pass(days(1))
    expect(await returnUndecided(server.app.ctx)).toBe(1)
  })

  test('with a parallel reset, a withdrawal is either approved before it or refused until the pause ends', async () => {
    const finance = await anOperator(server, 'finance')
    await creditMerchant(server, shop, '1000')
    const destination = await aDestination(server, shop)
    for (let round = 0; round < 4; round += 1) {
      const { id } = await withdraw(server, shop, destination, '20')
      const code = await aCode()
      const [approved, done] = await Promise.all([
        server.call(approveWithdrawal, { shopId: shop.shopId, id }, { ...finance, key: newId() }),
        reset(code, { code: paymentPassword }),
      ])
      expect(done.code).toBe(1)
      expect([undefined, 'withdrawal/cooling-down']).toContain(approved.reason)
      const again = await server.call(approveWithdrawal, { shopId: shop.shopId, id }, { ...finance, key: newId() })
      expect(again.reason).toBe(approved.code === 1 ? 'withdrawal/not-pending' : 'withdrawal/cooling-down')
      server.clock.pass(days(1))
    }
  })
})

describe('limit of wrong tries', () => {
  /** Makes wrong tries in a row and waits for the end of each lock. Returns the last outcome. */
  async function guess(n: number): Promise<unknown> {
    let told: unknown
    for (let i = 0; i < n; i += 1) {
      told = await works('111119')
      if (told === 'payment-password/locked') server.clock.pass(minutes(15))
    }
    return told
  }

  test('too many wrong tries over any time disable the password until a reset and send a notice on every channel', async () => {
    expect(await guess(maxFailures - 1)).toBe('payment-password/wrong')
    expect((await state()).disabled).toBe(false)
    expect(await messages()).toEqual([])
    server.clock.pass(days(10))
    expect(await works('111119')).toBe('payment-password/disabled')
    for (const wait of [0, minutes(16), days(10)]) {
      server.clock.pass(wait)
      expect(await works(paymentPassword)).toBe('payment-password/disabled')
    }
    expect((await state()).disabled).toBe(true)
    const told = await messages()
    expect(told.map(({ channel }) => channel).sort()).toEqual(['email', 'phone'])
    expect(told.find(({ channel }) => channel === 'email')!.subject).toBe('Quayside: your payment password is disabled')
    expect(
      await queryAll(
        server.owner,
        sql`select 1 from event where shop_id = ${shop.shopId} and name = 'payment-password.disabled'`,
      ),
    ).toHaveLength(1)
    await processEvents(server.app.ctx)
    const { list } = await server.must(listMessages, {}, as())
    expect(list.filter(({ kind }) => kind === 'payment-password.disabled')).toHaveLength(1)

    expect((await change(paymentPassword)).reason).toBe('payment-password/disabled')
    expect((await reset(await aCode())).code).toBe(1)
    expect((await state()).disabled).toBe(false)
    expect(await works(another)).toBe(true)
  })

  test('a correct try resets the count, the end of a lock does not', async () => {
    await guess(maxFailures - 1)
    expect(await works(paymentPassword)).toBe(true)
    expect(await guess(maxFailures - 1)).toBe('payment-password/wrong')
    expect(await works(paymentPassword)).toBe(true)
  })

  test('parallel wrong tries count like sequential ones', async () => {
    for (let round = 0; round < 3; round += 1) {
      const outcomes = await Promise.all(Array.from({ length: 30 }, () => works('111119')))
      expect(outcomes.filter((outcome) => outcome === 'payment-password/wrong')).toHaveLength(4)
      server.clock.pass(minutes(15))
    }
    expect(await works(paymentPassword)).toBe('payment-password/disabled')
    expect(await messages()).toHaveLength(2)
  })
})

test('parallel correct tries all succeed', async () => {
  const outcomes = await Promise.all(Array.from({ length: 40 }, () => works(paymentPassword)))
  expect(new Set(outcomes)).toEqual(new Set([true]))
  // Also with a single try left.
  for (let i = 0; i < 4; i += 1) await works('111119')
  const last = await Promise.all(Array.from({ length: 8 }, () => works(paymentPassword)))
  expect(new Set(last)).toEqual(new Set([true]))
})

test('an unfinished try counts as wrong', async () => {
  const begin = (n: number) =>
    sql`update merchant set payment_password_open = ${n}, payment_password_open_at = ${server.clock.now()} where id = ${shop.merchantId}`.execute(
      server.owner,
    )
  await begin(3)
  server.clock.pass(minutes(1))
  expect(await works('111119')).toBe('payment-password/wrong')
  expect(await works('111119')).toBe('payment-password/locked')
  server.clock.pass(minutes(15))
  await begin(5)
  server.clock.pass(minutes(1))
  expect(await works(paymentPassword)).toBe('payment-password/locked')
})
