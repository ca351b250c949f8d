/** The ledger entries of each withdrawal event. docs/money.md has the same tables. */
import { accounts, type LedgerEvent } from '@quayside/contract'
import { credit, debit, platformOwner, type Entry, type Line } from '../ledger/entry.ts'

export type WithdrawalMoney = { shopId: string; id: string; gross: bigint; fee: bigint; net: bigint }

const entry = (w: WithdrawalMoney, event: LedgerEvent, actor: string, at: Date, lines: Line[]): Entry => ({
  shopId: w.shopId,
  key: `withdrawal:${w.id}:${event}`,
  event,
  ref: w.id,
  actor,
  at,
  lines,
})

export const requestedEntry = (w: WithdrawalMoney, actor: string, at: Date): Entry =>
  entry(w, 'withdrawal.requested', actor, at, [
    debit(accounts.merchantAvailable, w.shopId, w.gross),
    credit(accounts.merchantHeld, w.shopId, w.gross),
  ])

/**
 * The whole amount returns to the balance. `state` determines the source account, because the approval moves the
 * money.
 */
export const releasedEntry = (
  w: WithdrawalMoney & { state: 'pending' | 'approved' },
  event: 'withdrawal.cancelled' | 'withdrawal.rejected',
  actor: string,
  at: Date,
): Entry =>
  entry(w, event, actor, at, [
    w.state === 'pending'
      ? debit(accounts.merchantHeld, w.shopId, w.gross)
      : debit(accounts.payout, platformOwner, w.gross),
    credit(accounts.merchantAvailable, w.shopId, w.gross),
  ])

export const approvedEntry = (w: WithdrawalMoney, actor: string, at: Date): Entry =>
  entry(w, 'withdrawal.approved', actor, at, [
    debit(accounts.merchantHeld, w.shopId, w.gross),
    credit(accounts.payout, platformOwner, w.gross),
  ])

/** The fee is earned when the money has arrived. */
export const paidEntry = (
  w: WithdrawalMoney,
  from: typeof accounts.bank | typeof accounts.hotWallet,
  actor: string,
  at: Date,
): Entry =>
  entry(w, 'withdrawal.paid', actor, at, [
    debit(accounts.payout, platformOwner, w.gross),
    credit(from, platformOwner, w.net),
    credit(accounts.withdrawalFee, platformOwner, w.fee),
  ])

/** The bank returned a confirmed payment: the fee returns as well. A fee that the bank kept is the platform's cost. */
export const returnedEntry = (w: WithdrawalMoney, bankFee: bigint, actor: string, at: Date): Entry =>
  entry(w, 'withdrawal.returned', actor, at, [
    debit(accounts.bank, platformOwner, w.net - bankFee),
    debit(accounts.transferFee, platformOwner, bankFee),
    debit(accounts.withdrawalFee, platformOwner, w.fee),
    credit(accounts.merchantAvailable, w.shopId, w.gross),
  ])

export const failedEntry = (w: WithdrawalMoney, actor: string, at: Date): Entry =>
  entry(w, 'withdrawal.failed', actor, at, [
    debit(accounts.payout, platformOwner, w.gross),
    credit(accounts.merchantAvailable, w.shopId, w.gross),
  ])
