/** Shipping rates as the pages show them. */
import { asCents, formatCents } from '@quayside/contract'
import { anyCountry, shippingRateOf, type ShippingRate } from '@quayside/contract/settings'
import type { ShippingLine } from '@quayside/contract/storefront-pages'

export const lineOfRate = ({ country, cost, from, to }: ShippingRate): ShippingLine => ({
  country: country === anyCountry ? null : country,
  cost: formatCents(asCents(BigInt(cost))),
  from,
  to,
})

export const isFreeEverywhere = (rates: readonly ShippingRate[]): boolean => rates.every(({ cost }) => cost === 0)

/**
 * What shipping costs in a country. Before the country is known it is null, unless there is one rate for all.
 */
export function rateFor(rates: readonly ShippingRate[], country: string | null): ShippingRate | null {
  if (country === null) return rates.length === 1 ? rates[0]! : null
  return { ...shippingRateOf(rates, country), country }
}
