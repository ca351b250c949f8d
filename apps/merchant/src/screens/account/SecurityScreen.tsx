import { useApiQuery } from '@quayside/client'
import { paymentPasswordState, personalInfo, type ResponseBody } from '@quayside/contract'
import { ListRow, Page, Rows, StatusChip } from '@quayside/ui'
import {
  BadgeCheck,
  CircleAlert,
  Eye,
  FileText,
  FileUser,
  FingerprintPattern,
  KeyRound,
  LockKeyhole,
  Mail,
  MonitorSmartphone,
  Phone,
} from 'lucide-react'
import { DocumentViews } from '../../components/DocumentViews.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { link, paths } from '../../paths.ts'
import { useSearchParams } from '../../router.ts'
import { ChangeContact } from './ChangeContact.tsx'
import { VerifyContact } from './VerifyContact.tsx'

type Contact = ResponseBody<typeof personalInfo>['contacts'][number]

/**
 * Who the merchant is, how the account is reached and protected, and who of the staff looked at it. `verify` and
 * `change` in the URL open the phone or the e-mail.
 */
export function SecurityScreen() {
  const t = useT()
  const { verify, change } = useSearchParams()
  const back = useBack(verify || change ? paths.security : paths.my)
  const info = useApiQuery(personalInfo, {})
  const taken = (list: Contact[]) => list.find(({ channel }) => channel === (verify ?? change))
  const title = verify
    ? t(verify === 'email' ? 'account.verify-email' : 'account.verify-phone')
    : change
      ? t(change === 'email' ? 'account.change-email' : 'account.change-phone')
      : t('messages.type.security')

  return (
    <Page title={title} onBack={back}>
      <QueryBoundary query={info}>
        {({ realName, verifiedAt, contacts }) => {
          const contact = taken(contacts)
          if (contact && verify) return <VerifyContact contact={contact} onDone={back} />
          if (contact) return <ChangeContact contact={contact} onDone={back} />
          return (
            <>
              <section className="row-between items-center">
                <div className="grow basis-[8rem]">
                  <h2 className="text-small text-muted">{t('register.real-name')}</h2>
                  <p className="text-section font-semibold" dir="auto">
                    {realName ?? t('shop.none')}
                  </p>
                </div>
                <Verified at={verifiedAt} otherwise={t('my.not-verified')} />
              </section>
              <Rows>
                {contacts.map((one) => (
                  <ContactRow key={one.channel} contact={one} />
                ))}
                <ListRow href={link(paths.register)} icon={<FileText />} title={t('my.registration')} />
              </Rows>
              <Keys />
              <Rows>
                <ListRow href={link(paths.security, { part: 'acts' })} icon={<Eye />} title={t('account.acts')} />
                <ListRow
                  href={link(paths.security, { part: 'privacy' })}
                  icon={<FileUser />}
                  title={t('privacy.title')}
                />
              </Rows>
              <DocumentViews />
            </>
          )
        }}
      </QueryBoundary>
    </Page>
  )
}

/** What opens the account and confirms its money. */
function Keys() {
  const t = useT()
  const format = useFormat()
  const { data } = useApiQuery(paymentPasswordState, {})
  return (
    <Rows>
      <ListRow
        href={link(paths.security, { part: 'login-password' })}
        icon={<LockKeyhole />}
        title={t('account.password')}
      />
      <ListRow
        href={link(paths.security, { part: 'payment-password' })}
        icon={<KeyRound />}
        title={t('my.pay-password')}
        detail={
          data?.payoutsNotBefore
            ? t('pay-password.cool-down', { time: format.dateTime(data.payoutsNotBefore) })
            : undefined
        }
        end={data ? t(data.set ? 'my.pay-password.set' : 'my.pay-password.not-set') : undefined}
      />
      <ListRow
        href={link(paths.security, { part: 'passkeys' })}
        icon={<FingerprintPattern />}
        title={t('passkeys.title')}
      />
      <ListRow
        href={link(paths.security, { part: 'devices' })}
        icon={<MonitorSmartphone />}
        title={t('account.devices')}
      />
    </Rows>
  )
}

function Verified({ at, otherwise }: { at: string | null; otherwise: string }) {
  const t = useT()
  const format = useFormat()
  return at ? (
    <StatusChip tone="success" icon={<BadgeCheck aria-hidden className="size-4" />}>
      {t('account.verified-on', { date: format.date(at) })}
    </StatusChip>
  ) : (
    <StatusChip tone="warning" icon={<CircleAlert aria-hidden className="size-4" />}>
      {otherwise}
    </StatusChip>
  )
}

/** A contact with its state. A tap verifies one that is not verified, and else changes it. */
function ContactRow({ contact }: { contact: Contact }) {
  const t = useT()
  const format = useFormat()
  const { channel, address, verifiedAt, trustedFrom, reachable } = contact
  const isEmail = channel === 'email'
  return (
    <ListRow
      {...(reachable ? { href: link(paths.security, { [verifiedAt ? 'change' : 'verify']: channel }) } : {})}
      icon={isEmail ? <Mail /> : <Phone />}
      title={
        <>
          <span className="sr-only">{t(isEmail ? 'register.email' : 'register.phone')} </span>
          <bdi className="break-all">{address}</bdi>
        </>
      }
      detail={
        <>
          <Verified at={verifiedAt} otherwise={t('account.unverified')} />
          {trustedFrom ? (
            <span className="block">{t('account.trusted-from', { time: format.dateTime(trustedFrom) })}</span>
          ) : null}
          {reachable ? null : <span className="block">{t('code.no-channel')}</span>}
        </>
      }
    />
  )
}
