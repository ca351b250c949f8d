/** The search in the orders of a shop: pieces of two letters, which the worker takes from each order. */
import type { OrderFilter } from '@quayside/contract'
import { byShop } from '../../../platform/database/by-shop.ts'
import {
  contains,
  queryAll,
  queryOne,
  sql,
  type Database,
  type Queryable,
} from '../../../platform/database/postgres.ts'
import { idsOf, type RowKey } from '../../../platform/jobs/deadlines.ts'

/** Orders that the worker reads at a time. */
const batch = 500
/** The newest orders of a shop, in which a search looks first. */
const newest = 5000
/** If so few of them match, reading the orders from the newest to the oldest would take long to find a page. */
const few = 50

/** A condition on orders: the text is in the number, the buyer's name or the name of a product. */
export const soughtIn = (search: string) => sql`sought like lower(${contains(search)})`

/**
 * Whether a search shall look by pieces of words: the shop has many orders, and few of the newest have the text.
 * Otherwise the orders are read in their order, and a page is found before many are read.
 */
export async function isRare(
  db: Queryable,
  shopId: string,
  { search = '' }: Pick<OrderFilter, 'search'>,
  among = newest,
): Promise<boolean> {
  if ([...search].length < 2) return false
  const row = await queryOne(
    db,
    sql<{ looked: number; found: number }>`
      select count(*)::int as looked, (count(*) filter (where ${soughtIn(search)}))::int as found
      from (select sought from orders where shop_id = ${shopId} order by placed_at desc, id desc limit ${among}) n`,
  )
  return row!.looked === among && row!.found < few
}

/** Ids of the orders of a shop that may have the text, and of those that the worker has not read. */
export const mayHave = (shopId: string, search: string) =>
  sql`select id from order_search where shop_id = ${shopId} and grams @> order_grams(${shopId}::uuid, lower(${search}))
    union all select id from order_search where shop_id = ${shopId} and grams is null`

/** Whether an order waits to be read for the search. */
export const anyOrderWaitsForSearch = () => sql`exists (select from order_search where grams is null)`

/** Reads all orders that wait for it. Returns how many. */
export async function readForSearch(db: Database): Promise<number> {
  let read = 0
  for (;;) {
    const waiting = await queryAll(
      db,
      sql<RowKey>`select shop_id, id from order_search where grams is null order by shop_id, id limit ${batch}`,
    )
    const done = await byShop(db, waiting, async (tx, shopId, rows) => {
      const locked = await queryAll(
        tx,
        sql<{ id: string }>`select id from order_search
          where shop_id = ${shopId} and id = any(${idsOf(rows)}::uuid[]) and grams is null order by id for update skip locked`,
      )
      // A statement of its own, after the lock: it sees what an erasure has just blanked.
      await sql`update order_search s set grams = order_grams(o.shop_id, o.sought)
        from orders o where o.shop_id = ${shopId} and s.shop_id = ${shopId} and s.id = o.id and o.id = any(${idsOf(locked)}::uuid[])`.execute(
        tx,
      )
      return locked
    })
    read += done.length
    if (waiting.length < batch || done.length === 0) return read
  }
}
