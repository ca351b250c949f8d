/**
 * Points at which a test can kill the process, to check the recovery from a crash. No effect outside tests.
 */
export const failPoints = [
  'payout: before it is marked as sending',
  'payout: marked as sending, bank not asked',
  'payout: bank asked, answer not kept',
  'payout: answer kept, end not asked for',
  'payout: end known, not booked',
  'payout: booked',
] as const
export type FailPoint = (typeof failPoints)[number]

/** Kills the process without a shutdown if the test has chosen this point. */
export function failPoint(name: FailPoint | 'change: committed, nobody told'): void {
  if (process.env['QUAYSIDE_MODE'] === 'test' && process.env['QUAYSIDE_FAIL_AT'] === name)
    process.kill(process.pid, 'SIGKILL')
}
