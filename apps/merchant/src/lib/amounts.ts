/** Calculations with amounts of the API. Exact: in cents, never in floating-point numbers. */
import { parseCents, formatCents } from '@quayside/contract'

export { parseInputAmount } from '@quayside/contract'

export const isNegative = (a: string): boolean => a.startsWith('-')
export const isZero = (a: string): boolean => parseCents(a) === 0n
export const difference = (a: string, b: string): string => formatCents(parseCents(a) - parseCents(b))
/** The change from one amount to another as a fraction; null if there was nothing before. */
export const changeOf = (now: string, before: string): number | null => {
  const cents = parseCents(before)
  // A fraction to show may be a floating-point number; amounts never are.
  return cents > 0n ? Number(((parseCents(now) - cents) * 1000n) / cents) / 1000 : null
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
