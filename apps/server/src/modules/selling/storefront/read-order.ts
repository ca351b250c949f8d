import { listParcels } from '../orders/parcel-store.ts'
import { asCents, formatCents, orderStatus, type Language } from '@quayside/contract'
import { lineOfTax, shownSums } from '@quayside/contract/tax'
import { productPath, type OrderPage, type PixFacts } from '@quayside/contract/storefront-pages'
import { trackingUrlOf, type TrackingPage } from '../../../domain/carriers.ts'
import { onlyRow } from '../../../platform/http/cursor.ts'
import type { Queryable } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { OrderAccessRow } from '../carts/store.ts'
import { findCouponOfOrder } from '../coupons/store.ts'
import { centavosFor } from '../../money/deposits/deposit.ts'
import { listBuyerOrders } from '../orders/buyer-order-store.ts'
import { amountToPay } from '../orders/entries.ts'
import { deliveryPromise } from '../orders/order.ts'
import { findOrder, listHistoryForBuyer, listLines, moneyOf } from '../orders/order-store.ts'
import { presentDeclined, presentParcel } from '../orders/present.ts'
import { findPixPayment, listPixCredits } from '../orders/placing/payment-store.ts'
import { presentBuyerShares } from '../refunds/present.ts'
import { refundLimits } from '../refunds/refund.ts'
import { buyerSharesOf, listBuyersRefunds } from '../refunds/store.ts'
import { changeableUntil } from '../reviews/review.ts'
import { findReviewOfOrder } from '../reviews/store.ts'
import { showAddress } from './address-form.ts'
import { findTrader, listShownIds } from './page-store.ts'

/** An amount in reais where PIX is offered to a buyer: in Brazil, or in its language before the country is known. */
export const reaisOf = (
  { country, lang }: { country: string | null; lang: Language },
  amount: bigint,
  rate: number | null,
): string | null =>
  rate === null || (country ?? (lang === 'pt' ? 'BR' : null)) !== 'BR' ? null : formatCents(centavosFor(amount, rate))

/** The PIX payment of an order, with what the bank's statements say about it. */
async function readPix(
  db: Queryable,
  { shop_id: shopId, order_id: orderId }: OrderAccessRow,
  now: Date,
): Promise<Omit<PixFacts, 'waitsUntil'> | null> {
  const payment = await findPixPayment(db, shopId, orderId)
  if (!payment) return null
  const credits = await listPixCredits(db, shopId, orderId)
  // The first credit of the exact amount waits for its signature. What is kept, or comes besides, goes back.
  const paying = credits.find((credit) =>
    payment.captured_at ? credit.state === 'paid' : credit.state === 'seen' && credit.exact,
  )
  const others = credits.filter((credit) => credit !== paying && credit.state !== 'paid')
  return {
    state: payment.captured_at
      ? 'paid'
      : paying
        ? 'seen'
        : payment.closed_at
          ? 'closed'
          : payment.pay_by > now
            ? 'open'
            : 'late',
    reais: formatCents(payment.centavos),
    payBy: payment.pay_by.toISOString(),
    others: others.map(({ amount, state }) => ({ reais: formatCents(amount), returned: state === 'returned' })),
  }
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null
const openRefund = ['requested', 'agreed', 'objected']
/** Nobody pays these. */
const ended = ['declined', 'withdrawn']

/** The page of one order: its state, what happened and who said so, its money, and what the buyer can do now. */
export async function readOrderPage(
  db: Queryable,
  access: OrderAccessRow,
  shown: {
    token: string
    returned: boolean
    checkAgain?: string | null
    offersAccount: boolean
    service: OrderPage['service']
    shopTalk: OrderPage['shopTalk']
    notice: string | null
    refused?: OrderPage['refused']
    lang: Language
    /** Centavos of a dollar; null where PIX is not offered. */
    pixRate: number | null
    tracking: readonly TrackingPage[]
  },
  now: Date,
): Promise<OrderPage> {
  const [order, [summary], lines, events, refunds, trader, coupon, review, pix, parcels] = await Promise.all([
    findOrder(db, access.shop_id, access.order_id),
    listBuyerOrders(db, access.buyer_id, onlyRow, access.order_id),
    listLines(db, access.shop_id, access.order_id),
    listHistoryForBuyer(db, access.shop_id, access.order_id),
    listBuyersRefunds(db, access.buyer_id, access.order_id, { limit: 20, skip: 0, after: undefined }),
    findTrader(db, access.shop_id),
    findCouponOfOrder(db, access.shop_id, access.order_id),
    findReviewOfOrder(db, access),
    readPix(db, access, now),
    listParcels(db, access.shop_id, access.order_id),
  ])
  if (!order || !summary || !trader) return refuse('order/not-found')
  const shownIds = await listShownIds(
    db,
    access.shop_id,
    lines.map(({ listing_id }) => listing_id),
  )
  const { status } = order
  const limits = refundLimits({ ...moneyOf(order), status })
  const tax = { amount: order.tax, rate: order.tax_rate, included: order.tax_included }
  const sums = shownSums(
    tax,
    lines.map((line) => line.selling_price * BigInt(line.quantity)),
    order.shipping,
    order.coupon_shop + order.coupon_platform,
  )
  const promise = deliveryPromise(order, now)
  const unpaid = status === orderStatus.awaitingPayment
  const inWindow = order.settles_at === null || order.settles_at > now
  const isStanding = order.refunded < order.total_payment
  const hasOpenRefund = refunds.some(({ state }) => openRefund.includes(state))
  return {
    page: 'order',
    token: shown.token,
    code: order.code,
    status,
    /** The buyer came back from the processor, and its webhook has not arrived yet. */
    awaited: unpaid && shown.returned,
    checkAgain: unpaid && shown.returned ? (shown.checkAgain ?? null) : null,
    notice: shown.notice,
    refused: shown.refused ?? null,
    email: access.email,
    offersAccount: shown.offersAccount,
    service: shown.service,
    shopTalk: shown.shopTalk,
    next: null,
    shop: trader,
    declined: presentDeclined(order),
    placedAt: order.placed_at.toISOString(),
    payUntil: order.pay_until.toISOString(),
    held: summary.held_until !== null,
    pickupUntil: iso(order.pickup_until),
    shipBy: iso(order.ship_by),
    promise: promise && order.received_at === null ? { by: promise.by.toISOString(), missed: promise.missed } : null,
    settlesAt: iso(order.settles_at),
    parcels: parcels.map((parcel) => ({
      ...presentParcel(parcel, order),
      url: trackingUrlOf(shown.tracking, parcel.carrier, parcel.tracking_number),
    })),
    goods: formatCents(sums.goods),
    coupon: coupon ? { code: coupon.code, discount: formatCents(sums.discount) } : null,
    shipping:
      order.delivery_from === null || order.delivery_to === null
        ? null
        : {
            country: order.address.country,
            cost: formatCents(sums.shipping),
            from: order.delivery_from,
            to: order.delivery_to,
          },
    tax: lineOfTax(tax),
    total: formatCents(asCents(amountToPay(moneyOf(order)))),
    paid: order.paid_at !== null,
    refunded: summary.refund_amount === null ? null : formatCents(asCents(summary.refund_amount)),
    refundSent: summary.refund_state === 'sent',
    refundedReais: summary.refund_centavos === null ? null : formatCents(asCents(summary.refund_centavos)),
    pix: pix && { ...pix, waitsUntil: order.pay_until.toISOString() },
    offersPix:
      unpaid && order.pay_until > now && (pix === null || pix.state === 'closed')
        ? reaisOf({ country: order.address.country, lang: shown.lang }, amountToPay(moneyOf(order)), shown.pixRate)
        : null,
    lines: lines.map((line, i) => ({
      listingId: line.listing_id,
      name: line.name,
      options: line.options,
      picture: line.picture,
      path: shownIds.has(line.listing_id) ? productPath(trader.code, line.listing_id, line.name) : null,
      quantity: line.quantity,
      sum: formatCents(sums.lines[i]!),
    })),
    address: showAddress(order.address),
    events: events.map(({ kind, source, note, evidence, parcel, at }) => ({
      kind,
      source,
      note,
      evidence,
      parcel,
      at: at.toISOString(),
    })),
    refunds: refunds.map((refund) => ({
      id: refund.id,
      code: refund.code,
      state: refund.state,
      // What was not paid shows what was asked for.
      receives:
        ended.includes(refund.state) && refund.asked !== null
          ? formatCents(asCents(refund.asked))
          : presentBuyerShares(refund.amount, buyerSharesOf(refund, order)).receives,
      answerBy: refund.answer_by.toISOString(),
      decideBy: iso(refund.decide_by),
      reason: refund.opened_by === 'buyer' ? refund.cause : null,
      text: refund.opened_by === 'buyer' ? refund.text : '',
      pictures: refund.pictures.map((_, i) => `/orders/${shown.token}/refunds/${refund.id}/${i + 1}.jpg`),
      objection: refund.objection,
      decision: refund.decision,
    })),
    may: {
      // What the bank has already needs no second payment.
      pay: unpaid && order.pay_until > now && pix?.state !== 'seen',
      cancel: unpaid || status === orderStatus.awaitingPickup,
      confirm: (status === orderStatus.shipped || status === orderStatus.received) && !hasOpenRefund,
      refund:
        order.paid_at !== null &&
        status !== orderStatus.completed &&
        status !== orderStatus.cancelled &&
        status !== orderStatus.awaitingPickup &&
        inWindow &&
        limits.all > 0n &&
        !hasOpenRefund,
      review: status === orderStatus.completed && !summary.reviewed && isStanding,
    },
    refundable: formatCents(asCents(limits.all)),
    refundablePart: formatCents(asCents(limits.part)),
    reviewed: summary.reviewed,
    ownReview:
      review && (review.state ?? 'open') === 'open' && changeableUntil(review.at) >= now && isStanding
        ? { rating: review.rating, text: review.text, until: changeableUntil(review.at).toISOString() }
        : null,
  }
}
