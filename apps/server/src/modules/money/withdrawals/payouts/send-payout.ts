import { accounts } from '@quayside/contract'
import { emitEvent } from '../../../../platform/events/events.ts'
import { failPoint } from '../../../../platform/jobs/fail-points.ts'
import type { AppContext } from '../../../../platform/app-context.ts'
import { withTransaction, type Tx } from '../../../../platform/database/postgres.ts'
import { isBlockedByScreening } from '../../../people/screening/store.ts'
import { postEntries } from '../../ledger/post-entries.ts'
import { decryptAccount } from '../requests/add-destination.ts'
import { failedEntry, paidEntry, returnedEntry } from '../entries.ts'
import type { PayoutBank } from '../rails/payout-rail.ts'
import { unavailableRails } from '../rails/rails.ts'
import {
  updateWithdrawal,
  moneyOf,
  findPayout,
  findPause,
  lockWithdrawal,
  listUnfinished,
  type WithdrawalRow,
} from '../store.ts'

/**
 * Submits an approved payment to the test bank and books its result. Safe to stop anywhere and to repeat in any
 * number of workers: the withdrawal's id is the idempotency key of the bank, and money returns only after the
 * bank's final answer.
 */
export async function sendPayout(
  ctx: AppContext,
  bank: PayoutBank,
  { shopId, id }: { shopId: string; id: string },
): Promise<void> {
  const payout = await findPayout(ctx.db, shopId, id)
  if (!payout || payout.rail !== 'test' || !['approved', 'sending', 'unknown'].includes(payout.state)) return
  const at = () => ({ actor: 'processor:bank', at: ctx.clock.now() })
  failPoint('payout: before it is marked as sending')
  const sending = await withTransaction(ctx.db, async (tx) => {
    const locked = await lockWithdrawal(tx, shopId, id)
    if (!locked) return false
    // A pause stops payments that were not sent; a sent payment must be followed to its end.
    if (locked.state === 'approved') {
      if (await findPause(tx)) return false
      if ((await unavailableRails(tx, ctx.clock.now())).has(payout.network)) return false
      if (await isBlockedByScreening(tx, shopId, payout.destination_id)) return false
      await updateWithdrawal(tx, locked, 'sending', at())
      await emitEvent(tx, 'withdrawal.sent', { shopId, at: ctx.clock.now(), data: { withdrawalId: id } }, ['wallet'])
    }
    return locked.state === 'approved' || locked.state === 'sending' || locked.state === 'unknown'
  })
  if (!sending) return
  failPoint('payout: marked as sending, bank not asked')

  try {
    let now = await bank.lookup(id)
    if (now.state === 'unknown') {
      await bank.pay({ id, amount: payout.net, account: decryptAccount(ctx, payout), holder: payout.holder })
      failPoint('payout: bank asked, answer not kept')
      now = await bank.lookup(id)
    }
    failPoint('payout: answer kept, end not asked for')
    if (now.state !== 'paid' && now.state !== 'failed') return
    failPoint('payout: end known, not booked')
    await withTransaction(ctx.db, async (tx) => {
      const locked = await lockWithdrawal(tx, shopId, id)
      if (!locked || (locked.state !== 'sending' && locked.state !== 'unknown')) return
      if (now.state === 'paid')
        await finishPaid(tx, locked, accounts.bank, now.reference, 'processor:bank', ctx.clock.now())
      else await finishFailed(tx, locked, 'processor:bank', ctx.clock.now())
    })
    failPoint('payout: booked')
  } catch (error) {
    ctx.log.warn({ err: error, withdrawal: id }, 'withdrawals: bank gave no answer about a payout')
    await withTransaction(ctx.db, async (tx) => {
      const locked = await lockWithdrawal(tx, shopId, id)
      if (locked?.state === 'sending') await updateWithdrawal(tx, locked, 'unknown', at())
    })
  }
}

/** Books a completed payment; the fee is earned now. */
export async function finishPaid(
  tx: Tx,
  withdrawal: WithdrawalRow,
  from: typeof accounts.bank | typeof accounts.hotWallet,
  reference: string,
  actor: string,
  now: Date,
): Promise<void> {
  await postEntries(tx, paidEntry(moneyOf(withdrawal), from, actor, now))
  await updateWithdrawal(tx, withdrawal, 'paid', { actor, at: now }, { payment_reference: reference, finished_at: now })
  await emitEvent(
    tx,
    'withdrawal.paid',
    { shopId: withdrawal.shop_id, at: now, data: { withdrawalId: withdrawal.id } },
    ['wallet', 'figures'],
  )
}

/**
 * Books a failed or returned payment: the whole amount returns to the balance, without a fee. `bankFee` is what the
 * bank kept of a payment that it returned.
 */
export async function finishFailed(
  tx: Tx,
  withdrawal: WithdrawalRow,
  actor: string,
  now: Date,
  bankFee = 0n,
): Promise<void> {
  const wasPaid = withdrawal.state === 'paid'
  const money = moneyOf(withdrawal)
  await postEntries(tx, wasPaid ? returnedEntry(money, bankFee, actor, now) : failedEntry(money, actor, now))
  await updateWithdrawal(
    tx,
    withdrawal,
    'failed',
    { actor, at: now },
    {
      reason: 'returned-by-bank',
      finished_at: now,
    },
  )
  await emitEvent(
    tx,
    wasPaid ? 'withdrawal.returned' : 'withdrawal.failed',
    { shopId: withdrawal.shop_id, at: now, data: { withdrawalId: withdrawal.id } },
    ['wallet', 'figures'],
  )
}

/** Continues every payment that a crash or a silent bank interrupted. */
export async function resumePayoutsInProgress(ctx: AppContext, bank: PayoutBank): Promise<void> {
  for (const { shop_id, id } of await listUnfinished(ctx.db, 'test', ctx.clock.now()))
    await sendPayout(ctx, bank, { shopId: shop_id, id })
}
