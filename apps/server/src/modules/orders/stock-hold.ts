/**
 * Goods of unpaid orders. Placing an order reserves them for a short time, and opening its checkout holds them anew; when the time is over they go back
 * on sale while the order may still be paid, if they are still there then. What one buyer, one network and one shop have on hold is limited by
 * constraints of `stock_hold_count`.
 */
import { addTime } from '../../platform/clock.ts'
import type { DeadlineStep, RowKey } from '../../platform/deadlines.ts'
import { rowKeyFilter, notSetAside } from '../../platform/deadlines.ts'
import { queryAll, violatesConstraint, queryOne, sql, type Tx } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { isReserved, releaseStock, reserveStock } from '../catalogue/stock.ts'
import { stockHoldDuration, maxStockHolds } from './order.ts'
import { listLines } from './order-store.ts'

type Order = { shop_id: string; id: string; buyer_id: string; quantity: number; pay_until: Date }

const untilOf = (order: Order, now: Date): Date => {
  const until = addTime(now, stockHoldDuration)
  return until < order.pay_until ? until : order.pay_until
}

/**
 * Reserves the goods of a new order. The caller has inserted it. Answers until when they are held. Refuses `product/stock-gone`,
 * `order/too-many-unpaid` for the buyer's own limit and `order/many-waiting` for those of the network and the shop.
 */
export async function holdStock(
  tx: Tx,
  order: Order,
  lines: readonly { productId: string; quantity: number }[],
  network: Buffer,
  now: Date,
): Promise<Date> {
  const until = untilOf(order, now)
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
 * Holds the goods of a locked, unpaid order for its checkout: longer where they are still held, anew where the time was over. Never past the order's own
 * time. Answers until when; null for an order whose goods are reserved without a time of their own. Refuses as `holdStock` does.
 */
export async function renewHold(tx: Tx, order: Order, network: Buffer, now: Date): Promise<Date | null> {
  const until = untilOf(order, now)
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

/** Ends the hold of a locked order. Its goods stay reserved: they are sold, or the caller releases them. */
export const endHold = (tx: Tx, order: { shop_id: string; id: string }) =>
  sql`delete from stock_hold where shop_id = ${order.shop_id} and order_id = ${order.id}`.execute(tx)

const linesOf = async (tx: Tx, order: Order) =>
  (await listLines(tx, order.shop_id, order.id)).map((line) => ({
    productId: line.product_id,
    quantity: line.quantity,
  }))

/** Reserves the goods of a locked order whose payment was captured, if they are not reserved any more. Refuses `product/stock-gone`. */
export async function reserveForPayment(tx: Tx, order: Order, now: Date): Promise<void> {
  const named = { shopId: order.shop_id, id: order.id }
  if (!(await isReserved(tx, named))) await reserveStock(tx, await linesOf(tx, order), named, now)
}

/** Puts goods back on sale whose hold is over. The order stays as it is. */
export const stockHoldStep: DeadlineStep = {
  name: 'order.hold',
  due: (on, now, most) =>
    queryAll(
      on,
      sql<RowKey>`select h.shop_id, h.order_id as id from stock_hold h join orders o on o.shop_id = h.shop_id and o.id = h.order_id
        where h.until <= ${now} and ${notSetAside('order.hold', 'o', now)} order by h.until limit ${most}`,
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
