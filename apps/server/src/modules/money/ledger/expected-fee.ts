/**
 * What a card processor is expected to keep of a captured payment. It is booked with the capture, so that the money at
 * the processor counts as what will really come. The platform bears it; a refund or a dispute does not bring it back.
 */
import { accounts, expectedFeeAccounts } from '@quayside/contract'
import type { BusinessSettings } from '../../../platform/business-settings.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { credit, debit, platformOwner, type Entry } from './entry.ts'
import { postEntries } from './post-entries.ts'

/** The price of a processor: a part of the payment in hundredths of a percent, and cents for each payment. */
export type ProcessorPrice = { rate: number; fixed: number }

/** Cents, rounded to the nearest, and at most the payment. */
export function expectedFee({ rate, fixed }: ProcessorPrice, amount: bigint): bigint {
  const fee = (amount * BigInt(rate) + 5000n) / 10_000n + BigInt(fixed)
  return fee < amount ? fee : amount
}

/** The fee of a payment that is captured now, by the settings of this instant. */
export const feeOfCapture = (business: BusinessSettings, amount: bigint, now: Date): bigint =>
  expectedFee({ rate: business.at('processor-fee.rate', now), fixed: business.at('processor-fee.fixed', now) }, amount)

export type FeeOfCapture = {
  shopId: string
  /** The payment of an order, or the deposit. */
  id: string
  processor: 'stripe' | 'test'
  fee: bigint
}

export const expectedFeeEntry = ({ shopId, id, processor, fee }: FeeOfCapture, at: Date): Entry => ({
  shopId,
  key: `fee:${id}:expected`,
  event: 'processor.fee-expected',
  ref: id,
  actor: `processor:${processor}`,
  at,
  lines: [debit(accounts.processorFee, platformOwner, fee), credit(expectedFeeAccounts[processor], platformOwner, fee)],
})

/** Books the fee of a capture. Its row has the same fee already. A fee of zero has no entry. */
export const bookExpectedFee = (tx: Tx, capture: FeeOfCapture, at: Date): Promise<number> =>
  postEntries(tx, expectedFeeEntry(capture, at))
