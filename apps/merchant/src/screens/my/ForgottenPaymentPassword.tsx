import { useApiMutation } from '@quayside/client'
import {
  paymentPasswordState,
  resetPaymentPassword,
  sendPaymentPasswordCode,
  type ResponseBody,
  type Channel,
} from '@quayside/contract'
import { Button, Problem, TextField } from '@quayside/ui'
import { CircleCheck, Mail, MessageSquare } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { DemoMessages } from '../../components/DemoMessages.tsx'
import { MutationError } from '../../components/MutationError.tsx'
import { isolate, CodeField, SendCodeButton, useSentCode } from '../../components/SentCode.tsx'
import { useClearOnError } from '../../hooks/useClearOnError.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { NewCodeFields, type useNewCode } from './NewCode.tsx'

/** Sets a new payment password with the login password and a code sent to the merchant. */
export function ForgottenPaymentPassword({
  resetFrom,
  channels,
  newCode,
  onDone,
}: {
  resetFrom: string | null
  channels: ResponseBody<typeof paymentPasswordState>['channels']
  newCode: ReturnType<typeof useNewCode>
  onDone: () => void
}) {
  const t = useT()
  const format = useFormat()
  const send = useApiMutation(sendPaymentPasswordCode)
  const act = useApiMutation(resetPaymentPassword)
  const [channel, setChannel] = useState<Channel | undefined>(channels[0]?.channel)
  const [loginPassword, setLoginPassword] = useState('')
  const [cooldownUntil, setCooldownUntil] = useState<string | null>(null)
  const where = channels.find((one) => one.channel === channel)?.to
  const reason = act.refusal?.reason ?? ''
  const fields = act.refusal?.fields ?? {}
  const codeRefused = reason.startsWith('code/') ? act.refusal?.message : fields['mailCode']
  const loginRefused = reason.startsWith('login/') ? act.refusal?.message : fields['loginPassword']
  const sent = useSentCode(async () => channel !== undefined && (await send.mutate({ channel })) !== null, codeRefused)
  const loginField = useClearOnError(loginRefused, setLoginPassword)

  if (cooldownUntil)
    return (
      <div role="status" className="flex flex-1 flex-col items-center gap-3 pt-10 text-center">
        <CircleCheck aria-hidden className="size-12 text-success" />
        <p className="text-section font-semibold">{t('pay-password.changed')}</p>
        <p className="text-muted">{t('pay-password.cool-down', { time: format.dateTime(cooldownUntil) })}</p>
        <Button className="mt-auto" wide onClick={onDone}>
          {t('common.back')}
        </Button>
      </div>
    )
  if (resetFrom) return <Problem title={t('pay-password.resting', { time: format.dateTime(resetFrom) })} />
  if (!channel || !where) return <Problem title={t('code.no-channel')} />

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const done = await act.mutate({ loginPassword, mailCode: sent.code, code: newCode.code, again: newCode.repeated })
    if (!done) return
    setCooldownUntil(done.payoutsNotBefore)
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-1 flex-col gap-5">
      <p className="text-muted">{t('pay-password.forgot.text', { where: isolate(where) })}</p>
      {channels.length > 1 ? (
        <fieldset className="flex flex-col gap-2" disabled={send.isPending}>
          <legend className="pb-2 text-small font-semibold">{t('code.where')}</legend>
          {channels.map((one) => (
            <label
              key={one.channel}
              className={`flex min-h-14 items-center gap-3 rounded-field border px-3 py-2 ${one.channel === channel ? 'border-accent bg-accent-soft' : 'border-input'}`}
            >
              <input
                type="radio"
                name="channel"
                className="size-5 accent-(--accent)"
                checked={one.channel === channel}
                onChange={() => setChannel(one.channel)}
              />
              <span className="min-w-0 flex-1">
                {t(one.channel === 'email' ? 'code.by-email' : 'code.by-phone', {
                  where: isolate(one.to),
                })}
              </span>
              {one.channel === 'email' ? (
                <Mail aria-hidden className="size-5 text-muted" />
              ) : (
                <MessageSquare aria-hidden className="size-5 text-muted" />
              )}
            </label>
          ))}
        </fieldset>
      ) : null}
      <div className="flex flex-col gap-2">
        <SendCodeButton sentCode={sent} busy={send.isPending} />
        <MutationError mutation={send} />
        <DemoMessages />
      </div>
      {sent.sent ? (
        <>
          <CodeField sentCode={sent} />
          <TextField
            ref={loginField}
            label={t('pay-password.login')}
            error={loginRefused}
            type="password"
            autoComplete="current-password"
            dir="ltr"
            value={loginPassword}
            onChange={(event) => setLoginPassword(event.target.value)}
          />
          <NewCodeFields newCode={newCode} label={t('pay-password.new')} fields={fields} />
          {codeRefused || loginRefused || Object.keys(fields).length > 0 ? null : <MutationError mutation={act} />}
          <div className="mt-auto flex flex-col gap-3">
            <p className="text-small text-muted">{t('pay-password.reset.text')}</p>
            <Button type="submit" wide busy={act.isPending}>
              {t('pay-password.reset')}
            </Button>
          </div>
        </>
      ) : null}
    </form>
  )
}
