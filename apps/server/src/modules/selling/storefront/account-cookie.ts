/** The cookie of a log-in. Kept pages never read it, so that no page of one person is kept for another. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../platform/app-context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { findLoggedIn, isAccountFormToken, type Account } from '../../people/buyer-accounts/session.ts'
import { sessionLifetime } from '../../people/identity/login/sessions.ts'
import { cookieName, cookieText, readCookie, readForm, requireOwnOrigin, type FormFields } from './guards.ts'

const nameIn = (ctx: AppContext): string => cookieName(ctx.settings.storefrontUrl, 'session')

/** The account that a browser is logged in to. */
export async function accountOf(ctx: AppContext, request: FastifyRequest): Promise<Account | undefined> {
  const token = readCookie(request, nameIn(ctx))
  return token === undefined ? undefined : findLoggedIn(ctx, token)
}

/**
 * Gives the cookie of a new log-in to the browser; an empty token takes it away, with the one of the followed shops.
 */
export const setSession = (ctx: AppContext, reply: FastifyReply, token: string): FastifyReply => {
  if (!token) {
    const follows = cookieName(ctx.settings.storefrontUrl, 'follows')
    void reply.header('set-cookie', cookieText(follows, '', 0, { readable: true }))
  }
  return reply.header('set-cookie', cookieText(nameIn(ctx), token, token ? sessionLifetime : 0))
}

/** The fields of an account's form. A form of another site, or without the token of this log-in, is refused. */
export function accountForm(ctx: AppContext, request: FastifyRequest, account: Account): FormFields {
  requireOwnOrigin(request, ctx.settings.storefrontUrl)
  const fields = readForm(request.body)
  requireFormToken(ctx, account, fields)
  return fields
}

/** Refuses a form without the token of this log-in. */
export function requireFormToken(ctx: AppContext, account: Account, fields: FormFields): void {
  if (!isAccountFormToken(ctx.keys.lookup, account, fields['form'] ?? '')) refuse('request/forbidden')
}
