/** Migrations on a database whose data violates the current schema. */
import { afterEach, expect, inject, test } from 'vitest'
import { readTrialBalance } from '../src/modules/ledger/books-store.ts'
import { platformOwner } from '../src/modules/ledger/entry.ts'
import { checkBooks } from '../src/modules/reconciliation/store.ts'
import { newId } from '../src/platform/ids.ts'
import { migrate, requireMigrated } from '../src/platform/migrate.ts'
import {
  openDatabase,
  openOwnerPool,
  openPool,
  queryAll,
  queryOne,
  sql,
  withTransaction,
  type Database,
} from '../src/platform/postgres.ts'
import { derivedLogins } from '../src/platform/roles.ts'
import { onServer, withDatabase } from './database-server.ts'

let close: (() => Promise<void>) | undefined
afterEach(() => close?.())

/** A database in the state before a migration. */
async function databaseBefore(migration: string): Promise<{ url: string; db: Database }> {
  const server = inject('databaseServer')
  const name = `quayside_migration_${process.pid}_${Date.now().toString(36)}`
  await onServer(server, `create database ${name}`)
  const url = withDatabase(server, name)
  await migrate(url, undefined, migration)
  const db = openDatabase(openOwnerPool(url, { max: 1 }))
  close = async () => {
    await db.destroy()
    await onServer(server, `drop database if exists ${name} with (force)`)
  }
  return { url, db }
}

const testTime = new Date('2026-11-20T12:00:00Z')

/** Two shops, a buyer, and a product with a stock of 100 minus the reserved units. */
async function trade(db: Database) {
  const [buyer, category, product] = [newId(), newId(), newId()]
  const shops = [newId(), newId()] as const
  for (const [i, shop] of shops.entries())
    await sql`insert into shop (id, code, name, created_at) values (${shop}, ${`SHOP${i}`}, 'Shop', ${testTime})`.execute(
      db,
    )
  await sql`insert into buyer (id, name, email, password_hash, created_at) values (${buyer}, 'Bea', 'b@buyer.example', 'none', ${testTime})`.execute(
    db,
  )
  await sql`insert into category (id, slug, names, created_at) values (${category}, 'old', '{"en":"Old"}', ${testTime})`.execute(
    db,
  )
  await sql`insert into product (id, code, category_id, name, description, supplier_price, suggested_price, stock, created_at)
    values (${product}, 'OLD', ${category}, 'Thing', '', 1000, 1800, 89, ${testTime})`.execute(db)
  let codes = 0
  const order = async (shop: string, id: string, quantity: number, placedAt: Date) => {
    await sql`insert into orders (shop_id, id, code, buyer_id, buyer_name, status, title, quantity, total_cost, total_payment, commission, address,
        request_hash, placed_at, pay_until)
      values (${shop}, ${id}, ${`CODE${(codes += 1)}`}, ${buyer}, 'Bea', 1, 'Thing', ${quantity}, 1000, 1499, 75, '{}', '\\x00', ${placedAt}, ${placedAt})`.execute(
      db,
    )
    await sql`insert into order_line (shop_id, order_id, line, listing_id, product_id, name, quantity, selling_price, purchase_price)
      values (${shop}, ${id}, 1, ${newId()}, ${product}, 'Thing', ${quantity}, 1499, 1000)`.execute(db)
    await sql`insert into order_event (shop_id, order_id, kind, status, source, at) values (${shop}, ${id}, 'order.placed', 1, 'buyer', ${placedAt})`.execute(
      db,
    )
    await sql`insert into stock_movement (product_id, kind, pieces, order_id, at) values (${product}, 'reservation', ${-quantity}, ${id}, ${placedAt})`.execute(
      db,
    )
    await sql`insert into payment (shop_id, id, order_id, processor, reference, checkout_url, amount, created_at)
      values (${shop}, ${newId()}, ${id}, 'test', ${`tc_${shop}`}, 'https://checkout.example', 1499, ${placedAt})`.execute(
      db,
    )
    await sql`insert into test_checkout (reference, payment_id, description, amount, created_at)
      values (${`tc_${shop}`}, ${shop}, '', 1499, ${placedAt})`.execute(db)
  }
  const book = async (shop: string, id: string) => {
    const transfer = newId()
    await sql`select ledger.post(array[
        row(${transfer}::uuid, ${shop}::uuid, ${`order:${id}:order.paid`}, 'order.paid', ${id}::uuid, 'test', ${testTime}::timestamptz, 0::smallint, 'A.PSP.test',
          '00000000-0000-0000-0000-000000000000'::uuid, 'D', 1499::bigint)::ledger.line,
        row(${transfer}::uuid, ${shop}::uuid, ${`order:${id}:order.paid`}, 'order.paid', ${id}::uuid, 'test', ${testTime}::timestamptz, 1::smallint, 'L.O.escrow',
          ${id}::uuid, 'C', 1499::bigint)::ledger.line])`.execute(db)
    await sql`update orders set status = 5, paid_at = ${testTime}, pickup_until = ${testTime}, funding_transfer_id = ${transfer} where shop_id = ${shop} and id = ${id}`.execute(
      db,
    )
  }
  return { shops, order, book }
}

test('of two orders with the same id in two shops the paid one keeps the id and its stock', async () => {
  const { url, db } = await databaseBefore('2026-11-22-0900')
  const { shops, order, book } = await trade(db)
  const shared = newId()
  await order(shops[0], shared, 1, testTime)
  await order(shops[1], shared, 10, new Date(+testTime + 1000))
  await book(shops[1], shared)
  await migrate(url)
  const rows = await queryAll(
    db,
    sql<{
      shop_id: string
      id: string
      client_id: string
      reserved: number
      lines: number
      events: number
      payments: number
    }>`
      select o.shop_id, o.id, o.client_id,
        (select -sum(pieces)::int from stock_movement m where m.shop_id = o.shop_id and m.order_id = o.id) as reserved,
        (select count(*)::int from order_line l where l.shop_id = o.shop_id and l.order_id = o.id) as lines,
        (select count(*)::int from order_event e where e.shop_id = o.shop_id and e.order_id = o.id) as events,
        (select count(*)::int from payment p join test_checkout c on c.payment_id = p.id where p.shop_id = o.shop_id and p.order_id = o.id) as payments
      from orders o order by o.status`,
  )
  expect(rows).toEqual([
    {
      shop_id: shops[0],
      id: expect.not.stringMatching(shared),
      client_id: expect.not.stringMatching(shared),
      reserved: 1,
      lines: 1,
      events: 1,
      payments: 1,
    },
    { shop_id: shops[1], id: shared, client_id: shared, reserved: 10, lines: 1, events: 1, payments: 1 },
  ])
})

test('two orders with the same id and postings in both shops stop the migration with an error that names them', async () => {
  const { url, db } = await databaseBefore('2026-11-22-0900')
  const { shops, order, book } = await trade(db)
  const shared = newId()
  await order(shops[0], shared, 1, testTime)
  await order(shops[1], shared, 1, testTime)
  await book(shops[0], shared)
  const transfer = newId()
  await sql`select ledger.post(array[
      row(${transfer}::uuid, ${shops[1]}::uuid, 'late', 'order.paid-late', ${shared}::uuid, 'test', ${testTime}::timestamptz, 0::smallint, 'A.PSP.test',
        '00000000-0000-0000-0000-000000000000'::uuid, 'D', 1499::bigint)::ledger.line,
      row(${transfer}::uuid, ${shops[1]}::uuid, 'late', 'order.paid-late', ${shared}::uuid, 'test', ${testTime}::timestamptz, 1::smallint, 'L.REFUND',
        ${newId()}::uuid, 'C', 1499::bigint)::ledger.line])`.execute(db)
  await expect(migrate(url)).rejects.toThrow(`orders of several shops share an id and have postings: ${shared}`)
  expect((await queryOne(db, sql<{ n: number }>`select count(*)::int as n from orders where id = ${shared}`))!.n).toBe(
    2,
  )
})

test('a program starts on the schema of a later release; an unknown older migration is an error', async () => {
  const { url, db } = await databaseBefore('9999')
  const later = '2999-01-01-0000-of-a-later-release'
  await sql`insert into kysely_migration (name, timestamp) values (${later}, '2999-01-01T00:00:00Z')`.execute(db)
  expect(await migrate(url)).toEqual([])
  const logins = derivedLogins(url)
  const app = openDatabase(openPool(logins.app, { max: 1 }))
  await requireMigrated(app)
  await app.destroy()

  await sql`update kysely_migration set name = '2026-11-20-0901-never-written' where name = ${later}`.execute(db)
  await expect(migrate(url)).rejects.toThrow('never-written')
})

test('a migration waits for a lock in short attempts, and other queries continue between them', async () => {
  const { url, db } = await databaseBefore('2026-11-24-1100-generated-not-null')
  const table = 'orders'
  const holder = openDatabase(openOwnerPool(url, { max: 1 }))
  let release!: () => void
  const held = new Promise<void>((done) => (release = done))
  const holding = withTransaction(holder, async (tx) => {
    await sql.raw(`lock table ${table} in access share mode`).execute(tx)
    await held
  })
  const migrating = migrate(url)
  // Longer than one attempt. With a single long attempt the reader below would wait.
  await new Promise((done) => setTimeout(done, 5000))
  try {
    await withTransaction(db, async (tx) => {
      await sql`set local lock_timeout = '8s'`.execute(tx)
      await sql.raw(`select count(*) from ${table}`).execute(tx)
    })
  } finally {
    release()
    await holding
    await holder.destroy()
  }
  expect(await migrating).toContain('2026-11-24-1100-generated-not-null')
}, 90_000)

test('indexes are created while others write, and an interrupted creation is repeated', async () => {
  const name = '2026-11-26-1400-visits-by-day.concurrent'
  const { url, db } = await databaseBefore(name)
  // A later migration drops the index again.
  const migrateThis = () => migrate(url, undefined, '2026-11-26-1410')
  const indexes = () =>
    queryAll(
      db,
      sql<{
        name: string
        valid: boolean
      }>`select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
        where c.relname = 'visits_by_day'`,
    )
  const shops = [newId(), newId()]
  for (const [i, shop] of shops.entries())
    await sql`insert into shop (id, code, name, created_at) values (${shop}, ${`SHOP${i}`}, 'Shop', ${testTime})`.execute(
      db,
    )
  const visit = (shop: number) =>
    sql`insert into visit (shop_id, day, visitor) values (${shops[shop]}, '2026-11-20', ${Buffer.alloc(32, 1)})`

  // A transaction that has written keeps the creation waiting, longer than the lock time-out of other migrations.
  const writer = openDatabase(openOwnerPool(url, { max: 1 }))
  let commit!: () => void
  const held = new Promise<void>((done) => (commit = done))
  const writing = withTransaction(writer, async (tx) => {
    await visit(0).execute(tx)
    await held
  })
  await new Promise((done) => setTimeout(done, 100))
  const first = migrateThis()
  first.catch(() => undefined)
  await expect.poll(indexes, { timeout: 20_000 }).toEqual([{ name: 'visits_by_day', valid: false }])
  // Not earlier: the interruption has to meet the first program.
  const second = migrateThis()
  // Others write meanwhile. The interruption leaves the index behind, invalid.
  await visit(1).execute(db)
  await sql`select pg_cancel_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'create index concurrently%' and pid <> pg_backend_pid()`.execute(
    db,
  )
  await expect(first).rejects.toThrow('canceling statement')
  commit()
  await writing
  await writer.destroy()
  // The program that waited meanwhile drops what is invalid and goes on.
  expect((await second)[0]).toBe(name)
  expect(await indexes()).toEqual([{ name: 'visits_by_day', valid: true }])
  expect(await migrateThis()).toEqual([])
}, 90_000)

test('the books get their shops: sums, chains and reconciliation are the same before and after', async () => {
  const { url, db } = await databaseBefore('2026-12-03-0100')
  const shops = [newId(), newId(), newId()]
  for (const [i, shop] of shops.entries())
    await sql`insert into shop (id, code, name, created_at) values (${shop}, ${`SHOP${i}`}, 'Shop', ${testTime})`.execute(
      db,
    )
  const buyer = newId()
  await sql`insert into buyer (id, name, email, password_hash, created_at) values (${buyer}, 'Bea', 'b@buyer.example', 'none', ${testTime})`.execute(
    db,
  )
  let orders = 0
  /** An order that a card has paid, booked as the former release does. */
  const paidOrder = async (shop: string) => {
    const [id, transfer] = [newId(), newId(testTime.getTime() + orders)]
    await sql`insert into orders (shop_id, id, client_id, code, buyer_id, buyer_name, status, title, quantity, total_cost, total_payment, commission, address,
        placed_at, pay_until, changed_by, changed_at)
      values (${shop}, ${id}, ${newId()}, ${`CODE${(orders += 1)}`}, ${buyer}, 'Bea', 1, 'Thing', 1, 1000, 1499, 75, '{}', ${testTime}, ${testTime}, 'buyer', ${testTime})`.execute(
      db,
    )
    await bookLines(transfer, shop, 'order.paid', id, [
      ['D', 'A.PSP.stripe', platformOwner, 1499],
      ['C', 'L.O.escrow', id, 1499],
    ])
    await sql`update orders set status = 5, paid_at = ${testTime}, pickup_until = ${testTime}, changed_by = 'processor:stripe', funding_transfer_id = ${transfer} where id = ${id}`.execute(
      db,
    )
    return transfer
  }
  const bookLines = async (
    transfer: string,
    shop: string,
    event: string,
    ref: string,
    lines: [side: 'D' | 'C', kind: string, owner: string, amount: number][],
  ) =>
    queryOne(
      db,
      sql`select ledger.book(array[${sql.join(
        lines.map(
          ([side, kind, owner, amount], line) =>
            sql`row(${transfer}::uuid, ${shop}::uuid, ${`${event} ${ref}`}, ${event}, ${ref}::uuid, 'clock', ${testTime}::timestamptz, ${line}::smallint,
              ${kind}, ${owner}::uuid, ${side}, ${amount}::bigint)::ledger.line`,
        ),
      )}])`,
    )
  /** Movements of a shop's balance and of the platform's own money. */
  const move = async (shop: string) => {
    await bookLines(newId(), shop, 'deposit.credited', newId(), [
      ['D', 'A.PSP.stripe', platformOwner, 5000],
      ['C', 'L.M.available', shop, 5000],
    ])
    await bookLines(newId(), shop, 'refund.approved', newId(), [
      ['D', 'L.M.available', shop, 300],
      ['D', 'I.COMMISSION', platformOwner, 20],
      ['C', 'L.S.payable', platformOwner, 320],
    ])
  }
  for (const shop of shops) {
    await paidOrder(shop)
    await move(shop)
    await paidOrder(shop)
  }
  const own = newId()
  await bookLines(own, platformOwner, 'platform.funded', newId(), [
    ['D', 'A.PSP.stripe', platformOwner, 700],
    ['C', 'Q.OWNER', platformOwner, 700],
  ])
  // A mark and a daily root of the chains as they stand.
  const heads = await queryAll(
    db,
    sql<{
      id: string
      seq: string
      head: Buffer
    }>`select id::text, seq::text, head from ledger.account where seq > 0 order by id`,
  )
  const mark = () =>
    sql`with run as (
      insert into reconciliation (id, at, cause, whole, checks, figures) values (${newId()}, now(), 'daily', true, '[]', '{}') returning id
    ) insert into chain_mark (account_id, seq, head, reconciliation_id)
    select a.id, a.seq, a.head, run.id from ledger.account a, run where a.owner = a.shop_id and a.seq > 0 on conflict do nothing`.execute(
      db,
    )
  await mark()
  await sql`select ledger.keep_root('2026-11-20', ${testTime}, ${heads.length}, '\\x01', '\\x00', '\\x02', 'key', 'signature',
    ${heads.map(({ id }) => id)}::bigint[], ${heads.map(({ seq }) => seq)}::bigint[], ${heads.map(({ head }) => head)}::bytea[])`.execute(
    db,
  )

  /** The books as the former release reads them: it joins by ids alone. */
  const formerBooks = async () => ({
    trial: await queryAll(
      db,
      sql`select a.kind, p.side, sum(p.amount) as amount, count(*)::int as n from ledger.posting p join ledger.account a on a.id = p.account_id
        join ledger.transfer t on t.id = p.transfer_id group by 1, 2 order by 1, 2`,
    ),
    shops: await queryAll(
      db,
      sql`select t.shop_id, a.kind, p.side, sum(p.amount) as amount from ledger.posting p join ledger.account a on a.id = p.account_id
        join ledger.transfer t on t.id = p.transfer_id group by 1, 2, 3 order by 1, 2, 3`,
    ),
    // All that is hashed or that a statement shows.
    chains: await queryAll(
      db,
      sql`select a.id, a.owner, a.kind, a.debits, a.credits, a.seq, a.head,
          (select json_agg(json_build_array(p.transfer_id, p.line, p.side, p.amount, p.seq, p.balance_after, encode(p.hash, 'hex')) order by p.seq)
            from ledger.posting p where p.account_id = a.id) as postings
        from ledger.account a where not a.append_only order by a.id`,
    ),
    transfers: await queryAll(db, sql`select * from ledger.transfer order by id`),
    roots: await queryAll(db, sql`select day, place, account_id, seq, head from ledger.root_leaf order by day, place`),
  })
  const before = await formerBooks()
  expect(before.trial.length).toBeGreaterThan(6)

  // Between the steps both releases book: the function is the same for them.
  await migrate(url, undefined, '2026-12-03-0104')
  expect(await formerBooks()).toEqual(before)
  await paidOrder(shops[0]!)
  await bookLines(newId(), platformOwner, 'platform.funded', newId(), [
    ['D', 'A.PSP.stripe', platformOwner, 1],
    ['C', 'Q.OWNER', platformOwner, 1],
  ])
  const between = await formerBooks()
  await migrate(url)
  expect(await formerBooks()).toEqual(between)
  await mark()

  const broken = (await checkBooks(db, new Date())).filter(({ ok }) => !ok)
  expect(broken).toEqual([])
  const sums = await readTrialBalance(db, '2026-12-31')
  for (const { account, normal, after } of sums) {
    const of = (side: string) =>
      BigInt(
        (between.trial as { kind: string; side: string; amount: string }[]).find(
          (row) => row.kind === account && row.side === side,
        )?.amount ?? 0,
      )
    expect(after, account).toBe(normal === 'D' ? of('D') - of('C') : of('C') - of('D'))
  }
  expect(sums.find(({ account }) => account === 'A.PSP.stripe')!.after).toBe(1499n * 7n + 5000n * 3n + 701n)
  // An account of each kind for each shop that moved it. The former common one is the platform's own, or empty.
  expect(
    await queryAll(
      db,
      sql`select a.kind, count(distinct p.shop_id)::int as used from ledger.account a
        left join ledger.posting p on p.shop_id = a.shop_id and p.account_id = a.id where a.append_only group by 1 order by 1`,
    ),
  ).toEqual([
    { kind: 'A.PSP.stripe', used: 4 },
    { kind: 'I.COMMISSION', used: 3 },
    { kind: 'L.S.payable', used: 3 },
    { kind: 'Q.OWNER', used: 1 },
  ])
  await expect(sql`update ledger.posting set shop_id = shop_id`.execute(db)).rejects.toThrow('never changed')
})

test('stock moves into its own table while the former release sells, and no piece is lost', async () => {
  const { url, db } = await databaseBefore('2026-12-04-0100')
  const [category, ...products] = [newId(), newId(), newId(), newId()]
  await sql`insert into category (id, slug, names, created_at) values (${category}, 'old', '{"en":"Old"}', ${testTime})`.execute(
    db,
  )
  for (const [i, id] of products.entries())
    await sql`insert into product (id, code, category_id, name, description, supplier_price, suggested_price, stock, created_at)
      values (${id}, ${`OLD${i}`}, ${category}, 'Thing', '', 1000, 1800, 5000, ${testTime})`.execute(db)
  /** As the former release takes pieces: under the lock of the product. */
  const sell = (id: string, pieces: number) =>
    withTransaction(db, async (tx) => {
      await sql`select from product where id = ${id} for no key update`.execute(tx)
      await sql`update product_variant set stock = stock - ${pieces}::int where id = ${id} and stock >= ${pieces}::int`.execute(
        tx,
      )
    })
  const stocks = async () =>
    (
      await queryAll(
        db,
        sql<{ pieces: number | null; stock: number; total: number }>`select s.pieces, v.stock, p.stock as total
          from product p join product_variant v on v.product_id = p.id left join variant_stock s on s.variant_id = v.id order by p.code`,
      )
    ).map(({ pieces, stock, total }) => [pieces, stock, total])
  await sell(products[0]!, 1)

  // The table is there and its rows are not: a sale writes its own.
  await migrate(url, undefined, '2026-12-04-0102')
  await sell(products[1]!, 10)
  expect(await stocks()).toEqual([
    [null, 4999, 4999],
    [4990, 4990, 4990],
    [null, 5000, 5000],
  ])
  await migrate(url)
  expect(await stocks()).toEqual([
    [4999, 4999, 4999],
    [4990, 4990, 4990],
    [5000, 5000, 5000],
  ])
  await sell(products[2]!, 100)
  expect((await stocks())[2]).toEqual([4900, 4900, 4900])
})

test('visits and calls become partitions: no row is moved or lost, and counting and deleting go on', async () => {
  const { url, db } = await databaseBefore('2026-12-07-0800')
  const [shop, webhook, merchant] = [newId(), newId(), newId()]
  await sql`insert into shop (id, code, name, created_at) values (${shop}, 'SHOP0', 'Shop', ${testTime})`.execute(db)
  await sql`insert into visit (shop_id, day, visitor)
    select ${shop}, current_date - d, sha256(convert_to(d || ' ' || n, 'UTF8')) from generate_series(0, 5) d, generate_series(1, 50) n`.execute(
    db,
  )
  // Whose webhook it is does not matter here.
  await sql`set session_replication_role = replica`.execute(db)
  await sql`insert into webhook (shop_id, id, merchant_id, url, events, secret, created_at)
    values (${shop}, ${webhook}, ${merchant}, 'https://shop.example', '{order.paid}', '\\x00', now())`.execute(db)
  await sql`set session_replication_role = origin`.execute(db)
  await sql`insert into webhook_call (shop_id, id, webhook_id, type, at, not_before)
    select ${shop}, uuidv7(make_interval(days => -d)), ${webhook}, 'order.paid', now() - make_interval(days => d), now() from generate_series(0, 45) d`.execute(
    db,
  )
  const digest = async () =>
    (await queryOne(
      db,
      sql<{ visits: string; calls: string; days: string; rows: number }>`select
        (select md5(string_agg(v::text, '|' order by v.day, v.visitor)) from visit v) as visits,
        (select md5(string_agg(c::text, '|' order by c.id)) from webhook_call c) as calls,
        (select md5(string_agg(d::text, '|' order by d.day)) from shop_day d) as days,
        (select count(*)::int from visit) + (select count(*)::int from webhook_call) as rows`,
    ))!
  const files = () =>
    queryAll(
      db,
      sql`select relfilenode from pg_class where relname in ('visit', 'visit_first', 'webhook_call', 'webhook_call_first') and relkind = 'r' order by 1`,
    )
  const before = await digest()
  const where = await files()
  expect(before.rows).toBe(346)
  await migrate(url)
  expect(await digest()).toEqual(before)
  // The same files: nothing was copied.
  expect(await files()).toEqual(where)

  // A row of a day that the former table covers, and the next calls, are counted and kept as before.
  await sql`insert into visit (shop_id, day, visitor) values (${shop}, current_date, '\\x01'), (${shop}, current_date, '\\x02')`.execute(
    db,
  )
  const today = await queryOne(
    db,
    sql<{ visitors: number }>`select visitors from shop_day where shop_id = ${shop} and day = current_date`,
  )
  expect(today!.visitors).toBe(52)
  const deleted = await queryOne(
    db,
    sql<{ visits: number; calls: number; again: number }>`select delete_expired_strays('visit', 1000) as visits,
      delete_expired_strays('webhook_call', 1000) as calls, delete_visits_before(current_date, 120) as again`,
  )
  expect(deleted).toEqual({ visits: 100, calls: 15, again: 120 })
})
