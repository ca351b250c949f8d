import type { PayoutNetwork } from '@quayside/contract'

/** Names of the networks, the same in every language, with the name that wallets use. */
export const networkNames: Record<PayoutNetwork, string> = { ethereum: 'Ethereum (ERC-20)', tron: 'TRON (TRC-20)' }

export const networkName = (network: string): string =>
  networkNames[network as PayoutNetwork] ?? network.charAt(0).toUpperCase() + network.slice(1)
