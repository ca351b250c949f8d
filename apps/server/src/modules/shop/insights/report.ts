/**
 * The financial report: the postings of each figure. Pure: the store sums the postings of days and shops.
 * A posting counts on the day of its booking, so a past day never changes.
 */
import { accounts } from '@quayside/contract'

/** Sums of postings of one day. `kind` is null for the accounts of single orders and payments. */
export type Movement = { event: string; kind: string; side: 'D' | 'C'; amount: bigint; n: number }

export type ReportFigures = {
  orders: number
  payments: bigint
  coupons: bigint
  refunds: bigint
  cost: bigint
  commission: bigint
  open: bigint
  profit: bigint
  realised: bigint
  recharged: bigint
  withdrawn: bigint
  withdrawalFees: bigint
}

/**
 * Pseudo account kind in the movements of `order.received`: the cost that the balance prepaid for the order at its
 * pick-up. With this deduction an order has the same profit for both ways to pay its cost.
 */
export const prepaidCost = 'prepaid'

/**
 * Pseudo account kind in the movements of `order.paid`: what coupons of the shop took off. The buyers never paid it, so
 * nothing of it is booked and no other figure has it.
 */
export const shopCoupon = 'shop-coupon'

const goodwill = accounts.goodwill
/** What an order holds beside its goods: shipping and tax are never the merchant's. */
const neverOfShop = [accounts.orderShipping, accounts.shippingIncome, accounts.orderTax, accounts.taxPayable]
const merchants = [accounts.merchantAvailable, accounts.merchantPending, accounts.merchantHeld, accounts.merchantDue]

/** The events in the report. */
export const reported = [
  'order.paid',
  'order.picked-up',
  'order.cost-returned',
  'order.received',
  'order.completed',
  'order.part-settled',
  'order.cancelled',
  'refund.approved',
  'order.disputed',
  'order.dispute-won',
  'deposit.credited',
  'deposit.reversed',
  'dispute.opened',
  'dispute.won',
  'withdrawal.paid',
  'withdrawal.returned',
  'unidentified.assigned',
  'adjustment.corrected',
]

/** The figures of some days from their postings; the figures of two days add up. */
export function figuresOf(booked: readonly Movement[]): ReportFigures {
  const of = (event: string, side: 'D' | 'C', kinds?: readonly (string | null)[]) =>
    booked.filter((m) => m.event === event && m.side === side && (!kinds || kinds.includes(m.kind)))
  const count = (...which: Parameters<typeof of>) => of(...which).reduce((total, m) => total + m.n, 0)
  const sum = (...which: Parameters<typeof of>) => of(...which).reduce((total, m) => total + m.amount, 0n)

  // The goods, also the part that a coupon of the platform paid.
  const payments = sum('order.paid', 'C', [accounts.orderEscrow])
  // A platform payment does not concern the shop. If the order is cancelled later, its escrow repays the platform.
  const refunds =
    sum('order.cancelled', 'D', [accounts.orderEscrow]) +
    sum('refund.approved', 'D') -
    sum('refund.approved', 'D', [goodwill, ...neverOfShop]) +
    // A dispute counts as a refund until it is won. An earlier debt to the buyer counts in its own event.
    sum('order.disputed', 'D') -
    sum('order.disputed', 'D', neverOfShop) -
    sum('order.dispute-won', 'C') +
    sum('order.dispute-won', 'C', neverOfShop)
  const cost =
    sum('order.picked-up', 'D') -
    sum('order.cost-returned', 'D') -
    sum('refund.approved', 'D', [accounts.supplierPayable])
  const commission =
    sum('order.received', 'C', [accounts.commission]) +
    sum('order.dispute-won', 'C', [accounts.commission]) -
    sum('refund.approved', 'D', [accounts.commission])
  const profit =
    sum('order.received', 'C', merchants) -
    sum('order.received', 'D', [prepaidCost]) +
    sum('refund.approved', 'C', merchants) -
    sum('refund.approved', 'D', merchants) +
    sum('order.dispute-won', 'C', merchants) -
    sum('order.disputed', 'D', merchants)
  return {
    // A payment has exactly one line of the escrow, so these lines count orders.
    orders: count('order.paid', 'C', [accounts.orderEscrow]),
    payments,
    coupons: sum('order.paid', 'D', [shopCoupon]),
    refunds,
    cost,
    commission,
    open: payments - refunds - cost - commission - profit,
    profit,
    realised:
      sum('order.completed', 'C', [accounts.merchantAvailable]) +
      sum('order.part-settled', 'C', [accounts.merchantAvailable]),
    recharged:
      sum('deposit.credited', 'C', merchants) -
      sum('deposit.reversed', 'D', merchants) -
      sum('dispute.opened', 'D', merchants) +
      sum('dispute.won', 'C', merchants) +
      sum('unidentified.assigned', 'C', merchants) -
      // A correction of a transfer: the money is unidentified again.
      sum('adjustment.corrected', 'C', [accounts.unidentified]),
    withdrawn:
      sum('withdrawal.paid', 'C', [accounts.bank, accounts.hotWallet]) -
      // What the bank kept of it is the platform's cost.
      sum('withdrawal.returned', 'D', [accounts.bank, accounts.transferFee]),
    withdrawalFees:
      sum('withdrawal.paid', 'C', [accounts.withdrawalFee]) - sum('withdrawal.returned', 'D', [accounts.withdrawalFee]),
  }
}
