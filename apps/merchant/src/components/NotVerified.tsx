import { useApiQuery } from '@quayside/client'
import { readRegistration, type ResponseBody } from '@quayside/contract'
import { Button, Card, EmptyState, ShopFront, Timeline } from '@quayside/ui'
import { link, paths } from '../paths.ts'
import { navigate } from '../router.ts'
import { useFormat, useT } from '../lib/i18n.tsx'

/** Shown instead of what needs a verified shop: where its review stands, and until when it will be decided. */
export function NotVerified() {
  const t = useT()
  const registration = useApiQuery(readRegistration, {}).data
  return (
    <>
      <EmptyState
        scene={<ShopFront />}
        title={t('home.not-verified')}
        action={
          registration?.state === 'more-information' ? (
            <Button onClick={() => navigate({ to: paths.register })}>{t('home.not-verified.send')}</Button>
          ) : (
            <a href={link(paths.register)} className="inline-flex min-h-12 items-center font-semibold text-accent">
              {t('home.not-verified.go')}
            </a>
          )
        }
      />
      {registration ? (
        <Card>
          <ReviewSteps registration={registration} />
        </Card>
      ) : null}
    </>
  )
}

/** The steps of the review, as a history: the present one, what was before, and above them those to come. */
function ReviewSteps({
  registration: { state, submittedAt, decidedAt, dueAt, overdue },
}: {
  registration: ResponseBody<typeof readRegistration>
}) {
  const t = useT()
  const format = useFormat()
  const done = (title: string, at: string | null, by: 'merchant' | 'operator') =>
    at ? [{ key: title, title, detail: `${format.dateTime(at)} · ${t(`recharge.by.${by}`)}` }] : []
  const coming = (title: string, detail?: string) => ({ key: title, title, detail, coming: true })
  const submitted = done(t('register.submitted'), submittedAt, 'merchant')
  const promised = dueAt
    ? t(overdue ? 'register.overdue' : 'register.due', { when: format.dateTime(dueAt) })
    : undefined
  const verified = coming(t('register.verified'), promised)
  const inReview = t('register.in-review')
  const steps = {
    draft: [verified, coming(inReview), { key: 'draft', title: t('register.review') }],
    submitted: [verified, coming(inReview), ...submitted],
    'in-review': [verified, { key: 'present', title: inReview }, ...submitted],
    'more-information': [verified, coming(inReview), ...done(t('register.more'), decidedAt, 'operator'), ...submitted],
    rejected: [...done(t('register.rejected'), decidedAt, 'operator'), ...submitted],
    verified: [...done(t('register.verified'), decidedAt, 'operator'), ...submitted],
  }
  return <Timeline steps={steps[state]} />
}
