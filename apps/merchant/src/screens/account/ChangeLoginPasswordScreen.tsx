import { useApiMutation } from '@quayside/client'
import { changeLoginPassword } from '@quayside/contract'
import { Button, Checkbox, Page, toast } from '@quayside/ui'
import { useState, type FormEvent } from 'react'
import { NewPasswordFields, PasswordField, useNewPassword } from '../../components/PasswordField.tsx'
import { MutationError } from '../../components/MutationError.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { useLacks } from '../../hooks/useLacks.ts'
import { useLogout } from '../../hooks/useLogout.ts'
import { useClearOnError } from '../../hooks/useClearOnError.ts'
import { paths } from '../../paths.ts'
import { useT } from '../../lib/i18n.tsx'

/** Changes the login password with the present one; other devices are logged out. */
export function ChangeLoginPasswordScreen() {
  const t = useT()
  const back = useBack(paths.security)
  const leave = useLogout()
  const act = useApiMutation(changeLoginPassword)
  const newPassword = useNewPassword()
  const [old, setOld] = useState('')
  const [stay, setStay] = useState(true)
  const [endKeys, setEndKeys] = useState(false)
  const { form, sentences, isWhole } = useLacks<HTMLFormElement, 'old' | 'password' | 'again'>({
    old: old === '' && t('common.required'),
    ...newPassword.lacks,
  })
  const fields = { ...act.refusal?.fields, ...sentences }
  const oldRefused = act.refusal?.reason.startsWith('login/') ? act.refusal.message : act.refusal?.fields['old']
  const first = useClearOnError(oldRefused, setOld)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isWhole()) return
    if (!(await act.mutate({ old, password: newPassword.password, again: newPassword.repeated, stay, endKeys }))) return
    toast(t('account.password.changed'))
    if (stay) back()
    else await leave()
  }

  return (
    <Page title={t('account.password')} onBack={back}>
      <form ref={form} onSubmit={(event) => void submit(event)} noValidate className="flex flex-1 flex-col gap-5">
        <PasswordField
          ref={first}
          label={t('account.password.old')}
          error={sentences.old ?? oldRefused}
          autoComplete="current-password"
          value={old}
          onChange={(event) => setOld(event.target.value)}
        />
        <NewPasswordFields newPassword={newPassword} fields={fields} />
        <Checkbox
          label={t('account.password.stay')}
          className="self-start"
          checked={stay}
          onChange={(event) => setStay(event.target.checked)}
        />
        <Checkbox
          label={t('account.password.keys')}
          className="self-start"
          checked={endKeys}
          onChange={(event) => setEndKeys(event.target.checked)}
        />
        <p className="text-small text-muted">{t('account.password.text')}</p>
        {oldRefused || Object.keys(fields).length > 0 ? null : <MutationError mutation={act} />}
        <div className="mt-auto">
          <Button type="submit" wide busy={act.isPending}>
            {t('account.password')}
          </Button>
        </div>
      </form>
    </Page>
  )
}
