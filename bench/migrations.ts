/**
 * The time of migrations on large books: `node bench/migrations.ts`. Fills a database in the state before
 * 2026-12-03-0100 with BENCH_POSTINGS (1,000,000) postings in a thousand shops and BENCH_PRODUCTS (100,000) products,
 * then runs each migration after it and prints its time. Another connection books meanwhile, as a server would, and says
 * how long the longest wait was. Postings are inserted past the triggers: their hashes are no chain, which no
 * migration reads.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../apps/server/src/platform/migrate.ts'
import { openDatabase, openOwnerPool, queryOne, sql, type Database } from '../apps/server/src/platform/postgres.ts'
import { startEmbeddedPostgres } from '../tools/embedded-postgres/embedded-postgres.ts'

const postings = Number(process.env['BENCH_POSTINGS'] ?? 1_000_000)
const products = Number(process.env['BENCH_PRODUCTS'] ?? 100_000)
const first = '2026-12-03-0100'
const print = (line: string) => process.stdout.write(`${line}\n`)
const platform = '00000000-0000-0000-0000-000000000000'

async function fill(db: Database): Promise<void> {
  await sql`insert into shop (id, code, name, verified_at, created_at)
    select uuidv7(), 'SHOP' || g, 'Shop ' || g, now(), now() from generate_series(1, 1000) g`.execute(db)
  const category = randomUUID()
  await sql`insert into category (id, slug, names, created_at) values (${category}, 'bench', '{"en":"Bench"}', now())`.execute(
    db,
  )
  await sql`insert into product (id, code, category_id, name, description, supplier_price, suggested_price, stock, created_at)
    select uuidv7(), 'P' || g, ${category}, 'Product ' || g, '', 1000, 1800, 1000, now() from generate_series(1, ${products}::int) g`.execute(
    db,
  )
  await sql`set session_replication_role = replica`.execute(db)
  await sql`insert into ledger.account (owner, kind, shop_id, normal, guarded, append_only)
    select ${platform}, name, null, normal, guarded, append_only from ledger.kind where name = 'A.PSP.test' on conflict do nothing`.execute(
    db,
  )
  await sql`insert into ledger.account (owner, kind, shop_id, normal, guarded, append_only, credits)
    select s.id, k.name, s.id, k.normal, k.guarded, k.append_only, 1000000000 from shop s, ledger.kind k where k.name = 'L.M.available'`.execute(
    db,
  )
  const transfers = Math.floor(postings / 2)
  const batch = 50_000
  for (let made = 0; made < transfers; made += batch) {
    await sql`with s as materialized (
        select a.shop_id, a.id as account, row_number() over (order by a.id) - 1 as place from ledger.account a where a.kind = 'L.M.available'
      ), t as (
        insert into ledger.transfer (id, shop_id, key, request_hash, event, ref, actor, at)
        select uuidv7(), s.shop_id, 'bench:' || g, '\\x00', 'order.paid', uuidv7(), 'bench', now()
        from generate_series(${made}::int, ${Math.min(made + batch, transfers) - 1}::int) g join s on s.place = g % 1000
        returning id, shop_id, split_part(key, ':', 2)::int as g
      )
      insert into ledger.posting (transfer_id, line, account_id, side, amount, seq, balance_after, hash)
      select t.id, 0::smallint, (select id from ledger.account where kind = 'A.PSP.test' limit 1), 'D', 1499, null, null, null from t
      union all
      select t.id, 1::smallint, s.account, 'C', 1499, t.g / 1000 + 1, 1499, sha256(t.id::text::bytea) from t join s using (shop_id)`.execute(
      db,
    )
  }
  await sql`set session_replication_role = origin`.execute(db)
  await sql`analyze`.execute(db)
}

/** Writes an account's row again and again, as bookings do. Returns the longest wait in milliseconds. */
function bookMeanwhile(db: Database) {
  const stop = new AbortController()
  let longest = 0
  const done = (async () => {
    while (!stop.signal.aborted) {
      const began = performance.now()
      await sql`update ledger.account set credits = credits + 1 where kind = 'L.M.available' and owner = (select id from shop limit 1)`.execute(
        db,
      )
      longest = Math.max(longest, performance.now() - began)
      await new Promise((next) => setTimeout(next, 5))
    }
  })()
  return {
    async stop(): Promise<number> {
      stop.abort()
      await done
      return longest
    },
  }
}

const folder = await mkdtemp(join(tmpdir(), 'quayside-bench-'))
const postgres = await startEmbeddedPostgres(folder, ['synchronous_commit=off', 'max_wal_size=4GB'])
try {
  const url = await postgres.url('bench')
  await migrate(url, undefined, first)
  const db = openDatabase(openOwnerPool(url, { max: 1 }))
  const began = performance.now()
  await fill(db)
  const size = (await queryOne(
    db,
    sql<{ postings: number; size: string }>`select (select count(*)::int from ledger.posting) as postings,
      pg_size_pretty(pg_total_relation_size('ledger.posting') + pg_total_relation_size('ledger.transfer')) as size`,
  ))!
  print(
    `${size.postings.toLocaleString('en')} postings (${size.size} with their transfers), ${products.toLocaleString('en')} products, filled in ${Math.round((performance.now() - began) / 1000)} s`,
  )
  const names = (await readdir(join(import.meta.dirname, '../apps/server/migrations')))
    .filter((name) => name.endsWith('.sql') && name >= first)
    .toSorted()
  print('| migration | s | longest wait of a booking, ms | load |\n| --- | --- | --- | --- |')
  let total = 0
  for (const [i, name] of names.entries()) {
    const booking = bookMeanwhile(db)
    const at = performance.now()
    await migrate(url, undefined, names[i + 1])
    const seconds = (performance.now() - at) / 1000
    total += seconds
    const wait = await booking.stop()
    print(
      `| ${name.replace(/\.sql$/, '')} | ${seconds.toFixed(1)} | ${Math.round(wait)} | ${loadavg()[0]!.toFixed(1)} |`,
    )
  }
  print(`| all | ${total.toFixed(1)} | | |`)
  const after = await queryOne(
    db,
    sql<{
      without: number
      stocks: number
    }>`select (select count(*)::int from ledger.posting where shop_id is null) as without,
      (select count(*)::int from variant_stock) as stocks`,
  )
  if (after!.without > 0 || after!.stocks !== products) throw new Error(`not migrated whole: ${JSON.stringify(after)}`)
  await db.destroy()
} finally {
  await postgres.discard()
  await rm(folder, { recursive: true, force: true })
}
process.exit(0)
