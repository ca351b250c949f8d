// Anybody can write a URL: an invalid day must not reach the formatter.
const isDay = (text: string | undefined) =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** The days of a URL, without invalid ones. */
export const periodOf = (query: { from?: string | undefined; to?: string | undefined }) => ({
  ...(isDay(query.from) ? { from: query.from } : {}),
  ...(isDay(query.to) ? { to: query.to } : {}),
})

/** Today in a time zone, as YYYY-MM-DD; without one, in that of the device. */
export function todayIn(timeZone: string | undefined, now: Date = new Date()): string {
  const part = Object.fromEntries(
    new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  )
  return `${part['year']}-${part['month']}-${part['day']}`
}

const dayLength = 86_400_000
/** The day some days after a day, or before it with a negative number. */
export const addDays = (day: string, by: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * dayLength).toISOString().slice(0, 10)

/** The first day of the month some months after that of a day. */
export function addMonths(day: string, by: number): string {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 10)
}

/** The days of the month of a day. */
export function daysOfMonth(day: string): string[] {
  const first = addMonths(day, 0)
  const length = (Date.parse(addMonths(day, 1)) - Date.parse(first)) / dayLength
  return Array.from({ length }, (_, i) => addDays(first, i))
}
