/**
 * Seeds a database with many orders in all states, by set-based SQL as its owner. Triggers do not run; what they count
 * is counted at the end. `ledger.book` books the payments of the large shop's orders that await pick-up.
 */
import { accounts } from '../packages/contract/src/chart-of-accounts.ts'
import { randomBytes, createHash } from 'node:crypto'
import { newId } from '../apps/server/src/platform/database/ids.ts'
import { countingStatements } from '../apps/server/test/page-counts.ts'
import { queryOne, sql, type Database } from '../apps/server/src/platform/database/postgres.ts'

export type SeededShop = { shopId: string; merchantId: string; token: string; orders: number; awaiting: number }

/** Orders that one statement inserts, so that none holds a million rows in memory. */
const piece = 50_000

/**
 * Creates `orders` orders in a tenth as many shops. 40 % of them belong to one shop, of which every tenth awaits
 * pick-up and more than half are completed. Lines, parcels, reviews and refund orders belong to the orders. `db` has
 * one connection: settings and temporary tables belong to its session.
 */
export async function seedLoad(db: Database, orders: number, say: (line: string) => void): Promise<SeededShop> {
  const [shopId, merchantId, buyerId] = [newId(), newId(), newId()]
  const big = Math.floor(orders * 0.4)
  const shops = Math.max(1000, Math.floor(orders / 10))
  await sql`insert into installation (mode, commission_basis_points) values ('demo', 500) on conflict do nothing`.execute(
    db,
  )
  await insertShops(db, { shopId, merchantId, buyerId, shops })
  await sql`set session_replication_role = replica`.execute(db)
  for (let made = 0; made < orders; made += piece) {
    const end = Math.min(made + piece, orders)
    await insertOrders(db, { shopId, buyerId, big, shops }, made, end)
    say(`${end.toLocaleString('en')} of ${orders.toLocaleString('en')} orders`)
  }
  await insertPartsOfOrders(db)
  await sql`set session_replication_role = origin`.execute(db)
  await fillCounters(db, shopId)
  const awaiting = await bookPayments(db, shopId, say)
  await sql`vacuum analyze`.execute(db)
  const token = randomBytes(24).toString('base64url')
  await sql`insert into session (token_hash, who, subject_id, shop_id, created_at, used_at, expires_at)
    values (${createHash('sha256').update(token).digest()}, 'merchant', ${merchantId}, ${shopId}, now(), now(), now() + interval '30 days')`.execute(
    db,
  )
  const count = await queryOne(db, sql<{ n: number }>`select count(*)::int as n from orders`)
  return { shopId, merchantId, token, orders: count!.n, awaiting }
}

/** The large shop sells a thousand products, every other shop one. */
async function insertShops(
  db: Database,
  { shopId, merchantId, buyerId, shops }: { shopId: string; merchantId: string; buyerId: string; shops: number },
): Promise<void> {
  const categoryId = newId()
  await sql`insert into shop (id, code, name, verified_at, created_at)
    select case when g = 0 then ${shopId}::uuid else uuidv7() end, 'SHOP' || lpad(g::text, 6, '0'), 'Shop ' || g, now(), now()
    from generate_series(0, ${shops - 1}::int) g`.execute(db)
  await sql`insert into merchant (id, shop_id, email, phone, password_hash, payment_password_hash, created_at)
    values (${merchantId}, ${shopId}, 'bench@merchant.example', '+10000000000', 'none', 'none', now())`.execute(db)
  await sql`insert into registration (shop_id, state, created_at) values (${shopId}, 'verified', now())`.execute(db)
  await sql`insert into buyer (id, name, email, password_hash, created_at)
    select case when g = 0 then ${buyerId}::uuid else uuidv7() end, 'Bea Buyer ' || g, 'bench' || g || '@buyer.example', 'none', now()
    from generate_series(0, ${shops - 1}::int) g`.execute(db)
  await sql`insert into category (id, slug, names, created_at) values (${categoryId}, 'bench', '{"en":"Bench"}', now())`.execute(
    db,
  )
  await sql`insert into product (id, code, category_id, name, description, supplier_price, suggested_price, stock, created_at)
    select uuidv7(), 'P' || lpad(g::text, 5, '0'), ${categoryId}, 'Product ' || g, '', 1000, 1800, 1000000, now() from generate_series(1, 1000) g`.execute(
    db,
  )
  await sql`create temporary table a_product as select (row_number() over (order by code))::int - 1 as n, id from product`.execute(
    db,
  )
  await sql`create temporary table a_shop as
    select s.n, s.id, b.id as buyer_id from (select (row_number() over (order by code))::int - 1 as n, id from shop) s
      join (select (row_number() over (order by id))::int - 1 as n, id from buyer) b using (n)`.execute(db)
  await sql`create index on a_shop (n)`.execute(db)
  await sql`analyze a_shop, a_product`.execute(db)
  await sql`insert into listing (shop_id, id, product_id, selling_price, shelf, added_at)
    select ${shopId}, uuidv7(), id, 1499, 'on-shelf', now() from a_product
    union all select s.id, uuidv7(), p.id, 1499, 'on-shelf', now() from a_shop s join a_product p on p.n = s.n % 1000 where s.n > 0`.execute(
    db,
  )
}

/**
 * Of a hundred orders 4 are unpaid, 10 await pick-up, 6 shipment, 8 are on their way, 6 received, 56 completed and 10
 * cancelled. They were placed within 120 days, the completed ones first. Every thirtieth buyer has a Chinese name.
 */
const insertOrders = (
  db: Database,
  { shopId, buyerId, big, shops }: { shopId: string; buyerId: string; big: number; shops: number },
  from: number,
  to: number,
) =>
  sql`insert into orders (shop_id, id, client_id, code, buyer_id, buyer_name, status, title, quantity, total_cost,
      total_payment, commission, address, placed_at, pay_until, paid_at, funding_transfer_id, pickup_until, picked_up_at,
      funding, ship_by, shipped_at, carrier, tracking_number, received_at, settles_at, completed_at, pending, cancelled_at,
      cancel_reason, delivery_from, delivery_to, changed_by, changed_at)
    select o.shop_id, uuidv7(), g::text, upper(substr(md5(g::text), 1, 10)) || g, o.buyer_id,
      case when g % 30 = 7 then substr('王李张刘陈杨赵黄周吴', 1 + g / 30 % 10, 1) || substr('伟芳娜敏静丽强磊军洋', 1 + g / 300 % 10, 1)
        else 'Bea Buyer ' || substr(md5(g::text), 1, 4) end,
      o.status, 'Product ' || g % 1000, 1, 1000, 1499, 75, jsonb_build_object('country', (array['IE', 'GB', 'DE', 'BR'])[1 + g % 4]),
      o.at, o.at + interval '1 day', o.paid, case when o.paid is not null then uuidv7() end,
      case when o.paid is not null then o.at + case when o.status = 5 then interval '300 days' else interval '3 days' end end,
      o.picked, case when o.picked is not null then 'escrow' end,
      case when o.picked is not null then o.picked + case when o.status = 2 then interval '300 days' else interval '7 days' end end,
      o.shipped, case when o.shipped is not null then 'Bench Parcels' end, case when o.shipped is not null then 'BP' || lpad(g::text, 10, '0') end,
      o.received, o.received + interval '7 days', case when o.status = 6 then o.received + interval '7 days' end,
      case when o.status = 4 then 1424 else 0 end, case when o.status = 7 then o.at + interval '1 day' end,
      case when o.status = 7 then 'unpaid' end, 5, 9, 'clock', o.at
    from generate_series(${from}::int, ${to - 1}::int) g
      cross join lateral (select case when g % 100 < 4 then 1 when g % 100 < 14 then 5 when g % 100 < 20 then 2 when g % 100 < 28 then 3
        when g % 100 < 34 then 4 when g % 100 < 90 then 6 else 7 end as status) s
      left join a_shop a on a.n = 1 + g % ${shops - 1}::int
      cross join lateral (select s.status, case when g < ${big}::int then ${shopId}::uuid else a.id end as shop_id,
        case when g % 10 = 0 then ${buyerId}::uuid else a.buyer_id end as buyer_id,
        now() - interval '20 days' - (g::bigint * 7919 % 8640000) * interval '1 second' as at) p
      cross join lateral (select p.*,
        case when s.status not in (1, 7) then p.at + interval '1 hour' end as paid,
        case when s.status in (2, 3, 4, 6) then p.at + interval '5 hours' end as picked,
        case when s.status in (3, 4, 6) then p.at + (1 + g % 3) * interval '1 day' end as shipped,
        case when s.status in (4, 6) then p.at + (4 + g % 9) * interval '1 day' end as received) o`.execute(db)

/** Lines of all orders, reviews of a third of those completed, and a refund order of every fiftieth completed one. */
async function insertPartsOfOrders(db: Database): Promise<void> {
  await sql`insert into order_line (shop_id, order_id, line, listing_id, product_id, name, quantity, selling_price, purchase_price)
    select o.shop_id, o.id, 1, coalesce(l.id, p.id), p.id, o.title, 1, 1499, 1000
    from orders o join a_product p on p.n = o.client_id::int % 1000
      left join listing l on l.shop_id = o.shop_id and l.product_id = p.id`.execute(db)
  await sql`insert into review (shop_id, order_id, buyer_id, rating, text, at)
    select shop_id, id, buyer_id, 1 + client_id::int % 5, 'As described, and quick.', completed_at + interval '1 hour'
    from orders where status = 6 and client_id::int % 3 = 0`.execute(db)
  await sql`insert into refund_order (shop_id, id, code, order_id, buyer_id, opened_by, state, amount, cause, text, requested_at,
      answer_by, objection, decide_by, changed_by, changed_at)
    select shop_id, uuidv7(), 'R' || code, id, buyer_id, 'buyer', 'objected', 100, 'damaged', 'A scratch', received_at + interval '1 day',
      received_at + interval '3 days', 'It left whole', received_at + interval '300 days', 'merchant:bench', received_at + interval '2 days'
    from orders where status = 6 and client_id::int % 50 = 1`.execute(db)
  await sql`insert into state_change (shop_id, subject_id, from_state, to_state, actor, at)
    select shop_id, id, 'requested', 'objected', changed_by, changed_at from refund_order`.execute(db)
}

/** What triggers would have counted, and figures of ninety days. */
async function fillCounters(db: Database, shopId: string): Promise<void> {
  await sql`insert into order_count (shop_id, status, n, earnings)
    select shop_id, status, count(*), sum(total_earnings) from orders group by shop_id, status`.execute(db)
  await sql`insert into order_search (shop_id, id, grams) select shop_id, id, order_grams(shop_id, sought) from orders`.execute(
    db,
  )
  for (const statement of await countingStatements()) await sql.raw(statement).execute(db)
  await sql`insert into shop_figures (shop_id, reviews, rating_sum)
    select shop_id, count(*), sum(rating) from review group by shop_id`.execute(db)
  await sql`insert into shop_day (shop_id, day, visitors, orders, sales, expected_profit)
    select ${shopId}::uuid, current_date - g, 100, 10, 14990, 4240 from generate_series(1, 90) g on conflict do nothing`.execute(
    db,
  )
  await sql`insert into shop_product_day (shop_id, day, listing_id, product_id, units, sales)
    select l.shop_id, current_date - g, l.id, l.product_id, 3, 4497 from listing l, generate_series(1, 30) g
    where l.shop_id = ${shopId} on conflict do nothing`.execute(db)
}

/** Books the payments of the shop's orders that await pick-up, as transfers with the ids that the orders name. */
async function bookPayments(db: Database, shopId: string, say: (line: string) => void): Promise<number> {
  const { awaiting } = (await queryOne(
    db,
    sql<{ awaiting: number }>`select n as awaiting from order_count where shop_id = ${shopId} and status = 5`,
  ))!
  for (let paid = 0; paid < awaiting; paid += 10_000) {
    await sql`select ledger.book((select array_agg(row(b.transfer, ${shopId}::uuid, 'order:' || b.id || ':order.paid', 'order.paid', b.id, 'processor:test', now(),
        l.line, l.kind, case l.line when 0 then '00000000-0000-0000-0000-000000000000'::uuid else b.id end, l.side, 1499)::ledger.line)
      from (select id, funding_transfer_id as transfer from orders where shop_id = ${shopId} and status = 5 order by id
          limit 10000 offset ${paid}::int) b
        cross join (values (0::smallint, ${sql.lit(accounts.processorTest)}, 'D'::char(1)), (1::smallint, ${sql.lit(accounts.orderEscrow)}, 'C')) l (line, kind, side)))`.execute(
      db,
    )
    say(`${Math.min(paid + 10_000, awaiting).toLocaleString('en')} of ${awaiting.toLocaleString('en')} paid`)
  }
  return awaiting
}
