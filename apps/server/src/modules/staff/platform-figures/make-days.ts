import type { AppContext } from '../../../platform/app-context.ts'
import { addTime, days, minutes } from '../../../platform/jobs/clock.ts'
import { makeCohorts, makeDay, makeServiceTotals, readFirstDay, readMadeUntil } from './store.ts'

/** Days of one run; what is left follows a minute later. */
const maxDays = 60
/** After the end of a day: an entry of its last second may still be being booked. The database has the same. */
const pause = minutes(15)

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
export const nextDay = (day: string): string => dayOf(addTime(new Date(`${day}T00:00:00Z`), days(1)))

/**
 * Sums the postings of each day that has ended since the last one, counts the cohorts of the months touched, and sums
 * how soon all shops serve. Returns the number of days.
 */
export async function makePlatformDays(ctx: AppContext): Promise<number> {
  const last = dayOf(addTime(ctx.clock.now(), -days(1) - pause))
  const until = await readMadeUntil(ctx.db)
  if (until !== null && until >= last) return 0
  let day = until === null ? await readFirstDay(ctx.db) : nextDay(until)
  let made = 0
  const months = new Map<string, string>()
  while (day !== null && day <= last && made < maxDays) {
    await makeDay(ctx.db, day)
    months.set(day.slice(0, 7), day)
    made += 1
    day = nextDay(day)
  }
  for (const ofMonth of months.values()) await makeCohorts(ctx.db, ofMonth)
  if (made > 0) await makeServiceTotals(ctx.db, last)
  return made
}
