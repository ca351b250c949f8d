/**
 * The console with a queue of 10,000 items (`BENCH_ITEMS`) and 100,000 products: `node bench/console.ts`, some five
 * minutes. It needs the built console (`vite build apps/console`). Bytes of its scripts; the list of work, of one desk
 * and of all, against its statement and a bare Fastify route of the same run; keys, interactions, a cold start and a
 * long table in Chromium; calls of webhooks; imports of 50,000 products.
 * The audit has a bench of its own, `bench/audit.ts`.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { groups } from '../apps/console/build/code-splitting.ts'
import { listWork, operatorRoles, type OperatorRole } from '../packages/contract/src/index.ts'
import { newId } from '../apps/server/src/platform/database/ids.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { openDatabase, openOwnerPool, sql } from '../apps/server/src/platform/database/postgres.ts'
import { startEmbeddedPostgres } from '../tools/embedded-postgres/embedded-postgres.ts'
import { alone, percentile, printBrowser } from './console-browser.ts'
import { printWebhooks } from './console-webhooks.ts'
import { importFigures, importLines } from './imports.ts'

const root = join(import.meta.dirname, '..')
const items = Number(process.env['BENCH_ITEMS'] ?? 10_000)
const print = (line: string) => process.stdout.write(`${line}\n`)
const [port, barePort, consolePort, workerPort] = [4731, 4732, 4733, 4734]
const origin = `http://localhost:${consolePort}`
const dist = join(root, 'apps', 'console', 'dist')
/** The module of the queue. */
const ofWork = join(root, 'apps', 'server', 'src', 'modules', 'staff', 'work')

const masterKey = Buffer.alloc(32, 1)
const printLoad = () => print(`\nload of the machine ${loadavg()[0]!.toFixed(1)}`)

const folder = await mkdtemp(join(tmpdir(), 'quayside-bench-'))
const postgres = await startEmbeddedPostgres(folder, ['synchronous_commit=off'])
const children: ChildProcess[] = []
try {
  await printBytes()
  const url = await postgres.url('bench')
  await migrate(url)
  const db = openDatabase(openOwnerPool(url, { max: 1 }))
  const people = {
    one: await addOperator(db, ['review']),
    all: await addOperator(db, operatorRoles),
  }
  // The server's clock has milliseconds, and so has the cursor of a page. Three shops share an address: each item says
  // which others have its own, and with one address for all it would list a hundred.
  await sql`with made as (
      insert into shop (id, code, name, created_at) select uuidv7(), 'B' || lpad(g::text, 7, '0'), 'Shop ' || g, now()
        from generate_series(1, ${items}::int) g returning id, code, name)
    , people as (
      insert into merchant (id, shop_id, email, phone, password_hash, created_at)
        select uuidv7(), id, lower(code) || '@merchant.example', '+1' || code, 'none', now() from made)
    insert into registration (shop_id, state, shop_name, address, country, real_name, submitted_at, created_at)
      select id, 'submitted', name, substr(name, 6)::int / 3 || ' Quay Street', 'IE', 'Ada of ' || name, date_trunc('milliseconds', now() - random() * interval '40 hours'), now() - interval '41 hours' from made`.execute(
    db,
  )
  await sql`analyze`.execute(db)

  const env = {
    QUAYSIDE_MODE: 'demo',
    QUAYSIDE_DATA: folder,
    QUAYSIDE_LOG: 'error',
    QUAYSIDE_MASTER_KEY: masterKey.toString('base64'),
    QUAYSIDE_PIN_KEY: Buffer.alloc(32, 2).toString('base64'),
    QUAYSIDE_WEBHOOK_SECRET: 'bench',
  }
  const ofServer = {
    ...env,
    QUAYSIDE_RUNS: 'web',
    QUAYSIDE_CONSOLE_STATIC: dist,
    QUAYSIDE_CONSOLE_URL: origin,
    QUAYSIDE_CONSOLE_PORT: String(consolePort),
    QUAYSIDE_STOREFRONT_PORT: '0',
    DATABASE_URL: url,
    PORT: String(port),
  }
  await start('apps/server/src/main.ts', ofServer)
  await start('bench/baseline.ts', { PORT: String(barePort) })
  printLoad()
  await printWork(url, people)
  await alone(print, () => addProducts(db))
  await alone(print, () => printBrowser({ origin, people }, print))
  await alone(print, async () => {
    const worker = { QUAYSIDE_RUNS: 'worker', QUAYSIDE_CONSOLE_PORT: '0', PORT: String(workerPort) }
    await start('apps/server/src/main.ts', { ...ofServer, ...worker, QUAYSIDE_WEBHOOK_NETWORKS: '127.0.0.0/8' })
    await printWebhooks(db, masterKey, print)
  })
  await db.destroy()
  printLoad()
  for (const child of children) child.kill('SIGTERM')
  print(`\n${importLines(await importFigures(await postgres.url('bench_imports'), env))}`)
  printLoad()
} finally {
  for (const child of children) child.kill('SIGTERM')
  await new Promise((done) => setTimeout(done, 500))
  await postgres.discard()
  await rm(folder, { recursive: true, force: true })
}
process.exit()

function start(file: string, env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((ready, failed) => {
    const child = fork(join(root, file), {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    children.push(child)
    child.once('message', () => ready())
    child.once('exit', (code) => failed(new Error(`${file} ended with ${code}`)))
  })
}

/** Compressed bytes of the scripts: what the page loads first, the largest file of desks, and all. */
async function printBytes(): Promise<void> {
  const assets = join(dist, 'assets')
  const files = (await readdir(assets)).filter((name) => name.endsWith('.js.br'))
  const size = async (name: string) => (await stat(join(assets, name))).size
  // The script in the page names all files.
  const page = (await readFile(join(dist, 'index.html'), 'utf8')).replace(/<script>.*?<\/script>/gs, '')
  const first = files.filter((name) => page.includes(name.replace(/\.br$/, '')))
  const sum = async (names: readonly string[]) => (await Promise.all(names.map(size))).reduce((a, b) => a + b, 0)
  const desks = files.filter((name) => Object.keys(groups).some((group) => name.startsWith(`${group}-`)))
  const largest = (await Promise.all(desks.map(async (name) => ({ name, bytes: await size(name) })))).toSorted(
    (a, b) => b.bytes - a.bytes,
  )[0]
  const kb = (bytes: number) => (bytes / 1000).toFixed(1)
  print(`\n| scripts, brotli | kB |\n| --- | --- |`)
  print(`| what the page loads first | ${kb(await sum(first))} |`)
  print(`| the largest file of desks (${largest?.name.split('-')[0]}) | ${kb(largest?.bytes ?? 0)} |`)
  print(`| all files | ${kb(await sum(files))} |`)
}

/** A logged-in operator with these desks. Returns the token. */
async function addOperator(db: ReturnType<typeof openDatabase>, roles: readonly OperatorRole[]): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  const id = newId()
  await sql`insert into operator (id, name, email, password_hash, password_chosen_at, may_approve_from, created_at)
    values (${id}, 'Bench', ${`${id}@platform.example`}, 'none', now(), to_timestamp(0), now())`.execute(db)
  for (const role of roles)
    await sql`insert into operator_desk (operator_id, desk, granted_at) values (${id}, ${role}, now())`.execute(db)
  await sql`insert into operator_passkey (id, operator_id, name, public_key, counter, transports, backup_eligible, backed_up, aaguid, created_at)
    values (${randomBytes(16)}, ${id}, 'Bench', '\\x01', 0, '{}', true, false, ${newId()}, now())`.execute(db)
  await sql`insert into session (token_hash, who, subject_id, created_at, used_at, expires_at, second_factor_at)
    values (${createHash('sha256').update(token).digest()}, 'operator', ${id}, now(), now(), now() + interval '1 day', now())`.execute(
    db,
  )
  return token
}

/** The rows of the long table. */
async function addProducts(db: ReturnType<typeof openDatabase>): Promise<void> {
  const category = newId()
  await sql`insert into category (id, slug, names, created_at) values (${category}, 'bench', '{"en":"Bench"}', now())`.execute(
    db,
  )
  await sql`insert into product (id, code, category_id, name, description, supplier_price, suggested_price, stock, created_at)
    select uuidv7(), 'P' || lpad(g::text, 7, '0'), ${category}, 'Product ' || g, '', 1000, 1800, 50, now() from generate_series(1, 100000) g`.execute(
    db,
  )
  await sql`analyze`.execute(db)
}

type WorkSources = { kindsOf: (roles: readonly OperatorRole[]) => string[] }
type WorkStore = {
  listWorkRows: (
    db: ReturnType<typeof openDatabase>,
    filter: { kinds: readonly string[]; state: 'open'; limit: number; now: Date },
  ) => Promise<unknown[]>
}

type Stats = { rate: number; p50: number; p975: number }

/** The statement of the list alone, six at a time, for three seconds. */
async function loadStatement(url: string, roles: readonly OperatorRole[]): Promise<Stats> {
  const db = openDatabase(openOwnerPool(url, { max: 6 }))
  const { kindsOf } = (await import(join(ofWork, 'sources.ts'))) as WorkSources
  const { listWorkRows } = (await import(join(ofWork, 'store.ts'))) as WorkStore
  const filter = { kinds: kindsOf(roles), state: 'open', limit: 51 } as const
  const times: number[] = []
  const end = performance.now() + 3000
  const run = async () => {
    while (performance.now() < end) {
      const began = performance.now()
      await listWorkRows(db, { ...filter, now: new Date() })
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: 6 }, run))
  await db.destroy()
  const sorted = times.toSorted((a, b) => a - b)
  return { rate: times.length / 3, p50: percentile(sorted, 0.5), p975: percentile(sorted, 0.975) }
}

async function printWork(url: string, people: { one: string; all: string }): Promise<void> {
  const load = async (options: Partial<autocannon.Options> & { url: string }): Promise<Stats> => {
    const result = await autocannon({ connections: 6, duration: 3, ...options })
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${options.url}: ${result.non2xx} refused, ${result.errors} failed`)
    return { rate: result.requests.average, p50: result.latency.p50, p975: result.latency.p97_5 }
  }
  const work = (token: string) =>
    load({
      url: `http://127.0.0.1:${consolePort}${listWork.path}`,
      method: 'POST',
      headers: { 'content-type': 'application/json', token },
      body: JSON.stringify({ state: 'open', limit: 50 }),
    })
  await work(people.one)
  print(
    `\n| ${listWork.path}, ${items} items, 6 connections | requests/s | p50, ms | p97.5, ms | of its statement |\n| --- | --- | --- | --- | --- |`,
  )
  const row = (name: string, { rate, p50, p975 }: Stats, share = '') =>
    print(`| ${name} | ${Math.round(rate)} | ${p50.toFixed(0)} | ${p975.toFixed(0)} | ${share} |`)
  row('bare route', await load({ url: `http://127.0.0.1:${barePort}/bare` }))
  for (const [name, token, roles] of [
    ['the desk review', people.one, ['review']],
    ['all desks', people.all, operatorRoles],
  ] as const) {
    const statement = await loadStatement(url, roles)
    row(`its statement, ${name}`, statement)
    const own = await work(token)
    row(`the list, ${name}`, own, (own.rate / statement.rate).toFixed(2))
  }
}
