/** The shop's own categories. */
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'
import { lockShop } from '../shops/store.ts'

const displayOrder = sql`order by c.place, c.created_at, c.id`

export const listShopCategoryRows = (db: Queryable, shopId: string) =>
  queryAll(
    db,
    sql<{ id: string; name: string; shown: boolean; listings: number }>`select c.id, c.name, c.shown,
        (select count(*)::int from listing l where l.shop_id = c.shop_id and l.category_id = c.id) as listings
      from shop_category c where c.shop_id = ${shopId} ${displayOrder}`,
  )

export const countUncategorised = async (db: Queryable, shopId: string): Promise<number> =>
  (await queryOne(
    db,
    sql<{ n: number }>`select count(*)::int as n from listing where shop_id = ${shopId} and category_id is null`,
  ))!.n

/** Inserts a category at the end; false when the shop already has `limit`. */
export const insertShopCategory = async (
  tx: Tx,
  shopId: string,
  c: { id: string; name: string; at: Date },
  limit: number,
): Promise<boolean> => {
  // Two devices may add concurrently: the second counts the category of the first.
  await lockShop(tx, shopId)
  const row = await queryOne(
    tx,
    sql`insert into shop_category (shop_id, id, name, place, created_at)
      select ${shopId}, ${c.id}, ${c.name}, coalesce(max(place), 0) + 1, ${c.at} from shop_category where shop_id = ${shopId}
      having count(*) < ${limit} returning id`,
  )
  return row !== undefined
}

/** Returns whether the category exists. */
export const updateShopCategory = async (
  tx: Tx,
  shopId: string,
  c: { id: string; name?: string | undefined; shown?: boolean | undefined },
): Promise<boolean> =>
  (await queryOne(
    tx,
    sql`update shop_category set name = coalesce(${c.name ?? null}, name), shown = coalesce(${c.shown ?? null}::boolean, shown)
      where shop_id = ${shopId} and id = ${c.id} returning id`,
  )) !== undefined

export const updateShopCategoryOrder = (tx: Tx, shopId: string, ids: readonly string[]) =>
  sql`update shop_category s set place = o.place from (
      select c.id, row_number() over (order by array_position(${[...ids]}::uuid[], c.id), c.place, c.created_at, c.id) as place
      from shop_category c where c.shop_id = ${shopId}
    ) o where s.shop_id = ${shopId} and s.id = o.id`.execute(tx)

/** Returns whether the category existed. */
export const deleteShopCategoryRow = async (tx: Tx, shopId: string, id: string): Promise<boolean> =>
  (await queryOne(tx, sql`delete from shop_category where shop_id = ${shopId} and id = ${id} returning id`)) !==
  undefined

/** Locks a category against deletion. Returns whether it exists. */
export const lockShopCategory = async (tx: Tx, shopId: string, id: string): Promise<boolean> =>
  (await queryOne(tx, sql`select id from shop_category where shop_id = ${shopId} and id = ${id} for key share`)) !==
  undefined
