/**
 * Pages of the storefront against a bare Fastify route of the same run: `node bench/storefront.ts`. It needs the built
 * storefront (`vite build apps/storefront`). BENCH_ORDERS makes the database larger. BENCH_OTHER measures another
 * checkout in the same rounds.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../tools/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { openDatabase, openOwnerPool, queryOne, sql } from '../apps/server/src/platform/database/postgres.ts'
import { compare, load, startServers, type Measured, type Side } from './rounds.ts'
import { seedLoad } from './seed-load.ts'

const orders = Number(process.env['BENCH_ORDERS'] ?? 20_000)
const print = (line: string) => process.stdout.write(`${line}\n`)

const folder = await mkdtemp(join(tmpdir(), 'quayside-bench-'))
const postgres = await startEmbeddedPostgres(folder, ['synchronous_commit=off'])
let stop = async () => {}
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

  const servers = await startServers(url, folder, 4721)
  stop = servers.stop
  const path = new URL((await fetch(`${servers.sides[0]!.storefront}/en/s/${offer.code}/p/${offer.id}`)).url).pathname
  // A program that says what it is counts as no visitor; a browser does.
  const bot = { 'accept-encoding': 'br', 'user-agent': 'Googlebot/2.1' }
  const browser = { 'accept-encoding': 'br', 'user-agent': 'Mozilla/5.0 (Linux; Android 15; Mobile) Chrome/156.0' }
  // Three pieces of a word that each product has: every search is another one, and finds as many as a page shows.
  const pieces = [...'product'].flatMap((_, from) =>
    Array.from({ length: 'product'.length - from }, (_none, n) => 'product'.slice(from, from + n + 1)),
  )
  let asked = 0
  const words = () => {
    const n = (asked += 1)
    return [n, n / pieces.length, n / pieces.length ** 2].map((at) => pieces[Math.floor(at) % pieces.length]).join('+')
  }
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
        requests: Array.from({ length: 4000 }, () => ({ path: `/en/search?q=${words()}` })),
      }),
  }
  await compare(servers, cases)
} finally {
  await stop()
  await postgres.discard()
  await rm(folder, { recursive: true, force: true })
}
process.exit(0)
