import type { AppContext } from '../platform/app-context.ts'
import { queryOne, sql } from '../platform/database/postgres.ts'
import type { PayoutBank } from '../modules/money/withdrawals/rails/payout-rail.ts'

/** Milliseconds until a payment is paid. */
const processingTime = 4000

/**
 * A bank for demo mode and tests, with its own table of payments. It pays each id once, even after repeated calls.
 * An account that ends in 0002 does not exist. It moves no real money and is not available in production.
 */
export const testBank = (ctx: AppContext): PayoutBank => ({
  async pay({ id, amount, account }) {
    // Commits on its own, like a real bank: a later crash of this server does not undo the payment.
    await sql`insert into test_payout (id, amount, state, paid_at)
      values (${id}, ${amount}, ${account.endsWith('0002') ? 'failed' : 'taken'}, ${new Date(ctx.clock.now().getTime() + processingTime)})
      on conflict (id) do update set attempts = test_payout.attempts + 1`.execute(ctx.db)
  },
  async lookup(id) {
    const row = await queryOne(
      ctx.db,
      sql<{
        state: 'taken' | 'paid' | 'failed'
        paid_at: Date
      }>`select state, paid_at from test_payout where id = ${id}`,
    )
    if (!row) return { state: 'unknown' }
    if (row.state === 'taken' && row.paid_at > ctx.clock.now()) return { state: 'taken' }
    if (row.state === 'failed') return { state: 'failed' }
    return { state: 'paid', reference: `TB-${id.slice(-12).toUpperCase()}` }
  },
})
