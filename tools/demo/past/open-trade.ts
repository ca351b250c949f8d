/** Opens the trade of a demo's past on its server. */
import { browseShop, me } from '@quayside/contract'
import type { OpenShop } from '../seed.ts'
import { buyersActs } from './buyers.ts'
import { deskActs } from './desk.ts'
import { merchantsActs } from './merchants.ts'
import { streetLane } from './agenda.ts'
import { isOfStreet, laneOf, type Actors, type Acts, type Task, type Trade, type TradingShop } from './trade.ts'

/** Opens a trade between these shops, and returns it with the function that runs a task. */
export async function openTrade(
  given: Pick<Trade, 'server' | 'line' | 'clock' | 'agenda' | 'known' | 'carriers' | 'state'> & { shops: OpenShop[] },
): Promise<{ trade: Trade; run: (task: Task) => Promise<void> }> {
  const { line, clock, agenda, state } = given
  const shops = new Map<string, TradingShop>()
  for (const shop of given.shops) {
    const code = shop.shopCode!
    const { shopId } = await line.call(me, {}, { token: shop.token })
    const { list: goods } = await line.call(browseShop, { shop: code, limit: 60 })
    shops.set(code, { ...shop, shopId, goods })
    state.shops[code] ??= { buyers: [], regulars: [], destination: null, asked: 0 }
  }
  const trade: Trade = {
    ...given,
    shops,
    now: () => clock.now().getTime(),
    later: (order, at, task) =>
      agenda.add(isOfStreet(task) ? streetLane(order.id) : laneOf(order.shop, order.id), at, task),
  }
  const acts: Actors<keyof Acts> = { ...buyersActs(trade), ...merchantsActs(trade), ...deskActs(trade) }
  const run = ([act, ...what]: Task) => (acts[act] as (...all: unknown[]) => Promise<void>)(...what)
  return { trade, run }
}
