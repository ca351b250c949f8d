import type { AppContext } from '../../../../platform/app-context.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { lockInstallation } from '../../../../platform/security/installation.ts'
import { withTransaction } from '../../../../platform/database/postgres.ts'
import { anyOperator, insertDesk, insertOperator } from './operator-store.ts'
import { hashPassword } from '../password.ts'

/**
 * Creates the first operator, an owner, from the settings; every later one is invited. The password is known to
 * everybody who can read the settings, so the first login must replace it.
 */
export async function ensureFirstOperator(ctx: AppContext): Promise<void> {
  const first = ctx.settings.firstOperator
  if (!first) return
  if (await anyOperator(ctx.db)) {
    ctx.log.warn('operators: QUAYSIDE_OPERATOR_PASSWORD is not needed any more; take it out of the settings')
    return
  }
  const passwordHash = await hashPassword(first.password)
  const [id, at] = [newId(), ctx.clock.now()]
  await withTransaction(ctx.db, async (tx) => {
    // Servers that start at the same time wait for each other; the first one creates the operator.
    await lockInstallation(tx)
    if (await anyOperator(tx)) return
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
}
