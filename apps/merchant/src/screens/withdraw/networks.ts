import type { PayoutNetwork } from '@quayside/contract'

/** Proper names, the same in every language, with the one that wallets write beside them. */
export const networkNames: Record<PayoutNetwork, string> = { ethereum: 'Ethereum (ERC-20)', tron: 'TRON (TRC-20)' }

export const networkName = (network: string): string =>
  networkNames[network as PayoutNetwork] ?? network.charAt(0).toUpperCase() + network.slice(1)
