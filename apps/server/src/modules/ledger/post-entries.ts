import { newId } from '../../platform/ids.ts'
import { violatesConstraint, queryOne, sql, type RawLines, type Tx } from '../../platform/postgres.ts'
import { invariant, refuse } from '../../platform/refusal.ts'
import { balanced, withoutZeros, type Entry } from './entry.ts'

/**
 * Books entries, all or none, in the transaction of the act. Refuses `wallet/short` when a guarded account would go below
 * zero; the database decides that under the account's row lock, never a balance read before. Lines that no template of
 * the event allows are an error at once, and an entry that does not fit its row of the business (the order, the payment, …)
 * is an error at commit. Returns how many were new.
 */
export async function postEntries(tx: Tx, ...entries: Entry[]): Promise<number> {
  const lines = linesOf(entries)
  return lines === null ? 0 : post(tx, lines)
}

/** Entries as one `ledger.line[]`, without lines that would move nothing; null when no line is left. */
export function linesOf(entries: readonly Entry[]): RawLines | null {
  const lines: Record<string, unknown>[] = []
  for (const given of entries) {
    const entry = withoutZeros(given)
    if (!entry) continue
    invariant(
      balanced(entry) && entry.lines.every((line) => line.amount > 0n),
      `${entry.event} is balanced and positive`,
    )
    // The id carries the moment and is part of the hash: so a statement can prove when something was booked.
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
        // Cents as text: JSON has no exact number of this size.
        amount: String(line.amount),
      }),
    )
  }
  if (lines.length === 0) return null
  return sql`select array_agg(l) from jsonb_populate_recordset(null::ledger.line, ${JSON.stringify(lines)}::jsonb) l`
}

/** Books what a query yields as one `ledger.line[]`: for thousands of entries at once, without sending them to and fro. */
export async function post(tx: Tx, lines: RawLines): Promise<number> {
  try {
    const row = await queryOne(tx, sql<{ fresh: number }>`select ledger.post((${lines})) as fresh`)
    return row!.fresh
  } catch (error) {
    if (violatesConstraint(error, 'no_overdraft')) refuse('wallet/short')
    throw error
  }
}
