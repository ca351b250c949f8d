import { useAct } from '@quayside/client'
import { changeLoginPassword } from '@quayside/contract'
import { Button, Checkbox, Page, toast } from '@quayside/ui'
import { useState, type FormEvent } from 'react'
import { NewPasswordFields, PasswordField, useNewPassword } from '../../parts/PasswordField.tsx'
import { ActProblem } from '../../parts/Reading.tsx'
import { useBack } from '../../parts/useBack.ts'
import { useLeave } from '../../parts/useLeave.ts'
import { useRefused } from '../../parts/useRefused.ts'
import { paths } from '../../paths.ts'
import { useT } from '../../words.tsx'

/** Changes the login password with the present one; other devices are logged out. */
export function ChangeLoginPasswordScreen() {
  const t = useT()
  const back = useBack(paths.my)
  const leave = useLeave()
  const act = useAct(changeLoginPassword)
  const fresh = useNewPassword()
  const [old, setOld] = useState('')
  const [stay, setStay] = useState(true)
  const fields = act.refusal?.fields ?? {}
  const oldRefused = act.refusal?.reason.startsWith('login/') ? act.refusal.message : fields['old']
  const first = useRefused(oldRefused, setOld)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await act.act({ old, password: fresh.password, again: fresh.again, stay }))) return
    toast(t('account.password.changed'))
    if (stay) back()
    else await leave()
  }

  return (
    <Page title={t('account.password')} onBack={back} backLabel={t('common.back')}>
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-1 flex-col gap-5">
        <p className="text-muted">{t('account.password.text')}</p>
        <PasswordField
          ref={first}
          label={t('account.password.old')}
          error={oldRefused}
          autoComplete="current-password"
          value={old}
          onChange={(event) => setOld(event.target.value)}
        />
        <NewPasswordFields of={fresh} fields={fields} />
        <Checkbox
          label={t('account.password.stay')}
          className="self-start"
          checked={stay}
          onChange={(event) => setStay(event.target.checked)}
        />
        {oldRefused || Object.keys(fields).length > 0 ? null : <ActProblem of={act} />}
        <div className="mt-auto">
          <Button type="submit" wide busy={act.busy} disabled={old === '' || !fresh.ready}>
            {t('account.password')}
          </Button>
        </div>
      </form>
    </Page>
  )
}
