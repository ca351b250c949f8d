/**
 * Registers the modules' routes on the HTTP server. Each request passes the same steps, in the order of
 * `handleRequest`.
 */
import type { Envelope } from '@quayside/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { scopeOf, type Actor, type FindSession } from './actor.ts'
import type { AppContext } from './app-context.ts'
import { authorize } from './authorize.ts'
import { limitConcurrencyPerKey } from './concurrency.ts'
import { languageOf } from './error-response.ts'
import { withIdempotencyKey } from './idempotency.ts'
import { JsonResponse } from './json-response.ts'
import { withTransaction, type Tx } from './postgres.ts'
import { enforceRequestLimit } from './rate-limit.ts'
import { refuse } from './refusal.ts'
import { cacheKeyOf } from './response-cache.ts'
import { Download, idempotencyScope, type Call, type Route } from './route.ts'
import { securityHeaders } from './security-headers.ts'
import { validateInput } from './validate-input.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, set after authorization. */
    actor?: Actor
  }
}

/** Largest JSON bodies in bytes: of an ordinary endpoint, and of one that takes thousands of ids. */
export const bodyLimits = { plain: 64 * 1024, large: 1024 * 1024 }

/**
 * Requests of one caller that may hold database connections at once; the pool has twenty. Further requests wait.
 * A request is refused when `waiting` others wait already.
 */
const requestsPerCaller = { running: 6, waiting: 200 }

/** Registers the routes, under their paths and aliases. */
export function registerRoutes(
  http: FastifyInstance,
  ctx: AppContext,
  routes: readonly Route[],
  findSession: FindSession,
): void {
  const perCaller = limitConcurrencyPerKey(requestsPerCaller)
  for (const route of routes) {
    const { endpoint } = route
    for (const url of endpoint.alias ? [endpoint.path, endpoint.alias] : [endpoint.path]) {
      http.route({
        method: endpoint.method,
        url,
        bodyLimit: endpoint.largeBody ? bodyLimits.large : bodyLimits.plain,
        // Before the body is read: a caller without access uses no more resources.
        onRequest: async (request) => {
          request.actor = await authorize(endpoint.access, request, findSession)
        },
        handler: (request, reply) => {
          const { actor } = request
          const caller = actor!.who === 'anyone' ? `address ${request.ip}` : scopeOf(actor!)
          return handleRequest(ctx, route, request, reply, (work) => perCaller(caller, work))
        },
      })
    }
  }
}

async function handleRequest(
  ctx: AppContext,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  limitConcurrency: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<unknown> {
  const { endpoint } = route
  const cache = openCache(route, request)
  const cached = cache?.read()
  if (cached) {
    // Every open app sends such a request every few seconds. The response skips the hooks of the HTTP server.
    const { headers, body } = await cached.bodyFor(request)
    reply.hijack()
    reply.raw
      .writeHead(200, { ...headers, ...securityHeaders(ctx.settings.mode), 'cache-control': 'no-store' })
      .end(body)
    return reply
  }
  const store = cache?.open()
  const input = endpoint.access.who === 'processor' ? request.body : validateInput(endpoint, request)
  const call = callOf(ctx, request)
  if (endpoint.idempotent && !call.key) refuse('request/key-missing')
  if (endpoint.idempotent && !ctx.clockCheck.isRight) refuse('request/unavailable')
  const data = await limitConcurrency(async () => {
    if (route.limit) await enforceRequestLimit(ctx.db, route.limit, request.actor!, call.ip, call.now)
    return runHandler(ctx, route, call, input)
  })
  if (data instanceof Download) return sendDownload(reply, data)
  if (ctx.settings.mode === 'test') z.parse(endpoint.response, data)
  const response = new JsonResponse(JSON.stringify({ code: 1, msg: '', data } satisfies Envelope))
  store?.(response)
  const { headers, body } = await response.bodyFor(request)
  return reply.headers(headers).send(body)
}

/** The cache entry of this request; undefined when the route has no cache or the request is not to be cached. */
function openCache(
  { endpoint, cache }: Route,
  request: FastifyRequest,
): { read: () => JsonResponse | undefined; open: () => (response: JsonResponse) => void } | undefined {
  const { actor } = request
  if (!cache || actor?.who !== 'merchant' || endpoint.method !== 'GET') return undefined
  const key = cacheKeyOf(endpoint, cache.parameters, request)
  if (key === null) return undefined
  return {
    read: () => cache.responses.get(actor.shopId, key),
    open: () => cache.responses.open(actor.shopId, key),
  }
}

function callOf(ctx: AppContext, request: FastifyRequest): Call {
  const { 'idempotency-key': key, device } = request.headers
  return {
    ctx,
    actor: request.actor as never,
    now: ctx.clock.now(),
    lang: languageOf(request),
    ip: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    device: typeof device === 'string' && device !== '' ? device.slice(0, 100) : undefined,
    key: typeof key === 'string' ? key : undefined,
    request,
  }
}

/** Runs the handler in the transaction that the endpoint asks for. */
function runHandler(ctx: AppContext, { endpoint, handler }: Route, call: Call, input: unknown): Promise<unknown> {
  if (endpoint.ownTransaction) return handler(call, input, undefined)
  // A handler that only reads needs no transaction: the two additional round trips would double its cost.
  if (endpoint.readOnly) return handler(call, input, ctx.db as Tx)
  return withTransaction(ctx.db, (tx) =>
    endpoint.idempotent
      ? withIdempotencyKey(tx, idempotencyScope(call, endpoint), call.key, input, () => handler(call, input, tx))
      : handler(call, input, tx),
  )
}

const sendDownload = (reply: FastifyReply, { name, contentType, body }: Download): FastifyReply =>
  reply.header('content-type', contentType).header('content-disposition', `attachment; filename="${name}"`).send(body)
