import { useApiQuery } from '@quayside/client'
import { refundOrders, supportConversation, unreadOrderTalks } from '@quayside/contract'
import { ListRow, Page, Picture, Rows, StatusChip } from '@quayside/ui'
import { BadgeCheck, FileText, Headset, Hourglass, Settings, ShieldCheck, Store, WalletCards } from 'lucide-react'
import { Debt } from '../../components/Debt.tsx'
import { LanguageButton } from '../../components/LanguagePicker.tsx'
import { MessagesBell } from '../../components/MessagesBell.tsx'
import { NotVerified } from '../../components/NotVerified.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { SearchLink } from '../../components/SearchLink.tsx'
import { Unread } from '../../components/Unread.tsx'
import { useHomePath } from '../../hooks/useHomePath.ts'
import { isZero } from '../../lib/amounts.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { link, paths } from '../../paths.ts'
import { Wallet } from './Wallet.tsx'
import { myProfileQuery, walletQuery } from './queries.ts'

/** The merchant's profile, the wallet, and the four places behind it: money, shop, security, app. */
export function MyScreen() {
  const t = useT()
  const format = useFormat()
  const profile = useApiQuery(...myProfileQuery)
  const wallet = useApiQuery(...walletQuery)
  const isVerified = profile.data?.registration === 'verified'
  const toAnswer = useApiQuery(refundOrders, { state: 'requested', limit: 1 }).data?.total ?? 0
  const answers = useApiQuery(supportConversation, { limit: 1 }).data?.unread ?? 0
  const asked = useApiQuery(unreadOrderTalks, {}, { enabled: isVerified }).data?.unread ?? 0
  // Before the verification nothing can be paid in: a wallet of zeros would only invite to it.
  const hidesMoney = !isVerified && (!wallet.data || isZero(wallet.data.balance))
  const wayHome = useHomePath()

  return (
    <Page
      title={t('my.title')}
      {...wayHome}
      actions={
        <>
          <LanguageButton small />
          <SearchLink />
          <MessagesBell />
        </>
      }
    >
      <QueryBoundary query={{ ...profile, data: wallet.isLoading ? undefined : profile.data }}>
        {(my) => (
          <>
            <div className="flex items-center gap-3">
              <Picture src={my.shop.logo} alt="" size={48} className="rounded-card" />
              <div className="min-w-0 flex-1">
                <p className="line-clamp-2 text-section font-semibold" dir="auto">
                  {my.shop.name ?? my.realName ?? my.email}
                </p>
                <p className="text-small text-muted">
                  {t('my.shop-code')} <bdi>{my.shopCode}</bdi>
                </p>
              </div>
              {isVerified ? (
                <StatusChip tone="success" icon={<BadgeCheck aria-hidden className="size-4" />}>
                  {t('my.verified')}
                </StatusChip>
              ) : (
                <StatusChip tone="warning" icon={<Hourglass aria-hidden className="size-4" />}>
                  {t('my.not-verified')}
                </StatusChip>
              )}
            </div>
            {isVerified ? null : <NotVerified />}
            <Debt />
            {hidesMoney ? null : <QueryBoundary query={wallet}>{(has) => <Wallet has={has} />}</QueryBoundary>}
            <nav aria-label={t('my.title')}>
              <Rows>
                {hidesMoney ? null : (
                  <ListRow
                    href={link(paths.funds)}
                    icon={<WalletCards />}
                    title={t('my.money')}
                    end={
                      toAnswer > 0
                        ? t('common.named', { label: t('refunds.state.requested'), value: format.number(toAnswer) })
                        : undefined
                    }
                  />
                )}
                {isVerified ? (
                  <ListRow
                    href={link(paths.setting)}
                    icon={<Store />}
                    title={t('messages.type.shop')}
                    end={<Unread n={asked + answers} />}
                  />
                ) : (
                  <>
                    <ListRow href={link(paths.register)} icon={<FileText />} title={t('my.registration')} />
                    <ListRow
                      href={link(paths.service)}
                      icon={<Headset />}
                      title={t('my.service')}
                      end={<Unread n={answers} />}
                    />
                  </>
                )}
                <ListRow href={link(paths.security)} icon={<ShieldCheck />} title={t('messages.type.security')} />
                <ListRow href={link(paths.app)} icon={<Settings />} title={t('my.app')} />
              </Rows>
            </nav>
          </>
        )}
      </QueryBoundary>
    </Page>
  )
}
