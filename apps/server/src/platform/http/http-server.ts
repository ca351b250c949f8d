import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import { maxUploadBytes } from '@quayside/contract/constants'
import { networkTimeout } from '@quayside/contract/constants'
import fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { parse as parseJson } from 'secure-json-parse'
import { sendError, sendNotFound } from './error-response.ts'
import type { AppContext } from '../app-context.ts'
import { Refusal } from '../refusal.ts'
import { bodyLimits } from './register-routes.ts'
import { frequentRoutes, logRequests, requestIds } from './request-log.ts'
import { contentSecurityPolicy, securityHeaders } from './security-headers.ts'
import { tracing } from '../observability/tracing.ts'

/** The responses to an error of a route, and to an address without a route. */
export type ErrorResponses = {
  sendError: (error: Error, request: FastifyRequest, reply: FastifyReply) => unknown
  sendNotFound: (request: FastifyRequest, reply: FastifyReply) => unknown
}

/**
 * Creates the HTTP server with the rules of every route: headers, body limits, content types and error responses. A
 * listener of pages passes its own `responses`.
 */
export async function createHttpServer(
  ctx: AppContext,
  responses: ErrorResponses = { sendError, sendNotFound },
): Promise<FastifyInstance> {
  // Responses of the APIs are private to their caller. Pictures and assets set headers of their own.
  const headers = Object.entries({ ...securityHeaders(ctx.settings.mode), 'cache-control': 'no-store' })
  const http = fastify({
    loggerInstance: ctx.log,
    // `logRequests` writes one line for each request instead of Fastify's two.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(ctx.settings.proxies),
    bodyLimit: bodyLimits.plain,
    // One hop for each of our proxies. A caller can forge the header of a further hop.
    trustProxy: (_address, hop) => hop < ctx.settings.proxies,
    routerOptions: { maxParamLength: 200 },
    requestTimeout: networkTimeout,
    // A request that arrives on an open connection while the server closes is answered as any other one.
    return503OnClosing: false,
    // An address that cannot be decoded, or with too long a part, has no route. No hook runs for it.
    frameworkErrors: (_error, request, reply) => {
      for (const [name, value] of headers) void reply.header(name, value)
      void responses.sendNotFound(request as FastifyRequest, reply as FastifyReply)
    },
  })
  // A page sets these headers with `reply.helmet()`. API responses get their headers below.
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

  // Exactly one content type is accepted. Any other gets a 415, even a spelling that lax matching would accept.
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

  http.addHook('onSend', (_request, reply, payload, done) => {
    for (const [name, value] of headers) if (!reply.hasHeader(name)) void reply.header(name, value)
    done(null, payload)
  })

  // As the request id, a caller's trace is believed only behind our own proxy.
  tracing()?.traceRequests(http, { trustCaller: ctx.settings.proxies > 0, untraced: frequentRoutes })
  logRequests(http)
  http.setErrorHandler(responses.sendError)
  http.setNotFoundHandler(responses.sendNotFound)
  return http
}
