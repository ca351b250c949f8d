import { isCode } from '@quayside/contract'
import { codeDigits } from '@quayside/contract/constants'
import { Button, TextField, toast } from '@quayside/ui'
import { useEffect, useState } from 'react'
import { useT } from '../lib/i18n.tsx'
import { useClearOnError } from '../hooks/useClearOnError.ts'

/** Seconds until another code can be sent: the first one needs time to arrive. */
const resendAfter = 60

/** Isolates a masked address as left-to-right text inside a sentence of any direction. */
export const isolate = (address: string) => `\u2066${address}\u2069`

/**
 * The state of a one-time code: sent or not, its digits, and the wait before the next. `send` resolves to whether it
 * was sent. A `refused` code is cleared.
 */
export function useSentCode(send: () => Promise<boolean>, refused: string | undefined) {
  const t = useT()
  const [sent, setSent] = useState(false)
  const [code, setCode] = useState('')
  const [wait, startWait] = useCountdown()
  const field = useClearOnError(refused, setCode)
  return {
    sent,
    code,
    setCode,
    wait,
    refused,
    isComplete: isCode(code),
    ask: async () => {
      if (!(await send())) return
      setSent(true)
      setCode('')
      startWait()
      toast(t('code.sent'))
      field.current?.focus()
    },
    fieldRef: field,
  }
}
type SentCode = ReturnType<typeof useSentCode>

/** Sends the code; disabled until another one can be sent. */
export function SendCodeButton({ sentCode, busy }: { sentCode: SentCode; busy: boolean }) {
  const t = useT()
  return (
    <Button
      variant={sentCode.sent ? 'secondary' : 'primary'}
      wide
      busy={busy}
      disabled={sentCode.wait > 0}
      onClick={() => void sentCode.ask()}
    >
      {sentCode.sent ? t('code.send-again') : t('code.send')}
      {sentCode.wait > 0 ? (
        <bdi className="tabular-nums">{`${Math.floor(sentCode.wait / 60)}:${String(sentCode.wait % 60).padStart(2, '0')}`}</bdi>
      ) : null}
    </Button>
  )
}

/** The field for the digits of the code. `lack` says that they are missing. */
export function CodeField({
  sentCode: { fieldRef, refused, code, setCode },
  lack,
}: {
  sentCode: SentCode
  lack?: string | undefined
}) {
  const t = useT()
  return (
    <TextField
      ref={fieldRef}
      label={t('code.label')}
      error={lack ?? refused}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={codeDigits}
      dir="ltr"
      value={code}
      onChange={(event) => setCode(event.target.value.replace(/\D/g, ''))}
    />
  )
}

/** The seconds left of a wait, and a function that starts it. */
function useCountdown(): [number, () => void] {
  const [until, setUntil] = useState(0)
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (until === 0) return undefined
    const update = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)))
    update()
    const timer = setInterval(update, 500)
    const end = setTimeout(() => clearInterval(timer), until - Date.now() + 1000)
    return () => {
      clearInterval(timer)
      clearTimeout(end)
    }
  }, [until])
  return [left, () => setUntil(Date.now() + resendAfter * 1000)]
}
