import { call, Refused, useApiMutation } from '@quayside/client'
import {
  quoteWithdrawal,
  requestWithdrawal,
  type ResponseBody,
  type listDestinations,
  type WithdrawalMethod,
} from '@quayside/contract'
import { Money, Problem, Sheet } from '@quayside/ui'
import { clsx } from 'clsx'
import { useCallback, useEffect, useRef, useState } from 'react'
import { checkAgainDelay } from '../../constants.ts'
import { AmountRow } from '../../components/AmountRow.tsx'
import { OnlineButton } from '../../components/OnlineButton.tsx'
import { PaymentPassword } from '../../components/PaymentPassword.tsx'
import { isPasswordRefusal, usePaymentPassword } from '../../hooks/usePaymentPassword.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { DestinationName } from './DestinationName.tsx'

/** One withdrawal to confirm: its quote and its destination. */
export type WithdrawalIntent = {
  method: WithdrawalMethod
  quote: ResponseBody<typeof quoteWithdrawal>
  destination: ResponseBody<typeof listDestinations>['list'][number]
}

// After these refusals the quote is invalid and nothing was done: the merchant must see a new quote.
const stale = new Set(['withdrawal/quote-expired', 'withdrawal/quote-unknown', 'request/key-reused'])

/**
 * Shows a withdrawal before it is sent, then asks for the payment password. An expired quote is replaced by a new
 * one, which is shown before the password step. If it is closed before the app knows the result, it returns the
 * intent, so that the same withdrawal continues under the same key.
 */
export function ConfirmSheet({
  intent: firstIntent,
  keyFor,
  onDone,
  onClose,
}: {
  intent: WithdrawalIntent
  /** The idempotency key of a content, see `useIntent`. It outlives the sheet. */
  keyFor: (content: string) => string
  onDone: (made: ResponseBody<typeof requestWithdrawal>) => void
  onClose: (unsure: WithdrawalIntent | null) => void
}) {
  const t = useT()
  const format = useFormat()
  const [intent, setIntent] = useState(firstIntent)
  const [renewing, setRenewing] = useState(false)
  /** Why the former quote was refused. */
  const [why, setWhy] = useState<string | null>(null)
  const [unsure, setUnsure] = useState(false)
  const request = useApiMutation(requestWithdrawal, { quiet: true })
  const { mutate, isPending, refusal, unreachable, reset } = request
  const { method, quote, destination } = intent
  const password = usePaymentPassword(refusal)
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => void (mounted.current = false)
  }, [])

  const send = useCallback(
    async (paymentPassword: string) => {
      const content = { quoteId: quote.id, destinationId: destination.id }
      const withdrawal = await mutate({ ...content, paymentPassword }, { key: keyFor(JSON.stringify(content)) })
      // A merchant who closed the sheet before the response stays on the present screen.
      if (withdrawal && mounted.current) onDone(withdrawal)
    },
    [mutate, quote.id, destination.id, keyFor, onDone],
  )

  const renew = useCallback(async () => {
    setRenewing(true)
    try {
      const fresh = await call(quoteWithdrawal, { method, amount: quote.gross })
      setIntent((before) => ({ ...before, quote: fresh }))
    } catch (caught) {
      setWhy(caught instanceof Refused ? caught.message : t('common.unreachable'))
    } finally {
      setRenewing(false)
    }
  }, [method, quote.gross, t])

  // Any response gives a definite result. After a wrong password the field stays; any other refusal is shown first.
  useEffect(() => {
    if (!refusal) return
    setUnsure(false)
    if (isPasswordRefusal(refusal)) return
    setWhy(refusal.message)
    reset()
    if (stale.has(refusal.reason)) void renew()
  }, [refusal, renew, reset])

  // Without a response the app sends the same request until there is one: its key prevents a second withdrawal.
  useEffect(() => {
    if (!unreachable) return
    setUnsure(true)
    const retry = setTimeout(() => void send(password.digits), checkAgainDelay)
    return () => clearTimeout(retry)
  }, [unreachable, send, password.digits])

  const submit = `${t('withdraw.submit')} · ${format.money(quote.gross)}`
  return (
    <Sheet
      open
      onOpenChange={(open) => (open || (isPending && !unsure) ? undefined : onClose(unsure ? intent : null))}
      title={t('withdraw.confirm')}
      footer={
        password.asking ? (
          <OnlineButton
            wide
            busy={isPending || unsure}
            disabled={!password.isComplete}
            onClick={() => void send(password.digits)}
          >
            {submit}
          </OnlineButton>
        ) : (
          <OnlineButton
            wide
            busy={renewing}
            onClick={() => {
              setWhy(null)
              password.ask()
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
      {password.asking ? (
        unsure ? (
          <Problem title={t('common.unreachable')} text={t('common.checking')} />
        ) : (
          <PaymentPassword
            label={t('withdraw.password')}
            mutation={request}
            keyed
            password={password}
            onComplete={(digits) => void send(digits)}
          />
        )
      ) : null}
      <p className="text-caption text-muted">{t('pickup.expires', { time: format.clock(quote.expiresAt) })}</p>
    </Sheet>
  )
}
