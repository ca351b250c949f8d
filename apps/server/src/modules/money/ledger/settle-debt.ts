import { accounts, formatCents } from '@quayside/contract'
import { notifyClients } from '../../../platform/events/events.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { credit, debit } from './entry.ts'
import { postEntries } from './post-entries.ts'
import { lockBalance, readDebt } from './store.ts'

/**
 * Pays what the shop owes from its balance, as far as it goes. Of two at once the second one waits for the accounts and
 * sees what is left. Refuses when nothing is owed or the balance is empty.
 */
export async function settleDebt(tx: Tx, { shopId, merchantId }: { shopId: string; merchantId: string }, now: Date) {
  const available = await lockBalance(tx, shopId)
  const { owed } = await readDebt(tx, shopId, now)
  const settled = owed < available ? owed : available
  if (settled <= 0n) refuse('debt/nothing-to-settle')
  const id = newId(now.getTime())
  await postEntries(tx, {
    shopId,
    key: `due:${id}`,
    event: 'due.settled',
    ref: id,
    actor: `merchant:${merchantId}`,
    at: now,
    lines: [debit(accounts.merchantAvailable, shopId, settled), credit(accounts.merchantDue, shopId, settled)],
  })
  await notifyClients(tx, shopId, ['wallet', 'orders', 'figures'])
  return {
    settled: formatCents(settled),
    owed: formatCents(owed - settled),
    balance: formatCents(available - settled),
  }
}
