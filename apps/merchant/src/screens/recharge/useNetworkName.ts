import { useT } from '../../words.tsx'

/** A network as people call it: its settings' name with a capital letter, a bank in words. */
export function useNetworkName(): (network: string) => string {
  const t = useT()
  return (network) =>
    network === 'bank' ? t('recharge.network.bank') : network.charAt(0).toUpperCase() + network.slice(1)
}
