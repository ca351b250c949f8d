import { maxOrdersInPlan, orderStatus, formatCents, type Language, type RefusalName } from '@quayside/contract'
import { refusalMessage } from '@quayside/locales/catalogues'
import { addTime } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { readBalances } from '../ledger/store.ts'
import { pickUpRefusal, planValid } from './order.ts'
import { readForPlan, savePlan, type PickupRow, type OrderSelection } from './store.ts'

export type LeftOut = { id: string; code: string; reason: string; sentence: string }

export const excludeOrder = (lang: Language, order: { id: string; code: string }, reason: RefusalName): LeftOut => ({
  id: order.id,
  code: order.code,
  reason,
  sentence: refusalMessage(lang, reason, {}),
})

/** Sums of a set of orders, in cents. */
export function totalsOf(orders: readonly PickupRow[]) {
  let quantity = 0
  let cost = 0n
  let payment = 0n
  let earnings = 0n
  let profit = 0n
  for (const order of orders) {
    quantity += order.quantity
    cost += order.total_cost
    payment += order.total_payment
    earnings += order.total_earnings
    profit += order.profit
  }
  return { quantity, cost, payment, earnings, profit }
}

/**
 * Says what picking up these orders means before anything is paid: cost, earnings, what each source covers, and which orders
 * stay out and why. The plan is kept, so that paying can be held to exactly what was shown.
 */
export async function planPickup(
  tx: Tx,
  shop: { shopId: string; lang: Language; paymentPasswordSet: boolean },
  asked: OrderSelection,
  now: Date,
) {
  const orders = await readForPlan(tx, shop.shopId, asked, maxOrdersInPlan)
  const leftOut: LeftOut[] = []
  const chosen: PickupRow[] = []
  for (const order of orders) {
    const reason = pickUpRefusal(order.status)
    if (reason) leftOut.push(excludeOrder(shop.lang, order, reason))
    else chosen.push(order)
  }
  const known = new Set(orders.map((order) => order.id))
  for (const id of Array.isArray(asked) ? asked : [])
    if (!known.has(id)) leftOut.push(excludeOrder(shop.lang, { id, code: '' }, 'order/not-found'))
  if (chosen.length === 0) refuse('pickup/nothing-to-pick-up')

  const totals = totalsOf(chosen)
  const { available } = await readBalances(tx, shop.shopId)
  const planId = newId()
  const expiresAt = addTime(now, planValid)
  await savePlan(tx, {
    shopId: shop.shopId,
    id: planId,
    orderIds: chosen.map((order) => order.id),
    totalCost: totals.cost,
    at: now,
    expiresAt,
  })
  const missing = totals.cost > available ? totals.cost - available : 0n
  return {
    planId,
    expiresAt: expiresAt.toISOString(),
    count: chosen.length,
    quantity: totals.quantity,
    totalCost: formatCents(totals.cost),
    totalPayment: formatCents(totals.payment),
    totalEarnings: formatCents(totals.earnings),
    profit: formatCents(totals.profit),
    escrow: {
      covers: chosen.every((order) => order.total_cost <= order.total_payment),
      balanceAfter: formatCents(available),
    },
    balance: {
      covers: missing === 0n,
      available: formatCents(available),
      missing: formatCents(missing),
      balanceAfter: missing === 0n ? formatCents(available - totals.cost) : null,
    },
    leftOut,
    paymentPasswordSet: shop.paymentPasswordSet,
  }
}

export const isAwaitingPickup = (order: PickupRow): boolean => order.status === orderStatus.awaitingPickup
