/**
 * Checks the books of the database of DATABASE_URL. Prints a table, stores the run, and pauses payouts on a serious
 * break. Exit code 0: no break; 1: a break; 2: the books could not be read.
 */
import { formatCents } from '@quayside/contract'
import { checkAndSave, type Reconciliation } from '../modules/money/reconciliation/reconcile.ts'
import { openDatabase, openPool, reachDatabase } from '../platform/database/postgres.ts'
import { appRole, derivedLogins, userOf } from '../platform/database/roles.ts'
import { readSettingFiles } from '../settings-files.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

process.exitCode = await main().catch((error: unknown) => {
  print(`The books could not be read: ${error instanceof Error ? error.message : String(error)}`)
  return 2
})

async function main(): Promise<number> {
  readSettingFiles()
  const url = process.env['DATABASE_URL']
  if (!url) throw new Error('DATABASE_URL is not set')
  const db = openDatabase(openPool(userOf(url)?.split('.')[0] === appRole ? url : derivedLogins(url).app, { max: 1 }))
  try {
    await reachDatabase(db)
    const run = await checkAndSave(db, 'command', new Date())
    printReport(run)
    return run.checks.every((check) => check.ok) ? 0 : 1
  } finally {
    await db.destroy()
  }
}

function printReport({ checks, figures, paused, at }: Reconciliation): void {
  const width = Math.max(...checks.map((check) => check.name.length))
  print(at.toISOString())
  for (const { name, ok, broken, isSum, stopsPayouts, warning } of checks) {
    const by = isSum ? formatCents(BigInt(broken)) : broken
    const result = ok ? (warning ? 'LOW' : 'whole') : `BROKEN (${by})${stopsPayouts ? ', stops payouts' : ''}`
    print(`  ${name.padEnd(width)}  ${result}`)
  }
  print(`  held ${formatCents(figures.assets)}, owed ${formatCents(figures.owed)}, cover ${figures.coverage ?? '–'}`)
  for (const { account, age, items, amount } of figures.waiting)
    print(
      `  waiting in ${account}, ${age === 'longer' ? 'longer than a week' : `less than a ${age}`}: ${items}, ${formatCents(amount)}`,
    )
  if (paused) print(`  PAYOUTS ARE PAUSED since ${paused.since.toISOString()}: ${paused.cause}`)
}
