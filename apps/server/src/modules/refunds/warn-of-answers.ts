import { after, hours } from '../../platform/clock.ts'
import { happened } from '../../platform/events.ts'
import type { House } from '../../platform/house.ts'
import { transact } from '../../platform/postgres.ts'
import { takeDueSoon } from './store.ts'

/** So long before silence counts as agreement, the merchant is told. */
const warnedBefore = hours(12)

/** Tells each merchant once of the refund orders that wait for an answer and will soon have had it. Answers how many. */
export async function warnOfAnswers(house: House): Promise<number> {
  const now = house.clock.now()
  return transact(house.db, async (tx) => {
    const due = await takeDueSoon(tx, now, after(now, warnedBefore))
    for (const { shop_id: shopId, id } of due)
      await happened(tx, 'refund.due-soon', { shopId, at: now, data: { refundId: id } })
    return due.length
  })
}
