/**
 * Refund orders: states, transitions, deadlines, and who pays which share. Pure. A buyer requests the payment of an
 * order back, whole or in part. The merchant agrees (no answer counts as agreement) or objects. After an objection
 * the platform decides; without a decision in time the platform pays. A refund goes to the card of the payment only.
 */
import {
  orderStatus,
  type OrderStatus,
  type RefundBearer,
  type RefundPayer,
  type RefundState,
} from '@quayside/contract'
import { proRata } from '@quayside/contract/tax'
import { couponLeft, escrowRemainder, shippingLeft, taxLeft, type OrderMoney } from '../orders/entries.ts'

// A trigger sets the open refund of a cancelled order to refunded.
const transitions: Record<RefundState, readonly RefundState[]> = {
  // Declined without an objection: an operator opened it and nobody answered.
  requested: ['agreed', 'objected', 'withdrawn', 'declined'],
  // An agreed refund waits for the pick-up: until then the escrow holds the whole payment.
  agreed: ['refunded'],
  objected: ['agreed', 'declined'],
  refunded: [],
  declined: [],
  withdrawn: [],
}
export const canTransition = (from: RefundState, to: RefundState): boolean => transitions[from].includes(to)
export const isOpen = (state: RefundState): boolean => transitions[state].length > 0

const goodsLeft = (order: OrderMoney): bigint => order.totalPayment - order.refunded - order.disputed

/**
 * The part of the payment for the goods that can be refunded. A disputed part is returned by the bank. Nothing when all
 * that is left was paid by a coupon of the platform.
 */
export const refundable = (order: OrderMoney): bigint => (goodsLeft(order) > couponLeft(order) ? goodsLeft(order) : 0n)

/**
 * What a refund of `amount` cents of the goods gives back to the platform, which paid it with a coupon: in proportion
 * to what is left of both, so that all of it goes back with the rest. The buyer gets what is left of `amount`, at
 * least a cent.
 */
export function couponFor(order: OrderMoney, amount: bigint): bigint {
  if (couponLeft(order) === 0n) return 0n
  const share = proRata(couponLeft(order), amount, goodsLeft(order))
  return share < amount ? share : amount - 1n
}

/**
 * The shipping charge in cents that goes back with a refund of `amount` cents: all that is left of it with the rest of
 * the goods, otherwise nothing. The platform bears it.
 */
const shippingFor = (order: OrderMoney, amount: bigint): bigint =>
  amount === refundable(order) ? shippingLeft(order) : 0n

/**
 * The tax in cents that goes back with a refund of `amount` cents of the goods and `shipping` cents of the shipping
 * charge: in proportion to all that went back so far, so that several parts return the same as one refund of all.
 */
export function taxFor(order: OrderMoney, amount: bigint, shipping: bigint): bigint {
  const paid = order.refunded - order.refundedCoupon + amount - couponFor(order, amount)
  const returned = paid + order.disputed + order.refundedShipping + order.disputedShipping + shipping
  const charged = order.totalPayment - order.couponPlatform + order.shipping
  const share = proRata(order.tax, returned, charged) - order.refundedTax - order.disputedTax
  const left = taxLeft(order)
  return share < 0n ? 0n : share < left ? share : left
}

/** What goes between the platform and the buyer besides the `amount` of a refund, in cents. */
export type BuyerShares = { shipping: bigint; tax: bigint; coupon: bigint }

/** What reaches the buyer with a refund of `amount` cents: the figure that buyer and merchant read as one. */
export const buyerGets = (amount: bigint, { shipping, tax, coupon }: BuyerShares): bigint =>
  amount - coupon + shipping + tax

const abs = (cents: bigint): bigint => (cents < 0n ? -cents : cents)

/** These shares of a refund of `amount` cents of the goods that is paid now, with or without the shipping charge. */
function exactShares(order: OrderMoney, amount: bigint, shipping: bigint): BuyerShares {
  return { shipping, tax: taxFor(order, amount, shipping), coupon: couponFor(order, amount) }
}

/**
 * These shares of a refund of `amount` cents that is paid now. `asked`: what the buyer asked to receive in all, null
 * for what the amount comes to. It decides whether the shipping charge goes back with all of the goods, and the last
 * cent of the tax, as long as what happened to the order since leaves the rest within a cent of it.
 */
export function sharesOfBuyer(order: OrderMoney, amount: bigint, asked: bigint | null = null): BuyerShares {
  const whole = exactShares(order, amount, shippingFor(order, amount))
  if (asked === null) return whole
  const goods = exactShares(order, amount, 0n)
  const [ofWhole, ofGoods] = [asked - buyerGets(amount, whole), asked - buyerGets(amount, goods)]
  if (abs(ofWhole) < abs(ofGoods) || ofWhole === 0n) return whole
  const tax = goods.tax + ofGoods
  return abs(ofGoods) > 1n || tax < 0n || tax > taxLeft(order) ? goods : { ...goods, tax }
}

/**
 * A refund of the whole payment before the shipment cancels the order: nothing is left to ship, and the cost is
 * returned.
 */
export const cancels = (order: OrderMoney & { status: OrderStatus }, amount: bigint): boolean =>
  order.status === orderStatus.awaitingShipment && amount === refundable(order)

type OrderState = OrderMoney & { status: OrderStatus }
export const isBeforeShipment = ({ status }: OrderState): boolean =>
  status === orderStatus.awaitingPickup || status === orderStatus.awaitingShipment

/**
 * The largest refund in cents that does not cancel the order. Before the shipment it is the escrow beyond the
 * purchase cost: the order still ships, and a larger refund would pay for goods that the buyer keeps.
 */
export function maxPartialRefund(order: OrderState): bigint {
  if (!isBeforeShipment(order)) return refundable(order)
  const rest = escrowRemainder(order) - (order.funding === null ? order.totalCost : 0n)
  return rest < refundable(order) ? rest : refundable(order)
}

/**
 * Whether an agreed refund can be paid now. Before the pick-up no refund is paid; before the shipment the escrow
 * limits a part, unless the platform bears it.
 */
export const canPay = (order: OrderState, amount: bigint, bearer: RefundBearer): boolean =>
  order.status !== orderStatus.awaitingPickup &&
  (!isBeforeShipment(order) || bearer === 'platform' || cancels(order, amount) || amount <= escrowRemainder(order))

/** What a refund of `amount` cents of the goods, without the shipping charge, gives the buyer. */
const receivedFor = (order: OrderState, amount: bigint): bigint => buyerGets(amount, exactShares(order, amount, 0n))

/**
 * What a buyer receives, with tax, in cents: with all that can be refunded, and at least and at most with a part of the
 * goods. `least` is more than a cent where the tax that goes back with the first cent of the goods is one.
 */
export function refundLimits(order: OrderState): { all: bigint; part: bigint; least: bigint } {
  const most = refundable(order)
  if (most === 0n) return { all: 0n, part: 0n, least: 0n }
  const all = buyerGets(most, sharesOfBuyer(order, most))
  const part = maxPart(order)
  return part > 0n
    ? { all, part: receivedFor(order, part), least: receivedFor(order, 1n) }
    : { all, part: 0n, least: all }
}

/**
 * The most of the goods that goes back as a part. Before the shipment all of them cancel the order. With nothing left
 * of the shipping charge, all of the goods take all of the tax.
 */
function maxPart(order: OrderState): bigint {
  const most = maxPartialRefund(order)
  const isAll = most === refundable(order) && (isBeforeShipment(order) || shippingLeft(order) === 0n)
  return isAll ? most - 1n : most
}

/**
 * The amount of the goods whose refund gives the buyer `asked` cents, with its tax and without what a coupon of the
 * platform paid: the smallest of those that come nearest, and not above it. `sharesOfBuyer` makes up for the rest,
 * which is at most a cent. `asked` is within `least` and `part` of `refundLimits`, or all of it.
 */
export function amountFor(order: OrderState, asked: bigint): bigint {
  if (asked === refundLimits(order).all) return refundable(order)
  /** The smallest amount from 1 that gives `least` or more; one more than can be refunded if none does. */
  const smallest = (least: bigint): bigint => {
    let [low, high] = [1n, maxPart(order) + 1n]
    while (low < high) {
      const middle = (low + high) / 2n
      if (receivedFor(order, middle) >= least) high = middle
      else low = middle + 1n
    }
    return low
  }
  return smallest(receivedFor(order, smallest(asked + 1n) - 1n))
}

/** The supplier bears refunds of shipped orders only. */
export const supplierCanBear = (order: OrderState): boolean => !isBeforeShipment(order)

export type RefundShares = Record<RefundPayer, bigint>
const noShares: RefundShares = {
  escrow: 0n,
  supplier: 0n,
  pending: 0n,
  available: 0n,
  due: 0n,
  commission: 0n,
  platform: 0n,
}

/**
 * Who pays which share of a refund of `amount` cents. The shares sum to `amount`, which is at most `refundable`. The
 * order's own money comes first: before the receipt the escrow; after it the share of the commission, then the
 * pending earnings of this order (never of other orders). The bearer pays the rest: the merchant from the balance
 * (`available`) and then as a debt; the supplier up to the purchase cost, then the merchant; or the platform all of
 * it.
 */
export function whoPays(order: OrderState, amount: bigint, available: bigint, bearer: RefundBearer): RefundShares {
  if (cancels(order, amount)) return { ...noShares, escrow: amount }
  if (bearer === 'platform') return { ...noShares, platform: amount }
  let left = amount
  const upTo = (limit: bigint): bigint => {
    const share = left < limit ? left : limit
    left -= share
    return share
  }
  const arrived = order.status === orderStatus.received || order.status === orderStatus.completed
  const commission = arrived ? upTo(commissionFor(order, amount)) : 0n
  const escrow = arrived ? 0n : upTo(escrowRemainder(order))
  const pending = upTo(order.pending)
  const supplier = bearer === 'supplier' && supplierCanBear(order) ? upTo(order.totalCost - order.refundedSupplier) : 0n
  const fromBalance = upTo(available)
  return { ...noShares, escrow, supplier, pending, available: fromBalance, due: left, commission }
}

/**
 * The commission in cents that the platform returns for a refund that it does not bear. Computed on all such refunds
 * of the order together, so several parts return the same sum as one refund of the whole.
 */
export function commissionFor(order: OrderMoney, amount: bigint): bigint {
  const total = proRata(order.commission, order.refunded - order.refundedPlatform + amount, order.totalPayment)
  return total > order.refundedCommission ? total - order.refundedCommission : 0n
}

/**
 * What a refund of `amount` cents costs the merchant: by so much it lowers the profit of the order. Before the receipt
 * that is less than leaves the escrow, because the commission will be lower. Nothing when it cancels the order, whose
 * purchase cost comes back.
 */
export function merchantPays(order: OrderState, amount: bigint, bearer: RefundBearer): bigint {
  if (cancels(order, amount) || bearer === 'platform') return 0n
  return amount - commissionFor(order, amount) - whoPays(order, amount, 0n, bearer).supplier
}

/** The same of a refund that was paid with these shares. */
export function merchantPaid(order: OrderMoney, amount: bigint, paid: RefundShares): bigint {
  if (paid.platform > 0n) return 0n
  // Of one paid before the receipt, the commission that was then not taken is in no share.
  const commission = paid.commission > 0n ? paid.commission : proRata(order.commission, amount, order.totalPayment)
  return amount - commission - paid.supplier
}

/** The part of the order's pending earnings that an open refund of `amount` cents may take, in cents. */
export const amountOnHold = (order: OrderState, amount: bigint): bigint =>
  whoPays(order, amount, 0n, 'merchant').pending
