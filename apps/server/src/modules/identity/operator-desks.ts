/** Changes to existing operators: desks granted and withdrawn, deactivation. */
import type { Language, OperatorRole } from '@quayside/contract'
import { addTime } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Tx } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { recordOperatorEvent, notifyOwners } from './operator-events.ts'
import { endSessions } from './sessions.ts'
import {
  insertDesk,
  markDeactivated,
  readOperator,
  revokeDesk,
  lockOperator,
  lockOwners,
  postponeApprovals,
} from './operator-store.ts'

/** Desks that approve money, or admit operators who do. */
const moneyDesks: readonly OperatorRole[] = ['owner', 'finance', 'support']

type Operator = { operatorId: string; lang: Language; now: Date }

/**
 * Grants a desk to another operator. For a desk that approves money, the waiting time of a new operator starts again.
 */
export async function grantDesk(ctx: AppContext, tx: Tx, id: string, desk: OperatorRole, by: Operator): Promise<void> {
  const { operatorId, lang, now } = by
  if (id === operatorId) refuse('operator/second-person')
  const owners = await lockOwners(tx)
  if (!owners.includes(operatorId)) refuse('session/expired')
  const operator = await lockOperator(tx, id)
  if (!operator) return refuse('operator/not-found')
  if (!(await insertDesk(tx, id, desk, operatorId, now))) return
  if (moneyDesks.includes(desk)) await postponeApprovals(tx, id, addTime(now, ctx.settings.money.newOperatorWait))
  await recordOperatorEvent(tx, 'operator.desk-granted', { operatorId: id, by: operatorId, data: { desk }, at: now })
  const granter = await readOperator(tx, operatorId)
  const values = { name: operator.name, email: operator.email, desks: desk, by: granter?.email ?? '' }
  await notifyOwners(ctx, tx, 'mail.operator-granted.text', values, lang, now)
}

/** Withdraws a desk. The last owner cannot lose the desk of owner. */
export async function withdrawDesk(
  tx: Tx,
  id: string,
  desk: OperatorRole,
  { operatorId, now }: Operator,
): Promise<void> {
  const owners = await lockOwners(tx)
  if (!owners.includes(operatorId)) refuse('session/expired')
  if (desk === 'owner' && owners.length === 1 && owners[0] === id) refuse('operator/last-owner')
  if (!(await revokeDesk(tx, id, desk, operatorId, now))) refuse('operator/not-found')
  await recordOperatorEvent(tx, 'operator.desk-withdrawn', { operatorId: id, by: operatorId, data: { desk }, at: now })
}

/**
 * Deactivates an operator for ever and ends all sessions. Their approvals keep their name. The last owner cannot be
 * deactivated.
 */
export async function deactivateOperator(ctx: AppContext, tx: Tx, id: string, by: Operator): Promise<void> {
  const { operatorId, lang, now } = by
  const owners = await lockOwners(tx)
  // Two owners deactivate each other at once: the lock orders them, and the second is no owner any more.
  if (!owners.includes(operatorId)) refuse('session/expired')
  if (owners.length === 1 && owners[0] === id) refuse('operator/last-owner')
  const operator = await readOperator(tx, id)
  const granter = await readOperator(tx, operatorId)
  if (!operator || !(await markDeactivated(tx, id, operatorId, now))) return refuse('operator/not-found')
  await endSessions(tx, 'operator', id, null, { forgetDevices: true })
  await recordOperatorEvent(tx, 'operator.deactivated', { operatorId: id, by: operatorId, at: now })
  const values = { name: operator.name, email: operator.email, by: granter?.email ?? '' }
  await notifyOwners(ctx, tx, 'mail.operator-deactivated.text', values, lang, now)
}
