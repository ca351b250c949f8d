import { useApiQuery } from '@quayside/client'
import { personalInfo, type ResponseBody, type readRegistration } from '@quayside/contract'
import { Button, Card, ListRow, Rows } from '@quayside/ui'
import { BadgeCheck, CircleX, Hourglass, Mail, Store } from 'lucide-react'
import { useEffect } from 'react'
import { DocumentViews } from '../../components/DocumentViews.tsx'
import { link, paths } from '../../paths.ts'
import { navigate } from '../../router.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { Appeal } from './Appeal.tsx'
import { dropDraft } from './draft.ts'

type Registration = ResponseBody<typeof readRegistration>

/** The state of the review, and who opened the documents. Live events update it when the reviewer decides. */
export function ReviewState({ registration }: { registration: Registration }) {
  const t = useT()
  const { state, rejection } = registration
  const isVerified = state === 'verified'
  const Icon = isVerified ? BadgeCheck : rejection ? CircleX : Hourglass
  // After the submission the photos of documents must not stay on the phone.
  useEffect(() => void dropDraft(), [])

  return (
    <>
      <Card className="flex flex-col items-center gap-3 py-8 text-center">
        <span aria-hidden className="flex size-16 items-center justify-center rounded-full bg-accent-soft text-accent">
          <Icon className="size-8" />
        </span>
        <h2 className="text-section font-semibold">
          {isVerified
            ? t('register.verified')
            : rejection
              ? t('register.rejected')
              : state === 'in-review'
                ? t('register.in-review')
                : t('register.submitted')}
        </h2>
        {rejection ? (
          <div className="flex flex-col gap-1">
            <p>{t(`register.rejection.${rejection.reason}`)}</p>
            <p className="text-muted" dir="auto">
              {rejection.text}
            </p>
          </div>
        ) : (
          <p className="text-muted">{isVerified ? t('register.verified.text') : t('register.submitted.text')}</p>
        )}
        <Deadline registration={registration} />
        <Button variant={rejection ? 'secondary' : 'primary'} onClick={() => navigate({ to: paths.home })}>
          {isVerified ? t('register.open-shop') : t('common.go-home')}
        </Button>
      </Card>
      {rejection ? null : isVerified ? (
        <Rows>
          <ListRow href={link(paths.setting)} icon={<Store />} title={t('shop.first')} />
        </Rows>
      ) : (
        <VerifyEmail />
      )}
      {rejection ? <Appeal mayAppeal={rejection.mayAppeal} /> : null}
      <DocumentViews />
    </>
  )
}

/** While the review runs there is time for the code by mail. */
function VerifyEmail() {
  const t = useT()
  const contacts = useApiQuery(personalInfo, {}).data?.contacts
  const open = contacts?.some(({ channel, verifiedAt, reachable }) => channel === 'email' && !verifiedAt && reachable)
  return open ? (
    <Rows>
      <ListRow href={link(paths.security, { verify: 'email' })} icon={<Mail />} title={t('account.verify-email')} />
    </Rows>
  ) : null
}

/** The promised time of the decision, and that it has passed. */
function Deadline({ registration: { dueAt, overdue } }: { registration: Registration }) {
  const t = useT()
  const format = useFormat()
  if (!dueAt) return null
  const when = format.dateTime(dueAt)
  return (
    <p role="status" className={overdue ? 'font-semibold text-danger' : 'text-small text-muted'}>
      {overdue ? t('register.overdue', { when }) : t('register.due', { when })}
    </p>
  )
}
