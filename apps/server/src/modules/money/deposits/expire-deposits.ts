import { byShop } from '../../../platform/database/by-shop.ts'
import { notifyClients } from '../../../platform/events/events.ts'
import type { Database } from '../../../platform/database/postgres.ts'
import { expireUnpaid, listUnpaidShops } from './store.ts'

/** Expires unpaid card checkouts and PIX codes, and notifies open screens. Returns their number. */
export async function expireDeposits(db: Database, now: Date): Promise<number> {
  const expired = await byShop(db, await listUnpaidShops(db, now), async (tx, shopId) => {
    const ended = await expireUnpaid(tx, shopId, now)
    if (ended.length > 0) await notifyClients(tx, shopId, ['wallet'])
    return ended
  })
  return expired.length
}
