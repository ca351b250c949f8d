import { useApiMutation, useApiQuery } from '@quayside/client'
import { logout, paymentPasswordState, refundOrders, supportConversation, unreadOrderTalks } from '@quayside/contract'
import { Badge, ConfirmDialog, ListRow, Page, Picture, StatusChip } from '@quayside/ui'
import {
  BadgeCheck,
  BellRing,
  CircleArrowOutUpRight,
  CirclePlus,
  Eye,
  FileText,
  FileUser,
  FingerprintPattern,
  Headset,
  HandCoins,
  Hourglass,
  IdCard,
  KeyRound,
  LockKeyhole,
  LogOut,
  MessageCircle,
  MonitorSmartphone,
  Settings,
  Star,
  TicketPercent,
  Webhook,
} from 'lucide-react'
import { useState } from 'react'
import { Debt } from '../../components/Debt.tsx'
import { DeviceRows } from '../../components/DeviceRows.tsx'
import { Imprint } from '../../components/Imprint.tsx'
import { NotVerified } from '../../components/NotVerified.tsx'
import { MessagesBell } from '../../components/MessagesBell.tsx'
import { SearchLink } from '../../components/SearchLink.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { RowGroup } from '../../components/RowGroup.tsx'
import { useLogout } from '../../hooks/useLogout.ts'
import { useHomePath } from '../../hooks/useHomePath.ts'
import { useFormatBadge } from '../../hooks/useFormatBadge.ts'
import { link, paths } from '../../paths.ts'
import { isZero } from '../../lib/amounts.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { Wallet } from './Wallet.tsx'
import { InstallRow } from './InstallRow.tsx'
import { myProfileQuery, walletQuery } from './queries.ts'

/** The merchant's profile, wallet, links to the other screens, and settings of this device. */
export function MyScreen() {
  const t = useT()
  const format = useFormat()
  const profile = useApiQuery(...myProfileQuery)
  const wallet = useApiQuery(...walletQuery)
  const payPassword = useApiQuery(paymentPasswordState, {})
  const toAnswer = useApiQuery(refundOrders, { state: 'requested', limit: 1 }).data?.total ?? 0
  const formatBadge = useFormatBadge()
  const answers = useApiQuery(supportConversation, { limit: 1 }).data?.unread ?? 0
  const isVerified = profile.data?.registration === 'verified'
  // Before the verification nothing can be paid in: a wallet of zeros would only invite to it.
  const hidesMoney = !isVerified && (!wallet.data || isZero(wallet.data.balance))
  const asked = useApiQuery(unreadOrderTalks, {}, { enabled: isVerified }).data?.unread ?? 0
  const end = useApiMutation(logout)
  const leave = useLogout()
  const wayHome = useHomePath()
  const [leaving, setLeaving] = useState(false)

  const logOut = async () => {
    // Log out on this device after any response; a session that was not ended expires by itself.
    await end.mutate({})
    await leave()
  }

  return (
    <Page
      title={t('my.title')}
      {...wayHome}
      actions={
        <>
          <SearchLink />
          <MessagesBell />
        </>
      }
    >
      <QueryBoundary query={{ ...profile, data: wallet.isLoading ? undefined : profile.data }}>
        {(my) => (
          <>
            <div className="flex items-center gap-3">
              <Picture src={my.shop.logo} alt="" size={64} className="rounded-card" />
              <div className="min-w-0">
                <p className="line-clamp-2 text-section font-semibold" dir="auto">
                  {my.shop.name ?? my.realName ?? my.email}
                </p>
                <p className="line-clamp-2 text-small text-muted" dir="auto">
                  {my.realName ?? my.email}
                </p>
                <div className="flex flex-wrap items-center gap-2 pt-1">
                  {my.registration === 'verified' ? (
                    <StatusChip tone="success" icon={<BadgeCheck aria-hidden className="size-4" />}>
                      {t('my.verified')}
                    </StatusChip>
                  ) : (
                    <StatusChip tone="warning" icon={<Hourglass aria-hidden className="size-4" />}>
                      {t('my.not-verified')}
                    </StatusChip>
                  )}
                  <span className="text-caption text-muted">
                    {t('my.shop-code')} <bdi>{my.shopCode}</bdi>
                  </span>
                </div>
              </div>
            </div>
            {isVerified ? null : <NotVerified />}
            <Debt />
            {hidesMoney ? null : <QueryBoundary query={wallet}>{(has) => <Wallet has={has} />}</QueryBoundary>}
            {hidesMoney ? null : (
              <RowGroup title={t('my.money')}>
                <ListRow href={link(paths.rechargeRecords)} icon={<CirclePlus />} title={t('recharge.records')} />
                <ListRow
                  href={link(paths.withdrawRecords)}
                  icon={<CircleArrowOutUpRight className="mirror" />}
                  title={t('withdraw.records')}
                />
                <ListRow
                  href={link(paths.refunds)}
                  icon={<HandCoins />}
                  title={t('refunds.title')}
                  end={
                    toAnswer > 0
                      ? t('common.named', { label: t('refunds.state.requested'), value: format.number(toAnswer) })
                      : undefined
                  }
                />
              </RowGroup>
            )}
            <RowGroup title={t('messages.type.shop')}>
              {my.registration === 'verified' ? (
                <>
                  <ListRow href={link(paths.setting)} icon={<Settings />} title={t('shop.title')} />
                  <ListRow
                    href={link(paths.buyerTalks)}
                    icon={<MessageCircle />}
                    title={t('orders.talk.all')}
                    end={
                      asked > 0 ? (
                        <>
                          <Badge>{formatBadge(asked)}</Badge>
                          <span className="sr-only">{t('messages.unread-count', { n: asked })}</span>
                        </>
                      ) : undefined
                    }
                  />
                  <ListRow href={link(paths.reviews)} icon={<Star />} title={t('reviews.title')} />
                  <ListRow href={link(paths.coupons)} icon={<TicketPercent />} title={t('shop.coupons')} />
                </>
              ) : null}
              <ListRow href={link(paths.register)} icon={<FileText />} title={t('my.registration')} />
              <ListRow
                href={link(paths.service)}
                icon={<Headset />}
                title={t('my.service')}
                end={
                  answers > 0 ? (
                    <>
                      <Badge>{formatBadge(answers)}</Badge>
                      <span className="sr-only">{t('messages.unread-count', { n: answers })}</span>
                    </>
                  ) : undefined
                }
              />
            </RowGroup>
            <RowGroup title={t('messages.type.security')}>
              <ListRow href={link(paths.personalInfo)} icon={<IdCard />} title={t('account.title')} />
              <ListRow href={link(paths.changeLoginPassword)} icon={<LockKeyhole />} title={t('account.password')} />
              <ListRow
                href={link(my.paymentPasswordSet ? paths.changePaymentPassword : paths.paymentPassword)}
                icon={<KeyRound />}
                title={t('my.pay-password')}
                detail={
                  payPassword.data?.payoutsNotBefore
                    ? t('pay-password.cool-down', { time: format.dateTime(payPassword.data.payoutsNotBefore) })
                    : undefined
                }
                end={my.paymentPasswordSet ? t('my.pay-password.set') : t('my.pay-password.not-set')}
              />
              <ListRow href={link(paths.passkeys)} icon={<FingerprintPattern />} title={t('passkeys.title')} />
              <ListRow href={link(paths.devices)} icon={<MonitorSmartphone />} title={t('account.devices')} />
              <ListRow href={link(paths.acts)} icon={<Eye />} title={t('account.acts')} />
              <ListRow href={link(paths.privacy)} icon={<FileUser />} title={t('privacy.title')} />
              {my.registration === 'verified' ? (
                <ListRow href={link(paths.integrations)} icon={<Webhook />} title={t('integrations.title')} />
              ) : null}
            </RowGroup>
            <RowGroup title={t('shop.device')}>
              <DeviceRows />
              <ListRow href={link(paths.notifications)} icon={<BellRing />} title={t('messages.choose')} />
              <InstallRow />
              <ListRow onClick={() => setLeaving(true)} icon={<LogOut />} title={t('my.logout')} />
            </RowGroup>
          </>
        )}
      </QueryBoundary>

      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        title={t('my.logout.sure')}
        confirm={t('my.logout')}
        cancel={t('common.cancel')}
        busy={end.isPending}
        onConfirm={() => void logOut()}
      />
      <Imprint />
    </Page>
  )
}
