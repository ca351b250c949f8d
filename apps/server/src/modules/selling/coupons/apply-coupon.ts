/** Coupons in carts and orders. */
import { createHmac } from 'node:crypto'
import { asCents, formatCents, type RefusalName } from '@quayside/contract'
import { couponCode } from '@quayside/contract/coupons'
import * as z from 'zod/mini'
import { violatesConstraint, type Queryable, type Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { discountOf, type Discount, type PricedLine } from './coupon.ts'
import { countUsesOfBuyer, findCoupon, insertUse, isCodeOfOtherShop } from './store.ts'

type Purchase = {
  shopId: string
  lines: readonly PricedLine[]
  /** The commission in hundredths of a percent. */
  basisPoints: number
  now: Date
}

/** Who buys: the uses of a coupon count by the e-mail address. */
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
  if (!('refusal' in found)) return { ...found, maxPerBuyer: coupon.max_per_buyer }
  const values = Object.entries(found.values ?? {}).map(([name, value]) => [name, formatCents(asCents(value))])
  return { refusal: found.refusal, values: Object.fromEntries(values) }
}

/** Domains that ignore the dots of a mailbox. */
const dotlessDomains = ['gmail.com', 'googlemail.com']

/** The mailbox that an address names: without its tag, and without dots where they mean nothing. */
export function mailboxOf(email: string): string {
  const text = email.trim().toLowerCase()
  const at = text.lastIndexOf('@')
  const [name, domain] = [text.slice(0, at).split('+')[0]!, text.slice(at + 1)]
  // An address that is nothing but a tag stays as it is.
  if (name === '') return text
  return dotlessDomains.includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

/** A buyer is a mailbox: each order of a guest has another id, and one mailbox has many spellings. */
const buyerKeyOf = ({ lookupKey, email }: CouponBuyer): Buffer =>
  createHmac('sha256', lookupKey)
    .update(`coupon buyer\n${mailboxOf(email)}`)
    .digest()

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
  purchase: Purchase & CouponBuyer,
): Promise<Discount & { buyerKey: Buffer }> {
  const found = await evaluate(tx, typed, purchase, true)
  if ('refusal' in found) return refuse(found.refusal, found.values)
  const buyerKey = buyerKeyOf(purchase)
  if (await isUsedUpBy(tx, found, buyerKey)) refuse('coupon/used-by-you')
  return { ...found, buyerKey }
}

/** Counts the use of a placed order. */
export const useCoupon = (
  tx: Tx,
  order: { shopId: string; id: string },
  { couponId, buyerKey, taken }: Discount & { buyerKey: Buffer },
  at: Date,
): Promise<unknown> =>
  insertUse(tx, { shopId: order.shopId, orderId: order.id, couponId, buyerKey, amount: taken, at }).catch(
    (error: unknown) => {
      if (violatesConstraint(error, 'coupon_uses') || violatesConstraint(error, 'coupon_budget'))
        refuse('coupon/used-up')
      if (violatesConstraint(error, 'coupon_uses_of_buyer')) refuse('coupon/used-by-you')
      throw error
    },
  )
