import { useApiMutation } from '@quayside/client'
import { createWebhook, webhookEventNames, type WebhookEvent } from '@quayside/contract'
import { ErrorText, Sheet, TextField } from '@quayside/ui'
import { useEffect, useRef, useState } from 'react'
import { MutationError } from '../../components/MutationError.tsx'
import { OnlineButton } from '../../components/OnlineButton.tsx'
import { PasswordField } from '../../components/PasswordField.tsx'
import { useT } from '../../lib/i18n.tsx'
import { EventChoice } from './EventChoice.tsx'
import { ShownOnce } from './ShownOnce.tsx'

/** Adds a webhook and shows its signing secret once. */
export function NewWebhookSheet({ onClose }: { onClose: () => void }) {
  const t = useT()
  const create = useApiMutation(createWebhook)
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<WebhookEvent[]>([...webhookEventNames])
  const [loginPassword, setPassword] = useState('')
  const [secret, setSecret] = useState<string | null>(null)

  const fields = create.refusal?.fields ?? {}
  const passwordError = create.refusal?.reason.startsWith('login/') ? create.refusal.message : fields['loginPassword']
  // The list of events is long: a refused address may have scrolled away.
  const address = useRef<HTMLInputElement>(null)
  const refused = fields['url']
  useEffect(() => {
    if (refused) address.current?.focus()
  }, [refused])
  const submit = async () => {
    const made = await create.mutate({ url, events, loginPassword })
    if (made) setSecret(made.secret)
  }
  if (secret !== null) return <ShownOnce label={t('integrations.secret')} value={secret} onClose={onClose} />

  return (
    <Sheet
      open
      title={t('integrations.webhooks.create')}
      onOpenChange={(open) => (open ? undefined : onClose())}
      footer={
        <OnlineButton wide busy={create.isPending} onClick={() => void submit()}>
          {t('integrations.webhooks.create')}
        </OnlineButton>
      }
    >
      <TextField
        ref={address}
        label={t('integrations.webhooks.url')}
        type="url"
        inputMode="url"
        dir="ltr"
        placeholder="https://"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={500}
        value={url}
        error={fields['url']}
        onChange={(event) => setUrl(event.target.value)}
      />
      <PasswordField
        label={t('account.password.old')}
        autoComplete="current-password"
        value={loginPassword}
        error={passwordError}
        onChange={(event) => setPassword(event.target.value)}
      />
      <EventChoice events={events} onChange={setEvents} />
      {fields['events'] ? <ErrorText>{fields['events']}</ErrorText> : null}
      {passwordError || Object.keys(fields).length > 0 ? null : <MutationError mutation={create} />}
    </Sheet>
  )
}
