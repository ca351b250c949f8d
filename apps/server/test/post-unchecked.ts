import { violatesConstraint, queryOne, sql, type Queryable } from '../src/platform/postgres.ts'
import { refuse } from '../src/platform/refusal.ts'
import type { Entry } from '../src/modules/ledger/entry.ts'
import { linesOf } from '../src/modules/ledger/post-entries.ts'

/**
 * Books entries as the owner of the tables, past the templates and the rows of the business, which the server's role cannot: for tests of
 * double entry itself and of what reads the books. Returns how many were new; refuses `wallet/short` as `record` does.
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
