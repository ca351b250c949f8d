import { invalidate, useAct, useRead } from '@quayside/client'
import { dashboard, me, setPaymentPassword } from '@quayside/contract'
import { Button, EmptyState, Page, PinField, TextField, toast } from '@quayside/ui'
import { KeyRound } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import { ActProblem, Reading } from '../../parts/Reading.tsx'
import { useBack } from '../../parts/useBack.ts'
import { paths } from '../../paths.ts'
import { useT } from '../../words.tsx'

/** Sets the six digits that confirm every money act: entered twice, with the login password. */
export function PaymentPasswordScreen() {
  const t = useT()
  const back = useBack(paths.my)
  const profile = useRead(me, {})
  const act = useAct(setPaymentPassword)
  const [code, setCode] = useState('')
  const [again, setAgain] = useState('')
  const [loginPassword, setLoginPassword] = useState('')
  const second = useRef<HTMLInputElement>(null)
  const last = useRef<HTMLInputElement>(null)
  const differ = again.length === 6 && again !== code
  const fields = act.refusal?.fields ?? {}

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await act.act({ code, again, loginPassword }))) return
    toast(t('pay-password.done'))
    await invalidate(me, dashboard)
    back()
  }

  return (
    <Page title={t('pay-password.title')} onBack={back} backLabel={t('common.back')}>
      <Reading of={profile}>
        {(my) =>
          my.paymentPasswordSet && !act.busy ? (
            <EmptyState
              icon={<KeyRound />}
              title={t('pay-password.already')}
              action={<Button onClick={back}>{t('common.back')}</Button>}
            />
          ) : (
            <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-1 flex-col gap-5">
              <p className="text-muted">{t('pay-password.text')}</p>
              <PinField
                label={t('pay-password.first')}
                error={fields['code']}
                value={code}
                onChange={setCode}
                onComplete={() => second.current?.focus()}
              />
              <PinField
                ref={second}
                label={t('pay-password.again')}
                error={differ ? t('pay-password.mismatch') : fields['again']}
                value={again}
                onChange={setAgain}
                onComplete={(digits) => (digits === code ? last.current?.focus() : undefined)}
              />
              <TextField
                ref={last}
                label={t('pay-password.login')}
                type="password"
                autoComplete="current-password"
                dir="ltr"
                value={loginPassword}
                onChange={(event) => setLoginPassword(event.target.value)}
              />
              {Object.keys(fields).length > 0 ? null : <ActProblem of={act} />}
              <div className="mt-auto">
                <Button
                  type="submit"
                  wide
                  busy={act.busy}
                  disabled={code.length < 6 || again !== code || loginPassword === ''}
                >
                  {t('pay-password.save')}
                </Button>
              </div>
            </form>
          )
        }
      </Reading>
    </Page>
  )
}
