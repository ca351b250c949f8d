import type { VariantOption } from '@quayside/contract'
import { contains, sql } from '../../../platform/database/postgres.ts'

/** The condition that a name or the code of product p has every search word, without regard to case and accents. */
export const nameFilter = (search: string | undefined) => {
  const words = (search ?? '').normalize('NFKC').split(/\s+/).filter(Boolean)
  return words.length === 0
    ? sql`true`
    : sql`(${sql.join(
        words.map((word) => sql`p.search like fold(${contains(word)})`),
        sql` and `,
      )})`
}

/** Joins the text of product p in a language as t; without a row, English is shown. */
export const textJoin = (lang: string) => sql`left join product_text t on t.product_id = p.id and t.language = ${lang}`
/** Name of product p in the language of `textJoin`, and the language that it is in. */
export const textColumns = (lang: string) =>
  sql`coalesce(t.name, p.name) as name, case when t.name is null then 'en' else ${lang}::text end as text_language`
/** Description of product p in the language of its name. */
export const descriptionColumn = sql`case when t.name is null then p.description else t.description end as description`
/**
 * The stock of product p or variant v. The column lacks the pieces that stand in slots, while many buy the product at
 * once. It is exact below 200, so filters and sorts use it alone; what people read adds the slots.
 */
export const productStock = sql`(p.stock + (select coalesce(sum(c.pieces), 0) from stock_slot c where c.product_id = p.id))::int`
export const variantStock = sql`(v.stock + (select coalesce(sum(c.pieces), 0) from stock_slot c where c.variant_id = v.id))::int`
/** The pictures of product p, in order. */
export const picturesColumn = sql`(select coalesce(jsonb_agg(jsonb_build_object('url', x.url, 'alt', x.alt) order by x.place), '[]')
  from product_picture x where x.product_id = p.id) as pictures`
/** The variants of product p that are offered, in order; all of a withdrawn product. */
const offeredVariants = sql`from product_variant v where v.product_id = p.id and (p.withdrawn or not v.withdrawn)`
export const variantCount = sql`(select count(*)::int ${offeredVariants}) as variants`
export const variantsColumn = sql`(select jsonb_agg(jsonb_build_object('id', v.id, 'code', v.code, 'options', v.options,
    'purchasePrice', v.supplier_price::text, 'stock', ${variantStock}) order by v.place, v.id) ${offeredVariants}) as variant_list`
/** A row of `variantsColumn`. The price is in cents. */
export type OfferedVariant = {
  id: string
  code: string
  options: VariantOption[]
  purchasePrice: string
  stock: number
}
export type Picture = { url: string; alt: string }
