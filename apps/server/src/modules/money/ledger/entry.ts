/**
 * The books of the platform. An entry records one business event: its reason (`event`), its subject (`ref`), and lines
 * that move amounts between accounts (`@quayside/contract`, chart-of-accounts.ts). Debits equal credits. Entries are
 * never edited: a further entry corrects an error.
 * The ledger knows accounts, lines and reasons, but not what an order is.
 */
import type { AccountCode, LedgerEvent, PlatformLedgerEvent } from '@quayside/contract'

/** The owner of the platform's accounts. */
export const platformOwner = '00000000-0000-0000-0000-000000000000'

/** One debit (`D`) or credit (`C`). `amount` is in cents and positive. `kind` is the stored code of the account. */
export type Line = { side: 'D' | 'C'; kind: AccountCode; owner: string; amount: bigint }

export type Entry = {
  shopId: string
  /** Idempotency key, for example `order:ID:order.paid`: posting the entry twice books it once. */
  key: string
  event: LedgerEvent | PlatformLedgerEvent
  /** The id of the subject: an order, payment, deposit, withdrawal, refund or dispute. */
  ref: string
  /** The author: `merchant:ID`, `buyer:ID`, `operator:ID`, `processor:NAME`, `clock`. */
  actor: string
  at: Date
  lines: Line[]
}

export const debit = (kind: AccountCode, owner: string, amount: bigint): Line => ({ side: 'D', kind, owner, amount })
export const credit = (kind: AccountCode, owner: string, amount: bigint): Line => ({ side: 'C', kind, owner, amount })

/** The entry without lines of amount zero; null when no line is left. */
export function withoutZeros(entry: Entry): Entry | null {
  const lines = entry.lines.filter((line) => line.amount !== 0n)
  return lines.length === 0 ? null : { ...entry, lines }
}

export const balanced = (entry: Entry): boolean =>
  entry.lines.reduce((sum, line) => sum + (line.side === 'D' ? line.amount : -line.amount), 0n) === 0n
