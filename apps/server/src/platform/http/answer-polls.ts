/**
 * Answers the polls of open apps, and other requests of kept responses, from memory (`answer-early.ts`). Each open app
 * sends a poll every few seconds.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { answerEarly, asBytes, earlyWatchOf, headOf, sendReady } from './answer-early.ts'
import type { AppContext } from '../app-context.ts'
import { hashTokenAsText } from '../security/authorize.ts'
import type { ReadyBody } from './json-response.ts'
import { addressOf } from './proxies.ts'
import { frequentRoutes, logRequest, requestIdHeader, requestIds } from './request-log.ts'
import { rateLines } from './request-rate.ts'
import type { Passage, RequestSteps } from './request-steps.ts'
import type { Route } from './route.ts'
import { tracing } from '../observability/tracing.ts'

/** What a poll has on its way through Fastify too. */
export type PollParts = {
  steps: RequestSteps
  /** The headers of every kept response. */
  headers: Record<string, string>
}

type Kept = { route: Route; path: string; isFrequent: boolean }

/** Puts the answers of `routes` before the listener of Fastify. Call it before the server listens. */
export function answerPolls(http: FastifyInstance, ctx: AppContext, routes: readonly Route[], parts: PollParts): void {
  const { steps } = parts
  const byPath = new Map<string, Kept>(
    routes.flatMap((route) => {
      const { endpoint } = route
      if (!route.cache || endpoint.access.who !== 'merchant') return []
      const paths = [endpoint.path, ...(endpoint.alias ? [endpoint.alias] : [])]
      return paths.map((path) => [path, { route, path, isFrequent: frequentRoutes.includes(path) }] as const)
    }),
  )
  if (byPath.size === 0) return
  const { proxies, publicUrl } = ctx.settings
  const ownOrigin = new URL(publicUrl).origin
  const idOf = requestIds(proxies)
  /** What is the same in each answer with a body. */
  const prepared = new WeakMap<ReadyBody, { head: string; bytes: string }>()
  const prepare = (body: ReadyBody) => {
    const made = { head: headOf({ ...body.headers, ...parts.headers }), bytes: asBytes(body.body) }
    prepared.set(body, made)
    return made
  }

  /** The last token of each connection and its hash. An app asks with one token over one connection. */
  const hashed = new WeakMap<Socket, { token: string; key: string }>()
  const keyOf = ({ socket }: IncomingMessage, token: string): string => {
    let last = hashed.get(socket)
    if (last?.token !== token) hashed.set(socket, (last = { token, key: hashTokenAsText(token) }))
    return last.key
  }

  /** Whether the request was answered. `query`: what follows the question mark. */
  const answer = (
    { route, path, isFrequent }: Kept,
    query: string,
    request: IncomingMessage,
    response: ServerResponse,
  ) => {
    const { headers } = request
    const { token, origin } = headers
    // A key of the API, a page of another origin, and a server that stops have rules of their own.
    if (typeof token !== 'string' || token === '' || token.length > 200) return false
    if (headers.authorization !== undefined || !http.server.listening) return false
    if (origin !== undefined && origin !== ownOrigin) return false
    if (proxies === 0 && headers['x-forwarded-for'] !== undefined) return false
    const now = ctx.clock.now().getTime()
    const started = performance.now()
    const passage: Passage = {
      endpoint: route.endpoint,
      ip: () => addressOf(request, proxies),
      request: null,
      session: keyOf(request, token),
      actor: undefined,
      rate: null,
      next: 0,
      refusal: null,
    }
    if (!steps.takeNow(request, passage)) return false
    const { actor, rate } = passage
    if (actor?.who !== 'merchant') return false
    // Only queries whose parameters the route declares were ever stored, so the text of the query is enough here.
    const key = route.endpoint.method === 'GET' ? `${route.endpoint.path} ${query}` : route.endpoint.path
    const body = route.cache!.responses.get(actor.shopId, key, now)?.bodyFor(request)
    if (body === undefined || body instanceof Promise) {
      steps.leave(request, passage)
      return false
    }
    const { head, bytes } = prepared.get(body) ?? prepare(body)
    const id = idOf(request)
    const more = `${requestIdHeader}: ${id}\r\n${rate ? rateLines(rate) : ''}`
    sendReady(http.server, response, head, more, bytes)
    const milliseconds = performance.now() - started
    earlyWatchOf(http)?.(route.endpoint.method, path, 200, milliseconds)
    if (!isFrequent)
      logRequest(ctx.log, { reqId: id, method: route.endpoint.method, route: path, status: 200, milliseconds, actor })
    return true
  }

  answerEarly(http, (request, response, goOn) => {
    const { method, url } = request
    if (url === undefined) return false
    const start = url.indexOf('?')
    const kept = byPath.get(start === -1 ? url : url.slice(0, start))
    if (kept === undefined || method !== kept.route.endpoint.method) return false
    // Only requests that every open app sends all the time are not traced.
    if (!kept.isFrequent && tracing()) return false
    if (method === 'GET') return answer(kept, start === -1 ? '' : url.slice(start + 1), request, response)
    if (start !== -1 || !hasShortBody(request)) return false
    request.once('readable', () => {
      const body = request.read(emptyInput.length) as Buffer | null
      if (body?.toString('latin1') === emptyInput && answer(kept, '', request, response)) return
      if (body) request.unshift(body)
      goOn(request, response)
    })
    return true
  })
}

/** The JSON of an input without any field, as the apps send it. */
const emptyInput = '{}'

/** Whether a POST can have no other body than an empty input: it is as long. */
const hasShortBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] === String(emptyInput.length) &&
  headers['content-type'] === 'application/json' &&
  headers['transfer-encoding'] === undefined &&
  headers['expect'] === undefined
