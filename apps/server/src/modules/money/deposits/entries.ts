/** The ledger entries of each deposit event. docs/money.md has the same tables. */
import { accounts, chainAccounts, processorAccounts, type LedgerEvent } from '@quayside/contract'
import { credit, debit, platformOwner, type Entry, type Line } from '../ledger/entry.ts'

/** The account that now holds the incoming money. */
export type Source =
  | (typeof processorAccounts)[keyof typeof processorAccounts]
  | typeof accounts.bank
  | (typeof chainAccounts)[keyof typeof chainAccounts]

export type DepositMoney = { shopId: string; id: string; amount: bigint; source: Source }

/** `round` distinguishes a posting from the one before a chain reorganisation. */
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

/**
 * A chain deposit below the minimum belongs to the merchant. It is set aside until the sum of such deposits
 * reaches the minimum.
 */
export const setAsideEntry = (deposit: DepositMoney, actor: string, at: Date, round = 1): Entry =>
  entry(deposit, 'set-aside', actor, at, round, [
    debit(deposit.source, platformOwner, deposit.amount),
    credit(accounts.merchantUnidentified, deposit.shopId, deposit.amount),
  ])

/** The sum of the deposits below the minimum has reached it. */
export const releasedEntry = (deposit: DepositMoney, actor: string, at: Date, round = 1): Entry =>
  entry(deposit, 'credited', actor, at, round, [
    debit(accounts.merchantUnidentified, deposit.shopId, deposit.amount),
    credit(accounts.merchantAvailable, deposit.shopId, deposit.amount),
  ])

/** The chain dropped a credited deposit. What the balance cannot cover becomes a visible debt. */
export const reversedEntry = (deposit: DepositMoney, fromBalance: bigint, at: Date, round = 1): Entry =>
  entry(deposit, 'reversed', 'chain', at, round, [
    debit(accounts.merchantAvailable, deposit.shopId, fromBalance),
    debit(accounts.merchantDue, deposit.shopId, deposit.amount - fromBalance),
    credit(deposit.source, platformOwner, deposit.amount),
  ])

/** The chain dropped a deposit that was only set aside. */
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

/** The card's bank asks for the money back. It is set aside until the decision. */
export const disputeOpenedEntry = (dispute: DisputeMoney, at: Date): Entry =>
  disputeEntry(dispute, 'dispute.opened', at, [
    debit(accounts.merchantAvailable, dispute.shop_id, dispute.amount - dispute.owed),
    debit(accounts.merchantDue, dispute.shop_id, dispute.owed),
    credit(accounts.cardDispute, dispute.id, dispute.amount),
  ])

/**
 * `owed`: the part that is not settled yet; a part settled meanwhile returns to the merchant. After a lost dispute
 * the money comes from the processor.
 */
export const disputeWonEntry = (dispute: DisputeMoney, owed: bigint, before: 'open' | 'lost', at: Date): Entry =>
  disputeEntry(dispute, 'dispute.won', at, [
    before === 'open'
      ? debit(accounts.cardDispute, dispute.id, dispute.amount)
      : debit(processorAccounts[dispute.processor], platformOwner, dispute.amount),
    credit(accounts.merchantAvailable, dispute.shop_id, dispute.amount - owed),
    credit(accounts.merchantDue, dispute.shop_id, owed),
  ])

/** The processor has returned the money to the card holder. */
export const disputeLostEntry = (dispute: DisputeMoney, at: Date): Entry =>
  disputeEntry(dispute, 'dispute.lost', at, [
    debit(accounts.cardDispute, dispute.id, dispute.amount),
    credit(processorAccounts[dispute.processor], platformOwner, dispute.amount),
  ])
