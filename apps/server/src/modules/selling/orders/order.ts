/**
 * An order is a buyer's purchase from one shop. The merchant sees it from the moment the buyer places it. The buyer's
 * payment goes to an escrow account of the order. The merchant picks the order up: pays the purchase cost, from the
 * escrow or from the balance. Then the order ships, arrives and settles. Price, cost and commission are fixed when
 * the order is placed and never change. Its times are those of the business settings at that instant.
 */
import { orderStatus, type OrderStatus, type RefusalName } from '@quayside/contract'
import { addTime, days, minutes } from '../../../platform/jobs/clock.ts'

/** How long stock is reserved for an unpaid order: from placing it, and again from opening its checkout. */
export const stockHoldDuration = minutes(15)
/**
 * What unpaid orders may reserve at the same time. The constraints of `stock_hold_count` have the same numbers. Of a
 * network only orders without an opened checkout are counted: many people can share an address.
 */
export const maxStockHolds = {
  buyer: { orders: 5, pieces: 200 },
  network: { loose: 60, pieces: 400 },
} as const
/** For this time a hold without an opened checkout gives way to no order of the same kind that is as large. */
export const looseHoldPrecedence = minutes(2)
/** Loose holds of more pieces end after that time when they are why a variant is sold out. */
export const largeHold = 10
/** Unpaid orders that one buyer may place in an hour. */
export const maxUnpaidPerHour = 20
/** Cents. The largest card payment that the processor accepts. */
export const maxOrderTotal = 99_999_999n
/** Time that at least remains to ship an order whose shipment was undone. */
export const undoneShippingWindow = days(1)
/** A shipped order without a delivery report counts as received after this time. */
export const receiptWindow = days(30)
/** How long a pick-up plan can be paid. */
export const planLifetime = minutes(10)

/**
 * The last instant of the promised delivery, and whether it was missed: the order arrived later, or has not arrived.
 * Null for an order that is not paid or cancelled, and for one from before shipping rates.
 */
export function deliveryPromise(
  order: { status: number; paid_at: Date | null; received_at: Date | null; delivery_to: number | null },
  now: Date,
): { by: Date; missed: boolean } | null {
  if (order.paid_at === null || order.delivery_to === null || order.status === orderStatus.cancelled) return null
  const by = addTime(order.paid_at, days(order.delivery_to))
  return { by, missed: (order.received_at ?? now) > by }
}

/** Which status may follow which. The table `state_transition` of the database holds the same. */
export const transitions: Record<OrderStatus, readonly OrderStatus[]> = {
  [orderStatus.awaitingPayment]: [orderStatus.awaitingPickup, orderStatus.cancelled],
  [orderStatus.awaitingPickup]: [orderStatus.awaitingShipment, orderStatus.cancelled],
  [orderStatus.awaitingShipment]: [orderStatus.shipped, orderStatus.cancelled],
  [orderStatus.shipped]: [orderStatus.received, orderStatus.awaitingShipment],
  [orderStatus.received]: [orderStatus.completed],
  [orderStatus.completed]: [],
  [orderStatus.cancelled]: [],
}

export const canTransition = (from: OrderStatus, to: OrderStatus): boolean => transitions[from].includes(to)

/** Why an order cannot be picked up, or null if it can. The merchant can decline the same orders. */
export const pickUpRefusal = (status: OrderStatus): RefusalName | null =>
  status === orderStatus.awaitingPickup
    ? null
    : status === orderStatus.cancelled
      ? 'order/already-cancelled'
      : 'order/not-awaiting-pickup'

/**
 * Why the buyer cannot cancel an order, or null if the buyer can. After the pick-up the buyer asks for a refund
 * instead.
 */
export const buyerCancelRefusal = (status: OrderStatus): RefusalName | null =>
  status === orderStatus.awaitingPayment || status === orderStatus.awaitingPickup
    ? null
    : status === orderStatus.cancelled
      ? 'order/already-cancelled'
      : 'order/gone-meanwhile'
