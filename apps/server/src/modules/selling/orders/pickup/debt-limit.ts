import { accounts, formatCents } from '@quayside/contract'
import type { Queryable } from '../../../../platform/database/postgres.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { balanceOf, readDebt } from '../../../money/ledger/store.ts'

/** What a shop owes and may owe, when it owes more; null while its orders can be picked up and shipped. */
export async function debtAboveLimit(
  db: Queryable,
  shopId: string,
  now: Date,
): Promise<{ owed: string; limit: string } | null> {
  // The limit reads the sales of the shop: only a shop that owes pays for that.
  if ((await balanceOf(db, accounts.merchantDue, shopId)) === 0n) return null
  const { owed, limit } = await readDebt(db, shopId, now)
  return owed > limit ? { owed: formatCents(owed), limit: formatCents(limit) } : null
}

/** Refuses while the shop owes more than its debt limit. */
export async function requireDebtWithinLimit(db: Queryable, shopId: string, now: Date): Promise<void> {
  const above = await debtAboveLimit(db, shopId, now)
  if (above) refuse('debt/above-limit', above)
}
