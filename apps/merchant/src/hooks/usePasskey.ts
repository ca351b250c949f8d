import { useApiMutation, useApiQuery } from '@quayside/client'
import { devicePasskeys, hasPasskeys, signWithPasskey, type PasskeyAnswer } from '@quayside/client/passkey'
import { paymentPasskeyChallenge, paymentPasskeys, type PasskeyAct } from '@quayside/contract'
import { useState } from 'react'

/** How an act of money is confirmed. */
export type Confirmation = { paymentPassword: string } | { passkey: PasskeyAnswer }

/**
 * The passkey that confirms an act. `first`: this browser made or used one, so it is offered before the six digits.
 * `sign` asks for the challenge of exactly this input and key, and resolves to null without a signature.
 */
export function usePasskey(act: PasskeyAct) {
  const held = useApiQuery(paymentPasskeys, {}, { enabled: hasPasskeys() }).data
  const challenge = useApiMutation(paymentPasskeyChallenge, { quiet: true })
  const [isAsking, setAsking] = useState(false)
  const [unused, setUnused] = useState(false)
  const possible = held !== undefined && held.list.length > 0 && hasPasskeys(held.host)
  return {
    possible,
    first: possible && held.list.some(({ id }) => devicePasskeys.has(id)),
    isAsking,
    /** The last question was cancelled, or the device had no passkey to answer it. */
    unused,
    challenge,
    async sign(input: Record<string, unknown>, key: string | null): Promise<PasskeyAnswer | null> {
      setAsking(true)
      setUnused(false)
      const begun = await challenge.mutate({ act, input, key })
      const signed = begun && (await signWithPasskey(begun.options))
      if (signed) devicePasskeys.add(signed.id)
      setUnused(begun !== null && signed === null)
      setAsking(false)
      return signed
    },
  }
}
export type PasskeyState = ReturnType<typeof usePasskey>
