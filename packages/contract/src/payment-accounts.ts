/**
 * Payment accounts of the platform that customer service can send to a merchant as a card. The content comes from the
 * settings and is confirmed by two operators. Nobody types it.
 */
import * as z from 'zod/mini'
import { endpoint, operator } from './endpoint.ts'
import { empty, id, instant, ok, openAct } from './shapes.ts'
import { staffText } from './staff-text.ts'

export const accountChannels = ['pix', 'manual', 'chain'] as const
export type AccountChannel = (typeof accountChannels)[number]

/** `label` is null for a value whose name the screens know: the PIX key, or the address on a chain. */
const line = z.object({ label: z.nullable(z.string()), value: z.string() })

/**
 * `current`: it may be paid into. `outdated`: the settings or the operators replaced it since; nobody should pay into
 * it.
 */
export const accountCard = z.object({
  id,
  channel: z.enum(accountChannels),
  network: z.string(),
  /** The name of the account’s holder; null when the settings name none. */
  holder: z.nullable(z.string()),
  /** Empty for an outdated account. */
  lines: z.array(line),
  state: z.enum(['current', 'outdated']),
  /** When the second operator confirmed it. */
  confirmedAt: instant,
})

export const listPaymentAccounts = endpoint({
  api: 'platform',
  path: '/platform/payment-account/list',
  summary:
    'The payment accounts of the settings with their confirmations, and the confirmed ones that the settings no longer have. `may` says what the caller can do now.',
  access: operator('support', 'finance', 'auditor'),
  tags: ['talks'],
  readOnly: true,
  input: empty,
  response: z.object({
    list: z.array(
      z.object({
        /** SHA-256 of the content, in hexadecimal. A confirmation names it, so that it is of this content only. */
        digest: z.string(),
        channel: z.enum(accountChannels),
        network: z.string(),
        holder: z.nullable(z.string()),
        lines: z.array(line),
        /** Whether the settings have exactly this content. */
        configured: z.boolean(),
        state: z.enum(['unconfirmed', 'needs-second', 'confirmed', 'outdated']),
        id: z.nullable(id),
        first: z.nullable(z.object({ name: z.string(), at: instant })),
        second: z.nullable(z.object({ name: z.string(), at: instant })),
        actId: openAct,
      }),
    ),
  }),
  refusals: [],
})

export const confirmPaymentAccount = endpoint({
  api: 'platform',
  path: '/platform/payment-account/confirm',
  summary:
    'Confirms the content of a payment account, by its digest, as the first person. A second person signs the act. Only then can customer service send the account.',
  access: operator('finance'),
  changes: ['talks'],
  idempotent: true,
  input: z.strictObject({ digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  response: z.object({ actId: id }),
  refusals: [
    'payment-account/not-configured',
    'payment-account/already-confirmed',
    'act/already-open',
    'operator/too-new',
    'request/key-missing',
    'request/key-reused',
  ],
})

export const withdrawPaymentAccount = endpoint({
  api: 'platform',
  path: '/platform/payment-account/withdraw',
  summary: 'Withdraws a confirmed account at once. Cards that were sent with it tell the merchant not to pay into it.',
  access: operator('finance'),
  changes: ['talks'],
  input: z.strictObject({ id, reason: staffText(3, 300) }),
  response: ok,
  refusals: ['payment-account/not-found'],
})
