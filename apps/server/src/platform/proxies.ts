import type { FastifyInstance } from 'fastify'
import type { AppContext } from './app-context.ts'

/**
 * Says in the log when callers share one address because QUAYSIDE_PROXIES is 0: limits by address would then lock out everybody at once, and a shop
 * would have sixty visitors an hour. In production at start; anywhere at the first request that a proxy has passed on.
 */
export function logUntrustedProxies(http: FastifyInstance, ctx: AppContext): void {
  const { proxies, mode } = ctx.settings
  if (proxies > 0) return
  const consequence = 'limits and visitors are counted by the address of what stands in front'
  if (mode === 'production')
    ctx.log.warn(`QUAYSIDE_PROXIES is 0 although PUBLIC_URL needs a proxy that speaks TLS: ${consequence}`)
  let told = false
  http.addHook('onRequest', async (request) => {
    if (told || request.headers['x-forwarded-for'] === undefined) return
    told = true
    ctx.log.warn(`a request came through a proxy and QUAYSIDE_PROXIES is 0: ${consequence}`)
  })
}
