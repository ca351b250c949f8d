import { useApiQuery } from '@quayside/client'
import { financeReport, readWallet, type ResponseBody } from '@quayside/contract'
import { dateFilters } from '@quayside/contract/constants'
import { Card, Stat, Stats, ListRow, Money, Page, Rows, SegmentTabs } from '@quayside/ui'
import { clsx } from 'clsx'
import { FileText, Hourglass } from 'lucide-react'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { link, paths } from '../../paths.ts'
import { navigate, useSearchParams } from '../../router.ts'
import { negated } from '../../lib/amounts.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { ReportDays } from './ReportDays.tsx'

/** The figures of a period. Deductions have a minus sign, so that each group adds up on the screen. */
export function ReportSection() {
  const t = useT()
  const format = useFormat()
  const back = useBack(paths.my)
  const query = useSearchParams()
  const period = dateFilters.find((name) => name === query.period) ?? 'today'
  const report = useApiQuery(financeReport, { period })
  const wallet = useApiQuery(readWallet, {})

  return (
    <Page title={t('finance.title')} onBack={back}>
      <SegmentTabs
        label={t('finance.period')}
        value={period}
        onChange={(key) => navigate({ to: paths.finance, search: { period: key }, replace: true })}
        items={dateFilters.map((key) => ({ key, label: t(`finance.${key}`) }))}
      />
      <QueryBoundary query={report}>
        {(data) => (
          <div
            aria-busy={report.isPlaceholderData || undefined}
            className={clsx('flex flex-col gap-4', report.isPlaceholderData && 'opacity-60')}
          >
            <PeriodFigures report={data} />
            {data.days.length > 1 ? <ReportDays key={data.from} days={data.days} /> : null}
          </div>
        )}
      </QueryBoundary>
      {report.isLoading ? null : (
        <nav aria-label={t('finance.title')}>
          <Rows>
            <ListRow
              href={link(paths.finance, { part: 'pending' })}
              icon={<Hourglass />}
              title={t('finance.pending.title')}
              detail={
                wallet.data
                  ? `${t('my.pending')} ${format.money(wallet.data.pending)} · ${t('my.held')} ${format.money(wallet.data.held)}`
                  : undefined
              }
            />
            <ListRow
              href={link(paths.statement)}
              icon={<FileText />}
              title={t('finance.statement')}
              detail={t('finance.statement.text')}
            />
          </Rows>
        </nav>
      )}
    </Page>
  )
}

function PeriodFigures({ report: r }: { report: ResponseBody<typeof financeReport> }) {
  const t = useT()
  const format = useFormat()
  return (
    <>
      <Card>
        <Stats>
          <Stat wide small label={t('finance.date')}>
            <bdi>{format.wholeDay(r.from)}</bdi>
            {r.from === r.to ? null : (
              <>
                {' – '}
                <bdi>{format.wholeDay(r.to)}</bdi>
              </>
            )}
          </Stat>
          <Stat label={t('finance.orders')}>{format.number(r.orders)}</Stat>
          <Stat label={t('finance.cancelled')}>{format.number(r.cancelled)}</Stat>
        </Stats>
        <p className="pt-3 text-small text-muted">{t('finance.orders.text')}</p>
      </Card>
      <Card>
        <dl>
          <Amount label={t('finance.sales')} value={r.sales} />
          <Amount label={t('finance.refunds')} value={negated(r.refunds)} />
          <Amount label={t('finance.cost')} value={negated(r.cost)} />
          <Amount label={t('finance.commission')} value={negated(r.commission)} />
          <Amount label={t('finance.open')} value={negated(r.open)} note={t('finance.open.text')} />
          <Amount label={t('finance.profit')} value={r.profit} strong />
        </dl>
      </Card>
      <Card>
        <dl>
          <Amount label={t('finance.realised')} value={r.realised} />
          <Amount label={t('finance.recharged')} value={r.recharged} />
          <Amount label={t('finance.withdrawn')} value={negated(r.withdrawn)} />
          <Amount label={t('finance.withdrawal-fees')} value={negated(r.withdrawalFees)} />
        </dl>
      </Card>
      {/* Not a figure of the period; it looks different so that nobody adds it to one. */}
      <Card className="flex flex-col gap-1 border-dashed">
        <div className="row-between">
          <h2 className="flex-1 font-semibold">{t('finance.expected')}</h2>
          <Money value={r.expected} className="text-muted" />
        </div>
        <p className="text-small text-muted">{t('finance.expected.text')}</p>
      </Card>
    </>
  )
}

function Amount({ label, value, note, strong }: { label: string; value: string; note?: string; strong?: boolean }) {
  return (
    <div className={clsx('row-between py-2', strong && 'mt-2 border-t border-border pt-3 font-semibold')}>
      <dt className={clsx('flex-1', !strong && 'text-muted')}>{label}</dt>
      <dd className="ms-auto">
        <Money value={value} size={strong ? 'section' : 'body'} />
      </dd>
      {note ? <dd className="w-full text-small text-muted">{note}</dd> : null}
    </div>
  )
}
