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

/** Refuses payouts while a failed check of the books pauses them. */
export async function requirePayoutsRunning(tx: Tx): Promise<void> {
  if (await findPause(tx)) refuse('withdrawal/payouts-paused')
}

/**
 * Approves a request. Where two people are needed, the first approval is stored and a second, different person
 * completes it. Of a concurrent approval, rejection and cancellation the first lock of the row wins. Returns
 * whether it is approved now.
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
  // A concurrent reset of the payment password happens entirely before or after this approval.
  await lockMerchant(tx, shopId)
  const destination = (await findDestinationOf(tx, withdrawal))!
  const rail = railOf(ctx.settings, withdrawal.method, destination.network)
  // The rail of the request may be gone: without a rail there is no approval.
  if (!rail) return refuse('withdrawal/method-off')
  if (destination.usable_at > now) refuse('withdrawal/cooling-down', { until: destination.usable_at.toISOString() })
  const author = { actor: `operator:${operatorId}`, at: now }

  if (withdrawal.needs_two) {
    if (!withdrawal.first_approver) {
      await updateWithdrawal(tx, withdrawal, 'pending', author, { first_approver: operatorId })
      return false
    }
    if (withdrawal.first_approver === operatorId) refuse('operator/second-person')
  }
  await postEntries(tx, approvedEntry(moneyOf(withdrawal), author.actor, now))
  await updateWithdrawal(tx, withdrawal, 'approved', author, {
    approver: operatorId,
    decided_at: now,
    pay_by: addTime(now, payoutWindow),
    rail,
  })
  if (rail === 'test') await enqueueJob(tx, 'send-payout', { shopId, id }, { key: `payout ${id}` })
  await emitEvent(tx, 'withdrawal.approved', { shopId, at: now, data: { withdrawalId: id } }, ['wallet', 'figures'])
  return true
}

/** Rejects a request and returns the money in the same transaction. */
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
  invariant(state === 'pending' || state === 'approved', 'only an unsent withdrawal is released')
  await postEntries(tx, releasedEntry({ ...moneyOf(withdrawal), state }, 'withdrawal.rejected', actor, now))
  await updateWithdrawal(
    tx,
    withdrawal,
    'rejected',
    { actor, at: now },
    {
      // An earlier decision keeps its time.
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

/** Returns the money of requests without a decision, one day after the promised time. */
const returnStep: DeadlineStep = {
  name: 'withdrawal.undecided',
  due: (db, now, limit) => listUndecidedKeys(db, 'withdrawal.undecided', addTime(now, -returnDelay), now, limit),
  async act(tx, rows, now) {
    const late = await lockUndecided(tx, rows, addTime(now, -returnDelay))
    for (const withdrawal of late) await releaseMoney(tx, withdrawal, 'clock', 'not-decided-in-time', null, now)
    return late
  },
}
/** Returns their number. */
export const returnUndecided = (ctx: AppContext): Promise<number> => runStep(ctx, returnStep)

/** Returns the money of approved withdrawals that were not sent before their payment deadline. */
const unsentStep: DeadlineStep = {
  name: 'withdrawal.unsent',
  due: (db, now, limit) => listUnsentKeys(db, 'withdrawal.unsent', now, limit),
  async act(tx, rows, now) {
    const late = await lockUnsent(tx, rows, now)
    for (const withdrawal of late) await releaseMoney(tx, withdrawal, 'clock', 'not-sent-in-time', null, now)
    return late
  },
}
/** Returns their number. */
export const returnUnsent = (ctx: AppContext): Promise<number> => runStep(ctx, unsentStep)

/** Escalates sent payouts without evidence: notifies the merchant, marks them and logs them for operators. */
const unprovedStep = (ctx: AppContext): DeadlineStep => ({
  name: 'withdrawal.escalated',
  due: (db, now, limit) => listUnprovedKeys(db, 'withdrawal.escalated', now, limit),
  async act(tx, rows, now) {
    const late = await lockUnproved(tx, rows, now)
    for (const { shop_id: shopId, id } of late) {
      await emitEvent(tx, 'withdrawal.escalated', { shopId, at: now, data: { withdrawalId: id } }, ['wallet'])
      ctx.log.error({ withdrawal: id, shop: shopId }, 'withdrawals: sent payout has no evidence after its deadline')
    }
    return late
  },
})
/** Returns their number. */
export const escalateUnproved = (ctx: AppContext): Promise<number> => runStep(ctx, unprovedStep(ctx))
