import { violatesConstraint, queryOne, sql, type Queryable } from '../src/platform/database/postgres.ts'
import { refuse } from '../src/platform/refusal.ts'
import type { Entry } from '../src/modules/money/ledger/entry.ts'
import { linesOf } from '../src/modules/money/ledger/post-entries.ts'

/**
 * Books entries as the owner of the tables, without templates and business rows. The server's role cannot do this.
 * For tests of double entry and of readers of the books. Returns the number of new entries; refuses `wallet/short` as
 * `record` does.
 */
export async function postUnchecked(owner: Queryable, ...entries: Entry[]): Promise<number> {
  const lines = linesOf(entries)
  if (lines === null) return 0
  try {
    return (await queryOne(owner, sql<{ fresh: number }>`select cardinality(ledger.book((${lines}))) as fresh`))!.fresh
  } catch (error) {
    if (violatesConstraint(error, 'no_overdraft')) refuse('wallet/short')
    throw error
  }
}
