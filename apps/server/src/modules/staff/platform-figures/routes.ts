import { formatCents, maxFigureDays, platformFigureNames } from '@quayside/contract'
import * as contract from '@quayside/contract/platform-figures'
import { csvStart, writeCsvLine } from '../../../platform/files/csv.ts'
import { defineRoute, Download, type Route } from '../../../platform/http/route.ts'
import type { Queryable } from '../../../platform/database/postgres.ts'
import { refuseFields } from '../../../platform/refusal.ts'
import type { Movement } from '../../shop/insights/report.ts'
import { platformFiguresOf } from './figures.ts'
import { dayOf, nextDay } from './make-days.ts'
import { listAges, listCohorts, listDaysToRead, listMovements, listMovementsOfDay, readMadeUntil } from './store.ts'

/** Cohorts at once: two years. */
const maxCohorts = 24
/** Days that are read from the ledger itself: today, and yesterday until the job has run. */
const maxDaysToRead = 2

type Period = { from: string; to: string; by: 'day' | 'month' }

function periodsOf({ from, to, by }: Period): string[] {
  const periods: string[] = []
  for (let day = from; day <= to; day = nextDay(day)) {
    const period = by === 'day' ? day : day.slice(0, 7)
    if (periods.at(-1) !== period) periods.push(period)
  }
  return periods
}

/** The figures of a period. Refuses one that ends before it begins, or is longer than two years. */
async function readPeriod(db: Queryable, period: Period, today: string) {
  const { from, to, by } = period
  const length = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  if (length < 1 || length > maxFigureDays) refuseFields({ to: 'field/invalid' })
  const rows: (Movement & { period: string })[] = await listMovements(db, from, to, by)
  const until = to > today ? today : to
  const missing = from > until ? [] : (await listDaysToRead(db, from, until)).slice(-maxDaysToRead)
  for (const day of missing)
    for (const row of await listMovementsOfDay(db, day))
      rows.push({ ...row, period: by === 'day' ? day : day.slice(0, 7) })
  const byPeriod = Map.groupBy(rows, (row) => row.period)
  return {
    total: platformFiguresOf(rows),
    periods: periodsOf(period).map((one) => ({ period: one, ...platformFiguresOf(byPeriod.get(one) ?? []) })),
  }
}

export const platformFigureRoutes = (): Route[] => [
  defineRoute(
    contract.platformFigures,
    async ({ now }, period, db) => ({
      madeUntil: await readMadeUntil(db),
      ...(await readPeriod(db, period, dayOf(now))),
    }),
    { audit: { unwritten: 'Figures over all shops.' } },
  ),

  defineRoute(
    contract.exportPlatformFigures,
    async ({ now }, period, db) => {
      const { periods } = await readPeriod(db, period, dayOf(now))
      const lines = [
        ['period (UTC)', ...platformFigureNames],
        ...periods.map((row) => [row.period, ...platformFigureNames.map((name) => String(row[name] ?? ''))]),
      ]
      return new Download(
        `quayside-figures-${period.from}-${period.to}.csv`,
        'text/csv; charset=utf-8',
        Buffer.from(csvStart + lines.map(writeCsvLine).join('')),
      )
    },
    { audit: { subject: 'books', act: 'exported', detail: ({ from, to, by }) => ({ from, to, by }) } },
  ),

  defineRoute(
    contract.platformAgeing,
    async ({ now }, _input, db) => ({
      at: now.toISOString(),
      rows: (await listAges(db, now)).map((row) => ({
        kind: row.kind,
        state: row.state,
        counts: row.counts,
        amount: formatCents(row.amount),
        oldest: row.oldest.toISOString(),
      })),
    }),
    { audit: { unwritten: 'Figures over all shops.' } },
  ),

  defineRoute(
    contract.platformCohorts,
    async (_call, _input, db) => ({
      cohorts: Map.groupBy(await listCohorts(db, maxCohorts), ({ cohort }) => cohort)
        .entries()
        .map(([cohort, rows]) => {
          const { shops, open, sold_ever: soldEver } = rows.at(-1)!
          return { cohort, shops, open, soldEver, months: rows.map(({ month, sold }) => ({ month, sold })) }
        })
        .toArray(),
    }),
    { audit: { unwritten: 'Figures over all shops.' } },
  ),
]
