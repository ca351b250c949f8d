import type { priceCauses, priceKinds } from '@quayside/contract'
import type { TimePosition } from '../../../platform/http/cursor.ts'
import { queryAll, sql, type Queryable } from '../../../platform/database/postgres.ts'

export type PriceRow = {
  kind: (typeof priceKinds)[number]
  at: Date
  /** Unique among the changes of one instant, and sortable. */
  id: string
  variant: string | null
  before: string | null
  after: string | null
  cause: (typeof priceCauses)[number]
  by: string
}

type Filter = { productId: string; shop: string | undefined; kind: PriceRow['kind'] | undefined }

/** Newest first. Both parts have an index by the product. */
export const listPrices = (
  db: Queryable,
  { productId, shop, kind }: Filter,
  after: TimePosition | undefined,
  limit: number,
) =>
  queryAll(
    db,
    sql<PriceRow>`select * from (
        select case when split_part(e.key, '.', 1) = 'supplierPrice' then 'supplier' else 'suggested' end as kind, c.at,
          md5(c.id::text || r.part || e.key)::uuid as id, nullif(substr(e.key, strpos(e.key || '.', '.') + 1), '') as variant,
          r.before ->> e.key as before, e.value as after, c.cause, o.name as by
        from product_change_row r join product_change c on c.id = r.change_id join operator o on o.id = c.operator_id
          cross join lateral jsonb_each_text(r.after) e
        where r.product_id = ${productId} and split_part(e.key, '.', 1) in ('supplierPrice', 'suggestedPrice')
        union all
        select 'shop', p.at, md5(p.entry::text)::uuid, null, trim(to_char(p.before / 100.0, '999999999990.00')),
          trim(to_char(p.after / 100.0, '999999999990.00')), p.cause, coalesce(s.name, s.code)
        from listing_price p join shop s on s.id = p.shop_id
        where p.product_id = ${productId} and s.code = upper(${shop ?? ''})
      ) x
      where ${kind ? sql`x.kind = ${kind}` : sql`true`}
        and ${after ? sql`(x.at, x.id) < (${after.at}, ${after.id}::uuid)` : sql`true`}
      order by x.at desc, x.id desc limit ${limit}`,
  )
