import type { Access, ApiScope, CarrierScope, LoginStep, OperatorRole } from '@quayside/contract'
import { invariant } from '../refusal.ts'

export type AnonymousActor = { who: 'anyone' }
export type MerchantActor = {
  who: 'merchant'
  merchantId: string
  shopId: string
  verified: boolean
  closed: boolean
  tokenHash: Buffer
  /** The API key of the call; absent for a person's session. */
  key?: { id: string; scopes: readonly ApiScope[] }
}
export type BuyerActor = { who: 'buyer'; buyerId: string; tokenHash: Buffer }
export type OperatorActor = {
  who: 'operator'
  operatorId: string
  roles: OperatorRole[]
  /** The next step of the login; null when the login is complete. */
  next: LoginStep | null
  tokenHash: Buffer
}
/** A carrier's program, by an API key of the carrier. */
export type CarrierActor = {
  who: 'carrier'
  carrierId: string
  /** As operators enter it for a shipment. */
  name: string
  tokenHash: Buffer
  key: { id: string; scopes: readonly CarrierScope[] }
}
/** The caller of a request. */
export type Actor = AnonymousActor | MerchantActor | BuyerActor | OperatorActor | CarrierActor

/** The actor of an endpoint with this access. A processor has no session; its route checks a signature. */
export type ActorFor<A extends Access> = A extends { who: 'merchant' }
  ? MerchantActor
  : A extends { who: 'buyer' }
    ? BuyerActor
    : A extends { who: 'operator' }
      ? OperatorActor
      : A extends { who: 'carrier' }
        ? CarrierActor
        : AnonymousActor

/**
 * Finds the holder of a session token; null when the session is unknown or has ended. `unused` does not count as a use
 * of the session.
 */
export type FindSession = {
  (tokenHash: Buffer, who: 'merchant' | 'buyer' | 'operator', unused?: boolean): Promise<Actor | null>
  /**
   * The holder, if the session is in memory and needs nothing from the database at this instant, in epoch milliseconds.
   * `key`: the hash of the token in Base64.
   */
  cached?: (key: string, who: 'merchant' | 'buyer' | 'operator', now: number) => Actor | null
}

/** Find the holder of an API key; null when the key is unknown, revoked or has ended. */
export type FindKey = {
  merchant: (tokenHash: Buffer) => Promise<MerchantActor | null>
  /** `scope`: what the endpoint needs. The log of the carrier's calls names a key without it. */
  carrier: (tokenHash: Buffer, scope: string | undefined) => Promise<CarrierActor | null>
}

/** The id that idempotency keys and concurrency limits belong to: for a merchant, the shop. */
export const scopeOf = (actor: Actor): string =>
  actor.who === 'merchant'
    ? actor.shopId
    : actor.who === 'buyer'
      ? actor.buyerId
      : actor.who === 'operator'
        ? actor.operatorId
        : actor.who === 'carrier'
          ? actor.carrierId
          : 'anyone'

/** The id of the person who calls; of a program, that of its carrier. */
export function personOf(actor: Actor): string {
  invariant(actor.who !== 'anyone', 'the caller has a session')
  return actor.who === 'merchant' ? actor.merchantId : scopeOf(actor)
}
