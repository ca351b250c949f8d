/** Deposits: states, transitions and amounts. Pure. */
import {
  depositChannels,
  depositChannelTraits,
  parseCents,
  type DepositChannel,
  type DepositChannelTraits,
  type DepositState,
} from '@quayside/contract'
import { refuse } from '../../../platform/refusal.ts'

/** The most open recharges by transfer of one shop, and the most unpaid card checkouts. */
export const maxOpenDeposits = 10

const transitions: Record<DepositState, readonly DepositState[]> = {
  'awaiting-transfer': ['under-review', 'credited', 'expired', 'cancelled'],
  confirming: ['credited', 'below-minimum', 'reversed'],
  'under-review': ['credited', 'rejected', 'cancelled'],
  // Deposits below the minimum are credited when their sum reaches it.
  'below-minimum': ['credited', 'reversed'],
  // A chain may drop a transaction and include it again.
  credited: ['reversed', 'disputed'],
  reversed: ['confirming'],
  // The card's bank asks for the money back and decides. After a partial loss the rest stays credited.
  disputed: ['credited', 'charged-back'],
  // A bank may change its decision.
  'charged-back': ['credited'],
  // Late money is credited as well.
  expired: ['credited', 'under-review'],
  cancelled: ['under-review', 'credited'],
  rejected: [],
}
export const canTransition = (from: DepositState, to: DepositState): boolean => transitions[from].includes(to)

/** Whether a recharge of this channel can have this state. */
export const canReach = (channel: DepositChannel, state: DepositState): boolean =>
  depositChannelTraits[channel].states.includes(state)

/** The channels with a property. */
export const channelsWith = (hasProperty: (traits: DepositChannelTraits) => boolean): DepositChannel[] =>
  depositChannels.filter((channel) => hasProperty(depositChannelTraits[channel]))

/** Whether operators review recharges of this channel. */
export const isReviewed = ({ approvableStates }: DepositChannelTraits): boolean => approvableStates.length > 0

/**
 * Whether a recharge still waits for its payment, or for the review of its voucher to begin: the merchant may cancel
 * it.
 * An operator who looks at a PIX recharge does not change that; one who names a line of the bank does.
 */
export const awaitsPayment = ({
  channel,
  state,
  bank_line_id,
}: {
  channel: DepositChannel
  state: DepositState
  bank_line_id: string | null
}): boolean =>
  state === 'awaiting-transfer' ||
  (state === 'under-review' && !depositChannelTraits[channel].hasVoucher && bank_line_id === null)

/** Least amount of a channel, cents. */
export const minimumOf = (channel: DepositChannel): bigint => parseCents(depositChannelTraits[channel].minimum)

/** Refuses `deposit/below-minimum` with the minimum of the channel. */
export function requireMinimum(channel: DepositChannel, amount: bigint): void {
  if (amount < minimumOf(channel)) refuse('deposit/below-minimum', { least: depositChannelTraits[channel].minimum })
}

/** Whole cents of a token amount, rounded down. One token counts as one dollar. */
export const centsOf = (units: bigint, decimals: number): bigint => units / 10n ** BigInt(decimals - 2)

/** Centavos to pay for an amount in cents, rounded up. `rate`: centavos for one dollar. */
export const centavosFor = (cents: bigint, rate: number): bigint => (cents * BigInt(rate) + 99n) / 100n

/** Cents for an amount in centavos, rounded down. `rate`: centavos for one dollar. */
export const centsFor = (centavos: bigint, rate: number): bigint => (centavos * 100n) / BigInt(rate)
