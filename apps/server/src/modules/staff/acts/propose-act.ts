import type { ActKindName } from '@quayside/contract'
import { addTime } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { digestOf } from '../../../platform/security/verify-signature.ts'
import { actLifetime, documentOf, type Proposal } from './act.ts'
import type { CanonicalValue } from '../../../platform/canonical-json.ts'
import { insertAct, lockOpenActOf, updateActState } from './store.ts'

/**
 * Proposes an act in the transaction of the caller, who has checked that the proposer may. Refuses `act/already-open`.
 * Returns the id of the act.
 */
export async function proposeAct<Body extends CanonicalValue>(tx: Tx, proposal: Proposal<Body>): Promise<string> {
  const id = newId()
  const expiresAt = addTime(proposal.now, actLifetime)
  const document = documentOf(id, expiresAt, proposal)
  await insertAct(tx, {
    id,
    kind: proposal.kind,
    desk: proposal.desk,
    shop_id: proposal.shopId,
    subject_kind: proposal.subject.kind,
    subject_id: proposal.subject.id,
    document,
    digest: digestOf(document),
    proposed_by: proposal.proposedBy,
    proposed_at: proposal.now,
    expires_at: expiresAt,
    signatures_needed: proposal.signaturesNeeded ?? 1,
  })
  return id
}

/**
 * Ends the open act about a subject that no longer needs it, such as a withdrawal that was cancelled. `by` is null when
 * no operator ended it. Its `abandon` does not run. Does nothing when no act is open.
 */
export async function withdrawAct(
  tx: Tx,
  kind: ActKindName,
  subjectId: string,
  end: { by: string | null; reason: string; now: Date },
): Promise<void> {
  const act = await lockOpenActOf(tx, kind, subjectId)
  if (act) await updateActState(tx, act.id, { state: 'refused', at: end.now, by: end.by, reason: end.reason })
}
