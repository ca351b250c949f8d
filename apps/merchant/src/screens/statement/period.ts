export type Period = { from: string; to: string }
export type PeriodChoice = 'this-month' | 'last-month' | 'own-dates'

/** Today in a time zone, as YYYY-MM-DD. */
export function todayIn(timeZone: string, now: Date = new Date()): string {
  const part = Object.fromEntries(
    new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  )
  return `${part['year']}-${part['month']}-${part['day']}`
}

/** The first and last day of this month until today, or of the last month. */
export function monthOf(choice: Exclude<PeriodChoice, 'own-dates'>, today: string): Period {
  const first = `${today.slice(0, 7)}-01`
  if (choice === 'this-month') return { from: first, to: today }
  const end = new Date(Date.parse(`${first}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
  return { from: `${end.slice(0, 7)}-01`, to: end }
}
