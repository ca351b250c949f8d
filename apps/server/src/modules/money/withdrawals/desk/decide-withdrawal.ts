import { formatCents, type WithdrawalReason } from '@quayside/contract'
import * as z from 'zod/mini'
import { addTime } from '../../../../platform/jobs/clock.ts'
import { runStep, type DeadlineStep } from '../../../../platform/jobs/deadlines.ts'
import { emitEvent } from '../../../../platform/events/events.ts'
import type { AppContext } from '../../../../platform/app-context.ts'
import { enqueueJob } from '../../../../platform/jobs/jobs.ts'
import type { Tx } from '../../../../platform/database/postgres.ts'
import { invariant, refuse } from '../../../../platform/refusal.ts'
import { defineActKind, lastSigner } from '../../../staff/acts/act.ts'
import { proposeAct, withdrawAct } from '../../../staff/acts/propose-act.ts'
import { requireScreened } from '../../../people/screening/read-screening.ts'
import { postEntries } from '../../ledger/post-entries.ts'
import { approvedEntry, releasedEntry } from '../entries.ts'
import { unavailableRails, runningRail } from '../rails/rails.ts'
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
  type DestinationRow,
  type Rail,
  type WithdrawalRow,
} from '../store.ts'
import { payoutWindow, returnDelay } from '../withdrawal.ts'

type WithdrawalKey = { shopId: string; id: string }

/** Refuses payouts while a failed check of the books pauses them. */
export async function requirePayoutsRunning(tx: Tx): Promise<void> {
  if (await findPause(tx)) refuse('withdrawal/payouts-paused')
}

/** Locks a request that can be approved now, with its destination and its rail. */
async function lockApprovable(ctx: AppContext, tx: Tx, { shopId, id }: WithdrawalKey, now: Date) {
  await requirePayoutsRunning(tx)
  const withdrawal = await lockWithdrawal(tx, shopId, id)
  if (!withdrawal) return refuse('withdrawal/not-found')
  if (withdrawal.state !== 'pending') refuse('withdrawal/not-pending')
  // A concurrent reset of the payment password happens entirely before or after this approval.
  await lockMerchant(tx, shopId)
  const destination = (await findDestinationOf(tx, withdrawal))!
  const rail = runningRail(ctx.settings, await unavailableRails(tx, now), destination)
  // The rail of the request may be gone or rest: without a rail there is no approval.
  if (!rail) return refuse('withdrawal/method-off')
  if (destination.usable_at > now) refuse('withdrawal/cooling-down', { until: destination.usable_at.toISOString() })
  await requireScreened(ctx, tx, shopId, destination.id)
  return { withdrawal, destination, rail }
}

/**
 * Approves a request. Where two people are needed, the first approval is stored, and the act waits for a second
 * person. Of a concurrent approval, rejection and cancellation the first lock of the row wins. Returns the id of the
 * act; null when the request is approved now.
 */
export async function approveWithdrawal(
  ctx: AppContext,
  tx: Tx,
  operatorId: string,
  key: WithdrawalKey,
  now: Date,
): Promise<string | null> {
  const { withdrawal, destination, rail } = await lockApprovable(ctx, tx, key, now)
  if (!withdrawal.needs_two) {
    await approve(tx, operatorId, withdrawal, rail, now)
    return null
  }
  if (withdrawal.first_approver) refuse('act/already-open')
  const first = { first_approver: operatorId, first_approved_at: now }
  await updateWithdrawal(tx, withdrawal, 'pending', { actor: `operator:${operatorId}`, at: now }, first)
  return proposeAct(tx, {
    kind: 'withdrawal.approve',
    desk: 'finance',
    shopId: withdrawal.shop_id,
    subject: { kind: 'withdrawal', id: withdrawal.id },
    body: bodyOf(withdrawal, destination),
    proposedBy: operatorId,
    now,
  })
}

async function approve(tx: Tx, operatorId: string, withdrawal: WithdrawalRow, rail: Rail, now: Date) {
  const { shop_id: shopId, id } = withdrawal
  const author = { actor: `operator:${operatorId}`, at: now }
  await postEntries(tx, approvedEntry(moneyOf(withdrawal), author.actor, now))
  await updateWithdrawal(tx, withdrawal, 'approved', author, {
    approver: operatorId,
    decided_at: now,
    pay_by: addTime(now, payoutWindow),
    rail,
  })
  if (rail === 'test') await enqueueJob(tx, 'send-payout', { shopId, id }, { key: `payout ${id}` })
  await emitEvent(tx, 'withdrawal.approved', { shopId, at: now, data: { withdrawalId: id } }, ['wallet', 'figures'])
}

const withdrawalBody = z.strictObject({
  shopId: z.string(),
  id: z.string(),
  code: z.string(),
  amount: z.string(),
  fee: z.string(),
  net: z.string(),
  method: z.string(),
  network: z.string(),
  destinationId: z.string(),
  holder: z.string(),
  ending: z.string(),
})
type WithdrawalBody = z.output<typeof withdrawalBody>
/** What the second person signs. */
const bodyOf = (withdrawal: WithdrawalRow, to: DestinationRow): WithdrawalBody => ({
  shopId: withdrawal.shop_id,
  id: withdrawal.id,
  code: withdrawal.code,
  amount: formatCents(withdrawal.gross),
  fee: formatCents(withdrawal.fee),
  net: formatCents(withdrawal.net),
  method: withdrawal.method,
  network: to.network,
  destinationId: to.id,
  holder: to.holder,
  ending: to.ending,
})

/** Approves a request with the second person's signature. Checks again all that the first approval checked. */
export const withdrawalAct = defineActKind({
  kind: 'withdrawal.approve',
  schema: withdrawalBody,
  describe: ({ code, amount, fee, net, method, network, holder, ending }) => [
    { label: 'code', value: code, format: 'code' },
    { label: 'amount', value: amount, format: 'amount' },
    { label: 'fee', value: fee, format: 'amount' },
    { label: 'pays', value: net, format: 'amount' },
    { label: 'method', value: `${method} · ${network}`, format: 'code' },
    { label: 'destination', value: `${holder} · ${ending}`, format: 'text' },
  ],
  async lock(ctx, tx, signed, act) {
    const { withdrawal, destination, rail } = await lockApprovable(ctx, tx, signed, act.now)
    if (withdrawal.first_approver !== act.proposedBy) refuse('decision/changed')
    return { subject: { withdrawal, rail }, body: bodyOf(withdrawal, destination) }
  },
  async execute(_ctx, tx, { withdrawal, rail }, _body, act) {
    await approve(tx, lastSigner(act), withdrawal, rail, act.now)
  },
  async abandon(_ctx, tx, { shopId, id }, { proposedBy, endedBy, now }) {
    const withdrawal = await lockWithdrawal(tx, shopId, id)
    if (withdrawal?.state !== 'pending' || withdrawal.first_approver !== proposedBy) return
    const author = { actor: endedBy ? `operator:${endedBy}` : 'clock', at: now }
    await updateWithdrawal(tx, withdrawal, 'pending', author, { first_approver: null, first_approved_at: null })
  },
})

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
  await releaseMoney(tx, withdrawal, { actor: `operator:${operatorId}`, operatorId }, reason, note || null, now)
}

const byClock = { actor: 'clock', operatorId: null }

async function releaseMoney(
  tx: Tx,
  withdrawal: WithdrawalRow,
  { actor, operatorId }: { actor: string; operatorId: string | null },
  reason: WithdrawalReason,
  note: string | null,
  now: Date,
): Promise<void> {
  const { state } = withdrawal
  invariant(state === 'pending' || state === 'approved', 'only an unsent withdrawal is released')
  await withdrawAct(tx, 'withdrawal.approve', withdrawal.id, { by: operatorId, reason, now })
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
      rejected_by: operatorId,
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
    for (const withdrawal of late) await releaseMoney(tx, withdrawal, byClock, 'not-decided-in-time', null, now)
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
    for (const withdrawal of late) await releaseMoney(tx, withdrawal, byClock, 'not-sent-in-time', null, now)
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
