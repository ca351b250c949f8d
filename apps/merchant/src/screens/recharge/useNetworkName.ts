import { useT } from '../../lib/i18n.tsx'
import { networkName } from '../withdraw/networks.ts'

/** A network as people call it, the same as where money goes out; a bank in words. */
export function useNetworkName(): (network: string) => string {
  const t = useT()
  return (network) => (network === 'bank' ? t('recharge.network.bank') : networkName(network))
}
