/** What operators do with their factors: register and remove passkeys, remove the authenticator, sign acts. */
import type { AppContext } from '../../../../platform/app-context.ts'
import type { OperatorActor } from '../../../../platform/security/actor.ts'
import { withTransaction } from '../../../../platform/database/postgres.ts'
import { Refusal, refuse } from '../../../../platform/refusal.ts'
import { recordOperatorEvent } from './operator-events.ts'
import {
  assertPresentFactor,
  assertSecondFactor,
  findKnownDevice,
  isEnrolled,
  nextOf,
  type OperatorLogin,
  type PresentFactor,
} from './operator-login.ts'
import { openOperatorSession } from './operator-sessions.ts'
import { lockOperator, readOperator, removeSecret, replaceRecoveryCodes } from './operator-store.ts'
import { insertPasskey, listPasskeys, removePasskey } from '../confirmation/passkey-store.ts'
import {
  assertionOptions,
  loginOptions,
  readNewPasskey,
  registrationOptions,
  verifyAssertion,
  verifyLoginAssertion,
} from '../confirmation/passkeys.ts'
import { makeRecoveryCodes } from './second-factor.ts'
import { endSessions, type SessionOrigin } from '../login/sessions.ts'

/** Begins the registration of a passkey. An operator with a factor proves it first. */
export async function beginPasskey(
  ctx: AppContext,
  actor: OperatorActor,
  factor: PresentFactor,
  origin: SessionOrigin,
  now: Date,
): Promise<Record<string, unknown>> {
  const operator = await readOperator(ctx.db, actor.operatorId)
  if (!operator) return refuse('session/expired')
  await assertPresentFactor(ctx, operator, factor, origin, now)
  return registrationOptions(ctx, operator, now)
}

/**
 * Stores a new passkey. When it is the first factor, the login is complete with it, all other sessions end, and the
 * recovery codes are returned this once.
 */
export async function confirmPasskey(
  ctx: AppContext,
  actor: OperatorActor,
  { name, response }: { name: string; response: object },
  origin: SessionOrigin,
  now: Date,
): Promise<{ id: string; session: OperatorLogin | null; recoveryCodes: string[] | null }> {
  const key = await readNewPasskey(ctx, actor.operatorId, name, response, now)
  const id = key.id.toString('base64url')
  return withTransaction(ctx.db, async (tx) => {
    const before = await lockOperator(tx, actor.operatorId)
    if (!before) return refuse('session/expired')
    // A factor that was enrolled since the challenge: this session has not proved it.
    if (isEnrolled(before) && actor.next === 'enrol-second-factor') refuse('credential/expired')
    if (!(await insertPasskey(tx, key))) refuse('credential/known')
    await recordOperatorEvent(tx, 'operator.passkey-added', {
      operatorId: before.id,
      by: before.id,
      data: { passkey: id, name },
      at: now,
    })
    if (isEnrolled(before)) return { id, session: null, recoveryCodes: null }
    const { codes, hashes, keyId } = makeRecoveryCodes(ctx, before.id)
    await replaceRecoveryCodes(tx, before.id, hashes, keyId)
    await endSessions(tx, 'operator', before.id, actor.tokenHash, { forgetDevices: true })
    const opened = await openOperatorSession(tx, before.id, actor.tokenHash, origin, now)
    const operator = { ...before, has_passkey: true }
    return { id, session: { ...opened, operator, next: nextOf(operator, true) }, recoveryCodes: codes }
  })
}

/** Removes a passkey of an operator who proves a present factor. The last factor stays. */
export async function removeOwnPasskey(
  ctx: AppContext,
  actor: OperatorActor,
  { id, ...factor }: { id: string } & PresentFactor,
  origin: SessionOrigin,
  now: Date,
): Promise<void> {
  const operator = await readOperator(ctx.db, actor.operatorId)
  if (!operator) return refuse('session/expired')
  await assertPresentFactor(ctx, operator, factor, origin, now)
  await withTransaction(ctx.db, async (tx) => {
    const locked = await lockOperator(tx, actor.operatorId)
    if (!locked) return refuse('session/expired')
    if (!(await removePasskey(tx, actor.operatorId, Buffer.from(id, 'base64url'), now))) refuse('credential/unknown')
    if (!locked.totp_sealed && (await listPasskeys(tx, actor.operatorId)).length === 0) refuse('credential/last')
    await recordOperatorEvent(tx, 'operator.passkey-removed', {
      operatorId: actor.operatorId,
      by: actor.operatorId,
      data: { passkey: id },
      at: now,
    })
  })
}

/**
 * Removes the authenticator of an operator who proves a passkey. Nobody is left without a factor: the passkey that
 * answered is there, and the row is locked while it is looked for again.
 */
export async function removeOwnAuthenticator(
  ctx: AppContext,
  actor: OperatorActor,
  assertion: { id: string },
  now: Date,
): Promise<void> {
  const operator = await readOperator(ctx.db, actor.operatorId)
  if (!operator) return refuse('session/expired')
  if (!operator.totp_sealed) refuse('credential/unknown')
  if (!operator.has_passkey) refuse('credential/last')
  await verifyLoginAssertion(ctx, operator.id, assertion, now)
  await withTransaction(ctx.db, async (tx) => {
    const locked = await lockOperator(tx, actor.operatorId)
    if (!locked) return refuse('session/expired')
    if (!locked.totp_sealed) refuse('credential/unknown')
    if ((await listPasskeys(tx, actor.operatorId)).length === 0) refuse('credential/last')
    await removeSecret(tx, actor.operatorId)
    // Whoever holds the authenticator may have logged in with it.
    await endSessions(tx, 'operator', actor.operatorId, actor.tokenHash, { forgetDevices: true })
    await recordOperatorEvent(tx, 'operator.second-factor-removed', {
      operatorId: actor.operatorId,
      by: actor.operatorId,
      at: now,
    })
  })
}

/** Replaces the recovery codes of an operator who proves a present factor. The new ones are returned this once. */
export async function renewRecoveryCodes(
  ctx: AppContext,
  actor: OperatorActor,
  factor: PresentFactor,
  origin: SessionOrigin,
  now: Date,
): Promise<string[]> {
  const operator = await readOperator(ctx.db, actor.operatorId)
  if (!operator) return refuse('session/expired')
  await assertPresentFactor(ctx, operator, factor, origin, now)
  const { codes, hashes, keyId } = makeRecoveryCodes(ctx, operator.id)
  await withTransaction(ctx.db, async (tx) => {
    if (!(await lockOperator(tx, operator.id))) return refuse('session/expired')
    await replaceRecoveryCodes(tx, operator.id, hashes, keyId)
    await recordOperatorEvent(tx, 'operator.recovery-codes-made', {
      operatorId: operator.id,
      by: operator.id,
      at: now,
    })
  })
  return codes
}

/** The challenge for a passkey of this operator. */
export const ownPasskeyChallenge = (
  ctx: AppContext,
  actor: OperatorActor,
  now: Date,
): Promise<Record<string, unknown>> => loginOptions(ctx, actor.operatorId, now)

/**
 * What acts need from operators' factors: the options for a signature over a digest, and its verification. A recovery
 * code does not confirm an act. In production neither does a code of the authenticator: it proves nothing to others,
 * and who can write rows could have written it. Refuses `act/passkey-needed` then.
 */
export const actProofs = {
  async options(ctx: AppContext, operatorId: string, digest: Buffer) {
    const operator = await readOperator(ctx.db, operatorId)
    const keys = await listPasskeys(ctx.db, operatorId)
    const needsPasskey = ctx.settings.mode === 'production'
    if (needsPasskey && keys.length === 0) refuse('act/passkey-needed')
    return {
      passkey: keys.length > 0 ? await assertionOptions(ctx, digest, keys) : null,
      code: !needsPasskey && operator?.totp_sealed != null,
    }
  },
  async verify(
    ctx: AppContext,
    operatorId: string,
    digest: Buffer,
    { assertion, code }: { assertion?: { id: string } | undefined; code?: string | undefined },
    origin: SessionOrigin,
    now: Date,
  ) {
    const operator = await readOperator(ctx.db, operatorId)
    if (!operator) return refuse('session/expired')
    if (assertion) {
      const { key, ...evidence } = await verifyAssertion(ctx, ctx.db, digest, assertion, now).catch(
        (error: unknown) => {
          if (error instanceof Refusal && error.reason === 'credential/wrong') return refuse('act/signature-wrong')
          throw error
        },
      )
      if (key.operator_id !== operatorId) return refuse('act/signature-wrong')
      return { method: 'passkey' as const, passkeyId: key.id, publicKey: key.public_key, ...evidence }
    }
    if (ctx.settings.mode === 'production') return refuse('act/passkey-needed')
    if (!/^\s*(\d\s*){6}$/.test(code ?? '')) return refuse('login/code-wrong')
    await assertSecondFactor(ctx, operator, code!, await findKnownDevice(ctx, operatorId, origin), now)
    return { method: 'code' as const }
  },
}
