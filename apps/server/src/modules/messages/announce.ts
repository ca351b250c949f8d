import { notifyClients } from '../../platform/events.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { withTransaction } from '../../platform/postgres.ts'
import { quietPeriod } from './message.ts'
import { scheduleNotifications, deliverAnnouncement } from './store.ts'

/** Shops in one transaction. */
const batchSize = 500

/** Delivers an announcement to every shop that existed when it was made. Safe to stop anywhere and to repeat. */
export async function fanOutAnnouncement(ctx: AppContext, id: string): Promise<void> {
  for (;;) {
    const delivered = await withTransaction(ctx.db, async (tx) => {
      const shops = (await deliverAnnouncement(tx, id, batchSize)).map((row) => row.shop_id)
      if (shops.length > 0) await scheduleNotifications(tx, shops, 'announcement', ctx.clock.now(), quietPeriod)
      for (const shopId of shops) await notifyClients(tx, shopId, ['messages'])
      return shops.length
    })
    if (delivered < batchSize) return
  }
}
