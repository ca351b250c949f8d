/** What each happening of a recharge means in the books; docs/money.md holds the same tables. */
import { accounts, chainAccounts, processorAccounts, type LedgerEvent } from '@quayside/contract'
import { credit, debit, platformOwner, type Entry, type Line } from '../ledger/entry.ts'

/** Where the money that came in is now. */
export type Source =
  | (typeof processorAccounts)[keyof typeof processorAccounts]
  | typeof accounts.bank
  | (typeof chainAccounts)[keyof typeof chainAccounts]

export type DepositMoney = { shopId: string; id: string; amount: bigint; source: Source }

/** `round` tells a booking apart from the one after a chain took the first back. */
const entry = (
  deposit: DepositMoney,
  step: 'credited' | 'set-aside' | 'reversed',
  actor: string,
  at: Date,
  round: number,
  lines: Line[],
): Entry => ({
  shopId: deposit.shopId,
  key: `deposit:${deposit.id}:${step}:${round}`,
  event: `deposit.${step}` satisfies LedgerEvent,
  ref: deposit.id,
  actor,
  at,
  lines,
})

export const creditedEntry = (deposit: DepositMoney, actor: string, at: Date, round = 1): Entry =>
  entry(deposit, 'credited', actor, at, round, [
    debit(deposit.source, platformOwner, deposit.amount),
    credit(accounts.merchantAvailable, deposit.shopId, deposit.amount),
  ])

/** A chain deposit below the minimum: the merchant's, and set aside until such deposits reach it together. */
export const setAsideEntry = (deposit: DepositMoney, actor: string, at: Date, round = 1): Entry =>
  entry(deposit, 'set-aside', actor, at, round, [
    debit(deposit.source, platformOwner, deposit.amount),
    credit(accounts.merchantUnidentified, deposit.shopId, deposit.amount),
  ])

/** What was set aside has become enough. */
export const releasedEntry = (deposit: DepositMoney, actor: string, at: Date, round = 1): Entry =>
  entry(deposit, 'credited', actor, at, round, [
    debit(accounts.merchantUnidentified, deposit.shopId, deposit.amount),
    credit(accounts.merchantAvailable, deposit.shopId, deposit.amount),
  ])

/** The chain took a credited deposit back. What the balance cannot give is owed, in the open. */
export const reversedEntry = (deposit: DepositMoney, fromBalance: bigint, at: Date, round = 1): Entry =>
  entry(deposit, 'reversed', 'chain', at, round, [
    debit(accounts.merchantAvailable, deposit.shopId, fromBalance),
    debit(accounts.merchantDue, deposit.shopId, deposit.amount - fromBalance),
    credit(deposit.source, platformOwner, deposit.amount),
  ])

/** The chain took back what had only been set aside. */
export const reversedSetAsideEntry = (deposit: DepositMoney, at: Date, round = 1): Entry =>
  entry(deposit, 'reversed', 'chain', at, round, [
    debit(accounts.merchantUnidentified, deposit.shopId, deposit.amount),
    credit(deposit.source, platformOwner, deposit.amount),
  ])

type DisputeMoney = {
  shop_id: string
  id: string
  deposit_id: string | null
  processor: 'stripe' | 'test'
  amount: bigint
  owed: bigint
  round: number
}

const disputeEntry = (
  dispute: DisputeMoney,
  event: Extract<LedgerEvent, `dispute.${string}`>,
  at: Date,
  lines: Line[],
): Entry => ({
  shopId: dispute.shop_id,
  key: `dispute:${dispute.id}:${event}${dispute.round > 1 ? `:${dispute.round}` : ''}`,
  event,
  ref: dispute.deposit_id!,
  actor: `processor:${dispute.processor}`,
  at,
  lines,
})

/** The card's bank asks for it back: it is set aside until it is decided. */
export const disputeOpenedEntry = (dispute: DisputeMoney, at: Date): Entry =>
  disputeEntry(dispute, 'dispute.opened', at, [
    debit(accounts.merchantAvailable, dispute.shop_id, dispute.amount - dispute.owed),
    debit(accounts.merchantDue, dispute.shop_id, dispute.owed),
    credit(accounts.cardDispute, dispute.id, dispute.amount),
  ])

/**
 * `owed` of it is not settled yet; what was settled meanwhile is the merchant's again. After it was lost the processor gives it back.
 */
export const disputeWonEntry = (dispute: DisputeMoney, owed: bigint, before: 'open' | 'lost', at: Date): Entry =>
  disputeEntry(dispute, 'dispute.won', at, [
    before === 'open'
      ? debit(accounts.cardDispute, dispute.id, dispute.amount)
      : debit(processorAccounts[dispute.processor], platformOwner, dispute.amount),
    credit(accounts.merchantAvailable, dispute.shop_id, dispute.amount - owed),
    credit(accounts.merchantDue, dispute.shop_id, owed),
  ])

/** The processor has given it back to the holder of the card. */
export const disputeLostEntry = (dispute: DisputeMoney, at: Date): Entry =>
  disputeEntry(dispute, 'dispute.lost', at, [
    debit(accounts.cardDispute, dispute.id, dispute.amount),
    credit(processorAccounts[dispute.processor], platformOwner, dispute.amount),
  ])
