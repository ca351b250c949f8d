import type { LoginStep } from '@quayside/contract'
import { hours, minutes } from '../../../../platform/jobs/clock.ts'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { AuditNotes } from '../../../../platform/security/audit.ts'
import type { OperatorActor } from '../../../../platform/security/actor.ts'
import { withTransaction } from '../../../../platform/database/postgres.ts'
import { invariant, Refusal, refuse, refuseFields } from '../../../../platform/refusal.ts'
import { drawQrCode, type QrDrawing } from '../../../../platform/files/qr-code.ts'
import { networkOf } from '../../../../platform/http/network.ts'
import { resetRateLimit, returnRateLimitTokens, consumeRateLimit } from '../../../../platform/http/rate-limit.ts'
import {
  withComparisonSlot,
  countUnknownDevice,
  countTries,
  maxPerCaller,
  consumeRateLimitsOrRefuse,
} from '../login/log-in-limits.ts'
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
import { hashPassword, isCommonPassword, passwordIs, dummyVerify } from '../password.ts'
import {
  isFreshCode,
  makeRecoveryCodes,
  makeSecret,
  spendSecondFactor,
  totpStepOf,
  typedDigits,
} from './second-factor.ts'
import { verifyLoginAssertion } from '../confirmation/passkeys.ts'
import { countWrongCode, findDevice } from '../login/session-store.ts'
import { endSessions, nextStep, type SessionOrigin } from '../login/sessions.ts'

/** Wrong codes that end a pending session. */
export const maxWrongCodes = 5
/**
 * Codes sent together with a password, from one network in a quarter of an hour. They are checked before the password.
 */
const maxCodesFromAddress = 30
/** Wrong codes of unknown devices with the right password before they are slowed down. */
const freeWrongCodes = 5
/** Interval between further wrong codes. */
const wrongCodeInterval = minutes(20)

export type OperatorLogin = { token: string; device: string | null; operator: OperatorRow; next: LoginStep | null }

/** The known device of a call, if it belongs to this operator. */
export async function findKnownDevice(
  ctx: AppContext,
  operatorId: string | undefined,
  origin: SessionOrigin,
): Promise<string | undefined> {
  const device = origin.device ? await findDevice(ctx.db, 'operator', origin.device) : undefined
  return device && device.holder_id === operatorId ? device.id : undefined
}

/**
 * Whether the code sent with a password is correct. Guesses are counted by network. A correct code passes whatever
 * strangers did, so nobody can lock the operator out.
 */
async function isAcceptedCode(
  ctx: AppContext,
  operator: OperatorRow | undefined,
  code: string | undefined,
  origin: SessionOrigin,
  now: Date,
): Promise<boolean> {
  if (!code) return false
  const key = `operator code from ${networkOf(origin.ip)}`
  if (!(await consumeRateLimit(ctx.db, key, maxCodesFromAddress, minutes(15), now)).allowed) return false
  if (!operator || !isFreshCode(ctx, operator, code, now)) return false
  await returnRateLimitTokens(ctx.db, [key])
  return true
}

/**
 * First step of a login, or both steps when the request carries a code. A wrong name and a wrong password give the same
 * refusal after the same time.
 * Known devices have attempts of their own, a correct code passes, and other unknown devices are slowed down.
 */
export async function logInOperator(
  ctx: AppContext,
  input: { email: string; password: string; code?: string | undefined },
  origin: SessionOrigin & { audit: AuditNotes },
  now: Date,
): Promise<OperatorLogin> {
  const operator = await findOperator(ctx.db, input.email)
  const known = await findKnownDevice(ctx, operator?.id, origin)
  const proven = !known && (await isAcceptedCode(ctx, operator, input.code, origin, now))
  const keys = known
    ? await countTries(ctx, [[`operator login by ${known}`, maxPerCaller]], now)
    : proven
      ? []
      : await countUnknownDevice(ctx, 'operator', input.email, origin.ip, now)
  const right = await withComparisonSlot(ctx, keys, () =>
    operator ? passwordIs(operator.password_hash, input.password) : dummyVerify(input.password),
  )
  // After the limits: strangers cannot fill the audit with tries.
  origin.audit.operatorId = operator?.id ?? null
  if (!operator || !right) {
    // One code allows one guess at the password.
    if (proven) await spendSecondFactor(ctx, ctx.db, operator!, input.code!, now)
    return refuse('login/wrong')
  }
  await returnRateLimitTokens(ctx.db, keys)
  if (input.code && isEnrolled(operator)) {
    await assertSecondFactor(ctx, operator, input.code, known, now)
    return completeLogin(ctx, operator, null, origin, now)
  }
  const token = await withTransaction(ctx.db, (tx) => openPendingSession(tx, operator.id, origin, now))
  return { token, device: null, operator, next: nextOf(operator, false) }
}

export const nextOf = (operator: OperatorRow, given: boolean): LoginStep | null =>
  nextStep({ enrolled: isEnrolled(operator), given, passwordChosen: operator.password_chosen_at !== null })

/** Whether the operator has a second factor of any kind. */
export const isEnrolled = (operator: OperatorRow): boolean => operator.totp_sealed !== null || operator.has_passkey

async function completeLogin(
  ctx: AppContext,
  operator: OperatorRow,
  pendingSession: Buffer | null,
  origin: SessionOrigin,
  now: Date,
): Promise<OperatorLogin> {
  return withTransaction(ctx.db, async (tx) => {
    const present = await lockOperator(tx, operator.id)
    // Changed since the comparison: the change ended all sessions, so the old password must not open another one.
    if (!present || present.password_hash !== operator.password_hash) return refuse('login/wrong')
    return {
      ...(await openOperatorSession(tx, operator.id, pendingSession, origin, now)),
      operator,
      next: nextOf(operator, true),
    }
  })
}

/**
 * Checks and spends a code of the second factor, counted before the comparison. Refuses `login/code-wrong`. A known
 * device has attempts of its own;
 * unknown devices with the right password are slowed down.
 */
export async function assertSecondFactor(
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
          [
            {
              key: `operator codes of ${operator.id}`,
              holder: 'all',
              free: freeWrongCodes,
              gap: wrongCodeInterval,
              span: hours(1),
            },
          ],
          now,
        )
  const used = await spendSecondFactor(ctx, ctx.db, operator, code, now)
  if (!used) return refuse('login/code-wrong')
  await returnRateLimitTokens(ctx.db, keys)
  if (used === 'recovery')
    await withTransaction(ctx.db, (tx) =>
      recordOperatorEvent(tx, 'operator.recovery-code-used', { operatorId: operator.id, by: operator.id, at: now }),
    )
}

/** A present factor of an operator: a code, or the answer of a passkey to a challenge given to this operator. */
export type PresentFactor = { present?: string | undefined; assertion?: { id: string } | undefined }

/** Refuses an operator who has a factor and does not prove it. */
export async function assertPresentFactor(
  ctx: AppContext,
  operator: OperatorRow,
  { present, assertion }: PresentFactor,
  origin: SessionOrigin,
  now: Date,
): Promise<void> {
  if (!isEnrolled(operator)) return
  if (assertion) await verifyLoginAssertion(ctx, operator.id, assertion, now)
  else await assertSecondFactor(ctx, operator, present ?? '', await findKnownDevice(ctx, operator.id, origin), now)
}

/** Second step of a login by a passkey. */
export async function verifyPasskeyStep(
  ctx: AppContext,
  actor: OperatorActor,
  assertion: { id: string },
  origin: SessionOrigin,
  now: Date,
): Promise<OperatorLogin> {
  const operator = await readOperator(ctx.db, actor.operatorId)
  if (!operator) return refuse('session/expired')
  try {
    await verifyLoginAssertion(ctx, operator.id, assertion, now)
  } catch (error) {
    if (error instanceof Refusal && actor.next) await countWrongCode(ctx.db, actor.tokenHash, maxWrongCodes)
    throw error
  }
  return completeLogin(ctx, operator, actor.tokenHash, origin, now)
}

/** Challenges and answers without a session, from one network in a quarter of an hour. */
const maxPasskeyLogins = 60

/** Counts a log-in by passkey from a network. */
export async function countPasskeyLogin(ctx: AppContext, ip: string, now: Date): Promise<void> {
  const key = `operator passkey from ${networkOf(ip)}`
  if (!(await consumeRateLimit(ctx.db, key, maxPasskeyLogins, minutes(15), now)).allowed) refuse('request/too-many')
}

/** Logs in by passkey alone. */
export async function logInByPasskey(
  ctx: AppContext,
  assertion: { id: string },
  origin: SessionOrigin & { audit: AuditNotes },
  now: Date,
): Promise<OperatorLogin> {
  await countPasskeyLogin(ctx, origin.ip, now)
  const operatorId = await verifyLoginAssertion(ctx, null, assertion, now)
  origin.audit.operatorId = operatorId
  const operator = await readOperator(ctx.db, operatorId)
  if (!operator) return refuse('credential/wrong')
  return completeLogin(ctx, operator, null, origin, now)
}

/** Second step of a login. Five wrong codes end the pending session. */
export async function verifySecondFactor(
  ctx: AppContext,
  actor: OperatorActor,
  code: string,
  origin: SessionOrigin,
  now: Date,
): Promise<OperatorLogin> {
  const operator = await readOperator(ctx.db, actor.operatorId)
  if (!operator) return refuse('session/expired')
  try {
    await assertSecondFactor(ctx, operator, code, await findKnownDevice(ctx, operator.id, origin), now)
  } catch (error) {
    if (error instanceof Refusal && actor.next) await countWrongCode(ctx.db, actor.tokenHash, maxWrongCodes)
    throw error
  }
  return completeLogin(ctx, operator, actor.tokenHash, origin, now)
}

/** An operator types a new password twice. Common passwords are refused. */
export function assertAcceptablePassword(password: string, again: string): void {
  if (password !== again) throw new Refusal('password/mismatch', {}, { again: 'password/mismatch' })
  if (isCommonPassword(password)) refuseFields({ password: 'field/password-common' })
}

/**
 * Changes the password of an operator who knows the current one; all other sessions end. Returns the next step of the
 * login.
 */
export async function chooseOperatorPassword(
  ctx: AppContext,
  actor: OperatorActor,
  input: { old: string; password: string; again: string },
  now: Date,
): Promise<LoginStep | null> {
  assertAcceptablePassword(input.password, input.again)
  const key = `operator again ${actor.operatorId}`
  await countTries(ctx, [[key, maxPerCaller]], now)
  const operator = await readOperator(ctx.db, actor.operatorId)
  if (!operator || !(await passwordIs(operator.password_hash, input.old))) return refuse('login/password-wrong')
  await resetRateLimit(ctx.db, key)
  if (input.password === input.old) throw new Refusal('password/same', {}, { password: 'password/same' })
  const hash = await hashPassword(input.password)
  await withTransaction(ctx.db, async (tx) => {
    if (!(await replaceOperatorPassword(tx, operator.id, operator.password_hash, hash, now))) refuse('request/busy')
    await endSessions(tx, 'operator', operator.id, actor.tokenHash, { forgetDevices: true })
    await recordOperatorEvent(tx, 'operator.password-chosen', { operatorId: operator.id, by: operator.id, at: now })
  })
  return nextStep({
    enrolled: isEnrolled(operator),
    given: isEnrolled(operator),
    passwordChosen: true,
  })
}

/** Creates a pending secret. An operator with a second factor must prove it first. */
export async function beginSecondFactor(
  ctx: AppContext,
  actor: OperatorActor,
  { present, assertion }: PresentFactor,
  origin: SessionOrigin,
  now: Date,
): Promise<{ secret: string; uri: string; qr: QrDrawing }> {
  const operator = await readOperator(ctx.db, actor.operatorId)
  if (!operator) return refuse('session/expired')
  await assertPresentFactor(ctx, operator, { present, assertion }, origin, now)
  const { sealed, secret, uri } = makeSecret(ctx, operator)
  await savePendingSecret(ctx.db, operator.id, sealed)
  return { secret, uri, qr: drawQrCode(uri) }
}

/** Enrols the pending secret with its first code. All other sessions end. The recovery codes are returned this once. */
export async function confirmSecondFactor(
  ctx: AppContext,
  actor: OperatorActor,
  code: string,
  origin: SessionOrigin,
  now: Date,
): Promise<OperatorLogin & { recoveryCodes: string[] }> {
  const operator = await readOperator(ctx.db, actor.operatorId)
  if (!operator) return refuse('session/expired')
  await countTries(ctx, [[`operator enrols ${operator.id}`, maxPerCaller]], now)
  const pending = operator.totp_pending
  const step = pending && totpStepOf(ctx, operator.id, pending, typedDigits(code), now)
  if (!pending || step === null) return refuse('login/code-wrong')
  const { codes, hashes, keyId } = makeRecoveryCodes(ctx, operator.id)
  return withTransaction(ctx.db, async (tx) => {
    if (!(await enrolSecret(tx, operator.id, pending, step))) return refuse('login/code-wrong')
    await replaceRecoveryCodes(tx, operator.id, hashes, keyId)
    await endSessions(tx, 'operator', operator.id, actor.tokenHash, { forgetDevices: true })
    await recordOperatorEvent(tx, 'operator.second-factor-enrolled', {
      operatorId: operator.id,
      by: operator.id,
      at: now,
    })
    const present = await lockOperator(tx, operator.id)
    invariant(present, 'operators: a row that was just updated exists')
    const opened = await openOperatorSession(tx, operator.id, actor.tokenHash, origin, now)
    return { ...opened, operator: present, next: nextOf(present, true), recoveryCodes: codes }
  })
}
