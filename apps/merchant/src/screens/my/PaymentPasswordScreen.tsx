import { useApiMutation, useApiQuery } from '@quayside/client'
import { me, setPaymentPassword } from '@quayside/contract'
import { Button, EmptyState, Chest, Page, TextField, toast } from '@quayside/ui'
import { useState, type FormEvent } from 'react'
import { MutationError } from '../../components/MutationError.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { useClearOnError } from '../../hooks/useClearOnError.ts'
import { useLacks } from '../../hooks/useLacks.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router.ts'
import { useT } from '../../lib/i18n.tsx'
import { NewCodeFields, useNewCode } from './NewCode.tsx'

/** Sets the payment password: six digits, entered twice, with the login password. */
export function PaymentPasswordScreen() {
  const t = useT()
  const back = useBack(paths.my)
  const profile = useApiQuery(me, {})
  const act = useApiMutation(setPaymentPassword, { awaitRefetch: true })
  const newCode = useNewCode()
  const [loginPassword, setLoginPassword] = useState('')
  const { form, sentences, isWhole } = useLacks<HTMLFormElement, 'code' | 'again' | 'login'>({
    ...newCode.lacks,
    login: loginPassword === '' && t('common.required'),
  })
  const fields = { ...act.refusal?.fields, ...sentences }
  const loginRefused = act.refusal?.reason.startsWith('login/')
    ? act.refusal.message
    : act.refusal?.fields['loginPassword']
  const last = useClearOnError(loginRefused, setLoginPassword)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isWhole()) return
    if (!(await act.mutate({ code: newCode.code, again: newCode.repeated, loginPassword }))) return
    toast(t('pay-password.done'))
    back()
  }

  return (
    <Page title={t('pay-password.title')} onBack={back}>
      <QueryBoundary query={profile}>
        {(my) =>
          my.paymentPasswordSet && !act.isPending ? (
            <EmptyState
              scene={<Chest />}
              title={t('pay-password.already')}
              action={
                <Button onClick={() => navigate({ to: paths.changePaymentPassword, replace: true })}>
                  {t('my.change-pay-password')}
                </Button>
              }
            />
          ) : (
            <form ref={form} onSubmit={(event) => void submit(event)} noValidate className="flex flex-1 flex-col gap-5">
              <p className="text-muted">{t('pay-password.text')}</p>
              <NewCodeFields
                newCode={newCode}
                label={t('pay-password.first')}
                fields={fields}
                onDone={() => last.current?.focus()}
              />
              <TextField
                ref={last}
                label={t('pay-password.login')}
                error={sentences.login ?? loginRefused}
                type="password"
                autoComplete="current-password"
                dir="ltr"
                value={loginPassword}
                onChange={(event) => setLoginPassword(event.target.value)}
              />
              {loginRefused || Object.keys(fields).length > 0 ? null : <MutationError mutation={act} />}
              <div className="mt-auto">
                <Button type="submit" wide busy={act.isPending}>
                  {t('pay-password.save')}
                </Button>
              </div>
            </form>
          )
        }
      </QueryBoundary>
    </Page>
  )
}
