import { copyDays, type PrivacyKind, type PrivacyState } from '@quayside/contract'
import { addTime, days } from '../../../platform/jobs/clock.ts'

/** Until when the merchant can download the copy of a request; null without one. */
export function copyUntil(
  { kind, state, decided_at: decidedAt }: { kind: PrivacyKind; state: PrivacyState; decided_at: Date | null },
  now: Date,
): string | null {
  if (kind !== 'export' || state !== 'done' || !decidedAt) return null
  const until = addTime(decidedAt, days(copyDays))
  return until > now ? until.toISOString() : null
}
