import { useApiQuery } from '@quayside/client'
import { salesCurve, type ResponseBody, type dashboard } from '@quayside/contract'
import { HeroCard, Money, Stat, Stats } from '@quayside/ui'
import { useState } from 'react'
import { Change } from '../../components/Change.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useFirstPaint } from '../../hooks/useFirstPaint.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { SalesChart, type Curve, type CurveDays } from './SalesChart.tsx'

/** Height of the chart with its texts, in pixels: kept while the curve is loading. */
const chartHeight = 300

/** Today, beside yesterday up to the same hour, and the sales curve: the subject of the dashboard. */
export function Today({ dashboard: d }: { dashboard: ResponseBody<typeof dashboard> }) {
  const t = useT()
  const format = useFormat()
  const [days, setDays] = useState<CurveDays>(7)
  const curve = useApiQuery(salesCurve, { days }, { enabled: useFirstPaint() })
  // Data kept on the phone by an earlier version of the app has no comparison.
  const yesterday = (curve.data as Partial<Curve> | undefined)?.sameHour?.yesterday
  // The line is there before its figure, so that nothing moves.
  const byNow = (value: string | undefined) => (value === undefined ? '\u00a0' : t('home.by-now', { value }))

  return (
    <HeroCard className="flex flex-col gap-4">
      <h2 className="font-semibold">{t('home.today')}</h2>
      <Stats>
        <Stat wide label={t('home.today-sales')} note={byNow(yesterday && format.money(yesterday.sales))}>
          <span className="flex flex-wrap items-center gap-x-3">
            <Money value={d.todaySales} size="display-large" />
            {yesterday ? <Change now={d.todaySales} before={yesterday.sales} orders={yesterday.orders} /> : null}
          </span>
        </Stat>
        <Stat
          label={t('home.today-orders')}
          note={
            <>
              {t('home.today-orders.how')}
              <span className="block">{byNow(yesterday && format.number(yesterday.orders))}</span>
            </>
          }
        >
          {format.number(d.todayOrders)}
        </Stat>
        <Stat label={t('home.today-profit')} note={byNow(yesterday && format.money(yesterday.profit))}>
          <Money value={d.todayExpectedProfit} />
        </Stat>
      </Stats>
      <p className="-mt-2 text-caption text-muted">{t('home.estimate')}</p>
      <div className="flex flex-col gap-3 border-t border-border pt-4">
        <QueryBoundary query={curve} height={chartHeight}>
          {(data) => <SalesChart curve={data} today={d.today} days={days} onDays={setDays} />}
        </QueryBoundary>
      </div>
    </HeroCard>
  )
}
