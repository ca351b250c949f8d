import { coverState, formatCents, type BookCheck } from '@quayside/contract'
import type { AppContext } from '../../../platform/app-context.ts'
import { sql, type Database } from '../../../platform/database/postgres.ts'
import { coverageOf } from '../ledger/coverage.ts'
import { rootsFile, type RootProof } from '../ledger/daily-root.ts'
import { pausePayouts, findPause, resumePayouts } from '../withdrawals/store.ts'
import { checkBooks, insertRun, readFigures, type ReconciliationFigures } from './store.ts'

/** The reason of a check. */
export type ReconciliationTrigger = 'daily' | 'operator' | 'command' | 'resume'

export type Reconciliation = {
  at: Date
  checks: BookCheck[]
  figures: ReconciliationFigures & { coverage: string | null }
  /** No broken check pauses payouts. */
  whole: boolean
  paused: { since: Date; cause: string } | null
}

/**
 * Checks the books in one snapshot, saves the run, and pauses payouts when a check that stops them fails. Only a person
 * ends a pause: with the cause `resume` and an operator, the transaction that found no such failure also ends the
 * pause.
 */
export async function checkAndSave(
  db: Database,
  cause: ReconciliationTrigger,
  now: Date,
  { operatorId, note, proof }: { operatorId?: string; note?: string | undefined; proof?: RootProof } = {},
): Promise<Reconciliation> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      // Checking years of books can exceed the timeout of a request. The lock excludes a parallel run that ends a
      // pause.
      await sql`set local statement_timeout = 0`.execute(tx)
      await sql`set local lock_timeout = '60s'`.execute(tx)
      await sql`select lock_payout_pause()`.execute(tx)

      const figures = await readFigures(tx, now)
      const coverage = coverageOf(figures)
      const checks = [...(await checkBooks(tx, now, proof)), checkCover(figures)]
      const stopping = checks.filter((check) => !check.ok && check.stopsPayouts)
      const whole = stopping.length === 0
      const id = await insertRun(tx, {
        at: now,
        cause,
        whole,
        checks,
        figures: {
          assets: formatCents(figures.assets),
          owed: formatCents(figures.owed),
          coverage,
          waiting: figures.waiting.map((row) => ({ ...row, amount: formatCents(row.amount) })),
        },
      })
      if (!whole) await pausePayouts(tx, stopping.map((check) => check.name.split(' ')[0]).join(', '), now)
      else if (operatorId) await resumePayouts(tx, operatorId, id, note ?? null, now)
      return {
        at: now,
        checks,
        figures: { ...figures, coverage },
        whole,
        paused: (await findPause(tx)) ?? null,
      }
    })
}

/**
 * R17: a warning before less is held than is owed, and a failure from then on. It finds no difference in the books, so
 * it pauses no payouts: the platform's owner has to fund what is missing.
 */
function checkCover(figures: ReconciliationFigures): BookCheck {
  const state = coverState(coverageOf(figures))
  return {
    name: 'R17 cover: what is held without debts of shops and expenses is at least what is owed',
    ok: state !== 'short',
    broken: state === 'short' ? Number(figures.owed - figures.assets) : 0,
    isSum: true,
    stopsPayouts: false,
    warning: state === 'low',
  }
}

/** Checks the books inside the server: a failed check is an error in its log. */
export async function reconcile(
  ctx: AppContext,
  cause: Exclude<ReconciliationTrigger, 'resume'>,
): Promise<Reconciliation> {
  return logResult(ctx, cause, await checkAndSave(ctx.db, cause, ctx.clock.now(), { proof: proofOf(ctx) }))
}

/** Checks the books and ends the payout pause, if no check that stops payouts fails. For an operator of finance. */
export async function reconcileToResume(
  ctx: AppContext,
  operatorId: string,
  note: string | undefined,
): Promise<Reconciliation> {
  return logResult(
    ctx,
    'resume',
    await checkAndSave(ctx.db, 'resume', ctx.clock.now(), { operatorId, note, proof: proofOf(ctx) }),
  )
}

const proofOf = ({ settings, statementKey }: AppContext): RootProof => ({
  known: statementKey.known,
  file: rootsFile(settings.dataDir),
})

function logResult(ctx: AppContext, cause: ReconciliationTrigger, run: Reconciliation): Reconciliation {
  const broken = run.checks.filter((check) => !check.ok)
  if (broken.length > 0)
    ctx.log.error(
      { broken, paused: run.paused },
      run.whole ? 'reconciliation: checks failed' : 'reconciliation: checks failed, payouts are paused',
    )
  else if (run.checks.some((check) => check.warning))
    ctx.log.warn({ cause, coverage: run.figures.coverage }, 'reconciliation: the cover is low')
  else ctx.log.info({ cause, coverage: run.figures.coverage }, 'reconciliation: all checks passed')
  return run
}
