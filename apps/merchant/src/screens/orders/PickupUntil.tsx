import { clsx } from 'clsx'
import { useFormat, useT } from '../../lib/i18n.tsx'

/** The pick-up deadline of an order: the time left and the time itself. */
export function PickupUntil({ at, className }: { at: string; className: string }) {
  const t = useT()
  const format = useFormat()
  return (
    <p className={clsx('text-warning', className)}>
      {t('orders.until', { when: format.ago(at) })} · <time dateTime={at}>{format.dateTime(at)}</time>
    </p>
  )
}
