/** What a withdrawal is: its states, what may follow, its clock and its fee. Pure. */
import type { WithdrawalState } from '@quayside/contract'
import { addTime, days, hours, minutes } from '../../platform/clock.ts'

export const quoteLifetime = minutes(10)
export const decisionWindow = hours(24)
export const payoutWindow = hours(72)
/** Past the promised decision it is shown as overdue; this much later the money goes back by itself. */
export const returnDelay = days(1)
/** Handed over and not proved for so long, it is escalated to people and shown to the merchant. */
export const proofWindow = { 'bank-file': days(5), chain: days(1) } as const
export const maxDestinations = 10

const transitions: Record<WithdrawalState, readonly WithdrawalState[]> = {
  pending: ['approved', 'rejected', 'cancelled'],
  // Not handed over: the merchant may take it back, and its clock gives it back.
  approved: ['sending', 'cancelled', 'rejected'],
  // Handed over: only the other side's final word ends it. On a chain that can be that this transaction will never be in a block.
  sending: ['unknown', 'paid', 'failed', 'approved'],
  unknown: ['paid', 'failed'],
  // A bank may return a payment days after it took it.
  paid: ['failed'],
  rejected: [],
  cancelled: [],
  failed: [],
}
export const canTransition = (from: WithdrawalState, to: WithdrawalState): boolean => transitions[from].includes(to)

/** The promise that runs now is over. */
export const isOverdue = (w: { state: WithdrawalState; decide_by: Date; pay_by: Date | null }, now: Date): boolean =>
  w.state === 'pending'
    ? w.decide_by < now
    : ['approved', 'sending', 'unknown'].includes(w.state) && w.pay_by !== null && w.pay_by < now

/** When a request is decided at the latest: a new destination cools down first. */
export const decisionDeadline = (requestedAt: Date, usableAt: Date): Date =>
  addTime(usableAt > requestedAt ? usableAt : requestedAt, decisionWindow)

/** What arrives when the fee comes out of the amount; null when nothing would. */
export function netOf(gross: bigint, fee: bigint): bigint | null {
  return gross > fee ? gross - fee : null
}
