/**
 * A shop whose database is lost and recovered, for the programmes of backup and recovery: its server, buyers who place
 * and pay orders, what was acknowledged, and the questions that a restored database has to answer.
 */
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { payOrder, placeOrder, type Endpoint, type Envelope } from '@quayside/contract'
import { checkBooks } from '../src/modules/money/reconciliation/store.ts'
import { insertFile } from '../src/modules/shop/files/store.ts'
import { newId } from '../src/platform/database/ids.ts'
import {
  openDatabase,
  openOwnerPool,
  queryAll,
  queryOne,
  sql,
  type Database,
} from '../src/platform/database/postgres.ts'
import { folderStorage } from '../src/platform/files/storage.ts'
import type { prepareShop } from './crash.ts'
import type { FakeStripe } from './fake-stripe.ts'
import { startServerProcess, type ServerProcess } from './server-process.ts'

type Stock = Awaited<ReturnType<typeof prepareShop>>
type OrderRow = { id: string; status: number; placed_at: Date }

/** `url`, `dataDir` and `stock` are set by the programme; `dataDir` changes with a restore. */
export function recoverySite(stripe: FakeStripe, firstDataDir: string) {
  const stripeEnv = {
    QUAYSIDE_PROCESSOR: 'stripe',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.apiBase,
    QUAYSIDE_PROXIES: '1',
  }
  let server: ServerProcess | undefined
  /** Orders and payments with a successful answer, and when it came. */
  const orderTimes = new Map<string, number>()
  const paid = new Map<string, number>()

  async function ask<T>(endpoint: Endpoint, body: unknown, headers: Record<string, string>): Promise<T | null> {
    const answer = await fetch(`${server!.origin}${endpoint.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(5000),
    }).catch(() => null)
    const envelope = answer ? ((await answer.json().catch(() => null)) as Envelope<T> | null) : null
    return envelope?.code === 1 ? envelope.data : null
  }

  async function order({ shopCode, listingId, price, tokens }: Stock): Promise<void> {
    const buyer = {
      token: tokens[Math.floor(Math.random() * tokens.length)]!,
      'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}`,
    }
    const address = { name: 'Bea', phone: null, street: '1 Pier Road', city: 'Cork', postcode: 'T12', country: 'IE' }
    const lines = [{ listingId, quantity: 1, price }]
    const headers = { ...buyer, 'idempotency-key': newId() }
    const made = await ask<{ id: string }>(placeOrder, { shop: shopCode, lines, address }, headers)
    if (!made) return
    orderTimes.set(made.id, Date.now())
    const checkout = await ask<{ reference: string }>(payOrder, { id: made.id }, buyer)
    if (!checkout) return
    const waiting = { id: made.id, reference: checkout.reference }
    if (orderTimes.size % 10 === 0) site.slow.push(waiting)
    else await site.capture(waiting)
  }

  const site = {
    url: '',
    dataDir: firstDataDir,
    stock: undefined as Stock | undefined,
    orderTimes,
    paid,
    /** Every tenth order is paid later, with its session at the processor. */
    slow: [] as { id: string; reference: string }[],

    async start(): Promise<void> {
      server = await startServerProcess(site.url, site.dataDir, { ...stripeEnv, QUAYSIDE_RUNS: 'web' })
    },
    async stop(): Promise<void> {
      await server?.kill()
    },
    async owner<T>(work: (db: Database) => Promise<T>): Promise<T> {
      const db = openDatabase(openOwnerPool(site.url, { max: 1 }))
      return work(db).finally(() => db.destroy())
    },
    async capture({ id, reference }: { id: string; reference: string }): Promise<void> {
      if (await stripe.capture(reference, server!.origin)) paid.set(id, Date.now())
    },
    /** Buyers place and pay orders until the returned function is called. */
    trade(): () => Promise<void> {
      const stop = new AbortController()
      const writers = Array.from({ length: 3 }, async () => {
        while (!stop.signal.aborted) await order(site.stock!).then(() => pause(20))
      })
      return async () => {
        stop.abort()
        await Promise.all(writers)
      }
    },
    /** Waits until so many more orders are acknowledged: seconds on an idle machine, longer on a busy one. */
    async traded(count: number): Promise<void> {
      const goal = orderTimes.size + count
      for (let waited = 0; orderTimes.size < goal; waited += 100) {
        if (waited > 300_000) throw new Error(`only ${orderTimes.size} of ${goal} orders in five minutes`)
        await pause(100)
      }
    },
    readOrders: () =>
      site.owner((db) =>
        queryAll(
          db,
          sql<OrderRow>`select o.id, o.status, o.placed_at from orders o join shop on shop.id = o.shop_id
          where shop.code = ${site.stock!.shopCode} order by o.placed_at`,
        ),
      ),
    brokenChecks: () =>
      site.owner(async (db) => (await checkBooks(db, new Date())).filter(({ ok }) => !ok).map(({ name }) => name)),
    /** Stores a file as the server does. */
    async storeFile(): Promise<string> {
      const id = newId()
      const storageKey = await folderStorage(`${site.dataDir}/files`).put(randomBytes(1000))
      await site.owner((db) =>
        insertFile(db, {
          id,
          owner: { who: 'operator', id: newId() },
          shopId: null,
          purpose: 'product',
          contentType: 'image/webp',
          bytes: 1000,
          width: 10,
          height: 10,
          storageKey,
          wrappedKey: null,
          fingerprint: randomBytes(32),
          at: new Date(),
        }),
      )
      return id
    },
    async afterRestore(point: Date): Promise<{ code: number | null; text: string }> {
      const child = fork(join(import.meta.dirname, '..', 'src', 'cli', 'after-restore.ts'), [point.toISOString()], {
        env: {
          ...process.env,
          ...stripeEnv,
          QUAYSIDE_MODE: 'test',
          DATABASE_URL: site.url,
          QUAYSIDE_DATA: site.dataDir,
          QUAYSIDE_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
          QUAYSIDE_PIN_KEY: Buffer.alloc(32, 2).toString('base64'),
        },
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      })
      let text = ''
      child.stdout!.on('data', (chunk: Buffer) => (text += chunk.toString()))
      return new Promise((done) => child.once('exit', (code) => done({ code, text })))
    },
    async promoted(): Promise<void> {
      for (;;) {
        const row = await site
          .owner((db) => queryOne(db, sql<{ waits: boolean }>`select pg_is_in_recovery() as waits`))
          .catch(() => null)
        if (row && !row.waits) return
        await pause(50)
      }
    },
    /** Waits until the log of the time `at` is archived; `archiveTimeout` in seconds. */
    async archivedUntil(at: number, archiveTimeout: number): Promise<void> {
      for (;;) {
        const row = await site.owner((db) =>
          queryOne(db, sql<{ at: Date | null }>`select last_archived_time as at from pg_stat_archiver`),
        )
        if (row?.at && +row.at > at + archiveTimeout * 1000) return
        await pause(500)
      }
    },
  }
  return site
}
