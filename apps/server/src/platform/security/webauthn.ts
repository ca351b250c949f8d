/**
 * Passkeys (WebAuthn level 3): options for a browser, and the verification of its answers. Of operators and merchants.
 */
import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { minutes } from '../jobs/clock.ts'

/** Time to answer a challenge. */
export const challengeLifetime = minutes(5)
/** Passkeys of one person. */
export const maxPasskeys = 10
/** EdDSA, ES256 and RS256, in the order of preference: what `verify-signature.ts` can verify later. */
const algorithms = [-8, -7, -257]

/** Imported when the first passkey is used: it brings parsers of certificates. */
const webAuthn = () => import('@simplewebauthn/server')

/** The origin of an app, and the host name that its passkeys belong to. */
export type RelyingParty = { origin: string; id: string }
export function relyingPartyOf(url: string): RelyingParty {
  const { origin, hostname } = new URL(url)
  return { origin, id: hostname }
}
/** A browser keeps passkeys for names, not for addresses. */
export const canHavePasskeys = ({ id }: RelyingParty): boolean => isIP(id.replace(/^\[|\]$/g, '')) === 0

/** What a stored passkey has. */
export type StoredPasskey = { id: Buffer; public_key: Buffer; counter: bigint; transports: string[] }
/** What is stored of a new passkey. */
export type VerifiedPasskey = {
  id: Buffer
  public_key: Buffer
  counter: number
  transports: string[]
  backup_eligible: boolean
  backed_up: boolean
  aaguid: string
}
/** What is stored of a signature. */
export type Evidence = { authenticatorData: Buffer; clientData: Buffer; signature: Buffer }

const descriptors = (keys: readonly StoredPasskey[]) =>
  keys.map((key) => ({ id: key.id.toString('base64url'), transports: key.transports }))

/** The challenge of an answer; undefined when the answer is not readable. */
export function challengeOf(answer: object): Buffer | undefined {
  try {
    const { response } = answer as { response: { clientDataJSON: unknown } }
    const text = Buffer.from(String(response.clientDataJSON), 'base64url').toString('utf8')
    return Buffer.from((JSON.parse(text) as { challenge: string }).challenge, 'base64url')
  } catch {
    return undefined
  }
}

/** Options for `navigator.credentials.create`. With `onDevice` only the device itself, not a security key. */
export async function registrationOptions(
  party: RelyingParty,
  challenge: Buffer,
  owner: { id: string; account: string; name: string },
  held: readonly StoredPasskey[],
  { onDevice }: { onDevice: boolean },
): Promise<Record<string, unknown>> {
  const { generateRegistrationOptions } = await webAuthn()
  const options = await generateRegistrationOptions({
    rpName: 'Quayside',
    rpID: party.id,
    userName: owner.account,
    userDisplayName: owner.name,
    userID: new TextEncoder().encode(owner.id),
    challenge: new Uint8Array(challenge),
    timeout: challengeLifetime,
    excludeCredentials: descriptors(held),
    authenticatorSelection: {
      residentKey: 'preferred',
      userVerification: 'required',
      ...(onDevice && { authenticatorAttachment: 'platform' as const }),
    },
    supportedAlgorithmIDs: algorithms,
  })
  return options as unknown as Record<string, unknown>
}

/** Verifies a new passkey; null when the answer is not accepted. */
export async function verifyRegistration(
  party: RelyingParty,
  challenge: Buffer,
  response: object,
): Promise<VerifiedPasskey | null> {
  const { verifyRegistrationResponse } = await webAuthn()
  const result = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null)
  if (!result?.verified) return null
  const { credential, credentialDeviceType, credentialBackedUp, aaguid } = result.registrationInfo
  return {
    id: Buffer.from(credential.id, 'base64url'),
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
    backup_eligible: credentialDeviceType === 'multiDevice',
    backed_up: credentialBackedUp,
    aaguid,
  }
}

/** Options for `navigator.credentials.get` over a challenge. Without passkeys the browser offers all it has. */
export async function assertionOptions(
  party: RelyingParty,
  challenge: Buffer,
  keys: readonly StoredPasskey[],
): Promise<Record<string, unknown>> {
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: new Uint8Array(challenge),
    timeout: challengeLifetime,
    userVerification: 'required',
    ...(keys.length > 0 && { allowCredentials: descriptors(keys) }),
  })
  return options as unknown as Record<string, unknown>
}

/** The id of the passkey that an answer names. */
export const passkeyIdOf = (assertion: object): Buffer | undefined =>
  'id' in assertion && typeof assertion.id === 'string' ? Buffer.from(assertion.id, 'base64url') : undefined

/**
 * Verifies an answer of a passkey over a challenge, with the user verified by the authenticator; null when it is not
 * accepted. A counter that does not grow is a copied key; the caller stores the new one with a condition.
 */
export async function verifyAssertion(
  party: RelyingParty,
  key: StoredPasskey,
  challenge: Buffer,
  assertion: object,
): Promise<{ counter: number; backedUp: boolean; evidence: Evidence } | null> {
  const given = assertion as AuthenticationResponseJSON
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
  if (!result?.verified) return null
  const { newCounter, credentialBackedUp } = result.authenticationInfo
  return {
    counter: newCounter,
    backedUp: credentialBackedUp,
    evidence: {
      authenticatorData: Buffer.from(given.response.authenticatorData, 'base64url'),
      clientData: Buffer.from(given.response.clientDataJSON, 'base64url'),
      signature: Buffer.from(given.response.signature, 'base64url'),
    },
  }
}
