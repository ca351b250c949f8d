import type { Answer, dashboard } from '@quayside/contract'
import { Card, Harbour, Money, QuickLinks, Sheet } from '@quayside/ui'
import { clsx } from 'clsx'
import { ChevronRight, Star, Tags, WalletCards, Warehouse } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { link, paths } from '../../paths.ts'
import { useFormat, useT } from '../../words.tsx'

type Dashboard = Answer<typeof dashboard>

function Figure({ label, value, note, wide }: { label: string; value: ReactNode; note?: ReactNode; wide?: boolean }) {
  return (
    <div className={clsx('flex min-w-0 flex-col gap-0.5', wide && 'col-span-2')}>
      <dt className="text-small text-muted">{label}</dt>
      <dd className="flex flex-col">
        <span className="text-section font-semibold tabular-nums">{value}</span>
        {note ? <span className="text-caption text-muted">{note}</span> : null}
      </dd>
    </div>
  )
}

/** Every figure with its period, today's beside yesterday's. */
export function Figures({ dashboard: d }: { dashboard: Dashboard }) {
  const t = useT()
  const format = useFormat()
  const [credit, setCredit] = useState(false)
  const money = (value: string) => <Money value={value} />

  return (
    <>
      <Harbour className="flex flex-col gap-4">
        <h2 className="font-semibold">{t('home.today')}</h2>
        <dl className="grid grid-cols-2 gap-4">
          <Figure
            wide
            label={t('home.today-sales')}
            value={<Money value={d.todaySales} size="hero" />}
            note={t('home.yesterday', { value: format.money(d.yesterdaySales) })}
          />
          <Figure
            label={t('home.today-orders')}
            value={format.number(d.todayOrders)}
            note={t('home.yesterday', { value: format.number(d.yesterdayOrders) })}
          />
          <Figure
            label={t('home.today-profit')}
            value={money(d.todayExpectedProfit)}
            note={
              <>
                {t('home.yesterday', { value: format.money(d.yesterdayExpectedProfit) })} · {t('home.estimate')}
              </>
            }
          />
        </dl>
      </Harbour>
      <QuickLinks
        label={t('home.manage')}
        items={[
          { href: link(paths.distribution), label: t('home.distribution'), icon: <Warehouse /> },
          { href: link(paths.manage), label: t('home.manage'), icon: <Tags /> },
          { href: link(paths.funds), label: t('home.funds'), icon: <WalletCards /> },
        ]}
      />
      <Card>
        <dl className="grid grid-cols-2 gap-4">
          <Figure label={t('home.total-sales')} value={money(d.totalSales)} note={t('home.since-opening')} />
          <Figure label={t('home.total-profit')} value={money(d.totalProfit)} note={t('home.completed-orders')} />
        </dl>
      </Card>
      <Card>
        <dl className="grid grid-cols-3 gap-4">
          <Figure label={t('home.followers')} value={format.number(d.followers)} />
          <Figure
            label={t('home.rating')}
            value={
              d.rating.mean === null ? (
                '—'
              ) : (
                <span className="inline-flex items-center gap-1">
                  {format.number(d.rating.mean)}
                  <Star aria-hidden className="size-4 fill-(--fill) text-fill" />
                </span>
              )
            }
            note={d.rating.mean === null ? t('home.rating.none') : t('home.rating.of', { n: d.rating.reviews })}
          />
          <div className="flex min-w-0 flex-col gap-0.5">
            <dt className="text-small text-muted">{t('home.credit')}</dt>
            <dd>
              <button
                type="button"
                onClick={() => setCredit(true)}
                className="-m-2 inline-flex min-h-12 min-w-12 flex-col items-start p-2 text-start"
              >
                <span className="inline-flex items-center text-section font-semibold tabular-nums">
                  {d.credit.score === null ? '—' : format.number(d.credit.score)}
                  <ChevronRight aria-hidden className="mirror size-4 text-muted" />
                </span>
                <span className="text-caption text-muted">
                  {d.credit.score === null ? t('home.credit.none') : '0–100'}
                </span>
              </button>
            </dd>
          </div>
        </dl>
      </Card>
      <Card>
        <h2 className="font-semibold">{t('home.visitors')}</h2>
        <p className="pb-3 text-caption text-muted">{t('home.visitors.how')}</p>
        <dl className="grid grid-cols-3 gap-4">
          <Figure label={t('home.visitors.today')} value={format.number(d.visitors.today)} />
          <Figure label={t('home.visitors.7')} value={format.number(d.visitors.days7)} />
          <Figure label={t('home.visitors.30')} value={format.number(d.visitors.days30)} />
        </dl>
      </Card>

      <Sheet open={credit} onOpenChange={setCredit} title={t('home.credit.title')} closeLabel={t('common.close')}>
        <p className="text-muted">{t('home.credit.text')}</p>
        <dl className="flex flex-col gap-3">
          {d.credit.parts.map((part) => (
            <div key={part.kind} className="flex items-baseline justify-between gap-4">
              <dt>
                {t(`home.credit.${part.kind}`)}
                <span className="block text-small text-muted">
                  {part.value === null
                    ? '—'
                    : part.kind === 'pickup-time'
                      ? t('home.credit.hours', { n: format.number(part.value) })
                      : `${format.percent(part.value)} (${format.number(part.count)})`}
                </span>
              </dt>
              <dd className="font-semibold whitespace-nowrap">
                {t('home.credit.points', { points: part.points, of: part.of })}
              </dd>
            </div>
          ))}
        </dl>
      </Sheet>
    </>
  )
}
