import type { listDestinations, PayoutNetwork, ResponseBody } from '@quayside/contract'

/** Names of the networks, the same in every language, with the name that wallets use. */
const networkNames: Record<PayoutNetwork, string> = { ethereum: 'Ethereum (ERC-20)', tron: 'TRON (TRC-20)' }

export const networkName = (network: string): string =>
  networkNames[network as PayoutNetwork] ?? network.charAt(0).toUpperCase() + network.slice(1)

/** A network that payouts support, and the token that is sent on it. */
export type OfferedNetwork = ResponseBody<typeof listDestinations>['offers']['networks'][number]

/** What a wallet must take: the token, and the network that it comes on. */
export const tokenOn = (network: string, token: string | null | undefined): string =>
  token ? `${token} · ${networkName(network)}` : networkName(network)
