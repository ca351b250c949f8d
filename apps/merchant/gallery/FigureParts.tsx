import { Card, Stat, Stats, HeroCard, LineChart, Money, QrCode, QrPicture, QuickLinks } from '@quayside/ui'
import { BadgeCheck, BanknoteArrowDown, BanknoteArrowUp, ClipboardList } from 'lucide-react'
import { AmountRow } from '../src/components/AmountRow.tsx'
import { useFormat, useT } from '../src/lib/i18n.tsx'
import { Part } from './Part.tsx'

const days = Array.from({ length: 7 }, (_, i) => `2026-11-${15 + i}`)
const sales = [120.5, 80, 214.25, 0, 310, 265.9, 342.1]
const profits = [30.1, 18, 60.2, -12, 82, 70.4, 91.3]

/** Amounts, figures and charts. */
export function FigureParts() {
  const t = useT()
  const format = useFormat()

  return (
    <>
      <Part name="HeroCard, QuickLinks, Money">
        <HeroCard className="flex flex-col gap-5">
          <div>
            <p className="text-small text-muted">{t('my.balance')}</p>
            <Money value="12345678.90" size="display-large" />
          </div>
          <QuickLinks
            label={t('my.money')}
            items={[
              { href: '#recharge', label: t('my.recharge'), icon: <BanknoteArrowUp /> },
              { href: '#withdraw', label: t('my.withdraw'), icon: <BanknoteArrowDown /> },
              { href: '#funds', label: t('my.funds'), icon: <ClipboardList /> },
              { href: '#finance', label: t('finance.title'), icon: <BadgeCheck /> },
            ]}
          />
        </HeroCard>
        <p className="flex flex-wrap items-baseline gap-x-4">
          <Money value="1204.50" />
          <Money value="-10.00" />
          <Money value="4.24" sign className="text-success" />
          <Money value="1204.50" size="section" />
          <Money value="1204.50" size="display" />
        </p>
      </Part>

      <Part name="Card, Line">
        <Card>
          <dl className="flex flex-col gap-2">
            <AmountRow label={t('my.balance')}>
              <Money value="2400.50" />
            </AmountRow>
            <AmountRow label={t('my.held')}>
              <Money value="-2.00" />
            </AmountRow>
            <AmountRow label={t('my.total-income')} sum>
              <Money value="2398.50" size="section" />
            </AmountRow>
          </dl>
        </Card>
      </Part>

      <Part name="Figures, Figure">
        <Stats>
          <Stat wide label={t('home.today-sales')} note={t('home.by-now', { value: format.money('1204.50') })}>
            <Money value="12345678.90" size="display-large" />
          </Stat>
          <Stat label={t('home.today-orders')}>{format.number(1204)}</Stat>
          <Stat label={t('home.total-profit')} note={t('home.visitors.30')}>
            <Money value="1204.50" />
          </Stat>
        </Stats>
        <Stats columns={3}>
          <Stat small label={t('home.followers')}>
            {format.number(12)}
          </Stat>
          <Stat small label={t('home.rating')}>
            {format.number(4.7)}
          </Stat>
          <Stat small label={t('home.credit')}>
            {format.number(100)}
          </Stat>
        </Stats>
      </Part>

      <Part name="LineChart">
        <LineChart
          label={t('home.curve')}
          dayLabel={t('home.today')}
          labels={days.map((day) => format.day(day))}
          axis={[days[0]!, days.at(-1)!].map((day) => format.day(day))}
          scale={format.scale}
          before={{
            key: 'before',
            label: t('home.curve.before'),
            values: sales.toReversed(),
            text: (i) => format.money(String(sales.toReversed()[i])),
          }}
          series={[
            { key: 's', label: t('home.today-sales'), values: sales, text: (i) => format.money(String(sales[i])) },
            {
              key: 'p',
              label: t('home.total-profit'),
              values: profits,
              text: (i) => format.money(String(profits[i])),
            },
          ]}
        />
      </Part>

      <Part name="QrPicture">
        <QrPicture drawn={null} label={t('recharge.title')} className="w-40" />
      </Part>
      <Part name="QrCode">
        <QrCode text="0x52908400098527886E0F7030069857D2E4169EE7" label={t('recharge.title')} className="w-40" />
      </Part>
    </>
  )
}
