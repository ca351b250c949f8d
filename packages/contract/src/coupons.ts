/**
 * Coupons: a code that takes something off the goods of an order. Each has a named bearer of its cost: the shop that
 * made it, or the platform.
 */
import * as z from 'zod/mini'
import { endpoint, operator, verifiedMerchant } from './endpoint.ts'
import { listEndpoint } from './list-endpoint.ts'
import { money, parseCents, proRata, signedMoney } from './money.ts'
import { cursor, cursorPageOf, id, instant, ok, openAct } from './shapes.ts'
import { staffText } from './staff-text.ts'

export const couponBearers = ['shop', 'platform'] as const
export type CouponBearer = (typeof couponBearers)[number]
export const couponStates = ['proposed', 'active', 'stopped'] as const
export type CouponState = (typeof couponStates)[number]

/** A code as a buyer types it: letters and digits, in either case. */
export const couponCode = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(60)),
    z.transform((text: string) => text.replace(/\s/g, '').toUpperCase()),
  ),
  z.string().check(z.regex(/^[A-Z0-9]{4,20}$/, { error: 'field/invalid' })),
)

/** The most that a coupon of so many percent or cents takes off. */
export const maxCouponPercent = 90
/** What is left to pay above a fixed amount, at least, in cents. */
export const leftAfterCoupon = 100n
/** Listings that one coupon may name. */
export const maxCouponListings = 100

type Takes = { percent: number | null; amount: bigint | null }
/** What a coupon takes off goods of `goods` cents. The database computes the same. */
export const couponTakes = ({ percent, amount }: Takes, goods: bigint): bigint =>
  percent === null ? (amount! < goods ? amount! : goods) : proRata(goods, BigInt(percent), 100n)

/**
 * Divides what a coupon takes off (`taken`, cents) over the lines it counts for, in proportion. The shares add up to
 * it; a line that it does not count for has none.
 */
export function couponShares(taken: bigint, lines: readonly { sum: bigint; counts: boolean }[]): bigint[] {
  const goods = lines.reduce((sum, line) => (line.counts ? sum + line.sum : sum), 0n)
  let before = 0n
  return lines.map((line) => {
    if (!line.counts || goods === 0n) return 0n
    const share = proRata(taken, before + line.sum, goods) - proRata(taken, before, goods)
    before += line.sum
    return share
  })
}

/** An instant in UTC. */
const moment = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/, { error: 'field/invalid' }))
const uses = z.nullable(z.int().check(z.gte(1), z.lte(1_000_000)))
const terms = {
  code: couponCode,
  /** What it takes off: percent of the goods, or an amount. Exactly one of both. */
  percent: z.nullable(z.int().check(z.gte(1), z.lte(maxCouponPercent))),
  amount: z.nullable(money),
  /** The least sum of the goods it counts for. A fixed amount needs at least 1.00 more than the amount. */
  minimum: money,
  from: z.nullable(moment),
  until: z.nullable(moment),
  uses,
  usesPerBuyer: z.nullable(z.int().check(z.gte(1), z.lte(1000))),
}

export const couponRow = z.object({
  id,
  code: z.string(),
  bearer: z.enum(couponBearers),
  state: z.enum(couponStates),
  /** Why it takes nothing off now; null while it does. */
  idle: z.nullable(z.enum(['proposed', 'stopped', 'not-yet', 'expired', 'used-up'])),
  percent: z.nullable(z.int()),
  amount: z.nullable(money),
  minimum: money,
  from: instant,
  until: z.nullable(instant),
  uses: z.nullable(z.int()),
  usesPerBuyer: z.nullable(z.int()),
  /** Ids of the listings it counts for; empty for the whole shop. */
  listings: z.array(id),
  /** Uses that stand, and what they took off. Cancelled orders are not among them. */
  used: z.int(),
  spent: money,
  budget: z.nullable(money),
  createdAt: instant,
})

export const listCoupons = endpoint({
  api: 'merchant',
  path: '/merchant/coupon/list',
  summary: 'The coupons of the shop, newest first, with their uses and what they cost so far. The shop bears the cost.',
  access: verifiedMerchant,
  scope: 'products:read',
  tags: ['coupons', 'orders'],
  readOnly: true,
  input: z.strictObject({ limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20), cursor }),
  response: cursorPageOf(couponRow),
  refusals: [],
})

export const createCoupon = endpoint({
  api: 'merchant',
  path: '/merchant/coupon/create',
  summary:
    'Makes a coupon of the shop, which bears its cost: the payment for the goods is lower, and with it commission and earnings. An order on which the shop would lose money does not accept the coupon. A code can be used for one coupon of the shop.',
  access: verifiedMerchant,
  changes: ['coupons'],
  input: z.strictObject({ ...terms, listings: z.array(id).check(z.maxLength(maxCouponListings)) }),
  response: z.object({ id }),
  refusals: ['coupon/code-taken', 'coupon/too-many', 'listing/not-found'],
})

export const planCoupon = endpoint({
  api: 'merchant',
  path: '/merchant/coupon/plan',
  summary:
    'What a coupon would mean before it is made: the product on the shelf with which an order earns least, and of how many products an order would lose money and not accept the coupon. An order is of one product, of as many pieces as the minimum needs.',
  access: verifiedMerchant,
  tags: ['listings'],
  readOnly: true,
  input: z.strictObject({
    percent: terms.percent,
    amount: terms.amount,
    minimum: terms.minimum,
    listings: z.array(id).check(z.maxLength(maxCouponListings)),
  }),
  response: z.object({
    /** Products on the shelf that the coupon counts for, and those of them whose order would not accept it. */
    products: z.int(),
    losing: z.int(),
    /** Null without a product on the shelf. `profit` is after the coupon, commission and purchase price. */
    lowest: z.nullable(
      z.object({ listingId: id, name: z.string(), quantity: z.int(), goods: money, paid: money, profit: signedMoney }),
    ),
  }),
  refusals: [],
})

export const stopCoupon = endpoint({
  api: 'merchant',
  path: '/merchant/coupon/stop',
  summary: 'Stops a coupon of the shop for good. Orders that were placed with it keep their price.',
  access: verifiedMerchant,
  changes: ['coupons'],
  input: z.strictObject({ id }),
  response: ok,
  refusals: ['coupon/not-found'],
})

const platformCoupon = z.object({
  ...couponRow.shape,
  /** The most uses in orders of one shop. */
  usesPerShop: z.nullable(z.int()),
  proposedBy: z.nullable(z.string()),
  signedBy: z.nullable(z.string()),
  actId: openAct,
})

export const listPlatformCoupons = listEndpoint({
  path: '/platform/coupon/list',
  summary: 'The coupons of the platform, newest first, with their uses, their cost and their budget.',
  access: operator('finance', 'auditor'),
  tags: ['settings'],
  filters: {},
  row: platformCoupon,
  pages: 'counted',
})

export const proposeCoupon = endpoint({
  api: 'platform',
  path: '/platform/coupon/propose',
  summary:
    'Makes a coupon that counts in every shop and whose cost the platform bears, up to its budget and at most half of the goods of an order. `usesPerShop` limits its uses in orders of one shop. A budget above the limit for two people needs the signature of a second person of finance.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject({
    ...terms,
    usesPerShop: z._default(uses, null),
    budget: money,
    reason: staffText(1, 500),
  }),
  response: z.object({ id, actId: z.nullable(id) }),
  refusals: ['coupon/code-taken'],
})

export const stopPlatformCoupon = endpoint({
  api: 'platform',
  path: '/platform/coupon/stop',
  summary: 'Stops a coupon of the platform for good, also one that waits for its signature.',
  access: operator('finance'),
  input: z.strictObject({ id, reason: staffText(1, 500) }),
  response: ok,
  refusals: ['coupon/not-found'],
})

/** The fields of a coupon that do not fit each other, with the refusal of each. */
export function wrongTerms(input: {
  percent: number | null
  amount: string | null
  minimum: string
  from: string | null
  until: string | null
}): Partial<
  Record<'percent' | 'amount' | 'minimum' | 'from' | 'until', 'field/required' | 'field/invalid' | 'field/too-small'>
> {
  const { percent, amount, minimum, from, until } = input
  if ((percent === null) === (amount === null)) return { [percent === null ? 'percent' : 'amount']: 'field/invalid' }
  const taken = amount === null ? null : parseCents(amount)
  if (taken === 0n) return { amount: 'field/too-small' }
  if (taken !== null && parseCents(minimum) < taken + leftAfterCoupon) return { minimum: 'field/too-small' }
  if (from !== null && Number.isNaN(Date.parse(from))) return { from: 'field/invalid' }
  if (until !== null && !(Date.parse(until) > Date.parse(from ?? '1970-01-01'))) return { until: 'field/invalid' }
  return {}
}
