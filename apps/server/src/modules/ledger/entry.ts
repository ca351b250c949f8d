/**
 * The books of the platform. An entry is one happening with its reason (`event`) and its subject (`ref`); its lines move
 * amounts between accounts, debits equal to credits. Nothing is ever edited: what was wrong is put right by a further entry.
 * The ledger knows accounts, lines and reasons; what an order is, it does not know.
 */
import type { AccountCode, LedgerEvent } from '@quayside/contract'

/** Accounts without an owner belong to the platform. */
export const platformOwner = '00000000-0000-0000-0000-000000000000'

export type Line = { side: 'D' | 'C'; kind: AccountCode; owner: string; amount: bigint }

export type Entry = {
  shopId: string
  /** Names the happening for ever, for example `order:ID:paid`; posting it twice books it once. */
  key: string
  event: LedgerEvent
  /** The order, payment, deposit or withdrawal that this is about. */
  ref: string
  /** Who caused it: `merchant:ID`, `buyer:ID`, `operator:ID`, `processor:NAME`, `clock`. */
  actor: string
  at: Date
  lines: Line[]
}

export const debit = (kind: AccountCode, owner: string, amount: bigint): Line => ({ side: 'D', kind, owner, amount })
export const credit = (kind: AccountCode, owner: string, amount: bigint): Line => ({ side: 'C', kind, owner, amount })

/** Without the lines that would move nothing; null when nothing is left to book. */
export function withoutZeros(entry: Entry): Entry | null {
  const lines = entry.lines.filter((line) => line.amount !== 0n)
  return lines.length === 0 ? null : { ...entry, lines }
}

export const balanced = (entry: Entry): boolean =>
  entry.lines.reduce((sum, line) => sum + (line.side === 'D' ? line.amount : -line.amount), 0n) === 0n
