/**
 * Ninety days of trade before the first start of a demo. The server runs on a moved clock, and merchants, buyers,
 * carriers and operators use its public APIs, as the robots of the running demo do. Nothing is inserted: the books, the
 * daily roots and the audit come from the commands, day by day.
 */
import { createApiClient } from '../api-client.ts'
import { migrate } from '../../../apps/server/src/platform/migrate.ts'
import { reconcile } from '../../../apps/server/src/modules/reconciliation/reconcile.ts'
import { days, hours, minutes } from '../../../apps/server/src/platform/clock.ts'
import type { Settings } from '../../../apps/server/src/settings.ts'
import { saveCredentials } from '../credentials.ts'
import { openMainShop, openNeighbours, openPlatform } from '../seed.ts'
import type { DemoCarrier } from '../carriers.ts'
import { Agenda } from './agenda.ts'
import { MovingClock } from './moving-clock.ts'
import { openPastServer } from './server.ts'
import { planTrade, type TradingShop } from './trade.ts'

export type Past = {
  settings: Settings
  operator: { email: string; password: string }
  carriers: readonly DemoCarrier[]
  /** Days of trade, until now. */
  days: number
  /** Shops beside the main one. */
  neighbours?: number
  /** Orders and visitors: 1 is the demo’s. */
  scale?: number
  /** Products of each category. Default: all. */
  perCategory?: number
  progress: (line: string) => void
  signal?: AbortSignal
}

/** Buyers of the past who go on buying. */
const lastingBuyers = 45

/**
 * Fills an empty demo database with its past, and checks its books. Returns the number of paid orders. Throws when a
 * check of the books finds a break.
 */
export async function makePast({
  settings,
  operator,
  carriers,
  days: length,
  neighbours = 2,
  scale = 1,
  perCategory,
  progress,
  signal,
}: Past): Promise<{ orders: number }> {
  if (settings.mode === 'production') throw new Error('only a demo has a past that did not happen')
  if (settings.ownerUrl) await migrate(settings.ownerUrl, { app: settings.databaseUrl, jobs: settings.jobsUrl })
  const until = Date.now()
  const from = Math.floor((until - days(length)) / days(1)) * days(1) + hours(6)
  // The platform opens a little before its first sale.
  const clock = new MovingClock(new Date(from - hours(3)))
  const server = await openPastServer({ ...settings, ownerUrl: null }, clock, (message) => progress(`  ${message}`))
  try {
    const line = createApiClient(server.origins, signal, 6, { send: server.send, now: clock.now, rest: clock.pass })
    const past = { from: new Date(from).toISOString(), days: length, finished: false }
    const { known, desk } = await openPlatform(line, {
      operator,
      dataDir: settings.dataDir,
      progress,
      past,
      perCategory,
    })
    progress('shops of the past')
    const shops: TradingShop[] = [
      {
        ...(await openMainShop(line, desk, known)),
        orders: [1.6 * scale, 6.5 * scale],
        visitors: [6 * scale, 24 * scale],
      },
    ]
    for (const shop of await openNeighbours(line, desk, known, neighbours))
      shops.push({ ...shop, orders: [0.5 * scale, 1.6 * scale], visitors: [1 * scale, 4 * scale] })
    clock.moveTo(from - minutes(5))
    const agenda = new Agenda()
    const trade = await planTrade({ server, line, clock, agenda, known, carriers, shops, from, until })
    const steps = 6
    for (let step = 1; step <= steps; step += 1) {
      await agenda.run(from + ((until - from) * step) / steps, clock, server.settled)
      signal?.throwIfAborted()
      progress(`day ${Math.round((length * step) / steps)} of ${length}: ${trade.orders} paid orders`)
    }
    await server.runDeadlines()
    await server.runLoops()
    await server.settled()
    const { checks } = await reconcile(server.app.ctx, 'daily')
    const broken = checks.filter(({ ok }) => !ok).map(({ name }) => name)
    if (broken.length > 0) throw new Error(`the books of the past are broken: ${broken.join(', ')}`)
    known.buyers = trade.buyers(lastingBuyers)
    known.past = { ...past, finished: true }
    await saveCredentials(known)
    return { orders: trade.orders }
  } finally {
    await server.close()
  }
}
