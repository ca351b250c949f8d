import type { ResponseBody, supportConversation } from '@quayside/contract'
import { StatusChip } from '@quayside/ui'
import { BadgeCheck, Ban, CirclePlus, Landmark } from 'lucide-react'
import { CopyableValue } from '../../components/CopyableValue.tsx'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { link, paths } from '../../paths.ts'

type Account = NonNullable<ResponseBody<typeof supportConversation>['list'][number]['account']>

const payLinks = {
  pix: link(paths.onlineRecharge, { way: 'pix' }),
  manual: link(paths.walletRecharge, { way: 'manual' }),
  chain: link(paths.walletRecharge, { way: 'chain' }),
} as const

/**
 * A payment account of the platform in the conversation, with what makes it verified. The merchant pays on the recharge
 * screens. An account that is no longer used shows no values.
 */
export function PaymentAccountCard({ account }: { account: Account }) {
  const t = useT()
  const format = useFormat()
  const current = account.state === 'current'
  return (
    <section
      aria-label={t('service.account')}
      className="flex flex-col gap-2 rounded-field border border-border bg-surface p-3"
    >
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        <span className="flex min-w-0 items-start gap-2">
          <Landmark aria-hidden className="size-5 shrink-0" />
          {t('service.account')}
        </span>
        {current ? (
          <StatusChip tone="success" icon={<BadgeCheck aria-hidden className="size-4" />}>
            {t('service.account.verified')}
          </StatusChip>
        ) : null}
      </p>
      {current ? (
        <>
          {account.holder ? <CopyableValue label={t('service.account.holder')} value={account.holder} /> : null}
          {account.lines.map(({ label, value }) => (
            <CopyableValue
              key={value}
              label={label ?? t(account.channel === 'pix' ? 'service.account.key' : 'service.account.address')}
              value={value}
            />
          ))}
          <p className="text-small text-muted">
            {t('service.account.why', { date: format.dateTime(account.confirmedAt) })}
          </p>
          <a
            href={payLinks[account.channel]}
            className="flex min-h-12 items-center gap-2 rounded-field border border-border px-3 font-semibold text-accent no-underline"
          >
            <CirclePlus aria-hidden className="size-5 shrink-0" />
            {t('service.account.pay')}
          </a>
        </>
      ) : (
        <StatusChip tone="danger" icon={<Ban aria-hidden className="size-4" />}>
          {t('service.account.outdated')}
        </StatusChip>
      )}
    </section>
  )
}
