import { cleanText } from '@quayside/contract'
import type { FastifyRequest } from 'fastify'
import { refuse } from '../../../platform/refusal.ts'

/**
 * Refuses a form that another site has sent. Browsers say where a request comes from; one that says nothing is
 * refused too. Kept pages have forms without a token, and this is their guard.
 */
export function requireOwnOrigin({ headers }: Pick<FastifyRequest, 'headers'>, storefrontUrl: string): void {
  const site = headers['sec-fetch-site']
  if (site !== undefined ? site !== 'same-origin' : headers.origin !== new URL(storefrontUrl).origin)
    refuse('request/forbidden')
}

/** The fields of a form. */
export type FormFields = Record<string, string | undefined>

/** The fields of a form that was sent as text. The last of several values counts. Any other body has no fields. */
export const readForm = (body: unknown): FormFields =>
  Object.fromEntries(
    [...new URLSearchParams(typeof body === 'string' ? body : '')]
      .slice(0, 100)
      .map(([name, value]) => [name, value.replaceAll('\0', '')]),
  )

/** The field `text` of a form, as the contract cleans it. A browser sends each line end as two characters. */
export const writtenText = ({ text = '' }: FormFields): string => cleanText(text.replaceAll('\r\n', '\n'))

/**
 * The name of a cookie: of the cart, its count, the followed shops, or a log-in. Over TLS the name binds it to this
 * host.
 */
export const cookieName = (storefrontUrl: string, what: 'cart' | 'cart-count' | 'follows' | 'session'): string =>
  storefrontUrl.startsWith('https:') ? `__Host-${what}` : what

/** A cookie of a request; undefined without it. */
export function readCookie({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  for (const part of (headers.cookie ?? '').split(';')) {
    const [key, value] = part.trim().split('=', 2)
    if (key === name && value !== undefined && /^[\w-]{1,100}$/.test(value)) return value
  }
  return undefined
}

/**
 * The text of a cookie that scripts cannot read and other sites cannot send. `life` in milliseconds. `readable`: the
 * script of the pages may read it.
 */
export const cookieText = (name: string, value: string, life: number, { readable = false } = {}): string =>
  `${name}=${value}; Path=/; ${readable ? '' : 'HttpOnly; '}SameSite=Lax; Max-Age=${Math.floor(life / 1000)}${name.startsWith('__Host-') ? '; Secure' : ''}`
