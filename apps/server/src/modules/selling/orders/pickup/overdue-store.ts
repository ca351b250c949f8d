/** Orders whose deadline is over, or near. */
import { orderStatus } from '@quayside/contract'
import { addTime } from '../../../../platform/jobs/clock.ts'
import { idsOf, notSetAside, rowKeyFilter, type RowKey } from '../../../../platform/jobs/deadlines.ts'
import { queryAll, sql, type Queryable, type Tx } from '../../../../platform/database/postgres.ts'
import { openDispute, openRefund, type OrderRow } from '../order-store.ts'
import { receiptWindow } from '../order.ts'

export type OverdueKind = 'unpaid' | 'not-picked-up' | 'not-shipped' | 'not-received' | 'unsettled'

// The texts name the status, so that a kept plan can use the partial index of its deadline.
const isOverdue = (kind: OverdueKind, now: Date) =>
  ({
    unpaid: sql`status = ${sql.lit(orderStatus.awaitingPayment)} and pay_until <= ${now}`,
    'not-picked-up': sql`status = ${sql.lit(orderStatus.awaitingPickup)} and pickup_until <= ${now}`,
    'not-shipped': sql`status = ${sql.lit(orderStatus.awaitingShipment)} and ship_by <= ${now}`,
    'not-received': sql`status = ${sql.lit(orderStatus.shipped)} and shipped_at <= ${addTime(now, -receiptWindow)}
      and not exists (${openRefund}) and not exists (${openDispute})`,
    unsettled: sql`status = ${sql.lit(orderStatus.received)} and settles_at <= ${now} and not exists (${openRefund})`,
  })[kind]

/** The times of the deadlines. Each has an index of the orders that wait for it. */
const deadline = {
  unpaid: sql`pay_until`,
  'not-picked-up': sql`pickup_until`,
  'not-shipped': sql`ship_by`,
  'not-received': sql`shipped_at`,
  unsettled: sql`settles_at`,
} satisfies Record<OverdueKind, unknown>

/**
 * Keys of orders whose deadline of this kind is over and that `step` has not set aside, the longest overdue first.
 * In this order an index ends the reading, however many orders wait and however many are overdue.
 */
export const listOverdueKeys = (db: Queryable, kind: OverdueKind, step: string, now: Date, limit: number) =>
  queryAll(
    db,
    sql<RowKey>`select shop_id, id from orders where ${isOverdue(kind, now)} and ${notSetAside(step, 'orders', now)}
      order by ${deadline[kind]}, id limit ${limit}`,
  )

/** Locks the orders that are still overdue, in id order. Skips orders that another transaction has locked. */
export const lockOverdue = (tx: Tx, kind: OverdueKind, rows: readonly RowKey[], now: Date) =>
  queryAll(
    tx,
    sql<OrderRow>`select * from orders where ${rowKeyFilter(rows, 'orders')} and ${isOverdue(kind, now)}
      order by shop_id, id for update skip locked`,
  )

const isNearDeadline = (now: Date, before: Date) =>
  sql`status = ${sql.lit(orderStatus.awaitingPickup)} and pickup_warned_at is null and pickup_until > ${now} and pickup_until <= ${before}`

/** Orders whose pick-up window ends before `before` and whose merchants have no reminder yet. */
export const listNearDeadline = (db: Queryable, now: Date, before: Date) =>
  queryAll(
    db,
    sql<RowKey>`select shop_id, id from orders where ${isNearDeadline(now, before)} order by pickup_until, id limit 1000`,
  )
/** Marks those of a shop that still need a reminder; skips locked ones. */
export const claimNearDeadline = (tx: Tx, shopId: string, rows: readonly RowKey[], now: Date, before: Date) =>
  queryAll(
    tx,
    sql<{ id: string }>`with near as (
        select shop_id, id from orders where shop_id = ${shopId} and id = any(${idsOf(rows)}::uuid[]) and ${isNearDeadline(now, before)}
        order by id for update skip locked
      ) update orders o set pickup_warned_at = ${now} from near n where o.shop_id = n.shop_id and o.id = n.id returning o.id`,
  )

const isToShipSoon = (before: Date) =>
  sql`status = ${sql.lit(orderStatus.awaitingShipment)} and ship_warned_at is null and ship_by <= ${before}`

/** Orders that must be shipped before `before` and of which operators have no reminder yet. */
export const listToShipSoon = (db: Queryable, before: Date) =>
  queryAll(
    db,
    sql<RowKey>`select shop_id, id from orders where ${isToShipSoon(before)} order by ship_by, id limit 1000`,
  )
/** Marks those of a shop that still need a reminder; skips locked ones. */
export const claimToShipSoon = (tx: Tx, shopId: string, rows: readonly RowKey[], now: Date, before: Date) =>
  queryAll(
    tx,
    sql<{ code: string }>`with near as (
        select shop_id, id from orders where shop_id = ${shopId} and id = any(${idsOf(rows)}::uuid[]) and ${isToShipSoon(before)}
        order by id for update skip locked
      ) update orders o set ship_warned_at = ${now} from near n where o.shop_id = n.shop_id and o.id = n.id returning o.code`,
  )
