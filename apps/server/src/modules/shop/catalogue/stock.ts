import type { VariantOption } from '@quayside/contract'
import type { stockReasons } from '@quayside/contract/stock'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'

export type StockLine = { variantId: string; quantity: number }

const piecesOf = (lines: readonly StockLine[]): Map<string, number> => {
  const pieces = new Map<string, number>()
  for (const line of lines) pieces.set(line.variantId, (pieces.get(line.variantId) ?? 0) + line.quantity)
  return pieces
}

/**
 * Reserves stock for an order, all lines or none. An order of one variant takes from a slot that no other order holds.
 * Without one, the products are locked in the order of their ids, so that orders never deadlock. Others wait for that
 * lock until the transaction ends: this is one statement, and callers run it as late as they can. Refuses
 * `product/stock-gone` with the name of the first product whose variant has not enough stock; then nothing is locked,
 * and the transaction can go on.
 */
export async function reserveStock(
  tx: Tx,
  lines: readonly StockLine[],
  order: { shopId: string; id: string },
  at: Date,
): Promise<void> {
  const pieces = piecesOf(lines)
  const ids = [...pieces.keys()]
  const { taken } = (await queryOne(
    tx,
    sql<{ taken: string[] }>`select take_all_stock(${ids}::uuid[], ${ids.map((id) => pieces.get(id)!)}::int[],
      ${order.shopId}, ${order.id}, ${at})::text[] as taken`,
  ))!
  if (taken.length === ids.length) return
  const had = new Set(taken)
  const missing = await queryOne(
    tx,
    sql<{ name: string }>`select p.name from product_variant v join product p on p.id = v.product_id
      where v.id = any(${ids.filter((id) => !had.has(id))}::uuid[]) order by p.id, v.place limit 1`,
  )
  refuse(missing ? 'product/stock-gone' : 'product/not-found', missing)
}

/** How many pieces of each variant the stock lacks for these lines. Null when one of them is not offered any more. */
export async function findShortage(db: Queryable, lines: readonly StockLine[]): Promise<Map<string, number> | null> {
  const pieces = piecesOf(lines)
  const rows = await queryAll(
    db,
    sql<{ id: string; left: number }>`select s.variant_id as id, (s.pieces + coalesce((
          select sum(c.pieces) from stock_slot c where c.variant_id = s.variant_id), 0))::int as left
        from variant_stock s join product_variant v on v.id = s.variant_id
        where s.variant_id = any(${[...pieces.keys()]}::uuid[]) and not v.withdrawn`,
  )
  if (rows.length < pieces.size) return null
  return new Map(rows.map(({ id, left }) => [id, pieces.get(id)! - left] as const).filter(([, short]) => short > 0))
}

/** Locks the products of variants, in a statement of its own: the next one reads the variants under the lock. */
export const lockProductsOf = (tx: Tx, variantIds: readonly string[]) =>
  sql`select from product where id in (select product_id from product_variant where id = any(${[...variantIds]}::uuid[]))
    order by id for no key update`.execute(tx)

/** The variant of movement m. A movement from before variants, or of the release before them, names none. */
const movedVariant = sql`coalesce(m.variant_id, m.product_id)`

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
    sql<{ variant: string; pieces: number }>`select ${movedVariant} as variant, (-sum(m.pieces))::int as pieces
      from stock_movement m where m.shop_id = ${order.shopId} and m.order_id = ${order.id} group by 1 having sum(m.pieces) < 0`,
  )
  if (back.length === 0) return
  const ids = back.map((row) => row.variant)
  const rows = sql`unnest(${ids}::uuid[], ${back.map((row) => row.pieces)}::int[]) as b (id, pieces)`
  await lockProductsOf(tx, ids)
  await sql`update variant_stock s set pieces = s.pieces + b.pieces from ${rows} where s.variant_id = b.id`.execute(tx)
  await sql`insert into stock_movement (product_id, variant_id, kind, pieces, shop_id, order_id, at)
    select v.product_id, v.id, 'release', b.pieces, ${order.shopId}, ${order.id}, ${at} from ${rows} join product_variant v using (id)`.execute(
    tx,
  )
}

/** Most pieces of one variant. A hundred of them stay below the limit of the product's total. */
export const maxStock = 10_000_000

type StockReason = (typeof stockReasons)[number]

/** Why stock moves without an order: an operator's adjustment with its reason, or an import. */
export type StockCause =
  | { kind: 'adjustment'; reason: StockReason | 'initial'; note: string | null; operatorId: string; at: Date }
  | { kind: 'import'; importId: string; operatorId: string; at: Date }

/**
 * Adds pieces to the stock of variants, or removes them. Returns the ids of the variants that were changed: a stock
 * that would become negative stays. The caller has locked the products.
 */
export async function moveStock(
  tx: Tx,
  moves: readonly { variantId: string; pieces: number }[],
  cause: StockCause,
): Promise<Set<string>> {
  const wanted = moves.filter(({ pieces }) => pieces !== 0)
  if (wanted.length === 0) return new Set()
  const [reason, note, importId] =
    cause.kind === 'adjustment' ? [cause.reason, cause.note, null] : [null, null, cause.importId]
  const rows = await queryAll(
    tx,
    sql<{ id: string }>`with w as (
        select * from unnest(${wanted.map((move) => move.variantId)}::uuid[], ${wanted.map((move) => move.pieces)}::int[]) as w (id, pieces)
      ), moved as (
        update variant_stock s set pieces = s.pieces + w.pieces from w join product_variant v on v.id = w.id
        where s.variant_id = w.id and s.pieces::bigint + w.pieces between 0 and greatest(s.pieces, ${maxStock})
        returning v.id, v.product_id, w.pieces
      ), kept as (
        insert into stock_movement (product_id, variant_id, kind, pieces, reason, note, operator_id, import_id, at)
        select product_id, id, ${cause.kind}, pieces, ${reason}, ${note}, ${cause.operatorId}, ${importId}::uuid, ${cause.at} from moved
      ) select id from moved`,
  )
  return new Set(rows.map(({ id }) => id))
}

export const listMovements = (
  db: Queryable,
  { productId, kind, after }: { productId?: string | undefined; kind?: string | undefined; after?: string | undefined },
  limit: number,
) =>
  queryAll(
    db,
    sql<{
      id: bigint
      product_id: string
      code: string
      name: string
      options: VariantOption[]
      pieces: number
      kind: 'adjustment' | 'reservation' | 'release' | 'import'
      reason: StockReason | 'initial' | null
      note: string | null
      operator: string | null
      order_code: string | null
      import_id: string | null
      at: Date
    }>`select m.id, m.product_id, v.code, p.name, v.options, m.pieces, m.kind, m.reason, m.note, o.name as operator, r.code as order_code, m.import_id, m.at
      from stock_movement m join product p on p.id = m.product_id join product_variant v on v.id = ${movedVariant} left join operator o on o.id = m.operator_id
        left join orders r on r.shop_id = m.shop_id and r.id = m.order_id
      where ${productId ? sql`m.product_id = ${productId}` : sql`true`} and ${kind ? sql`m.kind = ${kind}` : sql`true`}
        and ${after ? sql`m.id < ${after}::bigint` : sql`true`}
      order by m.id desc limit ${limit}`,
  )
