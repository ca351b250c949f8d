import type { ResponseBody, financeReport } from '@quayside/contract'
import { Card, LineChart, Money } from '@quayside/ui'
import { isZero } from '../../lib/amounts.ts'
import { axisOf } from '../../lib/axis.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { usePeriodBefore } from './usePeriodBefore.ts'

type Report = ResponseBody<typeof financeReport>
type Day = Report['days'][number]

const amountOf = (day: Day, key: 'sales' | 'profit') => (key === 'sales' ? day.sold.sales : day.profit)
const eventful = (day: Day) => day.orders > 0 || !isZero(day.sold.sales) || !isZero(day.profit)

/**
 * The period day by day: a chart with the period before, and a list of the days with sales or earnings, newest first.
 */
export function ReportDays({ report }: { report: Report }) {
  const t = useT()
  const format = useFormat()
  const { days } = report
  const before = usePeriodBefore(report).previous?.days
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="font-semibold">{t('finance.days')}</h2>
      <LineChart
        label={t('finance.days')}
        dayLabel={t('finance.date')}
        labels={days.map(({ day }) => format.day(day))}
        axis={axisOf(days).map(({ day }) => format.day(day))}
        scale={format.scale}
        series={(['sales', 'profit'] as const).map((key) => ({
          key,
          label: t(`finance.${key}`),
          // Chart coordinates may be floating-point numbers; amounts never are.
          values: days.map((day) => Number(amountOf(day, key))),
          text: (i) => format.money(amountOf(days[i]!, key)),
        }))}
        before={
          before?.length === days.length && before.some((day) => !isZero(day.sold.sales))
            ? {
                key: 'before',
                label: t('home.curve.before'),
                values: before.map((day) => Number(day.sold.sales)),
                text: (i) => format.money(before[i]!.sold.sales),
              }
            : undefined
        }
      />
      <ul className="divide-y divide-border">
        {days
          .filter(eventful)
          .toReversed()
          .map((day) => (
            <li key={day.day} className="row-between min-h-14 items-center py-2">
              <div className="flex-1">
                <p className="font-semibold">{format.day(day.day)}</p>
                <p className="text-small text-muted">
                  {t('home.today-orders')} <bdi>{format.number(day.sold.orders)}</bdi>
                </p>
              </div>
              <dl className="ms-auto grid grid-cols-[auto_auto] gap-x-3 text-end text-small">
                <dt className="text-muted">{t('finance.sales')}</dt>
                <dd>
                  <Money value={day.sold.sales} />
                </dd>
                <dt className="text-muted">{t('finance.profit')}</dt>
                <dd>
                  <Money value={day.profit} />
                </dd>
              </dl>
            </li>
          ))}
      </ul>
    </Card>
  )
}
