import type { ResponseBody, dashboard } from '@quayside/contract'
import { Card, Stat, Stats, Money, Sheet, PlainButton } from '@quayside/ui'
import { ChevronRight, Star } from 'lucide-react'
import { useState } from 'react'
import { useFormat, useT } from '../../lib/i18n.tsx'

type Dashboard = ResponseBody<typeof dashboard>

/** The figures of the shop since its opening, and its visitors. */
export function ShopFigures({ dashboard: d }: { dashboard: Dashboard }) {
  const t = useT()
  const format = useFormat()
  const [credit, setCredit] = useState(false)

  return (
    <>
      <Card className="flex flex-col gap-4">
        <Stats>
          <Stat label={t('home.total-sales')}>
            <Money value={d.totalSales} />
          </Stat>
          <Stat label={t('home.total-profit')}>
            <Money value={d.totalProfit} />
          </Stat>
          {d.rating.mean === null ? null : (
            <Stat label={t('home.rating')} note={t('home.rating.of', { n: d.rating.reviews })}>
              <span className="inline-flex items-center gap-1">
                {format.number(d.rating.mean)}
                <Star aria-hidden className="size-4 fill-(--primary) text-primary" />
              </span>
            </Stat>
          )}
          <Stat label={t('home.credit')}>
            <PlainButton
              aria-label={t('common.named', {
                label: t('home.credit'),
                value: d.credit.score === null ? t('home.credit.none') : format.number(d.credit.score),
              })}
              onClick={() => setCredit(true)}
              className="-my-2.5 inline-flex min-h-12 min-w-12 items-center gap-1 font-semibold text-foreground"
            >
              {d.credit.score === null ? t('home.credit.none') : format.number(d.credit.score)}
              <ChevronRight aria-hidden className="mirror size-5 text-muted" />
            </PlainButton>
          </Stat>
        </Stats>
        <div className="border-t border-border pt-3">
          <h2 className="pb-2 font-semibold">{t('home.visitors')}</h2>
          <Stats columns={3}>
            <Stat label={t('home.visitors.today')}>{format.number(d.visitors.today)}</Stat>
            <Stat label={t('home.visitors.7')}>{format.number(d.visitors.days7)}</Stat>
            <Stat label={t('home.visitors.30')}>{format.number(d.visitors.days30)}</Stat>
          </Stats>
        </div>
        <dl className="row-between border-t border-border pt-3">
          <dt>{t('home.followers')}</dt>
          <dd className="text-section font-semibold tabular-nums">{format.number(d.followers)}</dd>
        </dl>
      </Card>

      <Sheet open={credit} onOpenChange={setCredit} title={t('home.credit.title')}>
        <p className="text-muted">{t('home.credit.text')}</p>
        <dl className="flex flex-col gap-3">
          {d.credit.parts.map((part) => (
            <div key={part.kind} className="row-between">
              <dt className="grow basis-[8rem]">
                {t(`home.credit.${part.kind}`)}
                <span className="block text-small text-muted">
                  {part.value === null
                    ? '—'
                    : part.kind === 'pickup-time'
                      ? t('home.credit.hours', { n: part.value })
                      : `${format.percent(part.value)} (${format.number(part.count)})`}
                </span>
              </dt>
              <dd className="font-semibold">{t('home.credit.points', { points: part.points, of: part.of })}</dd>
            </div>
          ))}
        </dl>
      </Sheet>
    </>
  )
}
