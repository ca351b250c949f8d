import type { Readable } from 'node:stream'
import type { Endpoint, Language, ParsedInput, RequestBody, ResponseBody, WorkKind } from '@quayside/contract'
import type { AppMessage } from '@quayside/locales'
import type { FastifyRequest } from 'fastify'
import { scopeOf, type ActorFor } from '../security/actor.ts'
import type { AppContext } from '../app-context.ts'
import type { AuditNotes, AuditOf, AuditOptions } from '../security/audit.ts'
import type { Queryable, Tx } from '../database/postgres.ts'
import type { RequestLimit } from './rate-limit.ts'
import type { ResponseCache } from './response-cache.ts'
import type { WorkKey } from './work-claim.ts'

/** The request as a handler sees it. */
export type Call<E extends Endpoint = Endpoint> = {
  ctx: AppContext
  actor: ActorFor<E['access']>
  now: Date
  lang: Language
  /** The caller's network address, for rate limits. */
  ip: string
  userAgent: string
  /** The id of the caller's device, for the login. */
  device: string | undefined
  /** The `Idempotency-Key` header. */
  key: string | undefined
  /** What only the handler knows about the call, for its audit row. */
  audit: AuditNotes
  /** From this instant on, the response is no longer right: the cache does not return it. Set by the handler. */
  rightUntil: Date | null
  request: FastifyRequest
}

/**
 * The items of the work queue that a call decides. It is refused with `work/claimed` while another operator works on
 * one of them, and ends the caller's own claim.
 */
export type Decides<Input = unknown> = {
  kinds: readonly WorkKind[]
  /** The items, when they are not those of `kinds` with the input's `id`. */
  items?: (input: Input, db: Queryable) => readonly WorkKey[] | Promise<readonly WorkKey[]>
  /** False for a step before the decision: the caller goes on working on the item. */
  releasesClaim?: false
}

type RouteOptions<E extends Endpoint> = {
  /** What the audit writes about a call. Every route of the operators declares it. */
  audit?: AuditOptions<E>
  /** Declared by every route that decides an item of the work queue. */
  decides?: Decides<ParsedInput<E>>
  /** The largest number of requests of one caller. Checked before the handler runs. */
  limit?: RequestLimit<ActorFor<E['access']>>
  /** A search: callers who are not logged in share the turns of `AppContext.searches`. */
  search?: boolean
  /**
   * Completes a response after it was stored with its idempotency key, also when it is repeated: with what must not be
   * stored.
   */
  complete?: (call: Call<E>, response: ResponseBody<E>, tx: Tx) => Promise<ResponseBody<E>>
  /** The `msg` of a success: a sentence that the app shows as a toast. */
  message?: AppMessage
  /**
   * Keeps responses in memory, for all sessions and keys of the shop. A request is cached only if it has no parameter
   * other than `parameters`, and a POST only without any.
   */
  cache?: { responses: ResponseCache; parameters: readonly (keyof RequestBody<E> & string)[] }
}

/** An endpoint with its handler. */
export type Route = {
  endpoint: Endpoint
  handler: (call: Call, input: unknown, tx: Tx | undefined) => Promise<unknown>
  /** The handler runs only after the merchant's payment password was verified. */
  confirmed?: boolean
  audit?: AuditOf
  decides?: Decides
  limit?: RequestLimit
  /** A search: callers who are not logged in share `AppContext.searches`. */
  search?: boolean
  /** The response may be up to two seconds old: it is read on the replica, if there is one. */
  replica?: boolean
  complete?: (call: Call, response: unknown, tx: Tx) => Promise<unknown>
  message?: AppMessage
  cache?: { responses: ResponseCache; parameters: readonly string[] }
}

/** The response of an endpoint marked `file`. A body that is a stream is sent as fast as the caller reads it. */
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

/**
 * Binds an endpoint to its handler. The transaction commits when the handler returns, and rolls back when it
 * refuses.
 */
export function defineRoute<E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<E>, input: ParsedInput<E>, tx: Tx) => Promise<ResponseBody<E>>,
  options: RouteOptions<E> = {},
): Route {
  return { endpoint, handler, ...options } as unknown as Route
}

/** Binds an endpoint marked `ownTransaction`. The handler opens its own transactions. */
export function defineRawRoute<E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<E>, input: ParsedInput<E>) => Promise<ResponseBody<E>>,
  options: RouteOptions<E> = {},
): Route {
  return { endpoint, handler, ...options } as unknown as Route
}

/** An idempotency key belongs to one caller and one endpoint. */
export const idempotencyScope = ({ actor }: Pick<Call, 'actor'>, endpoint: Endpoint): string =>
  `${scopeOf(actor)} ${endpoint.path}`
