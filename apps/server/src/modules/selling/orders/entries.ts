/** The ledger entries of orders. docs/money.md has the same tables, and a test executes them. */
import { accounts, processorAccounts, type AccountCode, type Funding } from '@quayside/contract'
import { credit, debit, platformOwner, type Entry } from '../../money/ledger/entry.ts'

export type OrderMoney = {
  shopId: string
  id: string
  /** What is paid for the goods: by the buyer, and by the platform with a coupon of its own. */
  totalPayment: bigint
  /** What the buyer pays for shipping: never the merchant's. Of it, what refunds and disputes took. */
  shipping: bigint
  refundedShipping: bigint
  disputedShipping: bigint
  /** The tax on goods and shipping: nobody's but the authority's. Of it, what refunds and disputes took. */
  tax: bigint
  refundedTax: bigint
  disputedTax: bigint
  /** The part of the goods that a coupon of the platform pays, and what refunds gave back of it. */
  couponPlatform: bigint
  refundedCoupon: bigint
  totalCost: bigint
  commission: bigint
  funding: Funding | null
  /** Counts the shipments, from 1. */
  shipmentRound: number
  /** Refunds so far, in cents: in all, from the escrow, from the supplier, and from the commission. */
  refunded: bigint
  refundedEscrow: bigint
  refundedSupplier: bigint
  refundedCommission: bigint
  /** Refunds that the platform paid. */
  refundedPlatform: bigint
  /** Disputed amounts of the order's own money that are open or lost, in all and from the escrow. */
  disputed: bigint
  disputedEscrow: bigint
  /** The order's part of the merchant's pending account. */
  pending: bigint
}

const entry = (
  order: { shopId: string; id: string },
  step: Entry['event'],
  actor: string,
  at: Date,
  lines: Entry['lines'],
): Entry => ({
  shopId: order.shopId,
  key: `order:${order.id}:${step}`,
  event: step,
  ref: order.id,
  actor,
  at,
  lines,
})

/** What the buyer pays in all. */
export const amountToPay = (order: Pick<OrderMoney, 'totalPayment' | 'couponPlatform' | 'shipping' | 'tax'>): bigint =>
  order.totalPayment - order.couponPlatform + order.shipping + order.tax

/** The part of the goods that a coupon of the platform paid and no refund gave back. */
export const couponLeft = (order: OrderMoney): bigint => order.couponPlatform - order.refundedCoupon

/** The shipping charge that neither a refund nor a dispute took. */
export const shippingLeft = (order: OrderMoney): bigint =>
  order.shipping - order.refundedShipping - order.disputedShipping

/** The tax that neither a refund nor a dispute took. */
export const taxLeft = (order: OrderMoney): bigint => order.tax - order.refundedTax - order.disputedTax

/** Where a payment of a buyer came to, and who said so: a card processor, or an operator who signed a bank's credit. */
export type PaymentSource = { account: AccountCode; actor: string }
export const fromProcessor = (processor: 'stripe' | 'test'): PaymentSource => ({
  account: processorAccounts[processor],
  actor: `processor:${processor}`,
})
export const fromBank = (operatorId: string): PaymentSource => ({
  account: accounts.bank,
  actor: `operator:${operatorId}`,
})

export const paidEntry = (order: OrderMoney, { account, actor }: PaymentSource, at: Date): Entry =>
  entry(order, 'order.paid', actor, at, [
    debit(account, platformOwner, amountToPay(order)),
    debit(accounts.coupon, platformOwner, order.couponPlatform),
    credit(accounts.orderEscrow, order.id, order.totalPayment),
    credit(accounts.orderShipping, order.id, order.shipping),
    credit(accounts.orderTax, order.id, order.tax),
  ])

/** A payment for an order that no longer waits for one: the whole of it is owed to the buyer. */
export const paidLateEntry = (
  order: { shopId: string; id: string },
  paymentId: string,
  amount: bigint,
  { account, actor }: PaymentSource,
  at: Date,
): Entry => ({
  ...entry(order, 'order.paid-late', actor, at, [
    debit(account, platformOwner, amount),
    credit(accounts.paymentRefund, paymentId, amount),
  ]),
  key: `payment:${paymentId}:late`,
})

/**
 * Who pays for a pick-up: the escrow of the order or the merchant's balance. The cost stays with the order until the
 * shipment. The lines are made in SQL, by `pickupLines` in `pickup-store.ts`.
 */
export const pickUpAccounts = (funding: Funding) => ({
  debit: funding === 'escrow' ? accounts.orderEscrow : accounts.merchantAvailable,
  credit: accounts.orderProcurement,
})

/** Each shipment of an order has entries of its own. */
const withShipmentRound = (booked: Entry, { shipmentRound }: OrderMoney): Entry =>
  shipmentRound > 1 ? { ...booked, key: `${booked.key}:${shipmentRound}` } : booked

export const shippedEntry = (order: OrderMoney, actor: string, at: Date): Entry =>
  withShipmentRound(
    entry(order, 'order.shipped', actor, at, [
      debit(accounts.orderProcurement, order.id, order.totalCost),
      credit(accounts.supplierPayable, platformOwner, order.totalCost),
    ]),
    order,
  )

/** The shipment did not happen: the supplier has not earned the purchase cost. */
export const shipmentUndoneEntry = (order: OrderMoney, actor: string, at: Date): Entry =>
  withShipmentRound(
    entry(order, 'order.ship-undone', actor, at, [
      debit(accounts.supplierPayable, platformOwner, order.totalCost),
      credit(accounts.orderProcurement, order.id, order.totalCost),
    ]),
    order,
  )

/**
 * The escrow until the receipt, in cents: the payment less the cost, if the escrow paid it, less refunds and
 * disputes.
 */
export const escrowRemainder = (order: OrderMoney): bigint =>
  order.totalPayment - (order.funding === 'escrow' ? order.totalCost : 0n) - order.refundedEscrow - order.disputedEscrow

/** Divides the rest of the escrow on receipt. The commission is what refunds left of it, and at most the rest. */
export function sharesOnReceipt(order: OrderMoney): {
  rest: bigint
  commission: bigint
  pending: bigint
  /** Commission that is not taken because a dispute emptied the escrow. */
  short: bigint
} {
  const rest = escrowRemainder(order)
  const owed = order.commission - order.refundedCommission
  const commission = owed < rest ? owed : rest
  return { rest, commission, pending: rest - commission, short: order.disputedEscrow > 0n ? owed - commission : 0n }
}

export function receivedEntry(order: OrderMoney, actor: string, at: Date): Entry {
  const { rest, commission, pending } = sharesOnReceipt(order)
  return entry(order, 'order.received', actor, at, [
    debit(accounts.orderEscrow, order.id, rest),
    debit(accounts.orderShipping, order.id, shippingLeft(order)),
    debit(accounts.orderTax, order.id, taxLeft(order)),
    credit(accounts.merchantPending, order.shopId, pending),
    credit(accounts.commission, platformOwner, commission),
    credit(accounts.shippingIncome, platformOwner, shippingLeft(order)),
    credit(accounts.taxPayable, platformOwner, taxLeft(order)),
  ])
}

export const completedEntry = (order: OrderMoney, actor: string, at: Date): Entry =>
  entry(order, 'order.completed', actor, at, [
    debit(accounts.merchantPending, order.shopId, order.pending),
    credit(accounts.merchantAvailable, order.shopId, order.pending),
  ])

/** `amount`, in cents, settles before the rest of a received order that has an open refund. */
export const partSettledEntry = (order: OrderMoney, amount: bigint, at: Date): Entry =>
  entry(order, 'order.part-settled', 'clock', at, [
    debit(accounts.merchantPending, order.shopId, amount),
    credit(accounts.merchantAvailable, order.shopId, amount),
  ])

/**
 * The merchant's debt (`due`, in cents) is paid from what this order settles (`settled`, in cents), and from nothing
 * else.
 */
export const dueRecoveredEntry = (
  order: OrderMoney,
  due: bigint,
  actor: string,
  at: Date,
  { settled = order.pending, part = false } = {},
): Entry => {
  const amount = due < settled ? due : settled
  const recovered = entry(order, 'due.recovered', actor, at, [
    debit(accounts.merchantAvailable, order.shopId, amount),
    credit(accounts.merchantDue, order.shopId, amount),
  ])
  // An order that settles in two steps may pay a debt in each.
  return part ? { ...recovered, key: `${recovered.key}:part` } : recovered
}

/**
 * The purchase cost returns to the account that paid it. The part that the supplier bore of refunds returns to the
 * supplier.
 */
export const costReturnedEntry = (order: OrderMoney, actor: string, at: Date): Entry =>
  entry(order, 'order.cost-returned', actor, at, [
    debit(accounts.orderProcurement, order.id, order.totalCost),
    order.funding === 'escrow'
      ? credit(accounts.orderEscrow, order.id, order.totalCost - order.refundedSupplier)
      : credit(accounts.merchantAvailable, order.shopId, order.totalCost - order.refundedSupplier),
    credit(accounts.supplierPayable, platformOwner, order.refundedSupplier),
  ])

/** What a cancellation returns to the buyer: the payment less what refunds returned. */
export const owedOnCancel = (order: OrderMoney): bigint =>
  amountToPay(order) - (order.refunded - order.refundedCoupon) - order.refundedTax

/**
 * The rest of the payment is owed to the buyer, with the shipping charge and the tax. The part that the platform paid
 * of refunds and with a coupon returns to the platform.
 */
export const cancelledEntry = (order: OrderMoney, paymentId: string, actor: string, at: Date): Entry =>
  entry(order, 'order.cancelled', actor, at, [
    debit(accounts.orderEscrow, order.id, order.totalPayment - order.refunded + order.refundedPlatform),
    debit(accounts.orderShipping, order.id, order.shipping),
    debit(accounts.orderTax, order.id, order.tax - order.refundedTax),
    credit(accounts.paymentRefund, paymentId, owedOnCancel(order)),
    credit(accounts.coupon, platformOwner, couponLeft(order)),
    credit(accounts.goodwill, platformOwner, order.refundedPlatform),
  ])

export const buyerRefundedEntry = (
  order: { shopId: string; id: string },
  refundId: string,
  paymentId: string,
  amount: bigint,
  processor: 'stripe' | 'test',
  at: Date,
  returned = 0,
): Entry => ({
  ...entry(order, 'buyer.refunded', `processor:${processor}`, at, [
    debit(accounts.paymentRefund, paymentId, amount),
    credit(processorAccounts[processor], platformOwner, amount),
  ]),
  // Each time that it is sent again has an entry of its own.
  key: `buyer-refund:${refundId}${returned > 0 ? `:${returned}` : ''}`,
})

/** The `n`-th time that a refund did not arrive: the processor holds its money again. */
export const refundReturnedEntry = (
  order: { shopId: string; id: string },
  refund: { id: string; paymentId: string; amount: bigint; processor: 'stripe' | 'test'; n: number },
  at: Date,
): Entry => ({
  ...entry(order, 'buyer.refund-returned', `processor:${refund.processor}`, at, [
    debit(processorAccounts[refund.processor], platformOwner, refund.amount),
    credit(accounts.paymentRefund, refund.paymentId, refund.amount),
  ]),
  key: `buyer-refund:${refund.id}:returned:${refund.n}`,
})

/**
 * A refund that the bank paid came back, the `n`-th return of this refund: the bank holds its money again. A fee that
 * it kept is the platform's cost.
 */
export const refundReturnedByBankEntry = (
  order: { shopId: string; id: string },
  refund: { id: string; paymentId: string; amount: bigint; fee: bigint; n: number },
  actor: string,
  at: Date,
): Entry => ({
  ...entry(order, 'buyer.refund-returned', actor, at, [
    debit(accounts.bank, platformOwner, refund.amount - refund.fee),
    debit(accounts.transferFee, platformOwner, refund.fee),
    credit(accounts.paymentRefund, refund.paymentId, refund.amount),
  ]),
  key: `buyer-refund:${refund.id}:returned:${refund.n}`,
})

/** A debit of the bank has paid a refund that the processor could not pay, which the bank returned `returned` times. */
export const refundedByBankEntry = (
  order: { shopId: string; id: string },
  refund: { id: string; paymentId: string; amount: bigint; returned: number },
  actor: string,
  at: Date,
): Entry => ({
  ...entry(order, 'buyer.refunded-by-bank', actor, at, [
    debit(accounts.paymentRefund, refund.paymentId, refund.amount),
    credit(accounts.bank, platformOwner, refund.amount),
  ]),
  key: `buyer-refund:${refund.id}:bank${refund.returned > 0 ? `:${refund.returned}` : ''}`,
})

/** The amounts of a dispute of an order's payment, as in its row. */
export type OrderDisputeMoney = {
  shop_id: string
  id: string
  order_id: string | null
  processor: 'stripe' | 'test'
  round: number
  amount: bigint
  from_refund: bigint
  from_escrow: bigint
  from_pending: bigint
  from_shipping: bigint
  from_tax: bigint
  owed: bigint
}

/** The account of an order's shipping charge: after the receipt it is the platform's income. */
export const shippingAccount = (orderId: string, received: boolean): readonly [AccountCode, string] =>
  received ? [accounts.shippingIncome, platformOwner] : [accounts.orderShipping, orderId]

/** The account of an order's tax: after the receipt it is owed to the authority. */
export const taxAccount = (orderId: string, received: boolean): readonly [AccountCode, string] =>
  received ? [accounts.taxPayable, platformOwner] : [accounts.orderTax, orderId]

const disputeEntry = (dispute: OrderDisputeMoney, event: Entry['event'], at: Date, lines: Entry['lines']): Entry => ({
  shopId: dispute.shop_id,
  key: `dispute:${dispute.id}:${event}${dispute.round > 1 ? `:${dispute.round}` : ''}`,
  event,
  ref: dispute.order_id!,
  actor: `processor:${dispute.processor}`,
  at,
  lines,
})

/** A refund that is owed to the buyer and not sent waits for the decision of the buyer's bank. `amount` in cents. */
export const refundWithheldEntry = (
  dispute: OrderDisputeMoney,
  payment: { id: string },
  amount: bigint,
  at: Date,
): Entry =>
  disputeEntry(dispute, 'refund.withheld', at, [
    debit(accounts.paymentRefund, payment.id, amount),
    credit(accounts.cardDispute, dispute.id, amount),
  ])

export const orderDisputedEntry = (dispute: OrderDisputeMoney, received: boolean, at: Date): Entry => {
  const own = dispute.amount - dispute.from_refund
  return disputeEntry(dispute, 'order.disputed', at, [
    debit(accounts.orderEscrow, dispute.order_id!, dispute.from_escrow),
    debit(accounts.merchantPending, dispute.shop_id, dispute.from_pending),
    debit(
      accounts.merchantAvailable,
      dispute.shop_id,
      own - dispute.from_escrow - dispute.from_pending - dispute.from_shipping - dispute.from_tax - dispute.owed,
    ),
    debit(accounts.merchantDue, dispute.shop_id, dispute.owed),
    debit(...shippingAccount(dispute.order_id!, received), dispute.from_shipping),
    debit(...taxAccount(dispute.order_id!, received), dispute.from_tax),
    credit(accounts.cardDispute, dispute.id, own),
  ])
}

/** The account that gives back the money of a won dispute: the dispute, or after a lost one the processor. */
const disputeSource = (dispute: OrderDisputeMoney, before: 'open' | 'lost', amount: bigint) =>
  before === 'open'
    ? debit(accounts.cardDispute, dispute.id, amount)
    : debit(processorAccounts[dispute.processor], platformOwner, amount)

/** `to` sums to the shares of the order's own money, without the shipping charge and the tax. */
export const orderDisputeWonEntry = (
  dispute: OrderDisputeMoney,
  to: { escrow: bigint; pending: bigint; available: bigint; due: bigint; commission: bigint },
  received: boolean,
  before: 'open' | 'lost',
  at: Date,
): Entry =>
  disputeEntry(dispute, 'order.dispute-won', at, [
    disputeSource(dispute, before, dispute.amount - dispute.from_refund),
    credit(accounts.orderEscrow, dispute.order_id!, to.escrow),
    credit(accounts.merchantPending, dispute.shop_id, to.pending),
    credit(accounts.merchantAvailable, dispute.shop_id, to.available),
    credit(accounts.merchantDue, dispute.shop_id, to.due),
    credit(accounts.commission, platformOwner, to.commission),
    credit(...shippingAccount(dispute.order_id!, received), dispute.from_shipping),
    credit(...taxAccount(dispute.order_id!, received), dispute.from_tax),
  ])

/** A withheld refund is owed to the buyer again. */
export const refundReleasedEntry = (
  dispute: OrderDisputeMoney,
  payment: { id: string },
  before: 'open' | 'lost',
  at: Date,
): Entry =>
  disputeEntry(dispute, 'refund.released', at, [
    disputeSource(dispute, before, dispute.from_refund),
    credit(accounts.paymentRefund, payment.id, dispute.from_refund),
  ])

/** The processor has paid the holder of the card. */
export const orderChargedBackEntry = (dispute: OrderDisputeMoney, at: Date): Entry =>
  disputeEntry(dispute, 'order.charged-back', at, [
    debit(accounts.cardDispute, dispute.id, dispute.amount),
    credit(processorAccounts[dispute.processor], platformOwner, dispute.amount),
  ])
