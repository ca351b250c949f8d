import { minCases } from '@quayside/contract'
import { addTime, days } from '../../../platform/jobs/clock.ts'
import type { Queryable } from '../../../platform/database/postgres.ts'
import { lastRun, readKeptPromises } from './store.ts'

/** Period of the public figures, days. */
export const periodDays = 90

/** A median or share of fewer cases than `minCases` says nothing and is null. */
const enough = <T>(cases: number, value: T): T | null => (cases < minCases ? null : value)
const seconds = (value: number | null) => (value === null ? null : Math.round(value))

export type PromiseFigures = {
  decided: number
  paid: number
  decision: { median: number; p95: number } | null
  payment: { median: number; p95: number } | null
  rejectedPercent: number | null
  overdue: number
  open: number
  coverage: string | null
  checkedAt: string | null
}

/** The figures of the platform's promises: one reading for merchants and operators. */
export async function readPromiseFigures(db: Queryable, now: Date): Promise<PromiseFigures> {
  const [kept, last] = await Promise.all([readKeptPromises(db, addTime(now, -days(periodDays)), now), lastRun(db)])
  const span = (cases: number, median: number | null, p95: number | null) => {
    const [middle, high] = [seconds(median), seconds(p95)]
    return middle === null || high === null ? null : enough(cases, { median: middle, p95: high })
  }
  return {
    decided: kept.decided,
    paid: kept.paid,
    decision: span(kept.decided, kept.decision_median, kept.decision_p95),
    payment: span(kept.paid, kept.payment_median, kept.payment_p95),
    rejectedPercent: enough(kept.decided, Math.round((kept.rejected * 1000) / Math.max(kept.decided, 1)) / 10),
    overdue: kept.overdue,
    open: kept.open,
    coverage: last?.figures.coverage ?? null,
    checkedAt: last?.at.toISOString() ?? null,
  }
}
