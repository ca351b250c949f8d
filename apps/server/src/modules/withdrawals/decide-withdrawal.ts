import type { WithdrawalReason } from '@quayside/contract'
import { addTime } from '../../platform/clock.ts'
import { runStep, type DeadlineStep } from '../../platform/deadlines.ts'
import { emitEvent } from '../../platform/events.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import type { Tx } from '../../platform/postgres.ts'
import { invariant, refuse } from '../../platform/refusal.ts'
import { postEntries } from '../ledger/post-entries.ts'
import { approvedEntry, releasedEntry } from './entries.ts'
import { railOf } from './rails.ts'
import {
  updateWithdrawal,
  findDestinationOf,
  lockMerchant,
  moneyOf,
  findPause,
  lockUndecided,
  lockUnproved,
  lockUnsent,
  lockWithdrawal,
  listUndecidedKeys,
  listUnprovedKeys,
  listUnsentKeys,
  type WithdrawalRow,
} from './store.ts'
import { payoutWindow, returnDelay } from './withdrawal.ts'

type WithdrawalKey = { shopId: string; id: string }

/** Nothing is paid out while a check of the books stands broken. */
export async function requirePayoutsRunning(tx: Tx): Promise<void> {
  if (await findPause(tx)) refuse('withdrawal/payouts-paused')
}

/**
 * Approves a request. Where it needs two, the first person's approval is noted and a second, different person makes it count. Of an approval, a
 * rejection and a cancellation at once the first to lock the row wins. Answers whether it is approved now.
 */
export async function approveWithdrawal(
  ctx: AppContext,
  tx: Tx,
  operatorId: string,
  { shopId, id }: WithdrawalKey,
  now: Date,
): Promise<boolean> {
  await requirePayoutsRunning(tx)
  const withdrawal = await lockWithdrawal(tx, shopId, id)
  if (!withdrawal) return refuse('withdrawal/not-found')
  if (withdrawal.state !== 'pending') refuse('withdrawal/not-pending')
  // A payment password that is being set anew comes wholly before this approval or wholly after it.
  await lockMerchant(tx, shopId)
  const destination = (await findDestinationOf(tx, withdrawal))!
  const rail = railOf(ctx.settings, withdrawal.method, destination.network)
  // A way that was there at the request may be gone by now: what cannot be paid is not approved.
  if (!rail) return refuse('withdrawal/method-off')
  if (destination.usable_at > now) refuse('withdrawal/cooling-down', { until: destination.usable_at.toISOString() })
  const by = { actor: `operator:${operatorId}`, at: now }

  if (withdrawal.needs_two) {
    if (!withdrawal.first_approver) {
      await updateWithdrawal(tx, withdrawal, 'pending', by, { first_approver: operatorId })
      return false
    }
    if (withdrawal.first_approver === operatorId) refuse('operator/second-person')
  }
  await postEntries(tx, approvedEntry(moneyOf(withdrawal), by.actor, now))
  await updateWithdrawal(tx, withdrawal, 'approved', by, {
    approver: operatorId,
    decided_at: now,
    pay_by: addTime(now, payoutWindow),
    rail,
  })
  if (rail === 'test') await enqueueJob(tx, 'send-payout', { shopId, id }, { key: `payout ${id}` })
  await emitEvent(tx, 'withdrawal.approved', { shopId, at: now, data: { withdrawalId: id } }, ['wallet', 'figures'])
  return true
}

/** Rejects a request: the money is back in the same transaction. */
export async function rejectWithdrawal(
  tx: Tx,
  operatorId: string,
  { shopId, id, reason, note }: WithdrawalKey & { reason: WithdrawalReason; note: string },
  now: Date,
): Promise<void> {
  const withdrawal = await lockWithdrawal(tx, shopId, id)
  if (!withdrawal) return refuse('withdrawal/not-found')
  if (withdrawal.state !== 'pending') refuse('withdrawal/not-pending')
  await releaseMoney(tx, withdrawal, `operator:${operatorId}`, reason, note || null, now)
}

async function releaseMoney(
  tx: Tx,
  withdrawal: WithdrawalRow,
  actor: string,
  reason: WithdrawalReason,
  note: string | null,
  now: Date,
): Promise<void> {
  const { state } = withdrawal
  invariant(state === 'pending' || state === 'approved', 'only what was not handed over is given back')
  await postEntries(tx, releasedEntry({ ...moneyOf(withdrawal), state }, 'withdrawal.rejected', actor, now))
  await updateWithdrawal(
    tx,
    withdrawal,
    'rejected',
    { actor, at: now },
    {
      // A decision that was made keeps its moment.
      decided_at: withdrawal.decided_at ?? now,
      finished_at: now,
      reason,
      note,
    },
  )
  await emitEvent(
    tx,
    reason === 'not-sent-in-time' ? 'withdrawal.unsent' : 'withdrawal.rejected',
    { shopId: withdrawal.shop_id, at: now, data: { withdrawalId: withdrawal.id, reason } },
    ['wallet', 'figures'],
  )
}

/** Gives back what nobody decided a day after it was promised. */
const returnStep: DeadlineStep = {
  name: 'withdrawal.undecided',
  due: (on, now, most) => listUndecidedKeys(on, 'withdrawal.undecided', addTime(now, -returnDelay), now, most),
  async act(tx, rows, now) {
    const late = await lockUndecided(tx, rows, addTime(now, -returnDelay))
    for (const withdrawal of late) await releaseMoney(tx, withdrawal, 'clock', 'not-decided-in-time', null, now)
    return late
  },
}
/** Answers how many were given back. */
export const returnUndecided = (ctx: AppContext): Promise<number> => runStep(ctx, returnStep)

/** Gives back what was approved and not handed over until it should have been paid. */
const unsentStep: DeadlineStep = {
  name: 'withdrawal.unsent',
  due: (on, now, most) => listUnsentKeys(on, 'withdrawal.unsent', now, most),
  async act(tx, rows, now) {
    const late = await lockUnsent(tx, rows, now)
    for (const withdrawal of late) await releaseMoney(tx, withdrawal, 'clock', 'not-sent-in-time', null, now)
    return late
  },
}
/** Answers how many were given back. */
export const returnUnsent = (ctx: AppContext): Promise<number> => runStep(ctx, unsentStep)

/** Escalates what was handed over and for which there is no proof: told to the merchant, marked and logged for operators. */
const unprovedStep = (ctx: AppContext): DeadlineStep => ({
  name: 'withdrawal.escalated',
  due: (on, now, most) => listUnprovedKeys(on, 'withdrawal.escalated', now, most),
  async act(tx, rows, now) {
    const late = await lockUnproved(tx, rows, now)
    for (const { shop_id: shopId, id } of late) {
      await emitEvent(tx, 'withdrawal.escalated', { shopId, at: now, data: { withdrawalId: id } }, ['wallet'])
      ctx.log.error(
        { withdrawal: id, shop: shopId },
        'withdrawals: a payout was handed over and nothing proves its end',
      )
    }
    return late
  },
})
/** Answers how many were escalated. */
export const escalateUnproved = (ctx: AppContext): Promise<number> => runStep(ctx, unprovedStep(ctx))
