import type { Refused } from '@quayside/client'
import { codeDigits } from '@quayside/contract/constants'
import { useEffect, useMemo, useState } from 'react'

/** The password is locked for a while, or disabled until the merchant sets a new one: it takes no digits now. */
export const isPasswordLocked = (refusal: Refused | null): boolean =>
  refusal?.reason === 'payment-password/locked' || refusal?.reason === 'payment-password/disabled'

/** The server refused for the password alone: everything else holds, and the merchant enters the password again. */
export const isPasswordRefusal = (refusal: Refused | null): boolean =>
  refusal?.reason === 'payment-password/wrong' || isPasswordLocked(refusal)

/**
 * The payment password that the last step of a sheet asks for: whether it asks now, and the digits. Every refusal
 * clears the digits; one that is not about the password goes back to the step before, where its reason is shown.
 */
export function usePaymentPassword(refusal: Refused | null) {
  const [asking, setAsking] = useState(false)
  const [digits, setDigits] = useState('')
  useEffect(() => {
    if (!refusal) return
    setDigits('')
    if (!isPasswordRefusal(refusal)) setAsking(false)
  }, [refusal])
  return useMemo(
    () => ({
      asking,
      digits,
      setDigits,
      isComplete: digits.length === codeDigits,
      ask: () => setAsking(true),
      clear: () => setDigits(''),
      close: () => {
        setAsking(false)
        setDigits('')
      },
    }),
    [asking, digits],
  )
}
export type PaymentPasswordState = ReturnType<typeof usePaymentPassword>
