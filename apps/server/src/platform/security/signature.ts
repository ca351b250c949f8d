/**
 * Signatures of calls between programs, in the header `quayside-signature: t=…,v1=…`. `t` is the time in seconds.
 * `v1` is an HMAC-SHA-256 in hexadecimal digits, with a shared secret as key, over `t`, a full stop and the raw body.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Seconds that a signature may be older or newer than the clock, against a later replay of a recorded call. */
const tolerance = 300

/** Whether a call was signed within the tolerance. `at` in seconds. */
export const isFresh = (at: number, now: Date): boolean => Math.abs(now.getTime() / 1000 - at) <= tolerance

const macOf = (secret: string, at: string, body: Buffer | string): Buffer =>
  createHmac('sha256', secret).update(`${at}.`).update(body).digest()

/** The header for a body. `at` in seconds. */
export const signCall = (secret: string, body: string, at = Math.floor(Date.now() / 1000)): string =>
  `t=${at},v1=${macOf(secret, String(at), body).toString('hex')}`

/** The time and the bytes of a valid signature; null for a missing, wrong or expired one. */
export function verifySignature(
  secret: string,
  header: string | string[] | undefined,
  rawBody: Buffer,
  now: Date,
): { signedAt: Date; signature: Buffer } | null {
  const [, at, hex] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(String(header ?? '')) ?? []
  if (!at || !hex) return null
  const signature = Buffer.from(hex, 'hex')
  return timingSafeEqual(macOf(secret, at, rawBody), signature) && isFresh(Number(at), now)
    ? { signedAt: new Date(Number(at) * 1000), signature }
    : null
}
