/**
 * The states of a card dispute, for orders and deposits. A repeated report counts once. A decision that arrives
 * before the opening also opens the dispute. A bank may change its decision. The module of the payment decides which
 * accounts pay and which are paid back.
 */
import { newId } from '../../../platform/database/ids.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import type { Disputed, Processor } from '../../../domain/processor.ts'
import { insertDispute, lockDispute, updateDisputeRow, type DisputeRow } from './dispute-store.ts'

/** The shares of a dispute in cents. `amount` is at most `asked`. */
export type DisputeShares = Pick<
  DisputeRow,
  'amount' | 'from_refund' | 'from_escrow' | 'from_pending' | 'from_shipping' | 'from_tax' | 'owed'
>
export const noShares: DisputeShares = {
  amount: 0n,
  from_refund: 0n,
  from_escrow: 0n,
  from_pending: 0n,
  from_shipping: 0n,
  from_tax: 0n,
  owed: 0n,
}

/**
 * A payment whose row the caller has locked. Each function posts its own entries, with the dispute's id and round in
 * the key.
 */
export type DisputedPayment = {
  of: Pick<DisputeRow, 'shop_id' | 'deposit_id' | 'order_id' | 'payment_id'>
  /** Sets the amount aside, at most the rest of the payment. The row of the dispute exists, with no shares. */
  setAside(dispute: DisputeRow): Promise<DisputeShares>
  /** The bank has decided. `before` is the state until now. */
  settle(dispute: DisputeRow, outcome: 'won' | 'lost', before: 'open' | 'lost'): Promise<void>
}

/**
 * Applies the processor's report of a dispute. Ignores a report that is older than the last one. Returns the dispute.
 */
export async function updateDispute(
  tx: Tx,
  processor: Processor['name'],
  report: Disputed,
  payment: DisputedPayment,
  now: Date,
): Promise<DisputeRow> {
  const known = await lockDispute(tx, processor, report.reference)
  if (known && report.asOf < known.as_of) return known
  const dispute: DisputeRow = known ?? {
    ...payment.of,
    id: newId(),
    processor,
    reference: report.reference,
    state: 'open',
    asked: report.amount,
    ...noShares,
    evidence_by: report.evidenceBy,
    opened_at: now,
    closed_at: null,
    as_of: report.asOf,
    round: 1,
  }
  const open = async () => {
    Object.assign(dispute, { state: 'open', closed_at: null }, await payment.setAside(dispute))
    await updateDisputeRow(tx, dispute)
  }
  if (!known) {
    await insertDispute(tx, dispute)
    await open()
  }
  Object.assign(dispute, { evidence_by: report.evidenceBy, as_of: report.asOf })
  if (report.outcome && report.outcome !== dispute.state) {
    if (dispute.state !== 'open') dispute.round += 1
    // The money of a won dispute is back in the accounts: set it aside again.
    if (dispute.state === 'won') await open()
    const before = dispute.state as 'open' | 'lost'
    Object.assign(dispute, { state: report.outcome, closed_at: now })
    // The row first: `settle` looks for other open disputes.
    await updateDisputeRow(tx, dispute)
    await payment.settle(dispute, report.outcome, before)
  } else await updateDisputeRow(tx, dispute)
  return dispute
}
