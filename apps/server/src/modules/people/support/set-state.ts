import type { ConversationState } from '@quayside/contract'
import { addTime } from '../../../platform/jobs/clock.ts'
import { notifyOperators } from '../../../platform/events/events.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { requireNoOtherClaim } from './claim-conversation.ts'
import { insertNote } from './inbox-store.ts'
import { writeState, type ConversationRow } from './store.ts'
import { maxSnooze } from './support.ts'
import { newId } from '../../../platform/database/ids.ts'

/**
 * Sets the state of a locked conversation. The reason becomes a note for the colleagues. A snooze ends in the next
 * thirty days; `done` ends the waiting without an answer.
 */
export async function setConversationState(
  tx: Tx,
  row: ConversationRow,
  operatorId: string,
  { state, until, reason }: { state: ConversationState; until?: string | undefined; reason?: string | undefined },
  now: Date,
): Promise<void> {
  await requireNoOtherClaim(tx, row, operatorId, now)
  const snoozedUntil = state === 'snoozed' ? new Date(until ?? NaN) : null
  if (snoozedUntil && !(snoozedUntil > now && snoozedUntil <= addTime(now, maxSnooze))) refuse('support/snooze-time')
  if (snoozedUntil && !reason) refuse('support/snooze-time')
  await writeState(tx, row.party_id, state, snoozedUntil)
  if (reason) await insertNote(tx, { partyId: row.party_id, id: newId(), operatorId, text: reason, at: now })
  await notifyOperators(tx, ['talks'])
}
