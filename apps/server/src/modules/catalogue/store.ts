import { queryAll, contains, queryOne, sql, type Queryable, type Tx } from '../../platform/postgres.ts'

/** The condition that the name or code of product p has every search word, without regard to case and accents. */
export const nameFilter = (search: string | undefined) => {
  const words = (search ?? '').normalize('NFKC').split(/\s+/).filter(Boolean)
  return words.length === 0
    ? sql`true`
    : sql`(${sql.join(
        words.map((word) => sql`p.search like fold(${contains(word)})`),
        sql` and `,
      )})`
}

export const listCategoryRows = (db: Queryable, lang: string) =>
  queryAll(
    db,
    sql<{ id: string; slug: string; name: string; products: number }>`
      select c.id, c.slug, coalesce(c.names ->> ${lang}, c.names ->> 'en') as name,
        (select count(*)::int from product p where p.category_id = c.id and not p.withdrawn) as products
      from category c order by c.slug`,
  )

export const insertCategory = (tx: Tx, c: { id: string; slug: string; names: Record<string, string>; at: Date }) =>
  sql`insert into category (id, slug, names, created_at) values (${c.id}, ${c.slug}, ${JSON.stringify(c.names)}, ${c.at})`.execute(
    tx,
  )

export const listCategoriesBySlug = (db: Queryable, slugs: string[]) =>
  queryAll(db, sql<{ id: string; slug: string }>`select id, slug from category where slug = any(${slugs})`)

export type NewProduct = {
  id: string
  code: string
  categoryId: string
  name: string
  description: string
  picture: string | null
  supplierPrice: bigint
  suggestedPrice: bigint
  stock: number
}

export async function insertProducts(tx: Tx, products: readonly NewProduct[], at: Date): Promise<void> {
  const rows = products.map(
    (p) =>
      sql`(${p.id}, ${p.code}, ${p.categoryId}, ${p.name}, ${p.description}, ${p.picture}, ${p.supplierPrice}, ${p.suggestedPrice}, ${p.stock}, ${at})`,
  )
  await sql`insert into product (id, code, category_id, name, description, picture, supplier_price, suggested_price, stock, created_at) values ${sql.join(rows)}`.execute(
    tx,
  )
  await sql`insert into stock_movement (product_id, kind, pieces, at)
    select id, 'adjustment', stock, ${at} from product where id = any(${products.map((p) => p.id)}::uuid[]) and stock > 0`.execute(
    tx,
  )
}

export type ProductRow = {
  id: string
  code: string
  name: string
  supplier_price: bigint
  suggested_price: bigint
  stock: number
  withdrawn: boolean
}
export const lockProduct = (tx: Tx, id: string) =>
  queryOne(
    tx,
    sql<ProductRow>`select id, code, name, supplier_price, suggested_price, stock, withdrawn from product where id = ${id} for no key update`,
  )

export const updateProduct = (
  tx: Tx,
  p: { id: string; supplierPrice: bigint; suggestedPrice: bigint; withdrawn: boolean },
) =>
  sql`update product set supplier_price = ${p.supplierPrice}, suggested_price = ${p.suggestedPrice}, withdrawn = ${p.withdrawn} where id = ${p.id}`.execute(
    tx,
  )

export const listProductRows = (db: Queryable, search: string | undefined, limit: number, skip: number) =>
  queryAll(
    db,
    sql<
      ProductRow & { total: number }
    >`select id, code, name, supplier_price, suggested_price, stock, withdrawn, count(*) over ()::int as total
      from product p where ${nameFilter(search)}
      order by created_at desc, id desc limit ${limit} offset ${skip}`,
  )
