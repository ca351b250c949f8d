/** Operators through the API on PostgreSQL: admission, login, permissions and deactivation. */
import {
  acceptOperatorInvitation,
  announce,
  approveDeposit,
  approveWithdrawal,
  beginSecondFactor,
  chooseOperatorPassword,
  confirmOperatorInvitation,
  confirmSecondFactor,
  createInvitation,
  deactivateOperator,
  endOperatorSession,
  verifySecondFactor,
  grantDesk,
  importBankLines,
  inviteOperator,
  listOperatorEvents,
  listOperatorInvitations,
  listOperators,
  listOperatorSessions,
  operatorLogin,
  operatorLogout,
  operatorMe,
  readmitOperator,
  revokeOperatorInvitation,
  withdrawDesk,
  type OperatorRole,
} from '@quayside/contract'
import { operatorIdleTimeout } from '@quayside/contract/constants'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aDestination,
  anOperator,
  aStockedShop,
  creditMerchant,
  statementOf,
  theOwner,
  withdraw,
  aSigner,
  mustSign,
  signs,
  type Signer,
} from '../../../../../test/builders.ts'
import { firstOperator, startTestServer, type TestServer } from '../../../../../test/server.ts'
import { days, hours, minutes } from '../../../../platform/jobs/clock.ts'
import { newCode, newId } from '../../../../platform/database/ids.ts'
import { queryAll as rows, queryOne, sql, withTransaction } from '../../../../platform/database/postgres.ts'
import { listOperatorOutboxMessages } from '../../outbox/store.ts'
import { contentOf } from '../../outbox/write-message.ts'
import { ensureFirstOperator } from './first-operator.ts'
import { codeShown } from './second-factor.ts'
import { operatorSessionLifetime } from '../login/sessions.ts'

const password = 'long enough for an operator'
let server: TestServer
let owner: string
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await sql`update operator set deactivated_at = ${server.clock.now()} where email <> 'owner@platform.example'`.execute(
    server.owner,
  )
  owner = await theOwner(server)
})

const anEmail = () => `${newCode(8).toLowerCase()}@platform.example`
const invite = (token: string, email: string, ...desks: OperatorRole[]) =>
  server.call(inviteOperator, { name: 'Rey', email, desks }, { token })
/** The mails to an address, newest first. */
const mails = async (to: string) =>
  (await listOperatorOutboxMessages(server.db, 500))
    .filter((row) => row.address === to)
    .map((row) => contentOf(server.app.ctx, row))
const tokenFor = async (email: string) =>
  (await mails(email)).flatMap(({ text }) => /(?<![\w-])[\w-]{43}(?![\w-])/.exec(text)?.[0] ?? [])[0]
const accept = (token: string, chosen = password) =>
  server.call(acceptOperatorInvitation, { token, password: chosen, again: chosen })
const secrets = new Map<string, string>()
const codeOf = (email: string) => codeShown(secrets.get(email)!, server.clock.now())
/** Completes a first login by enrolling a second factor. Returns the session. */
async function enrolled(email: string, token: string) {
  const { secret } = await server.must(beginSecondFactor, {}, { token })
  secrets.set(email, secret)
  const done = await server.must(confirmSecondFactor, { code: codeOf(email) }, { token })
  // The code is spent now.
  server.clock.pass(30_000)
  return done
}
/** An operator: invited, confirmed by another owner, logged in with both factors. */
async function admitted(...desks: OperatorRole[]) {
  const email = anEmail()
  const second = await anOperator(server, 'owner')
  const { data } = await invite(owner, email, ...desks)
  await server.must(confirmOperatorInvitation, { id: data.id }, { token: second.token })
  const { operatorId } = (await accept((await tokenFor(email))!)).data
  const { token } = await server.must(operatorLogin, { email, password })
  return { id: operatorId, email, second, ...(await enrolled(email, token)) }
}

const deactivate = (id: string, token = owner) => server.call(deactivateOperator, { id }, { token })
const operators = async (token = owner) => (await server.must(listOperators, {}, { token })).list

describe('admission', () => {
  test('one owner invites, another confirms, and the invited person chooses the password', async () => {
    const email = anEmail()
    const second = await anOperator(server, 'owner')
    const invited = await invite(owner, email, 'review', 'support')
    expect(invited.data).toEqual({ id: expect.any(String), confirmed: false })
    expect(await tokenFor(email)).toBeUndefined()
    // The inviter cannot confirm.
    const confirm = (token: string) => server.call(confirmOperatorInvitation, { id: invited.data.id }, { token })
    expect((await confirm(owner)).reason).toBe('operator/second-person')
    expect((await confirm(second.token)).code).toBe(1)
    expect((await confirm(second.token)).reason).toBe('invitation/used')
    const { list } = await server.must(listOperatorInvitations, {}, { token: owner })
    const token = (await tokenFor(email))!
    expect(JSON.stringify(list)).not.toContain(token)
    expect(list.find((row) => row.email === email)).toMatchObject({ desks: ['review', 'support'] })

    expect((await accept(token, 'quayside')).fields).toHaveProperty('password')
    expect((await accept(`${token}x`)).reason).toBe('invitation/unknown')
    const replies = await Promise.all(Array.from({ length: 5 }, () => accept(token)))
    expect(replies.filter(({ code }) => code === 1)).toHaveLength(1)
    expect((await accept(token)).reason).toBe('invitation/unknown')
    const { id } = (await operators()).find((row) => row.email === email)!
    expect((await operators()).find((row) => row.id === id)).toMatchObject({
      roles: ['review', 'support'],
      confirmedBy: second.id,
      secondFactor: false,
      mayApproveFrom: new Date(server.clock.now().getTime() + days(3)).toISOString(),
    })
    expect((await server.must(operatorLogin, { email, password })).next).toBe('enrol-second-factor')
  })

  test('a token is valid for three days, and invalid after a revocation or a second invitation', async () => {
    const second = await anOperator(server, 'owner')
    const open = async (email: string) => {
      const { data } = await invite(owner, email, 'review')
      await server.must(confirmOperatorInvitation, { id: data.id }, { token: second.token })
      return { id: data.id, token: (await tokenFor(email))! }
    }
    const [a, b, c] = [anEmail(), anEmail(), anEmail()]
    const revoked = await open(a)
    await server.must(revokeOperatorInvitation, { id: revoked.id }, { token: owner })
    expect((await accept(revoked.token)).reason).toBe('invitation/unknown')
    const former = await open(b)
    await invite(owner, b, 'review')
    expect((await accept(former.token)).reason).toBe('invitation/unknown')
    const late = await open(c)
    server.clock.pass(days(3))
    expect((await accept(late.token)).reason).toBe('invitation/expired')
  })

  test('a single owner admits the second owner alone; later admissions need two owners', async () => {
    const email = anEmail()
    const first = await invite(owner, email, 'owner')
    expect(first.data).toMatchObject({ confirmed: true })
    expect((await accept((await tokenFor(email))!)).code).toBe(1)
    expect((await invite(owner, anEmail(), 'finance')).data).toMatchObject({ confirmed: false })
    // A new owner cannot confirm during the waiting time of a new operator.
    const { token } = await server.must(operatorLogin, { email, password })
    const session = await enrolled(email, token)
    const { data } = await invite(owner, anEmail(), 'finance')
    const confirm = (as: string) => server.call(confirmOperatorInvitation, { id: data.id }, { token: as })
    expect((await confirm(session.token)).reason).toBe('operator/too-new')
    server.clock.pass(days(3))
    const again = await server.must(operatorLogin, { email, password, code: codeOf(email) })
    expect((await confirm(again.token)).code).toBe(1)
  })

  test('the desks of finance and of owners are granted with the signature of another owner', async () => {
    const [proposer, another] = [await aSigner(server, 'owner'), await aSigner(server, 'owner')]
    const desksOf = async (id: string) =>
      (await server.must(listOperators, {}, { token: proposer.token })).list.find((one) => one.id === id)!.roles
    for (const desk of ['finance', 'owner'] as const) {
      const rey = await aSigner(server, 'catalogue')
      const { actId } = await server.must(grantDesk, { id: rey.id, desk }, { token: proposer.token })
      expect(await desksOf(rey.id)).toEqual(['catalogue'])
      expect((await server.call(grantDesk, { id: rey.id, desk }, { token: proposer.token })).reason).toBe(
        'act/already-open',
      )
      expect((await signs(server, proposer, actId!)).reason).toBe('operator/second-person')
      expect((await signs(server, rey, actId!)).reason).toBe('act/wrong-desk')
      expect((await signs(server, another, actId!)).data).toMatchObject({ state: 'executed' })
      expect([...(await desksOf(rey.id))].sort()).toEqual(['catalogue', desk])
    }
    // An owner does not sign the own grant.
    const { actId } = await server.must(grantDesk, { id: another.id, desk: 'finance' }, { token: proposer.token })
    expect((await signs(server, another, actId!)).reason).toBe('operator/second-person')
    // Other desks are granted at once.
    const mila = await aSigner(server, 'catalogue')
    expect(await server.must(grantDesk, { id: mila.id, desk: 'auditor' }, { token: proposer.token })).toEqual({
      actId: null,
    })
    expect([...(await desksOf(mila.id))].sort()).toEqual(['auditor', 'catalogue'])
  })

  test('all owners get mails and events about invitations, admissions, desks and deactivations', async () => {
    const third = await anOperator(server, 'owner')
    const thirdEmail = `${third.id}@platform.example`
    const rey = await admitted('review')
    await server.must(grantDesk, { id: rey.id, desk: 'support' }, { token: owner })
    await server.must(withdrawDesk, { id: rey.id, desk: 'support' }, { token: owner })
    await server.must(deactivateOperator, { id: rey.id }, { token: owner })
    for (const to of [thirdEmail, firstOperator.email]) {
      const texts = (await mails(to)).map(({ text }) => text).filter((text) => text.includes(rey.email))
      for (const words of ['invited an operator', 'set a password', 'Desk: support', 'deactivated an operator'])
        expect(texts.filter((text) => text.includes(words))).toHaveLength(1)
    }
    const { list } = await server.must(listOperatorEvents, {}, { token: owner })
    expect(list.filter(({ operatorId }) => operatorId === rey.id).map(({ name }) => name)).toEqual([
      'operator.deactivated',
      'operator.desk-withdrawn',
      'operator.desk-granted',
      'operator.second-factor-enrolled',
      'operator.admitted',
    ])
  })

  test('two owners readmit an operator without a second factor; password and waiting time are new', async () => {
    const rey = await admitted('review')
    server.clock.pass(days(10))
    const [a, b] = [await anOperator(server, 'owner'), await anOperator(server, 'owner')]
    const { id } = await server.must(readmitOperator, { id: rey.id }, { token: a.token })
    expect((await server.call(operatorLogin, { email: rey.email, password })).code).toBe(1)
    await server.must(confirmOperatorInvitation, { id }, { token: b.token })
    expect((await accept((await tokenFor(rey.email))!, 'another long password')).code).toBe(1)
    expect((await server.call(operatorLogin, { email: rey.email, password })).reason).toBe('login/wrong')
    const { token, next } = await server.must(operatorLogin, { email: rey.email, password: 'another long password' })
    expect(next).toBe('enrol-second-factor')
    const session = await enrolled(rey.email, token)
    expect((await server.must(operatorMe, {}, { token: session.token })).mayApproveFrom).not.toBeNull()
  })

  test('the database refuses an operator without an invitation that two owners signed', async () => {
    const [a, b] = [await anOperator(server, 'owner'), await anOperator(server, 'owner')]
    const now = server.clock.now()
    const insert = (invitation: string | null, email: string, wait: number) =>
      sql`insert into operator (id, name, email, password_hash, invitation_id, invited_by, confirmed_by, may_approve_from, created_at)
        values (${newId()}, 'Second Person', ${email}, 'x', ${invitation}, ${invitation && a.id}, ${invitation && b.id},
          ${new Date(now.getTime() + wait)}, ${now})`.execute(server.db)
    await expect(insert(null, anEmail(), days(3))).rejects.toThrow('confirmed invitation')
    const id = newId()
    const email = anEmail()
    const open = (by: string) =>
      sql`insert into operator_invitation (id, name, email, desks, invited_by, invited_at)
        values (${id}, 'Second Person', ${email}, '{finance}', ${by}, ${now})`.execute(server.db)
    const notOwner = await anOperator(server, 'finance')
    await expect(open(notOwner.id)).rejects.toThrow('only an owner')
    await open(a.id)
    await expect(insert(id, email, days(3))).rejects.toThrow('confirmed invitation')
    const confirm = (by: string) =>
      sql`update operator_invitation set confirmed_by = ${by}, confirmed_at = ${now}, token_hash = ${Buffer.from(id)}, expires_at = ${now}
        where id = ${id}`.execute(server.db)
    await expect(confirm(a.id)).rejects.toThrow('does not confirm')
    await expect(confirm(notOwner.id)).rejects.toThrow('another owner')
    await confirm(b.id)
    await expect(insert(id, anEmail(), days(3))).rejects.toThrow('confirmed invitation')
    await insert(id, email, days(3))
    // The database refuses an invalid grantor of a desk, an earlier approval date, a new e-mail and a changed event.
    const made = (await operators()).find((row) => row.email === email)!
    for (const statement of [
      sql`insert into operator_desk (operator_id, desk, granted_at) values (${made.id}, 'finance', ${now})`,
      sql`insert into operator_desk (operator_id, desk, granted_by, granted_at) values (${made.id}, 'finance', ${made.id}, ${now})`,
      sql`insert into operator_desk (operator_id, desk, granted_by, granted_at) values (${made.id}, 'finance', ${notOwner.id}, ${now})`,
      sql`update operator set may_approve_from = ${now} where id = ${made.id}`,
      sql`update operator set email = 'mine@platform.example' where id = ${made.id}`,
      sql`update operator_event set name = 'nothing'`,
    ])
      await expect(statement.execute(server.db)).rejects.toThrow()
  })
})

test('the server’s role gives nobody a desk of owners or finance without the signed act', async () => {
  const [first, second] = [await aSigner(server, 'owner'), await anOperator(server, 'owner')]
  const person = await anOperator(server, 'catalogue')
  const write = (desk: string, by: string) =>
    sql`insert into operator_desk (operator_id, desk, granted_by, granted_at) values (${person.id}, ${desk}, ${by}, now())`
      .execute(server.db)
      .then(
        () => 'done',
        (error: { constraint?: string }) => error.constraint,
      )
  expect([await write('finance', first.id), await write('owner', second.id)]).toEqual([
    'operator_desk_signed',
    'operator_desk_signed',
  ])
  // Nor by an update of a desk that somebody holds.
  await expect(
    sql`update operator_desk set desk = 'finance' where operator_id = ${person.id}`.execute(server.db),
  ).rejects.toMatchObject({ code: '42501' })
  // An act that waits is no signature, and a signature is for the desk that it names.
  const { actId } = await server.must(grantDesk, { id: person.id, desk: 'finance' }, { token: second.token })
  expect(await write('finance', first.id)).toBe('operator_desk_signed')
  await mustSign(server, first, actId!)
  const held = async () => (await operators()).find((row) => row.id === person.id)?.roles.toSorted()
  expect(await held()).toEqual(['catalogue', 'finance'])
  expect(await write('owner', first.id)).toBe('operator_desk_signed')
  // The act is over: it does not give the desk back after it was withdrawn.
  await server.must(withdrawDesk, { id: person.id, desk: 'finance' }, { token: second.token })
  expect(await write('finance', first.id)).toBe('operator_desk_signed')
})

describe('login', () => {
  test('servers that start at the same time create one first operator, and none of them fails', async () => {
    const own = await startTestServer()
    try {
      await withTransaction(own.owner, async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        await sql`delete from operator_desk`.execute(tx)
        await sql`delete from operator`.execute(tx)
      })
      await Promise.all(Array.from({ length: 12 }, () => ensureFirstOperator(own.app.ctx)))
      const made = await rows(own.owner, sql<{ email: string }>`select email from operator`)
      expect(made).toEqual([{ email: firstOperator.email }])
    } finally {
      await own.close()
    }
  })

  test('the first operator must replace the password of the settings and enrol a second factor', async () => {
    const own = await startTestServer()
    try {
      const first = await own.must(operatorLogin, firstOperator)
      expect(first.next).toBe('choose-password')
      const as = { token: first.token }
      for (const endpoint of [listOperators, operatorMe] as const)
        expect(await own.call(endpoint, {}, as)).toMatchObject({
          reason: 'login/unfinished',
          values: { next: 'choose-password' },
        })
      expect((await own.call(beginSecondFactor, {}, as)).reason).toBe('login/unfinished')
      const choose = (old: string, chosen: string) =>
        own.call(chooseOperatorPassword, { old, password: chosen, again: chosen }, as)
      expect((await choose('not the password', password)).reason).toBe('login/password-wrong')
      expect((await choose(firstOperator.password, firstOperator.password)).reason).toBe('password/same')
      expect((await choose(firstOperator.password, 'too short')).fields).toHaveProperty('password')
      expect((await choose(firstOperator.password, password)).data).toEqual({ next: 'enrol-second-factor' })
      expect((await own.call(listOperators, {}, as)).reason).toBe('login/unfinished')
      const { secret, uri } = await own.must(beginSecondFactor, {}, as)
      expect(uri).toContain(`secret=${secret}`)
      const wrong = String((Number(codeShown(secret, own.clock.now())) + 1) % 1_000_000).padStart(6, '0')
      expect((await own.call(confirmSecondFactor, { code: wrong }, as)).reason).toBe('login/code-wrong')
      // As people read it from the phone, in two halves.
      const halves = codeShown(secret, own.clock.now()).replace(/^\d{3}/, '$&-')
      const done = await own.must(confirmSecondFactor, { code: halves }, as)
      expect(done).toMatchObject({ next: null, roles: ['owner'] })
      expect(done.recoveryCodes).toHaveLength(10)
      // The token of the incomplete session is invalid; the database has no plain secret.
      expect((await own.call(operatorMe, {}, as)).reason).toBe('session/expired')
      expect((await own.must(listOperators, {}, { token: done.token })).list).toHaveLength(1)
      const kept = await queryOne(own.owner, sql<{ text: string }>`select o::text as text from operator o`)
      expect(kept!.text).not.toContain(Buffer.from(secret).toString('hex'))
      expect((await own.call(operatorLogin, firstOperator)).reason).toBe('login/wrong')
    } finally {
      await own.close()
    }
  })

  test('login takes two steps; a password alone gives no access, and a code works once', async () => {
    const rey = await admitted('review')
    const half = await server.must(operatorLogin, { email: rey.email, password })
    expect(half).toMatchObject({ next: 'second-factor', device: null })
    const as = { token: half.token }
    for (const call of [
      server.call(createInvitation, { note: 'x', days: 1 }, as),
      server.call(chooseOperatorPassword, { old: password, password: `${password}!`, again: `${password}!` }, as),
      server.call(beginSecondFactor, {}, as),
    ])
      expect((await call).reason).toBe('login/unfinished')
    const code = codeOf(rey.email)
    const whole = await server.must(verifySecondFactor, { code }, as)
    expect(whole.next).toBeNull()
    expect((await server.call(createInvitation, { note: 'x', days: 1 }, { token: whole.token })).code).toBe(1)
    // A spent code in another session, in a one-step login, and a code of an earlier time step.
    const other = await server.must(operatorLogin, { email: rey.email, password })
    expect((await server.call(verifySecondFactor, { code }, { token: other.token })).reason).toBe('login/code-wrong')
    expect((await server.call(operatorLogin, { email: rey.email, password, code })).reason).toBe('login/code-wrong')
    const before = codeShown(secrets.get(rey.email)!, new Date(server.clock.now().getTime() - 30_000))
    expect((await server.call(verifySecondFactor, { code: before }, { token: other.token })).reason).toBe(
      'login/code-wrong',
    )
    server.clock.pass(30_000)
    const atOnce = await Promise.all(
      Array.from({ length: 5 }, () =>
        server.call(operatorLogin, { email: rey.email, password, code: codeOf(rey.email) }),
      ),
    )
    expect(atOnce.filter((reply) => reply.code === 1)).toHaveLength(1)
  })

  test('five wrong codes end the session; further guesses with the correct password are slowed down', async () => {
    const rey = await admitted('review')
    const guess = (token: string, i: number) =>
      server.call(verifySecondFactor, { code: String(100_000 + i) }, { token })
    const { token } = await server.must(operatorLogin, { email: rey.email, password })
    for (let i = 0; i < 5; i += 1) expect((await guess(token, i)).reason).toBe('login/code-wrong')
    expect((await guess(token, 5)).reason).toBe('session/expired')
    const next = await server.must(operatorLogin, { email: rey.email, password })
    expect((await guess(next.token, 6)).reason).toBe('login/slow-down')
    // A correct code is not slowed down.
    expect((await server.call(verifySecondFactor, { code: codeOf(rey.email) }, { token: next.token })).code).toBe(1)
  })

  test('a recovery code replaces the authenticator once', async () => {
    const rey = await admitted('review')
    const [code] = rey.recoveryCodes
    const first = await server.must(operatorLogin, { email: rey.email, password })
    const whole = await server.must(verifySecondFactor, { code: code!.toLowerCase() }, { token: first.token })
    expect((await server.must(operatorMe, {}, { token: whole.token })).recoveryCodesLeft).toBe(9)
    expect((await server.call(operatorLogin, { email: rey.email, password, code: code! })).reason).toBe(
      'login/code-wrong',
    )
    // A new authenticator needs a code of the current one.
    expect((await server.call(beginSecondFactor, {}, { token: whole.token })).reason).toBe('login/code-wrong')
    expect((await server.call(beginSecondFactor, { present: codeOf(rey.email) }, { token: whole.token })).code).toBe(1)
    const kept = await rows(
      server.owner,
      sql<{ text: string }>`select encode(code_hash, 'escape') as text from operator_recovery_code`,
    )
    expect(kept.map(({ text }) => text).join()).not.toContain(rey.recoveryCodes[1])
  })

  test('a session ends after 30 idle minutes, after twelve hours, at logout, and from another session', async () => {
    const rey = await admitted('review')
    const is = async (token: string) => (await server.call(operatorMe, {}, { token })).reason
    server.clock.pass(operatorIdleTimeout - minutes(1))
    expect(await is(rey.token)).toBeUndefined()
    server.clock.pass(operatorIdleTimeout)
    expect(await is(rey.token)).toBe('session/expired')
    const logIn = () => server.must(operatorLogin, { email: rey.email, password, code: codeOf(rey.email) })
    const busy = await logIn()
    const began = server.clock.now().getTime()
    while (server.clock.now().getTime() < began + operatorSessionLifetime - minutes(20)) {
      expect(await is(busy.token)).toBeUndefined()
      server.clock.pass(minutes(20))
    }
    server.clock.pass(minutes(20))
    expect(await is(busy.token)).toBe('session/expired')
    const [a, b] = [await logIn(), (server.clock.pass(30_000), await logIn())]
    const { list } = await server.must(listOperatorSessions, {}, { token: a.token })
    expect(list).toHaveLength(2)
    const other = list.find(({ here }) => !here)!
    await server.must(endOperatorSession, { id: other.id }, { token: a.token })
    expect(await is(b.token)).toBe('session/expired')
    await server.must(operatorLogout, {}, { token: a.token })
    expect(await is(a.token)).toBe('session/expired')
  })

  test('requests that the page sends by itself do not prolong a session; those of a person do', async () => {
    const rey = await admitted('review')
    const send = async (background: boolean) =>
      (await server.call(operatorMe, {}, { token: rey.token, background })).reason
    server.clock.pass(minutes(20))
    expect(await send(false)).toBeUndefined()
    // A poll every ten minutes, the last of them a minute before the end.
    for (const pause of [10, 10, 9]) {
      server.clock.pass(minutes(pause))
      expect(await send(true)).toBeUndefined()
    }
    server.clock.pass(minutes(1))
    expect(await send(true)).toBe('session/expired')
    expect(await send(false)).toBe('session/expired')
  })

  test('a password change needs the current password and ends the other sessions', async () => {
    const rey = await admitted('review')
    const other = await server.must(operatorLogin, { email: rey.email, password, code: codeOf(rey.email) })
    const chosen = 'yet another long one'
    await server.must(
      chooseOperatorPassword,
      { old: password, password: chosen, again: chosen },
      { token: other.token },
    )
    expect((await server.call(operatorMe, {}, { token: rey.token })).reason).toBe('session/expired')
    expect((await server.call(operatorMe, {}, { token: other.token })).code).toBe(1)
    expect((await server.call(operatorLogin, { email: rey.email, password })).reason).toBe('login/wrong')
  })
})

describe('desks', () => {
  test('an owner has only the owner’s desk until another owner grants one', async () => {
    const say = (token: string) =>
      server.call(
        announce,
        { id: newId(), texts: { en: { title: 'Hello', text: 'Hello' } }, countries: ['AQ'], shops: 1 },
        { token },
      )
    expect((await say(owner)).reason).toBe('request/forbidden')
    const { operatorId } = await server.must(operatorMe, {}, { token: owner })
    expect((await server.call(grantDesk, { id: operatorId, desk: 'support' }, { token: owner })).reason).toBe(
      'operator/second-person',
    )
    const second = await anOperator(server, 'owner')
    await server.must(grantDesk, { id: operatorId, desk: 'support' }, { token: second.token })
    expect((await say(owner)).reason).toBe('announcement/nobody')
    await server.must(withdrawDesk, { id: operatorId, desk: 'support' }, { token: second.token })
    expect((await say(owner)).reason).toBe('request/forbidden')
    await sql`update operator set may_approve_from = created_at where id = ${operatorId}`.execute(server.owner)
  })

  test('the last owner cannot give up the owner’s desk', async () => {
    const { operatorId } = await server.must(operatorMe, {}, { token: owner })
    const take = (id: string, token: string) => server.call(withdrawDesk, { id, desk: 'owner' }, { token })
    expect((await take(operatorId, owner)).reason).toBe('operator/last-owner')
  })
})

describe('money', () => {
  const approving = async () => {
    const shop = await aStockedShop(server)
    await creditMerchant(server, shop, '3000')
    const destination = await aDestination(server, shop)
    const request = async (amount: string) => (await withdraw(server, shop, destination, amount)).id
    const approve = (id: string, token: string) =>
      server.call(approveWithdrawal, { shopId: shop.shopId, id }, { token, key: newId() })
    return { shop, request, approve }
  }

  test('a new operator cannot approve money for three days; a new desk starts the time again', async () => {
    const { request, approve } = await approving()
    const rey = await admitted('finance')
    const logIn = async () =>
      (await server.must(operatorLogin, { email: rey.email, password, code: codeOf(rey.email) })).token
    const id = await request('100')
    expect(await approve(id, rey.token)).toMatchObject({
      reason: 'operator/too-new',
      values: { from: new Date(server.clock.now().getTime() - 30_000 + days(3)).toISOString() },
    })
    server.clock.pass(days(3) - minutes(1))
    const early = await request('100')
    expect((await approve(early, await logIn())).reason).toBe('operator/too-new')
    server.clock.pass(minutes(1))
    expect((await approve(early, await logIn())).data).toMatchObject({ approved: true })
    await server.must(grantDesk, { id: rey.id, desk: 'support' }, { token: (await anOperator(server, 'owner')).token })
    server.clock.pass(minutes(1))
    expect((await approve(await request('100'), await logIn())).reason).toBe('operator/too-new')
  })

  test('the database counts an inviter and the invited operator as one signer', async () => {
    const { request, approve } = await approving()
    const both = await aSigner(server, 'owner', 'finance')
    const [x, y] = [await aSigner(server, 'finance'), await aSigner(server, 'finance')]
    const invitedBy = (id: string, by: string | null, confirmed: string | null) =>
      sql`update operator set invited_by = ${by}, confirmed_by = ${confirmed} where id = ${id}`.execute(server.owner)
    const another = await anOperator(server, 'owner')
    const two = async (first: Signer, second: Signer) =>
      (await signs(server, second, (await approve(await request('1100'), first.token)).data.actId!)).reason
    await invitedBy(x.id, both.id, another.id)
    expect(await two(both, x)).toBe('operator/second-person')
    expect(await two(x, both)).toBe('operator/second-person')
    const { approve: approveAgain, request: requestAgain } = await approving()
    const again = async (first: Signer, second: Signer) =>
      (await signs(server, second, (await approveAgain(await requestAgain('1100'), first.token)).data.actId!)).reason
    // Two operators admitted by one owner alone count as one.
    await invitedBy(x.id, another.id, another.id)
    await invitedBy(y.id, another.id, another.id)
    expect(await again(x, y)).toBe('operator/second-person')
    // Two operators admitted by two owners count as two.
    await invitedBy(y.id, another.id, both.id)
    expect(await again(x, y)).toBeUndefined()
  })

  test('every table with signatures of operators has a trigger with its signer columns', async () => {
    const found = await rows(
      server.owner,
      sql<{ trigger: string }>`select tgrelid::regclass::text || ': ' || array_to_string(array(
            select split_part(signer, '@', 1) from unnest(string_to_array(rtrim(encode(tgargs, 'escape'), '\\000'), '\\000')) signer
          ), ', ') as trigger
        from pg_trigger where tgfoid = 'check_signers'::regproc`,
    )
    expect(found.map(({ trigger }) => trigger).sort()).toEqual([
      'adjustment: proposed_by, signed_by',
      'announcement: made_by, confirmed_by',
      'buyer_refund: confirmed_by, bank_line_importer',
      'buyer_refund: way_first_by, way_signed_by',
      'deposit: first_approver, second_approver, line_importer',
      'payment: confirmed_by, bank_line_importer',
      'payment_account: first_by, second_by',
      'payout_proof: first_by, second_by, importer',
      'privacy_request: proposed_by, decided_by',
      'refund_order: first_signer, decided_by_operator, opened_by_operator',
      'returned_refund: recorded_by, bank_line_importer',
      'review_case: decided_by, appeal_decided_by',
      'shop_closing: made_by, confirmed_by',
      'shop_restriction: made_by, confirmed_by',
      'treasury_movement: booked_by, out_importer',
      'treasury_movement: proposed_by, signed_by, in_importer',
      'treasury_movement: proposed_by, signed_by, out_importer',
      'treasury_movement: reversal_by, reversal_signed_by',
      'unidentified_money: first_by, second_by, line_importer',
      'unidentified_money: received_by, line_importer',
      'unidentified_money: returned_by, return_importer',
      'withdrawal: first_approver, approver',
    ])
  })

  test('a single owner cannot credit money: no desk, no second signer, and new operators wait', async () => {
    expect(
      (await server.call(importBankLines, statementOf({ amount: '9000000.00', reference: 'x' }), { token: owner }))
        .reason,
    ).toBe('request/forbidden')
    // A single owner can admit one operator, who cannot approve yet.
    const email = anEmail()
    expect((await invite(owner, email, 'finance')).data).toMatchObject({ confirmed: true })
    await accept((await tokenFor(email))!)
    const session = await enrolled(email, (await server.must(operatorLogin, { email, password })).token)
    const { shop, request, approve } = await approving()
    expect((await approve(await request('50'), session.token)).reason).toBe('operator/too-new')
    expect(
      (
        await server.call(
          approveDeposit,
          { shopId: shop.shopId, id: newId(), bankLineId: newId() },
          { token: owner, key: newId() },
        )
      ).reason,
    ).toBe('request/forbidden')
  })
})

test('a deactivated operator loses sessions, commands and login at once', async () => {
  const rey = await admitted('review')
  server.clock.pass(hours(0.1))
  const sessions = [rey.token]
  for (let i = 0; i < 2; i += 1) {
    server.clock.pass(30_000)
    sessions.push((await server.must(operatorLogin, { email: rey.email, password, code: codeOf(rey.email) })).token)
  }
  const act = (token: string) => server.call(createInvitation, { note: 'a test', days: 1 }, { token })
  for (const token of sessions) expect((await act(token)).code).toBe(1)

  expect((await deactivate(rey.id)).code).toBe(1)
  for (const token of sessions) expect((await act(token)).reason).toBe('session/expired')
  expect((await server.call(operatorLogin, { email: rey.email, password })).reason).toBe('login/wrong')
  expect((await operators()).find((row) => row.id === rey.id)).toMatchObject({
    name: 'Rey',
    email: rey.email,
    roles: ['review'],
    deactivatedAt: server.clock.now().toISOString(),
  })
  expect((await deactivate(rey.id)).reason).toBe('operator/not-found')
  expect((await deactivate(newId())).reason).toBe('operator/not-found')
})

test('a remaining session of a deactivated operator is refused', async () => {
  const { id, token } = await anOperator(server, 'owner')
  await sql`update operator set deactivated_at = ${server.clock.now()} where id = ${id}`.execute(server.owner)
  expect((await server.call(listOperators, {}, { token })).reason).toBe('session/expired')
})

test('the last owner cannot be deactivated; one of two owners can deactivate their own account', async () => {
  const me = (await operators()).find((row) => row.deactivatedAt === null)!
  expect((await deactivate(me.id)).reason).toBe('operator/last-owner')
  const second = await anOperator(server, 'owner', 'finance')
  expect((await deactivate(second.id, second.token)).code).toBe(1)
  expect((await deactivate(me.id)).reason).toBe('operator/last-owner')
})

test('when two owners deactivate each other in parallel, one remains', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [a, b] = [await anOperator(server, 'owner'), await anOperator(server, 'owner')]
    const me = (await operators()).find((row) => row.deactivatedAt === null && row.id !== a.id && row.id !== b.id)!
    expect((await deactivate(me.id, a.token)).code).toBe(1)
    const replies = await Promise.all([deactivate(b.id, a.token), deactivate(a.id, b.token)])
    expect(replies.filter(({ code }) => code === 1)).toHaveLength(1)
    const winner = replies[0].code === 1 ? a : b
    expect((await operators(winner.token)).filter((row) => row.deactivatedAt === null).map(({ id }) => id)).toEqual([
      winner.id,
    ])
    expect((await deactivate(winner.id, winner.token)).reason).toBe('operator/last-owner')
    await sql`update operator set deactivated_at = null where email = 'owner@platform.example'`.execute(server.owner)
    owner = await theOwner(server)
    expect((await deactivate(winner.id)).code).toBe(1)
  }
})

test('an approval of a deactivated operator still needs a second, different operator', async () => {
  const shop = await aStockedShop(server)
  await creditMerchant(server, shop, '3000')
  const { id } = await withdraw(server, shop, await aDestination(server, shop), '2000')
  const approve = (token: string) =>
    server.call(approveWithdrawal, { shopId: shop.shopId, id }, { token, key: newId() })
  const [first, second] = [await aSigner(server, 'finance'), await aSigner(server, 'finance')]
  const actId = (await approve(first.token)).data.actId!
  expect((await signs(server, first, actId)).reason).toBe('operator/second-person')
  expect((await deactivate(first.id)).code).toBe(1)
  expect((await approve(first.token)).reason).toBe('session/expired')
  expect((await signs(server, second, actId)).data).toMatchObject({ state: 'executed' })
})
