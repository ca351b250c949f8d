import { useApiQuery } from '@quayside/client'
import { salesCurve, type ResponseBody, type dashboard } from '@quayside/contract'
import { HeroCard, LineChart, Money, SegmentTabs, Stat, Stats } from '@quayside/ui'
import { useState } from 'react'
import { Change } from '../../components/Change.tsx'
import { Method } from '../../components/Method.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useFirstPaint } from '../../hooks/useFirstPaint.ts'
import { isZero } from '../../lib/amounts.ts'
import { axisOf } from '../../lib/axis.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'

type Dashboard = ResponseBody<typeof dashboard>
type Curve = ResponseBody<typeof salesCurve>

/** Height of the chart's skeleton, in pixels. */
const chartHeight = 176

/**
 * The subject of the dashboard: what was sold on one day, above the curve of 7 or 30 days. It begins with today; a
 * finger on the curve chooses another day.
 */
export function Today({ dashboard: d }: { dashboard: Dashboard }) {
  const t = useT()
  const format = useFormat()
  const [days, setDays] = useState<7 | 30>(7)
  const curve = useApiQuery(salesCurve, { days }, { enabled: useFirstPaint() })
  const [chosen, setChosen] = useState<string | null>(null)
  const past = chosen === d.today ? undefined : curve.data?.list.find(({ day }) => day === chosen)
  const shown = past ?? { sales: d.todaySales, orders: d.todayOrders, profit: d.todayExpectedProfit }
  // Data kept on the phone by an earlier version of the app has no comparison.
  const yesterday = past ? undefined : (curve.data as Partial<Curve> | undefined)?.sameHour?.yesterday

  return (
    <HeroCard className="flex flex-col gap-2 px-4! pt-3!">
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-semibold">{past ? format.day(past.day) : t('home.today')}</h2>
        <span className="flex items-center">
          <SegmentTabs
            label={t('home.curve')}
            value={String(days) as '7' | '30'}
            onChange={(key) => {
              setDays(key === '7' ? 7 : 30)
              setChosen(null)
            }}
            items={(['7', '30'] as const).map((key) => ({
              key,
              label: t('home.curve.days', { n: Number(key) }),
            }))}
          />
          <Method>
            <p>{t('home.curve.note')}</p>
            <p>{t('home.estimate')}</p>
            <p>{t('home.visitors.how')}</p>
          </Method>
        </span>
      </div>
      <dl>
        <dt className="sr-only">{t('home.today-sales')}</dt>
        <dd className="flex flex-wrap items-center gap-x-3">
          <Money value={shown.sales} size="display-large" />
          {yesterday ? (
            <>
              <Change now={d.todaySales} before={yesterday.sales} orders={yesterday.orders} />
              <span className="sr-only">{t('home.by-now', { value: format.money(yesterday.sales) })}</span>
            </>
          ) : null}
        </dd>
      </dl>
      <div className="grid *:col-start-1 *:row-start-1">
        {/* Keeps the place of the chart and its axis, whose height follows the width of the phone. */}
        {curve.data ? null : <span aria-hidden className="mb-[calc(0.5rem+1lh)] block aspect-[17/8] text-caption" />}
        <div className="min-w-0">
          <QueryBoundary query={curve} height={chartHeight}>
            {({ list }) =>
              list.every((day) => isZero(day.sales)) ? (
                <p className="text-small text-muted">{t('home.curve.empty')}</p>
              ) : (
                <LineChart
                  key={days}
                  label={t('home.curve')}
                  dayLabel={t('home.curve.days', { n: list.length })}
                  labels={list.map(({ day }) => format.day(day))}
                  axis={axisOf(list).map(({ day }) => format.day(day))}
                  scale={format.scale}
                  onChoose={(i) => setChosen(list[i]!.day)}
                  series={[
                    // Chart coordinates may be floating-point numbers; amounts never are.
                    {
                      key: 'sales',
                      label: t('home.curve.sales'),
                      values: list.map((day) => Number(day.sales)),
                      text: (i) => format.money(list[i]!.sales),
                    },
                  ]}
                />
              )
            }
          </QueryBoundary>
        </div>
      </div>
      <Stats>
        <Stat label={t('home.today-orders')}>{format.number(shown.orders)}</Stat>
        <Stat label={t('home.today-profit')}>
          <Money value={shown.profit} sign />
        </Stat>
      </Stats>
    </HeroCard>
  )
}
