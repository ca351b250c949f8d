/** Calls of web pages with another origin. Without origins in the settings a browser refuses them. */
import type { FastifyInstance } from 'fastify'

/** What a page may send: the content type, a key or a session, and what the APIs read. */
const requestHeaders = 'authorization, content-type, idempotency-key, lang, token'
/** What a page may read besides the body. */
const responseHeaders = 'ratelimit, ratelimit-policy, retry-after, x-request-id'
/** Seconds for which a browser remembers the answer to its question before a call. */
const maxAge = 600

/**
 * Allows pages of these origins to call the server. No credentials of the browser are allowed: the APIs have no
 * cookies. Register it before the routes.
 */
export function allowOrigins(http: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  http.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    void reply.header('vary', 'origin')
    if (!origin || !origins.includes(origin)) return done()
    void reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': responseHeaders,
    })
    if (request.method !== 'OPTIONS') return done()
    return void reply
      .headers({
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': requestHeaders,
        'access-control-max-age': String(maxAge),
      })
      .code(204)
      .send()
  })
}
