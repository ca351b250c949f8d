import { useApiMutation, useApiQuery } from '@quayside/client'
import { changePaymentPassword, paymentPasswordState, setPaymentPassword } from '@quayside/contract'
import { codeDigits } from '@quayside/contract/constants'
import { Button, Page, PinField, TextField, toast } from '@quayside/ui'
import { useRef, useState, type FormEvent } from 'react'
import { MutationError } from '../../components/MutationError.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { useClearOnError } from '../../hooks/useClearOnError.ts'
import { useLacks } from '../../hooks/useLacks.ts'
import { isPasswordRefusal } from '../../hooks/usePaymentPassword.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { paths } from '../../paths.ts'
import { navigate, useSearchParams } from '../../router.ts'
import { ForgottenPaymentPassword } from './ForgottenPaymentPassword.tsx'
import { NewCodeFields, useNewCode } from './NewCode.tsx'

/**
 * Sets the payment password, or changes it with the present one. With `forgotten` in the URL it sets a new one without
 * it.
 */
export function PaymentPasswordScreen() {
  const t = useT()
  const format = useFormat()
  const back = useBack(paths.security)
  const { forgotten } = useSearchParams()
  const state = useApiQuery(paymentPasswordState, {})
  // Shared by all forms: the new password stays when the merchant switches between them.
  const newCode = useNewCode()
  // While the first password is saved the state says already that there is one.
  const [settingFirst, setSettingFirst] = useState(false)
  const isFirst = settingFirst || state.data?.set === false
  const title = isFirst ? 'pay-password.title' : forgotten ? 'pay-password.reset' : 'pay-password.change'

  return (
    <Page title={t(title)} onBack={back}>
      <QueryBoundary query={state}>
        {(is) =>
          isFirst ? (
            <FirstForm newCode={newCode} onDone={back} onSaving={setSettingFirst} />
          ) : forgotten || is.disabled ? (
            <>
              {is.disabled ? (
                <p className="rounded-field bg-raised p-3 text-small">{t('pay-password.disabled')}</p>
              ) : null}
              <ForgottenPaymentPassword
                resetFrom={is.resetFrom}
                channels={is.channels}
                newCode={newCode}
                onDone={back}
              />
            </>
          ) : (
            <>
              {is.payoutsNotBefore ? (
                <p className="rounded-field bg-raised p-3 text-small">
                  {t('pay-password.cool-down', { time: format.dateTime(is.payoutsNotBefore) })}
                </p>
              ) : null}
              <ChangeForm
                newCode={newCode}
                onDone={back}
                onForgotten={() =>
                  navigate({
                    to: paths.security,
                    search: { part: 'payment-password', forgotten: 1 },
                    // Going back must skip the form that the merchant could not fill.
                    replace: true,
                  })
                }
              />
            </>
          )
        }
      </QueryBoundary>
    </Page>
  )
}

/** The first payment password: six digits, entered twice, with the login password. */
function FirstForm({
  newCode,
  onDone,
  onSaving,
}: {
  newCode: ReturnType<typeof useNewCode>
  onDone: () => void
  onSaving: (saving: boolean) => void
}) {
  const t = useT()
  const act = useApiMutation(setPaymentPassword, { awaitRefetch: true })
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
    onSaving(true)
    const done = await act.mutate({ code: newCode.code, again: newCode.repeated, loginPassword })
    if (!done) return onSaving(false)
    toast(t('pay-password.done'))
    onDone()
  }

  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate className="flex flex-1 flex-col gap-5">
      <NewCodeFields
        newCode={newCode}
        label={t('pay-password.first')}
        fields={fields}
        onDone={() => last.current?.focus()}
      />
      <TextField
        ref={last}
        label={t('pay-password.login')}
        hint={t('pay-password.text')}
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

function ChangeForm({
  newCode,
  onDone,
  onForgotten,
}: {
  newCode: ReturnType<typeof useNewCode>
  onDone: () => void
  onForgotten: () => void
}) {
  const t = useT()
  const act = useApiMutation(changePaymentPassword)
  const [old, setOld] = useState('')
  const next = useRef<HTMLInputElement>(null)
  const { form, sentences, isWhole } = useLacks<HTMLFormElement, 'old' | 'code' | 'again'>({
    old: old.length < codeDigits && t('pay-password.first'),
    ...newCode.lacks,
  })
  const fields = { ...act.refusal?.fields, ...sentences }
  const oldRefused = isPasswordRefusal(act.refusal) ? act.refusal?.message : act.refusal?.fields['old']
  const first = useClearOnError(oldRefused, setOld)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isWhole()) return
    const done = await act.mutate({ old, code: newCode.code, again: newCode.repeated })
    if (!done) return
    toast(t('pay-password.changed'))
    onDone()
  }

  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate className="flex flex-1 flex-col gap-5">
      <div className="flex flex-col">
        <PinField
          length={codeDigits}
          ref={first}
          label={t('pay-password.old')}
          error={sentences.old ?? oldRefused}
          value={old}
          onChange={setOld}
          onComplete={() => next.current?.focus()}
        />
        <Button variant="quiet" className="-ms-4 self-start" onClick={onForgotten}>
          {t('pay-password.forgot')}
        </Button>
      </div>
      <NewCodeFields newCode={newCode} label={t('pay-password.new')} fields={fields} first={next} />
      {oldRefused || Object.keys(fields).length > 0 ? null : <MutationError mutation={act} />}
      <div className="mt-auto">
        <Button type="submit" wide busy={act.isPending}>
          {t('pay-password.change')}
        </Button>
      </div>
    </form>
  )
}
