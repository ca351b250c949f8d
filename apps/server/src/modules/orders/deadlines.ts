import { after, days } from '../../platform/clock.ts'
import type { House } from '../../platform/house.ts'
import { transact } from '../../platform/postgres.ts'
import { forgetAttempts } from '../../platform/throttle.ts'
import { cancelOrder } from './cancel-order.ts'
import { receiveWithin } from './order.ts'
import { completeOrder, receiveOrder } from './receive-order.ts'
import { deleteOldPlans, hasOpenRefund, overdue } from './store.ts'

const kinds = ['unpaid', 'not-picked-up', 'not-received', 'unsettled'] as const

/**
 * Does what time alone does to orders: unpaid ones end, those not picked up are refunded, shipped ones without news count as
 * received, received ones settle; but not while a refund is open. Rows that somebody works on are skipped and met again a minute later. Answers how many moved.
 */
export async function runDeadlines(house: House): Promise<number> {
  const now = house.clock.now()
  let moved = 0
  for (const kind of kinds) {
    for (let round = 0; round < 50; round += 1) {
      const n = await transact(house.db, async (tx) => {
        const orders = await overdue(tx, kind, now, after(now, -receiveWithin))
        for (const order of orders) {
          if (kind === 'unpaid' || kind === 'not-picked-up') await cancelOrder(tx, order, kind, 'clock', now)
          // Asked for between finding the order and locking it.
          else if (await hasOpenRefund(tx, order)) continue
          else if (kind === 'not-received') await receiveOrder(tx, order, 'clock', 'clock', now)
          else await completeOrder(tx, order, 'clock', 'clock', now)
        }
        return orders.length
      })
      moved += n
      if (n < 200) break
    }
  }
  await deleteOldPlans(house.db, after(now, -days(1)))
  await forgetAttempts(house.db, after(now, -days(1)))
  return moved
}
