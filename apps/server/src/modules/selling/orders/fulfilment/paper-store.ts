/** What the papers of orders show, and who printed addresses. */
import type { VariantOption } from '@quayside/contract'
import { rowKeyFilter, type RowKey } from '../../../../platform/jobs/deadlines.ts'
import { queryAll, sql, type Queryable, type Tx } from '../../../../platform/database/postgres.ts'
import type { OrderRow } from '../order-store.ts'

export type PaperRow = Pick<
  OrderRow,
  'id' | 'shop_id' | 'code' | 'status' | 'address' | 'tax_number' | 'placed_at' | 'quantity'
> & { shop_name: string; shop_code: string; parcels: { carrier: string; number: string }[] }

/** Orders for their papers, in the order of their deadlines. */
export const listForPapers = (db: Queryable, keys: readonly RowKey[]) =>
  queryAll(
    db,
    sql<PaperRow>`
      select o.id, o.shop_id, o.code, o.status, o.address, o.tax_number, o.placed_at, o.quantity,
        array(select jsonb_build_object('carrier', p.carrier, 'number', p.tracking_number) from parcel p
          where p.shop_id = o.shop_id and p.order_id = o.id order by p.number) as parcels, coalesce(s.name, s.code) as shop_name, s.code as shop_code
      from orders o join shop s on s.id = o.shop_id where ${rowKeyFilter(keys, 'o')} order by o.ship_by, o.placed_at, o.id`,
  )

export type PaperLine = {
  order_id: string
  order_code: string
  product_code: string
  name: string
  options: VariantOption[]
  quantity: number
}

/** The products of orders: what a packing slip lists and a pick list adds up. */
export const listLinesForPapers = (db: Queryable, keys: readonly RowKey[]) =>
  queryAll(
    db,
    sql<PaperLine>`
      select l.order_id, o.code as order_code, v.code as product_code, l.name, l.options, l.quantity
      from orders o join order_line l on l.shop_id = o.shop_id and l.order_id = o.id join product_variant v on v.id = coalesce(l.variant_id, l.product_id)
      where ${rowKeyFilter(keys, 'o')} order by v.code, o.ship_by, o.id, l.line`,
  )

/** Writes that an operator printed the addresses of these orders. */
export const insertPaper = (
  tx: Tx,
  printed: {
    id: string
    kind: 'packing-slips' | 'labels' | 'addresses'
    operatorId: string
    orderIds: readonly string[]
    at: Date
  },
) =>
  sql`insert into order_paper (id, kind, operator_id, order_ids, made_at)
    values (${printed.id}, ${printed.kind}, ${printed.operatorId}, ${printed.orderIds}::uuid[], ${printed.at})`.execute(
    tx,
  )
