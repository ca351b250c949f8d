/** Access for a merchant's own programs: API keys, and webhooks about events of the shop. */
import * as z from 'zod/mini'
import { apiScopes, endpoint, merchant, verifiedMerchant } from './endpoint.ts'
import { passwordInput } from './identity.ts'
import { boundedText, cursor, empty, id, instant, ok, paging } from './shapes.ts'

export const apiKeyPrefix = 'qsk_'
/** Keys of a shop that have neither ended nor been revoked. */
export const maxApiKeys = 20
/** Days until a key ends. */
export const apiKeyDays = [30, 90, 365] as const

const apiKey = z.object({
  id,
  name: z.string(),
  /** The first characters, to recognize the key. */
  start: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  createdAt: instant,
  expiresAt: instant,
  /** Exact to five minutes; null for a key that was never used. */
  usedAt: z.nullable(instant),
})
export type ApiKey = z.output<typeof apiKey>

export const listApiKeys = endpoint({
  api: 'merchant',
  path: '/merchant/api-key/list',
  summary: 'The API keys of the shop, newest first. Revoked keys and keys that ended are left out.',
  access: merchant,
  tags: ['integrations'],
  readOnly: true,
  input: empty,
  response: z.object({ list: z.array(apiKey) }),
  refusals: [],
})

export const createApiKey = endpoint({
  api: 'merchant',
  path: '/merchant/api-key/create',
  summary:
    'Creates an API key with scopes and an end. Requires the login password. The key is in this response only; the server stores its hash.',
  access: verifiedMerchant,
  changes: ['integrations'],
  ownTransaction: true,
  input: z.strictObject({
    name: boundedText(1, 60),
    scopes: z
      .array(z.enum(apiScopes))
      .check(z.minLength(1, { error: 'field/required' }), z.maxLength(apiScopes.length)),
    days: z.literal([...apiKeyDays]),
    loginPassword: passwordInput,
  }),
  response: z.object({ key: z.string(), apiKey }),
  refusals: ['integration/too-many', 'login/password-wrong', 'login/throttled'],
})

export const revokeApiKey = endpoint({
  api: 'merchant',
  path: '/merchant/api-key/revoke',
  summary: 'Revokes an API key. Its next request is refused.',
  access: merchant,
  changes: ['integrations'],
  input: z.strictObject({ id }),
  response: ok,
  refusals: ['integration/not-found'],
})

// Webhooks.

/** The events that a webhook can be about, and what their ids name. */
export const webhookEvents = {
  'order.placed': 'order',
  'order.paid': 'order',
  'orders.picked-up': 'order',
  'order.shipped': 'order',
  'order.received': 'order',
  'order.completed': 'order',
  'order.cancelled': 'order',
  'order.disputed': 'order',
  'refund.requested': 'refund',
  'refund.approved': 'refund',
  'refund.declined': 'refund',
  'deposit.credited': 'deposit',
  'withdrawal.paid': 'withdrawal',
  'withdrawal.rejected': 'withdrawal',
  'listings.supplier-changed': 'product',
} as const
export type WebhookEvent = keyof typeof webhookEvents
export const webhookEventNames = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]]
/** A call that the merchant asks for, to test a receiver. */
export const webhookTest = 'webhook.test'

/** The body of a call. It holds ids only: the receiver reads the rest with an API key. */
export const webhookBody = z.object({
  type: z.enum([...webhookEventNames, webhookTest]),
  timestamp: instant,
  data: z.object({
    shopId: id,
    /** What the ids name; null for a test. */
    subject: z.nullable(z.enum(['order', 'refund', 'deposit', 'withdrawal', 'product'])),
    ids: z.array(id),
  }),
})
export type WebhookBody = z.output<typeof webhookBody>

export const maxWebhooks = 5

const webhook = z.object({
  id,
  url: z.string(),
  events: z.array(z.enum(webhookEventNames)),
  createdAt: instant,
  /** Since when every call failed; null after a success. */
  failingSince: z.nullable(instant),
  /** No calls are made, because all of them failed for days; null while calls are made. */
  pausedAt: z.nullable(instant),
  /** Until then calls are also signed with the former secret; null without a rotation. */
  formerSecretUntil: z.nullable(instant),
})
export type Webhook = z.output<typeof webhook>

const webhookUrl = z.pipe(
  boundedText(1, 500),
  z.string().check(z.regex(/^https?:\/\/[^\s@]+$/, { error: 'webhook/address-refused' })),
)
const chosenEvents = z
  .array(z.enum(webhookEventNames))
  .check(z.minLength(1, { error: 'field/required' }), z.maxLength(webhookEventNames.length))

export const listWebhooks = endpoint({
  api: 'merchant',
  path: '/merchant/webhook/list',
  summary: 'The webhooks of the shop, oldest first.',
  access: merchant,
  tags: ['integrations'],
  readOnly: true,
  input: empty,
  response: z.object({ list: z.array(webhook) }),
  refusals: [],
})

export const createWebhook = endpoint({
  api: 'merchant',
  path: '/merchant/webhook/create',
  summary:
    'Adds a webhook. Requires the login password. Calls are signed as Standard Webhooks says; the secret is in this response only.',
  access: verifiedMerchant,
  changes: ['integrations'],
  ownTransaction: true,
  input: z.strictObject({ url: webhookUrl, events: chosenEvents, loginPassword: passwordInput }),
  response: z.object({ secret: z.string(), webhook }),
  refusals: ['integration/too-many', 'webhook/address-refused', 'login/password-wrong', 'login/throttled'],
})

export const changeWebhook = endpoint({
  api: 'merchant',
  path: '/merchant/webhook/change',
  summary: 'Changes the events of a webhook, and resumes calls that were paused.',
  access: verifiedMerchant,
  changes: ['integrations'],
  input: z.strictObject({ id, events: chosenEvents }),
  response: ok,
  refusals: ['integration/not-found'],
})

export const rotateWebhookSecret = endpoint({
  api: 'merchant',
  path: '/merchant/webhook/rotate',
  summary:
    'Makes a new signing secret. For 24 hours calls carry a signature of the former secret too. Requires the login password.',
  access: verifiedMerchant,
  changes: ['integrations'],
  ownTransaction: true,
  input: z.strictObject({ id, loginPassword: passwordInput }),
  response: z.object({ secret: z.string(), formerSecretUntil: instant }),
  refusals: ['integration/not-found', 'login/password-wrong', 'login/throttled'],
})

export const deleteWebhook = endpoint({
  api: 'merchant',
  path: '/merchant/webhook/delete',
  summary: 'Deletes a webhook with its calls.',
  access: merchant,
  changes: ['integrations'],
  input: z.strictObject({ id }),
  response: ok,
  refusals: ['integration/not-found'],
})

export const testWebhookCall = endpoint({
  api: 'merchant',
  path: '/merchant/webhook/test',
  summary: 'Sends a call of the type `webhook.test`.',
  access: verifiedMerchant,
  changes: ['integrations'],
  input: z.strictObject({ id }),
  response: ok,
  refusals: ['integration/not-found'],
})

/** What a call can be about. */
export const callTypes = [...webhookEventNames, webhookTest] as const
/** Why an attempt failed: refused address, no connection, time-out, redirect or status. */
export const callFailures = ['address', 'connection', 'timeout', 'redirect', 'status'] as const

export const webhookCallStates = ['waiting', 'delivered', 'failed'] as const

export const webhookCalls = endpoint({
  api: 'merchant',
  path: '/merchant/webhook/calls',
  summary: 'The calls of a webhook in the last 30 days, newest first.',
  access: merchant,
  tags: ['integrations'],
  readOnly: true,
  input: z.strictObject({ id, limit: paging.limit, cursor }),
  response: z.object({
    list: z.array(
      z.object({
        id,
        type: z.enum(callTypes),
        at: instant,
        state: z.enum(webhookCallStates),
        attempts: z.int(),
        /** When the last attempt was made; null before the first one. */
        lastAt: z.nullable(instant),
        /** When the next attempt is made; null for a call that has ended. */
        nextAt: z.nullable(instant),
        /** The status of the last answer; null without an answer. */
        status: z.nullable(z.int()),
        failure: z.nullable(z.enum(callFailures)),
      }),
    ),
    cursor: z.nullable(z.string()),
  }),
  refusals: ['integration/not-found'],
})

export const replayWebhookCall = endpoint({
  api: 'merchant',
  path: '/merchant/webhook/replay',
  summary: 'Sends a call again, with the same `webhook-id`.',
  access: verifiedMerchant,
  changes: ['integrations'],
  input: z.strictObject({ id }),
  response: ok,
  refusals: ['integration/not-found'],
})
