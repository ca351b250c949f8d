/** Coupons and their uses. Triggers count the uses and give back those of cancelled orders. */
import type { CouponBearer } from '@quayside/contract'
import type { TimePosition } from '../../../platform/http/cursor.ts'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'
import { textColumns, textJoin } from '../../shop/catalogue/store.ts'
import type { Coupon } from './coupon.ts'

const columns = sql`id, shop_id, bearer, code, percent, amount, minimum, starts_at, ends_at, max_uses, max_per_buyer, max_per_shop, budget, listings::text[] as listings,
  used, spent, state`

/**
 * The coupon of a code in a shop: the shop's own comes before one of the platform. `lock` until the transaction ends.
 */
export const findCoupon = (db: Queryable, shopId: string, code: string, lock = false) =>
  queryOne(
    db,
    sql<Coupon>`select ${columns} from coupon where code = ${code} and (shop_id = ${shopId} or shop_id is null)
      order by shop_id nulls last limit 1 ${lock ? sql`for no key update` : sql``}`,
  )

/** Whether a coupon of another shop has the code. */
export const isCodeOfOtherShop = async (db: Queryable, shopId: string, code: string): Promise<boolean> =>
  (await queryOne(
    db,
    sql`select from coupon where code = ${code} and shop_id <> ${shopId} and state = 'active' limit 1`,
  )) !== undefined

/** The coupon of an order: its code, and who bears what it took off. */
export const findCouponOfOrder = (db: Queryable, shopId: string, orderId: string) =>
  queryOne(
    db,
    sql<{ code: string; bearer: CouponBearer; taken: bigint }>`
      select c.code, c.bearer, u.amount as taken from coupon_use u join coupon c on c.id = u.coupon_id
      where u.shop_id = ${shopId} and u.order_id = ${orderId}`,
  )

/** Uses of a coupon by one buyer that stand. Reliable under the lock of the coupon. */
export const countUsesOfBuyer = async (db: Queryable, couponId: string, buyerKey: Buffer): Promise<number> =>
  (await queryOne(
    db,
    sql<{
      n: number
    }>`select count(*)::int as n from coupon_use where coupon_id = ${couponId} and buyer_key = ${buyerKey} and released_at is null`,
  ))!.n

/** Uses of a coupon at one delivery address that stand. Reliable under the lock of the coupon. */
export const countUsesAtAddress = async (db: Queryable, couponId: string, addressKey: Buffer): Promise<number> =>
  (await queryOne(
    db,
    sql<{
      n: number
    }>`select count(*)::int as n from coupon_use where coupon_id = ${couponId} and address_key = ${addressKey} and released_at is null`,
  ))!.n

/** Uses of a coupon in one shop that stand. Reliable under the lock of the coupon. */
export const countUsesInShop = async (db: Queryable, couponId: string, shopId: string): Promise<number> =>
  (await queryOne(
    db,
    sql<{
      n: number
    }>`select count(*)::int as n from coupon_use where coupon_id = ${couponId} and shop_id = ${shopId} and released_at is null`,
  ))!.n

/** Locks the coupon of an order if its uses by one buyer are limited. */
export const lockLimitedCouponOf = (tx: Tx, shopId: string, orderId: string) =>
  queryOne(
    tx,
    sql<{ id: string; most: number | null }>`select c.id, c.max_per_buyer as most from coupon c
      where c.id = (select u.coupon_id from coupon_use u where u.shop_id = ${shopId} and u.order_id = ${orderId})
        and c.max_per_buyer is not null for no key update`,
  )

/** Uses of a coupon that one card paid and that stand. Reliable under the lock of the coupon. */
export const countUsesOfCard = async (tx: Tx, couponId: string, cardKey: Buffer): Promise<number> =>
  (await queryOne(
    tx,
    sql<{
      n: number
    }>`select count(*)::int as n from coupon_use where coupon_id = ${couponId} and card_key = ${cardKey} and released_at is null`,
  ))!.n

export const writeCard = (tx: Tx, shopId: string, orderId: string, cardKey: Buffer) =>
  sql`update coupon_use set card_key = ${cardKey} where shop_id = ${shopId} and order_id = ${orderId}`.execute(tx)

/** Writes the use of a placed order. A trigger counts it, and compares it with the coupon and the order. */
export const insertUse = (
  tx: Tx,
  use: {
    shopId: string
    orderId: string
    couponId: string
    buyerKey: Buffer
    addressKey: Buffer | null
    amount: bigint
    at: Date
  },
) =>
  sql`insert into coupon_use (shop_id, order_id, coupon_id, buyer_key, address_key, amount, used_at)
    values (${use.shopId}, ${use.orderId}, ${use.couponId}, ${use.buyerKey}, ${use.addressKey}, ${use.amount}, ${use.at})`.execute(
    tx,
  )

export type NewCoupon = Omit<Coupon, 'used' | 'spent' | 'state'> & {
  state: 'active' | 'proposed'
  createdBy: string
  proposedBy: string | null
  needsTwo: boolean
  at: Date
}
/** Inserts a coupon. False when the code is taken. */
export const insertCoupon = async (tx: Tx, c: NewCoupon): Promise<boolean> =>
  (await queryOne(
    tx,
    sql`insert into coupon (id, shop_id, bearer, code, percent, amount, minimum, starts_at, ends_at, max_uses, max_per_buyer, max_per_shop, budget, listings,
        state, created_at, created_by, proposed_by, needs_two)
      values (${c.id}, ${c.shop_id}, ${c.bearer}, ${c.code}, ${c.percent}, ${c.amount}, ${c.minimum}, ${c.starts_at}, ${c.ends_at}, ${c.max_uses},
        ${c.max_per_buyer}, ${c.max_per_shop}, ${c.budget}, ${c.listings}::uuid[], ${c.state}, ${c.at}, ${c.createdBy}, ${c.proposedBy}, ${c.needsTwo})
      on conflict on constraint coupon_code do nothing returning 1 as made`,
  )) !== undefined

/** Coupons of a shop that are not stopped. */
export const countCoupons = async (tx: Tx, shopId: string): Promise<number> =>
  (await queryOne(
    tx,
    sql<{ n: number }>`select count(*)::int as n from coupon where shop_id = ${shopId} and state <> 'stopped'`,
  ))!.n

/** How many of these listings the shop has. */
export const countListings = async (tx: Tx, shopId: string, ids: readonly string[]): Promise<number> =>
  (await queryOne(
    tx,
    sql<{
      n: number
    }>`select count(*)::int as n from listing where shop_id = ${shopId} and id = any(${[...ids]}::uuid[])`,
  ))!.n

export type LowestEarning = {
  products: number
  losing: number
  listing_id: string
  name: string
  quantity: number
  price: bigint
  cost: bigint
}
/**
 * The product on the shelf with which an order with a coupon earns least, and how many products are counted and would
 * lose money. An order is of one product, of as many pieces as `minimum` (cents) needs. All listings for an empty list.
 */
export const findLowestEarning = (
  db: Queryable,
  shopId: string,
  {
    percent,
    amount,
    minimum,
    listings,
  }: { percent: number | null; amount: bigint | null; minimum: bigint; listings: string[] },
  basisPoints: number,
  lang: string,
) =>
  queryOne(
    db,
    sql<LowestEarning>`
      with o as (
        select l.id, l.product_id, l.selling_price as price, p.supplier_price as cost,
          greatest(1, (${minimum}::bigint + l.selling_price - 1) / l.selling_price) as quantity
        from listing l join product p on p.id = l.product_id
        where l.shop_id = ${shopId} and l.shelf = 'on-shelf' and (cardinality(${listings}::uuid[]) = 0 or l.id = any(${listings}::uuid[]))
      ), paid as (
        select o.*, price * quantity - case when ${percent}::int is null then least(${amount}::bigint, price * quantity)
          else (price * quantity * ${percent}::bigint * 2 + 100) / 200 end as paid from o
      ), earned as (
        select *, paid - (paid * ${basisPoints}::bigint + 5000) / 10000 - cost * quantity as profit from paid
      )
      select (count(*) over ())::int as products, (count(*) filter (where profit < 0) over ())::int as losing, e.id as listing_id,
        ${textColumns(lang)}, e.quantity::int as quantity, e.price, e.cost
      from earned e join product p on p.id = e.product_id ${textJoin(lang)} order by e.profit, e.id limit 1`,
  )

/** Locks a coupon of a shop, or of the platform for null. */
export const lockCoupon = (tx: Tx, shopId: string | null, id: string) =>
  queryOne(
    tx,
    sql<Coupon & { proposed_by: string | null }>`select ${columns}, proposed_by from coupon
      where id = ${id} and shop_id is not distinct from ${shopId}::uuid for no key update`,
  )

export const writeStopped = (tx: Tx, id: string, by: string, at: Date) =>
  sql`update coupon set state = 'stopped', stopped_at = ${at}, stopped_by = ${by} where id = ${id}`.execute(tx)

export const writeSigned = (tx: Tx, id: string, signer: string) =>
  sql`update coupon set state = 'active', signed_by = ${signer} where id = ${id}`.execute(tx)

export type ListedCoupon = Coupon & {
  created_at: Date
  proposed_name: string | null
  signed_name: string | null
  act_id: string | null
}
/** Coupons of a shop, or of the platform for null, newest first. */
export async function listCouponRows(
  db: Queryable,
  shopId: string | null,
  { limit, after }: { limit: number; after: TimePosition | undefined },
): Promise<{ rows: ListedCoupon[]; total: number }> {
  const [rows, total] = await Promise.all([
    queryAll(
      db,
      sql<ListedCoupon>`select ${columns}, created_at,
          (select name from operator where id = coupon.proposed_by) as proposed_name,
          (select name from operator where id = coupon.signed_by) as signed_name,
          (select a.id from act a where a.kind = 'coupon.issue' and a.subject_id = coupon.id::text and a.state = 'open') as act_id
        from coupon where shop_id is not distinct from ${shopId}::uuid
          and ${after ? sql`(created_at, id) < (${after.at}, ${after.id}::uuid)` : sql`true`}
        order by created_at desc, id desc limit ${limit}`,
    ),
    queryOne(
      db,
      sql<{ n: number }>`select count(*)::int as n from coupon where shop_id is not distinct from ${shopId}::uuid`,
    ),
  ])
  return { rows, total: total!.n }
}
