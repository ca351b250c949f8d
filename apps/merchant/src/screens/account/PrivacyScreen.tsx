import { useApiMutation, useApiQuery, useDownload } from '@quayside/client'
import {
  askPrivacyRequest,
  ownPrivacyCopy,
  ownPrivacyRequests,
  privacyKinds,
  withdrawPrivacyRequest,
  type PrivacyKind,
  type PrivacyState,
  type ResponseBody,
} from '@quayside/contract'
import { Button, Card, Page, StatusChip, toast, type Tone } from '@quayside/ui'
import { useState, type FormEvent } from 'react'
import { MutationError } from '../../components/MutationError.tsx'
import { PasswordField } from '../../components/PasswordField.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { useLacks } from '../../hooks/useLacks.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { saveFile } from '../../lib/saveFile.ts'
import { paths } from '../../paths.ts'

type Request = ResponseBody<typeof ownPrivacyRequests>['list'][number]

const tones: Record<PrivacyState, Tone> = { open: 'info', done: 'success', refused: 'danger', withdrawn: 'neutral' }

/** Requests for a copy of the own data or for its deletion, and what became of them. */
export function PrivacyScreen() {
  const t = useT()
  const back = useBack(paths.security)
  const requests = useApiQuery(ownPrivacyRequests, {})
  return (
    <Page title={t('privacy.title')} onBack={back}>
      <QueryBoundary query={requests}>
        {({ list }) => (
          <>
            {privacyKinds.map((kind) => (
              <AskCard
                key={kind}
                kind={kind}
                isOpen={list.some((request) => request.kind === kind && request.state === 'open')}
              />
            ))}
            <p className="text-small text-muted">{t('privacy.text')}</p>
            {list.length > 0 ? (
              <section className="flex flex-col gap-3">
                <h2 className="text-section font-semibold">{t('privacy.requests')}</h2>
                <ul className="flex flex-col gap-3">
                  {list.map((request) => (
                    <li key={request.id}>
                      <RequestCard request={request} />
                    </li>
                  ))}
                </ul>
              </section>
            ) : null}
          </>
        )}
      </QueryBoundary>
    </Page>
  )
}

/** What a request of a kind means, and its form: the login password says who asks. */
function AskCard({ kind, isOpen }: { kind: PrivacyKind; isOpen: boolean }) {
  const t = useT()
  const ask = useApiMutation(askPrivacyRequest)
  const [asking, setAsking] = useState(false)
  const [password, setPassword] = useState('')
  const { form, sentences, isWhole } = useLacks<HTMLFormElement, 'password'>({
    password: password === '' && t('common.required'),
  })
  const refused = ask.refusal?.reason.startsWith('login/') ? ask.refusal.message : ask.refusal?.fields['password']
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!isWhole() || !(await ask.mutate({ kind, password, text: '' }))) return
    toast(t('privacy.sent'))
    setPassword('')
    setAsking(false)
  }
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="font-semibold">{t(`privacy.${kind}`)}</h2>
      <p className="text-small text-muted">{t(`privacy.${kind}.text`)}</p>
      {isOpen ? (
        <StatusChip tone="info">{t('privacy.state.open')}</StatusChip>
      ) : asking ? (
        <form ref={form} onSubmit={(event) => void send(event)} noValidate className="flex flex-col gap-4">
          <PasswordField
            label={t('pay-password.login')}
            autoComplete="current-password"
            error={sentences.password ?? refused}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          {refused ? null : <MutationError mutation={ask} />}
          <Button type="submit" wide variant={kind === 'erasure' ? 'danger' : 'primary'} busy={ask.isPending}>
            {t('privacy.send')}
          </Button>
        </form>
      ) : (
        <Button
          variant="secondary"
          wide
          aria-label={t('common.named', { label: t('privacy.send'), value: t(`privacy.${kind}`) })}
          onClick={() => setAsking(true)}
        >
          {t('privacy.send')}
        </Button>
      )}
    </Card>
  )
}

function RequestCard({ request }: { request: Request }) {
  const t = useT()
  const format = useFormat()
  const { id, kind, state, copyUntil } = request
  const withdraw = useApiMutation(withdrawPrivacyRequest)
  const { fetchFile, fetching, ...problem } = useDownload(ownPrivacyCopy)
  const save = async () => {
    const got = await fetchFile({ id })
    if (got) saveFile(got.file, got.name)
  }
  return (
    <Card className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-semibold">{t(`privacy.${kind}`)}</h3>
        <StatusChip tone={tones[state]}>{t(`privacy.state.${state}`)}</StatusChip>
      </div>
      <p className="text-small text-muted">
        <bdi>{request.code}</bdi> · {format.dateTime(request.at)}
      </p>
      {request.note ? <p dir="auto">{request.note}</p> : null}
      {state === 'open' ? (
        <>
          <p className="text-small text-muted">{t('privacy.due', { date: format.date(request.dueAt) })}</p>
          <MutationError mutation={withdraw} />
          <Button
            variant="quiet"
            className="-ms-4 self-start"
            busy={withdraw.isPending}
            onClick={() => void withdraw.mutate({ id })}
          >
            {t('privacy.cancel')}
          </Button>
        </>
      ) : null}
      {copyUntil ? (
        <>
          <MutationError mutation={problem} />
          <Button wide busy={fetching !== null} onClick={() => void save()}>
            {t('privacy.download')}
          </Button>
          <p className="text-small text-muted">{t('privacy.until', { date: format.date(copyUntil) })}</p>
        </>
      ) : null}
    </Card>
  )
}
