/**
 * After a restore of the database to a point in time: pauses payouts, books what the card processor has done since,
 * and lists what a person has to compare with the bank and the chains. Run it before the server starts, with the
 * server's settings. Safe to repeat.
 *   node apps/server/src/cli/after-restore.ts 2026-11-22T16:30:00Z
 * Exit code 0: nothing is left to compare; 1: something is; 2: the command failed.
 */
import { formatCents } from '@quayside/contract'
import { openApp } from '../composition/app.ts'
import { compareWithOutside } from '../modules/money/recovery/compare-with-outside.ts'
import { readSettingFiles } from '../settings-files.ts'
import { readSettings } from '../settings.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  return 2
})

async function main(): Promise<number> {
  const since = new Date(process.argv[2] ?? '')
  if (Number.isNaN(since.getTime()))
    throw new Error('after-restore: give the time of the restore, as 2026-11-22T16:30:00Z')
  readSettingFiles()
  const app = await openApp(readSettings(process.env), { logLevel: 'silent' })
  try {
    const found = await compareWithOutside(app.ctx, app.processors, since)
    print('Payouts are paused. An operator of the desk finance ends the pause.')
    print(`Card processor: ${found.events} events read, ${found.unbooked.length} wait for an operator`)
    for (const { event, reason } of found.unbooked) print(`  ${event}: ${reason}`)
    print(`Refunds of the card processor: ${found.refundsBooked} booked, ${found.refundsToCheck.length} to check`)
    for (const { reference, refundId, amount, why } of found.refundsToCheck)
      print(
        `  ${reference}: ${formatCents(amount)}, ${why === 'unknown' ? `no refund ${refundId ?? 'of ours'}` : 'another amount'}`,
      )
    print(`Withdrawals that may have been paid since: ${found.withdrawals.length}`)
    for (const row of found.withdrawals)
      print(`  ${row.code}: ${formatCents(row.net)}, ${row.method}, ${row.state}, shop ${row.shop_code}`)
    print(`Missing files: ${found.missingFiles.length}`)
    for (const id of found.missingFiles) print(`  ${id}`)
    const left =
      found.unbooked.length + found.refundsToCheck.length + found.withdrawals.length + found.missingFiles.length
    return left === 0 ? 0 : 1
  } finally {
    await app.close()
  }
}
