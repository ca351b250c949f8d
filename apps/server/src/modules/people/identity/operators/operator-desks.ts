/** Changes to existing operators: desks granted and withdrawn, deactivation. */
import { operatorRoles, type Language, type OperatorRole } from '@quayside/contract'
import * as z from 'zod/mini'
import { addTime } from '../../../../platform/jobs/clock.ts'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/postgres.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { defineActKind, lastSigner } from '../../../staff/acts/act.ts'
import { proposeAct } from '../../../staff/acts/propose-act.ts'
import { recordOperatorEvent, notifyOwners } from './operator-events.ts'
import { endSessions } from '../login/sessions.ts'
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

/** Desks whose grant another owner signs: who holds one signs or admits those who do. */
const signedDesks: readonly OperatorRole[] = ['owner', 'finance']

/**
 * Grants a desk to another operator. For a desk that approves money, the waiting time of a new operator starts again.
 * Returns the id of the act that another owner signs, or null for a desk that was granted at once: as an invitation,
 * when nobody else could sign.
 */
export async function grantDesk(
  ctx: AppContext,
  tx: Tx,
  id: string,
  desk: OperatorRole,
  by: Operator,
): Promise<string | null> {
  const { operatorId, now } = by
  if (id === operatorId) refuse('operator/second-person')
  const owners = await lockOwners(tx)
  if (!owners.includes(operatorId)) refuse('session/expired')
  const operator = await lockOperator(tx, id)
  if (!operator) return refuse('operator/not-found')
  const alone = owners.every((owner) => owner === operatorId || owner === id)
  if (!signedDesks.includes(desk) || alone) {
    await grant(ctx, tx, { ...operator, id, desk, grantedBy: operatorId }, by)
    return null
  }
  return proposeAct(tx, {
    kind: 'operator.grant',
    desk: 'owner',
    shopId: null,
    subject: { kind: 'operator', id },
    body: bodyOf(id, operator, desk),
    proposedBy: operatorId,
    now,
  })
}

async function grant(
  ctx: AppContext,
  tx: Tx,
  {
    id,
    name,
    email,
    desk,
    grantedBy,
  }: { id: string; name: string; email: string; desk: OperatorRole; grantedBy: string },
  { lang, now }: Pick<Operator, 'lang' | 'now'>,
): Promise<void> {
  if (!(await insertDesk(tx, id, desk, grantedBy, now))) return
  if (moneyDesks.includes(desk)) await postponeApprovals(tx, id, addTime(now, ctx.settings.money.newOperatorWait))
  await recordOperatorEvent(tx, 'operator.desk-granted', { operatorId: id, by: grantedBy, data: { desk }, at: now })
  const granter = await readOperator(tx, grantedBy)
  await notifyOwners(
    ctx,
    tx,
    'mail.operator-granted.text',
    { name, email, desks: desk, by: granter?.email ?? '' },
    lang,
    now,
  )
}

const grantBody = z.strictObject({
  operatorId: z.string(),
  operator: z.string(),
  email: z.string(),
  desk: z.enum(operatorRoles),
})

/** What the second owner signs. */
const bodyOf = (operatorId: string, { name, email }: { name: string; email: string }, desk: OperatorRole) => ({
  operatorId,
  operator: name,
  email,
  desk,
})

/** Grants a desk of `signedDesks` with the signature of another owner, who is not the operator who gets it. */
export const grantAct = defineActKind({
  kind: 'operator.grant',
  schema: grantBody,
  describe: ({ operator, email, desk }) => [
    { label: 'operator', value: `${operator} · ${email}`, format: 'text' },
    { label: 'desk', value: desk, format: 'code' },
  ],
  async lock(_ctx, tx, { operatorId: id, desk }, act) {
    if (lastSigner(act) === id) refuse('operator/second-person')
    const owners = await lockOwners(tx)
    const operator = await lockOperator(tx, id)
    // The proposer may have lost the desk meanwhile.
    if (!operator || !owners.includes(act.proposedBy)) return refuse('decision/changed')
    return { subject: operator, body: bodyOf(id, operator, desk) }
  },
  async execute(ctx, tx, operator, { operatorId: id, desk }, act) {
    await grant(ctx, tx, { ...operator, id, desk, grantedBy: lastSigner(act) }, act)
  },
})

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
