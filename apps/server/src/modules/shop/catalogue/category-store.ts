import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'

export const listCategoryRows = (db: Queryable, lang: string) =>
  queryAll(
    db,
    sql<{ id: string; slug: string; name: string; picture: string | null; products: number }>`
      select c.id, c.slug, coalesce(c.names ->> ${lang}, c.names ->> 'en', c.slug) as name, c.picture,
        (select count(*)::int from product p where p.category_id = c.id and not p.withdrawn) as products
      from category c order by c.place, c.slug`,
  )

export const listAllCategories = (db: Queryable) =>
  queryAll(
    db,
    sql<{
      id: string
      slug: string
      names: Record<string, string>
      picture: string | null
      products: number
      withdrawn: number
    }>`select c.id, c.slug, c.names, c.picture,
        (select count(*)::int from product p where p.category_id = c.id and not p.withdrawn) as products,
        (select count(*)::int from product p where p.category_id = c.id and p.withdrawn) as withdrawn
      from category c order by c.place, c.slug`,
  )

export const insertCategory = (tx: Tx, c: { id: string; slug: string; names: Record<string, string>; at: Date }) =>
  sql`insert into category (id, slug, names, place, created_at)
    select ${c.id}, ${c.slug}, ${JSON.stringify(c.names)}, coalesce(max(place), 0) + 1, ${c.at} from category`.execute(
    tx,
  )

export const listCategoriesBySlug = (db: Queryable, slugs: readonly string[]) =>
  queryAll(db, sql<{ id: string; slug: string }>`select id, slug from category where slug = any(${[...slugs]})`)

/** Locks categories in the order of their ids. */
export const lockCategories = (tx: Tx, ids: readonly string[]) =>
  queryAll(
    tx,
    sql<{
      id: string
      slug: string
    }>`select id, slug from category where id = any(${[...ids]}::uuid[]) order by id for update`,
  )

/** Locks a category against its deletion. */
export const lockCategory = (tx: Tx, id: string) =>
  queryOne(tx, sql<{ slug: string }>`select slug from category where id = ${id} for key share`)

export const findCategory = (db: Queryable, id: string) =>
  queryOne(db, sql<{ slug: string }>`select slug from category where id = ${id}`)

/** Returns whether the category exists. */
export const updateCategory = async (
  tx: Tx,
  c: {
    id: string
    slug?: string | undefined
    names?: Record<string, string> | undefined
    picture?: string | null | undefined
  },
): Promise<boolean> =>
  (await queryOne(
    tx,
    sql`update category set slug = coalesce(${c.slug ?? null}, slug), names = coalesce(${c.names ? JSON.stringify(c.names) : null}::jsonb, names),
      picture = case when ${c.picture !== undefined} then ${c.picture ?? null}::text else picture end
      where id = ${c.id} returning id`,
  )) !== undefined

export const updateCategoryOrder = (tx: Tx, ids: readonly string[]) =>
  sql`update category s set place = o.place from (
      select id, row_number() over (order by array_position(${[...ids]}::uuid[], id), place, slug) as place from category
    ) o where s.id = o.id`.execute(tx)

/** Moves the products of a category. Returns their number. */
export const moveProducts = async (tx: Tx, from: string, to: string): Promise<number> =>
  (await queryOne(
    tx,
    sql<{ n: number }>`with moved as (update product set category_id = ${to} where category_id = ${from} returning 1)
      select count(*)::int as n from moved`,
  ))!.n

export const deleteCategory = (tx: Tx, id: string) => sql`delete from category where id = ${id}`.execute(tx)
