/** What each happening of an order means in the books; docs/money.md holds the same table, and a test executes it. */
import { credit, debit, platformOwner, type AccountKind, type Entry } from '../ledger/entry.ts'

export type OrderMoney = {
  shopId: string
  id: string
  totalPayment: bigint
  totalCost: bigint
  commission: bigint
  funding: 'escrow' | 'balance' | null
}

const processorAccount = (processor: 'stripe' | 'test'): AccountKind => `A.PSP.${processor}`

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

export const paidEntry = (order: OrderMoney, processor: 'stripe' | 'test', at: Date): Entry =>
  entry(order, 'order.paid', `processor:${processor}`, at, [
    debit(processorAccount(processor), platformOwner, order.totalPayment),
    credit('L.O.escrow', order.id, order.totalPayment),
  ])

/** A payment for an order that no longer waits for one: owed back at once. */
export const paidLateEntry = (
  order: { shopId: string; id: string },
  paymentId: string,
  amount: bigint,
  processor: 'stripe' | 'test',
  at: Date,
): Entry => ({
  ...entry(order, 'order.paid-late', `processor:${processor}`, at, [
    debit(processorAccount(processor), platformOwner, amount),
    credit('L.REFUND', paymentId, amount),
  ]),
  key: `payment:${paymentId}:late`,
})

export const shippedEntry = (order: OrderMoney, actor: string, at: Date): Entry =>
  entry(order, 'order.shipped', actor, at, [
    debit('L.O.procure', order.id, order.totalCost),
    credit('L.S.payable', platformOwner, order.totalCost),
  ])

/** What is left in escrow once the cost was paid from wherever it was paid. */
const restInEscrow = (order: OrderMoney) =>
  order.funding === 'escrow' ? order.totalPayment - order.totalCost : order.totalPayment

/** What the merchant gets of an order, in cents. */
const earnedBy = (order: OrderMoney) => restInEscrow(order) - order.commission

export const receivedEntry = (order: OrderMoney, actor: string, at: Date): Entry =>
  entry(order, 'order.received', actor, at, [
    debit('L.O.escrow', order.id, restInEscrow(order)),
    credit('L.M.pending', order.shopId, earnedBy(order)),
    credit('I.COMMISSION', platformOwner, order.commission),
  ])

export const completedEntry = (order: OrderMoney, actor: string, at: Date): Entry =>
  entry(order, 'order.completed', actor, at, [
    debit('L.M.pending', order.shopId, earnedBy(order)),
    credit('L.M.available', order.shopId, earnedBy(order)),
  ])

/** What the merchant owes (`due`, in cents) is settled from what this order earned and from nothing else. */
export const dueRecoveredEntry = (order: OrderMoney, due: bigint, actor: string, at: Date): Entry => {
  const amount = due < earnedBy(order) ? due : earnedBy(order)
  return entry(order, 'due.recovered', actor, at, [
    debit('L.M.available', order.shopId, amount),
    credit('A.DUE', order.shopId, amount),
  ])
}

/** The purchase cost goes back to where it came from. */
export const costReturnedEntry = (order: OrderMoney, actor: string, at: Date): Entry =>
  entry(order, 'order.cost-returned', actor, at, [
    debit('L.O.procure', order.id, order.totalCost),
    order.funding === 'escrow'
      ? credit('L.O.escrow', order.id, order.totalCost)
      : credit('L.M.available', order.shopId, order.totalCost),
  ])

export const cancelledEntry = (order: OrderMoney, paymentId: string, actor: string, at: Date): Entry =>
  entry(order, 'order.cancelled', actor, at, [
    debit('L.O.escrow', order.id, order.totalPayment),
    credit('L.REFUND', paymentId, order.totalPayment),
  ])

export const buyerRefundedEntry = (
  order: { shopId: string; id: string },
  paymentId: string,
  amount: bigint,
  processor: 'stripe' | 'test',
  at: Date,
): Entry => ({
  ...entry(order, 'buyer.refunded', `processor:${processor}`, at, [
    debit('L.REFUND', paymentId, amount),
    credit(processorAccount(processor), platformOwner, amount),
  ]),
  key: `payment:${paymentId}:refunded`,
})
