/** What the desk reads of the conversations of all shops. */
import type { OrderTalkView } from '@quayside/contract'
import type { TimePosition } from '../../../platform/http/cursor.ts'
import { queryAll, queryOne, sql, type Queryable } from '../../../platform/database/postgres.ts'
import type { OrderTalkListRow } from './store.ts'

export type DeskTalkRow = Omit<OrderTalkListRow, 'unread'> & {
  shop_id: string
  shop_code: string
  shop_name: string | null
  flagged: boolean
}

const isFlagged = sql`(t.flagged_seq > t.support_read)`
const conditions = {
  flagged: isFlagged,
  waiting: sql`t.waiting_since is not null`,
  taken: sql`t.taken_by is not null`,
  all: sql`true`,
} as const satisfies Record<OrderTalkView, unknown>

const matches = (search: string | undefined) =>
  search === undefined ? sql`` : sql`and (t.order_code = upper(${search}) or s.code = upper(${search}))`

export const listDeskTalks = (
  db: Queryable,
  view: OrderTalkView,
  search: string | undefined,
  after: TimePosition | undefined,
  limit: number,
) =>
  queryAll(
    db,
    sql<DeskTalkRow>`select t.shop_id, s.code as shop_code, s.name as shop_name, t.order_id, t.order_code as code, o.buyer_name, m.text as last,
        m.by_party as last_by, t.last_at, t.waiting_since, t.taken_by, ${isFlagged} as flagged
      from order_talk t join shop s on s.id = t.shop_id join orders o on o.shop_id = t.shop_id and o.id = t.order_id
        join order_talk_message m on m.shop_id = t.shop_id and m.order_id = t.order_id and m.seq = t.last_seq
      where ${conditions[view]} ${matches(search)}
        ${after ? sql`and (t.last_at, t.order_id) < (${after.at}, ${after.id}::uuid)` : sql``}
      order by t.last_at desc, t.order_id desc limit ${limit}`,
  )

export const countDeskTalks = async (db: Queryable, view: OrderTalkView, search: string | undefined): Promise<number> =>
  (await queryOne(
    db,
    sql<{ n: number }>`select count(*)::int as n from order_talk t join shop s on s.id = t.shop_id
      where ${conditions[view]} ${matches(search)}`,
  ))!.n
