/** What a recharge is: its states, what may follow, and its sums. Pure. */
import { minimumDeposit, parseMoney, type DepositChannel, type DepositState } from '@quayside/contract'
import { hours } from '../../platform/clock.ts'

/** Open recharges by transfer that a shop may have at once; as many card checkouts that wait for their payment. */
export const maxOpenDeposits = 10
/** How long a PIX code or a card checkout waits for its payment. */
export const pixPaymentWindow = hours(24)
export const cardPaymentWindow = hours(1)

const transitions: Record<DepositState, readonly DepositState[]> = {
  'awaiting-transfer': ['under-review', 'credited', 'expired', 'cancelled'],
  confirming: ['credited', 'below-minimum', 'reversed'],
  'under-review': ['credited', 'rejected'],
  // A deposit too small on its own is credited when the sum of such deposits is large enough.
  'below-minimum': ['credited', 'reversed'],
  // The chain may take back what it showed, and show it again.
  credited: ['reversed', 'disputed'],
  reversed: ['confirming'],
  // The card's bank asks for it back, and decides. What is left of a recharge that was lost in part stays credited.
  disputed: ['credited', 'charged-back'],
  // A bank may change its decision.
  'charged-back': ['credited'],
  // Money that comes late is credited all the same.
  expired: ['credited', 'under-review'],
  cancelled: ['credited'],
  rejected: [],
}
export const canTransition = (from: DepositState, to: DepositState): boolean => transitions[from].includes(to)

export const minimumOf = (channel: DepositChannel): bigint => parseMoney(minimumDeposit[channel])!

/** Whole cents of a token amount; what is smaller than a cent is left out. One token counts as one dollar. */
export const centsOf = (units: bigint, decimals: number): bigint => units / 10n ** BigInt(decimals - 2)

/** Centavos to pay for an amount in cents, rounded up to whole centavos. `rate` is centavos for a dollar. */
export const centavosFor = (cents: bigint, rate: number): bigint => (cents * BigInt(rate) + 99n) / 100n

/** Whole cents that an amount in centavos is worth, rounded down. `rate` is centavos for a dollar. */
export const centsFor = (centavos: bigint, rate: number): bigint => (centavos * 100n) / BigInt(rate)
