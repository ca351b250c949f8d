import { happened } from '../../platform/events.ts'
import { failPoint } from '../../platform/fail-points.ts'
import type { House } from '../../platform/house.ts'
import { transact, type Tx } from '../../platform/postgres.ts'
import { record } from '../ledger/record.ts'
import { openAccount } from './add-destination.ts'
import { failedEntry, paidEntry, returnedEntry } from './entries.ts'
import type { PayoutBank } from './payout-rail.ts'
import {
  changeWithdrawal,
  moneyOf,
  payoutOf,
  readPause,
  takeWithdrawal,
  unfinished,
  type WithdrawalRow,
} from './store.ts'

/**
 * Hands an approved payment to the bank and books what became of it. May stop anywhere and be run again, by any number of workers: the
 * withdrawal's id is the bank's key, so it pays once; and money comes back only on the bank's final word.
 */
export async function sendPayout(
  house: House,
  bank: PayoutBank,
  { shopId, id }: { shopId: string; id: string },
): Promise<void> {
  const payout = await payoutOf(house.db, shopId, id)
  if (!payout || payout.rail !== 'test' || !['approved', 'sending', 'unknown'].includes(payout.state)) return
  const at = () => ({ actor: 'processor:bank', at: house.clock.now() })
  failPoint('payout: before it is marked as sending')
  const sending = await transact(house.db, async (tx) => {
    const taken = await takeWithdrawal(tx, shopId, id)
    if (!taken) return false
    // A pause stops what has not been handed over; what has been must be followed to its end.
    if (taken.state === 'approved') {
      if (await readPause(tx)) return false
      await changeWithdrawal(tx, taken, 'sending', at())
      await happened(tx, 'withdrawal.sent', { shopId, at: house.clock.now(), data: { withdrawalId: id } }, ['wallet'])
    }
    return taken.state === 'approved' || taken.state === 'sending' || taken.state === 'unknown'
  })
  if (!sending) return
  failPoint('payout: marked as sending, bank not asked')

  try {
    let now = await bank.lookup(id)
    if (now.state === 'unknown') {
      await bank.pay({ id, amount: payout.net, account: openAccount(house, payout), holder: payout.holder })
      failPoint('payout: bank asked, answer not kept')
      now = await bank.lookup(id)
    }
    failPoint('payout: answer kept, end not asked for')
    if (now.state !== 'paid' && now.state !== 'failed') return
    failPoint('payout: end known, not booked')
    await transact(house.db, async (tx) => {
      const taken = await takeWithdrawal(tx, shopId, id)
      if (!taken || (taken.state !== 'sending' && taken.state !== 'unknown')) return
      if (now.state === 'paid')
        await finishPaid(tx, taken, 'A.BANK', now.reference, 'processor:bank', house.clock.now())
      else await finishFailed(tx, taken, 'processor:bank', house.clock.now())
    })
    failPoint('payout: booked')
  } catch (error) {
    house.log.warn({ err: error, withdrawal: id }, 'no answer about a payout')
    await transact(house.db, async (tx) => {
      const taken = await takeWithdrawal(tx, shopId, id)
      if (taken?.state === 'sending') await changeWithdrawal(tx, taken, 'unknown', at())
    })
  }
}

/** The other side has paid: completed, and only now is the fee earned. */
export async function finishPaid(
  tx: Tx,
  withdrawal: WithdrawalRow,
  from: 'A.BANK' | 'A.HOT',
  reference: string,
  actor: string,
  now: Date,
): Promise<void> {
  await record(tx, paidEntry(moneyOf(withdrawal), from, actor, now))
  await changeWithdrawal(tx, withdrawal, 'paid', { actor, at: now }, { payment_reference: reference, finished_at: now })
  await happened(
    tx,
    'withdrawal.paid',
    { shopId: withdrawal.shop_id, at: now, data: { withdrawalId: withdrawal.id } },
    ['wallet', 'figures'],
  )
}

/** The other side will never pay, or has returned what it had paid: everything is in the balance again, and no fee stays charged. */
export async function finishFailed(tx: Tx, withdrawal: WithdrawalRow, actor: string, now: Date): Promise<void> {
  const wasPaid = withdrawal.state === 'paid'
  await record(tx, (wasPaid ? returnedEntry : failedEntry)(moneyOf(withdrawal), actor, now))
  await changeWithdrawal(
    tx,
    withdrawal,
    'failed',
    { actor, at: now },
    {
      reason: 'returned-by-bank',
      finished_at: now,
    },
  )
  await happened(
    tx,
    wasPaid ? 'withdrawal.returned' : 'withdrawal.failed',
    { shopId: withdrawal.shop_id, at: now, data: { withdrawalId: withdrawal.id } },
    ['wallet', 'figures'],
  )
}

/** Picks up every payment that a crash or a silent bank left on its way. */
export async function followPayouts(house: House, bank: PayoutBank): Promise<void> {
  for (const { shop_id, id } of await unfinished(house.db, 'test', house.clock.now()))
    await sendPayout(house, bank, { shopId: shop_id, id })
}
