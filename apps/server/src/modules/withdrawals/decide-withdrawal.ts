import type { WithdrawalReason } from '@quayside/contract'
import { after } from '../../platform/clock.ts'
import { runStep, type DeadlineStep } from '../../platform/deadlines.ts'
import { happened } from '../../platform/events.ts'
import type { House } from '../../platform/house.ts'
import { later } from '../../platform/jobs.ts'
import type { Tx } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { record } from '../ledger/record.ts'
import { approvedEntry, releasedEntry } from './entries.ts'
import {
  changeWithdrawal,
  destinationOf,
  holdMerchant,
  moneyOf,
  readPause,
  takeUndecided,
  takeWithdrawal,
  undecidedKeys,
  type WithdrawalRow,
} from './store.ts'
import { payWithin, returnedAfter } from './withdrawal.ts'

type Named = { shopId: string; id: string }

/** Nothing is paid out while a check of the books stands broken. */
export async function mustNotBePaused(tx: Tx): Promise<void> {
  if (await readPause(tx)) refuse('withdrawal/payouts-paused')
}

/** How money leaves: in demo mode and tests through the test bank, otherwise by a file for the bank or a transfer signed elsewhere. */
export const railOf = (house: House, method: 'bank' | 'chain', network: string): 'bank-file' | 'chain' | 'test' =>
  method === 'chain' && house.settings.money.chains.some((chain) => chain.network === network)
    ? 'chain'
    : house.settings.mode === 'production'
      ? method === 'chain'
        ? 'chain'
        : 'bank-file'
      : house.settings.money.bank
        ? 'bank-file'
        : 'test'

/**
 * Approves a request. Where it needs two, the first person's approval is noted and a second, different person makes it count. Of an approval, a
 * rejection and a cancellation at once the first to lock the row wins. Answers whether it is approved now.
 */
export async function approveWithdrawal(
  house: House,
  tx: Tx,
  operatorId: string,
  { shopId, id }: Named,
  now: Date,
): Promise<boolean> {
  await mustNotBePaused(tx)
  const withdrawal = await takeWithdrawal(tx, shopId, id)
  if (!withdrawal) return refuse('withdrawal/not-found')
  if (withdrawal.state !== 'pending') refuse('withdrawal/not-pending')
  // A payment password that is being set anew comes wholly before this approval or wholly after it.
  await holdMerchant(tx, shopId)
  const destination = (await destinationOf(tx, withdrawal))!
  if (destination.usable_at > now) refuse('withdrawal/cooling-down', { until: destination.usable_at.toISOString() })
  const by = { actor: `operator:${operatorId}`, at: now }

  if (withdrawal.needs_two) {
    if (!withdrawal.first_approver) {
      await changeWithdrawal(tx, withdrawal, 'pending', by, { first_approver: operatorId })
      return false
    }
    if (withdrawal.first_approver === operatorId) refuse('operator/second-person')
  }
  const rail = railOf(house, withdrawal.method, destination.network)
  await record(tx, approvedEntry(moneyOf(withdrawal), by.actor, now))
  await changeWithdrawal(tx, withdrawal, 'approved', by, {
    approver: operatorId,
    decided_at: now,
    pay_by: after(now, payWithin),
    rail,
  })
  if (rail === 'test') await later(tx, 'send-payout', { shopId, id }, { key: `payout ${id}` })
  await happened(tx, 'withdrawal.approved', { shopId, at: now, data: { withdrawalId: id } }, ['wallet', 'figures'])
  return true
}

/** Rejects a request: the money is back in the same transaction. */
export async function rejectWithdrawal(
  tx: Tx,
  operatorId: string,
  { shopId, id, reason, note }: Named & { reason: WithdrawalReason; note: string },
  now: Date,
): Promise<void> {
  const withdrawal = await takeWithdrawal(tx, shopId, id)
  if (!withdrawal) return refuse('withdrawal/not-found')
  if (withdrawal.state !== 'pending') refuse('withdrawal/not-pending')
  await giveBack(tx, withdrawal, `operator:${operatorId}`, reason, note || null, now)
}

async function giveBack(
  tx: Tx,
  withdrawal: WithdrawalRow,
  actor: string,
  reason: WithdrawalReason,
  note: string | null,
  now: Date,
): Promise<void> {
  await record(tx, releasedEntry(moneyOf(withdrawal), 'withdrawal.rejected', actor, now))
  await changeWithdrawal(
    tx,
    withdrawal,
    'rejected',
    { actor, at: now },
    {
      decided_at: now,
      finished_at: now,
      reason,
      note,
    },
  )
  await happened(
    tx,
    'withdrawal.rejected',
    { shopId: withdrawal.shop_id, at: now, data: { withdrawalId: withdrawal.id, reason } },
    ['wallet', 'figures'],
  )
}

/** Gives back what nobody decided a day after it was promised. */
const returnStep: DeadlineStep = {
  name: 'withdrawal.undecided',
  due: (on, now, most) => undecidedKeys(on, 'withdrawal.undecided', after(now, -returnedAfter), now, most),
  async act(tx, rows, now) {
    const late = await takeUndecided(tx, rows, after(now, -returnedAfter))
    for (const withdrawal of late) await giveBack(tx, withdrawal, 'clock', 'not-decided-in-time', null, now)
    return late
  },
}
/** Answers how many were given back. */
export const returnUndecided = (house: House): Promise<number> => runStep(house, returnStep)
