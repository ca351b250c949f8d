import { Clock } from 'lucide-react'
import { useFormat, useT } from '../../lib/i18n.tsx'

/** A deadline within this many milliseconds is urgent: only then it is red. */
const urgentWithin = 24 * 3_600_000
const isUrgent = (at: string) => Date.parse(at) - Date.now() < urgentWithin

/** The pick-up deadline in a row: the time left. */
export function PickupLeft({ at }: { at: string }) {
  const t = useT()
  const format = useFormat()
  const left = format.left(at)
  return (
    <time
      dateTime={at}
      className={`inline-flex items-center gap-1 text-caption ${isUrgent(at) ? 'font-semibold text-danger' : 'text-muted'}`}
    >
      <Clock aria-hidden className="size-3.5" />
      <span className="sr-only">{t('orders.until', { when: left })}</span>
      <span aria-hidden>{left}</span>
    </time>
  )
}

/** The pick-up deadline of an order: the time left and the time itself. */
export function PickupUntil({ at }: { at: string }) {
  const t = useT()
  const format = useFormat()
  return (
    <p className={`flex items-start gap-2 text-small ${isUrgent(at) ? 'font-semibold text-danger' : 'text-muted'}`}>
      <Clock aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        {t('orders.until', { when: format.left(at) })} · <time dateTime={at}>{format.dateTime(at)}</time>
      </span>
    </p>
  )
}
