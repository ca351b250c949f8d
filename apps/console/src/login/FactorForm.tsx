import { useApiMutation } from '@quayside/client'
import type { ResponseBody } from '@quayside/contract'
import { beginSecondFactor, confirmSecondFactor } from '@quayside/contract/operators'
import { Button, CopyButton, QrCode, TextField } from '@quayside/ui'
import { useEffect, useState } from 'react'
import { MutationProblem, Skeleton } from '../components/QueryState.tsx'
import { DemoCode } from './DemoCode.tsx'
import { openSession } from './session.ts'
import { text } from './texts.ts'

/**
 * Sets up an authenticator: the secret as a QR code, then its first code. With `replaces` the person proves the present
 * authenticator first. `onCodes` gets the recovery codes, which the server answers this once, and shows them with
 * `RecoveryCodes`: the confirmation opens another session, so this form may be gone at the next moment.
 */
export function FactorForm({
  replaces = false,
  onCodes,
}: {
  replaces?: boolean
  onCodes: (codes: readonly string[]) => void
}) {
  const [present, setPresent] = useState('')
  const [code, setCode] = useState('')
  const [secret, setSecret] = useState<ResponseBody<typeof beginSecondFactor> | null>(null)
  const begin = useApiMutation(beginSecondFactor)
  const confirm = useApiMutation(confirmSecondFactor)
  const { mutate: beginNow } = begin
  useEffect(() => {
    if (!replaces) void beginNow({}).then(setSecret)
  }, [replaces, beginNow])

  if (!secret)
    return (
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void beginNow(present ? { present: present.trim() } : {}).then(setSecret)
        }}
      >
        {replaces ? (
          <TextField
            label={text('login.enrol.present')}
            dir="ltr"
            autoComplete="one-time-code"
            required
            value={present}
            onChange={(event) => setPresent(event.target.value)}
          />
        ) : begin.isPending ? (
          <Skeleton rows={3} />
        ) : null}
        <MutationProblem refusal={begin.refusal} unreachable={begin.unreachable} />
        {replaces || begin.refusal || begin.unreachable ? (
          <Button type="submit" busy={begin.isPending}>
            {text('login.enrol.begin')}
          </Button>
        ) : null}
      </form>
    )
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void confirm.mutate({ code: code.trim() }).then((opened) => {
          if (!opened) return
          onCodes(opened.recoveryCodes)
          openSession(opened)
        })
      }}
    >
      <QrCode text={secret.uri} label={text('login.enrol.qr')} className="w-48 self-center" />
      <p className="flex items-center gap-2">
        <span className="min-w-0 flex-1">
          <span className="block text-small text-muted">{text('login.enrol.secret')}</span>
          <code dir="ltr" className="break-all">
            {secret.secret}
          </code>
        </span>
        <CopyButton text={secret.secret} label={text('login.enrol.secret')} />
      </p>
      <TextField
        label={text('login.code')}
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        maxLength={10}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={confirm.refusal?.fields['code']}
      />
      {replaces ? null : <DemoCode onUse={setCode} />}
      <MutationProblem refusal={confirm.refusal} unreachable={confirm.unreachable} />
      <Button type="submit" busy={confirm.isPending}>
        {text('login.enrol.confirm')}
      </Button>
    </form>
  )
}
