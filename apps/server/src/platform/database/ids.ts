import { randomBytes, randomInt } from 'node:crypto'

/** A time-ordered UUID (version 7): 48 bits of milliseconds, the rest random. */
export function newId(at: number = Date.now()): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(at, 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

// Without characters that people confuse when they read or copy a code.
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
/** A short code for people, `length` characters of about 4.9 random bits each. */
export const newCode = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
/** The code of a hash: the same bytes always give the same one. */
export const codeOf = (hash: Uint8Array, length: number): string =>
  [...hash.subarray(0, length)].map((byte) => alphabet[byte % alphabet.length]).join('')
