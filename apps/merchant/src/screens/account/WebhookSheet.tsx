import { useApiMutation, useApiQuery } from '@quayside/client'
import {
  changeWebhook,
  deleteWebhook,
  replayWebhookCall,
  rotateWebhookSecret,
  testWebhookCall,
  webhookCalls,
  type Webhook,
} from '@quayside/contract'
import { Button, ErrorText, Sheet, StatusChip } from '@quayside/ui'
import { useState } from 'react'
import { MutationError } from '../../components/MutationError.tsx'
import { OnlineButton } from '../../components/OnlineButton.tsx'
import { PasswordField } from '../../components/PasswordField.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useLacks } from '../../hooks/useLacks.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { EventChoice } from './EventChoice.tsx'
import { ShownOnce } from './ShownOnce.tsx'

const tones = { waiting: 'warning', delivered: 'success', failed: 'danger' } as const
/** Milliseconds between two looks at the calls: they change without the merchant. */
const pollInterval = 5000

/** One webhook: its recent calls, its events, its secret and its end. */
export function WebhookSheet({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useT()
  const format = useFormat()
  const { id } = webhook
  const calls = useApiQuery(webhookCalls, { id, limit: 20 }, { pollMs: pollInterval })
  const test = useApiMutation(testWebhookCall)
  const replay = useApiMutation(replayWebhookCall)
  const change = useApiMutation(changeWebhook)
  const end = useApiMutation(deleteWebhook)
  const rotate = useApiMutation(rotateWebhookSecret)
  const [events, setEvents] = useState(webhook.events)
  const [asked, setAsked] = useState<'rotate' | 'delete' | null>(null)
  const [loginPassword, setPassword] = useState('')
  const [secret, setSecret] = useState<string | null>(null)
  const { form, sentences, isWhole } = useLacks<HTMLDivElement, 'password'>({
    password: loginPassword === '' && t('common.required'),
  })
  if (secret !== null) return <ShownOnce label={t('integrations.secret')} value={secret} onClose={onClose} />

  const isChanged = events.toSorted().join() !== webhook.events.toSorted().join()
  const rotateSecret = async () => {
    const made = await rotate.mutate({ id, loginPassword })
    if (made) setSecret(made.secret)
  }
  const remove = async () => {
    if (await end.mutate({ id })) onClose()
  }
  const passwordError = rotate.refusal?.reason.startsWith('login/') ? rotate.refusal.message : undefined

  return (
    <Sheet open title={t('integrations.webhooks')} onOpenChange={(open) => (open ? undefined : onClose())}>
      <p className="break-all text-muted">
        <bdi dir="ltr">{webhook.url}</bdi>
      </p>
      <section className="flex flex-col gap-2">
        <h3 className="font-semibold">{t('integrations.calls')}</h3>
        <QueryBoundary query={calls}>
          {({ list }) =>
            list.length === 0 ? (
              <p className="text-muted">{t('integrations.calls.empty')}</p>
            ) : (
              <ul className="flex flex-col divide-y divide-border">
                {list.map((call) => (
                  <li key={call.id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
                    <div className="flex min-w-0 flex-col gap-1">
                      <bdi dir="ltr" className="font-mono text-small break-all">
                        {call.type}
                      </bdi>
                      <span className="text-small text-muted">
                        {format.dateTime(call.at)} · {t('integrations.calls.attempts', { n: call.attempts })}
                        {call.status ? (
                          <>
                            {' · '}
                            <bdi>{`HTTP ${call.status}`}</bdi>
                          </>
                        ) : null}
                      </span>
                    </div>
                    <div className="flex flex-wrap items-center gap-2">
                      <StatusChip tone={tones[call.state]}>{t(`integrations.calls.${call.state}`)}</StatusChip>
                      {call.state === 'waiting' ? null : (
                        <Button
                          variant="quiet"
                          aria-label={t('common.named', {
                            label: t('integrations.calls.replay'),
                            value: `${call.type}, ${format.dateTime(call.at)}`,
                          })}
                          onClick={() => void replay.mutate({ id: call.id })}
                        >
                          {t('integrations.calls.replay')}
                        </Button>
                      )}
                    </div>
                  </li>
                ))}
              </ul>
            )
          }
        </QueryBoundary>
        <OnlineButton wide variant="secondary" busy={test.isPending} onClick={() => void test.mutate({ id })}>
          {t('integrations.webhooks.test')}
        </OnlineButton>
        <MutationError mutation={test} />
        <MutationError mutation={replay} />
      </section>
      <EventChoice events={events} onChange={setEvents} />
      {isChanged || webhook.pausedAt ? (
        <OnlineButton wide busy={change.isPending} onClick={() => void change.mutate({ id, events })}>
          {webhook.pausedAt ? t('integrations.webhooks.resume') : t('common.save')}
        </OnlineButton>
      ) : null}
      {change.refusal?.fields['events'] ? (
        <ErrorText>{change.refusal.fields['events']}</ErrorText>
      ) : (
        <MutationError mutation={change} />
      )}
      {asked === 'rotate' ? (
        <div ref={form} className="flex flex-col gap-3">
          <p>{t('integrations.webhooks.rotate.text')}</p>
          <PasswordField
            label={t('account.password.old')}
            autoComplete="current-password"
            value={loginPassword}
            error={sentences.password ?? passwordError}
            onChange={(event) => setPassword(event.target.value)}
          />
          {passwordError ? null : <MutationError mutation={rotate} />}
          <OnlineButton wide busy={rotate.isPending} onClick={() => (isWhole() ? void rotateSecret() : undefined)}>
            {t('integrations.webhooks.rotate')}
          </OnlineButton>
        </div>
      ) : asked === 'delete' ? (
        <div className="flex flex-col gap-3">
          <p role="alert">{t('integrations.webhooks.delete.sure')}</p>
          <OnlineButton wide variant="danger" busy={end.isPending} onClick={() => void remove()}>
            {t('integrations.webhooks.delete')}
          </OnlineButton>
          <Button wide variant="quiet" onClick={() => setAsked(null)}>
            {t('common.cancel')}
          </Button>
          <MutationError mutation={end} />
        </div>
      ) : (
        <div className="flex flex-col gap-2">
          <Button wide variant="secondary" onClick={() => setAsked('rotate')}>
            {t('integrations.webhooks.rotate')}
          </Button>
          <Button wide variant="danger" onClick={() => setAsked('delete')}>
            {t('integrations.webhooks.delete')}
          </Button>
        </div>
      )}
    </Sheet>
  )
}
