/** The payment rails of this installation. Nothing is offered, requested or approved without a rail. Pure. */
import { payoutNetworks, type PayoutNetwork, type WithdrawalMethod } from '@quayside/contract'
import type { Settings } from '../../settings.ts'
import type { PayoutToken, Rail } from './store.ts'

type Configured = Pick<Settings, 'mode' | 'money'>

/**
 * The rail of a payment: a bank file or a transfer signed offline; in demo mode and tests also the test bank. Null
 * when none is configured. A chain without hot wallets accepts deposits only.
 */
export function railOf({ mode, money }: Configured, method: WithdrawalMethod, network: string): Rail | null {
  const test = mode === 'production' ? null : 'test'
  if (method === 'bank') return money.bank ? 'bank-file' : test
  const chain = money.chains.find((one) => one.network === network)
  if (!chain) return test
  return chain.hot.length > 0 ? 'chain' : null
}

/** The token that a network pays: the first of its settings; USDT for the test bank. */
export const payoutToken = ({ money }: Configured, network: string): PayoutToken =>
  money.chains.find((one) => one.network === network)?.tokens[0]?.symbol ?? 'USDT'

/** The destinations that can be paid now. */
export const offeredDestinations = (
  settings: Configured,
): { bank: boolean; networks: { network: PayoutNetwork; token: PayoutToken }[] } => ({
  bank: railOf(settings, 'bank', 'bank') !== null,
  networks: payoutNetworks
    .filter((network) => railOf(settings, 'chain', network) !== null)
    .map((network) => ({ network, token: payoutToken(settings, network) })),
})
