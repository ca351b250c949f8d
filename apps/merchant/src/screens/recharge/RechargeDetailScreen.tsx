import { paths } from '../../paths.ts'
import { useSearchParams } from '../../router.ts'
import { RechargeDetail } from './RechargeDetail.tsx'

/** One recharge. The page of the card processor returns here with its result in `checkout`. */
export function RechargeDetailScreen() {
  const { id = '', checkout } = useSearchParams()
  const checkoutResult = checkout === 'paid' || checkout === 'not-paid' ? checkout : undefined
  return <RechargeDetail id={id} otherwise={paths.funds} checkoutResult={checkoutResult} />
}
