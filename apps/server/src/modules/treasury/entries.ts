/** The ledger entries of treasury movements. docs/money.md has the same tables. */
import { accounts } from '@quayside/contract'
import { credit, debit, platformOwner, type Entry } from '../ledger/entry.ts'
import type { MovementRow } from './store.ts'

type Booked = Pick<MovementRow, 'id' | 'kind' | 'from_account' | 'to_account' | 'amount' | 'fee'>
type Author = { actor: string; at: Date }

/** The account that bears the fee of a movement. */
const feeAccount = ({ kind }: Booked) => (kind === 'processor-payout' ? accounts.processorFee : accounts.transferFee)

export const bookedEntry = (movement: Booked, author: Author): Entry => ({
  ...author,
  shopId: platformOwner,
  key: `treasury:${movement.id}:booked`,
  event: `treasury.${movement.kind}`,
  ref: movement.id,
  lines: [
    debit(movement.to_account, platformOwner, movement.amount - movement.fee),
    debit(feeAccount(movement), platformOwner, movement.fee),
    credit(movement.from_account, platformOwner, movement.amount),
  ],
})

/** The same amounts in the opposite direction. */
export const reversedEntry = (movement: Booked, author: Author): Entry => ({
  ...author,
  shopId: platformOwner,
  key: `treasury:${movement.id}:reversed`,
  event: 'treasury.reversed',
  ref: movement.id,
  lines: [
    debit(movement.from_account, platformOwner, movement.amount),
    credit(movement.to_account, platformOwner, movement.amount - movement.fee),
    credit(feeAccount(movement), platformOwner, movement.fee),
  ],
})
