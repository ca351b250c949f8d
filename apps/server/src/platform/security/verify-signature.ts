/**
 * Verifies a stored signature from its row alone, with `node:crypto` and nothing else: the public key in it
 * signed the authenticator's data and the client's data, and the client's data names the digest of the document.
 */
import { createPublicKey, hash, verify, type KeyObject } from 'node:crypto'

/** What a passkey signs of a document: its SHA-256 is the challenge. */
export const digestOf = (document: string): Buffer => hash('sha256', document, 'buffer')

export type StoredSignature = {
  public_key: Buffer
  authenticator_data: Buffer
  client_data: Buffer
  signature: Buffer
}

type CborValue = number | Buffer | string | Map<CborValue, CborValue>

/** Reads the few kinds of CBOR that a COSE key consists of. */
function readCbor(bytes: Buffer, start: number): { value: CborValue; end: number } {
  const first = bytes.readUInt8(start)
  const [major, short] = [first >> 5, first & 31]
  const size = short < 24 ? 0 : 2 ** (short - 24)
  if (size > 4) throw new Error('COSE key: a number is too long')
  const count = size === 0 ? short : bytes.readUIntBE(start + 1, size)
  let end = start + 1 + size
  if (major === 0) return { value: count, end }
  if (major === 1) return { value: -1 - count, end }
  if (major === 2) return { value: bytes.subarray(end, end + count), end: end + count }
  if (major === 3) return { value: bytes.toString('utf8', end, end + count), end: end + count }
  if (major !== 5) throw new Error('COSE key: unexpected data')
  const map = new Map<CborValue, CborValue>()
  for (let i = 0; i < count; i += 1) {
    const name = readCbor(bytes, end)
    const item = readCbor(bytes, name.end)
    map.set(name.value, item.value)
    end = item.end
  }
  return { value: map, end }
}

const curves: Record<number, { kty: string; crv: string }> = {
  1: { kty: 'EC', crv: 'P-256' },
  6: { kty: 'OKP', crv: 'Ed25519' },
}

/** A COSE key of ES256, EdDSA or RS256. */
function keyOf(cose: Buffer): { key: KeyObject; algorithm: number } {
  const { value: map } = readCbor(cose, 0)
  if (!(map instanceof Map)) throw new Error('COSE key: no map')
  const algorithm = Number(map.get(3))
  const text = (name: number) => {
    const item = map.get(name)
    if (!Buffer.isBuffer(item)) throw new Error(`COSE key: no ${name}`)
    return item.toString('base64url')
  }
  const jwk =
    algorithm === -257
      ? { kty: 'RSA', n: text(-1), e: text(-2) }
      : { ...curves[Number(map.get(-1))], x: text(-2), ...(algorithm === -7 && { y: text(-3) }) }
  return { key: createPublicKey({ key: jwk, format: 'jwk' }), algorithm }
}

/** Whether the row is a signature of exactly this document, made with the user verified by the authenticator. */
export function verifiesDocument(document: string, row: StoredSignature): boolean {
  try {
    const said = JSON.parse(row.client_data.toString('utf8')) as { type?: unknown; challenge?: unknown }
    if (said.type !== 'webauthn.get' || said.challenge !== digestOf(document).toString('base64url')) return false
    // Bits of the flags: 1 the user was present, 4 the user was verified.
    if ((row.authenticator_data.readUInt8(32) & 5) !== 5) return false
    const signed = Buffer.concat([row.authenticator_data, hash('sha256', row.client_data, 'buffer')])
    const { key, algorithm } = keyOf(row.public_key)
    return verify(algorithm === -8 ? null : 'sha256', signed, key, row.signature)
  } catch {
    return false
  }
}
