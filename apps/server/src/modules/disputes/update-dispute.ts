/**
 * What all disputes of card payments have in common, whatever was paid: told twice they count once, an end that comes before its beginning brings
 * it, and a bank may decide otherwise than before. Where the money is taken from and goes back to, the module knows that took the payment.
 */
import { newId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/postgres.ts'
import type { Disputed, Processor } from '../../platform/processor.ts'
import { insertDispute, lockDispute, saveDispute, type DisputeRow } from './dispute-store.ts'

/** What a dispute took, in cents; sums to at most what was asked for. */
export type DisputeShares = Pick<DisputeRow, 'amount' | 'from_refund' | 'from_escrow' | 'from_pending' | 'owed'>
export const noShares: DisputeShares = { amount: 0n, from_refund: 0n, from_escrow: 0n, from_pending: 0n, owed: 0n }

/** A payment whose row the caller has locked. Each act books itself, under a key of the dispute's id and round. */
export type DisputedPayment = {
  of: Pick<DisputeRow, 'shop_id' | 'deposit_id' | 'order_id' | 'payment_id'>
  /** Sets aside what is asked for, or what the payment has left of it. The row of the dispute is there, with nothing taken. */
  setAside(dispute: DisputeRow): Promise<DisputeShares>
  /** The bank has decided; `before` is the state until now. */
  settle(dispute: DisputeRow, outcome: 'won' | 'lost', before: 'open' | 'lost'): Promise<void>
}

/** Follows what the processor says of a dispute. An answer older than the one that stands is passed over. Answers the dispute as it is now. */
export async function updateDispute(
  tx: Tx,
  processor: Processor['name'],
  told: Disputed,
  payment: DisputedPayment,
  now: Date,
): Promise<DisputeRow> {
  const known = await lockDispute(tx, processor, told.reference)
  if (known && told.asOf < known.as_of) return known
  const dispute: DisputeRow = known ?? {
    ...payment.of,
    id: newId(),
    processor,
    reference: told.reference,
    state: 'open',
    asked: told.amount,
    ...noShares,
    evidence_by: told.evidenceBy,
    opened_at: now,
    closed_at: null,
    as_of: told.asOf,
    round: 1,
  }
  const open = async () => {
    Object.assign(dispute, { state: 'open', closed_at: null }, await payment.setAside(dispute))
    await saveDispute(tx, dispute)
  }
  if (!known) {
    await insertDispute(tx, dispute)
    await open()
  }
  Object.assign(dispute, { evidence_by: told.evidenceBy, as_of: told.asOf })
  if (told.outcome && told.outcome !== dispute.state) {
    if (dispute.state !== 'open') dispute.round += 1
    // What was won lies in the accounts again, and is taken out of them anew.
    if (dispute.state === 'won') await open()
    const before = dispute.state as 'open' | 'lost'
    Object.assign(dispute, { state: told.outcome, closed_at: now })
    // First the row: what is settled looks for other disputes that are open.
    await saveDispute(tx, dispute)
    await payment.settle(dispute, told.outcome, before)
  } else await saveDispute(tx, dispute)
  return dispute
}
