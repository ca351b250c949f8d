import { createHash, createPublicKey, verify } from 'node:crypto'
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppContext } from '../../../platform/app-context.ts'
import { withTransaction, type Queryable } from '../../../platform/database/postgres.ts'
import type { StatementKey } from '../../../platform/security/statement-key.ts'
import { insertRoot, lastRoot, listChangedHeads, readLeaves, readRoots, type Leaf, type Root } from './root-store.ts'

const sha256 = (...parts: (Buffer | string)[]): Buffer => {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part)
  return sum.digest()
}
const noRoot = Buffer.from([0])

/**
 * A leaf of the tree: the head of one chain. The first byte separates leaves and nodes, so one cannot pass for the
 * other.
 */
export const leafHash = ({ account_id, seq, head }: Leaf): Buffer =>
  sha256(Buffer.from([0]), `${account_id}|${seq}|${head.toString('hex')}`)
const nodeHash = (left: Buffer, right: Buffer): Buffer => sha256(Buffer.from([1]), left, right)

/** The levels of a Merkle tree from the leaves up; a node without a neighbour moves up unchanged. */
function levelsOf(leaves: readonly Buffer[]): Buffer[][] {
  const levels = [[...leaves]]
  while (levels.at(-1)!.length > 1) {
    const below = levels.at(-1)!
    const level: Buffer[] = []
    for (let i = 0; i < below.length; i += 2)
      level.push(i + 1 < below.length ? nodeHash(below[i]!, below[i + 1]!) : below[i]!)
    levels.push(level)
  }
  return levels
}

/** The root of the tree over `leaves`; one zero byte without leaves. */
export const merkleRoot = (leaves: readonly Buffer[]): Buffer =>
  leaves.length === 0 ? noRoot : levelsOf(leaves).at(-1)![0]!

/** The Merkle path of a leaf: each neighbour with its side, from the leaf up. */
export function pathOf(leaves: readonly Buffer[], position: number): { side: 'left' | 'right'; hash: Buffer }[] {
  const path: { side: 'left' | 'right'; hash: Buffer }[] = []
  let at = position
  for (const level of levelsOf(leaves).slice(0, -1)) {
    const neighbour = level[at ^ 1]
    if (neighbour) path.push({ side: at % 2 === 0 ? 'right' : 'left', hash: neighbour })
    at >>= 1
  }
  return path
}

/** The text of a root that is hashed and signed. */
const textOf = (root: Pick<Root, 'day' | 'chains' | 'merkle' | 'previous'>): string =>
  `quayside root 1\n${root.day}\n${root.chains}\n${root.merkle.toString('hex')}\n${root.previous.toString('hex')}\n`

/** A root as one line of the file outside the database. */
const lineOf = (root: Root): string =>
  JSON.stringify({
    day: root.day,
    chains: root.chains,
    merkle: root.merkle.toString('hex'),
    previous: root.previous.toString('hex'),
    hash: root.hash.toString('hex'),
    key: root.public_key,
    signature: root.signature,
  })

export const rootsFile = (dataDir: string): string => join(dataDir, 'daily-roots.jsonl')
const linesIn = async (path: string): Promise<string[]> =>
  (
    await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    })
  )
    .split('\n')
    .filter((line) => line !== '')

/**
 * Makes today's root (UTC) unless it exists, and appends every missing root to the file, also those of a crash between
 * database and file.
 * Returns whether a root was made.
 */
export async function makeDailyRoot({ db, clock, settings, statementKey, log }: AppContext): Promise<boolean> {
  const now = clock.now()
  const day = now.toISOString().slice(0, 10)
  const made = await withTransaction(db, async (tx) => {
    const last = await lastRoot(tx)
    if (last && last.day >= day) return null
    const leaves = await listChangedHeads(tx)
    const root = {
      day,
      chains: leaves.length,
      merkle: merkleRoot(leaves.map(leafHash)),
      previous: last?.hash ?? noRoot,
    }
    const text = textOf(root)
    const whole: Root = {
      ...root,
      made_at: now,
      hash: sha256(text),
      public_key: statementKey.publicKey,
      signature: statementKey.sign(text).toString('base64url'),
    }
    await insertRoot(tx, whole, leaves)
    return whole
  })
  const path = rootsFile(settings.dataDir)
  const known = new Set((await linesIn(path)).map((line) => (JSON.parse(line) as { day: string }).day))
  const missing = (await readRoots(db)).filter((root) => !known.has(root.day))
  if (missing.length > 0) {
    await mkdir(settings.dataDir, { recursive: true })
    await appendFile(path, missing.map((root) => `${lineOf(root)}\n`).join(''))
  }
  if (made) log.info({ day, root: made.hash.toString('hex'), signature: made.signature }, 'ledger: daily root made')
  return made !== null
}

/** What roots are compared with: the trusted keys, and the file outside the database. */
export type RootProof = { known: StatementKey['known']; file: string }

/** Days whose trees every check recomputes; an older tree every thirtieth day. */
const recentDays = 31

/**
 * Counts broken daily roots: wrong order or text, no signature of a trusted key, a tree that does not follow from its
 * leaves, a different or missing line in the file, and lines of the file without a root in the database.
 */
export async function brokenRoots(db: Queryable, { known, file }: RootProof, now: Date): Promise<number> {
  const lines = new Map((await linesIn(file)).map((line) => [(JSON.parse(line) as { day: string }).day, line]))
  const keys = new Map(
    known.map((key) => [key, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' })]),
  )
  let previous: Buffer = noRoot
  let broken = 0
  const roots = await readRoots(db)
  for (const root of roots) {
    const text = textOf(root)
    const key = keys.get(root.public_key)
    const age = Math.floor((now.getTime() - Date.parse(root.day)) / 86_400_000)
    const signed = key !== undefined && verify(null, Buffer.from(text), key, Buffer.from(root.signature, 'base64url'))
    const due = age <= recentDays || age % 30 === 0
    const grows = !due || merkleRoot((await readLeaves(db, root.day)).map(leafHash)).equals(root.merkle)
    if (
      !root.previous.equals(previous) ||
      !root.hash.equals(sha256(text)) ||
      !signed ||
      !grows ||
      lines.get(root.day) !== lineOf(root)
    )
      broken += 1
    previous = root.hash
  }
  const days = new Set(roots.map((root) => root.day))
  return broken + [...lines.keys()].filter((day) => !days.has(day)).length
}
