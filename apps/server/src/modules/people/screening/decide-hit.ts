import type { ParsedInput, ScreeningHitState } from '@quayside/contract'
import type { decideScreeningHit } from '@quayside/contract/screening'
import type { Tx } from '../../../platform/database/postgres.ts'
import { notifyOperators } from '../../../platform/events/events.ts'
import { refuse } from '../../../platform/refusal.ts'
import { lockHit, markDecided } from './store.ts'

/**
 * An operator says whether a listed person is the merchant. Refuses `screening/not-found` for a hit that ended,
 * and `screening/decided` for a cleared hit and one that is confirmed already. The database refuses
 * (`operator/second-person`) that one person clears what the same person confirmed.
 */
export async function decideHit(
  tx: Tx,
  operatorId: string,
  { shopId, id, decision, reason }: ParsedInput<typeof decideScreeningHit>,
  now: Date,
): Promise<ScreeningHitState> {
  const hit = await lockHit(tx, shopId, id)
  if (!hit || hit.ended_at !== null) return refuse('screening/not-found')
  if (hit.state === 'cleared' || hit.state === decision) refuse('screening/decided')
  await markDecided(tx, shopId, id, { state: decision, operatorId, reason, at: now })
  await notifyOperators(tx, ['work', 'registrations', 'withdrawals'])
  return decision
}
