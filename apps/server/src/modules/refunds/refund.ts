/**
 * What a refund order is: its states, what may follow, its clock, and who pays what. Pure.
 * A buyer asks for an order's payment back, all or a part. The merchant agrees, by silence too, or objects; then the platform
 * decides, or bears the refund itself once its time is over. What is refunded goes to the card it came from and nowhere else.
 */
import {
  orderStatus,
  type OrderStatus,
  type RefundBearer,
  type RefundPayer,
  type RefundState,
} from '@quayside/contract'
import { days, hours } from '../../platform/clock.ts'
import { escrowRemainder, type OrderMoney } from '../orders/entries.ts'

/** How long the merchant may take to answer; silence agrees. */
export const answerWindow = hours(48)
/**
 * How long the platform may take to decide after an objection, and after the merchant's time for what staff opened. Then the clock decides
 * against the platform: a buyer's request is refunded at the platform's cost, what staff opened is declined.
 */
export const decideWithin = days(10)

// That an order's cancellation ends its open refund as refunded, the database does itself.
const transitions: Record<RefundState, readonly RefundState[]> = {
  // Declined without an objection: what staff opened and nobody answered.
  requested: ['agreed', 'objected', 'withdrawn', 'declined'],
  // Waits for the pick-up: an order that awaits it has its whole payment in escrow.
  agreed: ['refunded'],
  objected: ['agreed', 'declined'],
  refunded: [],
  declined: [],
  withdrawn: [],
}
export const canTransition = (from: RefundState, to: RefundState): boolean => transitions[from].includes(to)
export const isOpen = (state: RefundState): boolean => transitions[state].length > 0

/** What is left of a payment to be refunded: what a bank asks for goes back by the bank. */
export const refundable = (order: OrderMoney): bigint => order.totalPayment - order.refunded - order.disputed

/** All of an order that has not left: there is nothing to ship any more, so it is cancelled and its cost returned. */
export const cancels = (order: OrderMoney & { status: OrderStatus }, amount: bigint): boolean =>
  order.status === orderStatus.awaitingShipment && amount === refundable(order)

type Placed = OrderMoney & { status: OrderStatus }
const isBeforeShipment = ({ status }: Placed): boolean =>
  status === orderStatus.awaitingPickup || status === orderStatus.awaitingShipment

/**
 * The most, in cents, that can be refunded of an order without cancelling it. Until the shipment that is what escrow holds beyond the
 * purchase cost, since the order still ships: whoever paid more would pay for goods that the buyer keeps.
 */
export function maxPartialRefund(order: Placed): bigint {
  if (!isBeforeShipment(order)) return refundable(order)
  const rest = escrowRemainder(order) - (order.funding === null ? order.totalCost : 0n)
  return rest < refundable(order) ? rest : refundable(order)
}

/**
 * Whether an agreed refund can be paid now. Until the pick-up the whole payment stays in escrow; until the shipment a part takes no more than
 * escrow holds.
 */
export const canPay = (order: Placed, amount: bigint, bearer: RefundBearer): boolean =>
  order.status !== orderStatus.awaitingPickup &&
  (!isBeforeShipment(order) || bearer === 'platform' || cancels(order, amount) || amount <= escrowRemainder(order))

/** The supplier has something to bear only of what was shipped. */
export const supplierCanBear = (order: Placed): boolean => !isBeforeShipment(order)

/** `amount` × `part` ÷ `whole`, rounded half up. */
const proRata = (amount: bigint, part: bigint, whole: bigint): bigint => (2n * amount * part + whole) / (2n * whole)

export type Pays = Record<RefundPayer, bigint>
const nobody: Pays = { escrow: 0n, supplier: 0n, pending: 0n, available: 0n, due: 0n, commission: 0n, platform: 0n }

/**
 * Who pays a refund of `amount` cents, at most what is left of the payment; sums to it. The order's own money comes first: before the receipt
 * its escrow; afterwards the commission gives back its share, and then what this order has pending, since what is pending of other orders is
 * theirs. What that does not cover is the bearer's: the merchant's balance (`available`, of which no more than there is can be taken) and
 * then a debt; or, by the platform's decision, first the supplier up to the purchase cost; or all of it the platform's.
 */
export function whoPays(order: Placed, amount: bigint, available: bigint, bearer: RefundBearer): Pays {
  if (cancels(order, amount)) return { ...nobody, escrow: amount }
  if (bearer === 'platform') return { ...nobody, platform: amount }
  let left = amount
  const upTo = (most: bigint): bigint => {
    const taken = left < most ? left : most
    left -= taken
    return taken
  }
  const arrived = order.status === orderStatus.received || order.status === orderStatus.completed
  const commission = arrived ? upTo(commissionFor(order, amount)) : 0n
  const escrow = arrived ? 0n : upTo(escrowRemainder(order))
  const pending = upTo(order.pending)
  const supplier = bearer === 'supplier' && supplierCanBear(order) ? upTo(order.totalCost - order.refundedSupplier) : 0n
  const fromBalance = upTo(available)
  return { ...nobody, escrow, supplier, pending, available: fromBalance, due: left, commission }
}

/**
 * The commission, in cents, that is given up for a refund that the platform does not bear. Reckoned on all such refunds of the order together,
 * so that parts of a payment give up no cent more or less than the whole.
 */
export function commissionFor(order: OrderMoney, amount: bigint): bigint {
  const sofar = proRata(order.commission, order.refunded - order.refundedPlatform + amount, order.totalPayment)
  return sofar > order.refundedCommission ? sofar - order.refundedCommission : 0n
}

/** What an open refund of `amount` cents may take of the order's pending earnings; nothing else of them waits for its decision. */
export const amountOnHold = (order: Placed, amount: bigint): bigint => whoPays(order, amount, 0n, 'merchant').pending
