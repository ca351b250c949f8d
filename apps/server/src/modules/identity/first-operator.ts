import type { AppContext } from '../../platform/app-context.ts'
import { newId } from '../../platform/ids.ts'
import { violatesConstraint, withTransaction } from '../../platform/postgres.ts'
import { anyOperator, insertDesk, insertOperator } from './operator-store.ts'
import { hashPassword } from './password.ts'

/**
 * Makes the first operator, an owner, from the settings when there is none; every later one is invited. Whoever wrote the settings knows the
 * password, so the first log-in has to replace it.
 */
export async function ensureFirstOperator(ctx: AppContext): Promise<void> {
  const first = ctx.settings.firstOperator
  if (!first || (await anyOperator(ctx.db))) return
  try {
    const passwordHash = await hashPassword(first.password)
    const [id, at] = [newId(), ctx.clock.now()]
    await withTransaction(ctx.db, async (tx) => {
      await insertOperator(tx, {
        id,
        name: 'Owner',
        email: first.email,
        passwordHash,
        passwordChosenAt: null,
        invitation: null,
        mayApproveFrom: at,
        at,
      })
      await insertDesk(tx, id, 'owner', null, at)
    })
  } catch (error) {
    // A second copy that starts at the same time made it.
    if (!violatesConstraint(error, 'operator_email')) throw error
  }
}
