import type { ApiKey, CarrierCall, Webhook } from '@quayside/contract'
import type { CarrierCallRow, CarrierKeyRow, CarrierSecretRow } from './carrier-access-store.ts'
import type { ApiKeyRow } from './key-store.ts'
import type { OpenCallRow } from './desk-store.ts'
import type { CallRow, WebhookRow } from './webhook-store.ts'

const textOf = (at: Date | null): string | null => at?.toISOString() ?? null

export const presentKey = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  start: row.start,
  scopes: row.scopes,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  usedAt: textOf(row.used_at),
})

export const presentWebhook = (row: WebhookRow, now: Date): Webhook => ({
  id: row.id,
  url: row.url,
  events: row.events,
  createdAt: row.created_at.toISOString(),
  failingSince: textOf(row.failing_since),
  pausedAt: textOf(row.paused_at),
  formerSecretUntil: row.former_until && row.former_until > now ? row.former_until.toISOString() : null,
})

export const presentCall = (row: CallRow) => ({
  id: row.id,
  type: row.type,
  at: row.at.toISOString(),
  state: row.state,
  attempts: row.attempts,
  lastAt: textOf(row.last_at),
  nextAt: row.state === 'waiting' ? row.not_before.toISOString() : null,
  status: row.status,
  failure: row.failure,
})

/** A call for operators. Of the address they see the host: the rest may hold a secret of the merchant. */
export const presentOpenCall = (row: OpenCallRow) => {
  const { state: _state, ...call } = presentCall(row)
  return {
    ...call,
    shopId: row.shop_id,
    shopCode: row.shop_code,
    webhookId: row.webhook_id,
    host: new URL(row.url).host,
    failingSince: textOf(row.failing_since),
    pausedAt: textOf(row.paused_at),
  }
}

// Carriers.

const personOf = (id: string | null, name: string | null) => (id === null || name === null ? null : { id, name })

export const presentCarrierSecret = (row: CarrierSecretRow) => ({
  id: row.id,
  start: row.start,
  proposedAt: row.proposed_at.toISOString(),
  proposedBy: { id: row.proposed_by, name: row.proposer },
  signedAt: textOf(row.signed_at),
  signedBy: personOf(row.signed_by, row.signer),
  endsAt: textOf(row.ends_at),
  endedBy: personOf(row.ended_by, row.ender),
  usedAt: textOf(row.used_at),
})

export const presentCarrierKey = (row: CarrierKeyRow) => ({
  id: row.id,
  name: row.name,
  start: row.start,
  scopes: row.scopes,
  createdAt: row.created_at.toISOString(),
  createdBy: { id: row.created_by, name: row.creator },
  expiresAt: row.expires_at.toISOString(),
  usedAt: textOf(row.used_at),
  revokedAt: textOf(row.revoked_at),
  revokedBy: personOf(row.revoked_by, row.revoker),
})

export const presentCarrierCall = (row: CarrierCallRow): CarrierCall => ({
  id: row.id,
  at: row.at.toISOString(),
  way: row.way,
  outcome: row.outcome,
  refusal: row.refusal,
  messageId: row.message_id,
  eventId: row.event_id,
  start: row.start,
})
