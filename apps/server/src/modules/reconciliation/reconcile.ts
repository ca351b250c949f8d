import { toWire } from '@quayside/contract'
import type { House } from '../../platform/house.ts'
import { sql, type Database } from '../../platform/postgres.ts'
import { rootsFile, type RootProof } from '../ledger/daily-root.ts'
import { pausePayouts, readPause, resumePayouts } from '../withdrawals/store.ts'
import { checkBooks, insertRun, readFigures, type Check, type Figures } from './store.ts'

/** Why the books were checked. */
export type Cause = 'daily' | 'operator' | 'command' | 'resume'

export type Reconciliation = {
  at: Date
  checks: Check[]
  figures: Figures & { coverage: string | null }
  /** Nothing that stops payouts is broken. */
  whole: boolean
  paused: { since: Date; cause: string } | null
}

/** Assets for each dollar owed, four decimals, rounded down; null while nothing is owed. */
export function coverageOf({ assets, owed }: { assets: bigint; owed: bigint }): string | null {
  if (owed <= 0n) return null
  const parts = assets < 0n ? 0n : (assets * 10_000n) / owed
  return `${parts / 10_000n}.${String(parts % 10_000n).padStart(4, '0')}`
}

/**
 * Checks the books at one moment, keeps the run, and pauses payouts when a law that stops them is broken.
 * A pause ends by people only: for an operator, with the cause `resume`, it is taken away in the same transaction that has found everything whole.
 */
export async function checkAndKeep(
  db: Database,
  cause: Cause,
  now: Date,
  { operatorId, proof }: { operatorId?: string; proof?: RootProof } = {},
): Promise<Reconciliation> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      // Recomputing years of books may take longer than a request may, and must not meet a run that ends a pause meanwhile.
      await sql`set local statement_timeout = 0`.execute(tx)
      await sql`set local lock_timeout = '60s'`.execute(tx)
      await sql`select lock_payout_pause()`.execute(tx)

      const checks = await checkBooks(tx, now, proof)
      const figures = await readFigures(tx, now)
      const coverage = coverageOf(figures)
      const stopping = checks.filter((check) => !check.ok && check.stopsPayouts)
      const whole = stopping.length === 0
      const id = await insertRun(tx, {
        at: now,
        cause,
        whole,
        checks,
        figures: {
          assets: toWire(figures.assets),
          owed: toWire(figures.owed),
          coverage,
          waiting: figures.waiting.map((row) => ({ ...row, amount: toWire(row.amount) })),
        },
      })
      if (!whole) await pausePayouts(tx, stopping.map((check) => check.name.split(' ')[0]).join(', '), now)
      else if (operatorId) await resumePayouts(tx, operatorId, id, now)
      return {
        at: now,
        checks,
        figures: { ...figures, coverage },
        whole,
        paused: (await readPause(tx)) ?? null,
      }
    })
}

/** The same inside the server: a break is an error in its log. */
export async function reconcile(house: House, cause: Exclude<Cause, 'resume'>): Promise<Reconciliation> {
  return tellLog(house, cause, await checkAndKeep(house.db, cause, house.clock.now(), { proof: proofOf(house) }))
}

/** Checks the books and, when they are whole, lets payouts go on, as an operator of finance asked. */
export async function reconcileToResume(house: House, operatorId: string): Promise<Reconciliation> {
  return tellLog(
    house,
    'resume',
    await checkAndKeep(house.db, 'resume', house.clock.now(), { operatorId, proof: proofOf(house) }),
  )
}

const proofOf = ({ settings, statementKey }: House): RootProof => ({
  known: statementKey.known,
  file: rootsFile(settings.dataDir),
})

function tellLog(house: House, cause: Cause, run: Reconciliation): Reconciliation {
  const broken = run.checks.filter((check) => !check.ok)
  if (broken.length > 0)
    house.log.error(
      { broken, paused: run.paused },
      run.whole ? 'the books disagree' : 'the books are broken, payouts are paused',
    )
  else house.log.info({ cause, coverage: run.figures.coverage }, 'the books are whole')
  return run
}
