import { accounts, formatCents, orderStatus, type Language, type RefusalName } from '@quayside/contract'
import { refusalMessage } from '@quayside/locales/catalogues'
import { presentAddress } from '../../../domain/postal-address.ts'
import type { Queryable } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { findCouponOfOrder } from '../coupons/store.ts'
import { disputeOfOrder, type DisputeRow } from '../../money/disputes/dispute-store.ts'
import { balanceOf, chainPositionOf } from '../../money/ledger/store.ts'
import { readReviewOfOrder } from '../self-dealing/store.ts'
import { findOrder, listHistory, listLines, type OrderRow } from './order-store.ts'
import { deliveryPromise, pickUpRefusal } from './order.ts'
import { findFundingPayment } from './placing/payment-store.ts'
import { listParcels } from './parcel-store.ts'
import { presentEvent, iso, presentDeclined, presentNoSupply, presentOrder, presentParcel } from './present.ts'

/**
 * One order with all that its screen shows: lines, address, payment with its proof in the ledger, history, and the
 * possible commands.
 */
export async function readOrderDetail(
  db: Queryable,
  { shopId, closed, lang }: { shopId: string; closed: boolean; lang: Language },
  id: string,
  now: Date,
) {
  const order = await findOrder(db, shopId, id)
  if (!order) refuse('order/not-found')
  const [lines, history, payment, escrow, review, dispute, coupon, parcels] = await Promise.all([
    listLines(db, shopId, id),
    listHistory(db, shopId, id),
    readPayment(db, order),
    balanceOf(db, accounts.orderEscrow, shopId, id),
    readReviewOfOrder(db, shopId, id),
    disputeOfOrder(db, shopId, id),
    findCouponOfOrder(db, shopId, id),
    listParcels(db, shopId, id),
  ])
  const promise = deliveryPromise(order, now)
  const no = pickUpRefusal(order.status) ?? (closed ? 'shop/closed' : null)
  return {
    ...presentOrder(order),
    commission: formatCents(order.commission),
    shipping: formatCents(order.shipping),
    tax: formatCents(order.tax),
    coupon: coupon ? { code: coupon.code, bearer: coupon.bearer, discount: formatCents(coupon.taken) } : null,
    shippingAddress: presentAddress(addressForMerchant(order)),
    lines: lines.map((line) => ({
      listingId: line.listing_id,
      name: line.name,
      options: line.options,
      picture: line.picture,
      quantity: line.quantity,
      sellingPrice: formatCents(line.selling_price),
      purchasePrice: formatCents(line.purchase_price),
    })),
    payment,
    escrow: formatCents(escrow),
    review: review ? { state: review.state, reason: review.reason } : null,
    dispute: dispute ? presentDispute(dispute) : null,
    funding: order.funding,
    carrier: order.carrier,
    trackingNumber: order.tracking_number,
    parcels: parcels.map((parcel) => presentParcel(parcel, order)),
    pickedUpAt: iso(order.picked_up_at),
    shipBy: order.status === orderStatus.awaitingShipment ? iso(order.ship_by) : null,
    promise: promise && { by: promise.by.toISOString(), missed: promise.missed },
    shippedAt: iso(order.shipped_at),
    receivedAt: iso(order.received_at),
    completedAt: iso(order.completed_at),
    cancelledAt: iso(order.cancelled_at),
    cancelReason: order.cancel_reason,
    noSupply: presentNoSupply(order),
    declined: presentDeclined(order),
    settlesAt: order.status === orderStatus.received ? iso(order.settles_at) : null,
    history: history.map(presentEvent),
    may: {
      pickUp: permission(lang, no),
      cancel: permission(lang, no),
    },
  }
}

/** The captured payment with its position in the chain of the escrow account; null before the payment. */
async function readPayment(db: Queryable, order: OrderRow) {
  const transferId = order.funding_transfer_id
  const [payment, position] = await Promise.all([
    findFundingPayment(db, order.shop_id, order.id),
    transferId ? chainPositionOf(db, order.shop_id, transferId, accounts.orderEscrow) : undefined,
  ])
  if (!payment?.captured_at || !payment.capture_reference || !transferId || !position) return null
  return {
    processor: payment.processor,
    reference: payment.capture_reference,
    amount: formatCents(payment.amount),
    capturedAt: payment.captured_at.toISOString(),
    entry: {
      transferId,
      at: position.at.toISOString(),
      seq: Number(position.seq),
      hash: position.hash.toString('hex'),
    },
  }
}

/** The merchant needs the street and the phone only of an order that is to be delivered. */
const addressForMerchant = ({ status, address }: OrderRow) =>
  status === orderStatus.awaitingPayment || status === orderStatus.cancelled
    ? { ...address, phone: null, street: '•••', street2: null, district: null, postcode: '•••' }
    : address

const presentDispute = (dispute: DisputeRow) => ({
  state: dispute.state,
  amount: formatCents(dispute.amount - dispute.from_refund - dispute.from_shipping - dispute.from_tax),
  owed: formatCents(dispute.owed),
  evidenceBy: iso(dispute.evidence_by),
})

/** True, or the name and the sentence of the refusal. */
const permission = (lang: Language, refusal: RefusalName | null) =>
  refusal === null ? (true as const) : { no: refusal, sentence: refusalMessage(lang, refusal, {}) }
