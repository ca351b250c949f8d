import { addTime, days } from '../../platform/clock.ts'
import { runStep, type DeadlineStep } from '../../platform/deadlines.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { deleteOldRateLimits } from '../../platform/rate-limit.ts'
import { cancelOrder } from './cancel-order.ts'
import { stockHoldStep } from './stock-hold.ts'
import { completeOrder, receiveOrder } from './receive-order.ts'
import {
  deleteOldPlans,
  hasOpenDispute,
  hasOpenRefund,
  overdueKeys,
  lockOverdue,
  type OrderRow,
  type OverdueKind,
} from './store.ts'
import type { Tx } from '../../platform/postgres.ts'

/** What the end of each time limit does to an order whose row is locked. False when nothing was to be done after all. */
const acts: Record<OverdueKind, (tx: Tx, order: OrderRow, now: Date) => Promise<boolean>> = {
  unpaid: async (tx, order, now) => {
    await cancelOrder(tx, order, 'unpaid', 'clock', now)
    return true
  },
  'not-picked-up': async (tx, order, now) => {
    await cancelOrder(tx, order, 'not-picked-up', 'clock', now)
    return true
  },
  'not-shipped': async (tx, order, now) => {
    await cancelOrder(tx, order, 'not-shipped', 'clock', now)
    return true
  },
  'not-received': async (tx, order, now) => {
    // Asked for between finding the order and locking it.
    if ((await hasOpenRefund(tx, order)) || (await hasOpenDispute(tx, order))) return false
    await receiveOrder(tx, order, 'clock', 'clock', now)
    return true
  },
  unsettled: async (tx, order, now) => {
    if (await hasOpenRefund(tx, order)) return false
    await completeOrder(tx, order, 'clock', 'clock', now)
    return true
  },
}

const stepOf = (kind: OverdueKind): DeadlineStep => {
  const name = `order.${kind}`
  return {
    name,
    due: (on, now, most) => overdueKeys(on, kind, name, now, most),
    async act(tx, rows, now) {
      const done: OrderRow[] = []
      for (const order of await lockOverdue(tx, kind, rows, now)) if (await acts[kind](tx, order, now)) done.push(order)
      return done
    },
  }
}

/**
 * Does what time alone does to orders, each kind a step of its own: unpaid ones lose their hold and end, those not picked up or not shipped are refunded,
 * shipped ones without news count as received, received ones settle; but not while a refund is open, nor without news while a dispute is. Rows that somebody works on are met again a minute later.
 */
export const orderSteps = [...(Object.keys(acts) as OverdueKind[]).map(stepOf), stockHoldStep]

/** All steps, one after the other. Answers how many orders moved. */
export async function runDeadlines(ctx: AppContext): Promise<number> {
  let moved = 0
  for (const step of orderSteps) moved += await runStep(ctx, step)
  return moved
}

/** Deletes what nobody can use any more: pick-up plans and counts of attempts. */
export async function deleteOldOrderRows(ctx: AppContext): Promise<void> {
  const now = ctx.clock.now()
  await deleteOldPlans(ctx.db, addTime(now, -days(1)))
  await deleteOldRateLimits(ctx.db, addTime(now, -days(1)))
}
