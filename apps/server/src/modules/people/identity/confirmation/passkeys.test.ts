/** Passkeys of operators through the API, with a software authenticator. */
import {
  beginPasskey,
  beginPasskeyLogin,
  beginSecondFactor,
  confirmPasskey,
  confirmSecondFactor,
  listPasskeys,
  makeRecoveryCodes,
  operatorLogin,
  operatorMe,
  passkeyChallenge,
  passkeyLogin,
  removePasskey,
  removeSecondFactor,
  verifyPasskey,
} from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAddress, anOperatorWithPassword, loginPassword } from '../../../../../test/builders.ts'
import { Authenticator } from '../../../../../test/authenticator.ts'
import { startTestServer, type TestServer } from '../../../../../test/server.ts'
import { minutes } from '../../../../platform/jobs/clock.ts'
import { queryOne, sql } from '../../../../platform/database/postgres.ts'
import { codeShown } from '../operators/second-factor.ts'

const password = loginPassword
let server: TestServer
let origin: string
beforeAll(async () => {
  server = await startTestServer()
  origin = new URL(server.app.ctx.settings.consoleUrl).origin
})
afterAll(() => server.close())

/** An operator who has a password and no second factor yet, after the password step. */
async function aNewOperator(): Promise<{ id: string; email: string; token: string }> {
  const { id, email } = await anOperatorWithPassword(server, 'finance')
  const opened = await server.must(operatorLogin, { email, password }, { ip: anAddress() })
  expect(opened.next).toBe('enrol-second-factor')
  return { id, email, token: opened.token }
}

/** Registers a passkey as the first factor. */
async function register(token: string, passkey: Authenticator) {
  const { options } = await server.must(beginPasskey, {}, { token })
  return server.must(confirmPasskey, { name: 'Laptop', response: passkey.create(options) }, { token })
}

async function aPasskeyOperator(options?: { counts: boolean }) {
  const operator = await aNewOperator()
  const passkey = new Authenticator(origin, options)
  const { id: passkeyId, session, recoveryCodes } = await register(operator.token, passkey)
  return { ...operator, passkey, passkeyId, token: session!.token, recoveryCodes }
}

test('a passkey as the first factor completes the log-in, and gives the recovery codes once', async () => {
  const operator = await aPasskeyOperator()
  expect(operator.recoveryCodes).toHaveLength(10)
  expect((await server.must(operatorMe, {}, { token: operator.token })).operatorId).toBe(operator.id)
  const { list, authenticator } = await server.must(listPasskeys, {}, { token: operator.token })
  expect(list).toMatchObject([{ id: operator.passkeyId, name: 'Laptop', usedAt: null, backedUp: false }])
  expect(authenticator).toBe(false)
})

test('password and passkey log in; the password alone does not, and neither does a code that no authenticator shows', async () => {
  const { email, passkey } = await aPasskeyOperator()
  const pending = await server.must(operatorLogin, { email, password }, { ip: anAddress() })
  expect(pending).toMatchObject({ next: 'second-factor', factors: ['passkey'] })
  expect((await server.call(operatorMe, {}, { token: pending.token })).reason).toBe('login/unfinished')
  const withCode = await server.call(operatorLogin, { email, password, code: '123456' }, { ip: anAddress() })
  expect(withCode.reason).toBe('login/code-wrong')
  const { options } = await server.must(passkeyChallenge, {}, { token: pending.token })
  const session = await server.must(verifyPasskey, { assertion: passkey.get(options) }, { token: pending.token })
  expect(session.next).toBeNull()
  await server.must(operatorMe, {}, { token: session.token })
})

test('a passkey alone logs in', async () => {
  const { id, passkey } = await aPasskeyOperator({ counts: false })
  const { options } = await server.must(beginPasskeyLogin, {}, { ip: anAddress() })
  expect(options).not.toHaveProperty('allowCredentials')
  const session = await server.must(passkeyLogin, { assertion: passkey.get(options) }, { ip: anAddress() })
  expect(session).toMatchObject({ operatorId: id, next: null })
  await server.must(operatorMe, {}, { token: session.token })
})

test('a challenge is valid once, for five minutes, for its purpose and for its operator', async () => {
  const { passkey, token } = await aPasskeyOperator()
  const login = async (assertion: { id: string }) =>
    (await server.call(passkeyLogin, { assertion }, { ip: anAddress() })).reason
  const begin = async () => (await server.must(beginPasskeyLogin, {}, { ip: anAddress() })).options

  const once = await begin()
  const answer = passkey.get(once)
  expect(await login(answer)).toBeUndefined()
  expect(await login(answer)).toBe('credential/expired')
  expect(await login(passkey.get(once))).toBe('credential/expired')

  const late = await begin()
  server.clock.pass(minutes(5))
  expect(await login(passkey.get(late))).toBe('credential/expired')

  // A challenge for this operator's second step does not log in alone.
  const { options: own } = await server.must(passkeyChallenge, {}, { token })
  expect(await login(passkey.get(own))).toBe('credential/expired')
})

test('parallel uses of one challenge: one logs in', async () => {
  const { passkey } = await aPasskeyOperator()
  const { options } = await server.must(beginPasskeyLogin, {}, { ip: anAddress() })
  const answer = passkey.get(options)
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => server.call(passkeyLogin, { assertion: answer }, { ip: anAddress() })),
  )
  expect(replies.filter(({ code }) => code === 1)).toHaveLength(1)
})

test('an answer for another site, without the user verified, with a copied counter, or by a foreign key is refused', async () => {
  const { passkey, token } = await aPasskeyOperator()
  const login = async (assertion: { id: string }) =>
    (await server.call(passkeyLogin, { assertion }, { ip: anAddress() })).reason
  const begin = async () => (await server.must(beginPasskeyLogin, {}, { ip: anAddress() })).options

  expect(await login(passkey.get({ ...(await begin()), rpId: 'evil.example' }))).toBe('credential/wrong')
  passkey.verifiesUser = false
  expect(await login(passkey.get(await begin()))).toBe('credential/wrong')
  passkey.verifiesUser = true
  expect(await login(passkey.get(await begin()))).toBeUndefined()
  passkey.counter -= 1
  expect(await login(passkey.get(await begin()))).toBe('credential/wrong')
  passkey.counter += 5

  const foreign = new Authenticator(origin)
  expect(await login(foreign.get(await begin()))).toBe('credential/wrong')
  const phished = new Authenticator('http://quayside.evil.example')
  const { options } = await server.must(
    beginPasskey,
    { assertion: passkey.get((await server.must(passkeyChallenge, {}, { token })).options) },
    { token },
  )
  expect(
    (await server.call(confirmPasskey, { name: 'Phished', response: phished.create(options) }, { token })).reason,
  ).toBe('credential/wrong')
})

test('an operator with a factor proves it to add or remove a passkey, and the last factor stays', async () => {
  const { passkey, passkeyId, token } = await aPasskeyOperator()
  const proof = async () => ({
    assertion: passkey.get((await server.must(passkeyChallenge, {}, { token })).options),
  })
  expect((await server.call(beginPasskey, {}, { token })).reason).toBe('login/code-wrong')
  expect((await server.call(removePasskey, { id: passkeyId }, { token })).reason).toBe('login/code-wrong')
  expect((await server.call(removePasskey, { id: passkeyId, ...(await proof()) }, { token })).reason).toBe(
    'credential/last',
  )

  const { options } = await server.must(beginPasskey, await proof(), { token })
  const second = new Authenticator(origin)
  const response = second.create(options)
  const added = await server.must(confirmPasskey, { name: 'Phone', response }, { token })
  expect(added).toMatchObject({ session: null, recoveryCodes: null })
  expect((await server.call(removePasskey, { id: 'AAAA', ...(await proof()) }, { token })).reason).toBe(
    'credential/unknown',
  )
  await server.must(removePasskey, { id: passkeyId, ...(await proof()) }, { token })
  const { list } = await server.must(listPasskeys, {}, { token })
  expect(list.map(({ name }) => name)).toEqual(['Phone'])

  const { options: alone } = await server.must(beginPasskeyLogin, {}, { ip: anAddress() })
  const removed = await server.call(passkeyLogin, { assertion: passkey.get(alone) }, { ip: anAddress() })
  expect(removed.reason).toBe('credential/wrong')
})

/** An operator with a passkey and an authenticator. */
async function anOperatorWithBoth() {
  const operator = await aPasskeyOperator()
  const { passkey } = operator
  let { token } = operator
  const proof = async () => ({
    assertion: passkey.get((await server.must(passkeyChallenge, {}, { token })).options),
  })
  const { secret } = await server.must(beginSecondFactor, await proof(), { token })
  token = (await server.must(confirmSecondFactor, { code: codeShown(secret, server.clock.now()) }, { token })).token
  return { ...operator, token, proof, codeNow: () => codeShown(secret, server.clock.now()) }
}

test('the authenticator is removed with a passkey alone; the passkey stays the last factor', async () => {
  const { token, email, passkeyId, proof, codeNow } = await anOperatorWithBoth()
  const stranger = new Authenticator(origin)
  const { options } = await server.must(passkeyChallenge, {}, { token })
  expect((await server.call(removeSecondFactor, { assertion: stranger.get(options) }, { token })).reason).toBe(
    'credential/wrong',
  )
  server.clock.pass(minutes(1))
  const code = codeNow()
  const other = await server.must(operatorLogin, { email, password, code }, { ip: anAddress() })
  await server.must(removeSecondFactor, await proof(), { token })
  expect((await server.call(operatorMe, {}, { token: other.token })).reason).toBe('session/expired')
  expect(await server.must(listPasskeys, {}, { token })).toMatchObject({ authenticator: false, recoveryCodesLeft: 10 })
  server.clock.pass(minutes(1))
  const late = await server.call(operatorLogin, { email, password, code: codeNow() }, { ip: anAddress() })
  expect(late.reason).toBe('login/code-wrong')
  expect((await server.call(removeSecondFactor, await proof(), { token })).reason).toBe('credential/unknown')
  expect((await server.call(removePasskey, { id: passkeyId, ...(await proof()) }, { token })).reason).toBe(
    'credential/last',
  )
})

test('an authenticator without a passkey beside it stays, and parallel removals leave a factor', async () => {
  const alone = await anOperatorWithBoth()
  await server.must(removePasskey, { id: alone.passkeyId, ...(await alone.proof()) }, { token: alone.token })
  const stray = { assertion: { id: alone.passkeyId } }
  expect((await server.call(removeSecondFactor, stray, { token: alone.token })).reason).toBe('credential/last')

  const both = await anOperatorWithBoth()
  const [one, two] = [await both.proof(), await both.proof()]
  await Promise.all([
    server.call(removeSecondFactor, one, { token: both.token }),
    server.call(removePasskey, { id: both.passkeyId, ...two }, { token: both.token }),
  ])
  const { list, authenticator } = await server.must(listPasskeys, {}, { token: both.token })
  expect(list.length + (authenticator ? 1 : 0)).toBe(1)
})

test('new recovery codes need a present factor and end the earlier ones', async () => {
  const { token, email, recoveryCodes, passkey } = await aPasskeyOperator()
  expect((await server.call(makeRecoveryCodes, {}, { token })).reason).toBe('login/code-wrong')
  const { options } = await server.must(passkeyChallenge, {}, { token })
  const made = await server.must(makeRecoveryCodes, { assertion: passkey.get(options) }, { token })
  expect(made.recoveryCodes).toHaveLength(10)
  const login = (code: string) => server.call(operatorLogin, { email, password, code }, { ip: anAddress() })
  expect((await login(recoveryCodes![0]!)).reason).toBe('login/code-wrong')
  expect((await login(made.recoveryCodes[0]!)).data.next).toBeNull()
})

test('two parallel removals leave a factor', async () => {
  const { passkey, passkeyId, token } = await aPasskeyOperator()
  const challenge = async () => (await server.must(passkeyChallenge, {}, { token })).options
  const { options } = await server.must(beginPasskey, { assertion: passkey.get(await challenge()) }, { token })
  const second = new Authenticator(origin)
  const { id } = await server.must(confirmPasskey, { name: 'Phone', response: second.create(options) }, { token })
  const proofs = [{ assertion: passkey.get(await challenge()) }, { assertion: second.get(await challenge()) }]
  await Promise.all([passkeyId, id].map((gone, i) => server.call(removePasskey, { id: gone, ...proofs[i] }, { token })))
  expect((await server.must(listPasskeys, {}, { token })).list).toHaveLength(1)
})

test('a recovery code logs in an operator who has passkeys only, once', async () => {
  const { email, recoveryCodes } = await aPasskeyOperator()
  const code = recoveryCodes![0]!
  const login = () => server.call(operatorLogin, { email, password, code }, { ip: anAddress() })
  expect((await login()).data.next).toBeNull()
  expect((await login()).reason).toBe('login/code-wrong')
})

test('a passkey of a deactivated operator does not log in', async () => {
  const { id, passkey } = await aPasskeyOperator()
  await sql`update operator set deactivated_at = now() where id = ${id}`.execute(server.owner)
  const { options } = await server.must(beginPasskeyLogin, {}, { ip: anAddress() })
  expect((await server.call(passkeyLogin, { assertion: passkey.get(options) }, { ip: anAddress() })).reason).toBe(
    'credential/wrong',
  )
})

test('the server’s role cannot move a counter back, bring a removed passkey back, or delete one', async () => {
  const { passkey } = await aPasskeyOperator()
  const change = (set: ReturnType<typeof sql>) =>
    sql`update operator_passkey set ${set} where id = ${passkey.id}`.execute(server.db)
  await expect(change(sql`counter = 0`)).rejects.toThrow(/never goes back/)
  await expect(change(sql`public_key = '\\x00'`)).rejects.toThrow(/permission denied/)
  await expect(sql`delete from operator_passkey`.execute(server.db)).rejects.toThrow(/permission denied/)
  await change(sql`removed_at = now()`)
  await expect(change(sql`removed_at = null`)).rejects.toThrow(/removed passkey/)
  expect(await queryOne(server.db, sql`select from operator_passkey where id = ${passkey.id}`)).toBeDefined()
})
