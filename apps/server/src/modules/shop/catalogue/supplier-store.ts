import { queryAll, queryOne, contains, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'

export type SupplierFields = { name: string; contact: string; paymentDays: number; terms: string }

const matches = (search: string | undefined) =>
  search ? sql`(s.name ilike ${contains(search)} or s.code ilike ${contains(search)})` : sql`true`

export const countArchivedSuppliers = async (db: Queryable, search: string | undefined): Promise<number> =>
  (await queryOne(
    db,
    sql<{
      n: number
    }>`select count(*)::int as n from supplier s where s.archived_at is not null and ${matches(search)}`,
  ))!.n

/** Suppliers with their products and the cost of their goods in orders picked up since an instant. */
export const listSupplierRows = (
  db: Queryable,
  {
    search,
    archived,
    since,
    after,
    limit,
  }: { search: string | undefined; archived: boolean; since: Date; after: string | null; limit: number },
) =>
  queryAll(
    db,
    sql<{
      id: string
      code: string
      name: string
      contact: string
      payment_days: number
      terms: string
      archived: boolean
      products: number
      pieces: number
      cost: bigint
    }>`select s.id, s.code, s.name, s.contact, s.payment_days, s.terms, s.archived_at is not null as archived,
        (select count(*)::int from product p where p.supplier_id = s.id and not p.withdrawn) as products,
        coalesce(f.pieces, 0)::int as pieces, coalesce(f.cost, 0)::bigint as cost
      from supplier s left join (
        select l.supplier_id, sum(l.quantity) as pieces, sum(l.quantity * l.purchase_price) as cost
        from orders o join order_line l on l.shop_id = o.shop_id and l.order_id = o.id
        where o.picked_up_at >= ${since} and l.supplier_id is not null and o.cancelled_at is null group by l.supplier_id
      ) f on f.supplier_id = s.id
      where (s.archived_at is null or ${archived}) and ${matches(search)}
        and (${after}::uuid is null or (s.name, s.id) > (select l.name, l.id from supplier l where l.id = ${after}))
      order by s.name, s.id limit ${limit}`,
  )

export const insertSupplier = (tx: Tx, s: SupplierFields & { id: string; code: string; at: Date }) =>
  sql`insert into supplier (id, code, name, contact, payment_days, terms, created_at)
    values (${s.id}, ${s.code}, ${s.name}, ${s.contact}, ${s.paymentDays}, ${s.terms}, ${s.at})`.execute(tx)

/** Returns whether the supplier exists. */
export const updateSupplier = async (
  tx: Tx,
  s: SupplierFields & { id: string; archived: boolean; at: Date },
): Promise<boolean> =>
  (await queryOne(
    tx,
    sql`update supplier set name = ${s.name}, contact = ${s.contact}, payment_days = ${s.paymentDays}, terms = ${s.terms},
      archived_at = case when ${s.archived} then coalesce(archived_at, ${s.at}) end
      where id = ${s.id} returning id`,
  )) !== undefined

/** A supplier that may get products. */
export const findSupplier = (db: Queryable, id: string) =>
  queryOne(db, sql<{ code: string }>`select code from supplier where id = ${id} and archived_at is null`)

export const listSuppliersByCode = (db: Queryable, codes: readonly string[]) =>
  queryAll(
    db,
    sql<{
      id: string
      code: string
    }>`select id, code from supplier where code = any(${[...codes]}) and archived_at is null`,
  )
