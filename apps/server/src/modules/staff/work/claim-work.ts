/** Claiming, releasing and putting off items of the work queue. */
import type { OperatorRole } from '@quayside/contract'
import type { Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import {
  deleteClaim,
  holdsClaim,
  requireUnclaimed,
  writeClaim,
  type WorkKey,
} from '../../../platform/http/work-claim.ts'
import { mayDo, sourceOf } from './sources.ts'
import { deleteSnooze, findWorkRow, insertClaimEntry, insertSnooze, listWorkRows, type WorkRow } from './store.ts'

type Operator = { operatorId: string; roles: readonly OperatorRole[] }

async function findOwnWork(tx: Tx, key: WorkKey, { roles }: Operator, now: Date): Promise<WorkRow> {
  if (!mayDo(key.kind, roles)) refuse('request/forbidden')
  return (await findWorkRow(tx, key, now)) ?? refuse('work/gone')
}

/**
 * Claims an item, or renews the claim. Refuses `work/out-of-order` for another item than the first of its kind
 * without a reason, and `work/claimed` while another operator holds it.
 */
export async function claimWork(
  tx: Tx,
  key: WorkKey,
  operator: Operator,
  reason: string | undefined,
  now: Date,
): Promise<WorkRow> {
  const { operatorId } = operator
  const item = await findOwnWork(tx, key, operator, now)
  if (!(await holdsClaim(tx, key, operatorId, now))) {
    await requireUnclaimed(tx, key, operatorId, now)
    const [first] = await listWorkRows(tx, {
      kinds: [key.kind],
      state: 'open',
      free: true,
      operatorId,
      now,
      limit: 1,
    })
    // A snoozed item is not in the queue: whoever takes it before its time takes it out of order.
    const inOrder = first?.id === key.id
    if (!inOrder && !reason) {
      // Another operator may have claimed the item since the check above: then it is not the first any more.
      await requireUnclaimed(tx, key, operatorId, now)
      refuse('work/out-of-order')
    }
    await writeClaim(tx, key, operatorId, now)
    await insertClaimEntry(tx, { ...key, operatorId, at: now, inOrder, reason: reason ?? null })
    await deleteSnooze(tx, key)
    await sourceOf(key.kind).onClaim?.(tx, { id: key.id, shopId: item.shop_id }, now)
  } else await writeClaim(tx, key, operatorId, now)
  return (await findWorkRow(tx, key, now)) ?? refuse('work/gone')
}

/** Ends the operator's claim. Nothing happens without one. */
export async function releaseWork(tx: Tx, key: WorkKey, operatorId: string, now: Date): Promise<void> {
  if (!(await deleteClaim(tx, key, operatorId))) return
  const item = await findWorkRow(tx, key, now)
  if (item) await sourceOf(key.kind).onRelease?.(tx, { id: key.id, shopId: item.shop_id }, now)
}

/** Puts an item off. Refuses `work/snooze-limit` for an instant in the past or after the deadline. */
export async function snoozeWork(
  tx: Tx,
  key: WorkKey,
  operator: Operator,
  { until, reason }: { until: Date; reason: string },
  now: Date,
): Promise<void> {
  const item = await findOwnWork(tx, key, operator, now)
  await requireUnclaimed(tx, key, operator.operatorId, now)
  if (until <= now || until > item.due_at) refuse('work/snooze-limit')
  await insertSnooze(tx, { ...key, operatorId: operator.operatorId, at: now, until, dueAt: item.due_at, reason })
  await releaseWork(tx, key, operator.operatorId, now)
}
