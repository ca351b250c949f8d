import { noHash } from './format.ts'
import { fromHex, toHex } from './hex.ts'
import { sha256 } from './sha256.ts'

/** One posting of an account with all that its hash covers, each value as it is hashed: amounts in cents. */
export type ChainRecord = {
  transfer: string
  line: string
  side: 'D' | 'C'
  amount: string
  seq: string
  balance: string
  hash: string
  version: number
  event: string
  ref: string
  /** Microseconds since 1970. */
  at: string
  /** Digest of the key and the actor of the booking. */
  sealed: string
}

/** A verified position of a chain: all records up to `seq` have led to `head` and `balance`. */
export type ChainPosition = { seq: string; balance: string; head: string; version: number }

export const chainStart: ChainPosition = { seq: '0', balance: '0', head: noHash, version: 1 }

/** Computes the hash of a record of an account from the hash before it. */
export async function hashOf(account: string, record: ChainRecord, before: string): Promise<string> {
  const fields = [
    record.transfer,
    record.line,
    account,
    record.side,
    record.amount,
    record.seq,
    record.balance,
    ...(record.version === 1 ? [] : [record.event, record.ref, record.at, record.sealed]),
  ]
  const text = new TextEncoder().encode((record.version === 1 ? fields : ['2', ...fields]).join('|'))
  const head = fromHex(before)
  const message = new Uint8Array(head.length + text.length)
  message.set(head)
  message.set(text, head.length)
  // Browsers have no WebCrypto over plain HTTP on a local network.
  const subtle = globalThis.crypto?.subtle
  return toHex(subtle ? new Uint8Array(await subtle.digest('SHA-256', message)) : sha256(message))
}

/**
 * Continues a verified chain of an account whose normal side is credit with its next records. Each must follow the
 * one before, have the balance that its amount leads to, and match its hash. `broken` is the position of the first
 * record that does not.
 */
export async function extendChain(
  account: string,
  from: ChainPosition,
  records: readonly ChainRecord[],
  onRecord: (position: ChainPosition) => void = () => undefined,
): Promise<{ position: ChainPosition; broken: string | null }> {
  let position = from
  for (const record of records) {
    const seq = String(BigInt(position.seq) + 1n)
    const amount = BigInt(record.amount)
    const balance = String(BigInt(position.balance) + (record.side === 'C' ? amount : -amount))
    if (
      record.seq !== seq ||
      record.balance !== balance ||
      // A chain never goes back to an older hash version.
      record.version < position.version ||
      record.hash !== (await hashOf(account, record, position.head))
    )
      return { position, broken: seq }
    position = { seq, balance, head: record.hash, version: record.version }
    onRecord(position)
  }
  return { position, broken: null }
}
