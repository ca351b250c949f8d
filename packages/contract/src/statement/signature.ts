import { signedText } from './format.ts'
import { toHex } from './hex.ts'
import { sha256 } from './sha256.ts'
import type { Signed } from './verdict.ts'

/** The fingerprint of a key for people: the first 32 characters of its SHA-256, in groups of four. */
export const fingerprintOf = (publicKey: string): string =>
  toHex(sha256(fromBase64Url(publicKey)))
    .slice(0, 32)
    .replace(/(.{4})(?=.)/g, '$1 ')

function fromBase64Url(text: string): Uint8Array {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (char) => char.codePointAt(0)!)
}

/** Checks `ed25519.KEY.SIGNATURE` against a digest. Null for a wrong signature. */
export async function findSigner(
  signature: string,
  digest: string,
  known: readonly string[],
): Promise<Exclude<Signed, { by: 'nobody' }> | null> {
  const parts = /^ed25519\.([\w-]{43})\.([\w-]{86})$/.exec(signature)
  if (!parts) return null
  const key = parts[1]!
  let publicKey: CryptoKey
  const subtle = globalThis.crypto?.subtle
  try {
    publicKey = await subtle.importKey('raw', fromBase64Url(key) as Uint8Array<ArrayBuffer>, 'Ed25519', false, [
      'verify',
    ])
  } catch {
    // WebCrypto is missing over plain HTTP, and Ed25519 in older browsers.
    return { by: 'unchecked', key }
  }
  const genuine = await subtle.verify(
    'Ed25519',
    publicKey,
    fromBase64Url(parts[2]!) as Uint8Array<ArrayBuffer>,
    new TextEncoder().encode(signedText(digest)),
  )
  return genuine ? { by: known.includes(key) ? 'known' : 'unknown', key } : null
}
