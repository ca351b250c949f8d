/**
 * Places at which a test may end the process, to see what a crash there leaves behind. Outside tests they are
 * nothing.
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

/** Ends the process without any farewell when the test that started it chose this place. */
export function failPoint(name: FailPoint): void {
  if (process.env['QUAYSIDE_MODE'] === 'test' && process.env['QUAYSIDE_FAIL_AT'] === name)
    process.kill(process.pid, 'SIGKILL')
}
