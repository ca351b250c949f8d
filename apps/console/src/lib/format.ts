/** Formats of numbers and times. Times are in the time zone of the browser. */
import { formatMoney } from '@quayside/ui'
import { useEffect, useState } from 'react'

export const locale = 'en'
const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
const number = new Intl.NumberFormat(locale)
const decimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 })
const brl = new Intl.NumberFormat(locale, { style: 'currency', currency: 'BRL' })

export const formatDateTime = (at: string): string => dateTime.format(new Date(at))
export const formatDate = (at: string): string => date.format(new Date(at))
const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
export const formatTime = (at: string): string => time.format(new Date(at))
export const formatNumber = (n: number): string => number.format(n)
/** A decimal string with two decimals and thousands separators, for an amount whose currency is not known. */
export const formatDecimal = (value: string): string => decimal.format(value as Intl.StringNumericLiteral)

const regions = new Intl.DisplayNames(locale, { type: 'region' })
/** The English name of a country of ISO 3166; what is no such code stays. */
export const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code)

declare const formatted: unique symbol
/**
 * An amount as sentences show it: "$12,345.60". Only `formatAmount` makes one, and the placeholders of amounts take no
 * other text.
 */
export type AmountText = string & { readonly [formatted]: true }

/** Words the decimal string of the API, in dollars or reais. A table shows the same by `Money`. */
export const formatAmount = (value: string, currency: string = 'USD'): AmountText =>
  (currency === 'BRL'
    ? brl.format(value as Intl.StringNumericLiteral)
    : formatMoney(value, locale, false)) as AmountText

const minute = 60_000
// A list words one for each of its rows: to make the formatter takes longer than to use it.
const steps = (
  [
    { unit: 'day', milliseconds: 24 * 60 * minute },
    { unit: 'hour', milliseconds: 60 * minute },
    { unit: 'minute', milliseconds: minute },
  ] as const
).map((step) => ({
  ...step,
  count: new Intl.NumberFormat(locale, { style: 'unit', unit: step.unit, unitDisplay: 'short' }),
}))

/**
 * A duration in its largest whole unit: "3 hr", "2 days". Less than a minute counts as one. `daysFrom`: below so many
 * days it counts hours.
 */
export function formatSpan(milliseconds: number, daysFrom = 1): string {
  const step = steps.find((one) => milliseconds >= one.milliseconds * (one.unit === 'day' ? daysFrom : 1)) ?? steps[2]!
  return step.count.format(Math.max(1, Math.floor(milliseconds / step.milliseconds)))
}

/** The present time, renewed each half minute. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute / 2)
    return () => clearInterval(timer)
  }, [])
  return now
}
