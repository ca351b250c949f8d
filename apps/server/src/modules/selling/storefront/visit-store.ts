import { queryAll, sql, type Tx } from '../../../platform/database/postgres.ts'

export type SeenRow = {
  shopId: string
  hash: Buffer
  at: Date
  /** Whether the visitor is new to the shop today. */
  fresh: boolean
  listings: readonly string[]
  clicked: readonly string[]
}

/**
 * Writes visits, views and clicks of many visitors in one statement. Returns the shops where a visitor or a click was
 * the first of the day.
 */
export const recordSeen = (tx: Tx, seen: readonly SeenRow[]) => {
  const rows = seen
    .map(({ shopId, hash, at, fresh, listings, clicked }) => ({
      shop_id: shopId,
      hash: hash.toString('hex'),
      at,
      fresh,
      listings,
      clicked,
    }))
    // Two copies of the server lock the figures of shops in the same order.
    .toSorted((a, b) => (a.shop_id < b.shop_id ? -1 : 1))
  return queryAll(
    tx,
    sql<{ shop_id: string; visited: boolean; clicked: boolean }>`
      with written as materialized (
        select r.shop_id,
          r.fresh and record_visit(r.shop_id, decode(r.hash, 'hex'), r.at) as visited,
          record_views(r.shop_id, r.listings, decode(r.hash, 'hex'), r.at),
          (select bool_or(record_click(r.shop_id, c, decode(r.hash, 'hex'), r.at)) from unnest(r.clicked) c) as clicked
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as r (shop_id uuid, hash text, at timestamptz, fresh boolean, listings uuid[], clicked uuid[])
      )
      select shop_id, bool_or(visited) as visited, coalesce(bool_or(clicked), false) as clicked from written group by shop_id`,
  )
}
