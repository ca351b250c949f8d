import * as z from 'zod/mini'
import { sixDigits } from './shapes.ts'

/** The answer of a browser for a passkey, as `@simplewebauthn/browser` gives it. */
export const passkeyAnswer = z.looseObject({ id: z.string() })

/**
 * How a merchant confirms an act of money: by the payment password, or by the answer of a passkey to the challenge of
 * this act (`paymentPasskeyChallenge`). One of them is required.
 */
export const confirmation = { paymentPassword: z.optional(sixDigits), passkey: z.optional(passkeyAnswer) }
export const confirmationRefusals = [
  'payment-password/not-set',
  'payment-password/wrong',
  'payment-password/locked',
  'payment-password/disabled',
  'credential/expired',
  'credential/wrong',
] as const
