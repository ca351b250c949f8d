import { formatCents, type Funding, type Language } from '@quayside/contract'
import { emitEvent } from '../../platform/events.ts'
import type { Tx } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { post } from '../ledger/post-entries.ts'
import { readBalances } from '../ledger/store.ts'
import { isAwaitingPickup, excludeOrder, totalsOf } from './plan-pickup.ts'
import { markPickedUp, pickupLines, readPlan, lockForPickup } from './store.ts'

/**
 * Picks up the orders of a plan: pays the purchase cost of each from the chosen source. One set-based change whatever the
 * number. Orders that were picked up or cancelled since the plan was made are left out and named; what is picked up costs
 * exactly what the plan said. Two phones may pay the same plan at once: the second waits on the order rows and finds nothing left.
 */
export async function pickUpOrders(
  tx: Tx,
  merchant: { shopId: string; merchantId: string; lang: Language },
  input: { planId: string; funding: Funding },
  now: Date,
) {
  const { shopId } = merchant
  const plan = await readPlan(tx, shopId, input.planId)
  if (!plan) refuse('pickup/plan-unknown')
  if (plan.expires_at <= now) refuse('pickup/plan-expired')

  const taken = await lockForPickup(tx, shopId, plan.order_ids)
  const orders = taken.filter(isAwaitingPickup)
  const gone = taken.filter((order) => !isAwaitingPickup(order))
  if (orders.length === 0) refuse('pickup/nothing-to-pick-up')
  const totals = totalsOf(orders)
  const now_ = totals.cost + totalsOf(gone).cost
  if (now_ !== plan.total_cost)
    refuse('pickup/cost-changed', { planned: formatCents(plan.total_cost), now: formatCents(now_) })
  if (input.funding === 'escrow' && orders.some((order) => order.total_cost > order.total_payment))
    refuse('order/cost-above-escrow')

  const ids = orders.map((order) => order.id)
  // The books first: when the balance is short nothing else was done yet, and the accounts are locked after the orders.
  await post(tx, pickupLines(shopId, ids, input.funding, `merchant:${merchant.merchantId}`, now))
  await markPickedUp(tx, shopId, ids, input.funding, now)
  await emitEvent(tx, 'orders.picked-up', { shopId, at: now, data: { orderIds: ids } }, ['orders', 'wallet', 'figures'])

  const { available } = await readBalances(tx, shopId)
  return {
    pickedUp: orders.length,
    totalCost: formatCents(totals.cost),
    totalEarnings: formatCents(totals.earnings),
    profit: formatCents(totals.profit),
    balanceAfter: formatCents(available),
    orders: orders.map(({ id, code }) => ({ id, code })),
    leftOut: gone.map((order) => excludeOrder(merchant.lang, order, 'order/gone-meanwhile')),
  }
}
