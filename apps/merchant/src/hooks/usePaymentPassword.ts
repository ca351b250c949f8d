import type { Refused } from '@quayside/client'
import { isCode } from '@quayside/contract'
import { useEffect, useMemo, useState } from 'react'

/** The password is locked for a while, or disabled until the merchant sets a new one: no input is possible now. */
export const isPasswordLocked = (refusal: Refused | null): boolean =>
  refusal?.reason === 'payment-password/locked' || refusal?.reason === 'payment-password/disabled'

/** The server refused only the password: the merchant enters it again. */
export const isPasswordRefusal = (refusal: Refused | null): boolean =>
  refusal?.reason === 'payment-password/wrong' || isPasswordLocked(refusal)

/** The server refused only the passkey: the merchant tries again, or enters the digits. */
export const isPasskeyRefusal = (refusal: Refused | null): boolean => refusal?.reason.startsWith('credential/') ?? false

/** The server refused only the confirmation: nothing else has to change. */
export const isConfirmationRefusal = (refusal: Refused | null): boolean =>
  isPasswordRefusal(refusal) || isPasskeyRefusal(refusal)

/**
 * The payment password in the last step of a sheet: whether the step is active, and the digits. Every refusal clears
 * the digits. A refusal that is not about the confirmation goes back to the previous step, which shows the reason; one
 * about a passkey goes on to the digits. With `atOnce` the step is active from the start.
 */
export function usePaymentPassword(refusal: Refused | null, atOnce = false) {
  const [asking, setAsking] = useState(atOnce)
  const [digits, setDigits] = useState('')
  // How often a tap found the digits incomplete: the field says so and takes the focus.
  const [lacking, setLacking] = useState(0)
  useEffect(() => {
    if (!refusal) return
    setDigits('')
    setAsking(isConfirmationRefusal(refusal))
  }, [refusal])
  return useMemo(
    () => ({
      asking,
      digits,
      setDigits,
      lacking: isCode(digits) ? 0 : lacking,
      /** Calls `send` with the digits, or names what is missing. */
      confirm: (send: (digits: string) => void) => (isCode(digits) ? send(digits) : setLacking((n) => n + 1)),
      ask: () => {
        setLacking(0)
        setAsking(true)
      },
      clear: () => setDigits(''),
      close: () => {
        setAsking(false)
        setDigits('')
      },
    }),
    [asking, digits, lacking],
  )
}
export type PaymentPasswordState = ReturnType<typeof usePaymentPassword>
