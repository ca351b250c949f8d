import { DayGrid, IconButton, PlainButton } from '@quayside/ui'
import { clsx } from 'clsx'
import { CalendarDays, ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { addDays, addMonths, daysOfMonth } from '../lib/period.ts'
import { useFormat, useT } from '../lib/i18n.tsx'

/** A period; both days are included. */
export type Period = { from?: string | undefined; to?: string | undefined }
type End = 'from' | 'to'

/**
 * The first and the last day of a period, chosen from one calendar below both. A first day after the last one moves
 * the last one to the same day, and the other way round. `today` (YYYY-MM-DD) is where an empty field begins; no later
 * day can be chosen.
 */
export function PeriodFields({
  period,
  today,
  onChange,
}: {
  period: Period
  today: string
  onChange: (period: Period) => void
}) {
  const t = useT()
  const format = useFormat()
  const id = useId()
  const [open, setOpen] = useState<End | null>(null)
  const fields = useRef<Record<End, HTMLButtonElement | null>>({ from: null, to: null })
  const close = (end: End) => {
    setOpen(null)
    fields.current[end]?.focus()
  }
  const choose = (end: End, day: string) => {
    const next = { ...period, [end]: day }
    if (next.from && next.to && next.from > next.to) next[end === 'from' ? 'to' : 'from'] = day
    onChange(next)
    close(end)
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="row-fill">
        {(['from', 'to'] as const).map((end) => {
          const day = period[end]
          return (
            <div key={end} className="flex min-w-[min(100%,9rem)] flex-col gap-1">
              <span id={`${id}-${end}`} className="text-small font-semibold">
                {t(`common.${end}`)}
              </span>
              <PlainButton
                ref={(element) => {
                  fields.current[end] = element
                }}
                id={`${id}-${end}-value`}
                aria-labelledby={`${id}-${end} ${id}-${end}-value`}
                aria-expanded={open === end}
                onClick={() => setOpen(open === end ? null : end)}
                className={clsx(
                  'flex min-h-(--control) w-full items-center gap-2 rounded-field border bg-surface px-3 text-start text-body',
                  open === end ? 'border-foreground' : 'border-input',
                )}
              >
                <span className={clsx('min-w-0 flex-1', day ? undefined : 'text-muted')}>
                  {day ? <bdi>{format.wholeDay(day)}</bdi> : t('common.any-date')}
                </span>
                <CalendarDays aria-hidden className="size-5 shrink-0 text-muted" />
              </PlainButton>
            </div>
          )
        })}
      </div>
      {open ? (
        <Calendar
          key={open}
          label={t(`common.${open}`)}
          day={period[open]}
          period={period}
          today={today}
          onChoose={(day) => choose(open, day)}
          onClose={() => close(open)}
        />
      ) : null}
    </div>
  )
}

/** How far a key goes in the calendar, in days or months. */
const dayKeys: Record<string, number> = { ArrowUp: -7, ArrowDown: 7 }
const monthKeys: Record<string, number> = { PageUp: -1, PageDown: 1 }

/** A month with its days, or a year with its months. The arrow keys move between days, Page Up and Down by a month. */
function Calendar({
  label,
  day,
  period,
  today,
  onChoose,
  onClose,
}: {
  label: string
  day: string | undefined
  period: Period
  today: string
  onChoose: (day: string) => void
  onClose: () => void
}) {
  const format = useFormat()
  // The day that has the focus, or its month if the view is a year.
  const [at, setAt] = useState(day ?? today)
  const [year, setYear] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const focusDay = useRef(true)
  useEffect(() => {
    if (!focusDay.current) return
    focusDay.current = false
    root.current?.querySelector<HTMLElement>('[data-day][tabindex="0"]')?.focus()
  })
  useEffect(() => {
    root.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  const step = (by: number) => setAt(addMonths(at, year ? by * 12 : by))
  const nameOf = (by: number) => {
    const there = addMonths(at, year ? by * 12 : by)
    return year ? there.slice(0, 4) : format.month(there)
  }
  // Escape closes only the calendar, and not the sheet around it.
  const closing = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  const moving = (event: KeyboardEvent<HTMLElement>) => {
    closing(event)
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const back = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft'
    const days = event.key === forward ? 1 : event.key === back ? -1 : dayKeys[event.key]
    const months = monthKeys[event.key]
    let next: string
    if (days !== undefined) next = addDays(at, days)
    else if (months !== undefined) {
      const month = daysOfMonth(addMonths(at, event.shiftKey ? months * 12 : months))
      next = month[Math.min(Number(at.slice(-2)), month.length) - 1]!
    } else return
    event.preventDefault()
    focusDay.current = true
    setAt(next > today ? today : next)
  }
  const later = addMonths(at, year ? 12 : 1).slice(0, year ? 4 : 7) > today.slice(0, year ? 4 : 7)
  return (
    <div
      ref={root}
      role="group"
      aria-label={label}
      className="flex flex-col gap-2 rounded-card border border-border bg-surface p-2"
    >
      <div className="flex items-center">
        <IconButton
          repeatable
          label={nameOf(-1)}
          icon={<ChevronLeft aria-hidden className="mirror" />}
          onClick={() => step(-1)}
          onKeyDown={closing}
        />
        <PlainButton
          aria-expanded={year}
          onClick={() => setYear(!year)}
          onKeyDown={closing}
          className="flex min-h-12 flex-1 items-center justify-center gap-1 font-semibold"
        >
          <bdi>{year ? at.slice(0, 4) : format.month(at)}</bdi>
          <ChevronDown aria-hidden className={clsx('size-5 text-muted', year && 'rotate-180')} />
        </PlainButton>
        <IconButton
          repeatable
          label={nameOf(1)}
          disabled={later}
          icon={<ChevronRight aria-hidden className={clsx('mirror', later && 'opacity-40')} />}
          onClick={() => step(1)}
          onKeyDown={closing}
        />
      </div>
      {year ? (
        <ol className="grid grid-cols-3 gap-1">
          {Array.from({ length: 12 }, (_, i) => `${at.slice(0, 4)}-${String(i + 1).padStart(2, '0')}-01`).map(
            (month) => (
              <li key={month}>
                <PlainButton
                  aria-pressed={month.slice(0, 7) === at.slice(0, 7)}
                  disabled={month > today}
                  onKeyDown={closing}
                  onClick={() => {
                    focusDay.current = true
                    setAt(month)
                    setYear(false)
                  }}
                  className={clsx(
                    'min-h-12 w-full rounded-chip text-small disabled:text-muted disabled:opacity-60',
                    month.slice(0, 7) === at.slice(0, 7) && 'bg-accent-soft font-semibold text-accent',
                  )}
                >
                  {format.shortMonth(month)}
                </PlainButton>
              </li>
            ),
          )}
        </ol>
      ) : (
        <DayGrid days={daysOfMonth(at)} weekday={format.weekday}>
          {(one) => {
            const within = period.from && period.to && one > period.from && one < period.to
            return (
              <PlainButton
                data-day={one}
                aria-pressed={one === period.from || one === period.to}
                aria-current={one === today ? 'date' : undefined}
                disabled={one > today}
                tabIndex={one === (at > today ? today : at) ? 0 : -1}
                onClick={() => onChoose(one)}
                onKeyDown={moving}
                className={clsx(
                  'flex min-h-12 w-full items-center justify-center rounded-chip tabular-nums disabled:text-muted disabled:opacity-60',
                  one === period.from || one === period.to
                    ? 'bg-primary font-semibold text-on-primary'
                    : within
                      ? 'bg-accent-soft text-accent'
                      : one === today && 'font-semibold text-accent',
                )}
              >
                <span className="sr-only">{format.weekday(one)} </span>
                {format.number(Number(one.slice(-2)))}
                <span className="sr-only"> {format.month(one)}</span>
              </PlainButton>
            )
          }}
        </DayGrid>
      )}
    </div>
  )
}
