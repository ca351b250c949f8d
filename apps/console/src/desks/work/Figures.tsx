import { useApiQuery } from '@quayside/client'
import type { OperatorRole } from '@quayside/contract'
import { workFigures } from '@quayside/contract/work'
import { Button } from '@quayside/ui'
import { useState, type ReactNode } from 'react'
import { useOperator } from '../../app/operator.ts'
import { formatNumber, formatSpan, useNow } from '../../lib/format.ts'
import { createText, t } from '../../lib/texts.ts'
import work from '../../locales/en/work.ts'

const text = createText(work)

/** The figures of the promises, as merchants read them, each with its number of cases. */
export function WorkStats() {
  const query = useApiQuery(workFigures, {})
  const { data } = query
  const now = useNow()
  const { roles } = useOperator()
  // On a phone the list comes first: the figures are one tap away.
  const [startsOpen] = useState(() => matchMedia('(min-width: 40rem)').matches)
  if (!data)
    return (
      <div className="min-h-24 border-b border-border bg-surface">
        {query.refusal || query.unreachable ? (
          <p role="alert" className="flex flex-wrap items-center gap-3 px-4 py-2 text-small">
            {query.refusal?.message ?? text('work.figures.failed')}
            <Button variant="quiet" onClick={query.refetch}>
              {t('common.retry')}
            </Button>
          </p>
        ) : null}
      </div>
    )
  const ago = (at: string) => t('time.ago', { span: formatSpan(now - new Date(at).getTime()) })
  const span = (seconds: number | null) => (seconds === null ? null : formatSpan(seconds * 1000))
  const percent = (value: number | null) => (value === null ? null : text('work.figure.percent', { value }))
  const decided = text('work.figure.decided', { n: data.decisionMedian.n })
  const waiting = ({ since }: { since: string | null }) =>
    since ? text('work.figure.oldest', { when: ago(since) }) : text('work.figure.none')
  const { overdue, coverage, outOfOrderPercent, rejectedPercent } = data
  const holds = (...desks: OperatorRole[]) => roles.some((role) => role === 'auditor' || desks.includes(role))
  return (
    <details open={startsOpen} className="border-b border-border bg-surface px-4 py-2 max-split:[&:not([open])]:pb-2">
      <summary className="min-h-6 cursor-pointer text-small font-semibold text-muted">{text('work.figures')}</summary>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 pt-1 sm:grid-cols-4 min-[1700px]:grid-cols-8">
        {holds('finance', 'owner') ? (
          <>
            <WorkStat
              label={text('work.figure.overdue')}
              value={formatNumber(overdue.value ?? 0)}
              is={text('work.figure.overdue.is', { n: overdue.n })}
              isBad={(overdue.value ?? 0) > 0}
            />
            <WorkStat label={text('work.figure.median')} value={span(data.decisionMedian.value)} is={decided} />
            <WorkStat label={text('work.figure.p95')} value={span(data.decisionP95.value)} is={decided} />
            <WorkStat
              label={text('work.figure.rejected')}
              value={percent(rejectedPercent.value)}
              is={text('work.figure.rejected.is', { n: rejectedPercent.n })}
            />
            <WorkStat
              label={text('work.figure.coverage')}
              value={coverage.value ?? t('common.none')}
              is={
                coverage.checkedAt
                  ? text('work.figure.coverage.is', { when: ago(coverage.checkedAt) })
                  : text('work.figure.coverage.never')
              }
            />
          </>
        ) : null}
        {holds('review', 'owner') ? (
          <WorkStat
            label={text('work.figure.registrations')}
            value={formatNumber(data.waitingRegistrations.n)}
            is={waiting(data.waitingRegistrations)}
          />
        ) : null}
        {holds('support', 'owner') ? (
          <WorkStat
            label={text('work.figure.conversations')}
            value={formatNumber(data.waitingConversations.n)}
            is={waiting(data.waitingConversations)}
          />
        ) : null}
        <WorkStat
          label={text('work.figure.out-of-order')}
          value={percent(outOfOrderPercent.value)}
          is={text('work.figure.out-of-order.is', { n: outOfOrderPercent.n })}
        />
      </dl>
      <p className="pt-2 text-small text-muted max-sm:hidden">{text('work.figures.text', { days: data.days })}</p>
    </details>
  )
}

function WorkStat({
  label,
  value,
  is,
  isBad = false,
}: {
  label: string
  value: ReactNode
  is: string
  isBad?: boolean
}) {
  return (
    <div className="flex flex-col">
      <dt className="text-small text-muted">{label}</dt>
      <dd className={isBad ? 'text-section font-semibold text-danger' : 'text-section font-semibold tabular-nums'}>
        {value ?? <span className="text-small font-normal">{text('work.figure.too-few')}</span>}
      </dd>
      <dd className="text-caption text-muted text-pretty">{is}</dd>
    </div>
  )
}
