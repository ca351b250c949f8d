/** The ledger entries of adjustments. docs/money.md has the same tables. */
import { accounts } from '@quayside/contract'
import { credit, debit, platformOwner, type Entry, type Line } from '../ledger/entry.ts'
import type { AdjustmentRow } from './store.ts'

type Posted = Pick<AdjustmentRow, 'shop_id' | 'id' | 'amount'>
type Author = { actor: string; at: Date }

const entry = ({ shop_id, id }: Posted, event: Entry['event'], author: Author, lines: Line[]): Entry => ({
  ...author,
  shopId: shop_id,
  key: `adjustment:${id}`,
  event,
  ref: id,
  lines,
})

/** The platform gives the merchant money. */
export const goodwillEntry = (adjustment: Posted, author: Author): Entry =>
  entry(adjustment, 'adjustment.goodwill', author, [
    debit(accounts.goodwill, platformOwner, adjustment.amount),
    credit(accounts.merchantAvailable, adjustment.shop_id, adjustment.amount),
  ])

/**
 * Takes back a credit that was wrong. What the balance cannot cover becomes a visible debt. Goodwill returns to the
 * platform; all other money is unidentified again.
 */
export const correctedEntry = (
  adjustment: Posted,
  fromBalance: bigint,
  back: typeof accounts.goodwill | typeof accounts.unidentified,
  author: Author,
): Entry =>
  entry(adjustment, 'adjustment.corrected', author, [
    debit(accounts.merchantAvailable, adjustment.shop_id, fromBalance),
    debit(accounts.merchantDue, adjustment.shop_id, adjustment.amount - fromBalance),
    credit(back, platformOwner, adjustment.amount),
  ])

/** The platform cancels a debt of the merchant. */
export const writtenOffEntry = (adjustment: Posted, author: Author): Entry =>
  entry(adjustment, 'adjustment.written-off', author, [
    debit(accounts.writeOff, platformOwner, adjustment.amount),
    credit(accounts.merchantDue, adjustment.shop_id, adjustment.amount),
  ])
