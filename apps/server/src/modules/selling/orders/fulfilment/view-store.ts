/** Saved filters of the list of orders. */
import type { OrderFilter } from '@quayside/contract'
import { queryAll, sql, type Queryable, type Tx } from '../../../../platform/database/postgres.ts'

export type View = { id: string; name: string; filter: OrderFilter }

export const listViews = (db: Queryable, shopId: string) =>
  queryAll(db, sql<View>`select id, name, filter from order_view where shop_id = ${shopId} order by lower(name), id`)

export const upsertView = (tx: Tx, shopId: string, view: View, at: Date) =>
  sql`insert into order_view (shop_id, id, name, filter, created_at)
    values (${shopId}, ${view.id}, ${view.name}, ${JSON.stringify(view.filter)}, ${at})
    on conflict (shop_id, id) do update set name = excluded.name, filter = excluded.filter`.execute(tx)

export const deleteView = (tx: Tx, shopId: string, id: string) =>
  sql`delete from order_view where shop_id = ${shopId} and id = ${id}`.execute(tx)
