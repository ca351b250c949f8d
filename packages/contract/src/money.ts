/**
 * Money is whole cents of the US dollar, as a branded bigint, so that the compiler keeps it apart from plain numbers.
 * On the wire it is a decimal string with at most two decimals ("1204.50"); in the database it is bigint cents.
 */
import * as z from 'zod/mini'
import { patterns } from './validators.ts'

declare const cents: unique symbol
export type Cents = bigint & { readonly [cents]: true }

export const zero = 0n as Cents

/** Brands a whole number as cents. */
export const asCents = (value: bigint): Cents => value as Cents

const signedAmountPattern = /^-?(0|[1-9]\d{0,12})(\.\d{1,2})?$/

/** Parses a decimal string such as "1204.5" to cents without a floating-point number; null for an invalid amount. */
export function parseMoney(text: string): Cents | null {
  if (!signedAmountPattern.test(text)) return null
  const negative = text.startsWith('-')
  const [whole = '0', part = ''] = (negative ? text.slice(1) : text).split('.')
  const value = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
  return (negative ? -value : value) as Cents
}

/** Formats cents for the wire: always two decimals, "-0.05" for minus five cents. */
export function formatCents(value: bigint): string {
  const size = value < 0n ? -value : value
  const text = `${size / 100n}.${String(size % 100n).padStart(2, '0')}`
  return value < 0n ? `-${text}` : text
}

/** Parses a wire string that a schema has already validated. */
export function parseCents(text: string): Cents {
  const value = parseMoney(text)
  if (value === null) throw new RangeError('not an amount')
  return value
}

/** The share of a non-negative amount in basis points (hundredths of a percent), rounded half up. */
export const basisPointsOf = (amount: bigint, basisPoints: number): Cents =>
  ((amount * BigInt(basisPoints) + 5000n) / 10000n) as Cents

/** `amount` × `part` ÷ `whole`, rounded half up. */
export const proRata = (amount: bigint, part: bigint, whole: bigint): bigint =>
  (2n * amount * part + whole) / (2n * whole)

export const money = z.string().check(z.regex(patterns.amount, { error: 'field/amount' }))
export const signedMoney = z.string().check(z.regex(signedAmountPattern))

/** The profit of one piece after commission, over a set of products; null for an empty set. */
export const margins = z.object({
  /** In hundredths of a percent of the selling price. */
  lowestMargin: z.nullable(z.int()),
  medianMargin: z.nullable(z.int()),
  lowestProfit: z.nullable(signedMoney),
  highestProfit: z.nullable(signedMoney),
})

/**
 * Converts a typed amount to the wire format: digits of any script, a comma as decimal separator, no spaces. Invalid
 * text stays unchanged, and the server refuses it. "1,234" also stays unchanged, because it is ambiguous.
 */
export const parseInputAmount = (text: string): string =>
  text
    .replace(/[٠-٩۰-۹０-９]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace(/[,٫，．]/g, '.')
    .replace(/\.$/, '')
