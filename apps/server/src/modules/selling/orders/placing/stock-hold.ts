/**
 * Stock of unpaid orders. Placing an order reserves stock for a short time, and opening its checkout renews the hold
 * and makes it firm. A hold that is not firm may give way to another order (`make-room.ts`). After the end of the hold
 * the stock is on sale again; the order can still be paid if stock is left. The constraints of `stock_hold_count` limit
 * the holds of one buyer and one network.
 */
import { addTime } from '../../../../platform/jobs/clock.ts'
import type { DeadlineStep, RowKey } from '../../../../platform/jobs/deadlines.ts'
import { rowKeyFilter, notSetAside } from '../../../../platform/jobs/deadlines.ts'
import {
  queryAll,
  violatesConstraint,
  queryOne,
  sql,
  type Queryable,
  type Tx,
} from '../../../../platform/database/postgres.ts'
import { Refusal, refuse } from '../../../../platform/refusal.ts'
import { isReserved, releaseStock, reserveStock, type StockLine } from '../../../shop/catalogue/stock.ts'
import { makeRoomInNetwork, makeRoomInStock, type Claim } from './make-room.ts'
import { largeHold, looseHoldPrecedence, stockHoldDuration, maxStockHolds } from '../order.ts'
import { listLines } from '../order-store.ts'

type Order = { shop_id: string; id: string; buyer_id: string; quantity: number; pay_until: Date }

/** How often an order makes room. What it freed may be taken by others before it takes it. */
const maxTurns = 4

const holdEnd = (order: Order, now: Date): Date => {
  const until = addTime(now, stockHoldDuration)
  return until < order.pay_until ? until : order.pay_until
}

/**
 * Reserves the stock of an order that the caller has inserted or locked. `firm`: its checkout is being opened. When
 * goods or the places of the network are short, loose holds of others give way. Returns the end of the hold. Refuses
 * `product/stock-gone`, `order/too-many-unpaid` for the limit of the buyer, and `order/many-waiting` for the limit of
 * the network.
 */
export async function holdStock(
  tx: Tx,
  order: Order,
  lines: readonly StockLine[],
  { network, firm }: { network: Buffer; firm: boolean },
  now: Date,
): Promise<Date> {
  const until = holdEnd(order, now)
  const claim: Claim = { shop_id: order.shop_id, id: order.id, pieces: order.quantity, firm, lines }
  const insert = async (withRoom: ReturnType<typeof sql>) =>
    (await queryOne(
      tx,
      sql`insert into stock_hold (shop_id, order_id, buyer_id, network, pieces, until, firm, placed_at)
        select ${order.shop_id}, ${order.id}, ${order.buyer_id}, ${network}, ${order.quantity}, ${until}, ${firm}, ${now}
        where ${withRoom} returning 1 as done`,
    ).catch((error: unknown) => {
      if (violatesConstraint(error, 'hold_of_buyer'))
        refuse('order/too-many-unpaid', { most: maxStockHolds.buyer.orders })
      if (violatesConstraint(error, 'hold_of_network')) refuse('order/many-waiting')
      throw error
    })) !== undefined
  const max = maxStockHolds.network
  const hasRoom = sql`not exists (select from stock_hold_count where kind = 'network' and id = ${network}
    and (loose + ${Number(!firm)}::int > ${max.loose} or pieces + ${order.quantity}::int > ${max.pieces}))`
  if (!(await insert(hasRoom))) {
    await makeRoomInNetwork(tx, claim, network, now)
    await insert(sql`true`)
  }
  await reserve(tx, order, claim, now)
  return until
}

/** Reserves the stock of a claim. Loose holds give way to it. Refuses `product/stock-gone`. */
async function reserve(tx: Tx, order: Order, claim: Claim, now: Date): Promise<void> {
  for (let turn = 1; ; turn += 1)
    try {
      return await reserveStock(tx, claim.lines, { shopId: order.shop_id, id: order.id }, now)
    } catch (error) {
      if (!(error instanceof Refusal) || turn === maxTurns || !(await makeRoomInStock(tx, claim, now))) throw error
    }
}

/**
 * Holds the stock of a locked, unpaid order for its checkout: extends the hold, or reserves again after its end. The
 * hold is firm from now on. Never past the order's own deadline. Returns the end of the hold, or null for stock that is
 * reserved without one. Refuses as `holdStock` does.
 */
export async function renewHold(tx: Tx, order: Order, network: Buffer, now: Date): Promise<Date | null> {
  const until = holdEnd(order, now)
  const renewed = await queryOne(
    tx,
    sql<{
      until: Date
    }>`update stock_hold set until = ${until}, firm = true where shop_id = ${order.shop_id} and order_id = ${order.id} returning until`,
  )
  if (renewed) return renewed.until
  if (await isReserved(tx, { shopId: order.shop_id, id: order.id })) return null
  return holdStock(tx, order, await linesOf(tx, order), { network, firm: true }, now)
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

/**
 * For a query over `stock_hold h`: it has ended, or it is loose, large, no longer young, and a reason why a variant is
 * sold out. Such goods are on sale again, so that lists show them.
 */
const hasEnded = (
  now: Date,
) => sql`(h.until <= ${now} or not h.firm and h.pieces > ${largeHold} and h.placed_at <= ${addTime(now, -looseHoldPrecedence)}
  and exists (select from order_line l join product_variant v on v.id = coalesce(l.variant_id, l.product_id)
    where l.shop_id = h.shop_id and l.order_id = h.order_id and v.stock = 0))`

/** Releases the stock of holds that have ended. The order stays as it is. */
export const stockHoldStep: DeadlineStep = {
  name: 'order.hold',
  due: (db, now, limit) =>
    queryAll(
      db,
      sql<RowKey>`select h.shop_id, h.order_id as id from stock_hold h join orders o on o.shop_id = h.shop_id and o.id = h.order_id
        where ${hasEnded(now)} and ${notSetAside('order.hold', 'o', now)} order by h.until limit ${limit}`,
    ),
  async act(tx, rows, now) {
    const orders = await queryAll(
      tx,
      sql<RowKey>`select o.shop_id, o.id from orders o where ${rowKeyFilter(rows, 'o')}
          and exists (select from stock_hold h where h.shop_id = o.shop_id and h.order_id = o.id and ${hasEnded(now)})
        order by o.shop_id, o.id for update skip locked`,
    )
    for (const order of orders) {
      await endHold(tx, order)
      await releaseStock(tx, { shopId: order.shop_id, id: order.id }, now)
    }
    return orders
  },
}
