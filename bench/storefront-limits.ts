/**
 * The storefront at its limits: `node bench/storefront-limits.ts`. It needs the built storefront (`vite build
 * apps/storefront`). A sitemap of 100,000 products against its statements; the heap after a thousand aborted requests;
 * the time from the commit of a price until every copy of the server shows it.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../tools/embedded-postgres/embedded-postgres.ts'
import { changeListing } from '../packages/contract/src/index.ts'
import { newId } from '../apps/server/src/platform/database/ids.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { openDatabase, openOwnerPool, queryOne, sql } from '../apps/server/src/platform/database/postgres.ts'
import { listForSitemap } from '../apps/server/src/modules/selling/storefront/page-store.ts'
import { seedLoad } from './seed-load.ts'

const root = join(import.meta.dirname, '..')
const products = Number(process.env['BENCH_PRODUCTS'] ?? 100_000)
const aborted = 1000
const changes = 20
const print = (line: string) => process.stdout.write(`${line}\n`)
const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!
/** Two copies of the server on one database. */
const copies = [
  { port: 4731, storefrontPort: 4732, inspectPort: 4733 },
  { port: 4734, storefrontPort: 4735, inspectPort: 4736 },
].map((copy) => ({ ...copy, storefront: `http://127.0.0.1:${copy.storefrontPort}` }))

const folder = await mkdtemp(join(tmpdir(), 'quayside-bench-'))
const postgres = await startEmbeddedPostgres(folder, ['synchronous_commit=off'])
const children: ChildProcess[] = []
try {
  const url = await postgres.url('bench')
  await migrate(url)
  // One connection, because the temporary tables of the seeding belong to its session.
  const db = openDatabase(openOwnerPool(url, { max: 1 }))
  const { token, shopId } = await seedLoad(db, 2000, () => undefined)
  await sql`insert into listing (shop_id, id, product_id, selling_price, shelf, added_at)
    select s.id, uuidv7(), p.id, 1499, 'on-shelf', now()
    from (select id from shop where id <> ${shopId} order by code limit ${Math.ceil(products / 1000) - 1}) s cross join product p`.execute(
    db,
  )
  await sql`vacuum analyze`.execute(db)
  const offer = (await queryOne(
    db,
    sql<{
      code: string
      id: string
    }>`select s.code, l.id from shop s join listing l on l.shop_id = s.id where s.id = ${shopId} limit 1`,
  ))!
  for (const copy of copies)
    await new Promise<void>((ready, failed) => {
      const child = fork(join(root, 'apps/server/src/main.ts'), {
        execArgv: [`--inspect=127.0.0.1:${copy.inspectPort}`, '--no-warnings'],
        stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
        env: {
          ...process.env,
          QUAYSIDE_MODE: 'demo',
          QUAYSIDE_DATA: folder,
          QUAYSIDE_LOG: 'error',
          QUAYSIDE_RUNS: 'web',
          QUAYSIDE_STOREFRONT_STATIC: join(root, 'apps/storefront/dist'),
          QUAYSIDE_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
          QUAYSIDE_PIN_KEY: Buffer.alloc(32, 2).toString('base64'),
          QUAYSIDE_WEBHOOK_SECRET: 'bench',
          DATABASE_URL: url,
          PORT: String(copy.port),
          QUAYSIDE_CONSOLE_PORT: '0',
          QUAYSIDE_STOREFRONT_PORT: String(copy.storefrontPort),
          QUAYSIDE_STOREFRONT_URL: copy.storefront,
        },
      })
      children.push(child)
      child.once('message', () => ready())
      child.once('exit', (code) => failed(new Error(`the server ended with ${code}`)))
    })
  await measureSitemap()
  await measureAborts()
  await measurePrices()
  await db.destroy()

  async function measureSitemap(): Promise<void> {
    const [{ storefront }] = copies as [(typeof copies)[number]]
    const begun = performance.now()
    let [entries, bytes, first] = [0, 0, 0]
    const index = await (await fetch(`${storefront}/sitemap.xml`)).text()
    const files = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address!)
    for (const address of files) {
      const answer = await fetch(address)
      first ||= performance.now() - begun
      const text = await answer.text()
      entries += text.split('<url>').length - 1
      bytes += text.length
    }
    const whole = performance.now() - begun
    const bare = performance.now()
    for (let place = { code: '', id: null as string | null, skip: 0 }; ;) {
      const last = (await listForSitemap(db, place, 1000)).at(-1)
      if (!last) break
      place = { code: last.shop_code, id: last.id, skip: 0 }
    }
    print(
      `sitemap: ${entries.toLocaleString('en')} entries in ${files.length} files, ${(bytes / 1e6).toFixed(0)} MB, ${(whole / 1000).toFixed(2)} s; the first file begins after ${first.toFixed(0)} ms; its statements alone ${((performance.now() - bare) / 1000).toFixed(2)} s`,
    )
  }

  /** Searches whose caller goes away within five milliseconds: each makes its page, and nobody reads it. */
  async function measureAborts(): Promise<void> {
    const { storefront, storefrontPort, inspectPort } = copies[0]!
    const inspector = await openInspector(inspectPort)
    let word = 0
    const abort = () =>
      new Promise<void>((done) => {
        const socket = connect(storefrontPort, '127.0.0.1', () => {
          socket.write(`GET /en/search?q=word+${(word += 1)} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`)
          setTimeout(() => socket.destroy(), Math.random() * 5)
        })
        socket.once('close', () => done())
        socket.once('error', () => undefined)
      })
    const heaps: number[] = []
    for (let round = 0; round < 4; round += 1) {
      for (let i = 0; i < aborted; i += 10) await Promise.all(Array.from({ length: 10 }, abort))
      await (await fetch(`${storefront}/en`)).text()
      await new Promise((done) => setTimeout(done, 2000))
      heaps.push(await inspector.heapAfterCollection())
    }
    inspector.close()
    print(
      `heap after each of ${heaps.length} rounds of ${aborted.toLocaleString('en')} aborted requests, MiB: ${heaps.map((n) => (n / 2 ** 20).toFixed(1)).join(', ')}`,
    )
  }

  /** A merchant changes a price at the first copy; both copies are asked for the page until they show it. */
  async function measurePrices(): Promise<void> {
    const path = `/en/s/${offer.code}/p/${offer.id}`
    const times: number[] = []
    let former = '14.99'
    for (let i = 0; i < changes; i += 1) {
      for (const { storefront } of copies) await (await fetch(`${storefront}${path}`)).text()
      const price = `${20 + i}.37`
      const answer = await fetch(`http://127.0.0.1:${copies[0]!.port}${changeListing.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', token, 'idempotency-key': newId() },
        body: JSON.stringify({ id: offer.id, price: { from: former, to: price } }),
      })
      former = price
      const { code, msg } = (await answer.json()) as { code: number; msg: string }
      if (code !== 1) throw new Error(`the price was not changed: ${msg}`)
      const committed = performance.now()
      for (const { storefront } of copies)
        while (!(await (await fetch(`${storefront}${path}`)).text()).includes(`$${price}`))
          if (performance.now() - committed > 10_000) throw new Error('the price is not shown')
      times.push(performance.now() - committed)
    }
    print(
      `price: both copies show it after ${median(times).toFixed(0)} ms (median of ${changes}), at most ${Math.max(...times).toFixed(0)} ms`,
    )
  }
} finally {
  for (const child of children) child.kill('SIGTERM')
  await new Promise((done) => setTimeout(done, 500))
  await postgres.discard()
  await rm(folder, { recursive: true, force: true })
}
process.exit(0)

/** The inspector of a server on this machine. */
async function openInspector(port: number) {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string
  }[]
  const socket = new WebSocket(target!.webSocketDebuggerUrl)
  await new Promise((done) => socket.addEventListener('open', done, { once: true }))
  let id = 0
  const ask = <T>(method: string) =>
    new Promise<T>((done) => {
      const own = (id += 1)
      const listen = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data)) as { id?: number; result: T }
        if (answer.id !== own) return
        socket.removeEventListener('message', listen)
        done(answer.result)
      }
      socket.addEventListener('message', listen)
      socket.send(JSON.stringify({ id: own, method }))
    })
  return {
    /** Used bytes of the heap after a collection. */
    async heapAfterCollection(): Promise<number> {
      await ask('HeapProfiler.collectGarbage')
      return (await ask<{ usedSize: number }>('Runtime.getHeapUsage')).usedSize
    },
    close: () => socket.close(),
  }
}
