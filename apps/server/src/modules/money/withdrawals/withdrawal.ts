/** Withdrawals: states, transitions, deadlines and fee. Pure. */
import type { WithdrawalState } from '@quayside/contract'
import { addTime, days, hours, minutes } from '../../../platform/jobs/clock.ts'

export const quoteLifetime = minutes(10)
export const decisionWindow = hours(24)
export const payoutWindow = hours(72)
/** The delay between a missed decision deadline and the automatic return of the money. */
export const returnDelay = days(1)
/** A sent payout without evidence is escalated to operators and shown to the merchant after this time. */
export const proofWindow = { 'bank-file': days(5), chain: days(1) } as const
export const maxDestinations = 10

const transitions: Record<WithdrawalState, readonly WithdrawalState[]> = {
  pending: ['approved', 'rejected', 'cancelled'],
  // Not sent: the merchant can cancel it, and its deadline returns the money.
  approved: ['sending', 'cancelled', 'rejected'],
  // Sent: only the final answer of the other side ends it. On a chain this can be that the transaction never
  // enters a block.
  sending: ['unknown', 'paid', 'failed', 'approved'],
  unknown: ['paid', 'failed'],
  // A bank can return a payment days later.
  paid: ['failed'],
  rejected: [],
  cancelled: [],
  failed: [],
}
export const canTransition = (from: WithdrawalState, to: WithdrawalState): boolean => transitions[from].includes(to)

/** True when the current deadline has passed. */
export const isOverdue = (w: { state: WithdrawalState; decide_by: Date; pay_by: Date | null }, now: Date): boolean =>
  w.state === 'pending'
    ? w.decide_by < now
    : ['approved', 'sending', 'unknown'].includes(w.state) && w.pay_by !== null && w.pay_by < now

/** The decision deadline of a request. A new destination cools down first. */
export const decisionDeadline = (requestedAt: Date, usableAt: Date): Date =>
  addTime(usableAt > requestedAt ? usableAt : requestedAt, decisionWindow)

/** The amount after the fee; null when nothing remains. */
export function netOf(gross: bigint, fee: bigint): bigint | null {
  return gross > fee ? gross - fee : null
}
