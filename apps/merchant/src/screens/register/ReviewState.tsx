import type { ResponseBody, readRegistration } from '@quayside/contract'
import { Button, Card } from '@quayside/ui'
import { BadgeCheck, Hourglass } from 'lucide-react'
import { useEffect } from 'react'
import { DocumentViews } from '../../components/DocumentViews.tsx'
import { paths } from '../../paths.ts'
import { navigate } from '../../router.ts'
import { useT } from '../../lib/i18n.tsx'
import { dropDraft } from './draft.ts'

/** The state of the review, and who opened the documents. Live events update it when the reviewer decides. */
export function ReviewState({ registration }: { registration: ResponseBody<typeof readRegistration> }) {
  const t = useT()
  const verified = registration.state === 'verified'
  // After the submission the photos of documents must not stay on the phone.
  useEffect(() => void dropDraft(), [])

  return (
    <>
      <Card className="flex flex-col items-center gap-3 py-8 text-center">
        <span aria-hidden className="flex size-16 items-center justify-center rounded-full bg-accent-soft text-accent">
          {verified ? <BadgeCheck className="size-8" /> : <Hourglass className="size-8" />}
        </span>
        <h2 className="text-section font-semibold">
          {verified
            ? t('register.verified')
            : registration.state === 'in-review'
              ? t('register.in-review')
              : t('register.submitted')}
        </h2>
        <p className="text-muted">{verified ? t('register.verified.text') : t('register.submitted.text')}</p>
        <Button onClick={() => navigate({ to: verified ? paths.home : paths.my })}>
          {verified ? t('register.open-shop') : t('tab.my')}
        </Button>
      </Card>
      <DocumentViews />
    </>
  )
}
