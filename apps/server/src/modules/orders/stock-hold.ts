/**
 * Stock of unpaid orders. Placing an order reserves stock for a short time, and opening its checkout renews the hold.
 * After the end of the hold the stock is on sale again; the order can still be paid if stock is left. The constraints
 * of `stock_hold_count` limit the holds of one buyer, one network and one shop.
 */
import { addTime } from '../../platform/clock.ts'
import type { DeadlineStep, RowKey } from '../../platform/deadlines.ts'
import { rowKeyFilter, notSetAside } from '../../platform/deadlines.ts'
import { queryAll, violatesConstraint, queryOne, sql, type Queryable, type Tx } from '../../platform/postgres.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { isReserved, releaseStock, reserveStock } from '../catalogue/stock.ts'
import { stockHoldDuration, maxStockHolds } from './order.ts'
import { listLines } from './order-store.ts'

type Order = { shop_id: string; id: string; buyer_id: string; quantity: number; pay_until: Date }

const holdEnd = (order: Order, now: Date): Date => {
  const until = addTime(now, stockHoldDuration)
  return until < order.pay_until ? until : order.pay_until
}

/**
 * Reserves the stock of a new order that the caller has inserted. Returns the end of the hold. Refuses
 * `product/stock-gone`, `order/too-many-unpaid` for the limit of the buyer, and `order/many-waiting` for the limits
 * of the network and the shop.
 */
export async function holdStock(
  tx: Tx,
  order: Order,
  lines: readonly { variantId: string; quantity: number }[],
  network: Buffer,
  now: Date,
): Promise<Date> {
  const until = holdEnd(order, now)
  await sql`insert into stock_hold (shop_id, order_id, buyer_id, network, pieces, until)
    values (${order.shop_id}, ${order.id}, ${order.buyer_id}, ${network}, ${order.quantity}, ${until})`
    .execute(tx)
    .catch((error: unknown) => {
      if (violatesConstraint(error, 'hold_of_buyer'))
        refuse('order/too-many-unpaid', { most: maxStockHolds.buyer.orders })
      if (violatesConstraint(error, 'hold_of_network') || violatesConstraint(error, 'hold_of_shop'))
        refuse('order/many-waiting')
      throw error
    })
  await reserveStock(tx, lines, { shopId: order.shop_id, id: order.id }, now)
  return until
}

/**
 * Holds the stock of a locked, unpaid order for its checkout: extends the hold, or reserves again after its end.
 * Never past the order's own deadline. Returns the end of the hold, or null for stock that is reserved without one.
 * Refuses as `holdStock` does.
 */
export async function renewHold(tx: Tx, order: Order, network: Buffer, now: Date): Promise<Date | null> {
  const until = holdEnd(order, now)
  const renewed = await queryOne(
    tx,
    sql<{
      until: Date
    }>`update stock_hold set until = ${until} where shop_id = ${order.shop_id} and order_id = ${order.id} returning until`,
  )
  if (renewed) return renewed.until
  if (await isReserved(tx, { shopId: order.shop_id, id: order.id })) return null
  return holdStock(tx, order, await linesOf(tx, order), network, now)
}

/** Until when the stock of an unpaid order is held; null when it is not. */
export const findHoldEnd = async (db: Queryable, order: { shop_id: string; id: string }): Promise<Date | null> =>
  (
    await queryOne(
      db,
      sql<{ until: Date }>`select until from stock_hold where shop_id = ${order.shop_id} and order_id = ${order.id}`,
    )
  )?.until ?? null

/** Ends the hold of a locked order. The stock stays reserved: it is sold, or the caller releases it. */
export const endHold = (tx: Tx, order: { shop_id: string; id: string }) =>
  sql`delete from stock_hold where shop_id = ${order.shop_id} and order_id = ${order.id}`.execute(tx)

const linesOf = async (tx: Tx, order: Order) =>
  (await listLines(tx, order.shop_id, order.id)).map((line) => ({
    variantId: line.variant_id ?? line.product_id,
    quantity: line.quantity,
  }))

/**
 * Reserves the stock of a locked order whose payment was captured, if it is not reserved. Refuses
 * `product/stock-gone`.
 */
export async function reserveForPayment(tx: Tx, order: Order, now: Date): Promise<void> {
  const key = { shopId: order.shop_id, id: order.id }
  if (!(await isReserved(tx, key))) await reserveStock(tx, await linesOf(tx, order), key, now)
}

/** The same, and returns false with nothing reserved when the stock is gone: the transaction goes on. */
export async function reserveIfThere(tx: Tx, order: Order, now: Date): Promise<boolean> {
  try {
    await reserveForPayment(tx, order, now)
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // Of several lines some may have been taken.
    await releaseStock(tx, { shopId: order.shop_id, id: order.id }, now)
    return false
  }
}

/** Releases the stock of holds that have ended. The order stays as it is. */
export const stockHoldStep: DeadlineStep = {
  name: 'order.hold',
  due: (db, now, limit) =>
    queryAll(
      db,
      sql<RowKey>`select h.shop_id, h.order_id as id from stock_hold h join orders o on o.shop_id = h.shop_id and o.id = h.order_id
        where h.until <= ${now} and ${notSetAside('order.hold', 'o', now)} order by h.until limit ${limit}`,
    ),
  async act(tx, rows, now) {
    const orders = await queryAll(
      tx,
      sql<RowKey>`select o.shop_id, o.id from orders o where ${rowKeyFilter(rows, 'o')}
          and exists (select from stock_hold h where h.shop_id = o.shop_id and h.order_id = o.id and h.until <= ${now})
        order by o.shop_id, o.id for update skip locked`,
    )
    for (const order of orders) {
      await endHold(tx, order)
      await releaseStock(tx, { shopId: order.shop_id, id: order.id }, now)
    }
    return orders
  },
}
