/**
 * Proves a balance on this device: fetches the records of its account, computes the chain of their hashes, and keeps
 * verified positions. The next check starts at the last of them, so it needs only what is new. A record that is shown
 * is fetched and hashed again, between two kept positions.
 */
import { chainRecords, type ResponseBody, type WalletAccount } from '@quayside/contract'
import { chainStart, extendChain, type ChainPosition } from '@quayside/contract/statement-file'
import { get, set } from 'idb-keyval'
import { call } from './call.ts'
import { hashOwner } from './offline-cache.ts'
import { proofKey } from './session-storage.ts'

export type ProofRecord = ResponseBody<typeof chainRecords>['list'][number]
export type Proof =
  | { found: 'whole'; at: number; end: ChainPosition; records: ProofRecord[] }
  /** `seq` is the first record that does not fit. */
  | { found: 'changed'; seq: string }
  /** The chain is shorter than this device has seen it. */
  | { found: 'missing' }

type Kept = { account: string; at: number; end: ChainPosition; points: ChainPosition[] }

/** A position is kept after this many records. */
const step = 200n
/** The newest records that a proof of a whole balance shows. */
const shown = 10
/** The last proof of this account on this device; null without one, and for another login. */
export async function readProof(account: WalletAccount): Promise<{ at: number; end: ChainPosition } | null> {
  const kept = await load(account)
  return kept && { at: kept.at, end: kept.end }
}

type Stored = { owner: string; accounts: Partial<Record<WalletAccount, Kept>> }

async function load(account: WalletAccount): Promise<Kept | null> {
  const [stored, owner] = await Promise.all([get<Stored>(proofKey).catch(() => undefined), hashOwner('proof')])
  return (stored && stored.owner === owner && stored.accounts[account]) || null
}

async function keep(account: WalletAccount, kept: Kept): Promise<void> {
  const owner = await hashOwner('proof')
  if (owner === null) return
  const stored = await get<Stored>(proofKey).catch(() => undefined)
  const accounts = stored?.owner === owner ? stored.accounts : {}
  await set(proofKey, { owner, accounts: { ...accounts, [account]: kept } }).catch(() => undefined)
}

/** The last of the positions at or before `seq`. */
const lastBefore = (points: readonly ChainPosition[], seq: bigint): ChainPosition =>
  points.findLast((point) => BigInt(point.seq) <= seq) ?? chainStart

/**
 * Verifies an account up to its present end, from the last kept position, or from the first record with `again`.
 * `record` is a position that must be among the returned records.
 */
export async function proveAccount(
  account: WalletAccount,
  {
    record,
    again = false,
    onProgress = () => undefined,
  }: { record?: number | undefined; again?: boolean; onProgress?: (done: number, of: number) => void } = {},
): Promise<Proof> {
  let kept = again ? null : await load(account)
  const first = await fetchAfter(
    account,
    kept ? lastBefore(kept.points, BigInt(kept.end.seq) - BigInt(shown)) : chainStart,
  )
  let piece = first
  if (piece.account === null)
    return kept ? { found: 'missing' } : { found: 'whole', at: Date.now(), end: chainStart, records: [] }
  if (kept && kept.account !== piece.account) {
    kept = null
    piece = await fetchAfter(account, chainStart)
  }
  if (kept && BigInt(piece.seq) < BigInt(kept.end.seq)) return { found: 'missing' }

  const start = kept ? lastBefore(kept.points, BigInt(kept.end.seq) - BigInt(shown)) : chainStart
  const points = (kept?.points ?? []).filter((point) => BigInt(point.seq) <= BigInt(start.seq))
  const newest: ProofRecord[] = []
  let position = start
  let differs = false
  const passed = (at: ChainPosition) => {
    if (BigInt(at.seq) % step === 0n) points.push(at)
    if (at.seq === kept?.end.seq && at.head !== kept.end.head) differs = true
  }
  for (;;) {
    const { position: next, broken } = await extendChain(piece.account!, position, piece.list, passed)
    if (broken !== null) return { found: 'changed', seq: broken }
    // This device has seen another record at this place.
    if (differs) return { found: 'changed', seq: kept!.end.seq }
    newest.push(...piece.list)
    const wanted = record === undefined ? -1 : newest.findIndex(({ seq }) => seq === String(record))
    if (wanted === -1) newest.splice(0, Math.max(0, newest.length - shown))
    // A response without records although there are more: one is missing.
    if (next.seq === position.seq && BigInt(piece.seq) > BigInt(next.seq))
      return { found: 'changed', seq: String(BigInt(next.seq) + 1n) }
    position = next
    onProgress(Number(position.seq), piece.seq)
    if (BigInt(position.seq) >= BigInt(piece.seq)) break
    piece = await fetchAfter(account, position)
  }
  // The end of the chain is what the balance is read from.
  if (piece.head !== position.head || piece.balance !== position.balance) return { found: 'changed', seq: position.seq }
  const proof: Proof = { found: 'whole', at: Date.now(), end: position, records: newest }
  await keep(account, { account: piece.account!, at: proof.at, end: position, points })
  if (record === undefined || newest.some(({ seq }) => seq === String(record))) return proof
  return proveRecord(account, proof, piece.account!, points, BigInt(record))
}

/** Verifies the piece between two kept positions that holds a record. */
async function proveRecord(
  account: WalletAccount,
  proof: Proof & { found: 'whole' },
  id: string,
  points: readonly ChainPosition[],
  record: bigint,
): Promise<Proof> {
  const from = lastBefore(points, record - 1n)
  const to = points.find((point) => BigInt(point.seq) >= record) ?? proof.end
  const { list } = await fetchAfter(account, from, Number(BigInt(to.seq) - BigInt(from.seq)))
  const { position, broken } = await extendChain(id, from, list)
  if (broken !== null) return { found: 'changed', seq: broken }
  if (position.head !== to.head) return { found: 'changed', seq: position.seq }
  return { ...proof, records: list }
}

const fetchAfter = (account: WalletAccount, from: ChainPosition, limit?: number) =>
  call(chainRecords, { account, after: Number(from.seq), ...(limit === undefined ? {} : { limit }) }, { query: true })
