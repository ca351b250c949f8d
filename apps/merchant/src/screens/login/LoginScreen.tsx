import { tokenStore, useApiMutation } from '@quayside/client'
import { login } from '@quayside/contract'
import { Button } from '@quayside/ui'
import { useLayoutEffect, useState, type FormEvent } from 'react'
import { MutationError } from '../../components/MutationError.tsx'
import { EntryPage } from '../../components/EntryPage.tsx'
import { PasswordField } from '../../components/PasswordField.tsx'
import { link, paths } from '../../paths.ts'
import { useT } from '../../lib/i18n.tsx'
import { navigate } from '../../router.ts'
import { NameField } from './NameField.tsx'
import { useAfterLogin } from './useAfterLogin.ts'

/** Login by phone or e-mail. It then returns to the screen that needed the login. */
export function LoginScreen() {
  const t = useT()
  const goOn = useAfterLogin()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const act = useApiMutation(login)
  // Who has a session needs no log-in, as on the first page.
  useLayoutEffect(() => {
    if (tokenStore.get()) navigate({ to: paths.home, replace: true })
  }, [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const done = await act.mutate({ name, password })
    if (!done) return
    await goOn(done.userinfo)
  }

  return (
    <EntryPage title={t('login.title')}>
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
        <NameField error={act.refusal?.fields['name']} value={name} onChange={setName} />
        <PasswordField
          label={t('login.password')}
          error={act.refusal?.fields['password']}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          autoComplete="current-password"
        />
        {act.refusal?.reason === 'request/invalid' ? null : <MutationError mutation={act} />}
        <Button type="submit" wide busy={act.isPending}>
          {t('login.submit')}
        </Button>
        <a
          href={link(paths.forgotPassword, name.trim() ? { name: name.trim() } : {})}
          className="inline-flex min-h-12 items-center justify-center font-semibold text-accent"
        >
          {t('login.forgot')}
        </a>
      </form>
      <a
        href={link(paths.entry)}
        className="mt-auto inline-flex min-h-12 items-center justify-center font-semibold text-accent"
      >
        {t('login.no-account')}
      </a>
    </EntryPage>
  )
}
