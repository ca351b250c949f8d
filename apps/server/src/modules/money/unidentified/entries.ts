/** The ledger entries of unidentified money. docs/money.md has the same tables. */
import { accounts } from '@quayside/contract'
import { credit, debit, platformOwner, type Entry } from '../ledger/entry.ts'

export type UnidentifiedAmount = { id: string; amount: bigint }
type Author = { actor: string; at: Date }

/** A credit of the bank that nobody has claimed. It is owed until it has an owner. */
export const receivedEntry = ({ id, amount }: UnidentifiedAmount, author: Author): Entry => ({
  ...author,
  shopId: platformOwner,
  key: `unidentified:${id}:received`,
  event: 'unidentified.received',
  ref: id,
  lines: [debit(accounts.bank, platformOwner, amount), credit(accounts.unidentified, platformOwner, amount)],
})

/** Two people have found its owner. */
export const assignedEntry = ({ id, amount }: UnidentifiedAmount, shopId: string, author: Author): Entry => ({
  ...author,
  shopId,
  key: `unidentified:${id}:assigned`,
  event: 'unidentified.assigned',
  ref: id,
  lines: [debit(accounts.unidentified, platformOwner, amount), credit(accounts.merchantAvailable, shopId, amount)],
})

/** The bank has sent it back to its payer. */
export const returnedEntry = ({ id, amount }: UnidentifiedAmount, author: Author): Entry => ({
  ...author,
  shopId: platformOwner,
  key: `unidentified:${id}:returned`,
  event: 'unidentified.returned',
  ref: id,
  lines: [debit(accounts.unidentified, platformOwner, amount), credit(accounts.bank, platformOwner, amount)],
})
