import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../app-context.ts'

/** The address of the caller behind this number of our proxies, as Fastify computes it in `request.ip`. */
export function addressOf({ socket, headers }: IncomingMessage, proxies: number): string {
  const own = socket.remoteAddress ?? ''
  const passedOn = headers['x-forwarded-for']
  if (proxies === 0 || passedOn === undefined) return own
  // The nearest hop is the last of the header.
  const hops = [own, ...String(passedOn).split(',').toReversed()]
  return hops[Math.min(proxies, hops.length - 1)]!.trim()
}

/**
 * Warns when all callers have the proxy's address because QUAYSIDE_PROXIES is 0. A rate limit by address would then
 * apply to all callers together, and a shop would count at most sixty visitors an hour.
 * Warns in production at the start, elsewhere at the first request through a proxy.
 */
export function logUntrustedProxies(listeners: readonly FastifyInstance[], ctx: AppContext): void {
  const { proxies, mode } = ctx.settings
  if (proxies > 0) return
  const consequence = 'rate limits and visitors are counted by the address of the proxy'
  if (mode === 'production')
    ctx.log.warn(`proxies: QUAYSIDE_PROXIES is 0 although PUBLIC_URL needs a TLS proxy; ${consequence}`)
  let told = false
  for (const http of listeners)
    http.addHook('onRequest', async (request) => {
      if (told || request.headers['x-forwarded-for'] === undefined) return
      told = true
      ctx.log.warn(`proxies: a request came through a proxy and QUAYSIDE_PROXIES is 0; ${consequence}`)
    })
}
