/**
 * Pages of the storefront against a bare Fastify route of the same run: `node bench/storefront.ts`. It needs the built
 * storefront (`vite build apps/storefront`). BENCH_ORDERS makes the database larger.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { startEmbeddedPostgres } from '../tools/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../apps/server/src/platform/migrate.ts'
import { openDatabase, openOwnerPool, queryOne, sql } from '../apps/server/src/platform/postgres.ts'
import { seedLoad } from './seed-load.ts'

const root = join(import.meta.dirname, '..')
const orders = Number(process.env['BENCH_ORDERS'] ?? 20_000)
const print = (line: string) => process.stdout.write(`${line}\n`)
const [port, barePort, storefrontPort] = [4721, 4722, 4723]
const storefront = `http://127.0.0.1:${storefrontPort}`
const connections = 32

const folder = await mkdtemp(join(tmpdir(), 'quayside-bench-'))
const postgres = await startEmbeddedPostgres(folder, ['synchronous_commit=off'])
const children: ChildProcess[] = []
try {
  const url = await postgres.url('bench')
  await migrate(url)
  // One connection, because the temporary tables of the seeding belong to its session.
  const db = openDatabase(openOwnerPool(url, { max: 1 }))
  await seedLoad(db, orders, (line) => print(`  ${line}`))
  const offer = (await queryOne(
    db,
    sql<{
      code: string
      id: string
    }>`select s.code, l.id from shop s join listing l on l.shop_id = s.id join product p on p.id = l.product_id
      where s.verified_at is not null and s.closed_at is null and l.shelf = 'on-shelf' and not p.withdrawn and p.stock > 0 limit 1`,
  ))!
  await db.destroy()

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
  await start('apps/server/src/main.ts', {
    QUAYSIDE_MODE: 'demo',
    QUAYSIDE_DATA: folder,
    QUAYSIDE_LOG: 'error',
    QUAYSIDE_RUNS: 'web',
    QUAYSIDE_STOREFRONT_STATIC: join(root, 'apps/storefront/dist'),
    QUAYSIDE_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
    QUAYSIDE_PIN_KEY: Buffer.alloc(32, 2).toString('base64'),
    QUAYSIDE_WEBHOOK_SECRET: 'bench',
    DATABASE_URL: url,
    PORT: String(port),
    QUAYSIDE_CONSOLE_PORT: '0',
    QUAYSIDE_STOREFRONT_PORT: String(storefrontPort),
    QUAYSIDE_STOREFRONT_URL: storefront,
  })
  await start('bench/baseline.ts', { PORT: String(barePort) })

  type Measured = { rate: number; p99: number }
  const load = async (options: Partial<autocannon.Options> & { url: string }): Promise<Measured> => {
    const result = await autocannon({ connections, duration: 1, ...options })
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${options.url}: ${result.non2xx} refused, ${result.errors} failed`)
    return { rate: result.requests.average, p99: result.latency.p99 }
  }
  const product = `${storefront}/en/s/${offer.code}/p/${offer.id}`
  const path = new URL((await fetch(product)).url).pathname
  const page = `${storefront}${path}`
  // A program that says what it is counts as no visitor; a browser does.
  const bot = { 'accept-encoding': 'br', 'user-agent': 'Googlebot/2.1' }
  const browser = { 'accept-encoding': 'br', 'user-agent': 'Mozilla/5.0 (Linux; Android 15; Mobile) Chrome/156.0' }
  let word = 0
  const cases: Record<string, () => Promise<Measured>> = {
    'product page, kept': () => load({ url: page, headers: bot }),
    'product page, kept, the visitor counted': () => load({ url: page, headers: browser }),
    'search, each with other words, read and rendered, 6 connections': () =>
      load({
        url: storefront,
        // One address may have six requests that read.
        connections: 6,
        headers: bot,
        requests: Array.from({ length: 4000 }, () => ({ path: `/en/search?q=product+${(word += 1)}` })),
      }),
  }
  print('\n| page | requests/s | p99, ms | bare route, requests/s | ratio |\n| --- | --- | --- | --- | --- |')
  const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!
  const per = (n: number) => Math.round(n).toLocaleString('en')
  for (const [name, measure] of Object.entries(cases)) {
    await measure()
    // Alternating, nine times for a second each: other load on the machine affects both.
    const rounds: { bare: number; own: Measured }[] = []
    for (let i = 0; i < 9; i += 1)
      rounds.push({ bare: (await load({ url: `http://127.0.0.1:${barePort}/bare` })).rate, own: await measure() })
    print(
      `| ${name} | ${per(median(rounds.map(({ own }) => own.rate)))} | ${per(median(rounds.map(({ own }) => own.p99)))} | ${per(median(rounds.map(({ bare }) => bare)))} | ${median(rounds.map(({ own, bare }) => own.rate / bare)).toFixed(3)} |`,
    )
  }
} finally {
  for (const child of children) child.kill('SIGTERM')
  await new Promise((done) => setTimeout(done, 500))
  await postgres.discard()
  await rm(folder, { recursive: true, force: true })
}
process.exit(0)
