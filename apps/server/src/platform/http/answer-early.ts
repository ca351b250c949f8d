/**
 * Answers from memory before Fastify sees the request: of a response that is ready in memory, Fastify's own steps cost
 * more than the response. The early path only sends cached successes: a request that is not ready in memory, in
 * which anything is unusual, or that would be refused, goes the way of every request.
 */
import {
  validateHeaderName,
  validateHeaderValue,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { FastifyInstance } from 'fastify'

type Listener = (request: IncomingMessage, response: ServerResponse) => void
type Watch = (method: string, route: string, status: number, milliseconds: number) => void
const watches = new WeakMap<FastifyInstance, Watch>()

/** `watch` hears of every request that was answered early, since no hook of Fastify runs. */
export const watchEarly = (http: FastifyInstance, watch: Watch): void => void watches.set(http, watch)

/** What hears of it, if anything does. Whoever answers early calls it. */
export const earlyWatchOf = (http: FastifyInstance): Watch | undefined => watches.get(http)

/**
 * Puts `answer` before the listener of Fastify. It returns whether it has taken the request. A request that it took and
 * does not answer it hands to `goOn`, with its body unread. Call this before the server listens.
 */
export function answerEarly(
  http: FastifyInstance,
  answer: (request: IncomingMessage, response: ServerResponse, goOn: Listener) => boolean,
): void {
  const listeners = http.server.listeners('request') as Listener[]
  const goOn: Listener = (request, response) => {
    for (const listener of listeners) listener.call(http.server, request, response)
  }
  http.server.removeAllListeners('request')
  http.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!answer(request, response, goOn)) goOn(request, response)
  })
}

/** The status and headers of many answers as they are written. */
export function headOf(headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => {
    validateHeaderName(name)
    validateHeaderValue(name, value)
    return `${name}: ${value}\r\n`
  })
  return `HTTP/1.1 200 OK\r\n${lines.join('')}`
}

let date = { second: 0, line: '' }
/** The header `Date`, which changes every second. */
function dateLine(): string {
  const second = Math.floor(Date.now() / 1000)
  if (date.second !== second) date = { second, line: `Date: ${new Date(second * 1000).toUTCString()}\r\n` }
  return date.line
}

/**
 * Sends a response whose head stands already. `head`: of `headOf`, with `content-length`. `more`: further headers, each
 * with its line end and safe as it is. Node checks and joins each header of each response, which takes a third of a
 * poll's processor time; so the head is given to it as it would have written it (`_header`). An answer that ends its
 * connection goes Node's way.
 */
export function sendReady(server: Server, response: ServerResponse, head: string, more: string, bytes: string): void {
  const { keepAliveTimeout, maxRequestsPerSocket } = server
  if (
    response.shouldKeepAlive &&
    response.req.httpVersionMinor === 1 &&
    !maxRequestsPerSocket &&
    keepAliveTimeout > 0 &&
    response.getHeaderNames().length === 0
  )
    (response as unknown as { _header: string })._header =
      `${head}${more}${dateLine()}Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveTimeout / 1000)}\r\n\r\n`
  else response.writeHead(200, (head + more).split('\r\n').slice(1, -1).flatMap(splitLine))
  response.end(bytes, 'latin1')
}

const splitLine = (line: string): [string, string] => {
  const colon = line.indexOf(': ')
  return [line.slice(0, colon), line.slice(colon + 2)]
}

/**
 * The bytes of a body as a text of one byte a character, for `sendReady`: Node writes a text together with the head, in
 * one call and without a buffer.
 */
export const asBytes = (body: string | Buffer): string =>
  (typeof body === 'string' ? Buffer.from(body) : body).toString('latin1')
