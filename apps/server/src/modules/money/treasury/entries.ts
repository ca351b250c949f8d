/** The ledger entries of treasury movements. docs/money.md has the same tables. */
import { accounts, expectedFeeAccounts, type AccountCode } from '@quayside/contract'
import { credit, debit, platformOwner, type Entry, type Line } from '../ledger/entry.ts'
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

/** Of a fee or a payout of a card processor: what the processor kept, cents. */
export const keptFee = ({ kind, amount, fee }: Pick<MovementRow, 'kind' | 'amount' | 'fee'>): bigint =>
  kind === 'processor-fee' ? amount : fee

/** The account of the fees that were expected of the processor whose account a movement credits; null for others. */
export const expectedFeeAccountOf = ({
  kind,
  from_account: from,
}: Pick<MovementRow, 'kind' | 'from_account'>): AccountCode | null => {
  if (kind !== 'processor-fee' && kind !== 'processor-payout') return null
  return from === accounts.processorStripe ? expectedFeeAccounts.stripe : expectedFeeAccounts.test
}

/**
 * What a booked movement settles of the fees that were expected. They are expenses since the captures, so the expense
 * of the movement is taken back, and only the difference is a cost, or a gain, of now. Null where nothing was expected.
 * `again`: the movement is reversed, and its fees are expected again.
 */
export function settledFeeEntry(
  movement: Booked & Pick<MovementRow, 'settled_fee'>,
  author: Author,
  again: boolean,
): Entry | null {
  const expected = expectedFeeAccountOf(movement)
  const { id, settled_fee: settled } = movement
  if (!expected || !settled) return null
  const kept = keptFee(movement)
  const difference = kept - settled
  const sides = again ? [credit, debit] : [debit, credit]
  const line = (side: 0 | 1, kind: AccountCode, amount: bigint): Line => sides[side]!(kind, platformOwner, amount)
  return {
    ...author,
    shopId: platformOwner,
    key: `fee:${id}:${again ? 'unsettled' : 'settled'}`,
    event: again ? 'processor.fee-unsettled' : 'processor.fee-settled',
    ref: id,
    lines: [
      line(0, expected, settled),
      difference < 0n
        ? line(1, accounts.processorFeeDifference, -difference)
        : line(0, accounts.processorFeeDifference, difference),
      line(1, accounts.processorFee, kept),
    ].toSorted((a, b) => (a.side === b.side ? 0 : a.side === 'D' ? -1 : 1)),
  }
}
