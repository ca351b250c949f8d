import { useOnline, type Refused } from '@quayside/client'
import { codeDigits } from '@quayside/contract/constants'
import { Button, PinField, Problem } from '@quayside/ui'
import { FingerprintPattern } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { PasskeyState } from '../hooks/usePasskey.ts'
import {
  isPasskeyRefusal,
  isPasswordLocked,
  isPasswordRefusal,
  type PaymentPasswordState,
} from '../hooks/usePaymentPassword.ts'
import { focusNow } from '../lib/focusNow.ts'
import { useT } from '../lib/i18n.tsx'
import { link, paths } from '../paths.ts'
import { MutationError } from './MutationError.tsx'
import { OnlineButton } from './OnlineButton.tsx'

/**
 * The field for the six digits that confirm `mutation`, with a link for a forgotten password and the reason of a
 * refusal. It takes the focus on mount and after a wrong attempt. A mutation with an idempotency key (`keyed`) and
 * without a response may have succeeded: the field says so. Where a passkey can confirm too, a button asks for it.
 */
export function PaymentPassword({
  label,
  mutation,
  keyed = false,
  password,
  passkey,
  onPasskey,
  onComplete,
}: {
  label: string
  mutation: { refusal: Refused | null; unreachable: boolean; isPending: boolean }
  keyed?: boolean
  password: PaymentPasswordState
  passkey?: PasskeyState
  onPasskey?: () => void
  onComplete: (digits: string) => void
}) {
  const t = useT()
  const online = useOnline()
  const pin = useRef<HTMLInputElement>(null)
  const { refusal, unreachable, isPending } = mutation
  const wrong = isPasswordRefusal(refusal)
  // A disabled field loses the focus; it gets it back with the response.
  const { lacking } = password
  useEffect(() => (isPending || !online ? undefined : focusNow(() => pin.current)), [isPending, online])
  useEffect(() => (lacking > 0 ? focusNow(() => pin.current) : undefined), [lacking])
  return (
    <>
      {passkey?.unused ? <Problem title={t('passkeys.unused')} /> : null}
      {isPasskeyRefusal(refusal) ? <Problem title={refusal!.message} /> : null}
      {passkey ? <MutationError mutation={passkey.challenge} /> : null}
      <PinField
        ref={pin}
        length={codeDigits}
        label={label}
        error={lacking > 0 ? t('pickup.password') : wrong ? refusal?.message : undefined}
        value={password.digits}
        onChange={password.setDigits}
        onComplete={onComplete}
        disabled={isPending || !online || isPasswordLocked(refusal)}
      />
      {passkey?.possible && onPasskey ? (
        <Button
          variant="secondary"
          wide
          busy={passkey.isAsking}
          disabled={isPending || !online}
          icon={<FingerprintPattern aria-hidden className="size-5" />}
          onClick={onPasskey}
        >
          {t('passkeys.use')}
        </Button>
      ) : null}
      <a
        href={link(paths.security, { part: 'payment-password', forgotten: 1 })}
        className="inline-flex min-h-12 items-center self-start font-semibold text-accent no-underline"
      >
        {t('pickup.password.forgot')}
      </a>
      {unreachable && keyed ? (
        <Problem title={t('common.unreachable')} text={t('common.checking')} />
      ) : wrong || isPasskeyRefusal(refusal) ? null : (
        <MutationError mutation={mutation} />
      )}
    </>
  )
}

/** The button that confirms an act with the passkey of this device, and below it the way to the six digits. */
export function PasskeyButtons({
  label,
  busy,
  disabled = false,
  onPasskey,
  onDigits,
}: {
  label: string
  busy: boolean
  disabled?: boolean
  onPasskey: () => void
  onDigits: () => void
}) {
  const t = useT()
  return (
    <>
      <OnlineButton
        wide
        busy={busy}
        disabled={disabled}
        icon={<FingerprintPattern aria-hidden className="size-5" />}
        onClick={onPasskey}
      >
        {label}
      </OnlineButton>
      <Button variant="quiet" wide disabled={busy || disabled} onClick={onDigits}>
        {t('passkeys.digits')}
      </Button>
    </>
  )
}

/**
 * Replaces the button that needs a payment password while none is set: links to the screen that sets it, and from
 * there back.
 */
export function SetPaymentPassword({ label }: { label: string }) {
  return (
    <a
      href={link(paths.security, { part: 'payment-password' })}
      className="flex min-h-12 items-center justify-center rounded-field bg-primary font-semibold text-on-primary no-underline"
    >
      {label}
    </a>
  )
}
