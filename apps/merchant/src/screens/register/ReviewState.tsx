import { useRead } from '@quayside/client'
import { documentViews, type Answer, type readRegistration } from '@quayside/contract'
import { Button, Card } from '@quayside/ui'
import { useNavigate } from '@tanstack/react-router'
import { BadgeCheck, Hourglass } from 'lucide-react'
import { useEffect } from 'react'
import { Reading } from '../../parts/Reading.tsx'
import { paths } from '../../paths.ts'
import { useFormat, useT } from '../../words.tsx'
import { dropDraft } from './draft.ts'

/** Where the review stands, and who opened the documents. Changes by itself when the reviewer decides. */
export function ReviewState({ registration }: { registration: Answer<typeof readRegistration> }) {
  const t = useT()
  const format = useFormat()
  const navigate = useNavigate()
  const views = useRead(documentViews, {})
  const verified = registration.state === 'verified'
  // The photos have served; they should not stay on a phone.
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
        <Button onClick={() => void navigate({ to: verified ? paths.home : paths.my })}>
          {verified ? t('register.open-shop') : t('tab.my')}
        </Button>
      </Card>
      <Card>
        <h2 className="pb-2 font-semibold">{t('register.views')}</h2>
        <Reading of={views} rows={1}>
          {({ list }) =>
            list.length === 0 ? (
              <p className="text-small text-muted">{t('register.views.none')}</p>
            ) : (
              <ul className="flex flex-col gap-3">
                {list.map((view) => (
                  <li key={`${view.at} ${view.field}`} className="text-small">
                    <p>
                      <bdi>{view.operator}</bdi> · {format.dateTime(view.at)}
                    </p>
                    <p className="text-muted" dir="auto">
                      {view.reason}
                    </p>
                  </li>
                ))}
              </ul>
            )
          }
        </Reading>
      </Card>
    </>
  )
}
