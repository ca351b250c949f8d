/**
 * How a shop prices what it takes from the distribution center, and what a price earns. Whole cents throughout. The
 * app shows by these what the
 * server will say; for sets of products the server has the same sums in SQL.
 */
import { asCents, basisPointsOf, type Cents } from './money.ts'

export type PricingRule = { percent: number; rounding: 'none' | 'ending-99' | 'whole' }

/**
 * The supplier's price with the rule's percentage, rounded half up to a cent, then up to the next .99 or whole
 * dollar.
 */
export function priceByRule(supplierPrice: bigint, rule: PricingRule): Cents {
  const marked = (supplierPrice * BigInt(100 + rule.percent) + 50n) / 100n
  if (rule.rounding === 'ending-99') return asCents((marked / 100n) * 100n + 99n)
  if (rule.rounding === 'whole') return asCents(((marked + 99n) / 100n) * 100n)
  return asCents(marked)
}

/** What one piece leaves after commission and purchase price; negative for a loss. */
export const profitOf = (price: bigint, supplierPrice: bigint, basisPoints: number): bigint =>
  price - basisPointsOf(price, basisPoints) - supplierPrice

/**
 * Whether a price loses money. Reckoned without rounding: what holds for one piece then holds for any number of
 * them, so no order
 * can come out below its cost.
 */
export const sellsAtLoss = (price: bigint, supplierPrice: bigint, basisPoints: number): boolean =>
  price * BigInt(10_000 - basisPoints) < supplierPrice * 10_000n

/** The lowest price that does not lose money. */
export function lowestPrice(supplierPrice: bigint, basisPoints: number): Cents {
  const keeps = BigInt(10_000 - basisPoints)
  return asCents((supplierPrice * 10_000n + keeps - 1n) / keeps)
}
