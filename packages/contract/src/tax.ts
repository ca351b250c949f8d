/** Tax on the goods and the shipping charge of an order: how much, and how the prices of an order show it. */
import { basisPointsOf, formatCents, proRata } from './money.ts'
import { taxRateOf, type TaxRate } from './settings.ts'
import type { TaxLine } from './storefront-pages.ts'

export { proRata }

/** `rate` in hundredths of a percent, 0 without a tax. `included`: prices are shown with the tax in them. */
export type Tax = { amount: bigint; rate: number; included: boolean }
export const noTax: Tax = { amount: 0n, rate: 0, included: false }

/** The tax of a country on what an order costs. */
export function taxOn(charged: bigint, rates: readonly TaxRate[], country: string | null): Tax {
  const rate = country === null ? null : taxRateOf(rates, country)
  return rate
    ? { amount: basisPointsOf(charged, rate.rate), rate: rate.rate, included: rate.shown === 'included' }
    : noTax
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
  const before = discount === 0n ? tax.amount : basisPointsOf(goods + shipping, tax.rate)
  const ofGoods = proRata(before, goods, goods + shipping)
  let upToHere = 0n
  return {
    lines: lines.map((line) => {
      const share = proRata(ofGoods, upToHere + line, goods) - proRata(ofGoods, upToHere, goods)
      upToHere += line
      return line + share
    }),
    goods: goods + ofGoods,
    shipping: shipping + before - ofGoods,
    discount: discount + before - tax.amount,
  }
}

/** What one price shows where prices include the tax. */
export const shownPrice = (tax: Tax, price: bigint): bigint =>
  tax.included ? price + basisPointsOf(price, tax.rate) : price
