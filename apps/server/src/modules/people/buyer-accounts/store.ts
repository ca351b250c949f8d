/** Links by mail, delivery addresses and orders of buyers' accounts. */
import type { OrderStatus } from '@quayside/contract'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'
import { totalOf } from '../../../platform/database/total-of.ts'

export type LinkRow = { purpose: 'join' | 'password' | 'email'; email: string; buyer_id: string | null }

export const insertLink = (tx: Tx, l: LinkRow & { tokenHash: Buffer; at: Date; expiresAt: Date }) =>
  sql`insert into account_link (token_hash, purpose, email, buyer_id, created_at, expires_at)
    values (${l.tokenHash}, ${l.purpose}, ${l.email}, ${l.buyer_id}, ${l.at}, ${l.expiresAt})`.execute(tx)

export const findLink = (db: Queryable, tokenHash: Buffer, now: Date) =>
  queryOne(
    db,
    sql<LinkRow>`select purpose, email, buyer_id from account_link where token_hash = ${tokenHash} and expires_at > ${now}`,
  )

/** Takes a link away; of several calls one gets it. */
export const takeLink = (tx: Tx, tokenHash: Buffer, now: Date) =>
  queryOne(
    tx,
    sql<LinkRow>`delete from account_link where token_hash = ${tokenHash} and expires_at > ${now} returning purpose, email, buyer_id`,
  )

/** Ends the other links of an address, once one of them was used. */
export const deleteLinksOf = (tx: Tx, email: string) => sql`delete from account_link where email = ${email}`.execute(tx)

export const deleteOldLinks = (db: Queryable, before: Date) =>
  sql`delete from account_link where expires_at < ${before}`.execute(db)

export type AddressRow = {
  id: string
  name: string
  phone: string | null
  street: string
  street2: string | null
  district: string | null
  city: string
  state: string | null
  postcode: string
  country: string
  /** Sealed: what customs ask for. */
  tax_number: Buffer | null
  preferred: boolean
}
/** The addresses of an account, the preferred one first. */
export const listAddresses = (db: Queryable, buyerId: string) =>
  queryAll(
    db,
    sql<AddressRow>`select id, name, phone, street, street2, district, city, state, postcode, country, tax_number, preferred
      from buyer_address where buyer_id = ${buyerId} order by preferred desc, created_at, id`,
  )

/** Adds an address; the first one is preferred. */
export const insertAddress = (tx: Tx, a: Omit<AddressRow, 'preferred'> & { buyerId: string; at: Date }) =>
  sql`insert into buyer_address (id, buyer_id, name, phone, street, street2, district, city, state, postcode, country,
      tax_number, preferred, created_at)
    values (${a.id}, ${a.buyerId}, ${a.name}, ${a.phone}, ${a.street}, ${a.street2}, ${a.district}, ${a.city}, ${a.state},
      ${a.postcode}, ${a.country}, ${a.tax_number}, not exists (select from buyer_address o where o.buyer_id = ${a.buyerId} and o.preferred), ${a.at})`.execute(
    tx,
  )

export const deleteAddress = (tx: Tx, buyerId: string, id: string) =>
  sql`delete from buyer_address where buyer_id = ${buyerId} and id = ${id}`.execute(tx)

/** Prefers one address of an account. Nothing changes when the account has no such address. */
export async function preferAddress(tx: Tx, buyerId: string, id: string): Promise<void> {
  const known = await queryOne(tx, sql`select from buyer_address where buyer_id = ${buyerId} and id = ${id}`)
  if (!known) return
  await sql`update buyer_address set preferred = false where buyer_id = ${buyerId} and preferred`.execute(tx)
  await sql`update buyer_address set preferred = true where buyer_id = ${buyerId} and id = ${id}`.execute(tx)
}

const ofAccount = (id: string) => sql`select b.id from buyer b where b.id = ${id} or b.account_id = ${id}`

export type AccountOrderRow = {
  id: string
  code: string
  shop: string
  status: OrderStatus
  paid: bigint
  placed_at: Date
  total: number
}
/** The orders of an account, those that it placed as a guest included, newest first. */
export const listAccountOrders = (db: Queryable, accountId: string, limit: number, skip: number) =>
  queryAll(
    db,
    sql<AccountOrderRow>`select o.id, o.code, coalesce(s.name, s.code) as shop, o.status, o.total_payment - o.coupon_platform + o.shipping + o.tax as paid, o.placed_at,
        ${totalOf(sql`from orders where buyer_id in (${ofAccount(accountId)})`)}
      from orders o join shop s on s.id = o.shop_id where o.buyer_id in (${ofAccount(accountId)})
      order by o.placed_at desc, o.id desc limit ${limit} offset ${skip}`,
  )

/** An order of an account. Its page opens by the log-in, also when its link has expired. */
export const findAccountOrder = (db: Queryable, accountId: string, orderId: string) =>
  queryOne(
    db,
    sql<{
      shop_id: string
      order_id: string
      buyer_id: string
    }>`select o.shop_id, o.id as order_id, o.buyer_id from orders o
      where o.id = ${orderId} and o.buyer_id in (${ofAccount(accountId)})`,
  )

/** Orders of guests with the address of an account that belong to no account. */
export const countGuestOrders = async (db: Queryable, email: string): Promise<number> =>
  (await queryOne(
    db,
    sql<{ n: number }>`select count(*)::int as n from buyer b join orders o on o.buyer_id = b.id
      where b.email = ${email} and b.password_hash is null and b.account_id is null and b.erased_at is null`,
  ))!.n

/** The codes of orders that keep an account from being erased. */
export const listOpenOrders = async (db: Queryable, accountId: string): Promise<string[]> =>
  (
    await queryAll(
      db,
      sql<{
        code: string
      }>`select o.code from orders o where o.buyer_id in (${ofAccount(accountId)}) and (o.status not in (6, 7)
          or exists (select from refund_order f where f.shop_id = o.shop_id and f.order_id = o.id and f.state in ('requested', 'agreed', 'objected'))
          or exists (select from buyer_refund r where r.shop_id = o.shop_id and r.order_id = o.id and r.sent_at is null)
          or exists (select from card_dispute d where d.shop_id = o.shop_id and d.order_id = o.id and d.closed_at is null))
        order by o.placed_at limit 20`,
    )
  ).map(({ code }) => code)
