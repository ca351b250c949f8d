import { emitEvent } from '../../../platform/events/events.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { findShopByCode, setFollow } from './store.ts'

/** Changes by one buyer in an hour. */
export const maxFollows = 60

/** Follows a shop, or stops following it. A repeat changes nothing. Refuses `shop/not-found`. */
export async function followShop(
  tx: Tx,
  { buyerId, code, follow }: { buyerId: string; code: string; follow: boolean },
  now: Date,
): Promise<void> {
  const shop = await findShopByCode(tx, code)
  if (!shop) return refuse('shop/not-found')
  if (await setFollow(tx, shop.id, buyerId, follow, now))
    await emitEvent(tx, 'shop.followed', { shopId: shop.id, at: now, data: { follow } }, ['figures'])
}
