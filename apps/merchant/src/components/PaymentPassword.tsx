import { useOnline, type Refused } from '@quayside/client'
import { codeDigits } from '@quayside/contract/constants'
import { PinField, Problem } from '@quayside/ui'
import { useEffect, useRef } from 'react'
import { link, paths } from '../paths.ts'
import { useT } from '../lib/i18n.tsx'
import { focusNow } from '../lib/focusNow.ts'
import { MutationError } from './QueryBoundary.tsx'

/** No digits are taken now: it is locked for a while, or disabled until it is set anew. */
const isPasswordShut = (refusal: Refused | null): boolean =>
  refusal?.reason === 'payment-password/locked' || refusal?.reason === 'payment-password/disabled'

/** The act was refused for the password alone: everything else is as it was, and is asked for once more. */
export const isPasswordRefusal = (refusal: Refused | null): boolean =>
  refusal?.reason === 'payment-password/wrong' || isPasswordShut(refusal)

/**
 * The six digits that confirm an act, asked last: cells that have the focus as soon as they are there and again after a wrong try, what to
 * do when they are forgotten, and why the act did not happen. A `keyed` act that got no answer may have been done: that is said.
 */
export function PaymentPassword({
  label,
  of,
  keyed = false,
  value,
  onChange,
  onComplete,
}: {
  label: string
  of: { refusal: Refused | null; unreachable: boolean; isPending: boolean }
  keyed?: boolean
  value: string
  onChange: (digits: string) => void
  onComplete: (digits: string) => void
}) {
  const t = useT()
  const online = useOnline()
  const pin = useRef<HTMLInputElement>(null)
  const wrong = isPasswordRefusal(of.refusal)
  // A field that is switched off loses the focus; it comes back with the answer.
  useEffect(() => (of.isPending || !online ? undefined : focusNow(() => pin.current)), [of.isPending, online])
  return (
    <>
      <PinField
        ref={pin}
        length={codeDigits}
        label={label}
        error={wrong ? of.refusal?.message : undefined}
        value={value}
        onChange={onChange}
        onComplete={onComplete}
        disabled={of.isPending || !online || isPasswordShut(of.refusal)}
      />
      <a
        href={link(paths.changePaymentPassword, { forgotten: 1 })}
        className="inline-flex min-h-12 items-center self-start font-semibold text-accent no-underline"
      >
        {t('pickup.password.forgot')}
      </a>
      {of.unreachable && keyed ? (
        <Problem title={t('common.unreachable')} text={t('common.checking')} />
      ) : wrong ? null : (
        <MutationError mutation={of} />
      )}
    </>
  )
}

/** Where the button would be that asks for a password that is not there: the way to set it, which leads back here. */
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
