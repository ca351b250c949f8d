import type { LoginStep } from '@quayside/contract'
import { hours, minutes } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { OperatorActor } from '../../platform/actor.ts'
import { withTransaction } from '../../platform/postgres.ts'
import { invariant, Refusal, refuse, refuseFields } from '../../platform/refusal.ts'
import { networkOf } from '../../platform/network.ts'
import { resetRateLimit, returnRateLimitTokens, consumeRateLimit } from '../../platform/rate-limit.ts'
import {
  withComparisonSlot,
  countUnknownDevice,
  countTries,
  maxPerCaller,
  consumeRateLimitsOrRefuse,
} from './log-in-limits.ts'
import { recordOperatorEvent } from './operator-events.ts'
import { openOperatorSession, openPendingSession } from './operator-sessions.ts'
import {
  enrolSecret,
  findOperator,
  readOperator,
  replaceOperatorPassword,
  replaceRecoveryCodes,
  savePendingSecret,
  lockOperator,
  type OperatorRow,
} from './operator-store.ts'
import { hashPassword, isCommonPassword, passwordIs, dummyVerify } from './password.ts'
import { isFreshCode, makeRecoveryCodes, makeSecret, totpStepOf, lockSecondFactor } from './second-factor.ts'
import { countWrongCode, findDevice } from './session-store.ts'
import { endSessions, nextStep, type SessionOrigin } from './sessions.ts'

/** Wrong codes until a session that is logging in is over. */
export const maxWrongCodes = 5
/** Codes that come with a password, from one address in a quarter of an hour: they are looked at before the password is. */
const maxCodesFromAddress = 30
/** Wrong codes of strangers who know the password: so many at once, then one every twenty minutes. */
const freeCodes = 5
const codesGap = minutes(20)

export type Opened = { token: string; device: string | null; operator: OperatorRow; next: LoginStep | null }

/** The operator's device that the call came from, if it is a known one. */
async function knownDevice(
  ctx: AppContext,
  operatorId: string | undefined,
  from: SessionOrigin,
): Promise<string | undefined> {
  const device = from.device ? await findDevice(ctx.db, 'operator', from.device) : undefined
  return device && device.holder_id === operatorId ? device.id : undefined
}

/**
 * Whether a password comes with a code that is right now. Guesses are counted by address; a right one passes whatever strangers did, so that
 * nobody can keep the operator out.
 */
async function comesWithCode(
  ctx: AppContext,
  operator: OperatorRow | undefined,
  code: string | undefined,
  from: SessionOrigin,
  now: Date,
): Promise<boolean> {
  if (!code) return false
  const key = `operator code from ${networkOf(from.ip)}`
  if (!(await consumeRateLimit(ctx.db, key, maxCodesFromAddress, minutes(15), now)).allowed) return false
  if (!operator || !isFreshCode(ctx, operator, code, now)) return false
  await returnRateLimitTokens(ctx.db, [key])
  return true
}

/**
 * First step of a log-in, or both at once when a code comes along. A wrong name and a wrong password are the same answer, in the same time.
 * Known devices have tries of their own; who gives a right code passes; other strangers are slowed down.
 */
export async function logInOperator(
  ctx: AppContext,
  given: { email: string; password: string; code?: string | undefined },
  from: SessionOrigin,
  now: Date,
): Promise<Opened> {
  const operator = await findOperator(ctx.db, given.email)
  const known = await knownDevice(ctx, operator?.id, from)
  const proven = !known && (await comesWithCode(ctx, operator, given.code, from, now))
  const keys = known
    ? await countTries(ctx, [[`operator login by ${known}`, maxPerCaller]], now)
    : proven
      ? []
      : await countUnknownDevice(ctx, 'operator', given.email, from.ip, now)
  const right = await withComparisonSlot(ctx, keys, () =>
    operator ? passwordIs(operator.password_hash, given.password) : dummyVerify(given.password),
  )
  if (!operator || !right) {
    // Each code is good for one guess at the password.
    if (proven) await lockSecondFactor(ctx, ctx.db, operator!, given.code!, now)
    return refuse('login/wrong')
  }
  await returnRateLimitTokens(ctx.db, keys)
  if (given.code && operator.totp_sealed) {
    await mustBeRight(ctx, operator, given.code, known, now)
    return openWhole(ctx, operator, null, from, now)
  }
  const token = await withTransaction(ctx.db, (tx) => openPendingSession(tx, operator.id, from, now))
  return { token, device: null, operator, next: nextOf(operator, false) }
}

const nextOf = (operator: OperatorRow, given: boolean): LoginStep | null =>
  nextStep({ enrolled: operator.totp_sealed !== null, given, passwordChosen: operator.password_chosen_at !== null })

async function openWhole(
  ctx: AppContext,
  operator: OperatorRow,
  former: Buffer | null,
  from: SessionOrigin,
  now: Date,
): Promise<Opened> {
  return withTransaction(ctx.db, async (tx) => {
    const present = await lockOperator(tx, operator.id)
    // Changed since it was compared: a session of the old password would outlive the end of all of them.
    if (!present || present.password_hash !== operator.password_hash) return refuse('login/wrong')
    return {
      ...(await openOperatorSession(tx, operator.id, former, from, now)),
      operator,
      next: nextOf(operator, true),
    }
  })
}

/**
 * Takes a code of the second factor, counted before it is looked at. Refuses `login/code-wrong`. A known device has tries of its own; strangers,
 * who know the password, are slowed down.
 */
async function mustBeRight(
  ctx: AppContext,
  operator: OperatorRow,
  code: string,
  known: string | undefined,
  now: Date,
): Promise<void> {
  const keys = known
    ? await countTries(ctx, [[`operator codes by ${known}`, maxPerCaller]], now)
    : isFreshCode(ctx, operator, code, now)
      ? []
      : await consumeRateLimitsOrRefuse(
          ctx,
          [{ key: `operator codes of ${operator.id}`, holder: 'all', free: freeCodes, gap: codesGap, span: hours(1) }],
          now,
        )
  const used = await lockSecondFactor(ctx, ctx.db, operator, code, now)
  if (!used) return refuse('login/code-wrong')
  await returnRateLimitTokens(ctx.db, keys)
  if (used === 'recovery')
    await withTransaction(ctx.db, (tx) =>
      recordOperatorEvent(tx, 'operator.recovery-code-used', { operatorId: operator.id, by: operator.id, at: now }),
    )
}

/** Second step of a log-in. After five wrong codes the session is over. */
export async function verifySecondFactor(
  ctx: AppContext,
  actor: OperatorActor,
  code: string,
  from: SessionOrigin,
  now: Date,
): Promise<Opened> {
  const operator = await readOperator(ctx.db, actor.operatorId)
  if (!operator) return refuse('session/expired')
  try {
    await mustBeRight(ctx, operator, code, await knownDevice(ctx, operator.id, from), now)
  } catch (error) {
    if (error instanceof Refusal && actor.next) await countWrongCode(ctx.db, actor.tokenHash, maxWrongCodes)
    throw error
  }
  return openWhole(ctx, operator, actor.tokenHash, from, now)
}

/** A password that an operator chooses: typed twice, and not what every guesser tries first. */
export function mustBeGoodPassword(password: string, again: string): void {
  if (password !== again) throw new Refusal('password/mismatch', {}, { again: 'password/mismatch' })
  if (isCommonPassword(password)) refuseFields({ password: 'field/password-common' })
}

/** Changes the password for who knows the present one; all other sessions end. Answers what the log-in needs next. */
export async function chooseOperatorPassword(
  ctx: AppContext,
  actor: OperatorActor,
  given: { old: string; password: string; again: string },
  now: Date,
): Promise<LoginStep | null> {
  mustBeGoodPassword(given.password, given.again)
  const key = `operator again ${actor.operatorId}`
  await countTries(ctx, [[key, maxPerCaller]], now)
  const operator = await readOperator(ctx.db, actor.operatorId)
  if (!operator || !(await passwordIs(operator.password_hash, given.old))) return refuse('login/wrong')
  await resetRateLimit(ctx.db, key)
  if (given.password === given.old) throw new Refusal('password/same', {}, { password: 'password/same' })
  const hash = await hashPassword(given.password)
  await withTransaction(ctx.db, async (tx) => {
    if (!(await replaceOperatorPassword(tx, operator.id, operator.password_hash, hash, now))) refuse('request/busy')
    await endSessions(tx, 'operator', operator.id, actor.tokenHash, { forgetDevices: true })
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
  ctx: AppContext,
  actor: OperatorActor,
  present: string | undefined,
  from: SessionOrigin,
  now: Date,
): Promise<{ secret: string; uri: string }> {
  const operator = await readOperator(ctx.db, actor.operatorId)
  if (!operator) return refuse('session/expired')
  if (operator.totp_sealed)
    await mustBeRight(ctx, operator, present ?? '', await knownDevice(ctx, operator.id, from), now)
  const { sealed, secret, uri } = makeSecret(ctx, operator)
  await savePendingSecret(ctx.db, operator.id, sealed)
  return { secret, uri }
}

/** Takes the first code of the new secret. All other sessions end; the recovery codes are answered once. */
export async function confirmSecondFactor(
  ctx: AppContext,
  actor: OperatorActor,
  code: string,
  from: SessionOrigin,
  now: Date,
): Promise<Opened & { recoveryCodes: string[] }> {
  const operator = await readOperator(ctx.db, actor.operatorId)
  if (!operator) return refuse('session/expired')
  await countTries(ctx, [[`operator enrols ${operator.id}`, maxPerCaller]], now)
  const pending = operator.totp_pending
  const step = pending && totpStepOf(ctx, operator.id, pending, code.replace(/\s/g, ''), now)
  if (!pending || step === null) return refuse('login/code-wrong')
  const { codes, hashes } = makeRecoveryCodes(ctx, operator.id)
  return withTransaction(ctx.db, async (tx) => {
    if (!(await enrolSecret(tx, operator.id, pending, step))) return refuse('login/code-wrong')
    await replaceRecoveryCodes(tx, operator.id, hashes)
    await endSessions(tx, 'operator', operator.id, actor.tokenHash, { forgetDevices: true })
    await recordOperatorEvent(tx, 'operator.second-factor-enrolled', {
      operatorId: operator.id,
      by: operator.id,
      at: now,
    })
    const present = await lockOperator(tx, operator.id)
    invariant(present, 'the operator was just updated')
    const opened = await openOperatorSession(tx, operator.id, actor.tokenHash, from, now)
    return { ...opened, operator: present, next: nextOf(present, true), recoveryCodes: codes }
  })
}
