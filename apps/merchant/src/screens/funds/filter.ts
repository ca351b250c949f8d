import { ledgerEvents, type LedgerEvent } from '@quayside/contract'
import { paths } from '../../paths.ts'
import { useQuery } from '../../router.ts'

/** What may narrow the funds records. All of it stands in the address, so that a way back finds it again. */
export type FundsFilter = { event?: LedgerEvent; from?: string; to?: string; code?: string }

// Anybody can write an address: what is no day at all cannot be shown as one.
const isDay = (text: string | undefined) =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** The filter of the address, without what is none. */
export function useFundsFilter(): FundsFilter {
  const query = useQuery(paths.funds)
  const event = ledgerEvents.find((name) => name === query.event)
  const code = query.code?.trim().slice(0, 20)
  return {
    ...(event ? { event } : {}),
    ...(isDay(query.from) ? { from: query.from } : {}),
    ...(isDay(query.to) ? { to: query.to } : {}),
    ...(code ? { code } : {}),
  }
}
