import { useApiQuery } from '@quayside/client'
import type { WorkKind } from '@quayside/contract'
import { workDay } from '@quayside/contract/work'
import { Money } from '@quayside/ui'
import type { ReactNode } from 'react'
import { formatNumber } from '../lib/format.ts'
import { t } from '../lib/texts.ts'
import { TimeAgo } from './TimeLeft.tsx'

/** The day of a desk, where no item is open: what waits, since when, how much, and what was decided. */
export function DeskDay({ kinds }: { kinds: readonly WorkKind[] }) {
  const { data } = useApiQuery(workDay, { kinds: [...kinds] })
  if (!data) return null
  const { waiting, overdue, oldest, sum, decided, failed } = data
  return (
    <section className="w-full max-w-xl p-8">
      <h2 className="pb-4 text-title font-semibold">{t('day.title')}</h2>
      <dl className="grid grid-cols-2 gap-x-8 gap-y-5">
        <Figure label={t('day.waiting')} value={formatNumber(waiting)} />
        <Figure label={t('day.oldest')} value={oldest ? <TimeAgo at={oldest} /> : t('common.none')} />
        {sum === null ? null : <Figure label={t('day.sum')} value={<Money value={sum} />} />}
        <Figure label={t('day.late')} value={formatNumber(overdue)} isBad={overdue > 0} />
        <Figure label={t('day.decided')} value={formatNumber(decided)} />
        <Figure label={t('day.failed')} value={formatNumber(failed)} isBad={failed > 0} />
      </dl>
      <p className="pt-6 text-small text-muted">{t('queue.choose.text')}</p>
    </section>
  )
}

const Figure = ({ label, value, isBad = false }: { label: string; value: ReactNode; isBad?: boolean }) => (
  <div className="flex flex-col">
    <dt className="text-small text-muted">{label}</dt>
    <dd className={`text-display font-semibold tabular-nums${isBad ? ' text-danger' : ''}`}>{value}</dd>
  </div>
)
