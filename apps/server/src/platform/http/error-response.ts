import { asLanguage, type Envelope, type Language, type RefusalName, type RefusedData } from '@quayside/contract'
import { defaultLanguage } from '@quayside/contract/constants'
import { refusalMessage } from '@quayside/locales/catalogues'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { QueueFull } from '../database/concurrency.ts'
import { isDatabaseBusy, isDatabaseDown } from '../database/postgres.ts'
import { Refusal } from '../refusal.ts'
import { isStorageDown } from '../files/storage.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the request was refused, for the metrics: most refusals have the status 200. */
    refused?: RefusalName
  }
}

// Transport errors have their own HTTP status. Every other refusal is a business response with status 200.
const statusOf: Partial<Record<RefusalName, number>> = {
  'request/malformed': 400,
  // A processor sends an event again after any status but success. These two events must be sent again.
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

/** The language of the request's `lang` header. */
export const languageOf = (request: FastifyRequest): Language =>
  asLanguage(String(request.headers['lang'] ?? defaultLanguage).slice(0, 35))

/** Sends a refusal in the caller's language. */
function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  request.refused = refusal.reason
  const lang = languageOf(request)
  const status = statusOf[refusal.reason] ?? 200
  const data: RefusedData = { reason: refusal.reason }
  const fields = Object.entries(refusal.fields)
  if (fields.length > 0)
    data.fields = Object.fromEntries(fields.map(([field, name]) => [field, refusalMessage(lang, name, refusal.values)]))
  if (Object.keys(refusal.values).length > 0) data.values = refusal.values
  if ((status === 429 || status === 503) && !reply.hasHeader('retry-after')) void reply.header('retry-after', '5')
  const envelope: Envelope<RefusedData> = { code: 0, msg: refusalMessage(lang, refusal.reason, refusal.values), data }
  return reply.code(status).send(envelope)
}

/** Maps an error to the refusal that the caller gets; null for an unexpected error. */
export function refusalFor(error: Error & { statusCode?: number; code?: string; detail?: string }): Refusal | null {
  if (error instanceof Refusal) return error
  if (error.code === 'FST_REQ_FILE_TOO_LARGE') return new Refusal('file/too-large', { megabytes: 10 })
  if (error.statusCode === 413) return new Refusal('request/too-large')
  if (error.statusCode === 415 || error.code === 'FST_INVALID_MULTIPART_CONTENT_TYPE')
    return new Refusal('request/unsupported-type')
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new Refusal('request/malformed')
  // The database raises these: see assert_operator_may_approve, assert_two_people and assert_holds_desk.
  if (error.code === 'QO001') return new Refusal('operator/too-new', { from: String(error.detail) })
  if (error.code === 'QO002') return new Refusal('operator/second-person')
  if (error.code === 'QO003') return new Refusal('act/wrong-desk')
  // Class 22 of PostgreSQL: a value that the schema allows and a column type does not, such as a number out of range.
  if (error.code?.startsWith('22')) return new Refusal('request/malformed')
  if (error instanceof QueueFull || isDatabaseBusy(error)) return new Refusal('request/busy')
  if (isDatabaseDown(error) || isStorageDown(error)) return new Refusal('request/unavailable')
  return null
}

/** Sends the response for an error of any route. Logs an unexpected error. */
export function sendError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalFor(error)
  if (refusal) return sendRefusal(request, reply, refusal)
  request.log.error({ err: error, url: request.routeOptions.url }, 'http: a request failed')
  return sendRefusal(request, reply, new Refusal('request/failed', { request: request.id }))
}

/** Sends the response for a path without a route. */
export const sendNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendRefusal(request, reply, new Refusal('request/not-found'))
