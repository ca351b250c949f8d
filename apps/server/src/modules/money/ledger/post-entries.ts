import type { RawBuilder } from 'kysely'
import { newId } from '../../../platform/database/ids.ts'
import { violatesConstraint, queryOne, sql, type Tx } from '../../../platform/database/postgres.ts'
import { invariant, refuse } from '../../../platform/refusal.ts'
import { balanced, withoutZeros, type Entry } from './entry.ts'

/** A query that yields `ledger.line[]` in one column. */
type RawLines = RawBuilder<unknown>

/**
 * Books entries, all or none, in the transaction of the command. Refuses `wallet/short` when a guarded account would go
 * below zero: the database decides it under the account's row lock, never by a balance read before. Lines that no
 * template of the event allows fail at once. An entry that does not fit its business row (order, payment, …) fails at
 * commit. Returns the number of new entries.
 */
export async function postEntries(tx: Tx, ...entries: Entry[]): Promise<number> {
  const lines = linesOf(entries)
  return lines === null ? 0 : post(tx, lines)
}

/** Entries as one `ledger.line[]`, without lines of amount zero; null when no line is left. */
export function linesOf(entries: readonly Entry[]): RawLines | null {
  const lines: Record<string, unknown>[] = []
  for (const original of entries) {
    const entry = withoutZeros(original)
    if (!entry) continue
    invariant(
      balanced(entry) && entry.lines.every((line) => line.amount > 0n),
      `ledger: the lines of ${entry.event} must balance and be positive`,
    )
    // The id contains the instant and is hashed, so a statement proves the time of a booking.
    const transfer = newId(entry.at.getTime())
    entry.lines.forEach((line, index) =>
      lines.push({
        transfer,
        shop: entry.shopId,
        key: entry.key,
        event: entry.event,
        ref: entry.ref,
        actor: entry.actor,
        at: entry.at,
        line: index,
        kind: line.kind,
        owner: line.owner,
        side: line.side,
        // Cents as text: a JSON number of this size is not exact.
        amount: String(line.amount),
      }),
    )
  }
  if (lines.length === 0) return null
  return sql`select array_agg(l) from jsonb_populate_recordset(null::ledger.line, ${JSON.stringify(lines)}::jsonb) l`
}

/** Books the `ledger.line[]` that a query yields: thousands of entries at once, without a round trip of their data. */
export async function post(tx: Tx, lines: RawLines): Promise<number> {
  const row = await refuseOverdraft(queryOne(tx, sql<{ fresh: number }>`select ledger.post((${lines})) as fresh`))
  return row!.fresh
}

/** The result of a statement that books. Refuses `wallet/short` when a guarded account would go below zero. */
export async function refuseOverdraft<T>(statement: Promise<T>): Promise<T> {
  try {
    return await statement
  } catch (error) {
    if (violatesConstraint(error, 'no_overdraft')) refuse('wallet/short')
    throw error
  }
}
