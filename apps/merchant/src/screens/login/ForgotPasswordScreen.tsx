import { useApiMutation } from '@quayside/client'
import { forgotLoginPassword, resetLoginPassword } from '@quayside/contract'
import { Button, Checkbox, toast } from '@quayside/ui'
import { useState, type FormEvent } from 'react'
import { DemoMessages } from '../../components/DemoMessages.tsx'
import { EntryPage } from '../../components/EntryPage.tsx'
import { useFocusRefused } from '../../hooks/useFocusRefused.ts'
import { useLacks } from '../../hooks/useLacks.ts'
import { NewPasswordFields, useNewPassword } from '../../components/PasswordField.tsx'
import { MutationError } from '../../components/MutationError.tsx'
import { CodeField, SendCodeButton, useSentCode } from '../../components/SentCode.tsx'
import { link, paths } from '../../paths.ts'
import { useSearchParams } from '../../router.ts'
import { useT } from '../../lib/i18n.tsx'
import { NameField } from './NameField.tsx'
import { useAfterLogin } from './useAfterLogin.ts'

/** Sets a new login password with a code. It shows the same whether or not the account exists. */
export function ForgotPasswordScreen() {
  const t = useT()
  const goOn = useAfterLogin()
  const search = useSearchParams()
  const ask = useApiMutation(forgotLoginPassword)
  const act = useApiMutation(resetLoginPassword)
  const [name, setName] = useState(search.name ?? '')
  // The account of the code; another name needs another code.
  const [codeRequest, setCodeRequest] = useState<{ name: string; request: string } | null>(null)
  const newPassword = useNewPassword()
  const [endKeys, setEndKeys] = useState(false)
  const codeRefused = act.refusal?.reason === 'code/void' ? act.refusal.message : act.refusal?.fields['code']
  const sent = useSentCode(async () => {
    const done = await ask.mutate({ name })
    if (done) setCodeRequest({ name, request: done.request })
    return done !== null
  }, codeRefused)
  const { form, sentences, isWhole } = useLacks<HTMLFormElement, 'code' | 'password' | 'again'>({
    code: !sent.isComplete && t('common.required'),
    ...newPassword.lacks,
  })
  const fields = { ...act.refusal?.fields, ...sentences }
  const nameField = useFocusRefused<HTMLDivElement>(ask.refusal)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!codeRequest) return sent.ask()
    if (!isWhole()) return
    const done = await act.mutate({
      ...codeRequest,
      code: sent.code,
      password: newPassword.password,
      again: newPassword.repeated,
      endKeys,
    })
    if (!done) return
    toast(t('account.password.changed'))
    await goOn(done.userinfo)
  }

  return (
    <EntryPage title={t('login.forgot')} text={t('account.forgot.text')}>
      <form ref={form} onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
        <div ref={nameField}>
          <NameField error={ask.refusal?.fields['name']} value={name} onChange={setName} />
        </div>
        <div className="flex flex-col gap-2">
          <SendCodeButton sentCode={sent} busy={ask.isPending} />
          {ask.refusal?.reason === 'request/invalid' ? null : <MutationError mutation={ask} />}
          {codeRequest ? <DemoMessages request={codeRequest.request} /> : null}
        </div>
        {codeRequest ? (
          <>
            <p role="status" className="rounded-field bg-raised p-3 text-small">
              {t('account.forgot.sent')}
            </p>
            <CodeField sentCode={sent} lack={sentences.code} />
            <NewPasswordFields newPassword={newPassword} fields={fields} />
            <Checkbox
              label={t('account.password.keys')}
              className="self-start"
              checked={endKeys}
              onChange={(event) => setEndKeys(event.target.checked)}
            />
            {codeRefused || Object.keys(fields).length > 0 ? null : <MutationError mutation={act} />}
            <p className="text-small text-muted">{t('account.forgot.rest')}</p>
            <Button type="submit" wide busy={act.isPending}>
              {t('account.forgot.set')}
            </Button>
          </>
        ) : null}
      </form>
      <a
        href={link(paths.login)}
        className="mt-auto inline-flex min-h-12 items-center justify-center font-semibold text-accent"
      >
        {t('login.title')}
      </a>
    </EntryPage>
  )
}
