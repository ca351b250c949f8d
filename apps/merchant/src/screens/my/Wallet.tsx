import type { ResponseBody, readWallet } from '@quayside/contract'
import { Card, Stat, Stats, HeroCard, Money, QuickLinks } from '@quayside/ui'
import { ArrowUpRight, ChartNoAxesCombined, ChevronRight, Plus, WalletCards } from 'lucide-react'
import { Provable, ProvenBalance } from '../../components/Provable.tsx'
import { link, paths } from '../../paths.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'

/** The balance, its actions, and the money that is not available yet. */
export function Wallet({ has }: { has: ResponseBody<typeof readWallet> }) {
  const t = useT()
  const format = useFormat()
  // Total income and escrow are sums over accounts: each leads to the records that it is made of.
  const parts = [
    {
      label: t('my.pending'),
      value: has.pending,
      href: link(paths.finance, { part: 'pending' }),
      account: 'pending' as const,
    },
    { label: t('my.held'), value: has.held, href: link(paths.withdrawRecords), account: 'held' as const },
    { label: t('my.total-income'), value: has.totalIncome, href: link(paths.funds, { event: 'order.completed' }) },
    { label: t('my.escrow'), value: has.escrow, href: link(paths.money) },
  ]
  return (
    <>
      <HeroCard className="flex flex-col gap-5">
        <div>
          <h2 className="text-small text-muted">{t('my.balance')}</h2>
          <ProvenBalance value={has.balance}>
            <Money value={has.balance} size="display-large" />
          </ProvenBalance>
        </div>
        <QuickLinks
          label={t('my.balance')}
          items={[
            { href: link(paths.recharge), label: t('my.recharge'), icon: <Plus /> },
            { href: link(paths.withdraw), label: t('my.withdraw'), icon: <ArrowUpRight className="mirror" /> },
            { href: link(paths.funds), label: t('my.funds'), icon: <WalletCards /> },
            { href: link(paths.finance), label: t('finance.title'), icon: <ChartNoAxesCombined /> },
          ]}
        />
      </HeroCard>
      <Card className="flex flex-col gap-3">
        <Stats>
          {parts.map(({ label, value, href, account }) => {
            const figure = (
              <a
                href={href}
                aria-label={t('common.named', {
                  label: account === 'pending' ? t('finance.pending.title') : label,
                  value: format.money(value),
                })}
                className="-my-3 inline-flex min-h-12 items-center gap-1 text-accent no-underline"
              >
                <Money value={value} />
                <ChevronRight aria-hidden className="mirror size-4" />
              </a>
            )
            return (
              <Stat key={label} small label={label}>
                {account ? <Provable account={account}>{figure}</Provable> : figure}
              </Stat>
            )
          })}
        </Stats>
        <p className="text-small text-muted">
          {t('common.named', { label: t('my.pending'), value: t('my.pending.text') })}
        </p>
        <a
          href={link(paths.money)}
          className="-mb-3 flex min-h-12 items-center gap-1 border-t border-border font-semibold text-accent no-underline"
        >
          <span className="flex-1">{t('money.title')}</span>
          <ChevronRight aria-hidden className="mirror size-4" />
        </a>
      </Card>
    </>
  )
}
