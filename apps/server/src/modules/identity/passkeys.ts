/** Passkeys of operators (WebAuthn level 3): registration, log-in, and signatures of acts. */
import { randomBytes } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { AppContext } from '../../platform/app-context.ts'
import { addTime, minutes } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import type { OperatorRow } from './operator-store.ts'
import {
  findPasskey,
  insertChallenge,
  listPasskeys,
  spendChallenge,
  touchPasskey,
  type NewPasskey,
  type PasskeyRow,
} from './passkey-store.ts'

/** Time to answer a challenge. */
export const challengeLifetime = minutes(5)
/** Passkeys of one operator. */
export const maxPasskeys = 10
/** EdDSA, ES256 and RS256, in the order of preference: what `modules/acts/verify-signature.ts` can verify later. */
const algorithms = [-8, -7, -257]

/** Imported when the first passkey is used: it brings parsers of certificates. */
const webAuthn = () => import('@simplewebauthn/server')

/** The console's origin, and the domain that its passkeys belong to. */
const relyingParty = ({ settings }: AppContext) => {
  const { origin, hostname } = new URL(settings.consoleUrl)
  return { origin, id: hostname }
}

const descriptors = (keys: readonly PasskeyRow[]) =>
  keys.map((key) => ({ id: key.id.toString('base64url'), transports: key.transports }))

/** The challenge of an answer; undefined when the answer is not readable. */
function challengeOf(answer: { response?: { clientDataJSON?: unknown } }): Buffer | undefined {
  try {
    const text = Buffer.from(String(answer.response?.clientDataJSON), 'base64url').toString('utf8')
    return Buffer.from((JSON.parse(text) as { challenge: string }).challenge, 'base64url')
  } catch {
    return undefined
  }
}

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
  const { generateRegistrationOptions } = await webAuthn()
  const options = await generateRegistrationOptions({
    rpName: 'Quayside',
    rpID: relyingParty(ctx).id,
    userName: operator.email,
    userDisplayName: operator.name,
    userID: new TextEncoder().encode(operator.id),
    challenge: new Uint8Array(challenge),
    timeout: challengeLifetime,
    excludeCredentials: descriptors(held),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
  return options as unknown as Record<string, unknown>
}

/** Verifies a new passkey. Spends the challenge first. Refuses `credential/expired` and `credential/wrong`. */
export async function readNewPasskey(
  ctx: AppContext,
  operatorId: string,
  name: string,
  response: object,
  now: Date,
): Promise<NewPasskey> {
  const given = response as RegistrationResponseJSON
  const challenge = challengeOf(given)
  if (!challenge || !(await spendChallenge(ctx.db, challenge, 'register', operatorId, now)))
    return refuse('credential/expired')
  const party = relyingParty(ctx)
  const { verifyRegistrationResponse } = await webAuthn()
  const result = await verifyRegistrationResponse({
    response: given,
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null)
  if (!result?.verified) return refuse('credential/wrong')
  const { credential, credentialDeviceType, credentialBackedUp, aaguid } = result.registrationInfo
  return {
    id: Buffer.from(credential.id, 'base64url'),
    operator_id: operatorId,
    name,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
    backup_eligible: credentialDeviceType === 'multiDevice',
    backed_up: credentialBackedUp,
    aaguid,
    created_at: now,
  }
}

/** Options for `navigator.credentials.get` over this challenge. Without passkeys the browser offers all it has. */
export async function assertionOptions(
  ctx: AppContext,
  challenge: Buffer,
  keys: readonly PasskeyRow[],
): Promise<Record<string, unknown>> {
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx).id,
    challenge: new Uint8Array(challenge),
    timeout: challengeLifetime,
    userVerification: 'required',
    ...(keys.length > 0 && { allowCredentials: descriptors(keys) }),
  })
  return options as unknown as Record<string, unknown>
}

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

export type VerifiedAssertion = {
  key: PasskeyRow
  authenticatorData: Buffer
  clientData: Buffer
  signature: Buffer
}

/**
 * Verifies an answer of a passkey over a challenge, with the user verified by the authenticator. A counter that does
 * not grow is a copied key and is refused. Refuses `credential/wrong`.
 */
export async function verifyAssertion(
  ctx: AppContext,
  db: Queryable,
  challenge: Buffer,
  assertion: object,
  now: Date,
): Promise<VerifiedAssertion> {
  const given = assertion as AuthenticationResponseJSON
  const key = typeof given.id === 'string' ? await findPasskey(db, Buffer.from(given.id, 'base64url')) : undefined
  if (!key) return refuse('credential/wrong')
  const party = relyingParty(ctx)
  const { verifyAuthenticationResponse } = await webAuthn()
  const result = await verifyAuthenticationResponse({
    response: given,
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: {
      id: given.id,
      publicKey: new Uint8Array(key.public_key),
      counter: Number(key.counter),
    },
    requireUserVerification: true,
  }).catch(() => null)
  if (!result?.verified) return refuse('credential/wrong')
  const { newCounter, credentialBackedUp } = result.authenticationInfo
  if (!(await touchPasskey(db, key.id, { counter: newCounter, backedUp: credentialBackedUp, at: now })))
    return refuse('credential/wrong')
  return {
    key,
    authenticatorData: Buffer.from(given.response.authenticatorData, 'base64url'),
    clientData: Buffer.from(given.response.clientDataJSON, 'base64url'),
    signature: Buffer.from(given.response.signature, 'base64url'),
  }
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
