import { useT } from '../../lib/i18n.tsx'
import { networkName } from '../withdraw/networks.ts'

/** The display name of a network, as in withdrawals; a bank is translated. */
export function useNetworkName(): (network: string) => string {
  const t = useT()
  return (network) => (network === 'bank' ? t('recharge.network.bank') : networkName(network))
}
