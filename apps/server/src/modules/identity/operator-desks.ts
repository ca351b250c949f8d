/** What owners decide about operators who are there: their desks, and when they leave. */
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
  waitWithMoney,
} from './operator-store.ts'

/** Desks whose operators approve money, or let in those who do. */
const moneyDesks: readonly OperatorRole[] = ['owner', 'finance', 'support']

type By = { operatorId: string; lang: Language; now: Date }

/** Gives another operator one more desk. With one that approves money, approvals wait as those of a new operator do. */
export async function grantDesk(ctx: AppContext, tx: Tx, id: string, desk: OperatorRole, by: By): Promise<void> {
  const { operatorId, lang, now } = by
  if (id === operatorId) refuse('operator/second-person')
  const owners = await lockOwners(tx)
  if (!owners.includes(operatorId)) refuse('session/expired')
  const operator = await lockOperator(tx, id)
  if (!operator) return refuse('operator/not-found')
  if (!(await insertDesk(tx, id, desk, operatorId, now))) return
  if (moneyDesks.includes(desk)) await waitWithMoney(tx, id, addTime(now, ctx.settings.money.newOperatorWait))
  await recordOperatorEvent(tx, 'operator.desk-granted', { operatorId: id, by: operatorId, data: { desk }, at: now })
  const granter = await readOperator(tx, operatorId)
  const values = { name: operator.name, email: operator.email, desks: desk, by: granter?.email ?? '' }
  await notifyOwners(ctx, tx, 'mail.operator-granted.text', values, lang, now)
}

/** Takes a desk away; there is always an owner. */
export async function withdrawDesk(tx: Tx, id: string, desk: OperatorRole, { operatorId, now }: By): Promise<void> {
  const owners = await lockOwners(tx)
  if (!owners.includes(operatorId)) refuse('session/expired')
  if (desk === 'owner' && owners.length === 1 && owners[0] === id) refuse('operator/last-owner')
  if (!(await revokeDesk(tx, id, desk, operatorId, now))) refuse('operator/not-found')
  await recordOperatorEvent(tx, 'operator.desk-withdrawn', { operatorId: id, by: operatorId, data: { desk }, at: now })
}

/** Takes an operator's log-ins and sessions away for ever. What they approved stays theirs; there is always an owner. */
export async function deactivateOperator(ctx: AppContext, tx: Tx, id: string, by: By): Promise<void> {
  const { operatorId, lang, now } = by
  const owners = await lockOwners(tx)
  // Two owners who deactivate each other at once: the first is done, the second is nobody any more.
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
