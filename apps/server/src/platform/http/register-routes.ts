/**
 * Registers the modules' routes on the HTTP server. Each request passes the same steps, in the order of
 * `handleRequest`.
 */
import type { Envelope } from '@quayside/contract'
import { appMessage } from '@quayside/locales/catalogues'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { hijackReply } from './hijack-reply.ts'
import { personOf, scopeOf, type Actor, type FindKey, type FindSession } from '../security/actor.ts'
import type { AppContext } from '../app-context.ts'
import { answerPolls } from './answer-polls.ts'
import { auditCall, emptyNotes, type AuditNotes, type CallAudit } from '../security/audit.ts'
import { AuditVisits } from '../security/audit-visits.ts'
import { limitConcurrencyPerKey } from '../database/concurrency.ts'
import { languageOf, refusalFor } from './error-response.ts'
import { withIdempotencyKey } from './idempotency.ts'
import { JsonResponse, type ReadyBody } from './json-response.ts'
import { withTransaction, type Queryable, type Tx } from '../database/postgres.ts'
import { enforceRequestLimit } from './rate-limit.ts'
import { refuse } from '../refusal.ts'
import { rateHeaders, RequestRate } from './request-rate.ts'
import { RequestSteps } from './request-steps.ts'
import { cacheKeyOf, type ResponseCache } from './response-cache.ts'
import { Download, idempotencyScope, type Call, type Route } from './route.ts'
import { securityHeaders } from './security-headers.ts'
import { validateInput } from './validate-input.ts'
import { deleteClaim, requireUnclaimed, type WorkKey } from './work-claim.ts'

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
  findKey?: FindKey,
): void {
  const perCaller = limitConcurrencyPerKey(requestsPerCaller)
  const { caller: callerRate, address: addressRate } = ctx.settings.rates
  const keptHeaders = { ...securityHeaders(ctx.settings.mode), 'cache-control': 'no-store' }
  const visits = new AuditVisits()
  const rates = { caller: new RequestRate('caller', callerRate), address: new RequestRate('address', addressRate) }
  const steps = new RequestSteps({ rates, findSession, findKey, now: () => ctx.clock.now().getTime() })
  answerPolls(http, ctx, routes, { steps, headers: keptHeaders })
  for (const route of routes) {
    const { endpoint } = route
    for (const url of endpoint.alias ? [endpoint.path, endpoint.alias] : [endpoint.path]) {
      http.route({
        method: endpoint.method,
        url,
        bodyLimit: endpoint.largeBody ? bodyLimits.large : bodyLimits.plain,
        // Before the body is read: a caller without access uses no more resources.
        onRequest: async (request, reply) => {
          const passage = steps.passageOf(request, endpoint)
          try {
            await steps.takeAll(passage)
          } catch (error) {
            request.actor = passage.actor
            if (steps.isAtAuthorization(passage))
              await writeFailure(ctx, auditOf(ctx, route, request, emptyNotes()), request, error)
            throw error
          } finally {
            if (passage.rate) void reply.headers(rateHeaders(passage.rate))
          }
          request.actor = passage.actor
        },
        handler: (request, reply) => {
          const { actor } = request
          const cache = openCache(ctx, route, request)
          const kept = cache?.read()
          // Every open app sends such a request every few seconds. The response skips the hooks of the HTTP server.
          if (kept) return sendKept(reply, kept.bodyFor(request), keptHeaders)
          const isAnyone = actor!.who === 'anyone'
          const caller = isAnyone ? `address ${request.ip}` : scopeOf(actor!)
          return handleRequest(ctx, route, request, reply, cache?.open(), visits, (work) =>
            perCaller(caller, () => (isAnyone && route.search ? ctx.searches(work) : work())),
          )
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
  store: ReturnType<ResponseCache['open']> | undefined,
  visits: AuditVisits,
  limitConcurrency: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<unknown> {
  const { endpoint } = route
  const call = callOf(ctx, request)
  const audit = auditOf(ctx, route, request, call.audit)
  const run = async (): Promise<unknown> => {
    const input = endpoint.access.who === 'processor' ? request.body : validateInput(endpoint, request)
    audit?.take(input)
    if (endpoint.idempotent && !call.key) refuse('request/key-missing')
    if (endpoint.idempotent && !ctx.clockCheck.isRight) refuse('request/unavailable')
    return limitConcurrency(async () => {
      if (route.limit) await enforceRequestLimit(ctx.db, route.limit, request.actor!, call.ip, call.now)
      return runHandler(ctx, route, call, input, audit, visits)
    })
  }
  const data = await run().catch(async (error: unknown) => {
    await writeFailure(ctx, audit, request, error)
    throw error
  })
  if (data instanceof Download) return sendDownload(reply, data)
  if (ctx.settings.mode === 'test') z.parse(endpoint.response, data)
  const msg = route.message ? appMessage(call.lang)(route.message) : ''
  const response = new JsonResponse(JSON.stringify({ code: 1, msg, data } satisfies Envelope))
  store?.(response, call.rightUntil)
  const { headers, body } = await response.bodyFor(request)
  return reply.headers(headers).send(body)
}

/** Sends a response from memory, past the hooks of the HTTP server. A compressed one may have to be made first. */
function sendKept(
  reply: FastifyReply,
  ready: ReadyBody | Promise<ReadyBody>,
  keptHeaders: Record<string, string>,
): Promise<void> | undefined {
  if (ready instanceof Promise) return ready.then((body) => sendKept(reply, body, keptHeaders))
  hijackReply(reply, { ...ready.headers, ...keptHeaders }).end(ready.body)
  return undefined
}

/** The cache entry of this request; undefined when the route has no cache or the request is not to be cached. */
function openCache(
  ctx: AppContext,
  { endpoint, cache }: Route,
  request: FastifyRequest,
): { read: () => JsonResponse | undefined; open: () => ReturnType<ResponseCache['open']> } | undefined {
  const { actor } = request
  if (!cache || actor?.who !== 'merchant') return undefined
  const key = cacheKeyOf(endpoint, cache.parameters, request)
  if (key === null) return undefined
  return {
    read: () => cache.responses.get(actor.shopId, key, ctx.clock.now().getTime()),
    open: () => cache.responses.open(actor.shopId, key),
  }
}

function callOf(ctx: AppContext, request: FastifyRequest): Call {
  const { 'idempotency-key': key, device } = request.headers
  return {
    ctx,
    actor: request.actor ?? { who: 'anyone' },
    now: ctx.clock.now(),
    lang: languageOf(request),
    ip: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    device: typeof device === 'string' && device !== '' ? device.slice(0, 100) : undefined,
    key: typeof key === 'string' ? key : undefined,
    audit: emptyNotes(),
    rightUntil: null,
    request,
  }
}

const auditOf = (ctx: AppContext, route: Route, request: FastifyRequest, notes: AuditNotes): CallAudit | undefined =>
  auditCall(route, { actor: request.actor, now: ctx.clock.now(), address: request.ip, requestId: request.id }, notes)

/**
 * Writes the audit row of a call that was refused or that failed. The caller gets the error of the call in any case.
 */
async function writeFailure(
  ctx: AppContext,
  audit: CallAudit | undefined,
  request: FastifyRequest,
  error: unknown,
): Promise<void> {
  if (!audit?.hasOperator) return
  try {
    await audit.fail(ctx.db, refusalFor(error as Error)?.reason ?? null)
  } catch (failure) {
    request.log.error({ err: failure }, 'audit: the row of a failed call was not written')
  }
}

/**
 * Runs the handler in the transaction that the endpoint asks for. The audit row is the last statement of the
 * transaction of the changes. A read writes it before the caller gets the response. A handler with transactions of
 * its own has one row before it and one after it.
 */
async function runHandler(
  ctx: AppContext,
  route: Route,
  call: Call,
  input: unknown,
  audit: CallAudit | undefined,
  visits: AuditVisits,
): Promise<unknown> {
  const { endpoint, handler, complete } = route
  if (endpoint.ownTransaction || endpoint.readOnly) {
    if (endpoint.ownTransaction && audit?.hasOperator) await audit.begin(ctx.db)
    const items = await requireItemsUnclaimedByOthers(ctx.db, route, call, input)
    // A handler that only reads needs no transaction: the two additional round trips would double its cost.
    const data =
      route.replica && ctx.replica && !endpoint.ownTransaction
        ? await ctx.replica.read(readerOf(call.actor), (db) => handler(call, input, db as Tx))
        : await handler(call, input, endpoint.ownTransaction ? undefined : (ctx.db as Tx))
    await releaseClaims(ctx.db, items, call)
    if (!endpoint.readOnly) noteAct(ctx, call.actor)
    if (audit?.hasOperator) {
      // What was downloaded leaves the platform: each time counts.
      const isLook = endpoint.readOnly && !endpoint.ownTransaction && !(data instanceof Download)
      await (isLook ? audit.look(ctx.db, data, visits) : audit.succeed(ctx.db, data))
    }
    return data
  }
  const answer = await withTransaction(ctx.db, async (tx) => {
    await audit?.open(tx)
    let ran = false
    const run = async () => {
      ran = true
      const items = await requireItemsUnclaimedByOthers(tx, route, call, input)
      const data = await handler(call, input, tx)
      await releaseClaims(tx, items, call)
      return data
    }
    const stored = endpoint.idempotent
      ? await withIdempotencyKey(tx, idempotencyScope(call, endpoint), call.key, input, run)
      : await run()
    const data = complete ? await complete(call, stored, tx) : stored
    await audit?.succeed(tx, data, ran ? 'done' : 'repeated')
    return data
  })
  noteAct(ctx, call.actor)
  return answer
}

/** Refuses a decision about an item on which another operator works. Returns the items whose claims it ends. */
async function requireItemsUnclaimedByOthers(
  db: Queryable,
  { decides }: Route,
  { actor, now }: Call,
  input: unknown,
): Promise<readonly WorkKey[]> {
  const { who, operatorId } = actor as Partial<Extract<Actor, { who: 'operator' }>>
  if (!decides || who !== 'operator') return []
  const items = decides.items
    ? await decides.items(input, db)
    : decides.kinds.map((kind) => ({ kind, id: (input as { id: string }).id }))
  for (const item of items) await requireUnclaimed(db, item, operatorId!, now)
  return decides.releasesClaim === false ? [] : items
}

/** What was decided, or waits for a second person, is nobody's any more. */
async function releaseClaims(db: Queryable, items: readonly WorkKey[], { actor }: Call): Promise<void> {
  const { operatorId } = actor as { operatorId?: string }
  for (const item of items) await deleteClaim(db, item, operatorId!)
}

/** The ids whose acts a reader must see at once: the person's, and a merchant's shop. */
const readerOf = (actor: Actor): string[] =>
  actor.who === 'anyone' ? [] : [...new Set([personOf(actor), scopeOf(actor)])]

function noteAct(ctx: AppContext, actor: Actor): void {
  for (const id of readerOf(actor)) ctx.replica?.noteAct(id)
}

const sendDownload = (reply: FastifyReply, { name, contentType, body }: Download): FastifyReply =>
  reply.header('content-type', contentType).header('content-disposition', `attachment; filename="${name}"`).send(body)
