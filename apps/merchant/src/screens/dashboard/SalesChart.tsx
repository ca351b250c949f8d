import type { ResponseBody, salesCurve } from '@quayside/contract'
import { LineChart, Money, SegmentTabs } from '@quayside/ui'
import { Change } from '../../components/Change.tsx'
import { isZero, sum } from '../../lib/amounts.ts'
import { axisOf } from '../../lib/axis.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'

export type Curve = ResponseBody<typeof salesCurve>
export type CurveDays = 7 | 30

/** Sales of the last 7 or 30 days: their total, the days before up to the same hour, and the curve. */
export function SalesChart({
  curve,
  today,
  days,
  onDays,
}: {
  curve: Curve
  today: string
  days: CurveDays
  onDays: (days: CurveDays) => void
}) {
  const t = useT()
  const format = useFormat()
  const { list } = curve
  // Data kept on the phone by an earlier version of the app has neither.
  const { before, sameHour } = curve as Partial<Curve>
  const total = sum(list.map((day) => day.sales))
  const empty = list.every((day) => isZero(day.sales))
  return (
    <>
      <div className="row-between items-center">
        <div className="flex grow basis-[7.5rem] flex-col">
          <h2 className="text-small text-muted">{t('home.curve')}</h2>
          <p className="flex flex-wrap items-center gap-2">
            <Money value={total} size="section" />
            {sameHour ? <Change now={total} before={sameHour.before.sales} orders={sameHour.before.orders} /> : null}
          </p>
        </div>
        <SegmentTabs
          label={t('home.curve')}
          value={String(days) as '7' | '30'}
          onChange={(key) => onDays(key === '7' ? 7 : 30)}
          items={(['7', '30'] as const).map((key) => ({
            key,
            label: t('home.curve.days', { n: format.number(Number(key)) }),
          }))}
        />
      </div>
      {sameHour ? (
        <p className="-mt-2 text-caption text-muted">
          {t('home.before', { n: format.number(list.length), value: format.money(sameHour.before.sales) })}
        </p>
      ) : null}
      {empty ? (
        <p className="text-small text-muted">{t('home.curve.empty')}</p>
      ) : (
        <LineChart
          key={list.length}
          label={t('home.curve')}
          dayLabel={t('home.curve.days', { n: format.number(list.length) })}
          labels={list.map((day) =>
            day.day === today
              ? t('common.listed', { first: t('home.today'), second: format.day(day.day) })
              : format.day(day.day),
          )}
          axis={axisOf(list).map((day) => format.day(day.day))}
          scale={format.scale}
          series={[
            // Chart coordinates may be floating-point numbers; amounts never are.
            {
              key: 'sales',
              label: t('home.curve.sales'),
              values: list.map((day) => Number(day.sales)),
              text: (i) => format.money(list[i]!.sales),
            },
            {
              key: 'profit',
              label: t('home.curve.profit'),
              values: list.map((day) => Number(day.profit)),
              text: (i) => format.money(list[i]!.profit),
            },
          ]}
          before={
            before && before.some((day) => !isZero(day.sales))
              ? {
                  key: 'before',
                  label: t('home.curve.before'),
                  values: before.map((day) => Number(day.sales)),
                  text: (i) => format.money(before[i]!.sales),
                }
              : undefined
          }
        />
      )}
      {empty ? null : <p className="text-caption text-muted">{t('home.curve.note')}</p>}
    </>
  )
}
