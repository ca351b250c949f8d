/** Passkeys of a merchant, which confirm acts of money instead of the payment password. */
import * as z from 'zod/mini'
import { endpoint, merchant, type Endpoint } from './endpoint.ts'
import { pickUpOrders } from './orders.ts'
import { passkeyAnswer } from './passkey.ts'
import { boundedText, empty, instant, ok, sixDigits } from './shapes.ts'
import { addDestination, requestWithdrawal } from './withdrawals.ts'

/** The acts that a passkey can confirm. */
export const passkeyActs = ['pick-up', 'withdraw', 'add-destination'] as const
export type PasskeyAct = (typeof passkeyActs)[number]
export const passkeyActEndpoints = {
  'pick-up': pickUpOrders,
  withdraw: requestWithdrawal,
  'add-destination': addDestination,
} satisfies Record<PasskeyAct, Endpoint>

const passkeyId = z.string().check(z.minLength(1), z.maxLength(1400))
const passwordRefusals = [
  'payment-password/not-set',
  'payment-password/wrong',
  'payment-password/locked',
  'payment-password/disabled',
] as const

export const paymentPasskeys = endpoint({
  api: 'merchant',
  path: '/merchant/payment-passkey/list',
  summary: 'The passkeys that can confirm acts of money, oldest first.',
  access: merchant,
  tags: ['passkeys'],
  readOnly: true,
  input: empty,
  response: z.object({
    /** The host name that the passkeys belong to; null where browsers keep none, because the app has no name. */
    host: z.nullable(z.string()),
    list: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        /** Whether copies of the passkey exist on other devices of its owner. */
        backedUp: z.boolean(),
        createdAt: instant,
        /** Null for a passkey that was never used. */
        usedAt: z.nullable(instant),
      }),
    ),
  }),
  refusals: [],
})

export const beginPaymentPasskey = endpoint({
  api: 'merchant',
  path: '/merchant/payment-passkey/begin',
  summary:
    'The challenge for a new passkey, valid once and for five minutes. Requires the payment password. Wrong attempts count like those of a payment.',
  access: merchant,
  changes: [],
  ownTransaction: true,
  input: z.strictObject({ paymentPassword: sixDigits }),
  response: z.object({
    /** Options for `navigator.credentials.create`. */
    options: z.record(z.string(), z.unknown()),
  }),
  refusals: [...passwordRefusals, 'credential/too-many'],
})

export const addPaymentPasskey = endpoint({
  api: 'merchant',
  path: '/merchant/payment-passkey/add',
  summary: 'Stores a new passkey: the answer to the challenge. The authenticator must have verified its user.',
  access: merchant,
  changes: ['passkeys'],
  ownTransaction: true,
  input: z.strictObject({ name: boundedText(1, 60), response: passkeyAnswer }),
  response: z.object({ id: z.string() }),
  refusals: ['credential/expired', 'credential/wrong', 'credential/known', 'credential/too-many'],
})

export const removePaymentPasskey = endpoint({
  api: 'merchant',
  path: '/merchant/payment-passkey/remove',
  summary: 'Removes a passkey, also one on a lost device. Requires the payment password.',
  access: merchant,
  changes: ['passkeys'],
  ownTransaction: true,
  input: z.strictObject({ id: passkeyId, paymentPassword: sixDigits }),
  response: ok,
  refusals: [...passwordRefusals, 'credential/unknown'],
})

export const paymentPasskeyChallenge = endpoint({
  api: 'merchant',
  path: '/merchant/payment-passkey/challenge',
  summary:
    'The challenge with which a passkey confirms one act: the digest of the act with its whole input and its idempotency key. Valid once and for five minutes. `input` is the input of the act without its confirmation.',
  access: merchant,
  changes: [],
  input: z.strictObject({
    act: z.enum(passkeyActs),
    input: z.record(z.string(), z.unknown()),
    /** The `Idempotency-Key` of the act; null for an act without one. */
    key: z.nullable(z.string().check(z.minLength(1), z.maxLength(255))),
  }),
  response: z.object({
    /** Options for `navigator.credentials.get`. */
    options: z.record(z.string(), z.unknown()),
  }),
  refusals: ['credential/unknown', 'request/too-many'],
})
