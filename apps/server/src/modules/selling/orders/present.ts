/** Rows of orders as responses. */
import { formatCents, orderStatus } from '@quayside/contract'
import { isCarrierIn } from '../../../domain/carriers.ts'
import type { BuyerOrderRow } from './buyer-order-store.ts'
import type { FoundOrderRow } from './fulfilment/operator-order-store.ts'
import type { OrderRow } from './order-store.ts'
import type { ListRow, OperatorOrderRow } from './order-list-store.ts'
import type { ParcelRow } from './parcel-store.ts'

export const iso = (instant: Date | null) => instant?.toISOString() ?? null

/** An event of a history. `reported_at`: the time that a carrier reported, when it lay in the future. */
export const presentEvent = <T extends { at: Date; reported_at: Date | null }>({ at, reported_at, ...event }: T) => ({
  ...event,
  at: at.toISOString(),
  reportedAt: iso(reported_at),
})

export const presentOrder = (row: ListRow) => ({
  id: row.id,
  code: row.code,
  status: row.status,
  quantity: row.quantity,
  totalCost: formatCents(row.total_cost),
  totalPayment: formatCents(row.total_payment),
  // A cancelled order earned nothing: the buyer is refunded.
  totalEarnings: formatCents(row.status === orderStatus.cancelled ? 0n : row.total_earnings),
  profit: formatCents(row.status === orderStatus.cancelled ? 0n : row.profit),
  title: row.title,
  picture: row.picture,
  buyer: row.buyer_name,
  placedAt: row.placed_at.toISOString(),
  paidAt: iso(row.paid_at),
  pickupUntil: row.status === orderStatus.awaitingPickup ? iso(row.pickup_until) : null,
})

export const presentOrderToOperator = (row: OperatorOrderRow) => ({
  id: row.id,
  shopId: row.shop_id,
  code: row.code,
  status: row.status,
  quantity: row.quantity,
  totalCost: formatCents(row.total_cost),
  placedAt: row.placed_at.toISOString(),
  shipBy: row.status === orderStatus.awaitingShipment ? iso(row.ship_by) : null,
  carrier: row.carrier,
  trackingNumber: row.tracking_number,
  deliverySaid: row.status === orderStatus.shipped && row.delivery_said_by !== null,
})

/** An order of the operators' lists. */
export const presentFoundOrder = (row: FoundOrderRow, carriers: readonly string[]) => ({
  id: row.id,
  shopId: row.shop_id,
  shopCode: row.shop_code,
  shopName: row.shop_name,
  code: row.code,
  status: row.status,
  title: row.title,
  quantity: row.quantity,
  totalPayment: formatCents(row.total_payment),
  totalCost: formatCents(row.total_cost),
  country: row.country,
  placedAt: row.placed_at.toISOString(),
  pickedUpAt: iso(row.picked_up_at),
  shipBy: row.status === orderStatus.awaitingShipment ? iso(row.ship_by) : null,
  shippedAt: iso(row.shipped_at),
  carrier: row.carrier,
  trackingNumber: row.tracking_number,
  signedCarrier: row.carrier !== null && isCarrierIn(carriers, row.carrier),
  parcelCount: row.parcel_count,
  scannedAt: iso(row.scanned_at),
  deliverySaid: row.status === orderStatus.shipped && row.delivery_said,
})

/** A parcel as merchants and buyers see it. An order that has arrived has no parcel on its way. */
export const presentParcel = (
  { number, carrier, tracking_number, delivered }: ParcelRow,
  { status }: Pick<OrderRow, 'status'>,
) => ({
  number,
  carrier,
  trackingNumber: tracking_number,
  delivered: delivered || status === orderStatus.received || status === orderStatus.completed,
})

/** Why an order cannot be supplied; null for every other order. */
export const presentNoSupply = (row: Pick<OrderRow, 'no_supply_reason' | 'no_supply_note'>) =>
  row.no_supply_reason ? { reason: row.no_supply_reason, note: row.no_supply_note } : null

/** Why the merchant declined an order; null for every other order. */
export const presentDeclined = (row: Pick<OrderRow, 'decline_reason' | 'decline_note'>) =>
  row.decline_reason ? { reason: row.decline_reason, note: row.decline_note } : null

export const presentOrderToBuyer = (row: BuyerOrderRow) => ({
  id: row.id,
  code: row.code,
  shop: row.shop,
  status: row.status,
  total: formatCents(row.total_payment - row.coupon_platform + row.shipping + row.tax),
  discount: formatCents(row.coupon_shop + row.coupon_platform),
  shipping: formatCents(row.shipping),
  tax: formatCents(row.tax),
  placedAt: row.placed_at.toISOString(),
  payUntil: row.status === orderStatus.awaitingPayment ? row.pay_until.toISOString() : null,
  heldUntil: iso(row.held_until),
  trackingNumber: row.tracking_number,
  shipBy: row.status === orderStatus.awaitingShipment ? iso(row.ship_by) : null,
  cancelReason: row.cancel_reason,
  noSupply: presentNoSupply(row),
  reviewed: row.reviewed,
  refund:
    row.refund_amount !== null && row.refund_state !== null
      ? { amount: formatCents(row.refund_amount), state: row.refund_state }
      : null,
})
