/**
 * Pages of the storefront against a bare Fastify route of the same run: `node bench/storefront.ts`. It needs the built
 * storefront (`vite build apps/storefront`). BENCH_ORDERS makes the database larger. BENCH_OTHER is the folder of
 * another checkout, built too: its pages are measured in the same rounds. Requests a second depend on what else the
 * machine does; the processor time of a request much less. It is read from /proc, with the threads that compress.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
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
const barePort = 4722
const other = process.env['BENCH_OTHER']
/** The servers that are compared. All use the database of the first one. */
const sides = [
  { name: 'here', folder: root, port: 4721, storefrontPort: 4723 },
  ...(other ? [{ name: 'other', folder: other, port: 4724, storefrontPort: 4725 }] : []),
].map((side) => ({ ...side, storefront: `http://127.0.0.1:${side.storefrontPort}`, pid: 0 }))
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
    new Promise<number>((ready, failed) => {
      const child = fork(file, {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      children.push(child)
      child.once('message', () => ready(child.pid!))
      child.once('exit', (code) => failed(new Error(`${file} ended with ${code}`)))
    })
  for (const side of sides)
    side.pid = await start(join(side.folder, 'apps/server/src/main.ts'), {
      QUAYSIDE_MODE: 'demo',
      QUAYSIDE_DATA: folder,
      QUAYSIDE_LOG: 'error',
      QUAYSIDE_RUNS: 'web',
      QUAYSIDE_STOREFRONT_STATIC: join(side.folder, 'apps/storefront/dist'),
      QUAYSIDE_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
      QUAYSIDE_PIN_KEY: Buffer.alloc(32, 2).toString('base64'),
      QUAYSIDE_WEBHOOK_SECRET: 'bench',
      DATABASE_URL: url,
      PORT: String(side.port),
      QUAYSIDE_CONSOLE_PORT: '0',
      QUAYSIDE_STOREFRONT_PORT: String(side.storefrontPort),
      QUAYSIDE_STOREFRONT_URL: side.storefront,
    })
  const barePid = await start(join(root, 'bench/baseline.ts'), { PORT: String(barePort) })

  /** Processor time of a process in microseconds. A tick of the kernel is 10 ms. */
  const processorTime = async (pid: number): Promise<number> => {
    const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10_000
  }
  type Measured = { rate: number; p99: number; micros: number }
  const load = async (pid: number, options: Partial<autocannon.Options> & { url: string }): Promise<Measured> => {
    const before = await processorTime(pid)
    const result = await autocannon({ connections, duration: 1, ...options })
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${options.url}: ${result.non2xx} refused, ${result.errors} failed`)
    const micros = ((await processorTime(pid)) - before) / result.requests.total
    return { rate: result.requests.average, p99: result.latency.p99, micros }
  }
  type Side = (typeof sides)[number]
  const path = new URL((await fetch(`${sides[0]!.storefront}/en/s/${offer.code}/p/${offer.id}`)).url).pathname
  // A program that says what it is counts as no visitor; a browser does.
  const bot = { 'accept-encoding': 'br', 'user-agent': 'Googlebot/2.1' }
  const browser = { 'accept-encoding': 'br', 'user-agent': 'Mozilla/5.0 (Linux; Android 15; Mobile) Chrome/156.0' }
  let word = 0
  const cases: Record<string, (side: Side) => Promise<Measured>> = {
    'product page, kept': ({ storefront, pid }) => load(pid, { url: `${storefront}${path}`, headers: bot }),
    'product page, kept, the visitor counted': ({ storefront, pid }) =>
      load(pid, { url: `${storefront}${path}`, headers: browser }),
    'search, each with other words, read and rendered, 6 connections': ({ storefront, pid }) =>
      load(pid, {
        url: storefront,
        // One address may have six requests that read.
        connections: 6,
        headers: bot,
        requests: Array.from({ length: 4000 }, () => ({ path: `/en/search?q=product+${(word += 1)}` })),
      }),
  }
  print(
    '\n| page | server | requests/s | p99, ms | bare route, requests/s | ratio | processor time, µs | of the bare route, µs | ratio |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
  )
  const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!
  const per = (n: number) => Math.round(n).toLocaleString('en')
  for (const [name, measure] of Object.entries(cases)) {
    for (const side of sides) await measure(side)
    // Alternating, nine times for a second each: other load on the machine affects all of them.
    const rounds: { side: Side; bare: Measured; own: Measured }[] = []
    for (let i = 0; i < 9; i += 1) {
      const bare = await load(barePid, { url: `http://127.0.0.1:${barePort}/bare` })
      for (const side of i % 2 === 0 ? sides : sides.toReversed()) rounds.push({ side, bare, own: await measure(side) })
    }
    for (const side of sides) {
      const ofSide = rounds.filter((round) => round.side === side)
      const middle = (figure: (round: (typeof rounds)[number]) => number) => median(ofSide.map(figure))
      print(
        `| ${[
          name,
          side.name,
          per(middle(({ own }) => own.rate)),
          per(middle(({ own }) => own.p99)),
          per(middle(({ bare }) => bare.rate)),
          middle(({ own, bare }) => own.rate / bare.rate).toFixed(3),
          per(middle(({ own }) => own.micros)),
          per(middle(({ bare }) => bare.micros)),
          middle(({ own, bare }) => bare.micros / own.micros).toFixed(3),
        ].join(' | ')} |`,
      )
    }
  }
} finally {
  for (const child of children) child.kill('SIGTERM')
  await new Promise((done) => setTimeout(done, 500))
  await postgres.discard()
  await rm(folder, { recursive: true, force: true })
}
process.exit(0)
