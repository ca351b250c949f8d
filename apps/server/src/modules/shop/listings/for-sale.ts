import type { VariantOption } from '@quayside/contract'
import { queryAll, sql, type Tx } from '../../../platform/database/postgres.ts'

export type ForSale = {
  name: string
  picture: string | null
  productId: string
  sellingPrice: bigint
  variants: { id: string; options: VariantOption[]; supplierPrice: string; withdrawn: boolean }[]
}

/**
 * The requested listings that are on the shelf, with their current prices and the supplier price of each variant.
 * Locked: none can leave the shop before the order is placed.
 */
export async function listingsForSale(tx: Tx, shopId: string, ids: readonly string[]): Promise<Map<string, ForSale>> {
  const rows = await queryAll(
    tx,
    sql<
      ForSale & { id: string }
    >`select l.id, p.name, p.picture, p.id as "productId", l.selling_price as "sellingPrice",
        (select jsonb_agg(jsonb_build_object('id', v.id, 'options', v.options, 'supplierPrice', v.supplier_price::text, 'withdrawn', v.withdrawn)
            order by v.place, v.id) from product_variant v where v.product_id = p.id) as variants
      from listing l join product p on p.id = l.product_id
      where l.shop_id = ${shopId} and l.id = any(${[...ids]}::uuid[]) and l.shelf = 'on-shelf' and not p.withdrawn
      order by l.id for key share of l`,
  )
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}
