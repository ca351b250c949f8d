import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { livePath } from '@quayside/contract'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../security/actor.ts'
import type { Logger } from '../observability/logger.ts'

export const requestIdHeader = 'x-request-id'

/**
 * The id of a request: the id from our proxy, otherwise a new one. Without our own proxy the header is not trusted.
 * Every log line of the request and the response carry the id, and the refusal `request/failed` names it.
 */
export const requestIds =
  (proxies: number) =>
  (request: Pick<IncomingMessage, 'headers'>): string => {
    const given = request.headers[requestIdHeader]
    return proxies > 0 && typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
  }

/** Paths that open apps or load balancers request every few seconds. Only their failures are logged; none is traced. */
export const frequentRoutes: readonly string[] = [
  '/healthz',
  '/readyz',
  '/order/list',
  '/merchant/order/list',
  livePath,
]

/** Logs one line for each request: method, route, status, duration, caller, shop; never a query, body or address. */
export function logRequests(http: FastifyInstance): void {
  http.addHook('onRequest', (request, reply, done) => {
    void reply.header(requestIdHeader, request.id)
    done()
  })
  http.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    if (reply.statusCode < 500 && frequentRoutes.includes(route)) return done()
    logRequest(request.log, {
      method: request.method,
      route,
      status: reply.statusCode,
      milliseconds: reply.elapsedTime,
      actor: request.actor,
    })
    done()
  })
}

/** `reqId`: the id of a request whose logger does not write it. */
type LoggedRequest = {
  reqId?: string
  method: string
  route: string
  status: number
  milliseconds: number
  actor: Actor | undefined
}

/** Writes the line of a request. */
export function logRequest(log: Pick<Logger, 'info'>, { actor, milliseconds, ...facts }: LoggedRequest): void {
  log.info(
    {
      ...facts,
      milliseconds: Math.round(milliseconds),
      who: actor?.who ?? 'nobody',
      ...(actor?.who === 'merchant' && { shopId: actor.shopId, ...(actor.key && { keyId: actor.key.id }) }),
      ...(actor?.who === 'operator' && { operatorId: actor.operatorId }),
    },
    'http: request',
  )
}
