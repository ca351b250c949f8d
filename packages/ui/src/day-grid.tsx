import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useLocale } from './provider.tsx'

/** The weekday of a day (YYYY-MM-DD), from 1 for Monday to 7 for Sunday. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** The first weekday of the week in a locale; Monday in a browser that does not know it. */
function firstWeekday(locale: string): number {
  // Older browsers have a property instead of the method, or neither.
  const known = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number }
    weekInfo?: { firstDay: number }
  }
  return (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1
}

/**
 * Consecutive days (YYYY-MM-DD) in columns of weekdays, which begin as the locale's week does. `weekday` gives the
 * short name of a day's weekday. With `listed`, a narrow container shows the days below each other instead; `hidden`
 * says which ones it then leaves out.
 */
export function DayGrid({
  days,
  weekday,
  listed = false,
  hidden,
  children,
}: {
  days: readonly string[]
  weekday: (day: string) => string
  listed?: boolean
  hidden?: (day: string) => boolean
  children: (day: string, index: number) => ReactNode
}) {
  const start = firstWeekday(useLocale())
  const column = ((weekdayOf(days[0]!) - start + 7) % 7) + 1
  // 1 January 2024 is a Monday.
  const week = Array.from({ length: 7 }, (_, i) => `2024-01-${String(start + i).padStart(2, '0')}`)
  return (
    <div className="@container">
      <div
        aria-hidden
        className={clsx(
          'grid grid-cols-7 gap-1 pb-1 text-center text-caption text-muted',
          listed && '@max-[19rem]:hidden',
        )}
      >
        {week.map((day) => (
          <span key={day} className="overflow-hidden">
            {weekday(day)}
          </span>
        ))}
      </div>
      <ol className={clsx('grid grid-cols-7 gap-1', listed && '@max-[19rem]:grid-cols-1')}>
        {days.map((day, i) => (
          <li
            key={day}
            className={clsx(
              i === 0 && 'col-start-(--column)',
              listed && '@max-[19rem]:col-start-auto',
              listed && hidden?.(day) && '@max-[19rem]:hidden',
            )}
            style={i === 0 ? { ['--column' as string]: column } : undefined}
          >
            {children(day, i)}
          </li>
        ))}
      </ol>
    </div>
  )
}
