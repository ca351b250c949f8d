import { useApiQuery } from '@quayside/client'
import { financeReport, type ResponseBody } from '@quayside/contract'
import { addDays, todayIn } from '../../lib/period.ts'

const dayLength = 86_400_000

/**
 * The report of as many days before a period. A period that has not ended is compared with one up to the same hour of
 * its last day.
 */
export function usePeriodBefore({ from, to, timeZone }: ResponseBody<typeof financeReport>) {
  const length = (Date.parse(to) - Date.parse(from)) / dayLength + 1
  const ended = to < todayIn(timeZone)
  const before = useApiQuery(financeReport, {
    from: addDays(from, -length),
    to: addDays(from, -1),
    ...(ended ? {} : { upToNow: true }),
  })
  return { previous: before.isPlaceholderData ? undefined : before.data, length, ended }
}
