import { accounts, maxOrdersInPlan, formatCents, type Language, type RefusalName } from '@quayside/contract'
import { refusalMessage } from '@quayside/locales/catalogues'
import { addTime } from '../../../../platform/jobs/clock.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { Tx } from '../../../../platform/database/postgres.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { balanceOf } from '../../../money/ledger/store.ts'
import { requireDebtWithinLimit } from './debt-limit.ts'
import { pickUpRefusal, planLifetime } from '../order.ts'
import { insertPlan, listForPlan, type OrderSelection, type PickupRow } from './pickup-store.ts'

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
 * Computes what picking up these orders costs and earns, what each source covers, and which orders are left out and
 * why. Nothing is paid. Refuses while the shop owes more than its debt limit, whose orders are all left out. The plan
 * is stored: the payment must match what the merchant saw.
 */
export async function planPickup(
  tx: Tx,
  shop: { shopId: string; lang: Language; paymentPasswordSet: boolean },
  selection: OrderSelection,
  now: Date,
) {
  await requireDebtWithinLimit(tx, shop.shopId, now)
  const orders = await listForPlan(tx, shop.shopId, selection, maxOrdersInPlan)
  const leftOut: LeftOut[] = []
  const included: PickupRow[] = []
  for (const order of orders) {
    const reason = pickUpRefusal(order.status)
    if (reason) leftOut.push(excludeOrder(shop.lang, order, reason))
    else included.push(order)
  }
  const known = new Set(orders.map((order) => order.id))
  for (const id of Array.isArray(selection) ? selection : [])
    if (!known.has(id)) leftOut.push(excludeOrder(shop.lang, { id, code: '' }, 'order/not-found'))
  if (included.length === 0) refuse('pickup/nothing-to-pick-up')

  const totals = totalsOf(included)
  const available = await balanceOf(tx, accounts.merchantAvailable, shop.shopId)
  const planId = newId()
  const expiresAt = addTime(now, planLifetime)
  await insertPlan(tx, {
    shopId: shop.shopId,
    id: planId,
    orderIds: included.map((order) => order.id),
    totalCost: totals.cost,
    at: now,
    expiresAt,
  })
  const missing = totals.cost > available ? totals.cost - available : 0n
  return {
    planId,
    expiresAt: expiresAt.toISOString(),
    count: included.length,
    quantity: totals.quantity,
    totalCost: formatCents(totals.cost),
    totalPayment: formatCents(totals.payment),
    totalEarnings: formatCents(totals.earnings),
    profit: formatCents(totals.profit),
    escrow: {
      covers: included.every((order) => order.total_cost <= order.total_payment),
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

export const canPickUp = (order: PickupRow): boolean => pickUpRefusal(order.status) === null
