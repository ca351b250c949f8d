import { normalEmail, type BuyerBlockReason, type DisputeState, type RefundState } from '@quayside/contract'
import { queryAll, queryOne, sql, startsWith, type Queryable, type Tx } from '../../../platform/database/postgres.ts'

/** Buyers by one way of finding them. */
const maxFound = 50

export type FoundBuyer = {
  id: string
  name: string
  email: string
  has_account: boolean
  orders: number
  last_order_at: Date | null
}
/** One row an address, with its account, or the guest of its last order. */
const rowsOf = (emails: ReturnType<typeof sql>) => sql<FoundBuyer>`
  select r.id, r.name, f.email, r.has_account, n.orders, n.last_order_at
  from (select distinct email from (${emails}) found) f
    cross join lateral (select b.id, b.name, b.verified_at is not null as has_account from buyer b
      where b.email = f.email and b.erased_at is null order by b.verified_at is null, b.created_at desc, b.id limit 1) r
    cross join lateral (select count(o.id)::int as orders, max(o.placed_at) as last_order_at
      from buyer b join orders o on o.buyer_id = b.id where b.email = f.email) n
  order by n.last_order_at desc nulls last, f.email`

/** By address, code of an order, beginning of the name, or phone number. Each way has an index. */
export const findBuyerRows = (db: Queryable, text: string) =>
  queryAll(
    db,
    rowsOf(sql`
      (select b.email from buyer b where b.email = ${normalEmail(text)} and b.erased_at is null limit 1)
      union all (select b.email from orders o join buyer b on b.id = o.buyer_id
        where o.code = ${text.toUpperCase()} and b.erased_at is null limit ${maxFound})
      union all (select b.email from buyer b
        where lower(b.name) like ${startsWith(text.toLowerCase())} and b.erased_at is null limit ${maxFound})
      union all (select b.email from orders o join buyer b on b.id = o.buyer_id
        where length(phone_key(${text})) >= 6 and o.address ->> 'phone' is not null
          and phone_key(o.address ->> 'phone') = phone_key(${text}) and b.erased_at is null limit ${maxFound})`),
  )

/** Whose block holds now, those that end first at the beginning. */
export const listBlockedBuyers = (db: Queryable, now: Date, limit: number) =>
  queryAll(
    db,
    rowsOf(sql`select b.email from buyer_block k join buyer b on b.id = k.buyer_id
      where k.ends_at > ${now} and k.lifted_at is null and b.erased_at is null order by k.ends_at limit ${limit}`),
  )

/** Until when each of these mailboxes is blocked. */
export const listBlocksOf = (db: Queryable, mailboxes: readonly Buffer[], now: Date) =>
  queryAll(
    db,
    sql<{ mailbox: Buffer; until: Date }>`select mailbox, max(ends_at) as until from buyer_block
      where mailbox = any(${mailboxes}::bytea[]) and ends_at > ${now} and lifted_at is null group by mailbox`,
  )

/**
 * Until when no order of a buyer is taken; undefined when orders are taken. `addresses`: spellings of the buyer's
 * address. A blocked account that changed its address does not order as a guest of the new one.
 */
export const findBlockOf = async (
  db: Queryable,
  { mailbox, buyerId, addresses }: { mailbox: Buffer; buyerId: string; addresses: readonly string[] },
  now: Date,
): Promise<Date | undefined> =>
  (
    await queryOne(
      db,
      sql<{ until: Date | null }>`select max(ends_at) as until from buyer_block
        where (mailbox = ${mailbox} or buyer_id = ${buyerId} or buyer_id in (
            select b.id from buyer b where b.email = any(${[...addresses]}::text[]) and b.verified_at is not null))
          and ends_at > ${now} and lifted_at is null`,
    )
  )?.until ?? undefined

export type BuyerRow = { id: string; email: string; verified_at: Date | null }
/** The person of a row: the account of the address, or the newest guest. Undefined for an erased one. */
export const findBuyerRow = (db: Queryable, id: string) =>
  queryOne(
    db,
    sql<BuyerRow>`select p.id, p.email, p.verified_at from buyer b join buyer p on p.email = b.email and p.erased_at is null
      where b.id = ${id} and b.erased_at is null order by p.verified_at is null, p.created_at desc, p.id limit 1`,
  )

/** The rows of one person: of the address, and the guests of its account. */
const person = ({ id, email }: BuyerRow) =>
  sql`(select b.id from buyer b where b.erased_at is null and (b.email = ${email} or b.account_id = ${id}))`

type OfOrder = {
  shop_id: string
  shop_code: string
  shop_name: string | null
  order_id: string
  order_code: string
}
const ofOrder = sql`o.shop_id, s.code as shop_code, s.name as shop_name, o.id as order_id, o.code as order_code`
/** What a buyer has paid or would pay for an order. */
const paid = sql`o.total_payment - o.coupon_platform + o.shipping + o.tax`

export const readNames = (db: Queryable, buyer: BuyerRow) =>
  queryOne(
    db,
    sql<{ names: string[]; phones: string[]; since: Date }>`select
        array(select distinct n from (select b.name as n from buyer b where b.id in ${person(buyer)}
          union select o.buyer_name from orders o where o.buyer_id in ${person(buyer)}) x order by n limit 20) as names,
        array(select distinct p from (select o.address ->> 'phone' as p from orders o where o.buyer_id in ${person(buyer)}
          union select a.phone from buyer_address a where a.buyer_id in ${person(buyer)}) x where p is not null order by p limit 20) as phones,
        (select min(b.created_at) from buyer b where b.id in ${person(buyer)}) as since`,
  )

export const readTotals = (db: Queryable, buyer: BuyerRow) =>
  queryOne(
    db,
    sql<{ orders: number; shops: number; paid: bigint; refunds: number; refunded: bigint; disputes: number }>`
      select count(*)::int as orders, count(distinct o.shop_id)::int as shops,
        coalesce(sum(${paid}) filter (where o.paid_at is not null), 0)::bigint as paid,
        coalesce(sum((select count(*) from refund_order f where f.shop_id = o.shop_id and f.order_id = o.id)), 0)::int as refunds,
        coalesce(sum((select sum(r.amount) from buyer_refund r where r.shop_id = o.shop_id and r.order_id = o.id)), 0)::bigint as refunded,
        coalesce(sum((select count(*) from card_dispute d where d.shop_id = o.shop_id and d.order_id = o.id)), 0)::int as disputes
      from orders o where o.buyer_id in ${person(buyer)}`,
  )

export const listOrdersOf = (db: Queryable, buyer: BuyerRow, limit: number) =>
  queryAll(
    db,
    sql<
      OfOrder & { status: number; paid: bigint; placed_at: Date }
    >`select ${ofOrder}, o.status, ${paid} as paid, o.placed_at
      from orders o join shop s on s.id = o.shop_id where o.buyer_id in ${person(buyer)}
      order by o.placed_at desc, o.id desc limit ${limit}`,
  )

export const listRefundsOf = (db: Queryable, buyer: BuyerRow, limit: number) =>
  queryAll(
    db,
    sql<OfOrder & { id: string; code: string; state: RefundState; amount: bigint; at: Date }>`
      select ${ofOrder}, f.id, f.code, f.state, f.amount, f.requested_at as at
      from orders o join shop s on s.id = o.shop_id join refund_order f on f.shop_id = o.shop_id and f.order_id = o.id
      where o.buyer_id in ${person(buyer)} order by f.requested_at desc, f.id desc limit ${limit}`,
  )

export const listDisputesOf = (db: Queryable, buyer: BuyerRow, limit: number) =>
  queryAll(
    db,
    sql<OfOrder & { id: string; state: DisputeState; amount: bigint; at: Date }>`
      select ${ofOrder}, d.id, d.state, d.asked as amount, d.opened_at as at
      from orders o join shop s on s.id = o.shop_id join card_dispute d on d.shop_id = o.shop_id and d.order_id = o.id
      where o.buyer_id in ${person(buyer)} order by d.opened_at desc, d.id desc limit ${limit}`,
  )

export const listTalksOf = (db: Queryable, buyer: BuyerRow, limit: number) =>
  queryAll(
    db,
    sql<OfOrder & { at: Date; waits: boolean }>`select ${ofOrder}, t.last_at as at, t.waiting_since is not null as waits
      from orders o join shop s on s.id = o.shop_id join order_talk t on t.shop_id = o.shop_id and t.order_id = o.id
      where o.buyer_id in ${person(buyer)} order by t.last_at desc, o.id desc limit ${limit}`,
  )

/** Conversations with customer service. `id`: the buyer whose conversation it is. */
export const listConversationsOf = (db: Queryable, buyer: BuyerRow, limit: number) =>
  queryAll(
    db,
    sql<{ id: string; messages: number; at: Date }>`select t.party_id as id, count(*)::int as messages, max(t.at) as at
      from talk_message t where t.party_id in ${person(buyer)} group by t.party_id order by max(t.at) desc limit ${limit}`,
  )

export const listReviewsOf = (db: Queryable, buyer: BuyerRow, limit: number) =>
  queryAll(
    db,
    sql<OfOrder & { rating: number; text: string; at: Date }>`select ${ofOrder}, r.rating, r.text, r.at
      from orders o join shop s on s.id = o.shop_id join review r on r.shop_id = o.shop_id and r.order_id = o.id
      where o.buyer_id in ${person(buyer)} order by r.at desc, o.id desc limit ${limit}`,
  )

export type BlockRow = {
  reason: BuyerBlockReason
  text: string
  made_by: string
  made_at: Date
  ends_at: Date
  lifted_at: Date | null
  lifted_by: string | null
  lift_reason: string | null
}
export const listBlockRows = (db: Queryable, mailbox: Buffer, buyer: BuyerRow, limit: number) =>
  queryAll(
    db,
    sql<BlockRow>`select k.reason, k.text, m.name as made_by, k.made_at, k.ends_at, k.lifted_at, l.name as lifted_by, k.lift_reason
      from buyer_block k join operator m on m.id = k.made_by left join operator l on l.id = k.lifted_by
      where k.mailbox = ${mailbox} or k.buyer_id in ${person(buyer)} order by k.made_at desc, k.id desc limit ${limit}`,
  )

export const insertBlock = (
  tx: Tx,
  b: {
    id: string
    buyerId: string
    mailbox: Buffer
    reason: BuyerBlockReason
    text: string
    by: string
    at: Date
    until: Date
  },
) =>
  sql`insert into buyer_block (id, buyer_id, mailbox, reason, text, made_by, made_at, ends_at)
    values (${b.id}, ${b.buyerId}, ${b.mailbox}, ${b.reason}, ${b.text}, ${b.by}, ${b.at}, ${b.until})`.execute(tx)

/** Ends what holds of a mailbox. Returns how many blocks ended. */
export const liftBlocks = async (
  tx: Tx,
  { mailbox, buyerId }: { mailbox: Buffer; buyerId: string },
  end: { by: string; at: Date; reason: string },
): Promise<number> =>
  (
    await queryAll(
      tx,
      sql<{
        id: string
      }>`update buyer_block set lifted_at = ${end.at}, lifted_by = ${end.by}, lift_reason = ${end.reason}
        where (mailbox = ${mailbox} or buyer_id = ${buyerId}) and ends_at > ${end.at} and lifted_at is null returning id`,
    )
  ).length
