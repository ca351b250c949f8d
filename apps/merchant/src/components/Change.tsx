import { StatusChip } from '@quayside/ui'
import { TrendingDown, TrendingUp } from 'lucide-react'
import { changeOf } from '../lib/amounts.ts'
import { useFormat } from '../lib/i18n.tsx'

/** The change between two amounts in percent. Nothing if there was nothing before. */
export function Change({ now, before }: { now: string; before: string }) {
  const format = useFormat()
  const change = changeOf(now, before)
  if (change === null) return null
  const Icon = change < 0 ? TrendingDown : TrendingUp
  return (
    <StatusChip tone={change < 0 ? 'danger' : 'success'} icon={<Icon aria-hidden className="mirror size-4" />}>
      <bdi className="tabular-nums">{format.change(change)}</bdi>
    </StatusChip>
  )
}
