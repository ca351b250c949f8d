/**
 * Signatures of calls between programs: the header `quayside-signature` holds `t=…,v1=…`, the time in seconds and
 * the HMAC-SHA-256, in hexadecimal
 * digits, of that time, a full stop and the raw body, under a secret that both sides know.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Seconds that a signature may be older or newer than the clock: a recorded call cannot be sent again later. */
const tolerance = 300

const macOf = (secret: string, at: string, body: Buffer | string): Buffer =>
  createHmac('sha256', secret).update(`${at}.`).update(body).digest()

/** The header for a body. `at` in seconds. */
export const signCall = (secret: string, body: string, at = Math.floor(Date.now() / 1000)): string =>
  `t=${at},v1=${macOf(secret, String(at), body).toString('hex')}`

/** When a call was signed and by what; null for a signature that is missing, wrong or out of time. */
export function verifySignature(
  secret: string,
  header: string | string[] | undefined,
  rawBody: Buffer,
  now: Date,
): { signedAt: Date; signature: Buffer } | null {
  const [, at, hex] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(String(header ?? '')) ?? []
  if (!at || !hex) return null
  const signature = Buffer.from(hex, 'hex')
  const fresh = Math.abs(now.getTime() / 1000 - Number(at)) <= tolerance
  return timingSafeEqual(macOf(secret, at, rawBody), signature) && fresh
    ? { signedAt: new Date(Number(at) * 1000), signature }
    : null
}
