import { withTransaction, type Database, type Tx } from './postgres.ts'

/** The rows of each shop, in the order of the rows. */
export function groupByShop<Row extends { shop_id: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const shops = new Map<string, Row[]>()
  for (const row of rows) shops.set(row.shop_id, [...(shops.get(row.shop_id) ?? []), row])
  return shops
}

/**
 * Runs `work` for each shop of rows that a query without locks has found, in a transaction for each shop: so no lock
 * of a shop waits for another shop. `work` locks the rows and checks their condition again. Returns all results. When
 * a shop fails, the others are done first, and then its error is thrown.
 */
export async function byShop<Row extends { shop_id: string }, Result>(
  db: Database,
  rows: readonly Row[],
  work: (tx: Tx, shopId: string, rows: Row[]) => Promise<Result[]>,
): Promise<Result[]> {
  const done: Result[] = []
  const errors: unknown[] = []
  for (const [shopId, own] of groupByShop(rows))
    try {
      done.push(...(await withTransaction(db, (tx) => work(tx, shopId, own))))
    } catch (error) {
      errors.push(error)
    }
  if (errors.length > 0) throw errors[0]
  return done
}
