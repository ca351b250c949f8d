import { notifyClients } from '../../platform/events.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { withTransaction } from '../../platform/postgres.ts'
import { quietPeriod } from './message.ts'
import { releaseNotifications, spreadAnnouncement } from './store.ts'

const shopsAtOnce = 500

/** Gives an announcement to every shop that was there when it was made. May stop anywhere and be run again. */
export async function fanOutAnnouncement(ctx: AppContext, id: string): Promise<void> {
  for (;;) {
    const reached = await withTransaction(ctx.db, async (tx) => {
      const shops = (await spreadAnnouncement(tx, id, shopsAtOnce)).map((row) => row.shop_id)
      if (shops.length > 0) await releaseNotifications(tx, shops, 'announcement', ctx.clock.now(), quietPeriod)
      for (const shopId of shops) await notifyClients(tx, shopId, ['messages'])
      return shops.length
    })
    if (reached < shopsAtOnce) return
  }
}
