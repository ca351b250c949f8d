import { useApiQuery } from '@quayside/client'
import { salesCurve } from '@quayside/contract'
import { Card, LineChart, SegmentTabs } from '@quayside/ui'
import { useState } from 'react'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useFirstPaint } from '../../hooks/useFirstPaint.ts'
import { isZero } from '../../lib/amounts.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'

/** Sales and expected profit of the last 7 or 30 days, in the time zone of the shop. */
export function SalesChart({ today }: { today: string }) {
  const t = useT()
  const format = useFormat()
  const [days, setDays] = useState<7 | 30>(7)
  const curve = useApiQuery(salesCurve, { days }, { enabled: useFirstPaint() })

  return (
    <Card className="flex flex-col gap-3">
      <h2 className="font-semibold">{t('home.curve')}</h2>
      <SegmentTabs
        label={t('home.curve')}
        value={String(days) as '7' | '30'}
        onChange={(key) => setDays(key === '7' ? 7 : 30)}
        items={(['7', '30'] as const).map((key) => ({
          key,
          label: t('home.curve.days', { n: format.number(Number(key)) }),
        }))}
      />
      <QueryBoundary query={curve} height={200}>
        {({ list }) => (
          <>
            {list.every((day) => isZero(day.sales)) ? (
              <p className="text-small text-muted">{t('home.curve.empty')}</p>
            ) : null}
            <LineChart
              key={list.length}
              label={t('home.curve')}
              dayLabel={t('home.curve.days', { n: format.number(list.length) })}
              labels={list.map((day) =>
                day.day === today
                  ? t('common.listed', { first: t('home.today'), second: format.day(day.day) })
                  : format.day(day.day),
              )}
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
            />
          </>
        )}
      </QueryBoundary>
    </Card>
  )
}
