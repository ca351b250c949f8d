import { useSearchParams } from '../../router.ts'
import { PendingSection } from './PendingSection.tsx'
import { ReportSection } from './ReportSection.tsx'

/** What a period brought, and, as a part with an address of its own, why money is not in the balance yet. */
export function FinanceScreen() {
  const { part } = useSearchParams()
  return part === 'pending' ? <PendingSection /> : <ReportSection />
}
