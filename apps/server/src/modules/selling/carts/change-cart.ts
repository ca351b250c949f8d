import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { addTime, days } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { countLoosePieces } from '../orders/placing/make-room.ts'
import { addLine, countLines, deleteLine, findForCart, insertCart, lockCart, writeQuantity } from './store.ts'

/** How long an unused cart is kept. */
export const cartLife = days(30)
const maxLines = 50
/** Pieces of one product. */
export const maxQuantity = 10

export const cartTokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The token in the forms of a cart. Another site cannot know it. */
export const formToken = (lookupKey: Buffer, cartId: string): string =>
  createHmac('sha256', lookupKey).update(`cart form\n${cartId}`).digest('base64url').slice(0, 32)

export function isFormToken(lookupKey: Buffer, cartId: string, given: string): boolean {
  const right = Buffer.from(formToken(lookupKey, cartId))
  const other = Buffer.from(given)
  return right.length === other.length && timingSafeEqual(right, other)
}

/** Makes an empty cart. Returns its id and the token of its cookie. */
export async function createCart(tx: Tx, now: Date): Promise<{ id: string; token: string }> {
  const token = randomBytes(32).toString('base64url')
  const id = newId()
  await insertCart(tx, { id, tokenHash: cartTokenHash(token), at: now, expiresAt: addTime(now, cartLife) })
  return { id, token }
}

/**
 * Adds pieces of a listing, at most `maxQuantity`. Refuses `listing/not-found`, `product/variant-required`,
 * `product/stock-gone` and `order/too-many-pieces`.
 */
export async function addToCart(
  tx: Tx,
  cartId: string,
  wish: { shop: string; listingId: string; variantId: string | undefined; quantity: number },
  now: Date,
): Promise<void> {
  await lockCart(tx, cartId, addTime(now, cartLife))
  const listing = await findForCart(tx, wish.shop, wish.listingId)
  if (!listing) return refuse('listing/not-found')
  const { variants, name } = listing
  const variant =
    wish.variantId === undefined && variants.length === 1
      ? variants[0]
      : variants.find(({ id }) => id === wish.variantId)
  if (!variant) return refuse('product/variant-required', { name })
  if (variant.stock === 0 && !(await countLoosePieces(tx, [variant.id])).has(variant.id))
    return refuse('product/stock-gone', { name })
  if ((await countLines(tx, cartId)) >= maxLines) refuse('order/too-many-pieces', { most: maxLines })
  await addLine(tx, {
    cartId,
    shopId: listing.shop_id,
    listingId: wish.listingId,
    variantId: variant.id,
    quantity: wish.quantity,
    price: listing.price,
    most: maxQuantity,
    at: now,
  })
}

/** Sets the pieces of a line; none removes it. */
export async function changeLine(
  tx: Tx,
  cartId: string,
  line: { shopId: string; listingId: string; variantId: string; quantity: number },
  now: Date,
): Promise<void> {
  await lockCart(tx, cartId, addTime(now, cartLife))
  const key = { cartId, shopId: line.shopId, listingId: line.listingId, variantId: line.variantId }
  if (line.quantity === 0) await deleteLine(tx, key)
  else await writeQuantity(tx, { ...key, quantity: Math.min(line.quantity, maxQuantity) })
}
