/** Coupons in carts and orders. */
import { createHmac } from 'node:crypto'
import { asCents, formatCents, type RefusalName } from '@quayside/contract'
import { couponCode } from '@quayside/contract/coupons'
import * as z from 'zod/mini'
import { mailboxOf } from '../../../domain/mailbox.ts'
import { violatesConstraint, type Queryable, type Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { discountOf, type Discount, type PricedLine } from './coupon.ts'
import {
  countUsesAtAddress,
  countUsesInShop,
  countUsesOfBuyer,
  countUsesOfCard,
  findCoupon,
  insertUse,
  isCodeOfOtherShop,
  lockLimitedCouponOf,
  writeCard,
} from './store.ts'

type Purchase = {
  shopId: string
  lines: readonly PricedLine[]
  /** The commission in hundredths of a percent. */
  basisPoints: number
  now: Date
}

/** Who buys: the uses of a coupon count by the mailbox, the delivery address and the card. */
export type CouponBuyer = { lookupKey: Buffer; email: string }

/**
 * What a typed code takes off, or the refusal to show. Without a lock: `takeCoupon` decides. The uses of a `buyer` who
 * is known already count too; those of a guest count when the order is placed.
 */
export async function previewCoupon(
  db: Queryable,
  typed: string,
  { buyer, ...purchase }: Purchase & { buyer: CouponBuyer | null },
): Promise<Discount | Refused> {
  const found = await evaluate(db, typed, purchase, false)
  return !('refusal' in found) && buyer && (await isUsedUpBy(db, found, buyerKeyOf(buyer)))
    ? { refusal: 'coupon/used-by-you', values: {} }
    : found
}

type Refused = { refusal: RefusalName; values: Record<string, string> }

async function evaluate(
  db: Queryable,
  typed: string,
  { shopId, lines, ...at }: Purchase,
  lock: boolean,
): Promise<(Discount & { maxPerBuyer: number | null }) | Refused> {
  const code = z.safeParse(couponCode, typed).data
  const coupon = code === undefined ? undefined : await findCoupon(db, shopId, code, lock)
  if (!coupon) {
    const foreign = code !== undefined && (await isCodeOfOtherShop(db, shopId, code))
    return { refusal: foreign ? 'coupon/other-shop' : 'coupon/unknown', values: {} }
  }
  const found = discountOf(coupon, lines, at)
  if (!('refusal' in found)) {
    if (coupon.max_per_shop !== null && (await countUsesInShop(db, coupon.id, shopId)) >= coupon.max_per_shop)
      return { refusal: 'coupon/used-up', values: {} }
    return { ...found, maxPerBuyer: coupon.max_per_buyer }
  }
  const values = Object.entries(found.values ?? {}).map(([name, value]) => [name, formatCents(asCents(value))])
  return { refusal: found.refusal, values: Object.fromEntries(values) }
}

/** A buyer is a mailbox: each order of a guest has another id, and one mailbox has many spellings. */
const buyerKeyOf = ({ lookupKey, email }: CouponBuyer): Buffer =>
  createHmac('sha256', lookupKey)
    .update(`coupon buyer\n${mailboxOf(email)}`)
    .digest()

/** A delivery address, as far as it names a place. */
type Place = { country: string; postcode: string; city: string; street: string; street2?: string | null | undefined }

/**
 * A place in one spelling: letters and digits without marks, the words of the street in any order. The town counts only
 * without a postcode.
 */
export function placeOf({ country, postcode, city, street, street2 }: Place): string {
  const words = (text: string) =>
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const town = words(postcode).join('') || words(city).join(' ')
  return [country.toUpperCase(), town, ...words(`${street} ${street2 ?? ''}`).toSorted()].join('\n')
}

const keyOf = (lookupKey: Buffer, kind: 'address' | 'card', value: string): Buffer =>
  createHmac('sha256', lookupKey).update(`coupon ${kind}\n${value}`).digest()

const isUsedUpBy = async (
  db: Queryable,
  { couponId, maxPerBuyer }: { couponId: string; maxPerBuyer: number | null },
  buyerKey: Buffer,
): Promise<boolean> => maxPerBuyer !== null && (await countUsesOfBuyer(db, couponId, buyerKey)) >= maxPerBuyer

/**
 * Locks the coupon of a code until the transaction ends and returns what it takes off. Two last uses wait for each
 * other. Refuses `coupon/…`.
 */
export async function takeCoupon(
  tx: Tx,
  typed: string,
  purchase: Purchase & CouponBuyer & { address: Place },
): Promise<Discount & Keys> {
  const found = await evaluate(tx, typed, purchase, true)
  if ('refusal' in found) return refuse(found.refusal, found.values)
  const buyerKey = buyerKeyOf(purchase)
  if (await isUsedUpBy(tx, found, buyerKey)) refuse('coupon/used-by-you')
  const { maxPerBuyer: most } = found
  // An address is kept only where it is counted.
  const addressKey = most === null ? null : keyOf(purchase.lookupKey, 'address', placeOf(purchase.address))
  if (addressKey && (await countUsesAtAddress(tx, found.couponId, addressKey)) >= most!)
    refuse('coupon/used-at-address')
  return { ...found, buyerKey, addressKey }
}

type Keys = { buyerKey: Buffer; addressKey: Buffer | null }

/**
 * Counts the card that is about to pay an order with a coupon. False when the card has used the coupon as often as one
 * buyer may: then the payment goes back. The caller has locked the order.
 */
export async function useCouponWithCard(
  tx: Tx,
  order: { shop_id: string; id: string },
  lookupKey: Buffer,
  fingerprint: string | null,
): Promise<boolean> {
  const coupon = fingerprint === null ? undefined : await lockLimitedCouponOf(tx, order.shop_id, order.id)
  if (!coupon) return true
  const cardKey = keyOf(lookupKey, 'card', fingerprint!)
  if ((await countUsesOfCard(tx, coupon.id, cardKey)) >= coupon.most!) return false
  await writeCard(tx, order.shop_id, order.id, cardKey)
  return true
}

/** Counts the use of a placed order. */
export const useCoupon = (
  tx: Tx,
  order: { shopId: string; id: string },
  { couponId, taken, ...keys }: Discount & Keys,
  at: Date,
): Promise<unknown> =>
  insertUse(tx, { shopId: order.shopId, orderId: order.id, couponId, ...keys, amount: taken, at }).catch(
    (error: unknown) => {
      if (['coupon_uses', 'coupon_budget', 'coupon_uses_in_shop'].some((name) => violatesConstraint(error, name)))
        refuse('coupon/used-up')
      if (violatesConstraint(error, 'coupon_uses_of_buyer')) refuse('coupon/used-by-you')
      if (violatesConstraint(error, 'coupon_uses_at_address')) refuse('coupon/used-at-address')
      throw error
    },
  )
