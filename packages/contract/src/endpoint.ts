/**
 * An endpoint is a value: method, path, who may call it, what goes in, what comes out, and each refusal it can give.
 * The server binds a handler to it, the client calls it, the OpenAPI document is printed from it; nothing is
 * generated.
 */
import type * as z from 'zod/mini'
import type { Tag } from './live.ts'
import type { RefusalName } from './refusals.ts'

export type OperatorRole = 'owner' | 'catalogue' | 'fulfilment' | 'finance' | 'review' | 'support' | 'auditor'

/**
 * Who may call. For a merchant, `shop` says how far the shop must be: `any` (login is enough), `verified` (closed
 * shops
 * included), `open` (verified and not closed). An operator needs one of the roles, and a session whose log-in is done,
 * unless `during` names the step of the log-in that it is at.
 */
export type Access =
  | { who: 'anyone' }
  | { who: 'merchant'; shop: 'any' | 'verified' | 'open' }
  | { who: 'buyer' }
  | { who: 'operator'; roles: readonly OperatorRole[] | 'any'; during?: readonly string[] }
  | { who: 'processor' }

export const anyone = { who: 'anyone' } as const
/** Any merchant with a session, whatever the state of the shop. */
export const merchant = { who: 'merchant', shop: 'any' } as const
/** A merchant whose shop has been verified; a closed shop may still read. */
export const verifiedMerchant = { who: 'merchant', shop: 'verified' } as const
/** A merchant whose shop is verified and open: needed for all that changes the shop or moves money towards orders. */
export const openMerchant = { who: 'merchant', shop: 'open' } as const
export const buyer = { who: 'buyer' } as const
export const operator = (...roles: OperatorRole[]) => ({ who: 'operator', roles }) as const
/** Any operator, also one whose log-in is at one of these steps. */
export const duringLogin = (...during: string[]) => ({ who: 'operator', roles: 'any', during }) as const
/** Any operator whose log-in is done. */
export const anyOperator = { who: 'operator', roles: 'any' } as const
/**
 * A program outside, a card processor or a carrier, that signs its calls. The act checks the signature over the raw
 * body.
 */
export const processor = { who: 'processor' } as const

export type Api = 'merchant' | 'store' | 'platform'

/**
 * A schema without its methods. The bundle of an app has no schemas (apps/merchant/build/zod-stub.ts), so `.parse` or
 * `.shape` of an endpoint must not compile there. The server passes it to the functions of Zod:
 * `z.safeParse(schema, …)`.
 */
export type Schema<S extends z.ZodMiniType> = Pick<S, '_zod' | '~standard'>

export type Endpoint<
  I extends z.ZodMiniType = z.ZodMiniType,
  O extends z.ZodMiniType = z.ZodMiniType,
  A extends Access = Access,
> = {
  api: Api
  method: 'GET' | 'POST'
  /** With its base, for example `/merchant/order/list`. */
  path: string
  /** A second address that answers the same. */
  alias?: string
  summary: string
  access: A
  input: Schema<I>
  response: Schema<O>
  refusals: readonly RefusalName[]
  /** Parts of the shop that the response shows. The app fetches it again when one of them changes. */
  tags?: readonly Tag[]
  /**
   * Parts of the shop that a call changes. The app fetches every query with one of these tags again, as after a
   * live push.
   */
  changes?: readonly Tag[]
  /**
   * The answer may stay on the phone, to be read without a connection: it holds nothing that gives access to
   * anything.
   */
  offline?: boolean
  /** Only reads; runs outside a transaction. */
  readOnly?: boolean
  /** Moves money or binds somebody to: an `Idempotency-Key` header is required, and the same key answers the same. */
  idempotent?: boolean
  /** The body may name things by the thousand: up to 1 MB instead of 64 kB. */
  largeBody?: boolean
  /** The body is multipart with one field `file`; the handler reads the stream. */
  upload?: boolean
  /** Answers a file of its own content type and name, not an envelope; only a refusal comes in one. */
  file?: boolean
  /**
   * The handler works outside a transaction (webhooks verify raw bytes first, password checks count before they
   * compare).
   */
  ownTransaction?: boolean
}

export type ParsedInput<E extends Endpoint> = z.output<E['input']>
export type RequestBody<E extends Endpoint> = z.input<E['input']>
export type ResponseBody<E extends Endpoint> = z.output<E['response']>

/** Declares an endpoint. The annotation lets a bundler drop the endpoints that an app does not call. */
/* @__NO_SIDE_EFFECTS__ */
export const endpoint = <const I extends z.ZodMiniType, const O extends z.ZodMiniType, const A extends Access>(
  e: Omit<Endpoint<I, O, A>, 'method' | 'input' | 'response'> & { method?: 'GET' | 'POST'; input: I; response: O },
): Endpoint<I, O, A> => ({ method: 'POST', ...e })

/** What every answer of every API is wrapped in. `code` 1: done; 2: done, with a notice worth showing; 0: refused. */
export type Envelope<T = unknown> = {
  code: 0 | 1 | 2
  msg: string
  data: T
}

/** `data` of a refused answer. `fields` holds a sentence per wrong field, by its path in the input. */
export type RefusedData = {
  reason: RefusalName
  fields?: Record<string, string>
  values?: Record<string, string | number>
}
