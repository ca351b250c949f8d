import { accounts, formatCents } from '@quayside/contract'
import { emitEvent } from '../../../platform/events/events.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import { withTransaction, type Tx } from '../../../platform/database/postgres.ts'
import type { Disputed, Processor } from '../../../domain/processor.ts'
import { hasOpenDispute, type DisputeRow } from '../disputes/dispute-store.ts'
import { updateDispute, noShares, type DisputeShares } from '../disputes/update-dispute.ts'
import { postEntries } from '../ledger/post-entries.ts'
import { balanceOf, lockBalance } from '../ledger/store.ts'
import { disputeLostEntry, disputeOpenedEntry, disputeWonEntry } from './entries.ts'
import { updateDeposit, lockDepositByCapture, type DepositRow } from './store.ts'

/**
 * Records a dispute of the card's bank, or its decision. Returns the current dispute; null when the payment is no
 * credited deposit.
 */
export async function recordDispute(
  ctx: AppContext,
  processor: Processor,
  notice: Disputed,
): Promise<DisputeRow | null> {
  return withTransaction(ctx.db, async (tx) => {
    const deposit = await lockDepositByCapture(tx, processor.name, notice.captureReference)
    if (!deposit) return null
    const now = ctx.clock.now()
    return updateDispute(
      tx,
      processor.name,
      notice,
      {
        of: { shop_id: deposit.shop_id, deposit_id: deposit.id, order_id: null, payment_id: null },
        setAside: (dispute) => setAside(tx, deposit, dispute, now),
        settle: (dispute, outcome, before) => settle(tx, deposit, dispute, outcome, before, now),
      },
      now,
    )
  })
}

/**
 * Moves the disputed amount out of the balance; a missing part becomes a visible debt. Never more than the
 * payment.
 */
async function setAside(tx: Tx, deposit: DepositRow, dispute: DisputeRow, now: Date): Promise<DisputeShares> {
  const { shop_id: shopId, id: depositId } = deposit
  const left = deposit.amount - deposit.disputed
  const amount = dispute.asked < left ? dispute.asked : left
  if (amount === 0n) return noShares
  const balance = await lockBalance(tx, shopId)
  const shares: DisputeShares = { ...noShares, amount, owed: balance < amount ? amount - balance : 0n }
  await postEntries(tx, disputeOpenedEntry({ ...dispute, ...shares }, now))
  deposit.disputed += amount
  await updateDeposit(tx, deposit, 'disputed', processorActor(dispute.processor, now), { disputed: deposit.disputed })
  deposit.state = 'disputed'
  const data = { depositId, amount: formatCents(amount) }
  await emitEvent(tx, 'deposit.disputed', { shopId, at: now, data }, ['wallet', 'figures'])
  return shares
}

/**
 * A won dispute first pays its remaining debt, the rest returns to the balance. If the dispute was lost before, the
 * processor pays.
 */
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
    await lockBalance(tx, shopId)
    const owed = await balanceOf(tx, accounts.merchantDue, shopId)
    await postEntries(tx, disputeWonEntry(dispute, owed < dispute.owed ? owed : dispute.owed, before, now))
    deposit.disputed -= dispute.amount
  } else await postEntries(tx, disputeLostEntry(dispute, now))
  // Other disputes of the same payment may still be open.
  const to = (await hasOpenDispute(tx, shopId, depositId))
    ? 'disputed'
    : deposit.disputed === deposit.amount
      ? 'charged-back'
      : 'credited'
  await updateDeposit(tx, deposit, to, processorActor(dispute.processor, now), { disputed: deposit.disputed })
  const event = outcome === 'won' ? 'deposit.dispute-won' : 'deposit.charged-back'
  const data = { depositId, amount: formatCents(dispute.amount) }
  await emitEvent(tx, event, { shopId, at: now, data }, ['wallet', 'figures'])
}

const processorActor = (processor: Processor['name'], at: Date) => ({ actor: `processor:${processor}`, at })
