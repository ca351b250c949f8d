import { ledgerEvents, type LedgerEvent } from '@quayside/contract'
import { periodOf } from '../../lib/period.ts'
import { paths } from '../../paths.ts'
import { useSearchParams } from '../../router.ts'

/** What may narrow the funds records. All of it stands in the address, so that a way back finds it again. */
export type FundsFilter = { event?: LedgerEvent; from?: string; to?: string; code?: string }

/** The filter of the address, without what is none. */
export function useFundsFilter(): FundsFilter {
  const query = useSearchParams(paths.funds)
  const event = ledgerEvents.find((name) => name === query.event)
  const code = query.code?.trim().slice(0, 20)
  return {
    ...(event ? { event } : {}),
    ...periodOf(query),
    ...(code ? { code } : {}),
  }
}
