import { toWire } from '@quayside/contract'
import { happened } from '../../platform/events.ts'
import type { House } from '../../platform/house.ts'
import { transact, type Tx } from '../../platform/postgres.ts'
import type { Disputed, Processor } from '../../platform/processor.ts'
import { hasOpenDispute, type DisputeRow } from '../disputes/dispute-store.ts'
import { followDispute, nothingTaken, type Taken } from '../disputes/follow-dispute.ts'
import { record } from '../ledger/record.ts'
import { balanceOf, takeBalance } from '../ledger/store.ts'
import { disputeLostEntry, disputeOpenedEntry, disputeWonEntry } from './entries.ts'
import { changeDeposit, takeDepositByCapture, type DepositRow } from './store.ts'

/**
 * The card's bank disputes a recharge, or has decided. Answers the dispute as it is now, or null when the payment was no recharge that is
 * credited.
 */
export async function takeDispute(house: House, processor: Processor, told: Disputed): Promise<DisputeRow | null> {
  return transact(house.db, async (tx) => {
    const deposit = await takeDepositByCapture(tx, processor.name, told.captureReference)
    if (!deposit) return null
    const now = house.clock.now()
    return followDispute(
      tx,
      processor.name,
      told,
      {
        of: { shop_id: deposit.shop_id, deposit_id: deposit.id, order_id: null, payment_id: null },
        setAside: (dispute) => setAside(tx, deposit, dispute, now),
        settle: (dispute, outcome, before) => settle(tx, deposit, dispute, outcome, before, now),
      },
      now,
    )
  })
}

/** What is disputed leaves the balance; what the balance lacks is owed, in the open. More than was paid is never taken. */
async function setAside(tx: Tx, deposit: DepositRow, dispute: DisputeRow, now: Date): Promise<Taken> {
  const { shop_id: shopId, id: depositId } = deposit
  const left = deposit.amount - deposit.disputed
  const amount = dispute.asked < left ? dispute.asked : left
  if (amount === 0n) return nothingTaken
  const has = await takeBalance(tx, shopId)
  const taken: Taken = { ...nothingTaken, amount, owed: has < amount ? amount - has : 0n }
  await record(tx, disputeOpenedEntry({ ...dispute, ...taken }, now))
  deposit.disputed += amount
  await changeDeposit(tx, deposit, 'disputed', by(dispute.processor, now), { disputed: deposit.disputed })
  deposit.state = 'disputed'
  const data = { depositId, amount: toWire(amount) }
  await happened(tx, 'deposit.disputed', { shopId, at: now, data }, ['wallet', 'figures'])
  return taken
}

/** Won, the money is back where it came from, and what is still owed of it first; lost, the processor has taken it. */
async function settle(
  tx: Tx,
  deposit: DepositRow,
  dispute: DisputeRow,
  outcome: 'won' | 'lost',
  before: 'open' | 'lost',
  now: Date,
): Promise<void> {
  const { shop_id: shopId, id: depositId } = deposit
  if (dispute.amount === 0n) return
  if (outcome === 'won') {
    await takeBalance(tx, shopId)
    const owed = await balanceOf(tx, 'A.DUE', shopId)
    await record(tx, disputeWonEntry(dispute, owed < dispute.owed ? owed : dispute.owed, before, now))
    deposit.disputed -= dispute.amount
  } else await record(tx, disputeLostEntry(dispute, now))
  // Others about the same payment may still be open.
  const to = (await hasOpenDispute(tx, shopId, depositId))
    ? 'disputed'
    : deposit.disputed === deposit.amount
      ? 'charged-back'
      : 'credited'
  await changeDeposit(tx, deposit, to, by(dispute.processor, now), { disputed: deposit.disputed })
  const event = outcome === 'won' ? 'deposit.dispute-won' : 'deposit.charged-back'
  const data = { depositId, amount: toWire(dispute.amount) }
  await happened(tx, event, { shopId, at: now, data }, ['wallet', 'figures'])
}

const by = (processor: Processor['name'], at: Date) => ({ actor: `processor:${processor}`, at })
