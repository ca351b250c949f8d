export type Period = { from: string; to: string }
export type PeriodChoice = 'this-month' | 'last-month' | 'own-dates'

/** The first and last day of this month until today, or of the last month. */
export function monthOf(choice: Exclude<PeriodChoice, 'own-dates'>, today: string): Period {
  const first = `${today.slice(0, 7)}-01`
  if (choice === 'this-month') return { from: first, to: today }
  const end = new Date(Date.parse(`${first}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
  return { from: `${end.slice(0, 7)}-01`, to: end }
}
