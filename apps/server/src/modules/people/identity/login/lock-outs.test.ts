/** Strangers cannot lock anyone out of the login, and guessing stays slow. Through the API on PostgreSQL. */
import {
  beginSecondFactor,
  chooseOperatorPassword,
  confirmSecondFactor,
  forgotLoginPassword,
  verifySecondFactor,
  login,
  operatorLogin,
} from '@quayside/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aMerchant, anOperator, loginPassword, type TestMerchant } from '../../../../../test/builders.ts'
import { firstOperator, startTestServer, type TestServer } from '../../../../../test/server.ts'
import { minutes } from '../../../../platform/jobs/clock.ts'
import { queryAll, sql } from '../../../../platform/database/postgres.ts'
import { lockRateLimits } from '../../../../platform/http/rate-limit.ts'
import type { JobPayloads } from '../../../../platform/jobs/jobs.ts'
import { listOutboxMessages } from '../../outbox/store.ts'
import { freeUnknownDeviceAttempts, unknownDeviceInterval } from './log-in-limits.ts'
import { sendLoginCode } from './login-password.ts'
import { hashPassword } from '../password.ts'
import { codeShown } from '../operators/second-factor.ts'

const password = 'long enough for an operator'
let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server.close())

const hostile = '203.0.113.9'
const home = '198.51.100.7'

type Operator = { email: string; secret: string; device: string }
/** An operator with a known device from an earlier login. */
async function anEnrolled(email: string, present: string): Promise<Operator> {
  const { token } = await server.must(operatorLogin, { email, password: present })
  await server.must(chooseOperatorPassword, { old: present, password, again: password }, { token })
  const { secret } = await server.must(beginSecondFactor, {}, { token })
  const code = codeShown(secret, server.clock.now())
  const { device } = await server.must(confirmSecondFactor, { code }, { token })
  server.clock.pass(30_000)
  return { email, secret, device: device! }
}
const aColleague = async (): Promise<Operator> => {
  const { id } = await anOperator(server, 'finance')
  await sql`update operator set password_hash = ${await hashPassword('chosen by the test')}, password_chosen_at = null, totp_sealed = null
    where id = ${id}`.execute(server.owner)
  return anEnrolled(`${id}@platform.example`, 'chosen by the test')
}
const guessOperator = (email: string, ip = hostile) =>
  server.call(operatorLogin, { email, password: 'a guess' }, { ip })
const codeOf = ({ secret }: Operator) => codeShown(secret, server.clock.now())

describe.each([
  ['an operator', aColleague],
  ['the owner', () => anEnrolled(firstOperator.email, firstOperator.password)],
] as const)('%s', (_who, make) => {
  test('logs in from a known device, and with a code from any device, while strangers guess', async () => {
    const operator = await make()
    const { email } = operator
    for (let i = 0; i < 12; i += 1) await guessOperator(email)
    await Promise.all(Array.from({ length: 40 }, (_, i) => guessOperator(email, `10.0.0.${i}`)))
    const known = await server.call(operatorLogin, { email, password }, { ip: home, device: operator.device })
    expect(known.data).toMatchObject({ next: 'second-factor' })
    const whole = await server.call(
      verifySecondFactor,
      { code: codeOf(operator) },
      { ip: home, device: operator.device, token: known.data.token },
    )
    expect(whole.code).toBe(1)
    server.clock.pass(30_000)
    const fresh = await server.call(operatorLogin, { email, password, code: codeOf(operator) }, { ip: home })
    expect(fresh.data).toMatchObject({ next: null })
    // A code permits one password guess.
    server.clock.pass(30_000)
    const code = codeOf(operator)
    expect((await server.call(operatorLogin, { email, password: 'a guess', code }, { ip: hostile })).reason).toBe(
      'login/wrong',
    )
    expect((await server.call(operatorLogin, { email, password: 'a guess', code }, { ip: hostile })).reason).toBe(
      'login/slow-down',
    )
  })

  test('logs in with the password alone from a new device after the stated time', async () => {
    const { email } = await make()
    for (let i = 0; i < 12; i += 1) await guessOperator(email)
    const told = await server.call(operatorLogin, { email, password }, { ip: home })
    expect(told.reason).toBe('login/slow-down')
    const seconds = Number(told.values!['seconds'])
    expect(seconds).toBeLessThanOrEqual((2 * unknownDeviceInterval) / 1000)
    await waitBeside(seconds, () => guessOperator(email))
    expect((await server.call(operatorLogin, { email, password }, { ip: home })).code).toBe(1)
  })
})

/** Advances the clock while a stranger guesses every five seconds. */
async function waitBeside(seconds: number, guess: () => Promise<unknown>): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 5) {
    server.clock.pass(Math.min(5, seconds - passed) * 1000)
    // Also at the instant when the waiting login becomes possible, and before it.
    await guess()
  }
}

describe('a merchant', () => {
  let shop: TestMerchant
  beforeEach(async () => {
    shop = await aMerchant(server)
  })
  const logIn = (given: string, ip: string) => server.call(login, { name: shop.email, password: given }, { ip })

  test('logs in on a new phone after the stated time, although strangers try more often', async () => {
    for (let i = 0; i < 12; i += 1) await logIn('a guess', hostile)
    const told = await logIn(loginPassword, home)
    expect(told.reason).toBe('login/slow-down')
    const seconds = Number(told.values!['seconds'])
    expect(seconds).toBeLessThanOrEqual((2 * unknownDeviceInterval) / 1000)
    await waitBeside(seconds, () => logIn('a guess', hostile))
    expect((await logIn(loginPassword, home)).code).toBe(1)
  })

  test('is limited to ten guesses in 15 minutes, from any number of addresses', async () => {
    let compared = 0
    const until = server.clock.now().getTime() + minutes(15)
    for (let round = 0; server.clock.now().getTime() < until; round += 1) {
      const replies = await Promise.all(Array.from({ length: 8 }, (_, i) => logIn('a guess', `10.1.0.${i}`)))
      compared += replies.filter(({ reason }) => reason === 'login/wrong').length
      server.clock.pass(30_000)
    }
    expect(compared).toBeGreaterThan(freeUnknownDeviceAttempts)
    expect(compared).toBeLessThanOrEqual(10)
  })

  test('gets a reset code although strangers used up their limit', async () => {
    const ask = (ip: string) => server.must(forgotLoginPassword, { name: shop.email }, { ip })
    const sent = async () => {
      const jobs = await queryAll(
        server.owner,
        sql<{
          payload: JobPayloads['send-login-code']
        }>`delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
          where t.id = j.task_id and t.identifier = 'send-login-code' returning j.payload`,
      )
      for (const { payload } of jobs) await sendLoginCode(server.app.ctx, payload)
      return (await listOutboxMessages(server.db, shop.merchantId, 100)).length
    }
    for (let i = 0; i < 12; i += 1) await ask(hostile)
    const before = await sent()
    expect(before).toBeLessThan(5)
    await ask(home)
    expect(await sent()).toBe(before + 1)
  })

  test('logs in from an address with many guesses; operators at that address are not slowed down', async () => {
    for (let i = 0; i < 70; i += 1)
      await server.call(login, { name: `nobody${i}@merchant.example`, password: 'a guess' }, { ip: home })
    const told = await logIn(loginPassword, home)
    expect(told.reason).toBe('login/slow-down')
    const seconds = Number(told.values!['seconds'])
    expect(seconds).toBeLessThanOrEqual(15 * 12)
    expect((await server.call(operatorLogin, firstOperator, { ip: home })).code).toBe(1)
    await waitBeside(seconds, () =>
      server.call(login, { name: 'nobody@merchant.example', password: 'a guess' }, { ip: home }),
    )
    expect((await logIn(loginPassword, home)).code).toBe(1)
  })

  test('seventy correct logins from one address use up no limit', async () => {
    for (let i = 0; i < 70; i += 1) expect((await logIn(loginPassword, home)).code).toBe(1)
  })
})

test('parallel attempts pass up to the number of tokens; a refusal of one pool takes no token from another', async () => {
  const now = server.clock.now()
  const pool = (key: string, holder: string, free: number) => ({ key, holder, free, gap: 1000, span: minutes(15) })
  const waits = await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      lockRateLimits(server.db, [pool('a', String(i), 7), pool('b', 'x', 100)], now),
    ),
  )
  expect(waits.filter((wait) => wait === 0)).toHaveLength(7)
  expect(waits.filter((wait) => wait > 0).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 23 }, (_, i) => (i + 1) * 1000),
  )
  const rows = await queryAll(
    server.owner,
    sql<{ key: string; attempts: number }>`select key, attempts from throttle order by key`,
  )
  expect(rows).toEqual([
    { key: 'a', attempts: 7 },
    { key: 'b', attempts: 7 },
  ])
})
