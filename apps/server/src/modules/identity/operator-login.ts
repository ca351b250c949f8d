import type { LoginStep } from '@quayside/contract'
import { hours, minutes } from '../../platform/clock.ts'
import type { House } from '../../platform/house.ts'
import type { OperatorActor } from '../../platform/http.ts'
import { transact } from '../../platform/postgres.ts'
import { invariant, Refusal, refuse, refuseFields } from '../../platform/refusal.ts'
import { networkOf } from '../../platform/network.ts'
import { clearAttempts, giveAttemptBack, takeAttempt } from '../../platform/throttle.ts'
import { compared, countStranger, countTries, mostOfOne, takeTurnsOrRefuse } from './log-in-limits.ts'
import { recordOperatorEvent } from './operator-events.ts'
import {
  countWrongCode,
  endOperatorSessions,
  findOperatorDevice,
  openHalfSession,
  openWholeSession,
} from './operator-sessions.ts'
import {
  enrolSecret,
  findOperator,
  readOperator,
  replaceOperatorPassword,
  replaceRecoveryCodes,
  savePendingSecret,
  takeOperator,
  type OperatorRow,
} from './operator-store.ts'
import { hashPassword, isCommonPassword, passwordIs, pretendToCompare } from './password.ts'
import { isFreshCode, makeRecoveryCodes, makeSecret, stepOf, takeSecondFactor } from './second-factor.ts'
import { nextStep, type From } from './sessions.ts'

/** Wrong codes until a session that is logging in is over. */
export const mostWrongCodes = 5
/** Codes that come with a password, from one address in a quarter of an hour: they are looked at before the password is. */
const mostCodesFromAddress = 30
/** Wrong codes of strangers who know the password: so many at once, then one every twenty minutes. */
const freeCodes = 5
const codesGap = minutes(20)

export type Opened = { token: string; device: string | null; operator: OperatorRow; next: LoginStep | null }

/** The operator's device that the call came from, if it is a known one. */
async function knownDevice(house: House, operatorId: string | undefined, from: From): Promise<string | undefined> {
  const device = from.device ? await findOperatorDevice(house.db, from.device) : undefined
  return device && device.operator_id === operatorId ? device.id : undefined
}

/**
 * Whether a password comes with a code that is right now. Guesses are counted by address; a right one passes whatever strangers did, so that
 * nobody can keep the operator out.
 */
async function comesWithCode(
  house: House,
  operator: OperatorRow | undefined,
  code: string | undefined,
  from: From,
  now: Date,
): Promise<boolean> {
  if (!code) return false
  const key = `operator code from ${networkOf(from.ip)}`
  if (!(await takeAttempt(house.db, key, mostCodesFromAddress, minutes(15), now)).allowed) return false
  if (!operator || !isFreshCode(house, operator, code, now)) return false
  await giveAttemptBack(house.db, [key])
  return true
}

/**
 * First step of a log-in, or both at once when a code comes along. A wrong name and a wrong password are the same answer, in the same time.
 * Known devices have tries of their own; who gives a right code passes; other strangers are slowed down.
 */
export async function logInOperator(
  house: House,
  given: { email: string; password: string; code?: string | undefined },
  from: From,
  now: Date,
): Promise<Opened> {
  const operator = await findOperator(house.db, given.email)
  const known = await knownDevice(house, operator?.id, from)
  const proven = !known && (await comesWithCode(house, operator, given.code, from, now))
  const keys = known
    ? await countTries(house, [[`operator login by ${known}`, mostOfOne]], now)
    : proven
      ? []
      : await countStranger(house, 'operator', given.email, from.ip, now)
  const right = await compared(house, keys, () =>
    operator ? passwordIs(operator.password_hash, given.password) : pretendToCompare(given.password),
  )
  if (!operator || !right) {
    // Each code is good for one guess at the password.
    if (proven) await takeSecondFactor(house, house.db, operator!, given.code!, now)
    return refuse('login/wrong')
  }
  await giveAttemptBack(house.db, keys)
  if (given.code && operator.totp_sealed) {
    await mustBeRight(house, operator, given.code, known, now)
    return openWhole(house, operator, null, from, now)
  }
  const token = await transact(house.db, (tx) => openHalfSession(tx, operator.id, from, now))
  return { token, device: null, operator, next: nextOf(operator, false) }
}

const nextOf = (operator: OperatorRow, given: boolean): LoginStep | null =>
  nextStep({ enrolled: operator.totp_sealed !== null, given, passwordChosen: operator.password_chosen_at !== null })

async function openWhole(
  house: House,
  operator: OperatorRow,
  former: Buffer | null,
  from: From,
  now: Date,
): Promise<Opened> {
  return transact(house.db, async (tx) => {
    const present = await takeOperator(tx, operator.id)
    // Changed since it was compared: a session of the old password would outlive the end of all of them.
    if (!present || present.password_hash !== operator.password_hash) return refuse('login/wrong')
    return { ...(await openWholeSession(tx, operator.id, former, from, now)), operator, next: nextOf(operator, true) }
  })
}

/**
 * Takes a code of the second factor, counted before it is looked at. Refuses `login/code-wrong`. A known device has tries of its own; strangers,
 * who know the password, are slowed down.
 */
async function mustBeRight(
  house: House,
  operator: OperatorRow,
  code: string,
  known: string | undefined,
  now: Date,
): Promise<void> {
  const keys = known
    ? await countTries(house, [[`operator codes by ${known}`, mostOfOne]], now)
    : isFreshCode(house, operator, code, now)
      ? []
      : await takeTurnsOrRefuse(
          house,
          [{ key: `operator codes of ${operator.id}`, holder: 'all', free: freeCodes, gap: codesGap, span: hours(1) }],
          now,
        )
  const used = await takeSecondFactor(house, house.db, operator, code, now)
  if (!used) return refuse('login/code-wrong')
  await giveAttemptBack(house.db, keys)
  if (used === 'recovery')
    await transact(house.db, (tx) =>
      recordOperatorEvent(tx, 'operator.recovery-code-used', { operatorId: operator.id, by: operator.id, at: now }),
    )
}

/** Second step of a log-in. After five wrong codes the session is over. */
export async function giveSecondFactor(
  house: House,
  actor: OperatorActor,
  code: string,
  from: From,
  now: Date,
): Promise<Opened> {
  const operator = await readOperator(house.db, actor.operatorId)
  if (!operator) return refuse('session/expired')
  try {
    await mustBeRight(house, operator, code, await knownDevice(house, operator.id, from), now)
  } catch (error) {
    if (error instanceof Refusal && actor.next) await countWrongCode(house.db, actor.tokenHash, mostWrongCodes)
    throw error
  }
  return openWhole(house, operator, actor.tokenHash, from, now)
}

/** A password that an operator chooses: typed twice, and not what every guesser tries first. */
export function mustBeGoodPassword(password: string, again: string): void {
  if (password !== again) throw new Refusal('password/mismatch', {}, { again: 'password/mismatch' })
  if (isCommonPassword(password)) refuseFields({ password: 'field/password-common' })
}

/** Changes the password for who knows the present one; all other sessions end. Answers what the log-in needs next. */
export async function chooseOperatorPassword(
  house: House,
  actor: OperatorActor,
  given: { old: string; password: string; again: string },
  now: Date,
): Promise<LoginStep | null> {
  mustBeGoodPassword(given.password, given.again)
  const key = `operator again ${actor.operatorId}`
  await countTries(house, [[key, mostOfOne]], now)
  const operator = await readOperator(house.db, actor.operatorId)
  if (!operator || !(await passwordIs(operator.password_hash, given.old))) return refuse('login/wrong')
  await clearAttempts(house.db, key)
  if (given.password === given.old) throw new Refusal('password/same', {}, { password: 'password/same' })
  const hash = await hashPassword(given.password)
  await transact(house.db, async (tx) => {
    if (!(await replaceOperatorPassword(tx, operator.id, operator.password_hash, hash, now))) refuse('request/busy')
    await endOperatorSessions(tx, operator.id, actor.tokenHash)
    await recordOperatorEvent(tx, 'operator.password-chosen', { operatorId: operator.id, by: operator.id, at: now })
  })
  return nextStep({
    enrolled: operator.totp_sealed !== null,
    given: operator.totp_sealed !== null,
    passwordChosen: true,
  })
}

/** Makes a new secret, which does not count yet. Who has a second factor proves it first. */
export async function beginSecondFactor(
  house: House,
  actor: OperatorActor,
  present: string | undefined,
  from: From,
  now: Date,
): Promise<{ secret: string; uri: string }> {
  const operator = await readOperator(house.db, actor.operatorId)
  if (!operator) return refuse('session/expired')
  if (operator.totp_sealed)
    await mustBeRight(house, operator, present ?? '', await knownDevice(house, operator.id, from), now)
  const { sealed, secret, uri } = makeSecret(house, operator)
  await savePendingSecret(house.db, operator.id, sealed)
  return { secret, uri }
}

/** Takes the first code of the new secret. All other sessions end; the recovery codes are answered once. */
export async function confirmSecondFactor(
  house: House,
  actor: OperatorActor,
  code: string,
  from: From,
  now: Date,
): Promise<Opened & { recoveryCodes: string[] }> {
  const operator = await readOperator(house.db, actor.operatorId)
  if (!operator) return refuse('session/expired')
  await countTries(house, [[`operator enrols ${operator.id}`, mostOfOne]], now)
  const pending = operator.totp_pending
  const step = pending && stepOf(house, operator.id, pending, code.replace(/\s/g, ''), now)
  if (!pending || step === null) return refuse('login/code-wrong')
  const { codes, hashes } = makeRecoveryCodes(house, operator.id)
  return transact(house.db, async (tx) => {
    if (!(await enrolSecret(tx, operator.id, pending, step))) return refuse('login/code-wrong')
    await replaceRecoveryCodes(tx, operator.id, hashes)
    await endOperatorSessions(tx, operator.id, actor.tokenHash)
    await recordOperatorEvent(tx, 'operator.second-factor-enrolled', {
      operatorId: operator.id,
      by: operator.id,
      at: now,
    })
    const present = await takeOperator(tx, operator.id)
    invariant(present, 'the operator was just updated')
    const opened = await openWholeSession(tx, operator.id, actor.tokenHash, from, now)
    return { ...opened, operator: present, next: nextOf(present, true), recoveryCodes: codes }
  })
}
