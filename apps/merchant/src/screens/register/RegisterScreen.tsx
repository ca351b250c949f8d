import { useApiQuery, useToken } from '@quayside/client'
import { readRegistration } from '@quayside/contract'
import { Page, Stepper } from '@quayside/ui'
import { useEffect, useState } from 'react'
import { LanguageButton } from '../../components/LanguagePicker.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { LoadingState } from '../../components/LoadingState.tsx'
import { paths } from '../../paths.ts'
import { navigate, useSearchParams } from '../../router.ts'
import { useT } from '../../lib/i18n.tsx'
import { AccountStep } from './AccountStep.tsx'
import { readDraft, saveDraft, type Draft } from './draft.ts'
import { RegistrationSteps } from './RegistrationSteps.tsx'
import { ReviewState } from './ReviewState.tsx'

/**
 * Registration: first the account with the invitation, then shop, person with documents, and a summary. Each field is
 * saved on blur.
 */
export function RegisterScreen() {
  const t = useT()
  const { code } = useSearchParams()
  const token = useToken()
  const [draft, setDraft] = useState<Draft | null>(null)
  const registration = useApiQuery(readRegistration, {}, { enabled: token !== null })

  useEffect(
    () => void readDraft().then((kept) => setDraft({ ...kept, ...(code ? { invitationCode: code } : {}) })),
    [code],
  )
  useEffect(() => {
    // Registration needs an invitation.
    if (draft && !token && !draft.invitationCode) navigate({ to: paths.entry, replace: true })
  }, [draft, token])

  const change = (part: Draft) => {
    const next = { ...draft, ...part }
    setDraft(next)
    void saveDraft(next)
  }
  const steps = [t('register.account'), t('register.shop'), t('register.person'), t('register.review')]

  return (
    <Page
      title={t('register.title')}
      actions={<LanguageButton />}
      {...(token ? {} : { onBack: () => navigate({ to: paths.entry }) })}
    >
      {!draft ? (
        <LoadingState />
      ) : token ? (
        <QueryBoundary query={registration}>
          {(data) =>
            data.state === 'draft' || data.state === 'more-information' ? (
              <RegistrationSteps registration={data} draft={draft} onDraft={change} steps={steps} />
            ) : (
              <ReviewState registration={data} />
            )
          }
        </QueryBoundary>
      ) : (
        <>
          <Stepper
            label={`${t('register.step', { n: 1, total: steps.length })} · ${steps[0]}`}
            steps={steps}
            current={0}
          />
          <AccountStep draft={draft} onDraft={change} />
        </>
      )}
    </Page>
  )
}
