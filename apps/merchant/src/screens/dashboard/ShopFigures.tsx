import type { ResponseBody, dashboard } from '@quayside/contract'
import { Card, Stat, Stats, Money, QuickLinks, Sheet, PlainButton } from '@quayside/ui'
import { ChevronRight, Star, Tags, WalletCards, Warehouse } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { link, paths } from '../../paths.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'

type Dashboard = ResponseBody<typeof dashboard>

/** The figures of the shop since its opening, each with its period. */
export function ShopFigures({ dashboard: d }: { dashboard: Dashboard }) {
  const t = useT()
  const format = useFormat()
  const [credit, setCredit] = useState(false)

  return (
    <>
      <QuickLinks
        label={t('home.manage')}
        items={[
          { href: link(paths.distribution), label: t('home.distribution'), icon: <Warehouse /> },
          { href: link(paths.products, { select: '1' }), label: t('home.manage'), icon: <Tags /> },
          { href: link(paths.funds), label: t('home.funds'), icon: <WalletCards /> },
        ]}
      />
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3">
        <Tile label={t('home.total-sales')} note={t('home.since-opening')}>
          <Money value={d.totalSales} />
        </Tile>
        <Tile label={t('home.total-profit')} note={t('home.completed-orders')}>
          <Money value={d.totalProfit} />
        </Tile>
        <Tile
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
        </Tile>
        <Tile
          label={t('home.credit')}
          note={d.credit.score === null ? t('home.credit.none') : '0–100'}
          onClick={() => setCredit(true)}
        >
          {d.credit.score === null ? '—' : format.number(d.credit.score)}
        </Tile>
      </dl>
      <Card>
        <h2 className="font-semibold">{t('home.visitors')}</h2>
        <div className="pt-3">
          <Stats columns={3}>
            <Stat label={t('home.visitors.today')}>{format.number(d.visitors.today)}</Stat>
            <Stat label={t('home.visitors.7')}>{format.number(d.visitors.days7)}</Stat>
            <Stat label={t('home.visitors.30')}>{format.number(d.visitors.days30)}</Stat>
          </Stats>
        </div>
        <p className="pt-3 text-caption text-muted">{t('home.visitors.how')}</p>
        <dl className="row-between mt-4 border-t border-border pt-3">
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

/** One figure as a tile of a grid; a tile that opens something is a button. */
function Tile({
  label,
  note,
  children,
  onClick,
}: {
  label: string
  note: string
  children: ReactNode
  onClick?: () => void
}) {
  const figure = (
    <>
      <span className="text-section font-semibold tabular-nums">{children}</span>
      <span className="text-caption text-muted">{note}</span>
    </>
  )
  return (
    <div className="relative flex flex-col rounded-card border border-border bg-surface p-3 shadow-flat">
      <dt className="text-small text-muted">{label}</dt>
      <dd className="flex flex-col">
        {onClick ? (
          <PlainButton
            onClick={onClick}
            className="flex min-h-12 flex-col text-start text-foreground after:absolute after:inset-0 after:rounded-card"
          >
            {figure}
            <ChevronRight aria-hidden className="mirror absolute end-3 top-3 size-5 text-muted" />
          </PlainButton>
        ) : (
          figure
        )}
      </dd>
    </div>
  )
}
