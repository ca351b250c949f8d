/**
 * Kills the server and the database in turn while clients place and pay orders. Afterwards every acknowledged order
 * and payment must be stored exactly once, and every check of the books must pass.
 */
import { createHash, randomBytes } from 'node:crypto'
import { fork, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { payOrder, placeOrder, testWebhook, type Endpoint, type Envelope } from '@quayside/contract'
import { checkBooks } from '../src/modules/money/reconciliation/store.ts'
import { signCall } from '../src/platform/security/signature.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../../tools/embedded-postgres/embedded-postgres.ts'
import { freePort } from '../src/platform/database/free-port.ts'
import { newId } from '../src/platform/database/ids.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { queryAll, queryOne, openDatabase, openOwnerPool, sql } from '../src/platform/database/postgres.ts'

const main = join(import.meta.dirname, '..', 'src', 'main.ts')

/** `tokens`: sessions of many buyers, because orders that a kill leaves unpaid count against their buyer. */
type Prepared = { shopCode: string; listingId: string; price: string; tokens: string[] }
export type Crash = {
  /** Orders with a successful answer; `paid` counts the payments. */
  acknowledged: number
  paid: number
  lost: number
  twice: number
  /** Orders missing in the counters. */
  miscounted: number
  /** Failed checks of the books. */
  brokenBooks: string[]
  stock: number
  orders: number
}

/**
 * Runs `rounds` rounds on a separate database with full durability. Odd rounds kill the database, even ones the
 * server. `prepare` fills the new database and returns the data for orders.
 */
export async function crash(
  rounds: number,
  prepare: (url: string) => Promise<Prepared>,
  say: (line: string) => void = () => {},
): Promise<Crash> {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-crash-'))
  let postgres: EmbeddedPostgres = await startEmbeddedPostgres(join(folder, 'pg'))
  const url = await postgres.url('crash')
  await migrate(url)
  const given = await prepare(url)
  const port = await freePort()
  const acknowledged = new Set<string>()
  let server: ChildProcess | undefined
  const key = Buffer.alloc(32, 1).toString('base64')
  const startServer = () =>
    new Promise<void>((ready, failed) => {
      server = fork(main, {
        env: {
          ...process.env,
          QUAYSIDE_MODE: 'demo',
          DATABASE_URL: url,
          PORT: String(port),
          QUAYSIDE_CONSOLE_PORT: '0',
          QUAYSIDE_STOREFRONT_PORT: '0',
          QUAYSIDE_DATA: folder,
          QUAYSIDE_LOG: 'fatal',
          QUAYSIDE_RUNS: 'web',
          QUAYSIDE_MASTER_KEY: key,
          QUAYSIDE_PIN_KEY: key,
          QUAYSIDE_WEBHOOK_SECRET: 'crash',
          QUAYSIDE_PROXIES: '1',
        },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      server.once('message', () => ready())
      server.once('exit', (code) => failed(new Error(`the server ended with ${code}`)))
    })
  const kill = (child: ChildProcess | undefined) =>
    new Promise<void>((done) => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return done()
      child.once('exit', () => done())
      child.kill('SIGKILL')
    })

  const paid = new Set<string>()
  /** Checkouts that this test, as the processor, captured and reported to the server. */
  const told = new Set<string>()
  const ask = async <T>(endpoint: Endpoint, body: unknown, headers: Record<string, string> = {}): Promise<T | null> => {
    const answer = await fetch(`http://127.0.0.1:${port}${endpoint.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(5000),
    }).catch(() => null)
    const envelope = answer ? ((await answer.json().catch(() => null)) as Envelope<T> | null) : null
    return envelope?.code === 1 ? envelope.data : null
  }
  const capture = async (reference: string): Promise<boolean> => {
    const db = openDatabase(openOwnerPool(url, { max: 1 }))
    return sql`update test_checkout set paid_at = created_at where reference = ${reference}`
      .execute(db)
      .then(
        () => true,
        () => false,
      )
      .finally(() => db.destroy())
  }
  /** Places and pays an order. Records each acknowledged step. */
  const order = async (): Promise<boolean> => {
    const buyer = {
      token: given.tokens[Math.floor(Math.random() * given.tokens.length)]!,
      // A new IP address for each order: a shared one would reach the rate limit.
      'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}`,
    }
    const placed = await ask<{ id: string }>(
      placeOrder,
      {
        shop: given.shopCode,
        lines: [{ listingId: given.listingId, quantity: 1, price: given.price }],
        address: {
          name: 'Bea Buyer',
          phone: null,
          street: '1 Pier Road',
          city: 'Cork',
          postcode: 'T12',
          country: 'IE',
        },
      },
      { ...buyer, 'idempotency-key': newId() },
    )
    if (!placed) return false
    const { id } = placed
    acknowledged.add(id)
    const checkout = await ask<{ reference: string }>(payOrder, { id }, buyer)
    if (!checkout) return true
    const { reference } = checkout
    told.add(reference)
    // The server verifies the webhook against `test_checkout`. If the database is down, no webhook is sent.
    if (!(await capture(reference))) return true
    const event = {
      id: `ev_${reference}`,
      type: 'payment.captured',
      checkout: reference,
      charge: `ch_${reference}`,
      amount: '1499',
    }
    const body = JSON.stringify(event)
    if (await ask(testWebhook, body, { 'quayside-signature': signCall('crash', body) })) paid.add(id)
    return true
  }

  try {
    await startServer()
    for (let round = 1; round <= rounds; round += 1) {
      const stop = new AbortController()
      const before = { acknowledged: acknowledged.size, paid: paid.size }
      const enough = () => acknowledged.size >= before.acknowledged + 6 && paid.size >= before.paid + 3
      const writers = Array.from({ length: 4 }, async () => {
        while (!stop.signal.aborted) await order()
      })
      // A random delay alone is not enough: on a busy machine few orders may be placed by then.
      await pause(150 + Math.random() * 350)
      for (let i = 0; i < 1000 && !enough(); i += 1) await pause(20)
      if (round % 2 === 1) {
        process.kill(postgres.pid, 'SIGKILL')
        await pause(100)
        stop.abort()
        await Promise.all(writers)
        postgres = await startEmbeddedPostgres(join(folder, 'pg'))
        // The same server continues without a restart when the database is available again.
        for (let i = 0; i < 100 && !(await order()); i += 1) await pause(100)
      } else {
        await kill(server)
        stop.abort()
        await Promise.all(writers)
        await startServer()
      }
      say(`round ${round}: ${acknowledged.size} orders and ${paid.size} payments acknowledged so far`)
    }

    const db = openDatabase(openOwnerPool(url))
    const rows = await queryAll(db, sql<{ id: string; status: number }>`select id, status from orders`)
    const there = new Map(rows.map((row) => [row.id, row.status]))
    const counts = (await queryOne(
      db,
      sql<{ counted: number; reserved: number; lines: number; payments: number; stock: number }>`
        select (select coalesce(sum(n), 0)::int from order_count) as counted, (select count(*)::int from order_line) as lines,
          (select coalesce(-sum(pieces), 0)::int from stock_movement where kind = 'reservation') as reserved, (select stock from product_for_audit limit 1) as stock,
          (select count(*)::int from ledger.transfer where event = 'order.paid') as payments`,
    ))!
    await sql`update test_checkout set paid_at = created_at where reference = any(${[...told]}::text[])`.execute(db)
    const checks = await checkBooks(db, new Date())
    await db.destroy()
    const awaiting = rows.filter((row) => row.status === 5).length
    return {
      acknowledged: acknowledged.size,
      paid: paid.size,
      lost:
        [...acknowledged].filter((id) => !there.has(id)).length + [...paid].filter((id) => there.get(id) !== 5).length,
      twice:
        Math.abs(rows.length - counts.reserved) +
        Math.abs(rows.length - counts.lines) +
        Math.abs(awaiting - counts.payments),
      miscounted: Math.abs(rows.length - counts.counted),
      brokenBooks: checks.filter((check) => !check.ok).map((check) => check.name),
      stock: counts.stock,
      orders: rows.length,
    }
  } finally {
    await kill(server)
    await postgres.discard()
    await rm(folder, { recursive: true, force: true })
  }
}

/** A shop with one product, inserted directly into the database. */
export async function prepareShop(url: string): Promise<Prepared> {
  const db = openDatabase(openOwnerPool(url, { max: 1 }))
  const [shopId, listingId, categoryId, productId] = [newId(), newId(), newId(), newId()]
  await sql`insert into shop (id, code, name, verified_at, created_at) values (${shopId}, 'CRASH1', 'Crash', now(), now())`.execute(
    db,
  )
  await sql`insert into category (id, slug, names, created_at) values (${categoryId}, 'crash', '{"en":"Crash"}', now())`.execute(
    db,
  )
  await sql`insert into product (id, code, category_id, name, description, supplier_price, suggested_price, stock, created_at)
    values (${productId}, 'CRASH', ${categoryId}, 'Thing', '', 1000, 1800, 1000000, now())`.execute(db)
  await sql`insert into listing (shop_id, id, product_id, selling_price, shelf, added_at) values (${shopId}, ${listingId}, ${productId}, 1499, 'on-shelf', now())`.execute(
    db,
  )
  const tokens: string[] = []
  for (let i = 0; i < 60; i += 1) {
    const [buyerId, token] = [newId(), randomBytes(24).toString('base64url')]
    await sql`insert into buyer (id, name, email, password_hash, created_at) values (${buyerId}, 'Bea', ${`${i}@buyer.example`}, 'none', now())`.execute(
      db,
    )
    await sql`insert into session (token_hash, who, subject_id, created_at, used_at, expires_at)
      values (${createHash('sha256').update(token).digest()}, 'buyer', ${buyerId}, now(), now(), now() + interval '1 day')`.execute(
      db,
    )
    tokens.push(token)
  }
  await db.destroy()
  return { shopCode: 'CRASH1', listingId, price: '14.99', tokens }
}
