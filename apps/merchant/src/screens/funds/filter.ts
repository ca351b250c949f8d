import { ledgerEvents, type LedgerEvent } from '@quayside/contract'
import { periodOf } from '../../lib/period.ts'
import { paths } from '../../paths.ts'
import { useSearchParams } from '../../router.ts'

/** The filter of the funds records. It is part of the URL, so that going back restores it. */
export type FundsFilter = { event?: LedgerEvent; from?: string; to?: string; code?: string }

/** The filter of the URL, without invalid values. */
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
