import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../platform/app-context.ts'
import { notifyClients } from '../../platform/events.ts'
import { withTransaction } from '../../platform/postgres.ts'
import { recordClick, recordViews } from '../listings/store.ts'
import { identifyVisitor } from '../shops/record-visit.ts'
import { recordVisit } from '../shops/store.ts'

/** A page that a browser loads before anybody looks at it is no visit. */
export const isPrefetch = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /prefetch|prerender|preview/.test(`${String(headers['sec-purpose'] ?? '')} ${String(headers['purpose'] ?? '')}`)

export type Visited = {
  shop: { id: string; time_zone: string }
  /** Listings that the page shows, and whether it is the page of the first of them. */
  listings: readonly string[]
  clicked: boolean
}

/**
 * Counts the visitor of a shop's page, the shown listings and the opened one. No cookie: a visitor is a keyed hash of
 * address and browser, for one day. Bots, prefetches and HEAD requests are not counted.
 */
export async function countVisit(ctx: AppContext, request: FastifyRequest, visited: Visited): Promise<void> {
  if (request.method !== 'GET' || isPrefetch(request)) return
  const now = ctx.clock.now()
  const userAgent = String(request.headers['user-agent'] ?? '').slice(0, 300)
  const { shop, listings, clicked } = visited
  await withTransaction(ctx.db, async (tx) => {
    const seen = await identifyVisitor(tx, { ctx, ip: request.ip, userAgent, now }, shop, undefined)
    if (!seen) return
    if (seen.fresh && (await recordVisit(tx, shop.id, seen.hash, now))) await notifyClients(tx, shop.id, ['figures'])
    if (listings.length > 0) await recordViews(tx, shop.id, listings, seen.hash, now)
    if (clicked && (await recordClick(tx, shop.id, listings[0]!, seen.hash, now)))
      await notifyClients(tx, shop.id, ['listings'])
  })
}
