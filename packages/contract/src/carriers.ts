/** Carriers: how their programs report parcels, and the access that operators give them. */
import * as z from 'zod/mini'
import { carrier, carrierScopes, endpoint, operator, processor } from './endpoint.ts'
import { apiKeyDays } from './integrations.ts'
import { trackingNumber } from './orders.ts'
import { boundedText, cursor, empty, id, instant, ok, openAct, paging } from './shapes.ts'
import { staffText } from './staff-text.ts'

/** An event of a parcel, reported by its carrier. Further fields are allowed; they are kept with the signed body. */
export const carrierEvent = z.object({
  /** The carrier’s agreed name. */
  carrier: boundedText(2, 60),
  /** The carrier’s id of this event. A repeated id is a duplicate. */
  id: z.string().check(z.regex(/^[\x21-\x7e]{1,100}$/)),
  trackingNumber,
  status: boundedText(1, 200),
  location: z.optional(z.nullable(boundedText(1, 100))),
  /**
   * The time of the event: ISO 8601 with its offset, or ten digits of seconds or thirteen of milliseconds since 1970.
   */
  at: z.union([
    z.iso.datetime({ offset: true }),
    z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?[+-]\d{4}$|^\d{10}$|^\d{13}$/)),
    z.int(),
  ]),
  /** The parcel has reached its recipient. */
  delivered: z.boolean(),
})

export const carrierWebhook = endpoint({
  api: 'store',
  path: '/store/webhook/carrier',
  summary:
    'A carrier’s report on a parcel; each event counts once and is added to the history of the parcel’s orders. ' +
    '`delivered` receives the orders that are shipped. Signed as Standard Webhooks says, by the headers ' +
    '`webhook-id`, `webhook-timestamp` and `webhook-signature` under a signing secret of the carrier, at most five ' +
    'minutes old. A repeated `webhook-id` changes nothing; with another body it is refused. The header ' +
    '`quayside-signature` (`t=…,v1=…`, the time in seconds and the HMAC-SHA-256 in hex of “t.body”) is deprecated ' +
    'and taken from carriers whose secret is in the settings. The response for an unknown parcel is the same.',
  access: processor,
  ownTransaction: true,
  input: carrierEvent,
  response: ok,
  refusals: ['payment/bad-signature', 'request/unavailable'],
})

// What a carrier's program may do with an API key.

export const carrierKeyPrefix = 'qck_'

const { carrier: _carrier, delivered: _delivered, ...scan } = carrierEvent.shape

export const reportCarrierEvent = endpoint({
  api: 'store',
  path: '/store/carrier/event/report',
  summary:
    'A scan of a parcel of the carrier whose API key it is. Each event counts once. A delivery moves money, so ' +
    'that only the signed webhook reports one. The response for an unknown parcel is the same.',
  access: carrier,
  scope: 'events:report',
  ownTransaction: true,
  // The key says which carrier it is, and never that a parcel was delivered.
  input: z.object({ ...scan, carrier: z.optional(z.never()), delivered: z.optional(z.literal(false)) }),
  response: ok,
  refusals: ['request/unavailable'],
})

/** `webhook`: signed as Standard Webhooks says. `former`: by `quayside-signature`. `key`: by an API key. */
export const carrierCallWays = ['webhook', 'former', 'key'] as const
/** `repeated`: known already, so that it changed nothing. */
export const carrierCallOutcomes = ['accepted', 'repeated', 'refused'] as const
/**
 * Why a call was refused. `headers`: one of the three headers is missing or not readable. `secret-ended` and
 * `key-ended`: signed or sent with what was revoked or has ended. `age`: the timestamp is more than five minutes away.
 * `id-reused`: the `webhook-id` was accepted with another body. `body`: the body breaks the contract.
 */
export const carrierCallRefusals = [
  'headers',
  'signature',
  'secret-ended',
  'age',
  'id-reused',
  'body',
  'key-ended',
  'scope',
] as const

const carrierCall = z.object({
  id,
  at: instant,
  way: z.enum(carrierCallWays),
  outcome: z.enum(carrierCallOutcomes),
  /** Null unless it was refused. */
  refusal: z.nullable(z.enum(carrierCallRefusals)),
  /** The header `webhook-id`; null without one. */
  messageId: z.nullable(z.string()),
  /** The carrier’s id of the event; null if the call was refused before it was read. */
  eventId: z.nullable(z.string()),
  /** The first characters of the signing secret or key; null when none fitted. */
  start: z.nullable(z.string()),
})
export type CarrierCall = z.output<typeof carrierCall>

export const ownCarrierCalls = endpoint({
  api: 'store',
  path: '/store/carrier/call/list',
  summary:
    'The calls of the carrier whose API key it is, of the last 30 days, newest first, with what was refused and why.',
  access: carrier,
  scope: 'calls:read',
  readOnly: true,
  input: z.strictObject({ limit: paging.limit, cursor }),
  response: z.object({ list: z.array(carrierCall), cursor: z.nullable(z.string()) }),
  refusals: ['request/malformed'],
})

// The console.

/** Keys of a carrier that have neither ended nor been revoked. */
export const maxCarrierKeys = 20

const who = z.object({ id, name: z.string() })

const carrierKey = z.object({
  id,
  name: z.string(),
  /** The first characters, to recognize the key. */
  start: z.string(),
  scopes: z.array(z.enum(carrierScopes)),
  createdAt: instant,
  createdBy: who,
  expiresAt: instant,
  /** Exact to five minutes; null for a key that was never used. */
  usedAt: z.nullable(instant),
  revokedAt: z.nullable(instant),
  revokedBy: z.nullable(who),
})

const carrierSecret = z.object({
  id,
  /** The first characters, to recognize the secret. */
  start: z.string(),
  proposedAt: instant,
  proposedBy: who,
  /** Null while it waits for the signature: it verifies nothing before. */
  signedAt: z.nullable(instant),
  signedBy: z.nullable(who),
  /** From then on it verifies nothing. Null: until the next one is signed, or it is revoked. */
  endsAt: z.nullable(instant),
  /** Who revoked it; null after a rotation. */
  endedBy: z.nullable(who),
  usedAt: z.nullable(instant),
})

const carrierRow = z.object({
  id,
  name: z.string(),
  createdAt: instant,
  /** Its secret is in the settings (`QUAYSIDE_CARRIERS`), for the deprecated header. */
  configured: z.boolean(),
  /** Its signed calls count now. */
  signed: z.boolean(),
  lastCallAt: z.nullable(instant),
  /** Refused calls in the last 24 hours. */
  refusedCalls: z.int(),
  /** Newest first: those that count, and those that ended in the last 30 days. */
  secrets: z.array(carrierSecret),
  keys: z.array(carrierKey),
  /** The proposal of a secret that waits for its signature. */
  proposal: z.nullable(openAct),
})

export const listCarriers = endpoint({
  api: 'platform',
  path: '/platform/carrier/list',
  summary:
    'Every carrier that has access or had it, by name, with its signing secrets and API keys. Secrets and keys ' +
    'themselves are never shown again.',
  access: operator('owner', 'fulfilment', 'auditor'),
  tags: ['carriers'],
  readOnly: true,
  input: empty,
  response: z.object({ list: z.array(carrierRow) }),
  refusals: [],
})

export const addCarrier = endpoint({
  api: 'platform',
  path: '/platform/carrier/add',
  summary:
    'Adds a carrier, by the name that operators enter for a shipment. It has no access before it gets a secret or ' +
    'a key.',
  access: operator('owner'),
  changes: ['carriers'],
  input: z.strictObject({ name: staffText(2, 60) }),
  response: z.object({ id }),
  refusals: ['carrier/name-taken'],
})

export const proposeCarrierSecret = endpoint({
  api: 'platform',
  path: '/platform/carrier/secret/propose',
  summary:
    'Makes a signing secret, which counts after a second owner has signed. The one before it goes on counting for ' +
    'seven days then. The secret is in this response only.',
  access: operator('owner'),
  changes: ['carriers'],
  input: z.strictObject({ id, reason: staffText(5, 500) }),
  response: z.object({ secret: z.string(), secretId: id, actId: id }),
  refusals: ['integration/not-found', 'act/already-open'],
})

export const revokeCarrierSecret = endpoint({
  api: 'platform',
  path: '/platform/carrier/secret/revoke',
  summary: 'Ends a signing secret at once, also one that waits for its signature.',
  access: operator('owner'),
  changes: ['carriers'],
  input: z.strictObject({ id, secretId: id, reason: staffText(5, 500) }),
  response: ok,
  refusals: ['integration/not-found'],
})

export const createCarrierKey = endpoint({
  api: 'platform',
  path: '/platform/carrier/key/create',
  summary:
    'Creates an API key of a carrier with scopes and an end. The key is in this response only; the server stores ' +
    'its hash.',
  access: operator('owner'),
  changes: ['carriers'],
  input: z.strictObject({
    id,
    name: staffText(1, 60),
    scopes: z
      .array(z.enum(carrierScopes))
      .check(z.minLength(1, { error: 'field/required' }), z.maxLength(carrierScopes.length)),
    days: z.literal([...apiKeyDays]),
  }),
  response: z.object({ key: z.string(), keyId: id, expiresAt: instant }),
  refusals: ['integration/not-found', 'integration/too-many'],
})

export const revokeCarrierKey = endpoint({
  api: 'platform',
  path: '/platform/carrier/key/revoke',
  summary: 'Revokes an API key of a carrier. Its next request is refused.',
  access: operator('owner'),
  changes: ['carriers'],
  input: z.strictObject({ id, keyId: id, reason: staffText(5, 500) }),
  response: ok,
  refusals: ['integration/not-found'],
})

export const carrierCalls = endpoint({
  api: 'platform',
  path: '/platform/carrier/calls',
  summary: 'The calls of a carrier in the last 30 days, newest first, with what was refused and why.',
  access: operator('owner', 'fulfilment', 'auditor'),
  readOnly: true,
  input: z.strictObject({ id, outcome: z.optional(z.enum(carrierCallOutcomes)), limit: paging.limit, cursor }),
  response: z.object({ list: z.array(carrierCall), cursor: z.nullable(z.string()) }),
  refusals: ['integration/not-found', 'request/malformed'],
})
