/** The ways on which this installation can pay: nothing is offered, asked for or approved that none of them reaches. Pure. */
import { payoutNetworks, type PayoutNetwork, type WithdrawalMethod } from '@quayside/contract'
import type { Settings } from '../../settings.ts'
import type { PayoutToken, Rail } from './store.ts'

type Configured = Pick<Settings, 'mode' | 'money'>

/**
 * How money leaves: by a file for the bank or a transfer signed elsewhere, in demo mode and tests also through the test bank; null when no way
 * is configured. A chain pays from its hot wallets, so one without any takes deposits only.
 */
export function railOf({ mode, money }: Configured, method: WithdrawalMethod, network: string): Rail | null {
  const test = mode === 'production' ? null : 'test'
  if (method === 'bank') return money.bank ? 'bank-file' : test
  const chain = money.chains.find((one) => one.network === network)
  if (!chain) return test
  return chain.hot.length > 0 ? 'chain' : null
}

/** The token that a network pays: the first of its settings; the test bank's is USDT. */
export const payoutToken = ({ money }: Configured, network: string): PayoutToken =>
  money.chains.find((one) => one.network === network)?.tokens[0]?.symbol ?? 'USDT'

/** What can be paid to now. */
export const offeredDestinations = (
  settings: Configured,
): { bank: boolean; networks: { network: PayoutNetwork; token: PayoutToken }[] } => ({
  bank: railOf(settings, 'bank', 'bank') !== null,
  networks: payoutNetworks
    .filter((network) => railOf(settings, 'chain', network) !== null)
    .map((network) => ({ network, token: payoutToken(settings, network) })),
})
