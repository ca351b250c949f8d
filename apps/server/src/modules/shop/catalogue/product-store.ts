/** Products: their rows, pictures, texts and changes. */
import type { Language, VariantOption } from '@quayside/contract'
import type { RawBuilder } from 'kysely'
import { type Page } from '../../../platform/http/cursor.ts'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'
import { totalOf } from '../../../platform/database/total-of.ts'
import { nameFilter, picturesColumn, productStock, variantStock, type Picture } from './store.ts'

/** One of the things that a product is a choice of. Its code never changes. */
export type Variant = {
  id: string
  code: string
  options: VariantOption[]
  supplierPrice: bigint
  stock: number
  withdrawn: boolean
}

/**
 * A product as commands and imports change it. `category` and `supplier` are the codes of `categoryId` and
 * `supplierId`. `supplierPrice`, `stock` and `withdrawn` are the totals of `variants`, as `withTotals` and a trigger
 * compute them. One variant has the id of the product.
 */
export type Product = {
  id: string
  code: string
  name: string
  description: string
  categoryId: string
  category: string
  supplierId: string | null
  supplier: string | null
  supplierPrice: bigint
  suggestedPrice: bigint
  stock: number
  withdrawn: boolean
  variants: Variant[]
}
type ProductRow = Omit<Product, 'variants'> & {
  variants: (Omit<Variant, 'supplierPrice'> & { supplierPrice: string })[]
}
const toProduct = (row: ProductRow): Product => ({
  ...row,
  variants: row.variants.map((variant) => ({ ...variant, supplierPrice: BigInt(variant.supplierPrice) })),
})
const columns = sql`p.id, p.code, p.name, p.description, p.category_id as "categoryId", c.slug as category, p.supplier_id as "supplierId",
  s.code as supplier, p.supplier_price as "supplierPrice", p.suggested_price as "suggestedPrice", ${productStock} as stock, p.withdrawn,
  (select jsonb_agg(jsonb_build_object('id', v.id, 'code', v.code, 'options', v.options, 'supplierPrice', v.supplier_price::text,
      'stock', ${variantStock}, 'withdrawn', v.withdrawn) order by v.place, v.id)
    from product_variant v where v.product_id = p.id) as variants`
const tables = sql`product p join category c on c.id = p.category_id left join supplier s on s.id = p.supplier_id`

const listWhere = async (db: Queryable, condition: RawBuilder<unknown>): Promise<Product[]> =>
  (await queryAll(db, sql<ProductRow>`select ${columns} from ${tables} where ${condition}`)).map(toProduct)

export const listProductsByCode = (db: Queryable, codes: readonly string[]) =>
  listWhere(db, sql`p.code = any(${[...codes]})`)

/**
 * Locks products in the order of their ids, as orders do, and then reads them: a statement that waits for a lock sees
 * the variants as they were before it. The lock of a product is the lock of its variants, and of its stock: its slots
 * are ended, and only the holder of the lock makes new ones.
 */
async function lockWhere(tx: Tx, condition: RawBuilder<unknown>, limit?: number): Promise<Product[]> {
  const locked = await queryAll(
    tx,
    sql<{ id: string }>`select p.id from product p where ${condition} order by p.id
      ${limit === undefined ? sql`` : sql`limit ${limit}`} for no key update of p`,
  )
  const ids = locked.map(({ id }) => id)
  await sql`select gather_stock(${ids}::uuid[])`.execute(tx)
  return listWhere(tx, sql`p.id = any(${ids}::uuid[]) order by p.id`)
}

export const lockProductsByCode = (tx: Tx, codes: readonly string[]) => lockWhere(tx, sql`p.code = any(${[...codes]})`)

export const lockProductsById = (tx: Tx, ids: readonly string[]) => lockWhere(tx, sql`p.id = any(${[...ids]}::uuid[])`)

export const lockProduct = async (tx: Tx, id: string): Promise<Product | undefined> =>
  (await lockProductsById(tx, [id]))[0]

/** Those of these codes that variants of any product have. */
export const listVariantCodes = async (db: Queryable, codes: readonly string[]): Promise<Set<string>> =>
  new Set(
    (await queryAll(db, sql<{ code: string }>`select code from product_variant where code = any(${[...codes]})`)).map(
      ({ code }) => code,
    ),
  )

export type ProductFilter = {
  search?: string | undefined
  categoryId?: string | undefined
  supplierId?: string | undefined
  state?: 'offered' | 'withdrawn' | 'sold-out' | 'without-picture' | 'without-text' | undefined
}
export type ProductSelection = { products: string[] } | { filter: ProductFilter }

const stateConditions = (texts: number): Record<NonNullable<ProductFilter['state']>, RawBuilder<unknown>> => ({
  offered: sql`not p.withdrawn`,
  withdrawn: sql`p.withdrawn`,
  'sold-out': sql`(not p.withdrawn and p.stock = 0)`,
  'without-picture': sql`p.picture is null`,
  'without-text': sql`(select count(*) from product_text x where x.product_id = p.id) < ${texts}`,
})

/** The filter as a condition on products p. `texts`: the number of languages besides English. */
export const productMatches = (f: ProductFilter, texts: number) => sql`${nameFilter(f.search)}
  and ${f.categoryId ? sql`p.category_id = ${f.categoryId}` : sql`true`}
  and ${f.supplierId ? sql`p.supplier_id = ${f.supplierId}` : sql`true`}
  and ${f.state ? stateConditions(texts)[f.state] : sql`true`}`

const selected = (selection: ProductSelection, texts: number) =>
  'products' in selection ? sql`p.id = any(${selection.products}::uuid[])` : productMatches(selection.filter, texts)

/** The selected products by id, at most `limit`. */
export const listSelected = (db: Queryable, selection: ProductSelection, texts: number, limit: number) =>
  listWhere(db, sql`${selected(selection, texts)} order by p.id limit ${limit}`)

export const lockSelected = (tx: Tx, selection: ProductSelection, texts: number, limit: number) =>
  lockWhere(tx, selected(selection, texts), limit)

/** Products after a code, in the order of their codes: for exports. */
export const listProductsAfter = (db: Queryable, filter: ProductFilter, texts: number, after: string, limit: number) =>
  listWhere(db, sql`${productMatches(filter, texts)} and p.code > ${after} order by p.code limit ${limit}`)

type NewProduct = Product & { picture: string | null }

const jsonOf = (products: readonly (Product & { picture?: string | null })[]) =>
  JSON.stringify(
    products.map((p) => ({
      id: p.id,
      code: p.code,
      category_id: p.categoryId,
      supplier_id: p.supplierId,
      name: p.name,
      description: p.description,
      picture: p.picture ?? null,
      supplier_price: String(p.supplierPrice),
      suggested_price: String(p.suggestedPrice),
      withdrawn: p.withdrawn,
    })),
  )

/** Inserts variants without stock and changes those that exist, in this order. Their stock stays. */
const writeVariants = (tx: Tx, products: readonly Pick<Product, 'id' | 'variants'>[]) =>
  sql`insert into product_variant as v (id, product_id, code, options, supplier_price, stock, withdrawn, place)
    select r.id, r.product_id, r.code, r.options, r.supplier_price, 0, r.withdrawn, r.place
    from jsonb_populate_recordset(null::product_variant, ${JSON.stringify(
      products.flatMap(({ id, variants }) =>
        variants.map((variant, index) => ({
          id: variant.id,
          product_id: id,
          code: variant.code,
          options: variant.options,
          supplier_price: String(variant.supplierPrice),
          withdrawn: variant.withdrawn,
          place: index + 1,
        })),
      ),
    )}::jsonb) r
    on conflict (id) do update set code = excluded.code, options = excluded.options, supplier_price = excluded.supplier_price,
      withdrawn = excluded.withdrawn, place = excluded.place
    where (v.code, v.options, v.supplier_price, v.withdrawn, v.place)
      is distinct from (excluded.code, excluded.options, excluded.supplier_price, excluded.withdrawn, excluded.place)`.execute(
    tx,
  )

/**
 * Inserts products without stock; `moveStock` then brings the stock in. A trigger adds the variant that has their id.
 */
export async function insertProducts(tx: Tx, products: readonly NewProduct[], at: Date): Promise<void> {
  const rows = jsonOf(products)
  await sql`insert into product (id, code, category_id, supplier_id, name, description, picture, supplier_price, suggested_price, stock, withdrawn, created_at)
    select r.id, r.code, r.category_id, r.supplier_id, r.name, r.description, r.picture, r.supplier_price, r.suggested_price, 0, r.withdrawn, ${at}
    from jsonb_populate_recordset(null::product, ${rows}::jsonb) r`.execute(tx)
  const withOptions = products.filter(({ code, variants }) => variants.length > 1 || !isPlain(variants[0]!, code))
  if (withOptions.length > 0) await writeVariants(tx, withOptions)
  await sql`insert into product_picture (product_id, place, url, alt)
    select r.id, 1, r.picture, r.name from jsonb_populate_recordset(null::product, ${rows}::jsonb) r where r.picture is not null`.execute(
    tx,
  )
}

/** Whether a variant is the only one of a product without a choice. */
const isPlain = ({ code, options }: Variant, productCode: string) => code === productCode && options.length === 0

/** Writes everything of a product except its stock and pictures. */
export async function updateProducts(tx: Tx, products: readonly Product[]): Promise<void> {
  await sql`update product p set name = r.name, description = r.description, category_id = r.category_id, supplier_id = r.supplier_id,
      suggested_price = r.suggested_price
    from jsonb_populate_recordset(null::product, ${jsonOf(products)}::jsonb) r where p.id = r.id`.execute(tx)
  await writeVariants(tx, products)
}

// Lists of the desk.

export type ProductListRow = {
  id: string
  code: string
  name: string
  picture: string | null
  category: string
  supplier: string | null
  supplier_price: bigint
  suggested_price: bigint
  stock: number
  withdrawn: boolean
  shops: number
  sold30: number
  pictures: number
  texts: number
  variants: number
  key: string
}

const sorts = {
  new: { by: sql`p.created_at`, down: true, type: sql`timestamptz` },
  stock: { by: sql`p.stock`, down: false, type: sql`int` },
  'price-up': { by: sql`p.supplier_price`, down: false, type: sql`bigint` },
  'price-down': { by: sql`p.supplier_price`, down: true, type: sql`bigint` },
}
export type ProductSort = keyof typeof sorts

export async function listProductRows(
  db: Queryable,
  filter: ProductFilter,
  texts: number,
  sort: ProductSort,
  page: { after: { value: string; id: string } | undefined; limit: number; skip: number },
  since: Date,
): Promise<{ rows: ProductListRow[]; total: number }> {
  const { by, down, type } = sorts[sort]
  const after = page.after
    ? sql`(${by}, p.id) ${down ? sql`<` : sql`>`} (${page.after.value}::${type}, ${page.after.id}::uuid)`
    : sql`true`
  const direction = down ? sql`desc` : sql`asc`
  // The figures are read for the rows of the page only.
  const [rows, count] = await Promise.all([
    queryAll(
      db,
      sql<ProductListRow>`with page as (
          select p.id, p.code, p.name, p.picture, p.category_id, p.supplier_id, p.supplier_price, p.suggested_price, ${productStock} as stock, p.withdrawn,
            ${by}::text as key, row_number() over (order by ${by} ${direction}, p.id ${direction}) as place
          from product p where ${productMatches(filter, texts)} and ${after}
          order by ${by} ${direction}, p.id ${direction} limit ${page.limit} offset ${page.skip}
        )
        select g.id, g.code, g.name, g.picture, coalesce(c.names ->> 'en', c.slug) as category, s.name as supplier, g.supplier_price, g.suggested_price,
          g.stock, g.withdrawn, g.key,
          (select count(*)::int from listing l where l.product_id = g.id and l.shelf = 'on-shelf') as shops,
          (select coalesce(sum(d.units), 0)::int from product_day d where d.product_id = g.id and d.day >= (${since}::timestamptz at time zone 'UTC')::date) as sold30,
          (select count(*)::int from product_picture x where x.product_id = g.id) as pictures,
          (select count(*)::int from product_text x where x.product_id = g.id) as texts,
          (select count(*)::int from product_variant v where v.product_id = g.id) as variants
        from page g join category c on c.id = g.category_id left join supplier s on s.id = g.supplier_id order by g.place`,
    ),
    queryOne(db, sql<{ n: number }>`select count(*)::int as n from product p where ${productMatches(filter, texts)}`),
  ])
  return { rows, total: count!.n }
}

export const findProductRecord = (db: Queryable, id: string, since: Date) =>
  queryOne(
    db,
    sql<{
      id: string
      code: string
      name: string
      description: string
      category_id: string
      supplier_id: string | null
      supplier_price: bigint
      suggested_price: bigint
      stock: number
      reserved: number
      withdrawn: boolean
      created_at: Date
      variants: {
        id: string
        code: string
        options: VariantOption[]
        supplierPrice: string
        stock: number
        withdrawn: boolean
        reserved: number
      }[]
      pictures: Picture[]
      texts: { language: Language; name: string; description: string }[]
      shops: number
      listings: number
      sold30: number
    }>`select p.id, p.code, p.name, p.description, p.category_id, p.supplier_id, p.supplier_price, p.suggested_price, ${productStock} as stock, p.withdrawn, p.created_at,
        (select coalesce(sum(l.quantity), 0)::int from order_line l join orders o on o.shop_id = l.shop_id and o.id = l.order_id
          where l.product_id = p.id and ${openOrder}) as reserved,
        (select jsonb_agg(jsonb_build_object('id', v.id, 'code', v.code, 'options', v.options, 'supplierPrice', v.supplier_price::text,
            'stock', ${variantStock}, 'withdrawn', v.withdrawn, 'reserved', coalesce(r.pieces, 0)) order by v.place, v.id)
          from product_variant v left join (
            select coalesce(l.variant_id, l.product_id) as variant, sum(l.quantity)::int as pieces
            from order_line l join orders o on o.shop_id = l.shop_id and o.id = l.order_id
            where l.product_id = ${id} and ${openOrder} group by 1) r on r.variant = v.id
          where v.product_id = p.id) as variants,
        ${picturesColumn},
        (select coalesce(jsonb_agg(jsonb_build_object('language', x.language, 'name', x.name, 'description', x.description)), '[]')
          from product_text x where x.product_id = p.id) as texts,
        (select count(*)::int from listing l where l.product_id = p.id and l.shelf = 'on-shelf') as shops,
        (select count(*)::int from listing l where l.product_id = p.id) as listings,
        (select coalesce(sum(d.units), 0)::int from product_day d where d.product_id = p.id and d.day >= (${since}::timestamptz at time zone 'UTC')::date) as sold30
      from product p where p.id = ${id}`,
  )

/** What buyers and visitors complained about since an instant. An order counts once for its refunds. */
export const countComplaints = async (db: Queryable, id: string, since: Date) =>
  (await queryOne(
    db,
    sql<{ refunds: number; reports: number; lowReviews: number }>`select
        (select count(distinct (r.shop_id, r.order_id))::int from order_line l
          join refund_order r on r.shop_id = l.shop_id and r.order_id = l.order_id
          where l.product_id = ${id} and r.requested_at >= ${since}) as refunds,
        (select count(*)::int from content_report c join listing l on l.shop_id = c.shop_id and l.id = c.listing_id
          where l.product_id = ${id} and c.reported_at >= ${since}) as reports,
        (select count(distinct (v.shop_id, v.order_id))::int from order_line l
          join review v on v.shop_id = l.shop_id and v.order_id = l.order_id
          where l.product_id = ${id} and v.at >= ${since} and v.rating <= 2) as "lowReviews"`,
  ))!

/** Orders o that wait for payment, pick-up or shipment. */
export const openOrder = sql`o.status in (1, 2, 5)`

export const listProductShops = (
  db: Queryable,
  id: string,
  { limit, skip, after }: Page<{ onShelf: boolean; shop: string }>,
) =>
  queryAll(
    db,
    sql<{
      shop_id: string
      shop: string
      name: string | null
      selling_price: bigint
      shelf: 'on-shelf' | 'off-shelf'
      off_reason: 'merchant' | 'at-loss' | 'withdrawn' | null
      units: number
      total: number
    }>`select h.id as shop_id, h.code as shop, h.name, l.selling_price, l.shelf, l.off_reason, coalesce(f.units, 0) as units,
        ${totalOf(sql`from listing where product_id = ${id}`)}
      from listing l join shop h on h.id = l.shop_id left join listing_figures f on f.shop_id = l.shop_id and f.listing_id = l.id
      -- Those on the shelf first.
      where l.product_id = ${id} and ${after ? sql`(l.shelf <> 'on-shelf', h.code) > (${!after.onShelf}, ${after.shop})` : sql`true`}
      order by l.shelf <> 'on-shelf', h.code limit ${limit} offset ${skip}`,
  )

// Pictures and texts.

/** Replaces the pictures of a product. The caller has locked it. */
export async function replacePictures(tx: Tx, id: string, pictures: readonly Picture[]): Promise<void> {
  await sql`delete from product_picture where product_id = ${id}`.execute(tx)
  await sql`insert into product_picture (product_id, place, url, alt)
    select ${id}, row_number() over (order by x.place), x.url, x.alt
    from unnest(${pictures.map(({ url }) => url)}::text[], ${pictures.map(({ alt }) => alt)}::text[]) with ordinality as x (url, alt, place)`.execute(
    tx,
  )
  await sql`update product set picture = ${pictures[0]?.url ?? null} where id = ${id}`.execute(tx)
}

export const listPictures = (db: Queryable, id: string) =>
  queryAll(db, sql<Picture>`select url, alt from product_picture where product_id = ${id} order by place`)

/** Name and description in one language. */
export type ProductText = { language: string; name: string; description: string }

export const findText = (db: Queryable, id: string, language: string) =>
  queryOne(
    db,
    sql<{
      name: string
      description: string
    }>`select name, description from product_text where product_id = ${id} and language = ${language}`,
  )

export const upsertText = (tx: Tx, id: string, language: string, text: { name: string; description: string }) =>
  sql`insert into product_text (product_id, language, name, description) values (${id}, ${language}, ${text.name}, ${text.description})
    on conflict (product_id, language) do update set name = excluded.name, description = excluded.description`.execute(
    tx,
  )

/** Writes the texts of new products, by their ids. */
export async function insertTexts(tx: Tx, texts: ReadonlyMap<string, readonly ProductText[]>): Promise<void> {
  const rows = [...texts].flatMap(([id, all]) => all.map((text) => ({ product_id: id, ...text })))
  if (rows.length === 0) return
  await sql`insert into product_text (product_id, language, name, description)
    select r.product_id, r.language, r.name, r.description
    from jsonb_populate_recordset(null::product_text, ${JSON.stringify(rows)}::jsonb) r`.execute(tx)
}

export const deleteText = (tx: Tx, id: string, language: string) =>
  sql`delete from product_text where product_id = ${id} and language = ${language}`.execute(tx)
