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
import { PasskeyButtons, PaymentPassword } from '../../components/PaymentPassword.tsx'
import { usePasskey, type Confirmation } from '../../hooks/usePasskey.ts'
import { isConfirmationRefusal, usePaymentPassword } from '../../hooks/usePaymentPassword.ts'
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
 * Shows a withdrawal before it is sent, and asks for the confirmation, by passkey or payment password. An expired
 * quote is replaced by a new one, which is shown before that step. If it is closed before the app knows the result,
 * it returns the intent, so that the same withdrawal continues under the same key.
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
  const password = usePaymentPassword(refusal, true)
  const passkey = usePasskey('withdraw')
  // A passkey of this device comes before the digits, until it was asked or the merchant prefers the digits.
  const [triesPasskey, setTriesPasskey] = useState(true)
  const asking = password.asking && !(passkey.first && triesPasskey)
  /** What was sent last: it is sent again while there is no response. */
  const confirmed = useRef<Confirmation | null>(null)
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => void (mounted.current = false)
  }, [])

  const send = useCallback(
    async (confirmation: Confirmation) => {
      confirmed.current = confirmation
      const content = { quoteId: quote.id, destinationId: destination.id }
      const withdrawal = await mutate({ ...content, ...confirmation }, { key: keyFor(JSON.stringify(content)) })
      // A merchant who closed the sheet before the response stays on the present screen.
      if (withdrawal && mounted.current) onDone(withdrawal)
    },
    [mutate, quote.id, destination.id, keyFor, onDone],
  )

  const sign = async () => {
    setWhy(null)
    const content = { quoteId: quote.id, destinationId: destination.id }
    const signed = await passkey.sign(content, keyFor(JSON.stringify(content)))
    setTriesPasskey(false)
    if (signed) await send({ passkey: signed })
    else password.ask()
  }

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

  // Any response gives a definite result. After a refused confirmation the field stays; any other refusal is shown
  // first.
  useEffect(() => {
    if (!refusal) return
    setUnsure(false)
    if (isConfirmationRefusal(refusal)) return
    setWhy(refusal.message)
    reset()
    if (stale.has(refusal.reason)) void renew()
  }, [refusal, renew, reset])

  // Without a response the app sends the same request until there is one: its key prevents a second withdrawal.
  useEffect(() => {
    if (!unreachable) return
    setUnsure(true)
    const retry = setTimeout(() => void (confirmed.current && send(confirmed.current)), checkAgainDelay)
    return () => clearTimeout(retry)
  }, [unreachable, send])

  const submit = `${t('withdraw.submit')} · ${format.money(quote.gross)}`
  return (
    <Sheet
      open
      onOpenChange={(open) =>
        open || (isPending && !unsure) || passkey.isAsking ? undefined : onClose(unsure ? intent : null)
      }
      title={t('withdraw.confirm')}
      footer={
        asking ? (
          <OnlineButton
            wide
            busy={isPending || unsure}
            onClick={() => password.confirm((digits) => void send({ paymentPassword: digits }))}
          >
            {submit}
          </OnlineButton>
        ) : passkey.first && triesPasskey ? (
          <PasskeyButtons
            label={submit}
            busy={renewing || passkey.isAsking || isPending || unsure}
            onPasskey={() => void sign()}
            onDigits={() => {
              setWhy(null)
              setTriesPasskey(false)
              password.ask()
            }}
          />
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
      {unsure ? (
        <Problem title={t('common.unreachable')} text={t('common.checking')} />
      ) : asking ? (
        <PaymentPassword
          label={t('withdraw.password')}
          mutation={request}
          keyed
          password={password}
          passkey={passkey}
          onPasskey={() => void sign()}
          onComplete={(digits) => void send({ paymentPassword: digits })}
        />
      ) : null}
      <p className="text-small text-muted">{t('withdraw.promise')}</p>
      <p className="text-small text-muted">{t('pickup.expires', { time: format.clock(quote.expiresAt) })}</p>
    </Sheet>
  )
}
