import { call, newKey, Refused, useApiMutation } from '@quayside/client'
import {
  quoteWithdrawal,
  requestWithdrawal,
  type ResponseBody,
  type listDestinations,
  type WithdrawalMethod,
} from '@quayside/contract'
import { codeDigits } from '@quayside/contract/constants'
import { Money, Problem, Sheet } from '@quayside/ui'
import { clsx } from 'clsx'
import { useCallback, useEffect, useRef, useState } from 'react'
import { checkAgainDelay } from '../../constants.ts'
import { AmountRow } from '../../components/AmountRow.tsx'
import { OnlineButton } from '../../components/OnlineButton.tsx'
import { isPasswordRefusal, PaymentPassword } from '../../components/PaymentPassword.tsx'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { DestinationName } from './DestinationName.tsx'

/** One wish to withdraw: what was quoted, where it goes, and the key under which it can be done once only. */
export type Intent = {
  method: WithdrawalMethod
  quote: ResponseBody<typeof quoteWithdrawal>
  destination: ResponseBody<typeof listDestinations>['list'][number]
  key: string
}

// These mean that the quote no longer holds: nothing was done, and a new one must be seen first.
const stale = new Set(['withdrawal/quote-expired', 'withdrawal/quote-unknown', 'request/key-reused'])

/**
 * The last look at a withdrawal, then the payment password. A quote that has expired is made anew and shown before the password is asked for
 * again. Closed without knowing whether it was done, it hands its intent back, so that the same wish goes on under the same key.
 */
export function ConfirmSheet({
  intent: first,
  onDone,
  onClose,
}: {
  intent: Intent
  onDone: (made: ResponseBody<typeof requestWithdrawal>) => void
  onClose: (unsure: Intent | null) => void
}) {
  const t = useT()
  const format = useFormat()
  const [intent, setIntent] = useState(first)
  const [asking, setAsking] = useState(false)
  const [password, setPassword] = useState('')
  const [renewing, setRenewing] = useState(false)
  /** Why it was not done with what was seen before. */
  const [why, setWhy] = useState<string | null>(null)
  const [unsure, setUnsure] = useState(false)
  const request = useApiMutation(requestWithdrawal, { quiet: true })
  const { mutate: act, isPending: busy, refusal, unreachable, reset } = request
  const { method, quote, destination, key } = intent
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => void (here.current = false)
  }, [])

  const send = useCallback(
    async (paymentPassword: string) => {
      const made = await act({ quoteId: quote.id, destinationId: destination.id, paymentPassword }, { key })
      if (!made) return
      // Who closed the sheet while it was still being found out is not carried away from where they are now.
      if (here.current) onDone(made)
    },
    [act, quote.id, destination.id, key, onDone],
  )

  const renew = useCallback(async () => {
    setRenewing(true)
    try {
      const fresh = await call(quoteWithdrawal, { method, amount: quote.gross })
      setIntent((before) => ({ ...before, quote: fresh, key: newKey() }))
    } catch (caught) {
      setWhy(caught instanceof Refused ? caught.message : t('common.unreachable'))
    } finally {
      setRenewing(false)
    }
  }, [method, quote.gross, t])

  // An answer, whichever, ends the doubt. Only a wrong password is asked for again at once; all else is read first.
  useEffect(() => {
    if (!refusal) return
    setUnsure(false)
    setPassword('')
    if (isPasswordRefusal(refusal)) return
    setAsking(false)
    setWhy(refusal.message)
    reset()
    if (stale.has(refusal.reason)) void renew()
  }, [refusal, renew, reset])

  // Without an answer the same intent is sent until there is one: its key keeps it from being done twice.
  useEffect(() => {
    if (!unreachable) return
    setUnsure(true)
    const again = setTimeout(() => void send(password), checkAgainDelay)
    return () => clearTimeout(again)
  }, [unreachable, send, password])

  const submit = `${t('withdraw.submit')} · ${format.money(quote.gross)}`
  return (
    <Sheet
      open
      onOpenChange={(open) => (open || (busy && !unsure) ? undefined : onClose(unsure ? intent : null))}
      title={t('withdraw.confirm')}
      closeLabel={t('common.close')}
      footer={
        asking ? (
          <OnlineButton
            wide
            busy={busy || unsure}
            disabled={password.length < codeDigits}
            onClick={() => void send(password)}
          >
            {submit}
          </OnlineButton>
        ) : (
          <OnlineButton
            wide
            busy={renewing}
            onClick={() => {
              setWhy(null)
              setAsking(true)
            }}
          >
            {submit}
          </OnlineButton>
        )
      }
    >
      <dl className={clsx('flex flex-col gap-2', renewing && 'opacity-60')}>
        <AmountRow label={t('withdraw.gross')}>
          <Money value={quote.gross} />
        </AmountRow>
        <AmountRow label={t('withdraw.fee')}>
          <Money value={`-${quote.fee}`} />
        </AmountRow>
        <AmountRow sum label={t('withdraw.net')}>
          <Money value={quote.net} size="display" />
        </AmountRow>
        <AmountRow label={t('withdraw.to')}>
          <span className="font-semibold">
            <DestinationName destination={destination} />
          </span>
          <span className="block text-small text-muted">
            <bdi>{destination.holder}</bdi>
          </span>
        </AmountRow>
      </dl>
      {why ? <Problem title={why} /> : null}
      {asking ? (
        unsure ? (
          <Problem title={t('common.unreachable')} text={t('common.checking')} />
        ) : (
          <PaymentPassword
            label={t('withdraw.password')}
            of={request}
            keyed
            value={password}
            onChange={setPassword}
            onComplete={(digits) => void send(digits)}
          />
        )
      ) : null}
      <p className="text-caption text-muted">{t('pickup.expires', { time: format.clock(quote.expiresAt) })}</p>
    </Sheet>
  )
}
