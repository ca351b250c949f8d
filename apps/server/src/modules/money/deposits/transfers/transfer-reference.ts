/** The number that a merchant writes into a transfer before the transfer is reported. */
import { createHmac } from 'node:crypto'
import type { AppContext } from '../../../../platform/app-context.ts'
import { codeOf } from '../../../../platform/database/ids.ts'
import type { Queryable } from '../../../../platform/database/postgres.ts'
import { countReportedTransfers } from '../store.ts'

/**
 * The number of the shop's next reported transfer. It stays the same on every screen until a transfer is reported,
 * which then has it: the transfer is made first, perhaps days before.
 */
export async function nextTransferCode(ctx: AppContext, db: Queryable, shopId: string): Promise<string> {
  const reported = await countReportedTransfers(db, shopId)
  return codeOf(createHmac('sha256', ctx.keys.lookup).update(`transfer ${shopId} ${reported}`).digest(), 8)
}
