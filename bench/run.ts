/**
 * Produces all figures of docs/performance.md in one run. Each is a ratio to a bare baseline that is measured beside
 * it, because cores are shared and absolute numbers vary. `npm run bench`; BENCH_ORDERS makes it smaller.
 */
import { accounts } from '../packages/contract/src/chart-of-accounts.ts'
import { fork, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import pg from 'pg'
import { chromium } from 'playwright-core'
import { startEmbeddedPostgres } from '../tools/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { openDatabase, openOwnerPool, sql } from '../apps/server/src/platform/database/postgres.ts'
import { hashPaymentPassword } from '../apps/server/src/modules/people/identity/password.ts'
import { findBrowser } from '../tools/browser.ts'
import { catchUp } from './chain.ts'
import { importFigures, importLines } from './imports.ts'
import { seedLoad } from './seed-load.ts'
import { ledgerAgainstTpcB, longHistory, withdrawalsAgainstPostings } from './money.ts'

const root = join(import.meta.dirname, '..')
const orders = Number(process.env['BENCH_ORDERS'] ?? 1_000_000)
const print = (line: string) => process.stdout.write(`${line}\n`)
const [port, barePort] = [4711, 4712]
const origin = `http://127.0.0.1:${port}`
const pinKey = Buffer.alloc(32, 2)

const folder = await mkdtemp(join(tmpdir(), 'quayside-bench-'))
const postgres = await startEmbeddedPostgres(folder, [
  'synchronous_commit=off',
  'shared_buffers=512MB',
  'max_wal_size=4GB',
  'work_mem=64MB',
])
const children: ChildProcess[] = []
try {
  const url = await postgres.url('bench')
  await migrate(url)
  const pool = openOwnerPool(url)
  // One connection, because the temporary tables of the seeding belong to its session.
  const db = openDatabase(openOwnerPool(url, { max: 1 }))
  print(
    `Filling ${orders.toLocaleString('en')} orders over ${Math.max(1000, orders / 10).toLocaleString('en')} shops …`,
  )
  const filled = await seedLoad(db, orders, (line) => print(`  ${line}`))
  await sql`update merchant set payment_password_hash = ${await hashPaymentPassword(pinKey, filled.merchantId, '493817')}`.execute(
    db,
  )

  const start = (file: string, env: NodeJS.ProcessEnv) =>
    new Promise<void>((ready, failed) => {
      const child = fork(join(root, file), {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      children.push(child)
      child.once('message', () => ready())
      child.once('exit', (code) => failed(new Error(`${file} ended with ${code}`)))
    })
  const env = {
    QUAYSIDE_MODE: 'demo',
    QUAYSIDE_DATA: folder,
    QUAYSIDE_LOG: 'error',
    QUAYSIDE_RUNS: 'web',
    QUAYSIDE_STATIC: join(root, 'apps/merchant/dist'),
    QUAYSIDE_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
    QUAYSIDE_PIN_KEY: pinKey.toString('base64'),
    QUAYSIDE_WEBHOOK_SECRET: 'bench',
  }
  await start('apps/server/src/main.ts', {
    ...env,
    DATABASE_URL: url,
    PORT: String(port),
    QUAYSIDE_CONSOLE_PORT: '0',
    QUAYSIDE_STOREFRONT_PORT: '0',
  })
  await start('bench/baseline.ts', { PORT: String(barePort) })

  const headers = { token: filled.token, 'content-type': 'application/json' }
  const load = async (address: string, options: Partial<autocannon.Options> = {}): Promise<number> => {
    const result = await autocannon({ url: address, connections: 10, duration: 4, headers, ...options })
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${address}: ${result.non2xx} refused, ${result.errors} failed`)
    return result.requests.average
  }
  const badge = `${origin}/order/list?status=5&limit=10&page=1`
  await load(badge, { duration: 2 })
  const rounds: { badge: number; bare: number; dashboard: number }[] = []
  // Alternating, three times: other load on the machine affects all.
  for (let i = 0; i < 3; i += 1)
    rounds.push({
      bare: await load(`http://127.0.0.1:${barePort}/bare`),
      badge: await load(badge),
      dashboard: await load(`${origin}/merchant/dashboard`, { method: 'POST', body: '{}' }),
    })
  const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!
  const badgeRatio = median(rounds.map((round) => round.badge / round.bare))
  const dashboardRatio = median(rounds.map((round) => round.dashboard / round.bare))

  /** Requests per second of a bare SQL statement, with as many connections as the load test. */
  const raw = async (text: string, valuesOf: (n: number) => unknown[]): Promise<number> => {
    const bare = new pg.Pool({ connectionString: url, max: 10 })
    const until = performance.now() + 4000
    let n = 0
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        while (performance.now() < until) {
          await bare.query(text, valuesOf(n))
          n += 1
        }
      }),
    )
    await bare.end()
    return n / 4
  }
  const listSql = `select id, code, status, quantity, total_cost, total_payment, total_earnings, profit, title, picture, placed_at, paid_at, pickup_until
    from orders where shop_id = $1 and status = 5 order by placed_at desc, id desc limit 20 offset $2`
  const list = await load(`${origin}/merchant/order/list?status=5&limit=20&search=Product`)
  // More filters than the server keeps the totals of, so that each is counted.
  const counted = await load(origin, {
    requests: Array.from({ length: 60 }, (_, i) => ({
      path: `/merchant/order/list?status=5&limit=20&search=Product&least=0.${10 + i}`,
    })),
  })
  // More different pages than the cache holds, so that each is read from the database.
  const pages = Array.from({ length: 60 }, (_, i) => i + 2)
  const plain = await load(`${origin}/merchant/order/list`, {
    requests: pages.map((page) => ({ path: `/merchant/order/list?status=5&limit=20&page=${page}` })),
  })
  const listRaw = await raw(listSql, (n) => [filled.shopId, 20 * (1 + (n % 60))])

  const call = async (path: string, body: unknown) => {
    const answer = await fetch(origin + path, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify(body),
    })
    const envelope = (await answer.json()) as { code: number; msg: string; data: { planId: string; pickedUp: number } }
    if (envelope.code === 0) throw new Error(`${path}: ${envelope.msg}`)
    return envelope.data
  }
  // At most half of them, since the bare UPDATE takes as many.
  const some = (
    await pool.query<{ id: string }>('select id from orders where shop_id = $1 and status = 5 limit $2', [
      filled.shopId,
      Math.min(10_000, Math.floor(filled.awaiting / 2)),
    ])
  ).rows.map((row) => row.id)
  const clock = async (work: () => Promise<unknown>) => {
    const started = performance.now()
    await work()
    return performance.now() - started
  }
  let plan = { planId: '', pickedUp: 0 }
  const planTime = await clock(async () => (plan = await call('/merchant/order/pickup/plan', { orders: some })))
  const pickTime = await clock(() =>
    call('/merchant/order/pickup', { planId: plan.planId, funding: 'escrow', paymentPassword: '493817' }),
  )
  // One bare statement that updates the same number of rows. The counters' triggers stay on. Only the escrow check is
  // off.
  await sql`alter table orders disable trigger order_escrow_moved`.execute(db)
  const rawTime = await clock(() =>
    pool.query(
      `update orders set status = 2, picked_up_at = now(), ship_by = now() + interval '7 days', funding = 'escrow' where shop_id = $1 and id in (select id from orders where shop_id = $1 and status = 5 limit $2)`,
      [filled.shopId, some.length],
    ),
  )
  await sql`alter table orders enable trigger order_escrow_moved`.execute(db)

  // Money. It uses another shop, so that the long history does not affect the measurements above.
  const transfers = await ledgerAgainstTpcB(url)
  const withdrawals = await withdrawalsAgainstPostings(url)
  const entries = Number(process.env['BENCH_ENTRIES'] ?? 1_000_000)
  print(`Booking ${entries.toLocaleString('en')} movements of one balance …`)
  await longHistory(db, filled.shopId, entries, (line) => print(`  ${line}`))
  const funds = await load(`${origin}/merchant/funds/records`, {
    method: 'POST',
    body: JSON.stringify({ account: 'available', limit: 50 }),
  })
  const fundsRaw = await raw(
    `select p.seq, p.amount, p.balance_after, p.hash, t.at, t.event from ledger.posting p join ledger.transfer t on t.shop_id = p.shop_id and t.id = p.transfer_id
      where p.account_id = (select id from ledger.account where owner = $1 and kind = '${accounts.merchantAvailable}') order by p.seq desc limit 50`,
    () => [filled.shopId],
  )
  const month = {
    from: new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10),
    to: new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10),
  }
  let statementBytes = 0
  const statementTime = await clock(async () => {
    const answer = await fetch(`${origin}/merchant/finance/statement`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ ...month, account: 'available', format: 'csv' }),
    })
    statementBytes = (await answer.arrayBuffer()).byteLength
  })
  const statementRaw = await clock(() =>
    pool.query(
      `select p.*, t.* from ledger.posting p join ledger.transfer t on t.shop_id = p.shop_id and t.id = p.transfer_id
        where p.account_id = (select id from ledger.account where owner = $1 and kind = '${accounts.merchantAvailable}') and t.at >= $2::date and t.at < $3::date + 1 order by p.seq`,
      [filled.shopId, month.from, month.to],
    ),
  )

  // What a phone loads, in compressed bytes.
  const browser = await chromium.launch({
    executablePath: (await findBrowser(print))!,
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const bytesOf = async (path: string, token: string | null): Promise<number> => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    if (token) await context.addInitScript((t) => localStorage.setItem('token', t), token)
    const page = await context.newPage()
    const sizes: Promise<number>[] = []
    page.on('requestfinished', (request) =>
      sizes.push(
        request.sizes().then(
          (size) => size.responseBodySize,
          () => 0,
        ),
      ),
    )
    await page.goto(`${origin}/#${path}`)
    await page.waitForTimeout(2500)
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    await context.close()
    return total
  }
  const loginBytes = await bytesOf('/pages/login', null)
  const orderBytes = await bytesOf('/pages/order', filled.token)
  await browser.close()

  print('Mining 10,000 blocks with 200 deposits …')
  print('Importing 50,000 products …')
  const imported = await importFigures(await postgres.url('bench_imports'), env)
  const chain = await catchUp(await postgres.url('bench_chain'), env)

  const per = (n: number) => Math.round(n).toLocaleString('en')
  print(`
| what | measured | bare | ratio |
|---|---|---|---|
| badge poll against a bare Fastify route, requests/s | ${per(median(rounds.map((r) => r.badge)))} | ${per(median(rounds.map((r) => r.bare)))} | ${badgeRatio.toFixed(2)} |
| order list, pages 2 to 61 of ${per(filled.awaiting)} awaiting, against its statement, requests/s | ${per(plain)} | ${per(listRaw)} | ${(plain / listRaw).toFixed(2)} |
| the same with a search that every order matches, its total kept, requests/s | ${per(list)} | ${per(listRaw)} | ${(list / listRaw).toFixed(2)} |
| the same with such searches, each counted, requests/s | ${per(counted)} | ${per(listRaw)} | ${(counted / listRaw).toFixed(2)} |
| dashboard against the same route, nothing changes, requests/s | ${per(median(rounds.map((r) => r.dashboard)))} | ${per(median(rounds.map((r) => r.bare)))} | ${dashboardRatio.toFixed(2)} |
| plan of ${per(some.length)} orders, ms | ${per(planTime)} | | |
| pick-up of ${per(some.length)} orders against one bare UPDATE, ms | ${per(pickTime)} | ${per(rawTime)} | ${(pickTime / rawTime).toFixed(2)} |
| ledger transfers against TPC-B, 64 clients, transactions/s | ${per(transfers.ledger)} | ${per(transfers.tpcb)} | ${(transfers.ledger / transfers.tpcb).toFixed(2)} |
| withdrawal requests against their postings alone, acts/s | ${per(withdrawals.acts)} | ${per(withdrawals.postings)} | ${(withdrawals.acts / withdrawals.postings).toFixed(2)} |
| funds records of a shop with ${per(entries)} movements, a page of 50 against its statement, requests/s | ${per(funds)} | ${per(fundsRaw)} | ${(funds / fundsRaw).toFixed(2)} |
| a month's statement of that shop as CSV (${per(statementBytes / 1024)} kB) against reading its rows, ms | ${per(statementTime)} | ${per(statementRaw)} | ${(statementTime / statementRaw).toFixed(2)} |
| bytes of the login, empty cache | ${per(loginBytes)} | | |
| bytes of the order list, empty cache, pictures included | ${per(orderBytes)} | | |
${importLines(imported)}${
    chain
      ? `
| watcher catching up 10,000 blocks with 200 deposits against the bare questions, blocks/s | ${per(chain.watcher)} | ${per(chain.bare)} | ${(chain.watcher / chain.bare).toFixed(3)} |`
      : ''
  }
`)
  await pool.end()
  await db.destroy()
} finally {
  for (const child of children) child.kill('SIGTERM')
  await new Promise((done) => setTimeout(done, 500))
  await postgres.discard()
  await rm(folder, { recursive: true, force: true })
}
process.exit(0)
