import { isAmount, type OrderFilter } from '@quayside/contract'
import { periodOf } from '../../lib/period.ts'
import { paths } from '../../paths.ts'
import { useSearchParams } from '../../router.ts'

/** The status tabs in the order of an order's life; the status that needs the merchant comes first. */
export const statusTabs = [0, 5, 2, 3, 4, 6, 1, 7] as const

/** The filter of the list beside status and search. */
export type OrderFilterFields = Pick<OrderFilter, 'from' | 'to' | 'least' | 'most'>

const amountOf = (text: string | undefined) => (text && isAmount(text) ? text : undefined)

/** Status and filter of the URL, without invalid values. The search field reads its own. */
export function useOrderFilter(): { status: OrderFilter['status']; narrow: OrderFilterFields } {
  const query = useSearchParams(paths.orders)
  const [least, most] = [amountOf(query.least), amountOf(query.most)]
  return {
    status: statusTabs.find((tab) => String(tab) === query.status) ?? 0,
    narrow: { ...periodOf(query), ...(least ? { least } : {}), ...(most ? { most } : {}) },
  }
}
