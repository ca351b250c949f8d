/**
 * Answers the polls of open apps from memory, before Fastify sees them. Each open app sends one every few seconds, and
 * of such a request Fastify's own steps cost more than the answer. A poll that is not ready in memory, in which
 * anything is unusual, or that would be refused, goes the way of every request: nothing is decided here but a yes.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Actor, FindSession } from './actor.ts'
import type { AppContext } from './app-context.ts'
import { authorize, hashToken } from './authorize.ts'
import { networkOf } from './network.ts'
import { addressOf } from './proxies.ts'
import { frequentRoutes, requestIdHeader, requestIds } from './request-log.ts'
import { rateHeaders, type RequestRate } from './request-rate.ts'
import type { Route } from './route.ts'

type Watch = (route: string, milliseconds: number) => void
const watches = new WeakMap<FastifyInstance, Watch>()
/** `watch` hears of every poll that was answered here, since no hook of Fastify runs. */
export const watchPolls = (http: FastifyInstance, watch: Watch): void => void watches.set(http, watch)

/** What a poll has on its way through Fastify too. */
export type PollParts = {
  rates: Record<'caller' | 'address', RequestRate>
  findSession: FindSession
  /** The headers of every kept response. */
  headers: Record<string, string>
  callerOf: (actor: Exclude<Actor, { who: 'anyone' }>) => string
}

/** Puts the answers of `routes` before the listener of Fastify. Call it before the server listens. */
export function answerPolls(http: FastifyInstance, ctx: AppContext, routes: readonly Route[], parts: PollParts): void {
  const { rates, findSession } = parts
  const byPath = new Map(
    routes.flatMap((route) => {
      const { endpoint } = route
      if (!route.cache || endpoint.method !== 'GET' || endpoint.access.who !== 'merchant') return []
      const paths = [endpoint.path, ...(endpoint.alias ? [endpoint.alias] : [])]
      // Any other request is logged and traced.
      return paths.filter((path) => frequentRoutes.includes(path)).map((path) => [path, route] as const)
    }),
  )
  if (byPath.size === 0) return
  const { proxies } = ctx.settings
  const idOf = requestIds(proxies)
  const fixed = Object.entries(parts.headers).flat()

  /** Whether the poll was answered. */
  const answer = (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url, headers } = request
    if (method !== 'GET' || url === undefined) return false
    const start = url.indexOf('?')
    const path = start === -1 ? url : url.slice(0, start)
    const route = byPath.get(path)
    if (!route) return false
    const { token } = headers
    // A key of the API, a page of another origin, and a server that stops have rules of their own.
    if (typeof token !== 'string' || token === '' || token.length > 200) return false
    if (headers.authorization !== undefined || headers.origin !== undefined || !http.server.listening) return false
    if (proxies === 0 && headers['x-forwarded-for'] !== undefined) return false
    const actor = findSession.cached?.(hashToken(token), 'merchant')
    if (actor?.who !== 'merchant' || !isAllowed(route, actor)) return false
    const started = performance.now()
    const now = ctx.clock.now().getTime()
    // Only queries whose parameters the route declares were ever stored, so the text of the query is enough here.
    const key = `${route.endpoint.path} ${start === -1 ? '' : url.slice(start + 1)}`
    const body = route.cache!.responses.get(actor.shopId, key, now)?.bodyFor(request)
    if (body === undefined || body instanceof Promise) return false
    // Counted last, so that a poll that goes on to Fastify is counted once. A refusal is written there.
    const caller = rates.caller.countAllowed(() => parts.callerOf(actor), now)
    if (caller === false) return false
    const address = rates.address.countAllowed(() => networkOf(addressOf(request, proxies)), now)
    if (address === false) return false
    const rate = caller ?? address
    const lines = body.lines.concat(fixed, requestIdHeader, idOf(request))
    if (rate) lines.push(...Object.entries(rateHeaders(rate)).flat())
    response.writeHead(200, lines).end(body.body)
    watches.get(http)?.(path, performance.now() - started)
    return true
  }

  const listeners = http.server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  http.server.removeAllListeners('request')
  http.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!answer(request, response)) for (const listener of listeners) listener.call(http.server, request, response)
  })
}

function isAllowed({ endpoint }: Route, actor: Actor): boolean {
  try {
    authorize(endpoint, actor)
    return true
  } catch {
    return false
  }
}
