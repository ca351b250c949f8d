import { useSearchParams } from '../../router.ts'
import { PendingSection } from './PendingSection.tsx'
import { ReportSection } from './ReportSection.tsx'

/** The report of a period. With `part=pending` in the URL: why money is not in the balance yet. */
export function FinanceScreen() {
  const { part } = useSearchParams()
  return part === 'pending' ? <PendingSection /> : <ReportSection />
}
