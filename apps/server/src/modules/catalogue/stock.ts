import { queryAll, queryOne, sql, type Tx } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'

/**
 * Reserves stock for an order, all lines or none. Locks products in the order of their ids, so that orders never
 * deadlock. Refuses `product/stock-gone` with the name of the first product without enough stock.
 */
export async function reserveStock(
  tx: Tx,
  lines: readonly { productId: string; quantity: number }[],
  order: { shopId: string; id: string },
  at: Date,
): Promise<void> {
  const pieces = new Map<string, number>()
  for (const line of lines) pieces.set(line.productId, (pieces.get(line.productId) ?? 0) + line.quantity)
  const ids = [...pieces.keys()]
  const wanted = sql`unnest(${ids}::uuid[], ${ids.map((id) => pieces.get(id)!)}::int[]) as w (id, pieces)`
  const held = await queryAll(
    tx,
    sql<{ name: string; enough: boolean }>`select p.name, p.stock >= w.pieces and not p.withdrawn as enough
      from product p join ${wanted} using (id) order by p.id for no key update of p`,
  )
  if (held.length < ids.length) refuse('product/not-found')
  const short = held.find((product) => !product.enough)
  if (short) refuse('product/stock-gone', { name: short.name })
  await sql`update product p set stock = p.stock - w.pieces from ${wanted} where p.id = w.id`.execute(tx)
  await sql`insert into stock_movement (product_id, kind, pieces, shop_id, order_id, at)
    select w.id, 'reservation', -w.pieces, ${order.shopId}, ${order.id}, ${at} from ${wanted}`.execute(tx)
}

/** Whether an order holds reserved stock. Reliable only under the lock of the order. */
export async function isReserved(tx: Tx, order: { shopId: string; id: string }): Promise<boolean> {
  const row = await queryOne(
    tx,
    sql<{ pieces: number }>`select coalesce(sum(pieces), 0)::int as pieces from stock_movement
      where shop_id = ${order.shopId} and order_id = ${order.id}`,
  )
  return row!.pieces < 0
}

/** Releases the reserved stock of an order, once. The caller has locked the order. */
export async function releaseStock(tx: Tx, order: { shopId: string; id: string }, at: Date): Promise<void> {
  const back = await queryAll(
    tx,
    sql<{ product_id: string; pieces: number }>`select product_id, (-sum(pieces))::int as pieces
      from stock_movement where shop_id = ${order.shopId} and order_id = ${order.id} group by product_id having sum(pieces) < 0`,
  )
  if (back.length === 0) return
  const rows = sql`unnest(${back.map((row) => row.product_id)}::uuid[], ${back.map((row) => row.pieces)}::int[]) as b (product_id, pieces)`
  await sql`with locked as (
      select id from product where id = any(${back.map((row) => row.product_id)}::uuid[]) order by id for no key update
    ) update product p set stock = p.stock + b.pieces from ${rows} where p.id = b.product_id and p.id in (select id from locked)`.execute(
    tx,
  )
  await sql`insert into stock_movement (product_id, kind, pieces, shop_id, order_id, at)
    select product_id, 'release', pieces, ${order.shopId}, ${order.id}, ${at} from ${rows}`.execute(tx)
}

/** An operator's correction. False when the stock would become negative. */
export async function adjustStock(tx: Tx, productId: string, pieces: number, at: Date): Promise<boolean> {
  const row = await queryOne(
    tx,
    sql<{
      ok: boolean
    }>`update product set stock = stock + ${pieces} where id = ${productId} and stock + ${pieces} between 0 and 1000000000 returning true as ok`,
  )
  if (!row) return false
  await sql`insert into stock_movement (product_id, kind, pieces, at) values (${productId}, 'adjustment', ${pieces}, ${at})`.execute(
    tx,
  )
  return true
}
