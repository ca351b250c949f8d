import { accounts } from '@quayside/contract'
import { emitEvent } from '../../../platform/events/events.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import type { Entry } from '../ledger/entry.ts'
import { postEntries } from '../ledger/post-entries.ts'
import { seqOf } from '../ledger/store.ts'
import { updateDeposit, type DepositChange, type LockedDeposit } from './store.ts'

/**
 * Posts the credit of a locked deposit and emits its event. `withdrawable_at` is null while nobody knows when the
 * money is final.
 */
export async function creditDeposit(
  tx: Tx,
  deposit: LockedDeposit,
  entry: Entry,
  change: DepositChange & { withdrawable_at: Date | null },
): Promise<void> {
  const { shop_id: shopId, id } = deposit
  const { actor, at } = entry
  await postEntries(tx, entry)
  await updateDeposit(
    tx,
    deposit,
    'credited',
    { actor, at },
    { ...change, credited_at: at, credited_seq: await seqOf(tx, accounts.merchantAvailable, shopId) },
  )
  await emitEvent(tx, 'deposit.credited', { shopId, at, data: { depositId: id } }, ['wallet', 'figures'])
}
