import { paths } from '../../paths.ts'
import { useQuery } from '../../router.ts'
import { OneRecharge } from './OneRecharge.tsx'

/** One recharge; the card processor's page leads back here and says in `checkout` how it went there. */
export function RechargeDetailScreen() {
  const { id = '', checkout } = useQuery()
  const came = checkout === 'paid' || checkout === 'not-paid' ? checkout : undefined
  return <OneRecharge id={id} otherwise={paths.rechargeRecords} came={came} />
}
