/** Changes of products: who changed what, and what a change does to listings and orders. */
import type { TimePosition } from '../../../platform/http/cursor.ts'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'
import { openOrder, type Product } from './product-store.ts'

/** Values of a product by column, in the form of an export file. */
export type ChangedValues = Record<string, string | number | boolean>
export type ProductChange = {
  id: string
  cause: 'operator' | 'import' | 'undo'
  operatorId: string
  at: Date
  wish?: unknown
  undoes?: string
}

/** Records a change. An import records its chunks under one id. */
export const insertChange = (tx: Tx, c: ProductChange) =>
  sql`insert into product_change (id, cause, operator_id, at, wish, undoes)
    values (${c.id}, ${c.cause}, ${c.operatorId}, ${c.at}, ${c.wish === undefined ? null : JSON.stringify(c.wish)}, ${c.undoes ?? null})
    on conflict (id) do nothing`.execute(tx)

export const insertChangeRows = (
  tx: Tx,
  changeId: string,
  rows: readonly { id: string; before: ChangedValues | null; after: ChangedValues }[],
) =>
  sql`insert into product_change_row (change_id, product_id, part, before, after)
    select ${changeId}, r.id, 1 + (select count(*) from product_change_row c where c.change_id = ${changeId} and c.product_id = r.id),
      nullif(r.before, 'null'), r.after
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, before jsonb, after jsonb)`.execute(tx)

/** The change that took another one back; the chunks of an import share one. */
export const findUndo = (tx: Tx, changeId: string) =>
  queryOne(tx, sql<{ id: string }>`select id from product_change where undoes = ${changeId}`)

/** A change of an operator that can still be undone. Of two undos at once the second violates a constraint. */
export const findReversible = (tx: Tx, id: string, since: Date) =>
  queryOne(
    tx,
    sql<{
      id: string
    }>`select c.id from product_change c where c.id = ${id} and c.cause = 'operator' and c.wish is not null and c.at > ${since}
      and not exists (select from product_change u where u.undoes = c.id)`,
  )

export const listChangeRows = (tx: Tx, changeId: string) =>
  queryAll(
    tx,
    sql<{
      id: string
      before: ChangedValues | null
      after: ChangedValues
    }>`select product_id as id, before, after from product_change_row
      where change_id = ${changeId} order by product_id, part`,
  )

export const listHistory = (db: Queryable, productId: string, after: TimePosition | undefined, limit: number) =>
  queryAll(
    db,
    sql<{
      id: string
      cause: ProductChange['cause']
      operator: string
      at: Date
      before: ChangedValues | null
      after: ChangedValues
    }>`select c.id, c.cause, o.name as operator, c.at, r.before, r.after
      from product_change_row r join product_change c on c.id = r.change_id join operator o on o.id = c.operator_id
      where r.product_id = ${productId} and ${after ? sql`(c.at, c.id) < (${after.at}, ${after.id}::uuid)` : sql`true`}
      order by c.at desc, c.id desc, r.part desc limit ${limit}`,
  )

export const listChanges = (db: Queryable, after: TimePosition | undefined, limit: number) =>
  queryAll(
    db,
    sql<{
      id: string
      operator: string
      cause: ProductChange['cause']
      at: Date
      products: number
      undone: boolean
      reversible: boolean
    }>`select c.id, o.name as operator, c.cause, c.at, (select count(distinct r.product_id)::int from product_change_row r where r.change_id = c.id) as products,
        exists (select from product_change u where u.undoes = c.id) as undone, c.cause = 'operator' and c.wish is not null as reversible
      from product_change c join operator o on o.id = c.operator_id
      where ${after ? sql`(c.at, c.id) < (${after.at}, ${after.id}::uuid)` : sql`true`}
      order by c.at desc, c.id desc limit ${limit}`,
  )

/** What new prices and availability of these products would do to listings and orders. */
export type Effect = { listings: number; shops: number; offShelf: number; openOrders: number }

const nextRows = (products: readonly Pick<Product, 'id' | 'supplierPrice' | 'withdrawn'>[]) =>
  sql`unnest(${products.map(({ id }) => id)}::uuid[], ${products.map((p) => String(p.supplierPrice))}::bigint[], ${products.map((p) => p.withdrawn)}::boolean[]) as n (id, price, withdrawn)`
/** Listing l at the price of n would make a loss, or has no product any more. */
const losesShelf = sql`(l.shelf = 'on-shelf' and (n.withdrawn or l.selling_price * (10000 - (select commission_at(now()))) < n.price * 10000))`

export const readEffect = async (db: Queryable, products: readonly Product[]): Promise<Effect> =>
  (await queryOne(
    db,
    sql<Effect>`with n as materialized (select * from ${nextRows(products)})
      select count(l.id)::int as listings, count(distinct l.shop_id)::int as shops, (count(*) filter (where ${losesShelf}))::int as "offShelf",
        (select count(distinct (o.shop_id, o.id))::int from n join order_line x on x.product_id = n.id
          join orders o on o.shop_id = x.shop_id and o.id = x.order_id where ${openOrder}) as "openOrders"
      from n join listing l on l.product_id = n.id`,
  ))!

/** The first listings that would be taken off the shelf. */
export const listLosing = (db: Queryable, products: readonly Product[], limit: number) =>
  queryAll(
    db,
    sql<{ shop: string; product: string; price: bigint; supplier_price: bigint }>`
      select h.code as shop, p.name as product, l.selling_price as price, n.price as supplier_price
      from ${nextRows(products)} join listing l on l.product_id = n.id join product p on p.id = n.id join shop h on h.id = l.shop_id
      where ${losesShelf} order by p.name, h.code limit ${limit}`,
  )

/** The effect of an import on listings, before its commit. */
export const readImportEffect = async (db: Queryable, importId: string) =>
  (await queryOne(
    db,
    sql<{ products: number; listings: number; shops: number; offShelf: number }>`with r as materialized (
        select p.id as product_id, coalesce(content ->> 'variant', content ->> 'code') as code, state, after
        from import_row x join product p on p.code = x.content ->> 'code'
        where x.import_id = ${importId} and x.state in ('change', 'add')
      ), v as (
        select v.product_id, coalesce((r.after ->> 'supplierPrice')::numeric * 100, v.supplier_price)::bigint as price,
          coalesce((r.after ->> 'withdrawn')::boolean, v.withdrawn) as withdrawn
        from product_variant v left join r on r.product_id = v.product_id and r.code = v.code
        where v.product_id in (select product_id from r)
        union all
        select product_id, ((after ->> 'supplierPrice')::numeric * 100)::bigint, (after ->> 'withdrawn')::boolean from r where state = 'add'
      ), n as materialized (
        select product_id as id, coalesce(max(price) filter (where not withdrawn), max(price)) as price, bool_and(withdrawn) as withdrawn
        from v group by product_id
      )
      select (select count(*)::int from n) as products, count(l.id)::int as listings, count(distinct l.shop_id)::int as shops,
        (count(*) filter (where ${losesShelf}))::int as "offShelf"
      from n join listing l on l.product_id = n.id`,
  ))!
