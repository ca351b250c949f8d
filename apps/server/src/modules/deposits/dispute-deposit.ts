import { toWire } from '@quayside/contract'
import { happened } from '../../platform/events.ts'
import type { House } from '../../platform/house.ts'
import { newId } from '../../platform/ids.ts'
import { transact, type Tx } from '../../platform/postgres.ts'
import type { Disputed, Processor } from '../../platform/processor.ts'
import { invariant } from '../../platform/refusal.ts'
import { record } from '../ledger/record.ts'
import { balanceOf, takeBalance } from '../ledger/store.ts'
import { closeDispute, hasOpenDispute, insertDispute, readDispute, type DisputeRow } from './dispute-store.ts'
import { disputeLostEntry, disputeOpenedEntry, disputeWonEntry } from './entries.ts'
import { changeDeposit, takeDepositByCapture, type DepositRow } from './store.ts'

/**
 * The processor says that a card's bank disputes a recharge, or how it has decided. Told twice it counts once; an end that comes before its beginning
 * brings the beginning with it. Answers whether the payment was a recharge that is credited.
 */
export async function takeDispute(house: House, processor: Processor, told: Disputed): Promise<boolean> {
  return transact(house.db, async (tx) => {
    const deposit = await takeDepositByCapture(tx, processor.name, told.captureReference)
    if (!deposit) return false
    const now = house.clock.now()
    const known = await readDispute(tx, processor.name, told.reference)
    const dispute = known ?? (await openDispute(tx, deposit, processor.name, told, now))
    if (told.outcome && dispute.state === 'open') await endDispute(tx, deposit, dispute, told.outcome, now)
    return true
  })
}

/** What is disputed leaves the balance; what the balance lacks is owed, in the open. */
async function openDispute(
  tx: Tx,
  deposit: DepositRow,
  processor: Processor['name'],
  told: Disputed,
  now: Date,
): Promise<DisputeRow> {
  const { shop_id: shopId, id: depositId } = deposit
  const { amount } = told
  invariant(amount <= deposit.amount - deposit.disputed, 'no more of a recharge is disputed than was paid')
  const has = await takeBalance(tx, shopId)
  const dispute: DisputeRow = {
    shop_id: shopId,
    id: newId(),
    deposit_id: depositId,
    processor,
    reference: told.reference,
    state: 'open',
    amount,
    owed: has < amount ? amount - has : 0n,
    evidence_by: told.evidenceBy,
    opened_at: now,
  }
  await record(tx, disputeOpenedEntry(dispute, now))
  await insertDispute(tx, dispute)
  deposit.disputed += amount
  await changeDeposit(tx, deposit, 'disputed', by(processor, now), { disputed: deposit.disputed })
  deposit.state = 'disputed'
  const data = { depositId, amount: toWire(amount) }
  await happened(tx, 'deposit.disputed', { shopId, at: now, data }, ['wallet', 'figures'])
  return dispute
}

/** Won, the money is back where it came from, and what is still owed of it first; lost, the processor has taken it. */
async function endDispute(
  tx: Tx,
  deposit: DepositRow,
  dispute: DisputeRow,
  outcome: 'won' | 'lost',
  now: Date,
): Promise<void> {
  const { shop_id: shopId, id: depositId } = deposit
  if (outcome === 'won') {
    await takeBalance(tx, shopId)
    const owed = await balanceOf(tx, 'A.DUE', shopId)
    await record(tx, disputeWonEntry(dispute, owed < dispute.owed ? owed : dispute.owed, now))
  } else await record(tx, disputeLostEntry(dispute, now))
  await closeDispute(tx, dispute, outcome, now)
  const disputed = deposit.disputed - (outcome === 'won' ? dispute.amount : 0n)
  // Others about the same payment may still be open.
  const to = (await hasOpenDispute(tx, shopId, depositId))
    ? 'disputed'
    : disputed === deposit.amount
      ? 'charged-back'
      : 'credited'
  await changeDeposit(tx, deposit, to, by(dispute.processor, now), { disputed })
  const event = outcome === 'won' ? 'deposit.dispute-won' : 'deposit.charged-back'
  const data = { depositId, amount: toWire(dispute.amount) }
  await happened(tx, event, { shopId, at: now, data }, ['wallet', 'figures'])
}

const by = (processor: Processor['name'], at: Date) => ({ actor: `processor:${processor}`, at })
