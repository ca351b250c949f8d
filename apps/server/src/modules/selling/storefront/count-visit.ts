import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../../platform/app-context.ts'
import { minutes } from '../../../platform/jobs/clock.ts'
import { notifyClients } from '../../../platform/events/events.ts'
import { withTransaction } from '../../../platform/database/postgres.ts'
import { isBot } from '../../../platform/http/visitor-id.ts'
import { identifyVisitors, type Looked } from '../../shop/shops/record-visit.ts'
import { recordSeen } from './visit-store.ts'

/** What a request for a page says about who looks at it. */
export type Viewing = Pick<FastifyRequest, 'method' | 'headers' | 'ip'>

/** A page that a browser loads before anybody looks at it is no visit. */
export const isPrefetch = ({ headers }: Pick<Viewing, 'headers'>): boolean =>
  /prefetch|prerender|preview/.test(`${String(headers['sec-purpose'] ?? '')} ${String(headers['purpose'] ?? '')}`)

export type Visited = {
  shop: { id: string; time_zone: string }
  /** Listings that the page shows, and whether it is the page of the first of them. */
  listings: readonly string[]
  clicked: boolean
}

type Pending = Looked & { listings: Set<string>; clicked: Set<string> }

/** Milliseconds that views wait in memory: what a killed server loses. */
const writeAfter = 2000
/** Visitors that one statement writes, and that wait while the database is slow. Further ones are not counted. */
const maxPending = 5000
/** Calendar days of all time zones begin at a multiple of it, so that one entry has one day. */
const sameDay = minutes(15)

/**
 * Counts the visitors of shops' pages, the shown listings and the opened ones. No cookie: a visitor is a keyed hash of
 * address and browser, for one day. Bots, prefetches and HEAD requests are not counted. Views wait in memory and are
 * written together, because a transaction for each would cost more than the page.
 */
export class VisitCounter {
  readonly #ctx: AppContext
  #pending = new Map<string, Pending>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(ctx: AppContext) {
    this.#ctx = ctx
  }

  count(request: Viewing, { shop, listings, clicked }: Visited): void {
    const userAgent = String(request.headers['user-agent'] ?? '').slice(0, 300)
    if (request.method !== 'GET' || isPrefetch(request) || isBot(userAgent)) return
    const at = this.#ctx.clock.now()
    const key = `${shop.id} ${Math.floor(at.getTime() / sameDay)} ${request.ip} ${userAgent}`
    let seen = this.#pending.get(key)
    if (!seen) {
      if (this.#pending.size >= maxPending) return
      seen = { shop, ip: request.ip, userAgent, at, listings: new Set(), clicked: new Set() }
      this.#pending.set(key, seen)
      this.#timer ??= setTimeout(() => void this.write(), writeAfter)
    }
    for (const id of listings) seen.listings.add(id)
    if (clicked) seen.clicked.add(listings[0]!)
  }

  /** Writes what waits, after what is being written. A failure loses it. */
  write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    return (this.#writing = this.#writing.then(() => {
      const batch = [...this.#pending.values()]
      this.#pending = new Map()
      return batch.length === 0 ? undefined : this.#writeBatch(batch)
    }))
  }

  async #writeBatch(batch: readonly Pending[]): Promise<void> {
    try {
      await withTransaction(this.#ctx.db, async (tx) => {
        const visitors = await identifyVisitors(tx, this.#ctx, batch)
        const rows = batch.flatMap(({ shop, at, listings, clicked }, i) => {
          const visitor = visitors[i]
          return visitor ? [{ shopId: shop.id, at, listings: [...listings], clicked: [...clicked], ...visitor }] : []
        })
        if (rows.length === 0) return
        for (const { shop_id, visited, clicked } of await recordSeen(tx, rows)) {
          const topics = [...(visited ? ['figures' as const] : []), ...(clicked ? ['listings' as const] : [])]
          if (topics.length > 0) await notifyClients(tx, shop_id, topics)
        }
      })
    } catch (error) {
      this.#ctx.log.warn({ err: error, visitors: batch.length }, 'storefront: visits were not counted')
    }
  }
}
