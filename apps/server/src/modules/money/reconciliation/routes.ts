import { formatCents } from '@quayside/contract'
import * as books from '@quayside/contract/books'
import * as reconciliation from '@quayside/contract/reconciliation'
import * as system from '@quayside/contract/system'
import { parseInstant } from '../../../platform/jobs/clock.ts'
import { listFailures, retryFailure } from '../../../platform/jobs/deadlines.ts'
import { nextTimeCursor, readTimeCursor, nextKeyCursor, readKeyCursor } from '../../../platform/http/cursor.ts'
import { defineRoute, defineRawRoute, type Route } from '../../../platform/http/route.ts'
import { refuse } from '../../../platform/refusal.ts'
import { findPause } from '../withdrawals/store.ts'
import { reconcile, reconcileToResume } from './reconcile.ts'
import { findRun, listDifferingRows, listRunRows } from './store.ts'
import { periodDays, readPromiseFigures } from './promises.ts'

/** The first failure, the step and the id of a row that a deadline set aside. */
const failurePosition = /^(\S{24}) (\S{1,60}) ([0-9a-f-]{36})$/

export const reconciliationRoutes = (): Route[] => [
  defineRawRoute(
    reconciliation.checkBooks,
    async ({ ctx }) => {
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
    },
    { audit: { subject: 'books', act: 'read' } },
  ),

  defineRawRoute(
    reconciliation.resumePayouts,
    async ({ ctx, actor }, { note }) => {
      const run = await reconcileToResume(ctx, actor.operatorId, note)
      if (!run.whole) refuse('withdrawal/payouts-paused')
      ctx.log.warn({ operator: actor.operatorId }, 'reconciliation: an operator resumed payouts')
      return {}
    },
    { audit: { subject: 'books', act: 'opened' } },
  ),

  defineRoute(
    books.listRuns,
    async (_call, { broken, limit, page, cursor }, db) => {
      const after = readTimeCursor(cursor)
      const { total, rows } = await listRunRows(db, broken, { after, limit, skip: after ? 0 : (page - 1) * limit })
      return {
        total,
        list: rows.map((row) => ({
          id: row.id,
          at: row.at.toISOString(),
          cause: row.cause,
          whole: row.whole,
          failed: row.failed,
          coverage: row.figures.coverage,
        })),
        cursor: nextTimeCursor(rows, limit, (row) => row),
      }
    },
    { audit: { unwritten: 'Results of checks, without personal data.' } },
  ),

  defineRoute(
    books.runDetail,
    async (_call, { id }, db) => {
      const run = await findRun(db, id)
      if (!run) return refuse('books/not-found')
      const checks = await Promise.all(
        run.checks.map(async (check) => ({
          ...check,
          rows: check.ok
            ? []
            : ((await listDifferingRows(db, check.name))?.map((row) => ({
                what: row.what ?? '',
                shopId: row.shop_id,
                id: row.id,
                booked: row.booked === null ? null : formatCents(row.booked),
                expected: row.expected === null ? null : formatCents(row.expected),
              })) ?? null),
        })),
      )
      const { coverage, ...figures } = run.figures
      return {
        id,
        at: run.at.toISOString(),
        cause: run.cause,
        whole: run.whole,
        failed: checks.filter(({ ok }) => !ok).length,
        coverage,
        checks,
        figures,
      }
    },
    { audit: { subject: 'books' } },
  ),

  defineRoute(
    reconciliation.listDeadlineFailures,
    async (_call, { limit, page, cursor }, db) => {
      const [at, step, last] = readKeyCursor(cursor, failurePosition) ?? []
      const after = last ? { at: parseInstant(at!), step: step!, id: last } : undefined
      const rows = await listFailures(db, { limit, skip: after ? 0 : (page - 1) * limit, after })
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
        cursor: nextKeyCursor(rows, limit, (row) => [row.first_failed_at.toISOString(), row.step, row.id]),
      }
    },
    { audit: { unwritten: 'Failures of jobs are no personal data.' } },
  ),

  defineRoute(reconciliation.readPromises, async ({ now }, _input, db) => {
    const [{ paid: _paid, open: _open, ...figures }, pause] = await Promise.all([
      readPromiseFigures(db, now),
      findPause(db),
    ])
    return { days: periodDays, ...figures, payoutsPaused: pause !== undefined }
  }),

  defineRoute(
    system.retryDeadline,
    async ({ now, audit }, { step, shopId, id }, tx) => {
      if (!(await retryFailure(tx, step, { shop_id: shopId, id }, now))) refuse('request/not-found')
      audit.detail['step'] = step
      return {}
    },
    { audit: { subject: 'job', act: 'changed', staffReason: true } },
  ),
]
