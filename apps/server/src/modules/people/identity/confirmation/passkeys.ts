/** Passkeys of operators: registration, log-in, and signatures of acts. */
import { randomBytes } from 'node:crypto'
import type { AppContext } from '../../../../platform/app-context.ts'
import { addTime } from '../../../../platform/jobs/clock.ts'
import type { Queryable } from '../../../../platform/database/postgres.ts'
import { refuse } from '../../../../platform/refusal.ts'
import * as webauthn from '../../../../platform/security/webauthn.ts'
import {
  challengeLifetime,
  challengeOf,
  maxPasskeys,
  passkeyIdOf,
  relyingPartyOf,
} from '../../../../platform/security/webauthn.ts'
import type { OperatorRow } from '../operators/operator-store.ts'
import {
  findPasskey,
  insertChallenge,
  listPasskeys,
  spendChallenge,
  touchPasskey,
  type NewPasskey,
  type PasskeyRow,
} from './passkey-store.ts'

/** Passkeys of operators belong to the console's host name. */
const party = ({ settings }: AppContext) => relyingPartyOf(settings.consoleUrl)

/** Options for `navigator.credentials.create`. */
export async function registrationOptions(
  ctx: AppContext,
  operator: OperatorRow,
  now: Date,
): Promise<Record<string, unknown>> {
  const held = await listPasskeys(ctx.db, operator.id)
  if (held.length >= maxPasskeys) refuse('credential/too-many')
  const challenge = randomBytes(32)
  await insertChallenge(ctx.db, {
    challenge,
    purpose: 'register',
    operatorId: operator.id,
    expiresAt: addTime(now, challengeLifetime),
  })
  const owner = { id: operator.id, account: operator.email, name: operator.name }
  return webauthn.registrationOptions(party(ctx), challenge, owner, held, { onDevice: false })
}

/** Verifies a new passkey. Spends the challenge first. Refuses `credential/expired` and `credential/wrong`. */
export async function readNewPasskey(
  ctx: AppContext,
  operatorId: string,
  name: string,
  response: object,
  now: Date,
): Promise<NewPasskey> {
  const challenge = challengeOf(response)
  if (!challenge || !(await spendChallenge(ctx.db, challenge, 'register', operatorId, now)))
    return refuse('credential/expired')
  const key = await webauthn.verifyRegistration(party(ctx), challenge, response)
  return key ? { ...key, operator_id: operatorId, name, created_at: now } : refuse('credential/wrong')
}

/** Options for `navigator.credentials.get` over this challenge. Without passkeys the browser offers all it has. */
export const assertionOptions = (
  ctx: AppContext,
  challenge: Buffer,
  keys: readonly PasskeyRow[],
): Promise<Record<string, unknown>> => webauthn.assertionOptions(party(ctx), challenge, keys)

/** Options for a log-in. `operatorId` is null for a log-in by passkey alone. */
export async function loginOptions(
  ctx: AppContext,
  operatorId: string | null,
  now: Date,
): Promise<Record<string, unknown>> {
  const challenge = randomBytes(32)
  await insertChallenge(ctx.db, {
    challenge,
    purpose: 'login',
    operatorId,
    expiresAt: addTime(now, challengeLifetime),
  })
  return assertionOptions(ctx, challenge, operatorId === null ? [] : await listPasskeys(ctx.db, operatorId))
}

/** Verifies an answer of a passkey over a challenge, and stores its counter. Refuses `credential/wrong`. */
export async function verifyAssertion(
  ctx: AppContext,
  db: Queryable,
  challenge: Buffer,
  assertion: object,
  now: Date,
): Promise<{ key: PasskeyRow } & webauthn.Evidence> {
  const id = passkeyIdOf(assertion)
  const key = id && (await findPasskey(db, id))
  const verified = key && (await webauthn.verifyAssertion(party(ctx), key, challenge, assertion))
  if (!verified) return refuse('credential/wrong')
  const { counter, backedUp, evidence } = verified
  if (!(await touchPasskey(db, key.id, { counter, backedUp, at: now }))) return refuse('credential/wrong')
  return { key, ...evidence }
}

/**
 * Verifies the answer to a challenge of a log-in and returns the id of the passkey's operator. `operatorId` is the
 * operator that the challenge was given to, or null for a log-in by passkey alone.
 */
export async function verifyLoginAssertion(
  ctx: AppContext,
  operatorId: string | null,
  assertion: object,
  now: Date,
): Promise<string> {
  const challenge = challengeOf(assertion)
  if (!challenge || !(await spendChallenge(ctx.db, challenge, 'login', operatorId, now)))
    return refuse('credential/expired')
  const { key } = await verifyAssertion(ctx, ctx.db, challenge, assertion, now)
  if (operatorId !== null && key.operator_id !== operatorId) return refuse('credential/wrong')
  return key.operator_id
}
