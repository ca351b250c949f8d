import { useApiQuery } from '@quayside/client'
import { financeReport, readWallet, type ResponseBody } from '@quayside/contract'
import { dateFilters } from '@quayside/contract/constants'
import { Card, Stat, Stats, ListRow, Money, Page, Rows, SegmentTabs } from '@quayside/ui'
import { clsx } from 'clsx'
import { FileText, Hourglass } from 'lucide-react'
import { Change } from '../../components/Change.tsx'
import { Method } from '../../components/Method.tsx'
import { MutationError } from '../../components/MutationError.tsx'
import { PeriodFields } from '../../components/PeriodFields.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { link, paths, type Query } from '../../paths.ts'
import { navigate, useSearchParams } from '../../router.ts'
import { isNegative, negated } from '../../lib/amounts.ts'
import { periodOf, todayIn } from '../../lib/period.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { ReportDays } from './ReportDays.tsx'
import { usePeriodBefore } from './usePeriodBefore.ts'

/**
 * The figures of a period: the profit, how sales become it, the days, and what went in and out of the balance.
 * Deductions have a minus sign, so that each group adds up on the screen.
 */
export function ReportSection() {
  const t = useT()
  const format = useFormat()
  const back = useBack(paths.my)
  const query = useSearchParams()
  const { from, to } = periodOf(query)
  const own = query.period === 'own'
  const period = dateFilters.find((name) => name === query.period) ?? 'today'
  const range = own ? (from && to && from <= to ? { from, to } : null) : { period }
  const report = useApiQuery(financeReport, range ?? { period }, { enabled: range !== null })
  const wallet = useApiQuery(readWallet, {})
  const go = (search: Query) => navigate({ to: paths.finance, search, replace: true })

  return (
    <Page
      title={t('finance.title')}
      onBack={back}
      actions={
        <Method>
          <p>{t('home.curve.note')}</p>
          <p>{t('finance.open.text')}</p>
          <p>{t('finance.expected.text')}</p>
        </Method>
      }
    >
      <SegmentTabs
        label={t('finance.period')}
        value={own ? 'own' : period}
        // Custom dates start from the period on screen.
        onChange={(key) =>
          go(key === 'own' ? { period: key, from: report.data?.from, to: report.data?.to } : { period: key })
        }
        items={[
          ...dateFilters.map((key) => ({ key, label: t(`finance.${key}`) })),
          { key: 'own' as const, label: t('finance.own-dates') },
        ]}
      />
      {own ? (
        <PeriodFields
          period={{ from, to }}
          today={todayIn(report.data?.timeZone)}
          onChange={(next) => go({ period: 'own', ...next })}
        />
      ) : null}
      {report.refusal && own ? (
        <MutationError mutation={report} />
      ) : range ? (
        <QueryBoundary query={report}>
          {(data) => (
            <div
              aria-busy={report.isPlaceholderData || undefined}
              className={clsx('flex flex-col gap-4', report.isPlaceholderData && 'opacity-60')}
            >
              <Waterfall report={data} />
              {data.days.length > 1 ? <ReportDays key={data.from} report={data} /> : null}
              <Flow report={data} />
            </div>
          )}
        </QueryBoundary>
      ) : null}
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
            <ListRow href={link(paths.statement)} icon={<FileText />} title={t('finance.statement')} />
          </Rows>
        </nav>
      )}
    </Page>
  )
}

type Report = ResponseBody<typeof financeReport>

/** Profit of the period beside the period before, and how sales become profit. */
function Waterfall({ report: r }: { report: Report }) {
  const t = useT()
  const format = useFormat()
  const { previous } = usePeriodBefore(r)
  const value = previous && format.money(previous.profit)
  return (
    <>
      <Card className="flex flex-col gap-3">
        <div>
          <h2 className="text-small text-muted">{t('finance.profit')}</h2>
          <p className="flex flex-wrap items-center gap-x-3">
            <Money value={r.profit} size="display-large" />
            {previous ? <Change now={r.profit} before={previous.profit} orders={previous.orders} /> : null}
          </p>
          <p className="text-small text-muted">
            {value === undefined ? '\u00a0' : t('finance.before-period', { value })}
          </p>
        </div>
        <Stats columns={3}>
          <Stat label={t('finance.sales')}>
            <Money value={r.sold.sales} />
          </Stat>
          <Stat label={t('finance.orders')}>{format.number(r.orders)}</Stat>
          <Stat label={t('finance.cancelled')}>{format.number(r.cancelled)}</Stat>
        </Stats>
        <p className="row-between items-center">
          <span>
            {t('home.today-orders')} <span className="font-semibold tabular-nums">{format.number(r.sold.orders)}</span>
          </span>
          <span className="text-small text-muted">
            <span className="sr-only">{t('finance.date')} </span>
            <bdi>{format.wholeDay(r.from)}</bdi>
            {r.from === r.to ? null : (
              <>
                {' – '}
                <bdi>{format.wholeDay(r.to)}</bdi>
              </>
            )}
          </span>
        </p>
      </Card>
      <Card>
        <h2 className="pb-1 font-semibold">{t('finance.waterfall')}</h2>
        <Steps report={r} />
        {r.coupons === '0.00' ? null : (
          <dl className="mt-3 border-t border-border pt-1">
            <Amount label={t('finance.coupons')} value={r.coupons} />
          </dl>
        )}
      </Card>
    </>
  )
}

/** Each step as a bar that begins where the step before it ended. */
function Steps({ report: r }: { report: Report }) {
  const t = useT()
  const steps = [
    { key: 'payments', value: r.payments },
    { key: 'refunds', value: negated(r.refunds) },
    { key: 'cost', value: negated(r.cost) },
    { key: 'commission', value: negated(r.commission) },
    { key: 'open', value: negated(r.open) },
  ] as const
  // Lengths of bars may be floating-point numbers; amounts never are.
  let level = 0
  const bars = steps.map(({ value }) => {
    const from = level
    level += Number(value)
    return [Math.min(from, level), Math.max(from, level)] as const
  })
  const ends = [...bars.flat(), 0, Number(r.profit)]
  const [low, high] = [Math.min(...ends), Math.max(...ends)]
  const part = (value: number) => (high === low ? 0 : ((value - low) / (high - low)) * 100)
  const bar = (from: number, to: number, look: string) => (
    <span aria-hidden className="relative h-1.5 w-full">
      <span
        className={clsx('absolute inset-y-0 rounded-full', look)}
        style={{ insetInlineStart: `${part(from)}%`, inlineSize: `${part(to) - part(from)}%` }}
      />
    </span>
  )
  return (
    <dl>
      {steps.map((step, i) => (
        <div key={step.key} className="row-between py-2">
          <dt className="flex-1">{t(step.key === 'payments' ? 'pickup.buyers-paid' : `finance.${step.key}`)}</dt>
          <dd className="ms-auto">
            <Money value={step.value} />
          </dd>
          {bar(...bars[i]!, i === 0 ? 'bg-primary' : isNegative(step.value) ? 'bg-input' : 'bg-info')}
        </div>
      ))}
      <div className="row-between mt-1 border-t border-border pt-3">
        <dt className="flex-1 font-semibold">{t('finance.profit')}</dt>
        <dd className="ms-auto">
          <Money value={r.profit} size="section" className={isNegative(r.profit) ? 'text-danger' : 'text-success'} />
        </dd>
        {bar(
          Math.min(0, Number(r.profit)),
          Math.max(0, Number(r.profit)),
          isNegative(r.profit) ? 'bg-danger' : 'bg-success',
        )}
      </div>
    </dl>
  )
}

/** What went in and out of the balance, and the estimate of the open orders. */
function Flow({ report: r }: { report: Report }) {
  const t = useT()
  return (
    <>
      <Card>
        <h2 className="pb-1 font-semibold">{t('finance.flow')}</h2>
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
      </Card>
    </>
  )
}

function Amount({ label, value }: { label: string; value: string }) {
  return (
    <div className="row-between py-2">
      <dt className="flex-1 text-muted">{label}</dt>
      <dd className="ms-auto">
        <Money value={value} />
      </dd>
    </div>
  )
}
