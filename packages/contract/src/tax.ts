/** Tax on the goods and the shipping charge of an order: how much, and how the prices of an order show it. */
import { basisPointsOf, formatCents, proRata } from './money.ts'
import { taxRateOf, type TaxRate } from './settings.ts'
import type { TaxLine } from './storefront-pages.ts'

export { proRata }

/** `rate` in hundredths of a percent, 0 without a tax. `included`: prices are shown with the tax in them. */
export type Tax = { amount: bigint; rate: number; included: boolean }
export const noTax: Tax = { amount: 0n, rate: 0, included: false }

/**
 * The tax of a country on what an order costs, in cents. Goods and shipping are rounded each for itself, so that the
 * same charge shows the same price with tax beside any goods.
 */
export function taxOn(
  { goods, shipping }: { goods: bigint; shipping: bigint },
  rates: readonly TaxRate[],
  country: string | null,
): Tax {
  const rate = country === null ? null : taxRateOf(rates, country)
  if (!rate) return noTax
  const amount = basisPointsOf(goods, rate.rate) + basisPointsOf(shipping, rate.rate)
  return { amount, rate: rate.rate, included: rate.shown === 'included' }
}

/** The line of a tax; null where none is charged. */
export const lineOfTax = ({ amount, rate, included }: Tax): TaxLine | null =>
  rate === 0 ? null : { rate: rate / 100, amount: formatCents(amount), included }

/**
 * What an order shows for its lines, the goods, the shipping charge and what a coupon takes off (`discount`), in cents.
 * Where prices include the tax, each has its share, and the shares add up to the tax.
 */
export function shownSums(
  tax: Tax,
  lines: readonly bigint[],
  shipping: bigint,
  discount = 0n,
): { lines: bigint[]; goods: bigint; shipping: bigint; discount: bigint } {
  const goods = lines.reduce((sum, line) => sum + line, 0n)
  if (!tax.included || goods === 0n) return { lines: [...lines], goods, shipping, discount }
  // The goods show the price of their page; the discount shows what it takes off with its tax.
  // Without one they show what is left of the tax: orders from before each part was rounded may differ by a cent.
  const ofShipping = basisPointsOf(shipping, tax.rate)
  const ofGoods = discount === 0n ? tax.amount - ofShipping : basisPointsOf(goods, tax.rate)
  let upToHere = 0n
  return {
    lines: lines.map((line) => {
      const share = proRata(ofGoods, upToHere + line, goods) - proRata(ofGoods, upToHere, goods)
      upToHere += line
      return line + share
    }),
    goods: goods + ofGoods,
    shipping: shipping + ofShipping,
    discount: discount + ofGoods + ofShipping - tax.amount,
  }
}

/** What one price shows where prices include the tax. */
export const shownPrice = (tax: Tax, price: bigint): bigint =>
  tax.included ? price + basisPointsOf(price, tax.rate) : price
