import { appealDays } from '@quayside/contract'
import { addTime, days } from '../../../../platform/jobs/clock.ts'
import { runStep, type DeadlineStep } from '../../../../platform/jobs/deadlines.ts'
import { emitEvent } from '../../../../platform/events/events.ts'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/postgres.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { findAppeal, grantDueAppeals, insertAppeal, listDueAppeals, updateAppeal } from './appeal-store.ts'
import { lockWithdrawal, type WithdrawalRow } from '../store.ts'

/** Time to decide an appeal. Without a decision it is granted. */
const appealWindow = days(3)

/** The last moment for an appeal; null when no person rejected the withdrawal. */
export const appealDeadline = (w: Pick<WithdrawalRow, 'state' | 'rejected_by' | 'finished_at'>): Date | null =>
  w.state === 'rejected' && w.rejected_by !== null && w.finished_at !== null
    ? addTime(w.finished_at, days(appealDays))
    : null

/** A merchant appeals, once, against the rejection of a withdrawal by a person. */
export async function appealRejection(
  tx: Tx,
  merchant: { shopId: string },
  { id, text }: { id: string; text: string },
  now: Date,
): Promise<{ decideBy: string }> {
  const { shopId } = merchant
  const withdrawal = await lockWithdrawal(tx, shopId, id)
  if (!withdrawal) return refuse('withdrawal/not-found')
  const until = appealDeadline(withdrawal)
  if (!until) return refuse('appeal/not-rejected')
  if (until < now) refuse('appeal/too-late')
  const decideBy = addTime(now, appealWindow)
  await insertAppeal(tx, { shopId, withdrawalId: id, text, at: now, decideBy })
  await emitEvent(tx, 'withdrawal.appealed', { shopId, at: now, data: { withdrawalId: id } }, ['wallet'])
  return { decideBy: decideBy.toISOString() }
}

/** Another operator than the one who rejected decides an appeal. The database compares the two. */
export async function decideAppeal(
  tx: Tx,
  operatorId: string,
  appeal: { shopId: string; id: string; decision: 'grant' | 'decline'; answer: string },
  now: Date,
): Promise<void> {
  const { shopId, id, decision, answer } = appeal
  const withdrawal = await lockWithdrawal(tx, shopId, id)
  if (!withdrawal) return refuse('withdrawal/not-found')
  if ((await findAppeal(tx, shopId, id))?.state !== 'open') refuse('appeal/not-open')
  if (withdrawal.rejected_by === operatorId) refuse('operator/second-person')
  const state = decision === 'grant' ? 'granted' : 'declined'
  if (!(await updateAppeal(tx, { shopId, withdrawalId: id }, { state, operatorId, answer, at: now })))
    refuse('appeal/not-open')
  await emitDecision(tx, shopId, id, state, now)
}

const emitDecision = (tx: Tx, shopId: string, id: string, state: 'granted' | 'declined', now: Date) =>
  emitEvent(
    tx,
    state === 'granted' ? 'withdrawal.appeal-granted' : 'withdrawal.appeal-declined',
    { shopId, at: now, data: { withdrawalId: id } },
    ['wallet'],
  )

/** Grants the appeals that nobody decided in time. */
const appealStep: DeadlineStep = {
  name: 'withdrawal.appeal',
  due: (db, now, limit) => listDueAppeals(db, 'withdrawal.appeal', now, limit),
  async act(tx, rows, now) {
    const granted = await grantDueAppeals(tx, rows, now)
    for (const { shop_id: shopId, id } of granted) await emitDecision(tx, shopId, id, 'granted', now)
    return granted
  },
}
/** Returns their number. */
export const grantAppeals = (ctx: AppContext): Promise<number> => runStep(ctx, appealStep)
