/**
 * Load on a production machine through its proxy: buyers who place and pay orders, a merchant who reads, visitors of
 * the pages with the files that they name. Each request that does not succeed is kept with its phase and its cause.
 */
import { createHash, randomBytes } from 'node:crypto'
import { Agent, request } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import { dashboard, listOrders, payOrder, placeOrder, type Endpoint, type Envelope } from '@quayside/contract'
import { prepareShop } from '../../apps/server/test/crash.ts'
import { newId } from '../../apps/server/src/platform/database/ids.ts'
import { openDatabase, openOwnerPool, queryOne, sql } from '../../apps/server/src/platform/database/postgres.ts'
import type { FakeStripe } from '../../apps/server/test/fake-stripe.ts'

type ResponseBody = { status: number; text: string }
type Failure = { phase: string; what: string; why: string }

export type Load = {
  /** What the machine does meanwhile; failures are kept under it. */
  phase: string
  requests: Map<string, number>
  failures: Failure[]
  /** Orders and payments with a successful answer, and when it came. */
  placed: Map<string, number>
  paid: Map<string, number>
  stop(): Promise<void>
}

/** One connection for each address of a client, kept as a browser keeps it. */
const agents = new Map<string, Agent>()
const agentOf = (from: string): Agent => {
  const known = agents.get(from) ?? new Agent({ keepAlive: true, maxSockets: 4 })
  agents.set(from, known)
  return known
}

/** Calls an address of the machine from `from`, an address of loopback, which the proxy reports as the caller's. */
export function call(
  url: string,
  { body, headers = {}, from = '127.0.3.1' }: { body?: unknown; headers?: Record<string, string>; from?: string } = {},
): Promise<ResponseBody> {
  return new Promise((done, fail) => {
    const sent = request(
      url,
      {
        method: body === undefined ? 'GET' : 'POST',
        agent: agentOf(from),
        localAddress: from.replace(/^127\.0/, clients),
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        signal: AbortSignal.timeout(20_000),
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk: string) => (text += chunk))
        answer.on('end', () => done({ status: answer.statusCode!, text }))
        answer.on('error', fail)
      },
    )
    sent.on('error', fail)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** The first half of the addresses of clients, in place of 127.0: another one where the proxy is another machine. */
let clients = '127.0'
export const callFrom = (firstHalf: string): void => void (clients = firstHalf)

const shopUrl = ({ path }: Endpoint): string => `https://shop.example${path}`

/** Calls an endpoint; throws unless it succeeds. */
export async function must<T>(url: string, body: unknown, headers: Record<string, string> = {}): Promise<T> {
  const { status, text } = await call(url, { body, headers })
  const envelope = status === 200 ? (JSON.parse(text) as Envelope<T>) : null
  if (envelope?.code !== 1) throw new Error(`${url}: ${status} ${text.slice(0, 300)}`)
  return envelope.data as T
}

/** Fills an empty database with a shop, its merchant and buyers. Returns what the load needs. */
export async function prepare(ownerUrl: string) {
  const shop = await prepareShop(ownerUrl)
  const db = openDatabase(openOwnerPool(ownerUrl, { max: 1 }))
  const [merchantId, token] = [newId(), randomBytes(24).toString('base64url')]
  const row = await queryOne(db, sql<{ id: string }>`select id from shop where code = ${shop.shopCode}`)
  await sql`insert into merchant (id, shop_id, email, phone, real_name, password_hash, created_at)
    values (${merchantId}, ${row!.id}, 'ada@merchant.example', '+15550100', 'Ada Quay', 'none', now())`.execute(db)
  await sql`insert into registration (shop_id, state, created_at) values (${row!.id}, 'verified', now())`.execute(db)
  await sql`insert into session (token_hash, who, subject_id, shop_id, created_at, used_at, expires_at)
    values (${createHash('sha256').update(token).digest()}, 'merchant', ${merchantId}, ${row!.id}, now(), now(), now() + interval '1 day')`.execute(
    db,
  )
  await db.destroy()
  return { ...shop, merchantToken: token }
}

/** Begins the load. `stripe` captures the payments and calls the webhook through the proxy. */
export function startLoad(shop: Awaited<ReturnType<typeof prepare>>, stripe: FakeStripe): Load {
  const stopped = new AbortController()
  const load: Load = {
    phase: 'before',
    requests: new Map(),
    failures: [],
    placed: new Map(),
    paid: new Map(),
    async stop() {
      stopped.abort()
      await Promise.all(people)
      for (const agent of agents.values()) agent.destroy()
      agents.clear()
    },
  }
  /** A request that must succeed: status 200 and, of an API, no refusal. */
  const ask = async <T>(what: string, url: string, options: Parameters<typeof call>[1] = {}): Promise<T | null> => {
    load.requests.set(load.phase, (load.requests.get(load.phase) ?? 0) + 1)
    const answer = await call(url, options).catch((error: unknown) => (error instanceof Error ? error.message : '?'))
    const fails = (why: string) => {
      load.failures.push({ phase: load.phase, what, why })
      return null
    }
    if (typeof answer === 'string') return fails(answer)
    if (answer.status !== 200) return fails(`${answer.status} ${answer.text.slice(0, 200)}`)
    if (options.body === undefined) return answer.text as T
    const envelope = JSON.parse(answer.text) as Envelope<T> & { data: { reason?: string } | null }
    return envelope.code === 1 ? (envelope.data as T) : fails(`refused: ${envelope.data?.reason}`)
  }

  const buyer = async (index: number): Promise<void> => {
    for (let turn = index; ; turn += 5) {
      const headers = { token: shop.tokens[turn % shop.tokens.length]! }
      const from = `127.0.1.${1 + (turn % shop.tokens.length)}`
      const address = { name: 'Bea', phone: null, street: '1 Pier Road', city: 'Cork', postcode: 'T12', country: 'IE' }
      const lines = [{ listingId: shop.listingId, quantity: 1, price: shop.price }]
      const made = await ask<{ id: string }>('place an order', shopUrl(placeOrder), {
        body: { shop: shop.shopCode, lines, address },
        headers: { ...headers, 'idempotency-key': newId() },
        from,
      })
      if (made) {
        load.placed.set(made.id, Date.now())
        const checkout = await ask<{ reference: string }>('pay an order', shopUrl(payOrder), {
          body: { id: made.id },
          headers,
          from,
        })
        if (checkout) {
          load.requests.set(load.phase, (load.requests.get(load.phase) ?? 0) + 1)
          if (await stripe.capture(checkout.reference, 'https://shop.example')) load.paid.set(made.id, Date.now())
          else load.failures.push({ phase: load.phase, what: 'webhook', why: 'not acknowledged' })
        }
      }
      if (stopped.signal.aborted) return
      await pause(250)
    }
  }
  const merchant = async (): Promise<void> => {
    const options = { body: {}, headers: { token: shop.merchantToken }, from: '127.0.2.1' }
    while (!stopped.signal.aborted) {
      await ask('dashboard', shopUrl(dashboard), options)
      await ask('order list', `${shopUrl(listOrders)}?limit=20&page=1`, {
        headers: { token: shop.merchantToken },
        from: '127.0.2.1',
      })
      await pause(300)
    }
  }
  /** Opens a page and the files that it names, as a browser without a cache. */
  const visitor = async (page: string, from: string): Promise<void> => {
    while (!stopped.signal.aborted) {
      const html = await ask<string>(`page ${page}`, page, { from, headers: { accept: 'text/html' } })
      const files = [...(html ?? '').matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!)
      for (const path of new Set(files)) await ask(`file of ${page}`, new URL(path, page).href, { from })
      await pause(500)
    }
  }
  const people = [
    buyer(0),
    buyer(1),
    merchant(),
    visitor('https://shop.example/', '127.0.2.2'),
    visitor('https://desk.example/', '127.0.2.3'),
    visitor('https://buy.example/en', '127.0.2.4'),
    visitor(`https://buy.example/en/s/${shop.shopCode}`, '127.0.2.5'),
  ]
  return load
}
