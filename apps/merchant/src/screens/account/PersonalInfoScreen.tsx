import { useApiQuery } from '@quayside/client'
import { personalInfo, type ResponseBody } from '@quayside/contract'
import { Button, Card, Page, StatusChip } from '@quayside/ui'
import { BadgeCheck, CircleAlert } from 'lucide-react'
import { DocumentViews } from '../../components/DocumentViews.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { paths } from '../../paths.ts'
import { navigate, useSearchParams } from '../../router.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { ChangeContact } from './ChangeContact.tsx'
import { VerifyContact } from './VerifyContact.tsx'

type Contact = ResponseBody<typeof personalInfo>['contacts'][number]

/** The personal data of the merchant. `verify` and `change` in the URL open the phone or the e-mail. */
export function PersonalInfoScreen() {
  const t = useT()
  const { verify, change } = useSearchParams()
  const back = useBack(verify || change ? paths.personalInfo : paths.my)
  const info = useApiQuery(personalInfo, {})
  const taken = (list: Contact[]) => list.find(({ channel }) => channel === (verify ?? change))
  const title = verify
    ? t(verify === 'email' ? 'account.verify-email' : 'account.verify-phone')
    : change
      ? t(change === 'email' ? 'account.change-email' : 'account.change-phone')
      : t('account.title')

  return (
    <Page title={title} onBack={back}>
      <QueryBoundary query={info}>
        {({ realName, verifiedAt, contacts }) => {
          const contact = taken(contacts)
          if (contact && verify) return <VerifyContact contact={contact} onDone={back} />
          if (contact) return <ChangeContact contact={contact} onDone={back} />
          return (
            <>
              <Card className="flex flex-col gap-2">
                <h2 className="text-small text-muted">{t('register.real-name')}</h2>
                <p className="text-section font-semibold" dir="auto">
                  {realName ?? '–'}
                </p>
                <Verified at={verifiedAt} otherwise={t('my.not-verified')} />
              </Card>
              <p className="text-small text-muted">{t('account.text')}</p>
              {contacts.map((one) => (
                <ContactCard key={one.channel} contact={one} />
              ))}
              <DocumentViews />
            </>
          )
        }}
      </QueryBoundary>
    </Page>
  )
}

function Verified({ at, otherwise }: { at: string | null; otherwise: string }) {
  const t = useT()
  const format = useFormat()
  return (
    <div>
      {at ? (
        <StatusChip tone="success" icon={<BadgeCheck aria-hidden className="size-4" />}>
          {t('account.verified-on', { date: format.date(at) })}
        </StatusChip>
      ) : (
        <StatusChip tone="warning" icon={<CircleAlert aria-hidden className="size-4" />}>
          {otherwise}
        </StatusChip>
      )}
    </div>
  )
}

function ContactCard({ contact }: { contact: Contact }) {
  const t = useT()
  const format = useFormat()
  const { channel, address, verifiedAt, trustedFrom, reachable } = contact
  const email = channel === 'email'
  const open = (search: { verify: string } | { change: string }) => navigate({ to: paths.personalInfo, search: search })
  return (
    <Card className="flex flex-col gap-2">
      <h2 className="text-small text-muted">{email ? t('register.email') : t('register.phone')}</h2>
      <p className="font-semibold break-all">
        <bdi>{address}</bdi>
      </p>
      <Verified at={verifiedAt} otherwise={t('account.unverified')} />
      {trustedFrom ? (
        <p className="text-small text-muted">{t('account.trusted-from', { time: format.dateTime(trustedFrom) })}</p>
      ) : null}
      {reachable ? (
        <div className="flex flex-wrap gap-2 pt-1">
          {verifiedAt ? null : (
            <Button variant="secondary" onClick={() => open({ verify: channel })}>
              {email ? t('account.verify-email') : t('account.verify-phone')}
            </Button>
          )}
          <Button variant="secondary" onClick={() => open({ change: channel })}>
            {email ? t('account.change-email') : t('account.change-phone')}
          </Button>
        </div>
      ) : (
        <p className="text-small text-muted">{t('code.no-channel')}</p>
      )}
    </Card>
  )
}
