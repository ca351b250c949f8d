import { formatCents } from '@quayside/contract'
import * as reconciliation from '@quayside/contract/reconciliation'
import { addTime, days } from '../../platform/clock.ts'
import { listFailures } from '../../platform/deadlines.ts'
import { defineRoute, defineRawRoute, type Route } from '../../platform/route.ts'
import { refuse } from '../../platform/refusal.ts'
import { findPause } from '../withdrawals/store.ts'
import { reconcile, reconcileToResume } from './reconcile.ts'
import { lastRun, readKeptPromises } from './store.ts'

/** Period of the public figures, days. */
const periodDays = 90

export const reconciliationRoutes = (): Route[] => [
  defineRawRoute(reconciliation.checkBooks, async ({ ctx }) => {
    const { checks, figures, paused } = await reconcile(ctx, 'operator')
    return {
      checks,
      figures: {
        assets: formatCents(figures.assets),
        owed: formatCents(figures.owed),
        coverage: figures.coverage,
        waiting: figures.waiting.map((row) => ({ ...row, amount: formatCents(row.amount) })),
      },
      paused: paused && { since: paused.since.toISOString(), cause: paused.cause },
    }
  }),

  defineRawRoute(reconciliation.resumePayouts, async ({ ctx, actor }) => {
    const run = await reconcileToResume(ctx, actor.operatorId)
    if (!run.whole) refuse('withdrawal/payouts-paused')
    ctx.log.warn({ operator: actor.operatorId }, 'reconciliation: an operator resumed payouts')
    return {}
  }),

  defineRoute(reconciliation.listDeadlineFailures, async (_call, { limit, page }, db) => {
    const rows = await listFailures(db, limit, (page - 1) * limit)
    return {
      total: rows[0]?.total ?? 0,
      list: rows.map((row) => ({
        step: row.step,
        shopId: row.shop_id,
        id: row.id,
        error: row.error,
        attempts: row.attempts,
        firstFailedAt: row.first_failed_at.toISOString(),
        lastFailedAt: row.last_failed_at.toISOString(),
        nextTryAt: row.next_try_at.toISOString(),
      })),
    }
  }),

  defineRoute(reconciliation.readPromises, async ({ now }, _input, db) => {
    const [kept, last, pause] = await Promise.all([
      readKeptPromises(db, addTime(now, -days(periodDays)), now),
      lastRun(db),
      findPause(db),
    ])
    const span = (median: number | null, p95: number | null) =>
      median === null || p95 === null ? null : { median: Math.round(median), p95: Math.round(p95) }
    return {
      days: periodDays,
      decided: kept.decided,
      decision: span(kept.decision_median, kept.decision_p95),
      payment: span(kept.payment_median, kept.payment_p95),
      rejectedPercent: kept.decided === 0 ? null : Math.round((kept.rejected * 1000) / kept.decided) / 10,
      overdue: kept.overdue,
      coverage: last?.figures.coverage ?? null,
      checkedAt: last?.at.toISOString() ?? null,
      payoutsPaused: pause !== undefined,
    }
  }),
]
