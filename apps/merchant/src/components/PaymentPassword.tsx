import { useOnline, type Refused } from '@quayside/client'
import { codeDigits } from '@quayside/contract/constants'
import { PinField, Problem } from '@quayside/ui'
import { useEffect, useRef } from 'react'
import { isPasswordLocked, isPasswordRefusal, type PaymentPasswordState } from '../hooks/usePaymentPassword.ts'
import { focusNow } from '../lib/focusNow.ts'
import { useT } from '../lib/i18n.tsx'
import { link, paths } from '../paths.ts'
import { MutationError } from './MutationError.tsx'

/**
 * The field for the six digits that confirm `mutation`, with a link for a forgotten password and the reason of a
 * refusal. It takes the focus on mount and after a wrong attempt. A mutation with an idempotency key (`keyed`) and
 * without a response may have succeeded: the field says so.
 */
export function PaymentPassword({
  label,
  mutation,
  keyed = false,
  password,
  onComplete,
}: {
  label: string
  mutation: { refusal: Refused | null; unreachable: boolean; isPending: boolean }
  keyed?: boolean
  password: PaymentPasswordState
  onComplete: (digits: string) => void
}) {
  const t = useT()
  const online = useOnline()
  const pin = useRef<HTMLInputElement>(null)
  const { refusal, unreachable, isPending } = mutation
  const wrong = isPasswordRefusal(refusal)
  // A disabled field loses the focus; it gets it back with the response.
  useEffect(() => (isPending || !online ? undefined : focusNow(() => pin.current)), [isPending, online])
  return (
    <>
      <PinField
        ref={pin}
        length={codeDigits}
        label={label}
        error={wrong ? refusal?.message : undefined}
        value={password.digits}
        onChange={password.setDigits}
        onComplete={onComplete}
        disabled={isPending || !online || isPasswordLocked(refusal)}
      />
      <a
        href={link(paths.changePaymentPassword, { forgotten: 1 })}
        className="inline-flex min-h-12 items-center self-start font-semibold text-accent no-underline"
      >
        {t('pickup.password.forgot')}
      </a>
      {unreachable && keyed ? (
        <Problem title={t('common.unreachable')} text={t('common.checking')} />
      ) : wrong ? null : (
        <MutationError mutation={mutation} />
      )}
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
      href={link(paths.paymentPassword)}
      className="flex min-h-12 items-center justify-center rounded-field bg-primary font-semibold text-on-primary no-underline"
    >
      {label}
    </a>
  )
}
