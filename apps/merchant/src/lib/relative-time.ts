import { recentWindow, relativeDays } from '@quayside/contract/constants'
import type { AppMessage } from '@quayside/locales'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The distance of an instant in the specification's steps; null if only a date is shown (beyond `relativeDays`). */
export function distance(from: number, to: number): { key: AppMessage; n: number } | null {
  const span = Math.abs(to - from)
  const past = to <= from
  if (span < recentWindow && past) return { key: 'time.now', n: 0 }
  if (span < hour) return { key: past ? 'time.minutes' : 'time.in-minutes', n: Math.max(1, Math.floor(span / minute)) }
  if (span < day) return { key: past ? 'time.hours' : 'time.in-hours', n: Math.floor(span / hour) }
  if (span <= relativeDays * day) return { key: past ? 'time.days' : 'time.in-days', n: Math.floor(span / day) }
  return null
}

/**
 * The time that is left until a deadline: in minutes, in hours up to three days, then in days. A deadline in 47 hours
 * is not “in 1 day”, which would halve the time.
 */
export function timeLeft(now: number, until: number): { key: AppMessage; n: number } | null {
  const span = until - now
  return span >= day && span < 3 * day ? { key: 'time.in-hours', n: Math.floor(span / hour) } : distance(now, until)
}
