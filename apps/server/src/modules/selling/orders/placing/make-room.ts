/**
 * Holds that give way. Goods that nobody has opened a checkout for are only set aside: when they are short, the oldest
 * loose holds end, as they would by their time. A firm claim ends any of them. A loose claim ends those that are larger
 * than itself, or older than `looseHoldPrecedence`. A firm hold and a paid order never give way.
 */
import { addTime } from '../../../../platform/jobs/clock.ts'
import { groupByShop } from '../../../../platform/database/by-shop.ts'
import { idsOf, type RowKey } from '../../../../platform/jobs/deadlines.ts'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../../platform/database/postgres.ts'
import { findShortage, lockProductsOf, releaseStock, type StockLine } from '../../../shop/catalogue/stock.ts'
import { looseHoldPrecedence, maxStockHolds } from '../order.ts'

/** What an order asks for. `pieces`: of all its lines. `firm`: its checkout is being opened. */
export type Claim = { shop_id: string; id: string; pieces: number; firm: boolean; lines: readonly StockLine[] }

/** Holds that one order may end at a time. */
const maxEnded = 200

/** For a query over `stock_hold h`. */
const givesWayTo = (claim: Claim, now: Date) => sql`not h.firm and h.order_id <> ${claim.id}
  and ${claim.firm ? sql`true` : sql`(h.pieces > ${claim.pieces} or h.placed_at <= ${addTime(now, -looseHoldPrecedence)})`}`

/** The variant of line l. A line from before variants names none. */
const lineVariant = sql`coalesce(l.variant_id, l.product_id)`

/**
 * Ends as many loose holds as the goods of a claim lack. Returns false, with nothing changed, when they would not be
 * enough. True does not promise that the goods are there: the caller takes them, and asks again if they are not.
 */
export async function makeRoomInStock(tx: Tx, claim: Claim, now: Date): Promise<boolean> {
  const short = await findShortage(tx, claim.lines)
  if (!short) return false
  if (short.size === 0) return true
  const holds = await queryAll(
    tx,
    sql<RowKey & { variant: string; pieces: number }>`
      select h.shop_id, h.order_id as id, ${lineVariant} as variant, sum(l.quantity)::int as pieces
      from stock_hold h join order_line l on l.shop_id = h.shop_id and l.order_id = h.order_id
      where ${givesWayTo(claim, now)} and ${lineVariant} = any(${[...short.keys()]}::uuid[])
      group by h.shop_id, h.order_id, h.placed_at, 3 order by h.placed_at, h.order_id limit ${maxEnded}`,
  )
  const chosen = new Map<string, RowKey>()
  for (const { variant, pieces, ...key } of holds) {
    const missing = short.get(variant)!
    if (missing <= 0) continue
    short.set(variant, missing - pieces)
    chosen.set(key.id, key)
  }
  if ([...short.values()].some((missing) => missing > 0)) return false
  await endLooseHolds(tx, [...chosen.values()], claim, now)
  return true
}

/** The pieces of variant v that are held loosely, for a query over variants. */
export const loosePieces = sql`coalesce((select sum(l.quantity) from stock_hold h
  join order_line l on l.shop_id = h.shop_id and l.order_id = h.order_id where not h.firm and ${lineVariant} = v.id), 0)::int`

/**
 * How many pieces of these variants are held loosely. A buyer who orders less than their orders gets them, so that what
 * strangers hold is not shown as sold out.
 */
export async function countLoosePieces(db: Queryable, variantIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await queryAll(
    db,
    sql<{ id: string; pieces: number }>`select ${lineVariant} as id, sum(l.quantity)::int as pieces
      from stock_hold h join order_line l on l.shop_id = h.shop_id and l.order_id = h.order_id
      where not h.firm and ${lineVariant} = any(${[...variantIds]}::uuid[]) group by 1`,
  )
  return new Map(rows.map(({ id, pieces }) => [id, pieces]))
}

/** Ends loose holds of a network until a claim fits into its limits, or none is left that gives way. */
export async function makeRoomInNetwork(tx: Tx, claim: Claim, network: Buffer, now: Date): Promise<void> {
  const count = await queryOne(
    tx,
    sql<{
      loose: number
      pieces: number
    }>`select loose, pieces from stock_hold_count where kind = 'network' and id = ${network}`,
  )
  if (!count) return
  const max = maxStockHolds.network
  let loose = count.loose + Number(!claim.firm) - max.loose
  let pieces = count.pieces + claim.pieces - max.pieces
  const chosen: RowKey[] = []
  for (const hold of await listLooseOfNetwork(tx, claim, network, now)) {
    if (loose <= 0 && pieces <= 0) break
    loose -= 1
    pieces -= hold.pieces
    chosen.push({ shop_id: hold.shop_id, id: hold.id })
  }
  if (loose <= 0 && pieces <= 0) await endLooseHolds(tx, chosen, claim, now)
}

const listLooseOfNetwork = (db: Queryable, claim: Claim, network: Buffer, now: Date) =>
  queryAll(
    db,
    sql<RowKey & { pieces: number }>`select h.shop_id, h.order_id as id, h.pieces from stock_hold h
      where ${givesWayTo(claim, now)} and h.network = ${network} order by h.placed_at, h.order_id limit ${maxEnded}`,
  )

/**
 * Ends holds that are still loose. Those whose order or counts another transaction has locked stay: it may be the
 * payment. Products are locked last and all at once, also those of the claim, in the order of their ids.
 */
async function endLooseHolds(tx: Tx, chosen: readonly RowKey[], claim: Claim, now: Date): Promise<void> {
  const locked: RowKey[] = []
  for (const [shopId, rows] of groupByShop(chosen))
    locked.push(
      ...(await queryAll(
        tx,
        sql<RowKey>`select shop_id, id from orders where shop_id = ${shopId} and id = any(${idsOf(rows)}::uuid[])
          order by id for update skip locked`,
      )),
    )
  const counted = await queryAll(
    tx,
    sql<{
      id: string
    }>`select lock_hold_counts(${locked.map((key) => key.shop_id)}::uuid[], ${idsOf(locked)}::uuid[]) as id`,
  )
  const free = new Set(idsOf(counted))
  const ending = locked.filter(({ id }) => free.has(id))
  const variants = claim.lines.map((line) => line.variantId)
  for (const [shopId, rows] of groupByShop(ending))
    variants.push(
      ...(
        await queryAll(
          tx,
          sql<{ id: string }>`select distinct ${lineVariant} as id from order_line l
            where l.shop_id = ${shopId} and l.order_id = any(${idsOf(rows)}::uuid[])`,
        )
      ).map(({ id }) => id),
    )
  await lockProductsOf(tx, variants)
  for (const key of ending) {
    // The hold may have become firm before the order was locked.
    const ended = await queryOne(
      tx,
      sql`delete from stock_hold where shop_id = ${key.shop_id} and order_id = ${key.id} and not firm returning 1 as done`,
    )
    if (ended) await releaseStock(tx, { shopId: key.shop_id, id: key.id }, now)
  }
}
