import * as z from 'zod/mini'
import { instant, sixDigits } from './shapes.ts'

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

/**
 * The stored signature of a merchant's passkey over one act. `verified`: whether it is one of exactly this document,
 * checked again for each answer. Who has `proof` can repeat the check without this server.
 */
export const merchantSignature = z.object({
  at: instant,
  /** The merchant's name of the passkey. */
  passkey: z.string(),
  verified: z.boolean(),
  /** The document as text; the others in base64url, the key as COSE. */
  proof: z.object({
    document: z.string(),
    publicKey: z.string(),
    authenticatorData: z.string(),
    clientData: z.string(),
    signature: z.string(),
  }),
})
export type MerchantSignature = z.output<typeof merchantSignature>
