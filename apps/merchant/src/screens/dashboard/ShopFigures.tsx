import type { ResponseBody, dashboard } from '@quayside/contract'
import { Card, Stat, Stats, HeroCard, Money, QuickLinks, Sheet } from '@quayside/ui'
import { ChevronRight, Star, Tags, WalletCards, Warehouse } from 'lucide-react'
import { useState } from 'react'
import { link, paths } from '../../paths.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'

type Dashboard = ResponseBody<typeof dashboard>

/** The figures of the shop with their period; those of today beside yesterday's. */
export function ShopFigures({ dashboard: d }: { dashboard: Dashboard }) {
  const t = useT()
  const format = useFormat()
  const [credit, setCredit] = useState(false)

  return (
    <>
      <HeroCard className="flex flex-col gap-4">
        <h2 className="font-semibold">{t('home.today')}</h2>
        <Stats>
          <Stat
            wide
            label={t('home.today-sales')}
            note={t('home.yesterday', { value: format.money(d.yesterdaySales) })}
          >
            <Money value={d.todaySales} size="display-large" />
          </Stat>
          <Stat label={t('home.today-orders')} note={t('home.yesterday', { value: format.number(d.yesterdayOrders) })}>
            {format.number(d.todayOrders)}
          </Stat>
          <Stat
            label={t('home.today-profit')}
            note={
              <>
                {t('home.yesterday', { value: format.money(d.yesterdayExpectedProfit) })} · {t('home.estimate')}
              </>
            }
          >
            <Money value={d.todayExpectedProfit} />
          </Stat>
        </Stats>
      </HeroCard>
      <QuickLinks
        label={t('home.manage')}
        items={[
          { href: link(paths.distribution), label: t('home.distribution'), icon: <Warehouse /> },
          { href: link(paths.manage), label: t('home.manage'), icon: <Tags /> },
          { href: link(paths.funds), label: t('home.funds'), icon: <WalletCards /> },
        ]}
      />
      <Card>
        <Stats>
          <Stat label={t('home.total-sales')} note={t('home.since-opening')}>
            <Money value={d.totalSales} />
          </Stat>
          <Stat label={t('home.total-profit')} note={t('home.completed-orders')}>
            <Money value={d.totalProfit} />
          </Stat>
        </Stats>
      </Card>
      <Card>
        <Stats columns={3}>
          <Stat label={t('home.followers')} note={t('home.followers.who')}>
            {format.number(d.followers)}
          </Stat>
          <Stat
            label={t('home.rating')}
            note={d.rating.mean === null ? t('home.rating.none') : t('home.rating.of', { n: d.rating.reviews })}
          >
            {d.rating.mean === null ? (
              '—'
            ) : (
              <span className="inline-flex items-center gap-1">
                {format.number(d.rating.mean)}
                <Star aria-hidden className="size-4 fill-(--primary) text-primary" />
              </span>
            )}
          </Stat>
          <Stat label={t('home.credit')}>
            <button
              type="button"
              onClick={() => setCredit(true)}
              className="-m-2 inline-flex min-h-12 min-w-12 flex-col items-start p-2 text-start"
            >
              <span className="inline-flex items-center">
                {d.credit.score === null ? '—' : format.number(d.credit.score)}
                <ChevronRight aria-hidden className="mirror size-4 text-muted" />
              </span>
              <span className="text-caption font-normal text-muted">
                {d.credit.score === null ? t('home.credit.none') : '0–100'}
              </span>
            </button>
          </Stat>
        </Stats>
      </Card>
      <Card>
        <h2 className="font-semibold">{t('home.visitors')}</h2>
        <p className="pb-3 text-caption text-muted">{t('home.visitors.how')}</p>
        <Stats columns={3}>
          <Stat label={t('home.visitors.today')}>{format.number(d.visitors.today)}</Stat>
          <Stat label={t('home.visitors.7')}>{format.number(d.visitors.days7)}</Stat>
          <Stat label={t('home.visitors.30')}>{format.number(d.visitors.days30)}</Stat>
        </Stats>
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
                      ? t('home.credit.hours', { n: format.number(part.value) })
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
