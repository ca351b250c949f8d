import { defaultLanguage } from '@quayside/contract/constants'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../../platform/app-context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { findAccountOrder } from '../../people/buyer-accounts/store.ts'
import { orderOfToken } from '../carts/order-token.ts'
import { findOrderAccess, type OrderAccessRow } from '../carts/store.ts'
import { accountOf } from './account-cookie.ts'
import { languageOfPath } from './request-language.ts'

type TokenRequest = FastifyRequest<{ Params: { lang: string; token: string } }>

/**
 * The order of the token in an address. A wrong token and an expired one get the same refusal, `order/not-found`. A
 * link that has expired still opens for the account of the order.
 */
export async function orderAccessOf(ctx: AppContext, request: TokenRequest): Promise<OrderAccessRow> {
  const id = orderOfToken(ctx.keys.lookup, request.params.token)
  const access = id === null ? undefined : await findOrderAccess(ctx.db, id, ctx.clock.now())
  if (access || id === null) return access ?? refuse('order/not-found')
  const account = await accountOf(ctx, request)
  const order = account && (await findAccountOrder(ctx.db, account.id, id))
  if (!account || !order) return refuse('order/not-found')
  return { ...order, email: account.email, language: languageOfPath(request.params.lang) ?? defaultLanguage }
}
