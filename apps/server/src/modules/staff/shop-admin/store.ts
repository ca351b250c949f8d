import type { ShopStatus } from '@quayside/contract'
import { contains, queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'
import type { RestrictionRow } from '../../shop/shops/restriction-store.ts'

export type ShopRow = {
  id: string
  code: string
  name: string | null
  country: string | null
  state: ShopStatus
  verified_at: Date | null
}
const stateSql = (
  now: Date,
) => sql`case when s.verified_at is null then 'not-verified' when s.closed_at is not null then 'closed'
  when exists (select from shop_restriction r where r.shop_id = s.id and r.lifted_at is null and restriction_holds(r, ${now})) then 'restricted'
  else 'open' end`

type Filter = {
  search?: string | undefined
  state?: ShopStatus | undefined
  country?: string | undefined
  after?: string | undefined
  limit: number
}
/** Shops by code. */
export const searchShopRows = (db: Queryable, { search, state, country, after, limit }: Filter, now: Date) =>
  queryAll(
    db,
    sql<ShopRow>`select s.id, s.code, coalesce(s.name, g.shop_name) as name, coalesce(s.country, g.country) as country, ${stateSql(now)} as state, s.verified_at
      from shop s join registration g on g.shop_id = s.id
      where ${after ? sql`s.code > ${after}` : sql`true`} and ${country ? sql`coalesce(s.country, g.country) = ${country}` : sql`true`}
        and ${state ? sql`${stateSql(now)} = ${state}` : sql`true`}
        and ${
          search
            ? sql`s.id in (select f.id from shop f where f.code = upper(${search}) or f.name ilike ${contains(search)}
                union select m.shop_id from merchant m where m.email ilike ${contains(search)} or m.phone ilike ${contains(search)})`
            : sql`true`
        }
      order by s.code limit ${limit}`,
  )

export type ShopDetailRow = ShopRow & {
  logo: string | null
  address: string | null
  phone: string | null
  introduction: string | null
  legal_name: string | null
  registration_number: string | null
  contact_email: string | null
  time_zone: string
  created_at: Date
  merchant_id: string
  real_name: string | null
  merchant_email: string
  merchant_phone: string
  language: string
  sessions: number
  last_used_at: Date | null
  orders: number
  withdrawals: number
  refunds: number
  to_pick_up: number
  to_answer: number
}
export const readShopDetail = (db: Queryable, shopId: string, now: Date) =>
  queryOne(
    db,
    sql<ShopDetailRow>`select s.id, s.code, coalesce(s.name, g.shop_name) as name, coalesce(s.country, g.country) as country, ${stateSql(now)} as state,
        s.verified_at, s.logo, s.address, s.phone, s.introduction, s.legal_name, s.registration_number, s.contact_email, s.time_zone, s.created_at, m.id as merchant_id, m.real_name,
        m.email as merchant_email, m.phone as merchant_phone, coalesce(b.lang, 'en') as language,
        (select count(*)::int from session e where e.subject_id = m.id and e.expires_at > ${now}) as sessions,
        (select max(e.used_at) from session e where e.subject_id = m.id) as last_used_at,
        (select coalesce(sum(c.n), 0)::int from order_count c where c.shop_id = s.id and c.status in (1, 2, 3, 5)) as orders,
        (select count(*)::int from withdrawal w where w.shop_id = s.id and w.state in ('pending', 'approved', 'sending', 'unknown')) as withdrawals,
        (select count(*)::int from refund_order f where f.shop_id = s.id and f.state in ('requested', 'objected', 'agreed')) as refunds,
        (select coalesce(sum(c.n), 0)::int from order_count c where c.shop_id = s.id and c.status = 5) as to_pick_up,
        (select count(*)::int from refund_order f where f.shop_id = s.id and f.state = 'requested' and f.opened_by = 'buyer') as to_answer
      from shop s join registration g on g.shop_id = s.id join merchant m on m.shop_id = s.id left join inbox b on b.shop_id = s.id
      where s.id = ${shopId}`,
  )

export type NamedRestriction = RestrictionRow & { maker: string; confirmer: string | null }
export const listNamedRestrictions = (db: Queryable, shopId: string) =>
  queryAll(
    db,
    sql<NamedRestriction>`select r.*, m.name as maker, c.name as confirmer from shop_restriction r join operator m on m.id = r.made_by
      left join operator c on c.id = r.confirmed_by where r.shop_id = ${shopId} order by r.made_at desc, r.id desc limit 50`,
  )

export const insertNote = (tx: Tx, n: { shopId: string; operatorId: string; at: Date; text: string }) =>
  sql`insert into shop_note (shop_id, operator_id, at, text) values (${n.shopId}, ${n.operatorId}, ${n.at}, ${n.text})`.execute(
    tx,
  )
export const listNotes = (db: Queryable, shopId: string) =>
  queryAll(
    db,
    sql<{
      at: Date
      operator_id: string
      name: string
      text: string
    }>`select n.at, n.operator_id, o.name, n.text from shop_note n
      join operator o on o.id = n.operator_id where n.shop_id = ${shopId} order by n.entry desc limit 100`,
  )

export type ActRow = {
  at: Date
  operator_id: string | null
  name: string | null
  act: string
  subject_kind: string | null
  reason: string | null
  outcome: string
}
/** The last acts of the staff about a shop. */
export const listShopActs = (db: Queryable, shopId: string) =>
  queryAll(
    db,
    sql<ActRow>`select a.at, a.operator_id, o.name, a.act, a.subject_kind, a.reason, a.outcome from audit_record_shop s
      join audit_record a on a.seq = s.seq left join operator o on o.id = a.operator_id
      where s.shop_id = ${shopId} order by s.seq desc limit 50`,
  )

export const findShopId = (db: Queryable, shopId: string) =>
  queryOne(db, sql<{ id: string }>`select id from shop where id = ${shopId}`)
export const writeShopAccess = (
  tx: Tx,
  a: { operatorId: string; shopId: string; reason: string; at: Date; until: Date },
) =>
  sql`insert into shop_access (operator_id, shop_id, reason, opened_at, until) values (${a.operatorId}, ${a.shopId}, ${a.reason}, ${a.at}, ${a.until})
    on conflict (operator_id, shop_id) do update set reason = excluded.reason, opened_at = excluded.opened_at, until = excluded.until`.execute(
    tx,
  )
export const findShopAccess = (db: Queryable, operatorId: string, shopId: string, now: Date) =>
  queryOne(
    db,
    sql<{ reason: string; until: Date }>`select reason, until from shop_access
      where operator_id = ${operatorId} and shop_id = ${shopId} and until > ${now}`,
  )
export const deleteEndedShopAccess = (db: Queryable, before: Date) =>
  sql`delete from shop_access where until < ${before}`.execute(db)
