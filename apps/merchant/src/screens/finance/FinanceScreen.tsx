import { useSearch } from '@tanstack/react-router'
import { PendingPart } from './PendingPart.tsx'
import { ReportPart } from './ReportPart.tsx'

/** What a period brought, and, as a part with an address of its own, why money is not in the balance yet. */
export function FinanceScreen() {
  const { part } = useSearch({ strict: false }) as { part?: string }
  return part === 'pending' ? <PendingPart /> : <ReportPart />
}
