import { useApiMutation } from '@quayside/client'
import { register } from '@quayside/contract'
import { Button, SelectField, TextField } from '@quayside/ui'
import { useState, type FormEvent } from 'react'
import { PasswordField } from '../../components/PasswordField.tsx'
import { MutationError } from '../../components/MutationError.tsx'
import { useT } from '../../lib/i18n.tsx'
import { callingCodeOf, deviceCountry, internationalNumber } from './countries.ts'
import type { Draft } from './draft.ts'
import { useCountryNames } from './useCountryNames.ts'

/**
 * Creates the account with the invitation, phone, e-mail and login password. Only the password is never stored on the
 * device.
 */
export function AccountStep({ draft, onDraft }: { draft: Draft; onDraft: (part: Draft) => void }) {
  const t = useT()
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const names = useCountryNames()
  const country = draft.country ?? deviceCountry() ?? ''
  const phone = internationalNumber(draft.phone ?? '', country)
  const act = useApiMutation(register)
  const fields = act.refusal?.fields ?? {}
  const need = { phone: !draft.phone?.trim(), email: !draft.email?.trim(), password: password === '' }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    const form = event.currentTarget
    if (need.phone || need.email || need.password) {
      form
        .querySelector<HTMLInputElement>(need.phone ? '[name=phone]' : need.email ? '[name=email]' : '[name=password]')
        ?.focus()
      return
    }
    // The shop is most likely in the country of the phone.
    if (country) onDraft({ country })
    await act.mutate({
      invitationCode: draft.invitationCode ?? '',
      phone,
      email: draft.email ?? '',
      password,
    })
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-1 flex-col gap-4">
      <SelectField
        label={t('register.country')}
        autoComplete="tel-country-code"
        value={country}
        onChange={(event) => onDraft({ country: event.target.value })}
      >
        <option value="" disabled>
          {t('register.need.country')}
        </option>
        {names.map(({ code, name }) => (
          <option key={code} value={code}>{`${name} ${callingCodeOf(code)}`}</option>
        ))}
      </SelectField>
      <TextField
        label={t('register.phone')}
        hint={country ? `\u2066${phone || callingCodeOf(country)}\u2069` : t('register.phone.hint')}
        error={fields['phone'] ?? (tried && need.phone ? t('register.need.phone') : undefined)}
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        dir="ltr"
        value={draft.phone ?? ''}
        onChange={(event) => onDraft({ phone: event.target.value })}
      />
      <TextField
        label={t('register.email')}
        error={fields['email'] ?? (tried && need.email ? t('register.need.email') : undefined)}
        name="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        dir="ltr"
        value={draft.email ?? ''}
        onChange={(event) => onDraft({ email: event.target.value })}
      />
      <PasswordField
        label={t('register.password')}
        hint={t('register.password.hint')}
        error={fields['password'] ?? (tried && need.password ? t('register.need.password') : undefined)}
        name="password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {Object.keys(fields).length > 0 ? null : <MutationError mutation={act} />}
      <div className="mt-auto">
        <Button type="submit" wide busy={act.isPending}>
          {t('common.continue')}
        </Button>
      </div>
    </form>
  )
}
