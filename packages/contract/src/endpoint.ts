/**
 * An endpoint is a value: method, path, access, input, response, and its possible refusals. The server binds a
 * handler to it, the client calls it, and the OpenAPI document is printed from it, without code generation.
 */
import type * as z from 'zod/mini'
import type { Tag } from './live.ts'
import type { RefusalName } from './refusals.ts'

export type OperatorRole = 'owner' | 'catalogue' | 'fulfilment' | 'finance' | 'review' | 'support' | 'auditor'

/**
 * Who may call. For a merchant, `shop` is the required state of the shop: `any` (a login is enough) or `verified`.
 * What a closed shop may still call is one rule for all endpoints: `worksInClosedShop`. An operator needs one of the
 * roles and a completed login, unless `during` names the current step of the login.
 */
export type Access =
  | { who: 'anyone' }
  | { who: 'merchant'; shop: 'any' | 'verified' }
  | { who: 'buyer' }
  | { who: 'operator'; roles: readonly OperatorRole[] | 'any'; during?: readonly string[] }
  | { who: 'processor' }
  | { who: 'carrier' }

export const anyone = { who: 'anyone' } as const
/** Any merchant with a session, in any state of the shop. */
export const merchant = { who: 'merchant', shop: 'any' } as const
/** A merchant with a verified shop. */
export const verifiedMerchant = { who: 'merchant', shop: 'verified' } as const
export const buyer = { who: 'buyer' } as const
export const operator = (...roles: OperatorRole[]) => ({ who: 'operator', roles }) as const
/** Any operator, also during one of these login steps. */
export const duringLogin = (...during: string[]) => ({ who: 'operator', roles: 'any', during }) as const
/** Any operator with a completed login. */
export const anyOperator = { who: 'operator', roles: 'any' } as const
/**
 * An external program (a card processor or a carrier) that signs its calls. The handler checks the signature over the
 * raw body.
 */
export const processor = { who: 'processor' } as const
/** A program of a carrier, by an API key of the carrier with the scope of the endpoint. */
export const carrier = { who: 'carrier' } as const

/** The methods that the wrapper supports. Endpoints use POST by default. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * What an API key of a merchant may do. An endpoint without a scope needs a person's session: everything that moves
 * money, and everything about passwords, contacts, destinations and keys.
 */
export const apiScopes = ['orders:read', 'products:read', 'products:write', 'finance:read'] as const
export type ApiScope = (typeof apiScopes)[number]
/** What an API key of a carrier may do. A delivery moves money: only the carrier's signed webhook reports it. */
export const carrierScopes = ['events:report', 'calls:read'] as const
export type CarrierScope = (typeof carrierScopes)[number]

export type Api = 'merchant' | 'store' | 'platform'

/**
 * A schema without its methods. The bundle of an app has no schemas (tools/build/zod-stub.ts), so `.parse` or
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
  method: Method
  /** Full path, for example `/merchant/order/list`. */
  path: string
  /** A second path with the same handler. */
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
  /** The app may store the response for use without a connection. It must not contain credentials. */
  offline?: boolean
  /** The scope with which an API key of the merchant may call. None: only a session may. For a carrier: its scope. */
  scope?: ApiScope | CarrierScope
  /** Read-only; runs outside a transaction. */
  readOnly?: boolean
  /**
   * Moves money or creates an obligation: requires an `Idempotency-Key` header, and the same key returns the same
   * response.
   */
  idempotent?: boolean
  /** The body may contain thousands of ids: limit 1 MB instead of 64 kB. */
  largeBody?: boolean
  /** The body is multipart with one field `file`; the handler reads the stream. */
  upload?: boolean
  /** The response is a file with its own content type and name. Only a refusal has an envelope. */
  file?: boolean
  /**
   * The handler manages its own transactions (webhooks verify the raw bytes first, password checks count the attempt
   * before the comparison).
   */
  ownTransaction?: boolean
}

export type ParsedInput<E extends Endpoint> = z.output<E['input']>
export type RequestBody<E extends Endpoint> = z.input<E['input']>
export type ResponseBody<E extends Endpoint> = z.output<E['response']>

/** Declares an endpoint. The annotation lets a bundler drop the endpoints that an app does not call. */
/* @__NO_SIDE_EFFECTS__ */
export const endpoint = <const I extends z.ZodMiniType, const O extends z.ZodMiniType, const A extends Access>(
  e: Omit<Endpoint<I, O, A>, 'method' | 'input' | 'response'> & { method?: Method; input: I; response: O },
): Endpoint<I, O, A> => ({ method: 'POST', ...e })

/** The wrapper of every response. `code` 1: success; 2: success with a notice to show; 0: refusal. */
export type Envelope<T = unknown> = {
  code: 0 | 1 | 2
  msg: string
  data: T
}

/** `data` of a refusal. `fields` holds a sentence for each wrong field, by its path in the input. */
export type RefusedData = {
  reason: RefusalName
  fields?: Record<string, string>
  values?: Record<string, string | number>
}
