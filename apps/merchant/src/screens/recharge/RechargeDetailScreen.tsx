import { paths } from '../../paths.ts'
import { useSearchParams } from '../../router.ts'
import { RechargeDetail } from './RechargeDetail.tsx'

/** One recharge; the card processor's page leads back here and says in `checkout` how it went there. */
export function RechargeDetailScreen() {
  const { id = '', checkout } = useSearchParams()
  const checkoutResult = checkout === 'paid' || checkout === 'not-paid' ? checkout : undefined
  return <RechargeDetail id={id} otherwise={paths.rechargeRecords} checkoutResult={checkoutResult} />
}
