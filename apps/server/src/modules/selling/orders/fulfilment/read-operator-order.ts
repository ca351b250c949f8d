import { accounts, formatCents, orderStatus, type RefusalName, type ResponseBody } from '@quayside/contract'
import type { operatorOrderDetail } from '@quayside/contract/fulfilment'
import { isCarrierIn } from '../../../../domain/carriers.ts'
import { actorKind } from '../../../../platform/database/state-changes.ts'
import type { Queryable } from '../../../../platform/database/postgres.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { findCouponOfOrder } from '../../coupons/store.ts'
import { balanceOf, readBooksOf } from '../../../money/ledger/store.ts'
import { isRemovable } from '../add-parcel.ts'
import { canTransition } from '../order.ts'
import { listOrdersWithReports, listOrdersWithOpenRefunds, type OrderRow } from '../order-store.ts'
import {
  findConversationOfShop,
  findForOperators,
  listDisputesOfOrder,
  listHistoryForOperators,
  listProductLines,
  listRefundsOfOrder,
} from './operator-order-store.ts'
import { findFundingPayment, findPixPayment } from '../placing/payment-store.ts'
import { listParcels } from '../parcel-store.ts'
import { presentParcel, presentEvent, iso, presentFoundOrder, presentDeclined, presentNoSupply } from '../present.ts'
import { undoRefusal } from './undo-shipments.ts'

/** Whether an operator who ships may read the address: the parcel is to be made, or is on its way. */
export const isAddressOpen = ({ status }: Pick<OrderRow, 'status'>): boolean =>
  status === orderStatus.awaitingShipment || status === orderStatus.shipped

/** One order for operators, with all that stands beside it, except the address. */
export async function readOperatorOrder(
  db: Queryable,
  carriers: readonly string[],
  { shopId, id }: { shopId: string; id: string },
): Promise<ResponseBody<typeof operatorOrderDetail>> {
  const order = await findForOperators(db, shopId, id)
  if (!order) return refuse('order/not-found')
  const [
    lines,
    history,
    payment,
    books,
    escrow,
    refunds,
    disputes,
    conversation,
    scanned,
    withRefund,
    coupon,
    pix,
    parcels,
  ] = await Promise.all([
    listProductLines(db, shopId, id),
    listHistoryForOperators(db, shopId, id),
    findFundingPayment(db, shopId, id),
    readBooksOf(db, shopId, [id]),
    balanceOf(db, accounts.orderEscrow, shopId, id),
    listRefundsOfOrder(db, shopId, id),
    listDisputesOfOrder(db, shopId, id),
    findConversationOfShop(db, shopId),
    listOrdersWithReports(db, [order]),
    listOrdersWithOpenRefunds(db, [order]),
    findCouponOfOrder(db, shopId, id),
    findPixPayment(db, shopId, id),
    listParcels(db, shopId, id),
  ])
  const toShip: RefusalName | null = canTransition(order.status, orderStatus.shipped)
    ? null
    : 'order/not-awaiting-shipment'
  return {
    ...presentFoundOrder(order, carriers),
    parcels: parcels.map((parcel) => ({
      ...presentParcel(parcel, order),
      signedCarrier: isCarrierIn(carriers, parcel.carrier),
      addedAt: parcel.added_at.toISOString(),
      deliverySaid: parcel.delivery_said_by !== null && !parcel.delivered,
      removable: order.status === orderStatus.shipped && isRemovable(parcel),
    })),
    buyer: order.buyer_name,
    shipping: formatCents(order.shipping),
    tax: formatCents(order.tax),
    taxRate: order.tax_rate,
    coupon: coupon ? { code: coupon.code, bearer: coupon.bearer, discount: formatCents(coupon.taken) } : null,
    promised:
      order.delivery_from === null || order.delivery_to === null
        ? null
        : { from: order.delivery_from, to: order.delivery_to },
    commission: formatCents(order.commission),
    totalEarnings: formatCents(order.total_earnings),
    profit: formatCents(order.profit),
    refunded: formatCents(order.refunded),
    disputed: formatCents(order.disputed),
    escrow: formatCents(escrow),
    funding: order.funding,
    paidAt: iso(order.paid_at),
    pickupUntil: order.status === orderStatus.awaitingPickup ? iso(order.pickup_until) : null,
    receivedAt: iso(order.received_at),
    settlesAt: order.status === orderStatus.received ? iso(order.settles_at) : null,
    completedAt: iso(order.completed_at),
    cancelledAt: iso(order.cancelled_at),
    cancelReason: order.cancel_reason,
    noSupply: presentNoSupply(order),
    declined: presentDeclined(order),
    lines: lines.map((line) => ({
      productCode: line.product_code,
      name: line.name,
      options: line.options,
      picture: line.picture,
      quantity: line.quantity,
      sellingPrice: formatCents(line.selling_price),
      purchasePrice: formatCents(line.purchase_price),
    })),
    payment:
      payment?.captured_at && payment.capture_reference
        ? {
            processor: payment.processor,
            reference: payment.capture_reference,
            amount: formatCents(payment.amount),
            capturedAt: payment.captured_at.toISOString(),
          }
        : null,
    pix: pix
      ? {
          reference: pix.reference,
          reais: formatCents(pix.centavos),
          payBy: pix.pay_by.toISOString(),
          open: pix.captured_at === null && pix.closed_at === null,
        }
      : null,
    books: [...Map.groupBy(books, (line) => line.transfer_id)].map(([transferId, ofTransfer]) => ({
      transferId,
      event: ofTransfer[0]!.event,
      by: actorKind(ofTransfer[0]!.actor),
      at: ofTransfer[0]!.at.toISOString(),
      lines: ofTransfer.map((line) => ({
        account: line.kind,
        debit: formatCents(line.side === 'D' ? line.amount : 0n),
        credit: formatCents(line.side === 'C' ? line.amount : 0n),
      })),
    })),
    refunds: refunds.map(({ amount, at, ...refund }) => ({
      ...refund,
      amount: formatCents(amount),
      at: at.toISOString(),
    })),
    disputes: disputes.map(({ amount, at, ...dispute }) => ({
      ...dispute,
      amount: formatCents(amount),
      at: at.toISOString(),
    })),
    history: history.map(presentEvent),
    conversation: conversation
      ? { lastAt: conversation.last_at.toISOString(), waitingSince: iso(conversation.waiting_since) }
      : null,
    addressOpen: isAddressOpen(order),
    may: {
      ship: toShip,
      cannotSupply: toShip,
      undo: undoRefusal(order, scanned.has(id), withRefund.has(id)),
      scan: canTransition(order.status, orderStatus.received) ? null : 'order/not-shipped',
    },
  }
}
