/**
 * The payment rails of this installation: a bank file, a chain, or the test bank. Nothing is offered, requested or
 * approved without a rail that runs.
 */
import {
  payoutNetworks,
  type PayoutNetwork,
  type WithdrawalMethod,
  type WithdrawalState,
  type WithdrawalWait,
} from '@quayside/contract'
import { addTime, hours } from '../../../../platform/jobs/clock.ts'
import type { Queryable } from '../../../../platform/database/postgres.ts'
import type { Settings } from '../../../../settings.ts'
import { bankHolderOf } from '../requests/destination.ts'
import { findPause, type PayoutToken, type Rail } from '../store.ts'
import { listRestingRails } from './rail-store.ts'

type Configured = Pick<Settings, 'mode' | 'money'>

/** A chain whose nodes have reported no new block for this time pays nothing. */
const maxSilence = hours(2)

/**
 * The rail of a payment as configured: a bank file or a transfer signed offline; in demo mode and tests also the test
 * bank, for what production can pay as well. Null when none is configured. A chain without hot wallets accepts
 * deposits only. Nothing pays TRON: transfers are made for chains of the Ethereum kind.
 */
export function railOf({ mode, money }: Configured, method: WithdrawalMethod, network: string): Rail | null {
  const test = mode === 'production' ? null : 'test'
  if (method === 'bank') return money.bank ? 'bank-file' : test
  const chain = money.chains.find((one) => one.network === network)
  if (!chain) return network === 'tron' ? null : test
  return chain.hot.length > 0 ? 'chain' : null
}

/** The networks that rest (`bank` for the bank): stopped by an operator, or silent. */
export type UnavailableRails = ReadonlyMap<string, 'stopped' | 'silent'>

/** A network without a new block since this instant is silent. */
export const silentSince = (now: Date): Date => addTime(now, -maxSilence)

export const asResting = (rows: readonly { network: string; stopped: boolean }[]): UnavailableRails =>
  new Map(rows.map(({ network, stopped }) => [network, stopped ? 'stopped' : 'silent']))

export const unavailableRails = async (db: Queryable, now: Date): Promise<UnavailableRails> =>
  asResting(await listRestingRails(db, silentSince(now)))

/**
 * The rail that can pay a destination now; null without one. Silence of a network stops the rail of that chain only:
 * the test bank reads no chain, and an earlier start may have left the last block of one.
 */
export function runningRail(
  settings: Configured,
  resting: UnavailableRails,
  { method, network }: { method: WithdrawalMethod; network: string },
): Rail | null {
  const rail = railOf(settings, method, network)
  const rest = resting.get(network)
  return rest === 'stopped' || (rest === 'silent' && rail === 'chain') ? null : rail
}

/** The token that a network pays: the first of its settings; USDT for the test bank. */
export const payoutToken = ({ money }: Configured, network: string): PayoutToken =>
  money.chains.find((one) => one.network === network)?.tokens[0]?.symbol ?? 'USDT'

/** The destinations that can be paid now. */
export const offeredDestinations = (
  settings: Configured,
  resting: UnavailableRails,
): {
  bank: boolean
  bankKinds: ('account' | 'card')[]
  networks: { network: PayoutNetwork; token: PayoutToken }[]
} => ({
  bank: runningRail(settings, resting, { method: 'bank', network: 'bank' }) !== null,
  // A bank pays accounts; most banks pay no card.
  bankKinds: railOf(settings, 'bank', 'bank') === 'bank-file' ? ['account', 'card'] : ['card', 'account'],
  networks: payoutNetworks
    .filter((network) => runningRail(settings, resting, { method: 'chain', network }) !== null)
    .map((network) => ({ network, token: payoutToken(settings, network) })),
})

/** What can hold up a withdrawal besides a decision. */
export type PayoutBlockers = { resting: UnavailableRails; paused: boolean }

export const readHoldups = async (db: Queryable, now: Date): Promise<PayoutBlockers> => {
  const [resting, pause] = await Promise.all([unavailableRails(db, now), findPause(db)])
  return { resting, paused: pause !== undefined }
}

/**
 * Why a withdrawal waits although nobody has to decide; null while nothing holds it up. A sent payment waits for a
 * rail only on a chain that is not configured any more: nobody can ask its network.
 */
export function waitsFor(
  settings: Configured,
  { resting, paused }: PayoutBlockers,
  w: {
    state: WithdrawalState
    method: WithdrawalMethod
    network: string
    rail: Rail | null
    holder: string
    latin_holder: string | null
  },
): WithdrawalWait | null {
  if (w.state === 'pending' || w.state === 'approved') {
    const rail = runningRail(settings, resting, w)
    // The rail of an approved withdrawal is fixed: another one does not pay it.
    if (!rail || (w.state === 'approved' && rail !== w.rail)) return 'rail-off'
    if (paused) return 'payouts-paused'
    return rail === 'bank-file' && bankHolderOf(w) === null ? 'latin-name' : null
  }
  const sent = w.state === 'sending' || w.state === 'unknown'
  return sent && w.rail === 'chain' && !settings.money.chains.some(({ network }) => network === w.network)
    ? 'rail-off'
    : null
}
