/** The figures of the platform from sums of postings. Those that merchants have too are made by their function. */
import { accounts, formatCents, type PlatformFigureName } from '@quayside/contract'
import { figuresOf, type Movement } from '../../shop/insights/report.ts'

export type PlatformFigures = {
  [name in PlatformFigureName]: name extends 'orders' | 'cancelled'
    ? number
    : name extends 'takeRate'
      ? number | null
      : string
}

/** The balance of an account of income or cost over the sums: credits less debits. */
const income = (booked: readonly Movement[], kind: string): bigint =>
  booked.reduce((sum, m) => (m.kind !== kind ? sum : m.side === 'C' ? sum + m.amount : sum - m.amount), 0n)

/** A cancellation has exactly one line of the escrow, so these lines count orders. */
const cancellations = (booked: readonly Movement[]): number =>
  booked
    .filter(({ event, side, kind }) => event === 'order.cancelled' && side === 'D' && kind === accounts.orderEscrow)
    .reduce((sum, { n }) => sum + n, 0)

export function platformFiguresOf(booked: readonly Movement[]): PlatformFigures {
  const f = figuresOf(booked)
  const left = f.payments - f.refunds
  return {
    orders: f.orders,
    cancelled: cancellations(booked),
    sales: formatCents(f.payments),
    refunds: formatCents(f.refunds),
    commission: formatCents(f.commission),
    takeRate: left > 0n ? Number((f.commission * 10_000n + left / 2n) / left) : null,
    shipping: formatCents(income(booked, accounts.shippingIncome)),
    goodwill: formatCents(-income(booked, accounts.goodwill)),
    coupons: formatCents(-income(booked, accounts.coupon)),
    processorFees: formatCents(-income(booked, accounts.processorFee)),
    recharged: formatCents(f.recharged),
    withdrawn: formatCents(f.withdrawn),
    withdrawalFees: formatCents(f.withdrawalFees),
  }
}
