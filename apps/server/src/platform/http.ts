import { hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import {
  asLanguage,
  maxUploadBytes,
  type Access,
  type ResponseBody,
  type Endpoint,
  type Envelope,
  type ParsedInput,
  type Language,
  type LoginStep,
  type OperatorRole,
  type RefusalName,
  type RefusedData,
} from '@quayside/contract'
import { defaultLanguage, networkTimeout } from '@quayside/contract/constants'
import { refusalMessage } from '@quayside/locales/catalogues'
import fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { parse as parseJson } from 'secure-json-parse'
import type { ResponseCache } from './response-cache.ts'
import type { AppContext } from './app-context.ts'
import { JsonResponse } from './json-response.ts'
import { isDatabaseBusy, isDatabaseDown, withTransaction, type Tx } from './postgres.ts'
import { Refusal, refuse } from './refusal.ts'
import { withIdempotencyKey } from './idempotency.ts'
import { isStorageDown } from './storage.ts'
import { withoutRowContents } from './error-log.ts'
import { limitConcurrencyPerKey, QueueFull } from './concurrency.ts'

export type Nobody = { who: 'anyone' }
export type MerchantActor = {
  who: 'merchant'
  merchantId: string
  shopId: string
  verified: boolean
  closed: boolean
  tokenHash: Buffer
}
export type BuyerActor = { who: 'buyer'; buyerId: string; tokenHash: Buffer }
export type OperatorActor = {
  who: 'operator'
  operatorId: string
  roles: OperatorRole[]
  /** What the log-in still needs; null when the session is whole. */
  next: LoginStep | null
  tokenHash: Buffer
}
export type Actor = Nobody | MerchantActor | BuyerActor | OperatorActor

type ActorFor<A extends Access> = A extends { who: 'merchant' }
  ? MerchantActor
  : A extends { who: 'buyer' }
    ? BuyerActor
    : A extends { who: 'operator' }
      ? OperatorActor
      : Nobody

/** What a handler knows of the call. */
export type Call<E extends Endpoint = Endpoint> = {
  ctx: AppContext
  actor: ActorFor<E['access']>
  now: Date
  lang: Language
  /** The caller's network address, for throttles. */
  ip: string
  userAgent: string
  /** What makes the caller's device known at a login. */
  device: string | undefined
  /** The screen's key of a money act. */
  key: string | undefined
  request: FastifyRequest
}

export type Route = {
  endpoint: Endpoint
  handler: (call: Call, input: unknown, tx: Tx | undefined) => Promise<unknown>
  cache?: ResponseCache
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, once admitted to the route. */
    actor?: Actor
  }
}

/** What an endpoint marked `file` answers. A body that is a stream goes out as fast as the caller takes it. */
export class Download {
  readonly name: string
  readonly contentType: string
  readonly body: Buffer | Readable
  constructor(name: string, contentType: string, body: Buffer | Readable) {
    this.name = name
    this.contentType = contentType
    this.body = body
  }
}

/** Binds an endpoint to its act. The transaction is committed when the act returns and rolled back when it refuses. */
export function defineRoute<E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<E>, input: ParsedInput<E>, tx: Tx) => Promise<ResponseBody<E>>,
  options: { ready?: ResponseCache } = {},
): Route {
  return { endpoint, handler: handler as unknown as Route['handler'], ...options }
}

/** Binds an endpoint marked `raw`, whose act opens its own transactions. */
export function defineRawRoute<E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<E>, input: ParsedInput<E>) => Promise<ResponseBody<E>>,
): Route {
  return { endpoint, handler: handler as unknown as Route['handler'] }
}

/** Finds who holds a session token; null when the session is unknown or over. */
export type FindSession = (tokenHash: Buffer, who: 'merchant' | 'buyer' | 'operator') => Promise<Actor | null>

// Refusals that are faults of the transport keep an HTTP status of their own; all others are answers, and 200.
const statusOf: Partial<Record<RefusalName, number>> = {
  'request/malformed': 400,
  // A processor takes anything but success as "send it again", which is what these need.
  'payment/bad-signature': 400,
  'payment/not-found': 404,
  'request/key-missing': 400,
  'session/missing': 401,
  'session/expired': 401,
  'request/forbidden': 403,
  'request/not-found': 404,
  'request/too-large': 413,
  'request/unsupported-type': 415,
  'request/too-many': 429,
  'request/failed': 500,
  'request/unavailable': 503,
  'request/busy': 503,
}

const languageOf = (request: FastifyRequest): Language =>
  asLanguage(String(request.headers['lang'] ?? defaultLanguage).slice(0, 35))

/** Answers a refusal in the caller's language. */
export function answerRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const lang = languageOf(request)
  const status = statusOf[refusal.reason] ?? 200
  const data: RefusedData = { reason: refusal.reason }
  const fields = Object.entries(refusal.fields)
  if (fields.length > 0)
    data.fields = Object.fromEntries(fields.map(([field, name]) => [field, refusalMessage(lang, name, refusal.values)]))
  if (Object.keys(refusal.values).length > 0) data.values = refusal.values
  if (status === 429 || status === 503) void reply.header('retry-after', '5')
  const envelope: Envelope<RefusedData> = { code: 0, msg: refusalMessage(lang, refusal.reason, refusal.values), data }
  return reply.code(status).send(envelope)
}

type Issue = {
  code?: string
  path: PropertyKey[]
  message: string
  input?: unknown
  origin?: string
  errors?: Issue[][]
}

/** Turns what a schema found into a sentence for each field; wrong shapes, which no person can type, are malformed. */
function refuseIssues(issues: readonly Issue[]): never {
  const fields: Record<string, RefusalName> = {}
  for (const issue of issues) {
    const path = issue.path.map(String).join('.')
    if (issue.message.startsWith('field/')) fields[path] ??= issue.message as RefusalName
    else if (issue.code === 'invalid_type' && issue.input === undefined) fields[path] ??= 'field/required'
    else if (issue.code === 'too_small')
      fields[path] ??= issue.origin === 'string' ? 'field/too-short' : 'field/too-small'
    else if (issue.code === 'too_big') fields[path] ??= issue.origin === 'string' ? 'field/too-long' : 'field/too-large'
    else if (issue.code === 'invalid_format' || issue.code === 'invalid_value') fields[path] ??= 'field/invalid'
    else refuse('request/malformed')
  }
  throw new Refusal('request/invalid', {}, fields)
}

function parse(endpoint: Endpoint, request: FastifyRequest): unknown {
  const sent = endpoint.method === 'GET' || endpoint.upload ? request.query : (request.body ?? {})
  const result = endpoint.input.safeParse(sent, { reportInput: true })
  if (!result.success) refuseIssues(result.error.issues as unknown as Issue[])
  return result.data
}

const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** Finds who calls and whether they may; refuses otherwise. */
export async function authorize(access: Access, request: FastifyRequest, find: FindSession): Promise<Actor> {
  if (access.who === 'anyone' || access.who === 'processor') return { who: 'anyone' }
  const token = request.headers['token']
  if (typeof token !== 'string' || token === '' || token.length > 200) refuse('session/missing')
  const actor = await find(hashToken(token), access.who)
  if (!actor || actor.who !== access.who) refuse('session/expired')
  if (access.who === 'merchant' && actor.who === 'merchant') {
    if (access.shop !== 'any' && !actor.verified) refuse('shop/not-verified')
    if (access.shop === 'open' && actor.closed) refuse('shop/closed')
  }
  if (access.who === 'operator' && actor.who === 'operator') {
    // A password alone opens nothing but the rest of the log-in.
    if (actor.next && !access.during?.includes(actor.next)) refuse('login/unfinished', { next: actor.next })
    const { roles } = access
    // An owner is at no desk but that of people and settings; others are granted like anybody's.
    if (roles !== 'any' && !roles.some((role) => actor.roles.includes(role))) refuse('request/forbidden')
  }
  return actor
}

const scopeOf = (actor: Actor): string =>
  actor.who === 'merchant'
    ? actor.shopId
    : actor.who === 'buyer'
      ? actor.buyerId
      : actor.who === 'operator'
        ? actor.operatorId
        : 'anyone'

/**
 * Headers of every answer that sets none of its own: nothing in it may run, be framed or be read by another site. Pages and files that a
 * browser shows replace the content policy. The transport header is for production only: over plain HTTP it would lock the browser out of
 * later demos on the same host.
 */
export const securityHeaders = (mode: AppContext['settings']['mode']): Record<string, string> => ({
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  ...(mode === 'production' && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})

/** Bytes of a JSON body: of a stranger's or any plain call, and of one that names things by the thousand. */
const bodyLimits = { plain: 64 * 1024, large: 1024 * 1024 }

/** Requests of one caller that may hold database connections at once; the pool has twenty. Those above wait, and beyond `waiting` are refused. */
const requestsPerCaller = { running: 6, waiting: 200 }

async function run(
  ctx: AppContext,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  inTurn: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<unknown> {
  const { endpoint, cache: ready } = route
  const actor = request.actor!
  // Only plain questions are kept ready: what narrows a list or goes on in it is asked once. The alias and the path itself ask the same.
  const question =
    ready &&
    actor.who === 'merchant' &&
    endpoint.method === 'GET' &&
    !/[?&](search|from|to|least|most|cursor)=/.test(request.url)
      ? `${endpoint.path} ${request.url.split('?', 2)[1] ?? ''}`
      : undefined
  if (question !== undefined) {
    const kept = ready!.get((actor as MerchantActor).shopId, question)
    if (kept !== undefined) {
      // What every open app asks every few seconds: past the hooks, straight onto the wire.
      const { headers, body } = await kept.bodyFor(request)
      reply.hijack()
      reply.raw
        .writeHead(200, { ...headers, ...securityHeaders(ctx.settings.mode), 'cache-control': 'no-store' })
        .end(body)
      return reply
    }
  }
  const keep = question === undefined ? undefined : ready!.open((actor as MerchantActor).shopId, question)
  const input = endpoint.access.who === 'processor' ? request.body : parse(endpoint, request)
  const { 'idempotency-key': key, device } = request.headers
  const call: Call = {
    ctx,
    actor: actor as never,
    now: ctx.clock.now(),
    lang: languageOf(request),
    ip: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    device: typeof device === 'string' && device !== '' ? device.slice(0, 100) : undefined,
    key: typeof key === 'string' ? key : undefined,
    request,
  }
  if (endpoint.idempotent && !call.key) refuse('request/key-missing')
  if (endpoint.idempotent && !ctx.clockCheck.isRight) refuse('request/unavailable')
  const data = await inTurn(() =>
    endpoint.ownTransaction
      ? route.handler(call, input, undefined)
      : endpoint.readOnly
        ? // A reading act is one statement, or several that need no common moment: the round trips of a transaction would double its cost.
          route.handler(call, input, ctx.db as Tx)
        : withTransaction(ctx.db, (tx) =>
            endpoint.idempotent
              ? withIdempotencyKey(tx, `${scopeOf(actor)} ${endpoint.path}`, call.key, input, () =>
                  route.handler(call, input, tx),
                )
              : route.handler(call, input, tx),
          ),
  )
  if (data instanceof Download)
    return reply
      .header('content-type', data.contentType)
      .header('content-disposition', `attachment; filename="${data.name}"`)
      .send(data.body)
  if (ctx.settings.mode === 'test') endpoint.response.parse(data)
  const answer = new JsonResponse(JSON.stringify({ code: 1, msg: '', data } satisfies Envelope))
  keep?.(answer)
  const { headers, body } = await answer.bodyFor(request)
  return reply.headers(headers).send(body)
}

/** What a page of ours may load and do. */
export const contentSecurityPolicy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
}

/** The HTTP server with the rules that hold for every route: headers, body limits, the envelope, one mapper for all errors. */
export async function createHttpServer(ctx: AppContext, logLevel: string): Promise<FastifyInstance> {
  const http = fastify({
    logger: {
      level: logLevel,
      redact: [
        'req.headers.token',
        'req.headers.device',
        'req.headers["idempotency-key"]',
        '*.password',
        '*.paymentPassword',
        '*.loginPassword',
        '*.old',
        '*.again',
      ],
      serializers: { err: withoutRowContents },
    },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimits.plain,
    // As many hops as there are proxies of our own; a header from further out is a caller's invention.
    trustProxy: (_address, hop) => hop < ctx.settings.proxies,
    routerOptions: { maxParamLength: 200 },
    requestTimeout: networkTimeout,
  })
  ctx.log = http.log
  // Pages ask for these headers themselves (`reply.helmet()`); what answers for programs need is set below.
  await http.register(helmet, {
    global: false,
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy },
    strictTransportSecurity: ctx.settings.mode === 'production',
    crossOriginEmbedderPolicy: false,
  })
  await http.register(multipart, {
    limits: { fileSize: maxUploadBytes, files: 1, fields: 0, parts: 1 },
    throwFileSizeLimit: true,
  })

  // One exact content type; whatever else is a 415, also the spellings that get past lax matching.
  http.removeContentTypeParser(['application/json', 'text/plain'])
  http.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    ;(request as FastifyRequest & { rawBody?: Buffer }).rawBody = body as Buffer
    if (body.length === 0) return done(null, {})
    try {
      done(null, parseJson(body.toString('utf8'), null, { protoAction: 'error', constructorAction: 'ignore' }))
    } catch {
      done(new Refusal('request/malformed'))
    }
  })

  // Answers of the APIs are private to their caller; pictures and assets set their own.
  const headers = Object.entries({ ...securityHeaders(ctx.settings.mode), 'cache-control': 'no-store' })
  http.addHook('onSend', (_request, reply, payload, done) => {
    for (const [name, value] of headers) if (!reply.hasHeader(name)) void reply.header(name, value)
    done(null, payload)
  })

  http.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    if (error instanceof Refusal) return answerRefusal(request, reply, error)
    if (error.code === 'FST_REQ_FILE_TOO_LARGE')
      return answerRefusal(request, reply, new Refusal('file/too-large', { megabytes: 10 }))
    if (error.statusCode === 413) return answerRefusal(request, reply, new Refusal('request/too-large'))
    if (error.statusCode === 415 || error.code === 'FST_INVALID_MULTIPART_CONTENT_TYPE')
      return answerRefusal(request, reply, new Refusal('request/unsupported-type'))
    if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
      return answerRefusal(request, reply, new Refusal('request/malformed'))
    // Laws of the database about who approves money; see assert_operator_may_approve and assert_two_people.
    if (error.code === 'QO001')
      return answerRefusal(
        request,
        reply,
        new Refusal('operator/too-new', { from: String((error as { detail?: string }).detail) }),
      )
    if (error.code === 'QO002') return answerRefusal(request, reply, new Refusal('operator/second-person'))
    // A value that no schema stops and the database cannot take: a number out of range, a text that is no id.
    if (error.code?.startsWith('22')) return answerRefusal(request, reply, new Refusal('request/malformed'))
    if (error instanceof QueueFull || isDatabaseBusy(error))
      return answerRefusal(request, reply, new Refusal('request/busy'))
    if (isDatabaseDown(error) || isStorageDown(error))
      return answerRefusal(request, reply, new Refusal('request/unavailable'))
    request.log.error({ err: error, url: request.routeOptions.url }, 'request failed')
    return answerRefusal(request, reply, new Refusal('request/failed', { request: request.id }))
  })
  http.setNotFoundHandler((request, reply) => answerRefusal(request, reply, new Refusal('request/not-found')))
  return http
}

/** Puts the modules' routes on the server. */
export function registerRoutes(
  http: FastifyInstance,
  ctx: AppContext,
  routes: readonly Route[],
  find: FindSession,
): void {
  const perCaller = limitConcurrencyPerKey(requestsPerCaller)
  for (const route of routes) {
    const { endpoint } = route
    for (const url of endpoint.alias ? [endpoint.path, endpoint.alias] : [endpoint.path]) {
      http.route({
        method: endpoint.method,
        url,
        bodyLimit: endpoint.largeBody ? bodyLimits.large : bodyLimits.plain,
        // Before the body is read: who may not call costs nothing more.
        onRequest: async (request) => {
          request.actor = await authorize(endpoint.access, request, find)
        },
        handler: (request, reply) => {
          const { actor } = request
          const caller = actor!.who === 'anyone' ? `address ${request.ip}` : scopeOf(actor!)
          return run(ctx, route, request, reply, (work) => perCaller(caller, work))
        },
      })
    }
  }
}
