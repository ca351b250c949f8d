import { accounts, formatCents, orderStatus, type Funding, type Language } from '@quayside/contract'
import type { AppContext } from '../../../../platform/app-context.ts'
import { addTime } from '../../../../platform/jobs/clock.ts'
import { emitEvent } from '../../../../platform/events/events.ts'
import type { Tx } from '../../../../platform/database/postgres.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { post } from '../../../money/ledger/post-entries.ts'
import { balanceOf } from '../../../money/ledger/store.ts'
import { requireUnrestricted } from '../../../shop/shops/restrict-shop.ts'
import { requireDebtWithinLimit } from './debt-limit.ts'
import { changeOrders } from '../order-store.ts'
import { findPlan, lockForPickup, pickupLines } from './pickup-store.ts'
import { canPickUp, excludeOrder, totalsOf } from './plan-pickup.ts'

/**
 * Picks up the orders of a plan: pays the purchase cost of each from the chosen source, in one statement for all.
 * Orders that were picked up or cancelled after the plan was made are left out and named. The others cost exactly
 * what the plan said. Two phones may pay the same plan at once: the second waits for the locks of the orders and
 * finds none left.
 */
export async function pickUpOrders(
  { business }: Pick<AppContext, 'business'>,
  tx: Tx,
  merchant: { shopId: string; merchantId: string; lang: Language },
  input: { planId: string; funding: Funding },
  now: Date,
) {
  const { shopId } = merchant
  await requireUnrestricted(tx, shopId, 'pick-up', now)
  await requireDebtWithinLimit(tx, shopId, now)
  const plan = await findPlan(tx, shopId, input.planId)
  if (!plan) refuse('pickup/plan-unknown')
  if (plan.expires_at <= now) refuse('pickup/plan-expired')

  const locked = await lockForPickup(tx, shopId, plan.order_ids)
  const orders = locked.filter(canPickUp)
  const excluded = locked.filter((order) => !canPickUp(order))
  if (orders.length === 0) refuse('pickup/nothing-to-pick-up')
  const totals = totalsOf(orders)
  const currentCost = totals.cost + totalsOf(excluded).cost
  if (currentCost !== plan.total_cost)
    refuse('pickup/cost-changed', { planned: formatCents(plan.total_cost), now: formatCents(currentCost) })
  if (input.funding === 'escrow' && orders.some((order) => order.total_cost > order.total_payment))
    refuse('order/cost-above-escrow')

  const stamp = { actor: `merchant:${merchant.merchantId}`, at: now }
  const ids = orders.map((order) => order.id)
  // The ledger first: if the balance is short, nothing else has happened yet. It locks the accounts after the orders.
  await post(tx, pickupLines(shopId, ids, input.funding, stamp.actor, now))
  // Each order keeps the time that counted when it was placed: orders of one time are changed together.
  const shippingTime = ({ placed_at: at }: { placed_at: Date }) => business.span('order.shipping-window', at)
  for (const span of new Set(orders.map(shippingTime)))
    await changeOrders(
      tx,
      orders.filter((order) => shippingTime(order) === span),
      orderStatus.awaitingShipment,
      stamp,
      {
        picked_up_at: now,
        ship_by: addTime(now, span),
        funding: input.funding,
      },
    )
  await emitEvent(tx, 'orders.picked-up', { shopId, at: now, data: { orderIds: ids } }, ['orders', 'wallet', 'figures'])

  const available = await balanceOf(tx, accounts.merchantAvailable, shopId)
  return {
    pickedUp: orders.length,
    totalCost: formatCents(totals.cost),
    totalEarnings: formatCents(totals.earnings),
    profit: formatCents(totals.profit),
    balanceAfter: formatCents(available),
    orders: orders.map(({ id, code }) => ({ id, code })),
    leftOut: excluded.map((order) => excludeOrder(merchant.lang, order, 'order/gone-meanwhile')),
  }
}
