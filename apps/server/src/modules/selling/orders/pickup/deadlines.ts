import { addTime, days } from '../../../../platform/jobs/clock.ts'
import { runStep, type DeadlineStep } from '../../../../platform/jobs/deadlines.ts'
import type { AppContext } from '../../../../platform/app-context.ts'
import { deleteOldRateLimits } from '../../../../platform/http/rate-limit.ts'
import { cancelOrder } from '../ending/cancel-order.ts'
import { stockHoldStep } from '../placing/stock-hold.ts'
import { completeOrder, receiveOrder } from '../ending/receive-order.ts'
import { hasOpenDispute, hasOpenRefund, type OrderRow } from '../order-store.ts'
import { listOverdueKeys, lockOverdue, type OverdueKind } from './overdue-store.ts'
import { deleteOldPlans } from './pickup-store.ts'
import type { Tx } from '../../../../platform/database/postgres.ts'

/** The command for a locked order at the end of each deadline. Returns false when the order stays as it is. */
const commands: Record<OverdueKind, (tx: Tx, order: OrderRow, now: Date, ctx: AppContext) => Promise<boolean>> = {
  unpaid: async (tx, order, now) => {
    await cancelOrder(tx, order, 'unpaid', { actor: 'clock', at: now })
    return true
  },
  'not-picked-up': async (tx, order, now) => {
    await cancelOrder(tx, order, 'not-picked-up', { actor: 'clock', at: now })
    return true
  },
  'not-shipped': async (tx, order, now) => {
    await cancelOrder(tx, order, 'not-shipped', { actor: 'clock', at: now })
    return true
  },
  'not-received': async (tx, order, now, ctx) => {
    // A refund or a dispute may have been opened between the query and the lock.
    if ((await hasOpenRefund(tx, order)) || (await hasOpenDispute(tx, order))) return false
    await receiveOrder(ctx, tx, order, { actor: 'clock', at: now })
    return true
  },
  unsettled: async (tx, order, now) => {
    if (await hasOpenRefund(tx, order)) return false
    await completeOrder(tx, order, { actor: 'clock', at: now })
    return true
  },
}

const stepOf = (kind: OverdueKind): DeadlineStep => {
  const name = `order.${kind}`
  return {
    name,
    due: (db, now, limit) => listOverdueKeys(db, kind, name, now, limit),
    async act(tx, rows, now, ctx) {
      const done: OrderRow[] = []
      for (const order of await lockOverdue(tx, kind, rows, now))
        if (await commands[kind](tx, order, now, ctx)) done.push(order)
      return done
    },
  }
}

/**
 * The deadlines of orders, one step for each kind. An unpaid order loses its stock and is cancelled. An order that is
 * not picked up or not shipped is refunded. A shipped order without a delivery report counts as received, unless a
 * refund or a dispute is open. A received order settles, unless a refund is open. Orders that another transaction has
 * locked are retried a minute later.
 */
export const orderSteps = [...(Object.keys(commands) as OverdueKind[]).map(stepOf), stockHoldStep]

/** Runs all steps, one after the other. Returns the number of changed orders. */
export async function runDeadlines(ctx: AppContext): Promise<number> {
  let changed = 0
  for (const step of orderSteps) changed += await runStep(ctx, step)
  return changed
}

/** Deletes expired pick-up plans and rate-limit counters. */
export async function deleteOldOrderRows(ctx: AppContext): Promise<void> {
  const now = ctx.clock.now()
  await deleteOldPlans(ctx.db, addTime(now, -days(1)))
  await deleteOldRateLimits(ctx.db, addTime(now, -days(1)))
}
