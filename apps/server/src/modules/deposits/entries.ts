/** What each happening of a recharge means in the books; docs/money.md holds the same tables. */
import { credit, debit, platformOwner, type AccountKind, type Entry } from '../ledger/entry.ts'

/** Where the money that came in is now. */
export type Source = Extract<AccountKind, `A.PSP.${string}` | 'A.BANK' | `A.CHAIN.${string}`>

export type DepositMoney = { shopId: string; id: string; amount: bigint; source: Source }

/** `round` tells a credit apart from the one after a chain took the first back. */
export const creditedEntry = (deposit: DepositMoney, actor: string, at: Date, round = 1): Entry => ({
  shopId: deposit.shopId,
  key: `deposit:${deposit.id}:credited:${round}`,
  event: 'deposit.credited',
  ref: deposit.id,
  actor,
  at,
  lines: [
    debit(deposit.source, platformOwner, deposit.amount),
    credit('L.M.available', deposit.shopId, deposit.amount),
  ],
})

/** A chain deposit below the minimum: the merchant's, and set aside until such deposits reach it together. */
export const setAsideEntry = (deposit: DepositMoney, actor: string, at: Date, round = 1): Entry => ({
  shopId: deposit.shopId,
  key: `deposit:${deposit.id}:set-aside:${round}`,
  event: 'deposit.set-aside',
  ref: deposit.id,
  actor,
  at,
  lines: [
    debit(deposit.source, platformOwner, deposit.amount),
    credit('L.UNIDENTIFIED', deposit.shopId, deposit.amount),
  ],
})

/** What was set aside has become enough. */
export const releasedEntry = (deposit: DepositMoney, actor: string, at: Date, round = 1): Entry => ({
  shopId: deposit.shopId,
  key: `deposit:${deposit.id}:credited:${round}`,
  event: 'deposit.credited',
  ref: deposit.id,
  actor,
  at,
  lines: [
    debit('L.UNIDENTIFIED', deposit.shopId, deposit.amount),
    credit('L.M.available', deposit.shopId, deposit.amount),
  ],
})

/** The chain took a credited deposit back. What the balance cannot give is owed, in the open. */
export const reversedEntry = (deposit: DepositMoney, fromBalance: bigint, at: Date, round = 1): Entry => ({
  shopId: deposit.shopId,
  key: `deposit:${deposit.id}:reversed:${round}`,
  event: 'deposit.reversed',
  ref: deposit.id,
  actor: 'chain',
  at,
  lines: [
    debit('L.M.available', deposit.shopId, fromBalance),
    debit('A.DUE', deposit.shopId, deposit.amount - fromBalance),
    credit(deposit.source, platformOwner, deposit.amount),
  ],
})

/** The chain took back what had only been set aside. */
export const unsetEntry = (deposit: DepositMoney, at: Date, round = 1): Entry => ({
  shopId: deposit.shopId,
  key: `deposit:${deposit.id}:reversed:${round}`,
  event: 'deposit.reversed',
  ref: deposit.id,
  actor: 'chain',
  at,
  lines: [
    debit('L.UNIDENTIFIED', deposit.shopId, deposit.amount),
    credit(deposit.source, platformOwner, deposit.amount),
  ],
})
