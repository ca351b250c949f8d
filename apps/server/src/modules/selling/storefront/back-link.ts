/** Where a refused request can go on. Only places that exist for the buyer: a link to a second refusal helps nobody. */
import { hasLength, isLettersOrDigits } from '@quayside/contract'
import type { BackLink } from '@quayside/contract/storefront-pages'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Refusal } from '../../../platform/refusal.ts'
import { readForm } from './guards.ts'

const isShopCode = (text: string): boolean => isLettersOrDigits(text) && hasLength(text, 4, 16)

/** The product of the form that adds it to the cart; its shop, if the product is gone. */
function fromCartForm(body: unknown, reason: Refusal['reason']): BackLink {
  const { shop = '', listing } = readForm(body)
  if (!isShopCode(shop) || reason === 'shop/not-found') return { to: 'cart', path: '/cart' }
  const id = z.uuid().safeParse(listing).data
  return id === undefined || reason === 'listing/not-found'
    ? { to: 'shop', path: `/s/${shop}` }
    : { to: 'product', path: `/s/${shop}/p/${id}` }
}

/** The order, cart, product or shop that a request was about; null for none. */
export function backLinkOf(
  { method, url, body }: Pick<FastifyRequest, 'method' | 'url' | 'body'>,
  reason: Refusal['reason'],
): BackLink | null {
  const [, place = '', second = '', third] = url
    .replace(/[?#].*$/, '')
    .split('/')
    .slice(1)
  const isMissing = reason.endsWith('/not-found')
  switch (place) {
    case 'orders':
      return isMissing || !/^[\w-]+$/.test(second) ? null : { to: 'order', path: `/orders/${second}` }
    case 'cart':
      if (method === 'POST' && second === '') return fromCartForm(body, reason)
      return { to: 'cart', path: '/cart' }
    case 'checkout':
      return { to: 'cart', path: '/cart' }
    case 's': {
      // A shop's own page that is not found for another reason lacks a category or a page, and the shop is there.
      const isThere = reason === 'listing/not-found' || (third === undefined && reason === 'request/not-found')
      return isThere && isShopCode(second) ? { to: 'shop', path: `/s/${second}` } : null
    }
    default:
      return null
  }
}
