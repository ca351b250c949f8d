import { useQuery } from '../../router.ts'
import { PendingPart } from './PendingPart.tsx'
import { ReportPart } from './ReportPart.tsx'

/** What a period brought, and, as a part with an address of its own, why money is not in the balance yet. */
export function FinanceScreen() {
  const { part } = useQuery()
  return part === 'pending' ? <PendingPart /> : <ReportPart />
}
