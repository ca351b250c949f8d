/** The merchant's account through the API on PostgreSQL: contacts, login password, devices and login attempts. */
import {
  changeLoginPassword,
  createApiKey,
  endSession,
  endSessions,
  forgotLoginPassword,
  listSessions,
  listOrders,
  login,
  logout,
  me,
  paymentPasswordState,
  personalInfo,
  proveContact,
  resetLoginPassword,
  resetPaymentPassword,
  saveRegistration,
  sendContactCode,
  sendNewContactCode,
  sendPaymentPasswordCode,
  type Channel,
} from '@quayside/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aMerchant,
  aStockedShop,
  loginPassword,
  paymentPassword,
  type TestMerchant,
} from '../../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../../test/server.ts'
import { days, minutes } from '../../../../platform/jobs/clock.ts'
import { newCode, newId } from '../../../../platform/database/ids.ts'
import { queryAll, queryOne, sql, withTransaction } from '../../../../platform/database/postgres.ts'
import type { JobPayloads } from '../../../../platform/jobs/jobs.ts'
import { listOutboxMessages } from '../../outbox/store.ts'
import { contentOf } from '../../outbox/write-message.ts'
import { maxCodeTries } from './codes.ts'
import { sendLoginCode } from './login-password.ts'
import { verifyPaymentPassword } from '../confirmation/payment-password.ts'
import { deviceLifetime, sessionIdleTimeout, maxDevices, sweepSessions } from './sessions.ts'

const another = 'a quite different password'
let server: TestServer
let shop: TestMerchant & { phone: string }
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  shop = await withPhone(await aMerchant(server))
})

let phones = 0
/** A merchant with a plausible phone number. */
async function withPhone<M extends TestMerchant>(merchant: M): Promise<M & { phone: string }> {
  phones += 1
  const phone = `+86139${String(phones).padStart(8, '0')}`
  await sql`update merchant set phone = ${phone} where id = ${merchant.merchantId}`.execute(server.owner)
  return { ...merchant, phone }
}

const as = (token = shop.token) => ({ token })
const times = <T>(n: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => work(i)))
/** The messages to the merchant, newest first. */
const messages = async (of: { merchantId: string } = shop) =>
  (await listOutboxMessages(server.db, of.merchantId, 100)).map((row) => ({
    channel: row.channel,
    address: row.address,
    ...contentOf(server.app.ctx, row),
  }))
const codeIn = (text: string) => /\b\d{6}\b/.exec(text)![0]
const latestCode = async () => codeIn((await messages()).find(({ text }) => /\b\d{6}\b/.test(text))!.text)
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const contact = async (channel: Channel) =>
  (await server.must(personalInfo, {}, as())).contacts.find((found) => found.channel === channel)!
const anAddress = () => `${newCode(10).toLowerCase()}@elsewhere.example`
const askNew = (address: string, password = loginPassword, channel: Channel = 'email') =>
  server.call(sendNewContactCode, { channel, address, loginPassword: password }, as())
const prove = (code: string, channel: Channel = 'email') => server.call(proveContact, { channel, code }, as())
const logIn = (
  name: string,
  password = loginPassword,
  options: { device?: string; ip?: string; agent?: string } = {},
) => server.call(login, { name, password }, options)
/** Logs in and returns the data that a device stores. */
async function aSession(name = shop.email, options: Parameters<typeof logIn>[2] = {}, password = loginPassword) {
  const { userinfo } = await server.must(login, { name, password }, options)
  return { token: userinfo.token, device: userinfo.device ?? options.device! }
}
/** Runs the queued jobs. */
async function runJobs() {
  const jobs = await queryAll(
    server.owner,
    sql<{
      payload: JobPayloads['send-login-code']
    }>`delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier = 'send-login-code' returning j.payload`,
  )
  for (const { payload } of jobs) await sendLoginCode(server.app.ctx, payload)
}
const isOut = (token: string) =>
  expect.poll(async () => (await server.call(me, {}, { token })).reason, { interval: 20 }).toBe('session/expired')
const isIn = async (token: string) => expect((await server.call(me, {}, { token })).code).toBe(1)
/** An API key and how a mail names it. */
async function aKey(token = shop.token) {
  const wish = { name: 'Accounting', scopes: ['orders:read' as const], days: 30 as const, loginPassword }
  const { key, apiKey } = await server.must(createApiKey, wish, { token })
  return { key, name: `Accounting (${apiKey.start}…)` }
}
const statusOf = async (apiKey: string) => (await server.call(listOrders, { status: 5 }, { apiKey })).status
/** Whether the newest mail to the merchant names a key. */
const mailNames = async (name: string) =>
  (await messages()).find(({ channel }) => channel === 'email')!.text.includes(name)

test('login accepts the e-mail in any case and the phone number in any usual notation', async () => {
  const spaced = `${shop.phone.slice(0, 3)} ${shop.phone.slice(3, 6)}-${shop.phone.slice(6, 10)} ${shop.phone.slice(10)}`
  for (const name of [shop.email, ` ${shop.email.toUpperCase()} `, shop.phone, spaced]) {
    const { token } = await aSession(name)
    expect((await server.must(me, {}, { token })).merchantId).toBe(shop.merchantId)
  }
  for (const name of [`x${shop.email}`, `${shop.phone.slice(0, -1)}9`, shop.phone.slice(1)])
    expect((await logIn(name)).reason).toBe('login/wrong')
})

test('the name of the registration is shown before its verification', async () => {
  const { token, merchantId } = await aMerchant(server, { verified: false })
  await sql`update merchant set real_name = null where id = ${merchantId}`.execute(server.owner)
  const shown = async () => (await server.must(personalInfo, {}, { token })).realName
  expect(await shown()).toBeNull()
  await server.must(saveRegistration, { realName: 'Grace Harbour' }, { token })
  expect(await shown()).toBe('Grace Harbour')
})

describe('contacts', () => {
  test('a code verifies the contact of the registration; then only this contact receives reset codes', async () => {
    expect(await contact('email')).toEqual({
      channel: 'email',
      address: shop.email,
      verifiedAt: null,
      trustedFrom: null,
      reachable: true,
    })
    await server.must(sendContactCode, { channel: 'email' }, as())
    const code = await latestCode()
    expect((await prove(wrongOf(code))).reason).toBe('code/wrong')
    // A code is bound to its purpose.
    expect((await prove(code, 'phone')).reason).toBe('code/wrong')
    expect((await prove(code)).data).toEqual({ changed: false })
    expect((await prove(code)).reason).toBe('code/wrong')
    expect((await contact('email')).verifiedAt).toBe(server.clock.now().toISOString())
    expect((await contact('phone')).verifiedAt).toBeNull()
    const { channels, payoutsNotBefore } = await server.must(paymentPasswordState, {}, as())
    expect(channels.map(({ channel }) => channel)).toEqual(['email'])
    expect(payoutsNotBefore).toBeNull()
  })

  test('a new contact replaces the former one with its code; the former one gets a notice', async () => {
    const mine = anAddress()
    expect(await askNew(mine, 'not the password')).toMatchObject({ reason: 'login/password-wrong' })
    expect((await askNew(` ${mine.toUpperCase()} `)).code).toBe(1)
    const written = await messages()
    expect(written).toHaveLength(1)
    expect(written[0]!.address).toBe(mine)
    expect((await logIn(mine)).reason).toBe('login/wrong')
    expect((await logIn(shop.email)).code).toBe(1)

    expect((await prove(codeIn(written[0]!.text))).data).toEqual({ changed: true })
    expect((await logIn(mine)).code).toBe(1)
    expect((await logIn(shop.email)).reason).toBe('login/wrong')
    const until = new Date(server.clock.now().getTime() + days(1)).toISOString()
    expect(await contact('email')).toMatchObject({
      address: mine,
      verifiedAt: server.clock.now().toISOString(),
      trustedFrom: until,
    })
    // An attacker would own the new contact, so the notice goes to the former one and to the phone.
    const told = (await messages()).filter(({ text }) => !/\b\d{6}\b/.test(text))
    expect(told.map(({ address }) => address).sort()).toEqual([shop.phone, shop.email].sort())
    expect(told.find(({ address }) => address === shop.email)!.text).toContain(
      `${mine.slice(0, 2)}•••@elsewhere.example`,
    )
    const state = await server.must(paymentPasswordState, {}, as())
    expect(state.payoutsNotBefore).toBe(until)
    expect(state.channels.map(({ channel }) => channel)).toEqual(['phone'])
    server.clock.pass(days(1))
    expect((await server.must(paymentPasswordState, {}, as())).channels.map(({ channel }) => channel)).toEqual([
      'email',
    ])
  })

  test('a phone number is normalized as in the registration; an invalid and the current number are refused', async () => {
    expect(await askNew('12', loginPassword, 'phone')).toMatchObject({ fields: { address: expect.any(String) } })
    expect(await askNew('no address')).toMatchObject({ fields: { address: expect.any(String) } })
    expect(await askNew(shop.email)).toMatchObject({ reason: 'contact/same', fields: { address: expect.any(String) } })
    expect((await askNew('+44 7911 123456', loginPassword, 'phone')).data).toMatchObject({ sentTo: '+44•••56' })
    expect((await prove(await latestCode(), 'phone')).data).toEqual({ changed: true })
    expect((await contact('phone')).address).toBe('+447911123456')
    // A mainland mobile number needs no country code.
    const mobile = '15012345678'
    expect((await askNew(mobile, loginPassword, 'phone')).data).toMatchObject({ sentTo: '+86•••78' })
  })

  test('a contact of another merchant is not revealed: same response, no code, a notice to its owner', async () => {
    const other = await aMerchant(server)
    const free = await askNew(anAddress())
    const taken = await askNew(other.email)
    expect({ ...taken, data: null }).toEqual({ ...free, data: null })
    expect(Object.keys(taken.data)).toEqual(Object.keys(free.data))
    expect((await messages()).map(({ address }) => address)).not.toContain(other.email)
    const told = await messages(other)
    expect(told).toHaveLength(1)
    expect(told[0]!.text).not.toMatch(/\d{6}/)
    const guesses = await times(20, (i) => prove(String(i).padStart(6, '0')))
    expect(guesses.filter(({ reason }) => reason === 'code/wrong').length).toBeLessThan(maxCodeTries)
    expect(guesses.every(({ code }) => code === 0)).toBe(true)
    expect((await contact('email')).address).toBe(shop.email)
  })

  test('a contact that another merchant registered after the code was sent is refused', async () => {
    const wanted = anAddress()
    await askNew(wanted)
    const code = await latestCode()
    const other = await aMerchant(server)
    await sql`update merchant set email = ${wanted} where id = ${other.merchantId}`.execute(server.owner)
    expect((await prove(code)).reason).toBe('registration/email-taken')
    expect((await contact('email')).address).toBe(shop.email)
  })

  test('of parallel uses of a code one succeeds; five codes an hour are allowed over all purposes', async () => {
    await askNew(anAddress())
    const code = await latestCode()
    const outcomes = await times(12, () => prove(code))
    expect(outcomes.filter((reply) => reply.code === 1)).toHaveLength(1)
    const asked = await times(12, (i) => server.call(sendContactCode, { channel: i % 2 ? 'email' : 'phone' }, as()))
    expect(asked.filter((reply) => reply.code === 1)).toHaveLength(4)
    expect(new Set(asked.flatMap(({ reason }) => reason ?? []))).toEqual(new Set(['code/too-many']))
  })

  test('a change of contact invalidates open codes', async () => {
    shop = await withPhone(await aStockedShop(server))
    await server.must(sendPaymentPasswordCode, { channel: 'email' }, as())
    const open = await latestCode()
    await askNew(anAddress())
    await prove(await latestCode())
    const reset = { loginPassword, mailCode: open, code: '602914', again: '602914' }
    expect((await server.call(resetPaymentPassword, reset, as())).reason).toBe('code/wrong')
  })
})

describe('login password', () => {
  const change = (
    old = loginPassword,
    given: { password?: string; again?: string; stay?: boolean; endKeys?: boolean; token?: string } = {},
  ) => {
    const { token = shop.token, password = another, ...rest } = given
    return server.call(changeLoginPassword, { old, password, again: password, stay: true, ...rest }, { token })
  }

  test('a change replaces the password and ends all other sessions', async () => {
    const [here, there] = [await aSession(), await aSession(shop.phone)]
    expect((await change(loginPassword, { token: here.token })).code).toBe(1)
    await isIn(here.token)
    await isOut(there.token)
    await isOut(shop.token)
    expect((await logIn(shop.email)).reason).toBe('login/wrong')
    expect((await logIn(shop.email, another)).code).toBe(1)
    const told = await messages()
    expect(told.map(({ channel }) => channel).sort()).toEqual(['email', 'phone'])
    expect(told.find(({ channel }) => channel === 'email')!.subject).toBe('Quayside: your login password was changed')
  })

  test('the API keys end if the merchant says so; otherwise the mail names them', async () => {
    const kept = await aKey()
    expect((await change()).code).toBe(1)
    expect(await statusOf(kept.key)).toBe(200)
    expect(await mailNames(kept.name)).toBe(true)
    expect((await change(another, { password: `${another} 2`, endKeys: true })).code).toBe(1)
    expect(await statusOf(kept.key)).toBe(401)
    expect(await mailNames(kept.name)).toBe(false)
  })

  test('without “stay” this session ends, too', async () => {
    const here = await aSession()
    expect((await change(loginPassword, { stay: false, token: here.token })).code).toBe(1)
    await isOut(here.token)
  })

  test('unequal, common and short passwords and a wrong current password are refused', async () => {
    expect(await change(loginPassword, { again: 'another one' })).toMatchObject({
      reason: 'password/mismatch',
      fields: { again: 'Two passwords are inconsistent' },
    })
    for (const password of ['password123', 'short'])
      expect((await change(loginPassword, { password })).fields).toHaveProperty('password')
    expect((await change('wrong')).reason).toBe('login/password-wrong')
    expect(await messages()).toEqual([])
    await isIn(shop.token)
  })

  test('of 40 parallel wrong passwords ten are compared; then the correct one is throttled, too', async () => {
    const replies = await times(40, () => change('wrong'))
    expect(replies.filter(({ reason }) => reason === 'login/password-wrong')).toHaveLength(10)
    expect((await change()).reason).toBe('login/throttled')
    server.clock.pass(minutes(15))
    expect((await change()).code).toBe(1)
  })

  test('of two parallel changes one succeeds', async () => {
    const replies = await times(2, (i) => change(loginPassword, { password: `${another} ${i}` }))
    const done = replies.findIndex(({ code }) => code === 1)
    // The other one comes while the first is at work, or after it with a password that is no longer right.
    expect(replies.map(({ reason }) => reason).sort()).toEqual([
      expect.stringMatching(/^(request\/busy|login\/password-wrong)$/),
      undefined,
    ])
    expect((await logIn(shop.email, `${another} ${done}`)).code).toBe(1)
  })

  test('a login with the old password during the change leaves no session', async () => {
    const waiting = async (n: number) => {
      const row = await queryOne(
        server.owner,
        sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`,
      )
      return row!.n >= n
    }
    let late: ReturnType<typeof logIn> | undefined
    let changed: ReturnType<typeof change> | undefined
    await withTransaction(server.owner, async (tx) => {
      // The lock stops the login between the password check and the new session.
      await sql`lock table device in exclusive mode`.execute(tx)
      late = logIn(shop.email)
      await expect.poll(() => waiting(1), { interval: 10, timeout: 5000 }).toBe(true)
      let done = false
      changed = change().finally(() => (done = true))
      await expect.poll(async () => done || (await waiting(2)), { interval: 10, timeout: 5000 }).toBe(true)
    })
    expect((await changed!).code).toBe(1)
    const reply = await late!
    if (reply.code === 1) await isOut(reply.data.userinfo.token)
    else expect(reply.reason).toBe('login/wrong')
    await isIn(shop.token)
  })
})

describe('forgotten login password', () => {
  const forgot = async (name: string, options: { device?: string; ip?: string } = {}) => {
    const answer = await server.must(forgotLoginPassword, { name }, options)
    await runJobs()
    return answer.request
  }
  const reset = (
    name: string,
    request: string,
    code: string,
    password = another,
    again = password,
    { endKeys = false } = {},
  ) => server.call(resetLoginPassword, { name, request, code, password, again, endKeys })
  const codes = () =>
    queryAll(server.owner, sql`select 1 from one_time_code where merchant_id = ${shop.merchantId}`).then(
      ({ length }) => length,
    )

  test('a reset ends the API keys if the merchant says so; otherwise the mail names them', async () => {
    const [kept, bystander] = [await aKey(), await aKey((await aMerchant(server)).token)]
    const byCode = async (endKeys: boolean) => {
      const request = await forgot(shop.email)
      expect((await reset(shop.email, request, await latestCode(), another, another, { endKeys })).code).toBe(1)
    }
    await byCode(false)
    expect(await statusOf(kept.key)).toBe(200)
    expect(await mailNames(kept.name)).toBe(true)
    server.clock.pass(days(1))
    await byCode(true)
    expect(await statusOf(kept.key)).toBe(401)
    expect(await mailNames(kept.name)).toBe(false)
    expect(await statusOf(bystander.key)).toBe(200)
  })

  test('a reset by code logs in, ends all sessions, pauses withdrawals and keeps the payment password', async () => {
    shop = await withPhone(await aStockedShop(server))
    const before = await aSession()
    const request = await forgot(shop.phone)
    const sent = (await messages())[0]!
    expect(sent).toMatchObject({ channel: 'phone', address: shop.phone })
    const reply = await reset(shop.email, request, codeIn(sent.text))
    const until = new Date(server.clock.now().getTime() + days(1)).toISOString()
    expect(reply.data.payoutsNotBefore).toBe(until)
    await isIn(reply.data.userinfo.token)
    await isOut(before.token)
    await isOut(shop.token)
    expect((await logIn(shop.email)).reason).toBe('login/wrong')
    shop.token = reply.data.userinfo.token
    // The correct code also verifies the phone.
    expect((await contact('phone')).verifiedAt).not.toBeNull()
    const told = (await messages()).filter(({ text }) => text.includes('Forgot Password'))
    expect(told.map(({ channel }) => channel).sort()).toEqual(['email', 'phone'])

    await expect(
      verifyPaymentPassword(server.app.ctx, shop.merchantId, paymentPassword, server.clock.now()),
    ).resolves.toBeTruthy()
    // Access to one mailbox must not reset both passwords on one day.
    const state = await server.must(paymentPasswordState, {}, as())
    expect(state).toMatchObject({ set: true, payoutsNotBefore: until, resetFrom: until })
    expect(await server.call(sendPaymentPasswordCode, { channel: 'phone' }, as())).toMatchObject({
      reason: 'payment-password/resting',
      values: { until },
    })
    const both = { loginPassword: another, mailCode: '123450', code: '602914', again: '602914' }
    expect((await server.call(resetPaymentPassword, both, as())).reason).toBe('payment-password/resting')
    server.clock.pass(days(1))
    expect((await server.call(sendPaymentPasswordCode, { channel: 'phone' }, as())).code).toBe(1)
  })

  test('an unknown name gets the same response as a merchant’s name at every step', async () => {
    const stranger = anAddress()
    const [real, none] = [
      await server.call(forgotLoginPassword, { name: shop.email }),
      await server.call(forgotLoginPassword, { name: stranger }),
    ]
    expect({ ...none, data: { ...none.data, request: '' } }).toEqual({ ...real, data: { ...real.data, request: '' } })
    expect(none.data.request).toHaveLength(real.data.request.length)
    await runJobs()
    expect(await codes()).toBe(1)
    const code = await latestCode()
    const wrong = (name: string, request: string) => reset(name, request, wrongOf(code))
    const answers = [
      await wrong(stranger, none.data.request),
      ...(await times(9, () => wrong(shop.email, real.data.request))),
    ]
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]!.reason).toBe('code/void')
    // The code is invalid after five tries; the response does not reveal that.
    expect((await reset(shop.email, real.data.request, code)).reason).toBe('code/void')
    await isIn(shop.token)
  })

  test('a code works once, for ten minutes, and only for its own request', async () => {
    const request = await forgot(shop.email)
    const code = await latestCode()
    const theirs = await forgot(shop.email, { ip: '10.9.9.9' })
    expect((await reset(shop.email, theirs, code)).reason).toBe('code/void')
    expect(await reset(shop.email, request, code, another, 'unequal')).toMatchObject({ reason: 'password/mismatch' })
    // The request of a stranger did not invalidate the code.
    const outcomes = await times(6, () => reset(shop.email, request, code))
    expect(outcomes.filter((reply) => reply.code === 1)).toHaveLength(1)
    const late = await forgot(shop.email)
    const latest = await latestCode()
    server.clock.pass(minutes(10))
    expect((await reset(shop.email, late, latest)).reason).toBe('code/void')
  })

  test('unknown devices get three codes an hour per address and forty a day; a known device has its own limit', async () => {
    const { device } = await aSession()
    for (let i = 0; i < 7; i += 1) await forgot(shop.email, { ip: '10.1.0.1' })
    expect(await messages()).toHaveLength(3)
    await forgot(shop.email, { device, ip: '10.1.0.1' })
    expect(await messages()).toHaveLength(4)
    const other = await aMerchant(server)
    const foreign = await aSession(other.email)
    await forgot(shop.email, { device: foreign.device, ip: '10.1.0.1' })
    expect(await messages()).toHaveLength(4)
    for (let i = 0; i < 50; i += 1) await forgot(shop.email, { ip: `10.2.0.${i}` })
    expect(await messages()).toHaveLength(41)
  })

  test('the code goes to a verified contact, whichever contact was entered', async () => {
    await server.must(sendContactCode, { channel: 'email' }, as())
    await prove(await latestCode())
    await forgot(shop.phone)
    expect((await messages())[0]).toMatchObject({ channel: 'email', address: shop.email })
  })

  test('a reset is refused when all channels are off, and above the limit per address', async () => {
    const replies = await times(70, () => server.call(forgotLoginPassword, { name: anAddress() }, { ip: '10.3.3.3' }))
    expect(replies.filter(({ reason }) => reason === 'login/throttled')).toHaveLength(10)
    const { settings } = server.app.ctx
    settings.mode = 'production'
    try {
      expect((await server.call(forgotLoginPassword, { name: shop.email })).reason).toBe('code/channel-off')
    } finally {
      settings.mode = 'test'
    }
  })
})

describe('sessions', () => {
  const list = async (token: string) => (await server.must(listSessions, {}, { token })).list
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

  test('sessions are listed with address, browser and time; ending one from the list makes its device unknown', async () => {
    const here = await aSession(shop.email, { agent: safari, ip: '203.0.113.7' })
    server.clock.pass(minutes(6))
    const there = await aSession(shop.phone, { ip: '198.51.100.9' })
    const seen = await list(here.token)
    expect(seen).toHaveLength(3)
    expect(seen.find((session) => session.here)).toMatchObject({
      browser: 'Safari',
      system: 'iPhone',
      address: '203.0.113.7',
      usedAt: server.clock.now().toISOString(),
    })
    const theirs = seen.find((session) => session.address === '198.51.100.9')!
    const other = await aMerchant(server)
    const end = (id: string, token: string) => server.call(endSession, { id }, { token })
    expect(await end(theirs.id, other.token)).toEqual(await end(newId(), other.token))
    expect((await end(theirs.id, here.token)).code).toBe(1)
    await isOut(there.token)
    await isIn(here.token)
    expect((await end(theirs.id, here.token)).reason).toBe('session/not-found')
    expect((await aSession(shop.email, { device: there.device })).device).not.toBe(there.device)
  })

  test('a device has one session after another login, also after a logout', async () => {
    const first = await aSession()
    await isIn(first.token)
    const second = await aSession(shop.email, { device: first.device })
    expect(second.device).toBe(first.device)
    await isOut(first.token)
    await server.must(logout, {}, { token: second.token })
    await isOut(second.token)
    expect((await aSession(shop.email, { device: first.device })).device).toBe(first.device)
    expect(await list(shop.token)).toHaveLength(2)
  })

  test('logout everywhere works with and without the current session', async () => {
    const [here, there] = [await aSession(), await aSession()]
    await server.must(endSessions, { stay: true }, { token: here.token })
    await isOut(there.token)
    await isOut(shop.token)
    expect((await list(here.token)).map((session) => session.here)).toEqual([true])
    expect((await aSession(shop.email, { device: here.device })).device).toBe(here.device)
    const again = await aSession(shop.email, { device: here.device })
    await server.must(endSessions, { stay: false }, { token: again.token })
    await isOut(again.token)
    expect((await aSession(shop.email, { device: here.device })).device).not.toBe(here.device)
  })

  test('ended sessions are deleted, used ones are kept', async () => {
    const used = await aSession()
    const idle = await aSession()
    server.clock.pass(sessionIdleTimeout - days(1))
    await isIn(used.token)
    server.clock.pass(days(1))
    await sweepSessions(server.db, server.clock.now())
    const left = async (table: 'session' | 'device') => {
      const row = await queryOne(
        server.owner,
        table === 'session'
          ? sql<{ n: number }>`select count(*)::int as n from session where subject_id = ${shop.merchantId}`
          : sql<{ n: number }>`select count(*)::int as n from device where merchant_id = ${shop.merchantId}`,
      )
      return row!.n
    }
    expect([await left('session'), await left('device')]).toEqual([1, 2])
    expect((await server.call(me, {}, { token: idle.token })).reason).toBe('session/expired')
    server.clock.pass(deviceLifetime)
    await sweepSessions(server.db, server.clock.now())
    expect([await left('session'), await left('device')]).toEqual([0, 0])
  })
})

describe('login attempts', () => {
  const ip = (i: number) => `10.5.${Math.floor(i / 250)}.${i % 250}`

  test('unknown devices share five attempts over all addresses and then wait; a known device logs in', async () => {
    const { device } = await aSession()
    const replies = await times(100, (i) => logIn(shop.email, `guess ${i}`, { ip: ip(i) }))
    expect(replies.filter(({ reason }) => reason === 'login/wrong')).toHaveLength(5)
    expect(replies.filter(({ reason }) => reason === 'login/slow-down')).toHaveLength(95)
    expect((await logIn(shop.email)).reason).toBe('login/slow-down')
    // A device of another merchant and an invented device count as unknown.
    const other = await aMerchant(server)
    const foreign = await aSession(other.email)
    expect((await logIn(shop.email, loginPassword, { device: foreign.device })).reason).toBe('login/slow-down')
    expect((await logIn(shop.email, loginPassword, { device: 'made up' })).reason).toBe('login/slow-down')
    expect((await logIn(shop.email, loginPassword, { device })).code).toBe(1)
    // A correct login does not reset the limit of unknown devices.
    expect((await logIn(shop.email, 'guess', { ip: '10.6.0.1' })).reason).toBe('login/slow-down')
  })

  test('a flood from the merchant’s own network does not block a known device', async () => {
    const { device } = await aSession()
    await times(70, (i) => logIn(`${i}-${anAddress()}`, 'guess', { ip: '10.7.0.1' }))
    expect((await logIn(shop.email, loginPassword, { ip: '10.7.0.1' })).reason).toBe('login/slow-down')
    expect((await logIn(shop.email, loginPassword, { ip: '10.7.0.1', device })).code).toBe(1)
  })

  test('a known device has ten attempts of its own', async () => {
    const { device } = await aSession()
    const replies = await times(40, (i) => logIn(shop.email, `guess ${i}`, { device }))
    expect(replies.filter(({ reason }) => reason === 'login/wrong')).toHaveLength(10)
    expect((await logIn(shop.email, loginPassword, { device })).reason).toBe('login/throttled')
    server.clock.pass(minutes(15))
    expect((await logIn(shop.email, loginPassword, { device })).code).toBe(1)
  })

  test('the number of known devices is limited', async () => {
    for (let i = 0; i < maxDevices + 2; i += 1) {
      server.clock.pass(1000)
      await aSession()
    }
    const row = await queryOne(
      server.owner,
      sql<{ n: number }>`select count(*)::int as n from device where merchant_id = ${shop.merchantId}`,
    )
    expect(row!.n).toBe(maxDevices)
  })

  test('a reset works after strangers used up the attempts, and makes the device known', async () => {
    await times(12, (i) => logIn(shop.email, `guess ${i}`, { ip: ip(i) }))
    expect((await logIn(shop.email)).reason).toBe('login/slow-down')
    const { request } = await server.must(forgotLoginPassword, { name: shop.email })
    await runJobs()
    const { userinfo } = await server.must(resetLoginPassword, {
      name: shop.email,
      request,
      code: await latestCode(),
      password: another,
      again: another,
    })
    expect((await logIn(shop.email, another, { device: userinfo.device! })).code).toBe(1)
  })
})
