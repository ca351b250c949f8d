import { hash } from 'node:crypto'
import type { Endpoint } from '@quayside/contract'
import { carrierKeyPrefix } from '@quayside/contract/carriers'
import { worksInClosedShop } from '@quayside/contract/closed-shop'
import { apiKeyPrefix } from '@quayside/contract/integrations'
import type { FastifyRequest } from 'fastify'
import type { Actor, FindKey, FindSession } from './actor.ts'
import { refuse } from '../refusal.ts'

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
/** The same hash in Base64. */
export const hashTokenAsText = (token: string): string => hash('sha256', token, 'base64')

/** The API key of a request: `Authorization: Bearer qsk_…`. Only this header carries one. */
function keyIn({ headers: { authorization } }: FastifyRequest, prefix: string): string | null {
  const key = /^Bearer (\S{1,200})$/i.exec(authorization ?? '')?.[1]
  return key?.startsWith(prefix) ? key : null
}

/**
 * Finds the caller by the API key or the session token, if the endpoint needs one. A request that the console marks as
 * sent by the page itself does not prolong an operator's session. The header can only shorten a session.
 */
export async function findCaller(
  { access, scope }: Pick<Endpoint, 'access' | 'scope'>,
  request: FastifyRequest,
  findSession: FindSession,
  findKey?: FindKey,
): Promise<Actor> {
  if (access.who === 'anyone' || access.who === 'processor') return { who: 'anyone' }
  if (access.who === 'carrier') {
    const key = keyIn(request, carrierKeyPrefix) ?? refuse('session/missing')
    return (await findKey!.carrier(hashToken(key), scope)) ?? refuse('session/expired')
  }
  const key = access.who === 'merchant' && findKey ? keyIn(request, apiKeyPrefix) : null
  if (key !== null) return (await findKey!.merchant(hashToken(key))) ?? refuse('session/expired')
  const token = request.headers['token']
  if (typeof token !== 'string' || token === '' || token.length > 200) refuse('session/missing')
  const actor = await findSession(
    hashToken(token),
    access.who,
    access.who === 'operator' && request.headers['background'] !== undefined,
  )
  if (!actor || actor.who !== access.who) refuse('session/expired')
  return actor
}

const allows = ({ scopes }: { scopes: readonly string[] }, scope: string | undefined): boolean =>
  scope !== undefined && scopes.includes(scope)

/** Refuses a caller who may not use the endpoint. */
export function authorize(endpoint: Pick<Endpoint, 'access' | 'scope' | 'path' | 'readOnly'>, actor: Actor): void {
  const { access, scope } = endpoint
  if (access.who === 'merchant' && actor.who === 'merchant') {
    // An endpoint without a scope is for people: it moves money, or changes what gives access.
    if (actor.key && !allows(actor.key, scope)) refuse('request/forbidden')
    if (access.shop !== 'any' && !actor.verified) refuse('shop/not-verified')
    if (actor.closed && !worksInClosedShop(endpoint)) refuse('shop/closed')
  }
  if (actor.who === 'carrier' && !allows(actor.key, scope)) refuse('request/forbidden')
  if (access.who === 'operator' && actor.who === 'operator') {
    // A password alone gives access to the remaining steps of the login only.
    if (actor.next && !access.during?.includes(actor.next)) refuse('login/unfinished', { next: actor.next })
    const { roles } = access
    // The owner role gives access to people and settings only. An owner gets any other role by a grant, as
    // everybody does.
    if (roles !== 'any' && !roles.some((role) => actor.roles.includes(role))) refuse('request/forbidden')
  }
}
