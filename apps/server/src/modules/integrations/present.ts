import type { ApiKey, Webhook } from '@quayside/contract'
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
