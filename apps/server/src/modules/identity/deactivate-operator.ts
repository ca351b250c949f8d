import type { Tx } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { endSessionsOf } from './sessions.ts'
import { markDeactivated, takeOwners } from './store.ts'

/** Takes an operator's log-ins and sessions away for ever. What they approved stays theirs; there is always an owner. */
export async function deactivateOperator(tx: Tx, by: string, id: string, now: Date): Promise<void> {
  const owners = await takeOwners(tx)
  // Two owners who deactivate each other at once: the first is done, the second is nobody any more.
  if (!owners.includes(by)) refuse('session/expired')
  if (owners.length === 1 && owners[0] === id) refuse('operator/last-owner')
  if (!(await markDeactivated(tx, id, by, now))) refuse('operator/not-found')
  await endSessionsOf(tx, id, null)
}
