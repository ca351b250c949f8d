import type { ResponseBody, readWallet } from '@quayside/contract'
import { HeroCard, Money, QuickLinks } from '@quayside/ui'
import { ArrowUpRight, ChevronRight, FileText, Plus } from 'lucide-react'
import { ProvenBalance } from '../../components/Provable.tsx'
import { sum } from '../../lib/amounts.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { link, paths } from '../../paths.ts'

/** The balance and what is done with it, and the sum of the merchant's money that is not in it yet or any more. */
export function Wallet({ has }: { has: ResponseBody<typeof readWallet> }) {
  const t = useT()
  const format = useFormat()
  const onTheWay = sum([has.pending, has.held])
  return (
    <HeroCard className="flex flex-col gap-4">
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
          { href: link(paths.statement), label: t('finance.statement'), icon: <FileText /> },
        ]}
      />
      <a
        href={link(paths.money)}
        aria-label={t('common.named', { label: t('my.on-the-way'), value: format.money(onTheWay) })}
        className="flex min-h-12 items-center gap-2 border-t border-border text-foreground no-underline"
      >
        <span className="row-between flex-1 items-center">
          <span>{t('my.on-the-way')}</span>
          <Money value={onTheWay} className="font-semibold" />
        </span>
        <ChevronRight aria-hidden className="mirror size-5 shrink-0" />
      </a>
    </HeroCard>
  )
}
