import { useAct, useRead } from '@quayside/client'
import { languages, logout, me, paymentPasswordState, readWallet, refundOrders } from '@quayside/contract'
import {
  chooseTheme,
  ConfirmDialog,
  ListRow,
  Page,
  Picture,
  Rows,
  Sheet,
  StatusChip,
  useTheme,
  type Theme,
} from '@quayside/ui'
import {
  BadgeCheck,
  Check,
  FileText,
  Headset,
  HandCoins,
  Hourglass,
  IdCard,
  KeyRound,
  Languages,
  LockKeyhole,
  LogOut,
  MonitorSmartphone,
  ReceiptText,
  SunMoon,
} from 'lucide-react'
import { useState } from 'react'
import { Imprint } from '../../parts/Imprint.tsx'
import { LanguageSheet } from '../../parts/LanguageSheet.tsx'
import { Reading } from '../../parts/Reading.tsx'
import { useLeave } from '../../parts/useLeave.ts'
import { link, paths } from '../../paths.ts'
import { useFormat, useSpeech, useT } from '../../words.tsx'
import { Wallet } from './Wallet.tsx'
import { InstallRow } from './InstallRow.tsx'

const themes: Theme[] = ['system', 'light', 'dark']

/** Who I am, what I have, and the settings of this device. */
export function MyScreen() {
  const t = useT()
  const format = useFormat()
  const { lang } = useSpeech()
  const theme = useTheme()
  const profile = useRead(me, {})
  const wallet = useRead(readWallet, {})
  const payPassword = useRead(paymentPasswordState, {})
  const toAnswer = useRead(refundOrders, { state: 'requested', limit: 1 }).data?.total ?? 0
  const end = useAct(logout)
  const leave = useLeave()
  const [open, setOpen] = useState<'language' | 'theme' | 'logout' | null>(null)

  const logOut = async () => {
    // Gone from this device whatever the server says; a session that cannot be ended now ends by itself.
    await end.act({})
    await leave()
  }

  return (
    <Page title={t('my.title')}>
      <Reading of={profile} rows={2}>
        {(my) => (
          <>
            <div className="flex items-center gap-3">
              <Picture src={my.shop.logo} alt="" size={64} className="rounded-card" />
              <div className="min-w-0">
                <p className="truncate text-section font-semibold" dir="auto">
                  {my.shop.name ?? my.realName ?? my.email}
                </p>
                <p className="truncate text-small text-muted" dir="auto">
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
            <Reading of={wallet} rows={1} height={200}>
              {(has) => <Wallet has={has} />}
            </Reading>
            <nav aria-label={t('my.title')} className="flex flex-col gap-4">
              <Rows>
                <ListRow href={link(paths.rechargeRecords)} icon={<ReceiptText />} title={t('recharge.records')} />
                <ListRow href={link(paths.withdrawRecords)} icon={<ReceiptText />} title={t('withdraw.records')} />
                <ListRow
                  href={link(paths.refunds)}
                  icon={<HandCoins />}
                  title={t('refunds.title')}
                  end={toAnswer > 0 ? `${t('refunds.state.requested')}: ${format.number(toAnswer)}` : undefined}
                />
              </Rows>
              <Rows>
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
                <ListRow href={link(paths.devices)} icon={<MonitorSmartphone />} title={t('account.devices')} />
                <ListRow href={link(paths.service)} icon={<Headset />} title={t('my.service')} />
                <ListRow href={link(paths.register)} icon={<FileText />} title={t('my.registration')} />
              </Rows>
              <Rows>
                <ListRow
                  onClick={() => setOpen('language')}
                  icon={<Languages />}
                  title={t('common.language')}
                  end={languages.find((l) => l.code === lang)?.name}
                />
                <ListRow
                  onClick={() => setOpen('theme')}
                  icon={<SunMoon />}
                  title={t('common.theme')}
                  end={t(`common.theme.${theme}`)}
                />
                <InstallRow />
                <ListRow onClick={() => setOpen('logout')} icon={<LogOut />} title={t('my.logout')} />
              </Rows>
            </nav>
          </>
        )}
      </Reading>

      <LanguageSheet open={open === 'language'} onOpenChange={(is) => setOpen(is ? 'language' : null)} />
      <Sheet
        open={open === 'theme'}
        onOpenChange={(is) => setOpen(is ? 'theme' : null)}
        title={t('common.theme')}
        closeLabel={t('common.close')}
      >
        <ul>
          {themes.map((choice) => (
            <li key={choice}>
              <button
                type="button"
                aria-pressed={choice === theme}
                onClick={() => chooseTheme(choice)}
                className="flex min-h-12 w-full items-center justify-between rounded-field px-2 text-start active:bg-raised"
              >
                {t(`common.theme.${choice}`)}
                {choice === theme ? <Check aria-hidden className="size-5 text-accent" /> : null}
              </button>
            </li>
          ))}
        </ul>
      </Sheet>
      <ConfirmDialog
        open={open === 'logout'}
        onOpenChange={(is) => setOpen(is ? 'logout' : null)}
        title={t('my.logout.sure')}
        confirm={t('my.logout')}
        cancel={t('common.cancel')}
        busy={end.busy}
        onConfirm={() => void logOut()}
      />
      <Imprint />
    </Page>
  )
}
