import { formatCents } from '@quayside/contract'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Queryable } from '../../../../platform/database/postgres.ts'
import { awaitsPayment } from '../deposit.ts'
import { listPixDeposits } from '../store.ts'

/**
 * What to pay for each PIX recharge of a shop among the given ones, by id; the key while it waits for its payment. No
 * ids, no query.
 */
export async function presentPixDeposits(ctx: AppContext, db: Queryable, shopId: string, ids: readonly string[]) {
  const { pix } = ctx.settings.money
  const rows = ids.length > 0 ? await listPixDeposits(db, shopId, ids) : []
  return new Map(
    rows.map((row) => [
      row.id,
      {
        amount: formatCents(row.amount),
        brl: formatCents(row.expected),
        payee: pix && awaitsPayment(row) ? { holder: pix.name, key: pix.key } : null,
      },
    ]),
  )
}
