import { clsx } from 'clsx'
import { useFormat, useT } from '../../lib/i18n.tsx'

/** Until when an order can be picked up: how long that is, and the moment itself. */
export function PickupUntil({ at, className }: { at: string; className: string }) {
  const t = useT()
  const format = useFormat()
  return (
    <p className={clsx('text-warning', className)}>
      {t('orders.until', { when: format.ago(at) })} · <time dateTime={at}>{format.dateTime(at)}</time>
    </p>
  )
}
