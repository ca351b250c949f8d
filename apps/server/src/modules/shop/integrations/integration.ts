/** What keys and secrets are, when calls of webhooks are repeated, and what they contain. */
import { randomBytes } from 'node:crypto'
import { webhookEvents, webhookTest, type WebhookBody, type WebhookEvent } from '@quayside/contract/integrations'
import { days, hours, minutes } from '../../../platform/jobs/clock.ts'
import { idsIn } from '../../../platform/events/events.ts'

/** Time from each failed attempt to the next one. After the last one the call has failed. Three days in all. */
export const retryDelays: readonly number[] = [
  5000,
  minutes(5),
  minutes(30),
  hours(2),
  hours(5),
  hours(10),
  hours(14),
  hours(20),
  hours(24),
]
/** A webhook whose calls all failed for this time is paused. */
export const pauseAfter = hours(5 * 24)
/** A former secret signs for this time after its rotation. */
export const rotationWindow = hours(24)
/**
 * A carrier's former secret verifies for this time after the next one was signed: the carrier installs the new one
 * in it.
 */
export const carrierRotationWindow = days(7)
/** Calls of carriers are kept for this time: longer than their signatures are fresh, so that each counts once. */
export const carrierCallRetention = days(30)
/** A carrier's ended secret is kept for this time, so that the log can say that a call was signed with it. */
export const endedSecretRetention = days(30)

/** A new API key. The database gets its hash only. */
export const newToken = (prefix: string): string => `${prefix}${randomBytes(32).toString('base64url')}`
/** The first characters of a key or secret, by which a person recognizes it. */
export const startOf = (secret: string): string => secret.slice(0, 10)

/** Minimum time between two writes of a last use. */
const touchInterval = minutes(5)
export const isTouchDue = (usedAt: Date | null, now: Date): boolean =>
  !usedAt || now.getTime() - usedAt.getTime() > touchInterval

/** The next attempt after `attempts` failed ones; null after the last one. `random` from 0 to 1 spreads them. */
export function nextAttempt(attempts: number, now: Date, random: number): Date | null {
  const delay = retryDelays[attempts - 1]
  return delay === undefined ? null : new Date(now.getTime() + delay * (1 + random / 10))
}

const idKeys = {
  order: 'orderId',
  refund: 'refundId',
  deposit: 'depositId',
  withdrawal: 'withdrawalId',
  product: 'productId',
} as const

/** The body of a call. Reasons and amounts stay inside: whoever may know them reads them with a key. */
export function bodyOf(call: {
  shopId: string
  type: WebhookEvent | typeof webhookTest
  at: Date
  data: object
}): WebhookBody {
  const subject = call.type === webhookTest ? null : webhookEvents[call.type]
  return {
    type: call.type,
    timestamp: call.at.toISOString(),
    data: { shopId: call.shopId, subject, ids: subject ? [...idsIn(call.data, idKeys[subject])] : [] },
  }
}
