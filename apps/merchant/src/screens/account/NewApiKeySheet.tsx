import { useApiMutation } from '@quayside/client'
import { apiKeyDays, apiScopes, createApiKey, type ApiScope } from '@quayside/contract'
import { Checkbox, ErrorText, SelectField, Sheet, TextField } from '@quayside/ui'
import { useState } from 'react'
import { MutationError } from '../../components/MutationError.tsx'
import { OnlineButton } from '../../components/OnlineButton.tsx'
import { PasswordField } from '../../components/PasswordField.tsx'
import { useFocusRefused } from '../../hooks/useFocusRefused.ts'
import { useT } from '../../lib/i18n.tsx'
import { scopeTexts } from './scopes.ts'
import { ShownOnce } from './ShownOnce.tsx'

/** Creates an API key and shows it once. */
export function NewApiKeySheet({ onClose }: { onClose: () => void }) {
  const t = useT()
  const create = useApiMutation(createApiKey)
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<ApiScope[]>(['orders:read'])
  const [days, setDays] = useState<(typeof apiKeyDays)[number]>(90)
  const [loginPassword, setPassword] = useState('')
  const [key, setKey] = useState<string | null>(null)
  const form = useFocusRefused<HTMLDivElement>(create.refusal)
  if (key !== null) return <ShownOnce label={t('integrations.key')} value={key} onClose={onClose} />

  const fields = create.refusal?.fields ?? {}
  const passwordError = create.refusal?.reason.startsWith('login/') ? create.refusal.message : fields['loginPassword']
  const submit = async () => {
    const made = await create.mutate({ name, scopes, days, loginPassword })
    if (made) setKey(made.key)
  }
  return (
    <Sheet
      open
      title={t('integrations.keys.create')}
      onOpenChange={(open) => (open ? undefined : onClose())}
      footer={
        <OnlineButton wide busy={create.isPending} onClick={() => void submit()}>
          {t('integrations.keys.create')}
        </OnlineButton>
      }
    >
      <div ref={form} className="flex flex-col gap-4">
        <TextField
          label={t('integrations.keys.name')}
          autoComplete="off"
          maxLength={60}
          dir="auto"
          value={name}
          error={fields['name']}
          onChange={(event) => setName(event.target.value)}
        />
        <fieldset className="flex flex-col">
          <legend className="text-small text-muted">{t('integrations.keys.access')}</legend>
          {apiScopes.map((scope) => (
            <Checkbox
              key={scope}
              label={t(scopeTexts[scope])}
              checked={scopes.includes(scope)}
              onChange={({ target }) =>
                setScopes(target.checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))
              }
            />
          ))}
          {fields['scopes'] ? <ErrorText>{fields['scopes']}</ErrorText> : null}
        </fieldset>
        <SelectField
          label={t('integrations.keys.valid')}
          value={days}
          onChange={(event) => setDays(Number(event.target.value) as typeof days)}
        >
          {apiKeyDays.map((n) => (
            <option key={n} value={n}>
              {t('integrations.days', { n })}
            </option>
          ))}
        </SelectField>
        <PasswordField
          label={t('account.password.old')}
          autoComplete="current-password"
          value={loginPassword}
          error={passwordError}
          onChange={(event) => setPassword(event.target.value)}
        />
        {passwordError || Object.keys(fields).length > 0 ? null : <MutationError mutation={create} />}
      </div>
    </Sheet>
  )
}
