import type { OrderReviewState, SelfDealingSign } from '@quayside/contract'
import { addTime } from '../../../platform/jobs/clock.ts'
import { type Page } from '../../../platform/http/cursor.ts'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'
import { totalOf } from '../../../platform/database/total-of.ts'
import { addressOrders, addressWindow, userAgentWindow, type KnownSigns, type Trace } from './signs.ts'

/** Inserts the traces of a merchant (by the shop) or a buyer, or updates the time of their last use. */
export async function saveTraces(
  tx: Tx,
  party: 'merchant' | 'buyer',
  partyId: string,
  traces: readonly Trace[],
  at: Date,
): Promise<void> {
  if (traces.length === 0) return
  await sql`insert into trace as t (party, party_id, kind, hash, last_used_at)
    select ${party}, ${partyId}, kind, hash, ${at} from unnest(${traces.map((trace) => trace.kind)}::text[],
      ${traces.map((trace) => trace.hash)}::bytea[]) x (kind, hash) order by kind, hash
    on conflict (party, party_id, kind, hash) do update set last_used_at = greatest(t.last_used_at, excluded.last_used_at)`.execute(
    tx,
  )
}

export const deleteOldTraces = (db: Queryable, before: Date) =>
  sql`delete from trace where last_used_at < ${before}`.execute(db)

/** The facts about the merchant and the buyer of an order that is about to be paid. */
export async function readKnown(tx: Tx, order: { shop_id: string; id: string; buyer_id: string }, now: Date) {
  const row = await queryOne(
    tx,
    sql<{
      merchant_email: string
      merchant_phone: string
      registered: string | null
      buyer_email: string
      address: KnownSigns['order']
    }>`select m.email as merchant_email, m.phone as merchant_phone, r.address as registered, b.email as buyer_email, o.address
        from orders o join merchant m on m.shop_id = o.shop_id join buyer b on b.id = o.buyer_id
          left join registration r on r.shop_id = o.shop_id
        where o.shop_id = ${order.shop_id} and o.id = ${order.id}`,
  )
  const signs = await queryAll(
    tx,
    sql<{ kind: SelfDealingSign }>`
        select distinct b.kind from trace b join trace m on m.kind = b.kind and m.hash = b.hash and m.party = 'merchant' and m.party_id = ${order.shop_id}
        where b.party = 'buyer' and b.party_id = ${order.buyer_id} and case b.kind
          when 'agent' then abs(extract(epoch from b.last_used_at - m.last_used_at)) <= ${userAgentWindow / 1000}
          when 'address' then least(b.last_used_at, m.last_used_at) >= ${addTime(now, -addressWindow)} and (
            select count(*) from trace x join orders o on o.buyer_id = x.party_id and o.shop_id = ${order.shop_id} and o.id <> ${order.id}
            where x.party = 'buyer' and x.kind = 'address' and x.hash = b.hash and o.paid_at >= ${addTime(now, -addressWindow)}) >= ${addressOrders - 1}
          else true end
        order by b.kind`,
  )
  if (!row) return undefined
  return {
    merchant: { email: row.merchant_email, phone: row.merchant_phone, address: row.registered },
    buyer: { email: row.buyer_email },
    order: row.address,
    traces: signs.map((sign) => sign.kind),
  } satisfies KnownSigns
}

export type OrderReviewRow = {
  shop_id: string
  id: string
  signs: SelfDealingSign[]
  state: OrderReviewState
  opened_at: Date
  reason: string | null
}

/** A trigger excludes the order from the figures. */
export const insertReviewOfOrder = (
  tx: Tx,
  order: { shop_id: string; id: string },
  signs: readonly SelfDealingSign[],
  at: Date,
) =>
  sql`insert into order_review (shop_id, id, signs, state, opened_at, changed_by, changed_at)
    values (${order.shop_id}, ${order.id}, ${[...signs]}::text[], 'open', ${at}, 'system', ${at}) on conflict do nothing`.execute(
    tx,
  )

export const lockReviewOfOrder = (tx: Tx, shopId: string, id: string) =>
  queryOne(tx, sql<OrderReviewRow>`select * from order_review where shop_id = ${shopId} and id = ${id} for update`)

export const readReviewOfOrder = (db: Queryable, shopId: string, id: string) =>
  queryOne(db, sql<OrderReviewRow>`select * from order_review where shop_id = ${shopId} and id = ${id}`)

export const markReviewed = (
  tx: Tx,
  row: OrderReviewRow,
  to: { state: OrderReviewState; operatorId: string; reason: string; at: Date },
) =>
  sql`update order_review set state = ${to.state}, decided_by = ${to.operatorId}, reason = ${to.reason},
      changed_by = ${`operator:${to.operatorId}`}, changed_at = ${to.at}
    where shop_id = ${row.shop_id} and id = ${row.id}`.execute(tx)

/** Reviews in one state, oldest first. */
export const listReviewsOfOrders = (db: Queryable, state: OrderReviewState, { limit, skip, after }: Page) =>
  queryAll(
    db,
    sql<OrderReviewRow & { shop_name: string | null; code: string; buyer_id: string; paid: bigint; total: number }>`
      select v.*, s.name as shop_name, o.code, o.buyer_id, o.total_payment as paid,
        ${totalOf(sql`from order_review where state = ${state}`)}
      from order_review v join orders o on o.shop_id = v.shop_id and o.id = v.id join shop s on s.id = v.shop_id
      where v.state = ${state} and ${after ? sql`(v.opened_at, v.id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
      order by v.opened_at, v.id limit ${limit} offset ${skip}`,
  )
