/** Seeds a database with many orders, by set-based SQL as its owner. `ledger.post` books the money of open orders. */
import { accounts } from '../packages/contract/src/chart-of-accounts.ts'
import { randomBytes, createHash } from 'node:crypto'
import { newId } from '../apps/server/src/platform/database/ids.ts'
import { queryOne, sql, type Database } from '../apps/server/src/platform/database/postgres.ts'

export type SeededShop = { shopId: string; merchantId: string; token: string; orders: number; awaiting: number }

/**
 * Creates `orders` orders in a thousand shops. A tenth of them belongs to one shop: half of those are paid and await
 * pick-up, the others are completed or cancelled. Orders of the other shops are unpaid: expired or still waiting for
 * payment.
 */
export async function seedLoad(db: Database, orders: number, say: (line: string) => void): Promise<SeededShop> {
  const [shopId, merchantId, buyerId, categoryId] = [newId(), newId(), newId(), newId()]
  const big = Math.floor(orders / 10)
  const awaiting = Math.floor(big / 2)
  await sql`insert into installation (mode, commission_basis_points) values ('demo', 500) on conflict do nothing`.execute(
    db,
  )
  await sql`insert into shop (id, code, name, verified_at, created_at)
    select case when g = 0 then ${shopId}::uuid else uuidv7() end, 'SHOP' || lpad(g::text, 5, '0'), 'Shop ' || g, now(), now() from generate_series(0, 999) g`.execute(
    db,
  )
  await sql`insert into merchant (id, shop_id, email, phone, password_hash, payment_password_hash, created_at)
    values (${merchantId}, ${shopId}, 'bench@merchant.example', '+10000000000', 'none', 'none', now())`.execute(db)
  await sql`insert into registration (shop_id, state, created_at) values (${shopId}, 'verified', now())`.execute(db)
  await sql`insert into buyer (id, name, email, password_hash, created_at) values (${buyerId}, 'Bea Buyer', 'bench@buyer.example', 'none', now())`.execute(
    db,
  )
  await sql`insert into category (id, slug, names, created_at) values (${categoryId}, 'bench', '{"en":"Bench"}', now())`.execute(
    db,
  )
  await sql`insert into product (id, code, category_id, name, description, supplier_price, suggested_price, stock, created_at)
    select uuidv7(), 'P' || lpad(g::text, 5, '0'), ${categoryId}, 'Product ' || g, '', 1000, 1800, 1000000, now() from generate_series(1, 1000) g`.execute(
    db,
  )
  await sql`insert into listing (shop_id, id, product_id, selling_price, shelf, added_at)
    select ${shopId}, uuidv7(), id, 1499, 'on-shelf', now() from product`.execute(db)

  // Orders of the past are inserted in their final status.
  await sql`alter table orders disable trigger orders_transition_new`.execute(db)
  await sql`alter table orders disable trigger order_status_logged_new`.execute(db)
  // In batches, so that no statement holds a million rows in memory.
  const piece = 50_000
  for (let made = 0; made < orders; made += piece) {
    const end = Math.min(made + piece, orders) - 1
    await sql`insert into orders (shop_id, id, client_id, code, buyer_id, buyer_name, status, title, quantity, total_cost, total_payment, commission, address,
        placed_at, pay_until, cancelled_at, cancel_reason)
      select case when g < ${big}::int then ${shopId}::uuid else s.id end, uuidv7(), g::text, upper(substr(md5(g::text), 1, 10)) || g, ${buyerId}, 'Bea Buyer',
        case when g < ${big}::int or g % 50 = 0 then 1 else 7 end, 'Product ' || g % 1000, 1, 1000, 1499, 75, '{}',
        now() - (g % 2000000) * interval '1 second', now() + interval '1 day',
        case when g < ${big}::int or g % 50 = 0 then null else now() end, case when g < ${big}::int or g % 50 = 0 then null else 'unpaid' end
      from generate_series(${made}::int, ${end}::int) g
      left join lateral (select id from shop where code = 'SHOP' || lpad((1 + g % 999)::text, 5, '0')) s on true`.execute(
      db,
    )
    say(`${Math.min(made + piece, orders).toLocaleString('en')} of ${orders.toLocaleString('en')} orders`)
  }
  await sql`alter table orders enable trigger orders_transition_new`.execute(db)
  await sql`alter table orders enable trigger order_status_logged_new`.execute(db)
  for (let paid = 0; paid < awaiting; paid += 10_000) {
    await sql`create temporary table batch on commit preserve rows as
      select id, uuidv7() as transfer from orders where shop_id = ${shopId} and status = 1 limit ${Math.min(10_000, awaiting - paid)}::int`.execute(
      db,
    )
    await sql`select ledger.book((select array_agg(row(b.transfer, ${shopId}::uuid, 'order:' || b.id || ':order.paid', 'order.paid', b.id, 'processor:test', now(),
        l.line, l.kind, case l.line when 0 then '00000000-0000-0000-0000-000000000000'::uuid else b.id end, l.side, 1499)::ledger.line)
      from batch b cross join (values (0::smallint, ${sql.lit(accounts.processorTest)}, 'D'::char(1)), (1::smallint, ${sql.lit(accounts.orderEscrow)}, 'C')) l (line, kind, side)))`.execute(
      db,
    )
    await sql`update orders o set status = 5, paid_at = now(), funding_transfer_id = b.transfer, pickup_until = now() + interval '3 days',
        changed_by = 'processor:test', changed_at = now() from batch b
      where o.shop_id = ${shopId} and o.id = b.id`.execute(db)
    await sql`drop table batch`.execute(db)
    say(`${Math.min(paid + 10_000, awaiting).toLocaleString('en')} of ${awaiting.toLocaleString('en')} paid`)
  }
  await sql`insert into shop_day (shop_id, day, visitors, orders, sales, expected_profit)
    select s.id, current_date - g, 100, 10, 14990, 4240 from shop s, generate_series(1, 90) g on conflict do nothing`.execute(
    db,
  )
  await sql`insert into shop_product_day (shop_id, day, listing_id, product_id, units, sales)
    select l.shop_id, current_date - g, l.id, l.product_id, 3, 4497 from listing l, generate_series(1, 30) g on conflict do nothing`.execute(
    db,
  )
  await sql`vacuum analyze`.execute(db)
  const token = randomBytes(24).toString('base64url')
  await sql`insert into session (token_hash, who, subject_id, shop_id, created_at, used_at, expires_at)
    values (${createHash('sha256').update(token).digest()}, 'merchant', ${merchantId}, ${shopId}, now(), now(), now() + interval '30 days')`.execute(
    db,
  )
  const count = await queryOne(db, sql<{ n: number }>`select count(*)::int as n from orders`)
  return { shopId, merchantId, token, orders: count!.n, awaiting }
}
