/** Calculations with amounts of the API. Exact: in cents, never in floating-point numbers. */
import { parseCents, formatCents } from '@quayside/contract'

export { parseInputAmount } from '@quayside/contract'

export const isNegative = (a: string): boolean => a.startsWith('-')
export const isZero = (a: string): boolean => parseCents(a) === 0n
export const difference = (a: string, b: string): string => formatCents(parseCents(a) - parseCents(b))
/** With fewer orders before there is nothing to compare with: one more would be a change of 100%. */
const fewestOrders = 5
/** From this factor on people say “3×”, not “+200%”. */
const timesFrom = 3

/**
 * The change between the amounts of two periods: as a fraction (0.5 for half more), or as `times` when it is many
 * times as much. Null if nothing was there before, or if it comes from too few orders.
 */
export function changeOf(
  now: string,
  before: string,
  ordersBefore: number,
): { fraction: number } | { times: number } | null {
  const cents = parseCents(before)
  if (cents <= 0n || ordersBefore < fewestOrders) return null
  // A ratio to show may be a floating-point number; amounts never are.
  const times = Number((parseCents(now) * 1000n) / cents) / 1000
  return times < timesFrom ? { fraction: Number((times - 1).toFixed(3)) } : { times }
}
export const negated = (a: string): string => formatCents(-parseCents(a))

/** Formats an amount for an input field in a locale; `parseInputAmount` parses it. */
export const toInputText = (amount: string, locale: string): string =>
  amount.replace('.', new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')!.value)

/** The sum of amounts. */
export const sum = (amounts: Iterable<string>): string => {
  let cents = 0n
  for (const amount of amounts) cents += parseCents(amount)
  return formatCents(cents)
}
