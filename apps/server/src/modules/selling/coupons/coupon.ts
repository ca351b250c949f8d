/** What a coupon takes off an order, and why it does not. Pure: without database and clock. */
import { basisPointsOf, type CouponBearer, type CouponState, type RefusalName } from '@quayside/contract'
import { couponShares, couponTakes } from '@quayside/contract/coupons'

export type Coupon = {
  id: string
  /** Null for a coupon of the platform. */
  shop_id: string | null
  bearer: CouponBearer
  code: string
  percent: number | null
  amount: bigint | null
  minimum: bigint
  starts_at: Date
  ends_at: Date | null
  max_uses: number | null
  max_per_buyer: number | null
  max_per_shop: number | null
  budget: bigint | null
  listings: string[]
  used: number
  spent: bigint
  state: CouponState
}

/** A line of an order in cents: what the goods cost the buyer before the coupon, and what they cost the shop. */
export type PricedLine = { listingId: string; sum: bigint; cost: bigint }

export type Discount = {
  couponId: string
  code: string
  bearer: CouponBearer
  /** Cents off the goods, and the share of each line. */
  taken: bigint
  shares: bigint[]
}

type Refused = { refusal: RefusalName; values?: Record<string, bigint> }

/** Why a coupon takes nothing off at this time, whatever is bought; null while it does. */
export function idleOf(
  coupon: Pick<Coupon, 'state' | 'starts_at' | 'ends_at' | 'max_uses' | 'used' | 'budget' | 'spent'>,
  now: Date,
): 'proposed' | 'stopped' | 'not-yet' | 'expired' | 'used-up' | null {
  if (coupon.state !== 'active') return coupon.state
  if (coupon.starts_at > now) return 'not-yet'
  if (coupon.ends_at !== null && coupon.ends_at <= now) return 'expired'
  if (coupon.max_uses !== null && coupon.used >= coupon.max_uses) return 'used-up'
  return coupon.budget !== null && coupon.spent >= coupon.budget ? 'used-up' : null
}

const refusalOfIdle = {
  // Nobody has signed it: there is no such coupon yet.
  proposed: 'coupon/unknown',
  stopped: 'coupon/expired',
  'not-yet': 'coupon/not-yet',
  expired: 'coupon/expired',
  'used-up': 'coupon/used-up',
} as const

/**
 * What a coupon takes off these lines of one shop, or why it takes nothing. `basisPoints` is the commission. A coupon
 * of the shop never makes an order lose money: such an order does not accept it.
 */
export function discountOf(
  coupon: Coupon,
  lines: readonly PricedLine[],
  { basisPoints, now }: { basisPoints: number; now: Date },
): Discount | Refused {
  const idle = idleOf(coupon, now)
  if (idle) return { refusal: refusalOfIdle[idle] }
  const counted = lines.map(({ listingId, sum }) => ({
    sum,
    counts: coupon.listings.length === 0 || coupon.listings.includes(listingId),
  }))
  const eligible = counted.reduce((sum, line) => (line.counts ? sum + line.sum : sum), 0n)
  if (eligible === 0n) return { refusal: 'coupon/other-products' }
  if (eligible < coupon.minimum) return { refusal: 'coupon/minimum', values: { least: coupon.minimum } }
  const taken = couponTakes(coupon, eligible)
  if (taken === 0n) return { refusal: 'coupon/too-small' }
  if (coupon.budget !== null && coupon.spent + taken > coupon.budget) return { refusal: 'coupon/used-up' }
  const goods = lines.reduce((sum, line) => sum + line.sum, 0n)
  const cost = lines.reduce((sum, line) => sum + line.cost, 0n)
  const paid = goods - taken
  if (coupon.bearer === 'platform' ? paid <= 0n : paid - basisPointsOf(paid, basisPoints) < cost)
    return { refusal: 'coupon/below-cost' }
  const shares = couponShares(taken, counted)
  return { couponId: coupon.id, code: coupon.code, bearer: coupon.bearer, taken, shares }
}
