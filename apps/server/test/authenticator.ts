/** An authenticator in software: real ES256 keys, real attestation objects and assertions, on node:crypto. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const text = (bytes: Buffer): string => bytes.toString('base64url')

type Cbor = number | string | Buffer | Map<number | string, Cbor>
const head = (major: number, n: number): Buffer =>
  n < 24
    ? Buffer.from([(major << 5) | n])
    : n < 256
      ? Buffer.from([(major << 5) | 24, n])
      : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([name, item]) => [cbor(name), cbor(item)])])
}

const flag = { present: 1, verified: 4, backupEligible: 8, backedUp: 16, attested: 64 }

type Credential = { id: string; rawId: string; type: string; response: Record<string, unknown> }
type Options = { challenge?: unknown; rpId?: unknown; rp?: unknown }

export class Authenticator {
  readonly id = randomBytes(32)
  /** Signatures so far. An authenticator with `counts` false always says 0, as synced passkeys do. */
  counter = 0
  /** Whether it verifies its user, by a finger or a PIN. */
  verifiesUser = true
  #origin: string
  readonly #counts: boolean
  readonly #key: KeyObject
  readonly #cose: Buffer

  constructor(origin: string, { counts = true } = {}) {
    this.#origin = origin
    this.#counts = counts
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#key = privateKey
    const { x, y } = publicKey.export({ format: 'jwk' })
    this.#cose = cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x!, 'base64url')],
        [-3, Buffer.from(y!, 'base64url')],
      ]),
    )
  }

  /** The same authenticator, whose browser shows another site from now on. */
  at(origin: string): this {
    this.#origin = origin
    return this
  }

  get publicKey(): Buffer {
    return this.#cose
  }

  /** The private key as PKCS #8, for the virtual authenticator of a browser. */
  get privateKey(): Buffer {
    return this.#key.export({ format: 'der', type: 'pkcs8' })
  }

  #data(rpId: string, extra: number, tail: Buffer): Buffer {
    if (this.#counts) this.counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(this.counter)
    const flags = flag.present | (this.verifiesUser ? flag.verified : 0) | extra
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, tail])
  }

  #client(type: string, challenge: unknown): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }))
  }

  /** Answers `navigator.credentials.create`. */
  create(options: Options): Credential {
    const rpId = (options.rp as { id: string }).id
    const length = Buffer.from([0, this.id.length])
    const data = this.#data(
      rpId,
      flag.attested | flag.backupEligible,
      Buffer.concat([Buffer.alloc(16), length, this.id, this.#cose]),
    )
    const attestation = cbor(
      new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data],
      ]),
    )
    return {
      id: text(this.id),
      rawId: text(this.id),
      type: 'public-key',
      response: {
        clientDataJSON: text(this.#client('webauthn.create', options.challenge)),
        attestationObject: text(attestation),
        transports: ['internal'],
      },
      clientExtensionResults: {},
    } as Credential
  }

  /** Answers `navigator.credentials.get`. */
  get(options: Options): Credential {
    const data = this.#data(String(options.rpId), flag.backupEligible, Buffer.alloc(0))
    const client = this.#client('webauthn.get', options.challenge)
    return {
      id: text(this.id),
      rawId: text(this.id),
      type: 'public-key',
      response: {
        clientDataJSON: text(client),
        authenticatorData: text(data),
        signature: text(sign('sha256', Buffer.concat([data, sha256(client)]), this.#key)),
      },
      clientExtensionResults: {},
    } as Credential
  }
}
