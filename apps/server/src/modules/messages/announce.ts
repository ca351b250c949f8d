import { tell } from '../../platform/events.ts'
import type { House } from '../../platform/house.ts'
import { transact } from '../../platform/postgres.ts'
import { quietFor } from './message.ts'
import { letTell, spreadAnnouncement } from './store.ts'

const shopsAtOnce = 500

/** Gives an announcement to every shop that was there when it was made. May stop anywhere and be run again. */
export async function spread(house: House, id: string): Promise<void> {
  for (;;) {
    const reached = await transact(house.db, async (tx) => {
      const shops = (await spreadAnnouncement(tx, id, shopsAtOnce)).map((row) => row.shop_id)
      if (shops.length > 0) await letTell(tx, shops, 'announcement', house.clock.now(), quietFor)
      for (const shopId of shops) await tell(tx, shopId, ['messages'])
      return shops.length
    })
    if (reached < shopsAtOnce) return
  }
}
