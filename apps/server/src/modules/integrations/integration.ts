/** When calls of webhooks are repeated, and what they contain. */
import { webhookEvents, webhookTest, type WebhookBody, type WebhookEvent } from '@quayside/contract/integrations'
import { hours, minutes } from '../../platform/clock.ts'

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

/** The next attempt after `attempts` failed ones; null after the last one. `random` from 0 to 1 spreads them. */
export function nextAttempt(attempts: number, now: Date, random: number): Date | null {
  const delay = retryDelays[attempts - 1]
  return delay === undefined ? null : new Date(now.getTime() + delay * (1 + random / 10))
}

const idKeys = { order: 'orderId', refund: 'refundId', deposit: 'depositId', withdrawal: 'withdrawalId', product: 'id' }

/** The ids that an event names: one under a key, or several under its plural. */
function idsIn(data: Record<string, unknown>, key: string): string[] {
  const one = data[key]
  return typeof one === 'string' ? [one] : ((data[`${key}s`] as string[] | undefined) ?? [])
}

/** The body of a call. Reasons and amounts stay inside: whoever may know them reads them with a key. */
export function bodyOf(call: {
  shopId: string
  type: WebhookEvent | typeof webhookTest
  at: Date
  data: Record<string, unknown>
}): WebhookBody {
  const subject = call.type === webhookTest ? null : webhookEvents[call.type]
  return {
    type: call.type,
    timestamp: call.at.toISOString(),
    data: { shopId: call.shopId, subject, ids: subject ? idsIn(call.data, idKeys[subject]) : [] },
  }
}
