/**
 * The secret keys that stored data depends on. Several keys of a kind may be configured: the newest one is used for
 * what is written, the others open what was written before. Every sealed value names its key, so that a key can be
 * replaced while the servers run (`keys.ts` beside `main.ts` seals anew).
 */
import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { decrypt, encrypt } from './encryption.ts'

/** What a value is sealed for. Each purpose has a key of its own, derived from the configured key. */
const sealingPurposes = [
  'bank-file',
  'card-number',
  'destination',
  'file',
  'lookup',
  'outbox',
  'tax-number',
  'totp',
  'webhook',
] as const
export type SealingPurpose = (typeof sealingPurposes)[number]
export const isSealingPurpose = (name: string): name is SealingPurpose =>
  (sealingPurposes as readonly string[]).includes(name)

/** The newest key and the others that are still accepted, 32 bytes each. */
export type KeyRing = { newest: Buffer; others: readonly Buffer[] }

/**
 * The keys of an installation by the setting that holds the newest one. `card` is null where the master key is used.
 */
export type KeySettings = { master: KeyRing; card: KeyRing | null; pin: KeyRing }

export type Keys = {
  /**
   * Encrypts under the newest key of the purpose. `context` is authenticated, so a value cannot move to another row.
   */
  seal(purpose: SealingPurpose, content: Buffer, context: string): Buffer
  /** Throws `UnknownKey` for a key that is not configured, and for changed content or another context. */
  open(purpose: SealingPurpose, sealed: Buffer, context: string): Buffer
  /** The first eight bytes of everything that `seal` returns for the purpose now. */
  prefixOf(purpose: SealingPurpose): Buffer
  /** The ids of the newest keys. */
  newestIds: string[]
  /** The keys of payment passwords and codes, the newest first. */
  pins: readonly [Buffer, ...Buffer[]]
  /**
   * 32 bytes, for keyed hashes by which rows are found or compared. The database holds it, sealed: such a hash cannot
   * be made anew, so this key stays when the master key changes.
   */
  readonly lookup: Buffer
  /** Sets `lookup`, at start. */
  setLookup(key: Buffer): void
}

/** A value was sealed under a key that is not configured. */
export class UnknownKey extends Error {}

/** Four bytes before the id of the key. A value without them was sealed before keys had ids. */
export const sealMark = Buffer.from('QSK1')
const idLength = 4
const headLength = sealMark.length + idLength

/** The id of a key, four bytes as hexadecimal text. It says nothing of the key. */
export const keyIdOf = (key: Buffer): string => idBytesOf(key).toString('hex')
const idBytesOf = (key: Buffer): Buffer =>
  createHmac('sha256', key).update('quayside key id').digest().subarray(0, idLength)

/** The id of the key that a value was sealed under; null for a value from before keys had ids. */
export const keyIdIn = (sealed: Buffer): string | null =>
  sealed.subarray(0, sealMark.length).equals(sealMark)
    ? sealed.subarray(sealMark.length, headLength).toString('hex')
    : null

export const newLookupKey = (): Buffer => randomBytes(32)

export function openKeys({ master, card, pin }: KeySettings): Keys {
  const ringOf = (purpose: SealingPurpose): KeyRing => (purpose === 'card-number' && card) || master
  // A card number that was sealed before it had a key of its own is under the master key.
  const all = [master, ...(card ? [card] : [])].flatMap(({ newest, others }) => [newest, ...others])
  const byId = new Map(all.map((key) => [keyIdOf(key), key]))
  const derived = new Map<string, Buffer>()
  const keyFor = (key: Buffer, purpose: SealingPurpose): Buffer => {
    const name = `${keyIdOf(key)} ${purpose}`
    let found = derived.get(name)
    if (!found) {
      found = Buffer.from(hkdfSync('sha256', key, '', `quayside ${purpose}`, 32))
      derived.set(name, found)
    }
    return found
  }
  const prefixOf = (purpose: SealingPurpose): Buffer => Buffer.concat([sealMark, idBytesOf(ringOf(purpose).newest)])
  let lookup: Buffer | undefined
  return {
    seal: (purpose, content, context) =>
      Buffer.concat([prefixOf(purpose), encrypt(keyFor(ringOf(purpose).newest, purpose), content, context)]),
    open(purpose, sealed, context) {
      const id = keyIdIn(sealed)
      if (id === null) return openWithout([master.newest, ...master.others], sealed, context)
      const key = byId.get(id)
      if (!key) throw new UnknownKey(`a value was sealed under key ${id}, which is not configured`)
      return decrypt(keyFor(key, purpose), sealed.subarray(headLength), context)
    },
    prefixOf,
    newestIds: [master.newest, ...(card ? [card.newest] : []), pin.newest].map(keyIdOf),
    pins: [pin.newest, ...pin.others],
    get lookup() {
      if (!lookup) throw new Error('the lookup key is not open yet')
      return lookup
    },
    setLookup(key) {
      lookup = key
    },
  }
}

/** Opens a value from before keys had ids: it was sealed under a master key itself. */
function openWithout(keys: readonly Buffer[], sealed: Buffer, context: string): Buffer {
  let last: unknown
  for (const key of keys)
    try {
      return decrypt(key, sealed, context)
    } catch (error) {
      last = error
    }
  throw last
}
