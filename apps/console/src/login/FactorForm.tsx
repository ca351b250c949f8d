import { useApiMutation } from '@quayside/client'
import type { ResponseBody } from '@quayside/contract'
import { beginSecondFactor, confirmSecondFactor } from '@quayside/contract/operators'
import { Button, CopyButton, QrPicture, TextField } from '@quayside/ui'
import { useEffect, useState } from 'react'
import { MutationProblem, Skeleton } from '../components/QueryState.tsx'
import { DemoCode } from './DemoCode.tsx'
import { openSession } from './session.ts'
import { text } from './texts.ts'
import { useProof } from './useProof.tsx'

/**
 * Sets up an authenticator: the secret as a QR code, then its first code. With `factors` the person proves one of them
 * first. `onCodes` gets the recovery codes, which the server answers this once, and shows them with
 * `RecoveryCodes`: the confirmation opens another session, so this form may be gone at the next moment.
 */
export function FactorForm({
  factors,
  onCodes,
}: {
  /** What the person has already. Without it this is the first factor of a log-in. */
  factors?: { byPasskey: boolean; byCode: boolean }
  onCodes: (codes: readonly string[]) => void
}) {
  const proof = useProof(factors ?? { byPasskey: false, byCode: false })
  const [code, setCode] = useState('')
  const [secret, setSecret] = useState<ResponseBody<typeof beginSecondFactor> | null>(null)
  const begin = useApiMutation(beginSecondFactor)
  const confirm = useApiMutation(confirmSecondFactor)
  const { mutate: beginNow } = begin
  const proves = factors !== undefined
  useEffect(() => {
    if (!proves) void beginNow({}).then(setSecret)
  }, [proves, beginNow])

  if (!secret)
    return (
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void proof.prove().then((present) => (present ? beginNow(present).then(setSecret) : undefined))
        }}
      >
        {proves ? proof.field : begin.isPending ? <Skeleton rows={3} /> : null}
        <MutationProblem refusal={proof.refusal ?? begin.refusal} unreachable={begin.unreachable} />
        {proves || begin.refusal || begin.unreachable ? (
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
      <QrPicture drawn={secret.qr} label={text('login.enrol.qr')} className="w-48 self-center" />
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
      {proves ? null : <DemoCode onUse={setCode} />}
      <MutationProblem refusal={confirm.refusal} unreachable={confirm.unreachable} />
      <Button type="submit" busy={confirm.isPending}>
        {text('login.enrol.confirm')}
      </Button>
    </form>
  )
}
