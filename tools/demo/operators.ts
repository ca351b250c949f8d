/** Admits the demo's operators: by invitation, with their own passwords and authenticators, which demo.json keeps. */
import {
  acceptOperatorInvitation,
  beginSecondFactor,
  chooseOperatorPassword,
  confirmOperatorInvitation,
  confirmSecondFactor,
  demoOperatorOutbox,
  inviteOperator,
  operatorLogin,
  type Endpoint,
  type OperatorRole,
  type RequestBody,
  type ResponseBody,
} from '@quayside/contract'
import { codeShown } from '../../apps/server/src/modules/people/identity/operators/second-factor.ts'
import { Refused, type ApiClient } from './api-client.ts'
import { newPassword, saveCredentials, type DemoCredentials, type DemoOperator } from './credentials.ts'

const period = 30_000

/** Logs an operator in, enrols an authenticator if there is none, and stores the session. Returns its token. */
export async function logInOperator(line: ApiClient, known: DemoCredentials, operator: DemoOperator): Promise<string> {
  const { email, password } = operator
  let opened: ResponseBody<typeof operatorLogin>
  for (let attempt = 1; ; attempt += 1) {
    const code = operator.totpSecret ? codeShown(operator.totpSecret, line.now()) : undefined
    try {
      opened = await line.call(operatorLogin, { email, password, ...(code ? { code } : {}) })
      break
    } catch (error) {
      // Each code can be used once. The next one is valid within half a minute.
      if (attempt > 2 || !(error instanceof Refused && error.reason === 'login/code-wrong')) throw error
      await line.rest(period - (line.now().getTime() % period) + 500)
    }
  }
  const token = opened.next === 'enrol-second-factor' ? await enrol(line, known, operator, opened.token) : opened.token
  known.sessions[email] = token
  await saveCredentials(known)
  return token
}

async function enrol(line: ApiClient, known: DemoCredentials, operator: DemoOperator, token: string): Promise<string> {
  const { secret } = await line.call(beginSecondFactor, {}, { token })
  // Saved before it takes effect: a lost secret cannot be read again.
  operator.totpSecret = secret
  await saveCredentials(known)
  return (await line.call(confirmSecondFactor, { code: codeShown(secret, line.now()) }, { token })).token
}

/** The first login of the first owner: replaces the password of the settings. */
export async function logInFirstOwner(
  line: ApiClient,
  known: DemoCredentials,
  first: { email: string; password: string },
): Promise<string> {
  let owner = known.operators.find((one) => one.email === first.email)
  if (!owner) {
    owner = { name: 'Owner', ...first, password: newPassword() + newPassword(), roles: ['owner'], totpSecret: null }
    known.operators.push(owner)
    // Saved before it takes effect: a lost password cannot be restored.
    await saveCredentials(known)
  }
  try {
    return await logInOperator(line, known, owner)
  } catch (error) {
    if (!(error instanceof Refused && error.reason === 'login/wrong')) throw error
  }
  const { token } = await line.call(operatorLogin, first)
  const { password } = owner
  await line.call(chooseOperatorPassword, { old: first.password, password, again: password }, { token })
  return logInOperator(line, known, owner)
}

/**
 * One owner invites. Another confirms, if there is one. The invited operator sets a password with the token of the
 * mail.
 */
export async function admitOperator(
  line: ApiClient,
  known: DemoCredentials,
  who: { name: string; email: string; roles: OperatorRole[] },
  owners: { inviting: string; confirming: string | null },
): Promise<DemoOperator> {
  const { name, email, roles } = who
  const { id, confirmed } = await line.call(inviteOperator, { name, email, desks: roles }, { token: owners.inviting })
  if (!confirmed) await line.call(confirmOperatorInvitation, { id }, { token: owners.confirming! })
  const { list } = await line.call(demoOperatorOutbox, {}, { token: owners.inviting })
  const token = list
    .filter(({ to }) => to === email)
    .flatMap(({ text }) => /(?<![\w-])[\w-]{43}(?![\w-])/.exec(text)?.[0] ?? [])[0]
  if (!token) throw new Error(`no token was mailed to ${email}`)
  const operator: DemoOperator = { name, email, roles, password: newPassword() + newPassword(), totpSecret: null }
  known.operators.push(operator)
  await saveCredentials(known)
  await line.call(acceptOperatorInvitation, { token, password: operator.password, again: operator.password })
  await logInOperator(line, known, operator)
  return operator
}

export function operatorOf(credentials: DemoCredentials, role: OperatorRole, nth: number): DemoOperator {
  const who = credentials.operators.filter((one) => one.roles.includes(role))[nth]
  if (!who) throw new Error(`no demo operator ${nth + 1} for ${role}`)
  return who
}

/** The operators' sessions. Each logs in when first needed, and again when the session has expired. */
export function openOperators(line: ApiClient, credentials: DemoCredentials) {
  const tokens = new Map<string, Promise<string>>()
  /** `nth` chooses one of the operators with the role. */
  const tokenOf = (role: OperatorRole, nth: number): Promise<string> => {
    const who = operatorOf(credentials, role, nth)
    let token = tokens.get(who.email)
    if (!token) {
      const kept = credentials.sessions[who.email]
      token = kept ? Promise.resolve(kept) : logInOperator(line, credentials, who)
      token.catch(() => tokens.delete(who.email))
      tokens.set(who.email, token)
    }
    return token
  }
  /** Does something as one of the operators with the role; again with a new session if the old one has ended. */
  const as = async <T>(role: OperatorRole, nth: number, act: (token: string) => Promise<T>): Promise<T> => {
    try {
      return await act(await tokenOf(role, nth))
    } catch (error) {
      if (!(error instanceof Refused && error.reason.startsWith('session/'))) throw error
      const { email } = operatorOf(credentials, role, nth)
      tokens.delete(email)
      delete credentials.sessions[email]
      return act(await tokenOf(role, nth))
    }
  }
  return {
    as,
    call: <E extends Endpoint>(
      role: OperatorRole,
      endpoint: E,
      input: RequestBody<E>,
      key?: string,
      nth = 0,
    ): Promise<ResponseBody<E>> => as(role, nth, (token) => line.call(endpoint, input, { token, ...(key && { key }) })),
  }
}
