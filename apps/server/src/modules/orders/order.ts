/**
 * An order is a buyer's purchase from one shop. It exists for the merchant from the moment it is placed, and is worth
 * something only from the moment the buyer's payment is booked in its own escrow account. The merchant picks it up by paying
 * the purchase cost, from that escrow or from the balance; it ships, arrives, and settles. Price, cost and commission are
 * fixed when it is placed and never change.
 */
import { orderStatus, type OrderStatus, type RefusalName } from '@quayside/contract'
import { days, hours, minutes } from '../../platform/clock.ts'

/** How long a buyer may take to pay. */
export const paymentWindow = minutes(30)
/** How long the goods of an unpaid order are held: from placing it, and again from opening its checkout. */
export const stockHoldDuration = minutes(15)
/** What unpaid orders may hold at once. The constraints of `stock_hold_count` hold the same numbers. */
export const maxStockHolds = {
  buyer: { orders: 5, pieces: 200 },
  network: { orders: 20, pieces: 400 },
  shop: { orders: 300, pieces: 3000 },
} as const
/** Orders that one buyer may place in an hour without paying them. */
export const maxUnpaidPerHour = 20
/** Cents; the largest card payment that the processor takes. */
export const maxOrderTotal = 99_999_999n
/** How long the merchant may take to pick up; then the buyer is refunded, and nothing is held against the merchant. */
export const pickupWindow = hours(72)
/** How long the platform may take to ship what was picked up; then the cost goes back and the buyer is refunded. */
export const shippingWindow = days(7)
/** A shipped order without any news counts as received after this. */
export const receiptWindow = days(30)
/** Earnings of a received order stay pending this long, so that a buyer can ask for a refund. */
export const protectionWindow = days(7)
/** How long a pick-up plan can be paid. */
export const planValid = minutes(10)

/** What may follow what. Everything else is refused. */
export const transitions: Record<OrderStatus, readonly OrderStatus[]> = {
  [orderStatus.awaitingPayment]: [orderStatus.awaitingPickup, orderStatus.cancelled],
  [orderStatus.awaitingPickup]: [orderStatus.awaitingShipment, orderStatus.cancelled],
  [orderStatus.awaitingShipment]: [orderStatus.shipped, orderStatus.cancelled],
  [orderStatus.shipped]: [orderStatus.received],
  [orderStatus.received]: [orderStatus.completed],
  [orderStatus.completed]: [],
  [orderStatus.cancelled]: [],
}

export const canTransition = (from: OrderStatus, to: OrderStatus): boolean => transitions[from].includes(to)

/** Why an order cannot be picked up, or null when it can. What can be picked up can be declined. */
export const pickUpRefusal = (status: OrderStatus): RefusalName | null =>
  status === orderStatus.awaitingPickup
    ? null
    : status === orderStatus.cancelled
      ? 'order/already-cancelled'
      : 'order/not-awaiting-pickup'
