import { happened } from '../../platform/events.ts'
import type { House } from '../../platform/house.ts'
import { transact } from '../../platform/postgres.ts'
import { takeOverdue } from './store.ts'

/** Tells each merchant once of a withdrawal whose promise is over. Answers how many. */
export async function tellOverdue(house: House): Promise<number> {
  const now = house.clock.now()
  return transact(house.db, async (tx) => {
    const late = await takeOverdue(tx, now)
    for (const { shop_id: shopId, id } of late)
      await happened(tx, 'withdrawal.overdue', { shopId, at: now, data: { withdrawalId: id } })
    return late.length
  })
}
