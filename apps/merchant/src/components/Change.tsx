import { StatusChip } from '@quayside/ui'
import { TrendingDown, TrendingUp } from 'lucide-react'
import { changeOf } from '../lib/amounts.ts'
import { useFormat } from '../lib/i18n.tsx'

/**
 * The change between the amounts of two periods, in percent or as “4×”. Nothing if there was nothing before, or only
 * a few orders.
 */
export function Change({ now, before, orders }: { now: string; before: string; orders: number }) {
  const format = useFormat()
  const change = changeOf(now, before, orders)
  if (change === null) return null
  const fell = 'fraction' in change && change.fraction < 0
  const Icon = fell ? TrendingDown : TrendingUp
  return (
    <StatusChip tone={fell ? 'danger' : 'success'} icon={<Icon aria-hidden className="mirror size-4" />}>
      <bdi className="tabular-nums">
        {'times' in change ? format.times(change.times) : format.change(change.fraction)}
      </bdi>
    </StatusChip>
  )
}
