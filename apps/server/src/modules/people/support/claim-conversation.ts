import { claimLifetime } from '@quayside/contract'
import { addTime } from '../../../platform/jobs/clock.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { findOperatorName, writeClaim, type ConversationRow } from './store.ts'

/** Whether another operator answers the conversation at this instant. */
export const isClaimedByAnother = (
  row: Pick<ConversationRow, 'claimed_by' | 'claimed_until'>,
  operatorId: string,
  now: Date,
): boolean => row.claimed_by !== null && row.claimed_by !== operatorId && row.claimed_until! > now

/** Refuses while another operator answers. The row is locked. */
export async function requireNoOtherClaim(tx: Tx, row: ConversationRow, operatorId: string, now: Date): Promise<void> {
  if (isClaimedByAnother(row, operatorId, now))
    refuse('support/claimed', {
      by: await findOperatorName(tx, row.claimed_by!),
      until: row.claimed_until!.toISOString(),
    })
}

/** Takes the claim of a locked conversation, or extends it. Returns its end. */
export async function claimLocked(
  tx: Tx,
  row: ConversationRow,
  operatorId: string,
  { typing = false }: { typing?: boolean },
  now: Date,
): Promise<Date> {
  await requireNoOtherClaim(tx, row, operatorId, now)
  const until = addTime(now, claimLifetime)
  await writeClaim(tx, row.party_id, operatorId, until, typing ? now : null)
  return until
}
