/** Calculations with amounts of the API. Exact: in cents, never in floating-point numbers. */
import { parseCents, formatCents } from '@quayside/contract'

export const isNegative = (a: string): boolean => a.startsWith('-')
export const isZero = (a: string): boolean => parseCents(a) === 0n
export const negated = (a: string): string => formatCents(-parseCents(a))

/**
 * A typed amount as the wire writes it: any script's digits, a comma for the point, no spaces. What is no amount
 * stays what it is, and the server says so; "1,234" does, for it could mean two amounts.
 */
export const parseInputAmount = (text: string): string =>
  text
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace(/[,٫]/g, '.')
    .replace(/\.$/, '')

/** An amount as text of an input field in a locale; `parseInputAmount` parses it. */
export const toInputText = (amount: string, locale: string): string =>
  amount.replace('.', new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')!.value)

/** The sum of amounts. */
export const sum = (amounts: Iterable<string>): string => {
  let cents = 0n
  for (const amount of amounts) cents += parseCents(amount)
  return formatCents(cents)
}
