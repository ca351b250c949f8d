/**
 * What a refund order is: its states, what may follow, its clock, and who pays what. Pure.
 * A buyer asks for an order's payment back, all or a part. The merchant agrees, by silence too, or objects; then the platform
 * decides. What is refunded goes to the card it came from and nowhere else.
 */
import { orderStatus, type OrderStatus, type RefundPayer, type RefundState } from '@quayside/contract'
import { hours } from '../../platform/clock.ts'
import { restInEscrow, type OrderMoney } from '../orders/entries.ts'

/** How long the merchant may take to answer; silence agrees. */
export const answerWithin = hours(48)

// That an order's cancellation ends its open refund as refunded, the database does itself.
const follows: Record<RefundState, readonly RefundState[]> = {
  requested: ['agreed', 'objected', 'withdrawn'],
  // Waits for the pick-up: an order that awaits it has its whole payment in escrow.
  agreed: ['refunded'],
  objected: ['agreed', 'declined'],
  refunded: [],
  declined: [],
  withdrawn: [],
}
export const mayBecome = (from: RefundState, to: RefundState): boolean => follows[from].includes(to)
export const isOpen = (state: RefundState): boolean => follows[state].length > 0

/** What is left of a payment to be refunded. */
export const refundable = (order: OrderMoney): bigint => order.totalPayment - order.refunded

/** All of an order that has not left: there is nothing to ship any more, so it is cancelled and its cost returned. */
export const cancels = (order: OrderMoney & { status: OrderStatus }, amount: bigint): boolean =>
  order.status === orderStatus.awaitingShipment && amount === refundable(order)

/** `amount` × `part` ÷ `whole`, rounded half up. */
const proRata = (amount: bigint, part: bigint, whole: bigint): bigint => (2n * amount * part + whole) / (2n * whole)

export type Pays = Record<RefundPayer, bigint>

/**
 * Who pays a refund of `amount`, at most what is left of the payment; sums to it. `available` is the merchant's balance, of which no
 * more than there is can be taken: the rest is owed. Before the receipt the order's escrow pays, then the supplier up to the
 * purchase cost; afterwards the commission gives back its share and the merchant the rest, out of what this order has pending first,
 * since what is pending of other orders is theirs.
 */
export function whoPays(order: OrderMoney & { status: OrderStatus }, amount: bigint, available: bigint): Pays {
  let left = amount
  const upTo = (most: bigint): bigint => {
    const taken = left < most ? left : most
    left -= taken
    return taken
  }
  const arrived = order.status === orderStatus.received || order.status === orderStatus.completed
  const commission = arrived ? upTo(commissionFor(order, amount)) : 0n
  const escrow = cancels(order, amount) ? upTo(amount) : arrived ? 0n : upTo(restInEscrow(order))
  const supplier = arrived ? 0n : upTo(order.totalCost - order.refundedSupplier)
  const pending = upTo(order.pending)
  const fromBalance = upTo(available)
  return { escrow, supplier, pending, available: fromBalance, due: left, commission }
}

/**
 * The commission that is given up for a refund. Reckoned on all refunds of the order together, so that parts of a payment give up no cent
 * more or less than the whole.
 */
export function commissionFor(order: OrderMoney, amount: bigint): bigint {
  const sofar = proRata(order.commission, order.refunded + amount, order.totalPayment)
  return sofar > order.refundedCommission ? sofar - order.refundedCommission : 0n
}
