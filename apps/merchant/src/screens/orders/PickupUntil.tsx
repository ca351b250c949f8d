import { Clock } from 'lucide-react'
import { isUrgent } from '../../components/TimeLeft.tsx'
import { useFormat, useT } from '../../lib/i18n.tsx'

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
