/**
 * Prices by the pricing rule of a shop, and their profit, in whole cents. The app uses these functions to preview the
 * server's results. The server computes the same in SQL for sets of products.
 */
import { asCents, basisPointsOf, type Cents } from './money.ts'

export type PricingRule = { percent: number; rounding: 'none' | 'ending-99' | 'whole' }

/**
 * Adds the rule's percentage to the supplier's price, rounds half up to a cent, and then rounds up to the next .99 or
 * whole dollar.
 */
export function priceByRule(supplierPrice: bigint, rule: PricingRule): Cents {
  const marked = (supplierPrice * BigInt(100 + rule.percent) + 50n) / 100n
  if (rule.rounding === 'ending-99') return asCents((marked / 100n) * 100n + 99n)
  if (rule.rounding === 'whole') return asCents(((marked + 99n) / 100n) * 100n)
  return asCents(marked)
}

/** The profit of one piece after commission and purchase price; negative for a loss. */
export const profitOf = (price: bigint, supplierPrice: bigint, basisPoints: number): bigint =>
  price - basisPointsOf(price, basisPoints) - supplierPrice

/**
 * Whether a price makes a loss. The calculation has no rounding, so the result for one piece holds for any quantity:
 * no order can earn less than its cost.
 */
export const sellsAtLoss = (price: bigint, supplierPrice: bigint, basisPoints: number): boolean =>
  price * BigInt(10_000 - basisPoints) < supplierPrice * 10_000n

/** The lowest price without a loss. */
export function lowestPrice(supplierPrice: bigint, basisPoints: number): Cents {
  const keeps = BigInt(10_000 - basisPoints)
  return asCents((supplierPrice * 10_000n + keeps - 1n) / keeps)
}
