/**
 * Benchmarks of the ledger: transfers against TPC-B, withdrawals against their bare postings, reads of a very long
 * history.
 */
import { accounts } from '../packages/contract/src/chart-of-accounts.ts'
import pg from 'pg'
import { requestWithdrawal } from '../apps/server/src/modules/money/withdrawals/requests/request-withdrawal.ts'
import { newId } from '../apps/server/src/platform/database/ids.ts'
import {
  openDatabase,
  openOwnerPool,
  openPool,
  sql,
  withTransaction,
  type Database,
} from '../apps/server/src/platform/database/postgres.ts'
import { BusinessSettings } from '../apps/server/src/platform/business-settings.ts'
import { derivedLogins } from '../apps/server/src/platform/database/roles.ts'
import { testSettings } from '../apps/server/test/server.ts'

/** Runs `act` in `clients` parallel loops for `seconds`. Returns the completed calls per second. */
async function rate(
  clients: number,
  seconds: number,
  act: (client: number, n: number) => Promise<unknown>,
): Promise<number> {
  const until = performance.now() + seconds * 1000
  let done = 0
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let n = 0; performance.now() < until; n += 1) {
        await act(client, n)
        done += 1
      }
    }),
  )
  return done / seconds
}

const line = (
  transfer: string,
  shop: string,
  key: string,
  ref: string,
  at: string,
  no: number,
  kind: string,
  owner: string,
  side: string,
) =>
  `row('${transfer}', '${shop}', '${key}', 'deposit.credited', '${ref}', 'bench', '${at}', ${no}, '${kind}', '${owner}', '${side}', 100)::ledger.line`

/**
 * Transfers by `ledger.post`, 64 clients over 1,000 shops, against the five statements of TPC-B by the same driver on
 * the same server. Scale 10 gives the TPC-B branch rows the prescribed contention. Returns both rates.
 */
export async function ledgerAgainstTpcB(url: string): Promise<{ ledger: number; tpcb: number }> {
  const pool = new pg.Pool({ connectionString: url, max: 64 })
  const scale = 10
  await pool.query(
    `create table if not exists bench_branch as select g as bid, 0 as bbalance from generate_series(1, ${scale}) g`,
  )
  await pool.query(
    `create table if not exists bench_teller as select g as tid, 0 as tbalance from generate_series(1, ${10 * scale}) g`,
  )
  await pool.query(
    `create table if not exists bench_account as select g as aid, 0 as abalance, repeat(' ', 84) as filler from generate_series(1, ${100_000 * scale}) g`,
  )
  await pool.query('create table if not exists bench_history (tid int, bid int, aid int, delta int, mtime timestamptz)')
  for (const [table, column] of [
    ['branch', 'bid'],
    ['teller', 'tid'],
    ['account', 'aid'],
  ])
    await pool.query(`create unique index if not exists bench_${table}_key on bench_${table} (${column})`)
  await pool.query('vacuum analyze bench_account')
  const shops = (await pool.query<{ id: string }>('select id from shop order by code limit 1000')).rows.map(
    (row) => row.id,
  )
  const platform = '00000000-0000-0000-0000-000000000000'
  const any = (n: number) => 1 + Math.floor(Math.random() * n)

  const tpcb = () =>
    rate(64, 6, async () => {
      const client = await pool.connect()
      const [aid, bid, tid, delta] = [any(100_000 * scale), any(scale), any(10 * scale), any(10_000) - 5000]
      await client.query('begin')
      await client.query('update bench_account set abalance = abalance + $1 where aid = $2', [delta, aid])
      await client.query('select abalance from bench_account where aid = $1', [aid])
      await client.query('update bench_teller set tbalance = tbalance + $1 where tid = $2', [delta, tid])
      await client.query('update bench_branch set bbalance = bbalance + $1 where bid = $2', [delta, bid])
      await client.query('insert into bench_history values ($1, $2, $3, $4, now())', [tid, bid, aid, delta])
      await client.query('commit')
      client.release()
    })
  const at = new Date().toISOString()
  const ledger = () =>
    rate(64, 6, () => {
      const shop = shops[any(shops.length) - 1]!
      const [transfer, ref] = [newId(), newId()]
      return pool.query(
        `select ledger.book(array[${line(transfer, shop, `bench:${ref}`, ref, at, 0, accounts.processorTest, platform, 'D')},
          ${line(transfer, shop, `bench:${ref}`, ref, at, 1, accounts.merchantAvailable, shop, 'C')}])`,
      )
    })
  await ledger()
  const rounds: { ledger: number; tpcb: number }[] = []
  for (let i = 0; i < 3; i += 1) rounds.push({ tpcb: await tpcb(), ledger: await ledger() })
  await pool.end()
  return rounds.toSorted((a, b) => a.ledger / a.tpcb - b.ledger / b.tpcb)[1]!
}

/**
 * Withdrawal requests (all but the slow password hash) against their two postings alone. Ten clients over 100 shops.
 */
export async function withdrawalsAgainstPostings(url: string): Promise<{ acts: number; postings: number }> {
  const owner = openDatabase(openOwnerPool(url))
  const shops = (await sql<{ id: string }>`select id from shop order by code limit 100`.execute(owner)).rows.map(
    (row) => row.id,
  )
  await credit(owner, shops, 100_000_000n)
  await sql`insert into merchant (id, shop_id, email, phone, real_name, password_hash, created_at)
    select id, id, id || '@merchant.example', id::text, 'Bench', 'none', now() from shop where id = any(${shops}::uuid[]) on conflict do nothing`.execute(
    owner,
  )
  await sql`insert into destination (shop_id, id, method, network, holder, ending, sealed, fingerprint, created_at, usable_at)
    select id, id, 'bank', 'bank', 'Bench', '4242', '\\x00', '\\x00', now(), now() from shop where id = any(${shops}::uuid[]) on conflict do nothing`.execute(
    owner,
  )
  // A quote can be used once. There are more than the run can use.
  const made = await sql<{ shop_id: string; id: string }>`
    insert into withdrawal_quote (shop_id, id, method, gross, fee, net, expires_at)
    select s, uuidv7(), 'bank', 300, 200, 100, now() + interval '1 hour' from unnest(${shops}::uuid[]) s, generate_series(1, 500)
    returning shop_id, id`.execute(owner)
  const quotes = Map.groupBy(made.rows, (row) => row.shop_id)
  const appUrl = derivedLogins(url).app
  const app = openDatabase(openPool(appUrl, { max: 10 }))
  const settings = testSettings(url, '', appUrl)
  const business = new BusinessSettings(settings, console)
  const acts = () =>
    rate(10, 4, (client, n) => {
      const shopId = shops[(client * 10 + (n % 10)) % shops.length]!
      return withTransaction(app, (tx) =>
        requestWithdrawal(
          { settings, business },
          tx,
          { shopId, merchantId: shopId },
          { quoteId: quotes.get(shopId)!.pop()!.id, destinationId: shopId },
          new Date(),
        ),
      )
    })
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  const at = new Date().toISOString()
  const postings = () =>
    rate(10, 4, (client, n) => {
      const shop = shops[(client * 10 + (n % 10)) % shops.length]!
      const [transfer, ref] = [newId(), newId()]
      return pool.query(
        `select ledger.book(array[${line(transfer, shop, `bench:${ref}`, ref, at, 0, accounts.merchantAvailable, shop, 'D')},
          ${line(transfer, shop, `bench:${ref}`, ref, at, 1, accounts.merchantHeld, shop, 'C')}])`,
      )
    })
  await acts()
  const result = { acts: await acts(), postings: await postings() }
  await Promise.all([pool.end(), app.destroy(), owner.destroy()])
  return result
}

async function credit(db: Database, shops: string[], cents: bigint): Promise<void> {
  await sql`select ledger.book((select array_agg(row(t.id, t.shop, 'bench:' || t.id, 'deposit.credited', t.id, 'bench', now(), l.line, l.kind,
      case l.line when 0 then '00000000-0000-0000-0000-000000000000'::uuid else t.shop end, l.side, ${cents}::bigint)::ledger.line)
    from (select uuidv7() as id, s as shop from unnest(${shops}::uuid[]) s) t
      cross join (values (0::smallint, ${sql.lit(accounts.processorTest)}, 'D'::char(1)), (1::smallint, ${sql.lit(accounts.merchantAvailable)}, 'C')) l (line, kind, side)))`.execute(
    db,
  )
}

/** Gives a shop `entries` movements of its balance within one year, by `ledger.post`. */
export async function longHistory(
  db: Database,
  shopId: string,
  entries: number,
  say: (text: string) => void,
): Promise<void> {
  for (let made = 0; made < entries; made += 10_000) {
    const n = Math.min(10_000, entries - made)
    // Oldest first: the hash chain of an account follows the order of its entries.
    await sql`select ledger.book((select array_agg(row(t.id, ${shopId}::uuid, 'long:' || t.id, 'deposit.credited', t.id, 'bench',
        now() - interval '365 days' * (1 - (${made}::float + t.g) / ${entries}::float), l.line, l.kind,
        case l.line when 0 then '00000000-0000-0000-0000-000000000000'::uuid else ${shopId}::uuid end, l.side, 100)::ledger.line)
      from (select uuidv7() as id, g from generate_series(1, ${n}::int) g) t
        cross join (values (0::smallint, ${sql.lit(accounts.processorTest)}, 'D'::char(1)), (1::smallint, ${sql.lit(accounts.merchantAvailable)}, 'C')) l (line, kind, side)))`.execute(
      db,
    )
    if ((made / 10_000) % 20 === 0)
      say(`${(made + n).toLocaleString('en')} of ${entries.toLocaleString('en')} movements`)
  }
  await sql`vacuum analyze ledger.posting, ledger.transfer`.execute(db)
}
