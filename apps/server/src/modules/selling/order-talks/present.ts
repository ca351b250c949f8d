import type { Queryable } from '../../../platform/database/postgres.ts'
import { isClosed, openUntil } from './order-talk.ts'
import { listOrderTalkMessages, type OrderTalkListRow, type OrderTalkMessageRow, type OrderTalkRow } from './store.ts'

const presentMessage = ({ seq, by_party, at, ...row }: OrderTalkMessageRow) => ({
  ...row,
  seq: Number(seq),
  by: by_party,
  at: at.toISOString(),
})

/** A conversation with a page of its messages. */
export async function presentOrderTalk(
  db: Queryable,
  talk: OrderTalkRow,
  { before, limit }: { before?: number | undefined; limit: number },
  now: Date,
) {
  const rows = await listOrderTalkMessages(db, { shopId: talk.shop_id, orderId: talk.order_id }, before, limit)
  return {
    order: { id: talk.order_id, code: talk.code },
    buyer: talk.buyer_name,
    list: rows.slice(0, limit).map(presentMessage),
    more: rows.length > limit,
    readBy: { buyer: Number(talk.buyer_read), merchant: Number(talk.merchant_read) },
    taken: talk.taken_by !== null,
    supportReadAt: talk.support_read_at?.toISOString() ?? null,
    until: openUntil(talk)?.toISOString() ?? null,
    closed: isClosed(talk, now),
  }
}

export const presentListRow = (row: Omit<OrderTalkListRow, 'unread'>) => ({
  order: { id: row.order_id, code: row.code },
  buyer: row.buyer_name,
  last: row.last,
  lastBy: row.last_by,
  lastAt: row.last_at.toISOString(),
  waitingSince: row.waiting_since?.toISOString() ?? null,
  taken: row.taken_by !== null,
})
