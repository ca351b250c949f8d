/**
 * The trade before the first start of a demo. The server runs on a moved clock, and merchants, buyers, carriers and
 * operators use its public APIs, as the robots of the running demo do. Nothing is inserted: the books, the daily roots
 * and the audit come from the commands, day by day. A past that ended some days ago is continued in the same way: what
 * was still to come happens at its time.
 */
import type { Storefront } from '../../../apps/server/src/modules/selling/storefront/renderer.ts'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createApiClient } from '../api-client.ts'
import { migrate } from '../../../apps/server/src/platform/database/migrate.ts'
import { reconcile } from '../../../apps/server/src/modules/money/reconciliation/reconcile.ts'
import { days, hours, minutes } from '../../../apps/server/src/platform/jobs/clock.ts'
import type { Settings } from '../../../apps/server/src/settings.ts'
import { readCredentials, saveCredentials } from '../credentials.ts'
import { openMainShop, openNeighbours, openNewShops, openPlatform } from '../seed.ts'
import type { DemoCarrier } from '../carriers.ts'
import { Agenda } from './agenda.ts'
import { grown, planDays, planPictures, type Business } from './days.ts'
import { MovingClock } from './moving-clock.ts'
import { openTrade } from './open-trade.ts'
import { openPastServer } from './server.ts'
import { tradeFile } from './snapshot.ts'
import { newState, type KeptTrade, type Task, type Trade, type TradeState } from './trade.ts'

export type Past = {
  settings: Settings
  operator: { email: string; password: string }
  carriers: readonly DemoCarrier[]
  /** Days of trade, until now. A past that is continued has its own. */
  days: number
  /** Shops beside the main one. */
  neighbours?: number
  /** Orders and visitors: 1 is the demo’s. */
  scale?: number
  /** Products of each category. Default: all. */
  perCategory?: number | undefined
  /** The time of the last day's end. Default: now. Tests make a past that ends earlier. */
  until?: number
  /** The storefront's pages, instead of the built ones. */
  storefront?: Storefront
  progress: (line: string) => void
  /** Called after each day, with the share of the work that is done. */
  onDay?: (day: number, of: number, done: number, orders: number) => void
}

/** Buyers of the past who go on buying. */
const lastingBuyers = 45
const mainBusiness: Business = { orders: [2, 6.5], visitors: [5, 15] }
const otherBusiness: Business = { orders: [0.5, 1.6], visitors: [1, 3] }
const scaled = ({ orders, visitors }: Business, by: number): Business => ({
  orders: [orders[0] * by, orders[1] * by],
  visitors: [visitors[0] * by, visitors[1] * by],
})

/**
 * Fills an empty demo database with its past, or continues one until now, and checks its books. Returns the number of
 * paid orders. Throws when a check of the books finds a break.
 */
export async function makePast(given: Past): Promise<{ orders: number }> {
  const { settings, operator, carriers, neighbours = 2, scale = 1, perCategory, progress, storefront } = given
  if (settings.mode === 'production') throw new Error('only a demo has a past that did not happen')
  if (settings.ownerUrl) await migrate(settings.ownerUrl, { app: settings.databaseUrl, jobs: settings.jobsUrl })
  const until = given.until ?? Date.now()
  const { dataDir } = settings
  const before = (await readCredentials(dataDir))?.past
  const kept = before?.finished ? (JSON.parse(await readFile(join(dataDir, tradeFile), 'utf8')) as KeptTrade) : null
  const from = kept ? Date.parse(before!.until) : Math.floor((until - days(given.days)) / days(1)) * days(1) + hours(6)
  // The platform opens a little before its first sale.
  const clock = new MovingClock(new Date(kept ? from : from - hours(3)))
  const server = await openPastServer(
    { ...settings, ownerUrl: null },
    clock,
    (message) => progress(`  ${message}`),
    storefront,
  )
  try {
    const line = createApiClient(server.origins, undefined, 6, { send: server.send, now: clock.now, rest: clock.pass })
    const past = kept
      ? { ...before!, finished: false, until: new Date(until).toISOString() }
      : {
          from: new Date(from).toISOString(),
          until: new Date(until).toISOString(),
          days: given.days,
          finished: false,
        }
    const { known, desk, opened } = await openPlatform(line, { operator, dataDir, progress, past, perCategory })
    known.past = past
    await saveCredentials(known)
    if (!kept) progress('shops of the past')
    // They use its session at the same time.
    await desk('review')
    const [main, others] = await Promise.all([
      openMainShop(line, desk, known),
      openNeighbours(line, desk, known, kept ? known.neighbours.length : neighbours),
    ])
    const shops = [main, ...others]
    clock.moveTo(from - minutes(5))
    const agenda = new Agenda<Task>()
    for (const { lane, at, task } of kept?.tasks ?? []) agenda.add(lane, at, task)
    const state = kept?.state ?? newState()
    const { trade, run } = await openTrade({ server, line, clock, agenda, known, carriers, shops, state })
    planPictures(trade, opened, from, until)
    const businesses = shops.map((_, nth) => scaled(nth === 0 ? mainBusiness : otherBusiness, scale))
    planDays(trade, { from, until, businesses, first: !kept })
    await tradeDays(trade, run, { from, until, business: businesses[0]!, first: !kept, given })

    await openNewShops(line, desk, known)
    await server.runDeadlines()
    await server.runLoops()
    await server.settled()
    const { checks } = await reconcile(server.app.ctx, 'daily')
    const broken = checks.filter(({ ok }) => !ok).map(({ name }) => name)
    if (broken.length > 0) throw new Error(`the books of the past are broken: ${broken.join(', ')}`)
    known.buyers = latestBuyers(state)
    known.past = { ...past, finished: true }
    const rest: KeptTrade = { state, tasks: agenda.waiting }
    await writeFile(join(dataDir, tradeFile), JSON.stringify(rest), { mode: 0o600 })
    await saveCredentials(known)
    return { orders: Object.keys(state.orders).length }
  } finally {
    await server.close()
  }
}

/** Runs day after day. */
async function tradeDays(
  { agenda, clock, server, state, known }: Trade,
  run: (task: Task) => Promise<void>,
  {
    from,
    until,
    business,
    first,
    given,
  }: { from: number; until: number; business: Business; first: boolean; given: Past },
): Promise<void> {
  const length = first ? given.days : Math.ceil((until - from) / days(1))
  const began = Date.parse(known.past!.from)
  // A day costs about as much as two orders, and each of its orders.
  const costOf = (end: number) => 2 + grown(business.orders, (end - began) / days(known.past!.days))
  const ends = Array.from({ length }, (_, day) => (day === length - 1 ? until : from + days(day + 1)))
  const whole = ends.reduce((sum, end) => sum + costOf(end), 0)
  let done = 0
  for (const [day, end] of ends.entries()) {
    await agenda.run(end, clock, run, server.settled)
    done += costOf(end)
    given.onDay?.(day + 1, length, done / whole, Object.keys(state.orders).length)
  }
}

/** The buyers who came last. They go on in the running demo. */
const latestBuyers = ({ buyers, shops }: TradeState) =>
  Object.values(shops)
    .flatMap((shop) => shop.buyers.map((email) => buyers[email]!))
    .toSorted((a, b) => b.seen - a.seen)
    .slice(0, lastingBuyers)
    .map(({ lang: _lang, seen: _seen, orders: _orders, ...buyer }) => buyer)
