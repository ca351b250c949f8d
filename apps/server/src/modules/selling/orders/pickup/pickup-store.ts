/** Plans of pick-ups, the orders of a plan, and the ledger lines of a pick-up. */
import { accounts, orderStatus, type Funding, type OrderFilter, type OrderStatus } from '@quayside/contract'
import { newId } from '../../../../platform/database/ids.ts'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../../platform/database/postgres.ts'
import { pickUpAccounts } from '../entries.ts'
import { orderCondition } from '../order-list-store.ts'

export type PickupRow = {
  shop_id: string
  id: string
  code: string
  placed_at: Date
  status: OrderStatus
  quantity: number
  total_cost: bigint
  total_payment: bigint
  total_earnings: bigint
  profit: bigint
}

/** The orders of a plan: their ids, or all that await pick-up and match a filter. */
export type OrderSelection = readonly string[] | Omit<OrderFilter, 'status'>
const isListOfIds = (selection: OrderSelection): selection is readonly string[] => Array.isArray(selection)

export const listForPlan = (db: Queryable, shopId: string, selection: OrderSelection, limit: number) =>
  queryAll(
    db,
    sql<PickupRow>`select shop_id, id, code, placed_at, status, quantity, total_cost, total_payment, total_earnings, profit from orders
      where ${isListOfIds(selection) ? sql`shop_id = ${shopId} and id = any(${selection}::uuid[])` : orderCondition(shopId, { ...selection, status: orderStatus.awaitingPickup })}
      order by placed_at, id limit ${limit}`,
  )

/** Number and cost of the orders that a plan with this filter would hold. */
export const sumForPlan = (db: Queryable, shopId: string, filter: Omit<OrderFilter, 'status'>, limit: number) =>
  queryOne(
    db,
    sql<{ count: number; total_cost: bigint; profit: bigint }>`
      select count(*)::int as count, coalesce(sum(total_cost), 0)::bigint as total_cost, coalesce(sum(profit), 0)::bigint as profit
      from (select total_cost, profit from orders where ${orderCondition(shopId, { ...filter, status: orderStatus.awaitingPickup })}
        order by placed_at, id limit ${limit}) x`,
  )

export async function insertPlan(
  tx: Tx,
  plan: { shopId: string; id: string; orderIds: string[]; totalCost: bigint; at: Date; expiresAt: Date },
) {
  await sql`insert into pickup_plan (shop_id, id, order_ids, total_cost, created_at, expires_at)
    values (${plan.shopId}, ${plan.id}, ${plan.orderIds}::uuid[], ${plan.totalCost}, ${plan.at}, ${plan.expiresAt})`.execute(
    tx,
  )
}

export const findPlan = (tx: Tx, shopId: string, id: string) =>
  queryOne(
    tx,
    sql<{ order_ids: string[]; total_cost: bigint; expires_at: Date }>`
      select order_ids, total_cost, expires_at from pickup_plan where shop_id = ${shopId} and id = ${id}`,
  )

export const deleteOldPlans = (db: Queryable, before: Date) =>
  sql`delete from pickup_plan where expires_at < ${before}`.execute(db)

/**
 * Locks the orders of a plan in id order. Of two pick-ups of the same order, the second waits here and then leaves
 * the order out.
 */
export const lockForPickup = (tx: Tx, shopId: string, ids: readonly string[]) =>
  queryAll(
    tx,
    sql<PickupRow>`select shop_id, id, code, placed_at, status, quantity, total_cost, total_payment, total_earnings, profit from orders
      where shop_id = ${shopId} and id = any(${ids}::uuid[]) order by id for update`,
  )

/**
 * The ledger lines of a pick-up: `pickUpAccounts` for each order. Made in the database, since one pick-up may have
 * thousands of orders.
 */
export function pickupLines(shopId: string, ids: readonly string[], funding: Funding, actor: string, at: Date) {
  const transfers = ids.map(() => newId(at.getTime()))
  const { debit, credit } = pickUpAccounts(funding)
  return sql`
    select array_agg(row(p.transfer, ${shopId}::uuid, 'order:' || o.id || ':order.picked-up', 'order.picked-up', o.id, ${actor}::text, ${at}::timestamptz,
      s.line, s.kind, case s.kind when ${sql.lit(accounts.merchantAvailable)} then ${shopId}::uuid else o.id end, s.side, o.total_cost)::ledger.line)
    from unnest(${ids}::uuid[], ${transfers}::uuid[]) as p(id, transfer)
    join orders o on o.shop_id = ${shopId} and o.id = p.id
    cross join (values (0::smallint, ${debit}::text, 'D'::char(1)), (1::smallint, ${sql.lit(credit)}, 'C')) as s(line, kind, side)`
}
