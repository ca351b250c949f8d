/**
 * The console with a queue of 10,000 items (`BENCH_ITEMS`): `node bench/console.ts`. It needs the built console
 * (`vite build apps/console`). Bytes of its scripts; the list of work, of one desk and of all, against its statement and
 * a bare Fastify route of the same run; and the time from a key press to the painted item, from a trace of Chromium.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { listWork } from '../packages/contract/src/index.ts'
import { newId } from '../apps/server/src/platform/ids.ts'
import { migrate } from '../apps/server/src/platform/migrate.ts'
import { openDatabase, openOwnerPool, sql } from '../apps/server/src/platform/postgres.ts'
import { startEmbeddedPostgres } from '../tools/embedded-postgres/embedded-postgres.ts'

const root = join(import.meta.dirname, '..')
const items = Number(process.env['BENCH_ITEMS'] ?? 10_000)
const print = (line: string) => process.stdout.write(`${line}\n`)
const [port, barePort, consolePort] = [4731, 4732, 4733]
const origin = `http://localhost:${consolePort}`
const dist = join(root, 'apps', 'console', 'dist')

const folder = await mkdtemp(join(tmpdir(), 'quayside-bench-'))
const postgres = await startEmbeddedPostgres(folder, ['synchronous_commit=off'])
const children: ChildProcess[] = []
try {
  await printBytes()
  const url = await postgres.url('bench')
  await migrate(url)
  const db = openDatabase(openOwnerPool(url, { max: 1 }))
  const token = randomBytes(24).toString('base64url')
  const operator = newId()
  await sql`insert into operator (id, name, email, password_hash, password_chosen_at, may_approve_from, created_at)
    values (${operator}, 'Bench', 'bench@platform.example', 'none', now(), to_timestamp(0), now())`.execute(db)
  await sql`insert into operator_desk (operator_id, desk, granted_at) values (${operator}, 'review', now())`.execute(db)
  await sql`insert into operator_passkey (id, operator_id, name, public_key, counter, transports, backup_eligible, backed_up, aaguid, created_at)
    values ('\\x01', ${operator}, 'Bench', '\\x01', 0, '{}', true, false, ${newId()}, now())`.execute(db)
  await sql`insert into session (token_hash, who, subject_id, created_at, used_at, expires_at, second_factor_at)
    values (${createHash('sha256').update(token).digest()}, 'operator', ${operator}, now(), now(), now() + interval '1 day', now())`.execute(
    db,
  )
  await sql`with made as (
      insert into shop (id, code, name, created_at) select uuidv7(), 'B' || lpad(g::text, 7, '0'), 'Shop ' || g, now()
        from generate_series(1, ${items}::int) g returning id, code, name)
    , people as (
      insert into merchant (id, shop_id, email, phone, password_hash, created_at)
        select uuidv7(), id, lower(code) || '@merchant.example', '+1' || code, 'none', now() from made)
    insert into registration (shop_id, state, shop_name, address, country, real_name, submitted_at, created_at)
      select id, 'submitted', name, '1 Quay Street', 'IE', 'Ada Quay', now() - random() * interval '40 hours', now() - interval '41 hours' from made`.execute(
    db,
  )
  await sql`analyze`.execute(db)
  await db.destroy()

  await start('apps/server/src/main.ts', {
    QUAYSIDE_MODE: 'demo',
    QUAYSIDE_DATA: folder,
    QUAYSIDE_LOG: 'error',
    QUAYSIDE_RUNS: 'web',
    QUAYSIDE_CONSOLE_STATIC: dist,
    QUAYSIDE_CONSOLE_URL: origin,
    QUAYSIDE_CONSOLE_PORT: String(consolePort),
    QUAYSIDE_STOREFRONT_PORT: '0',
    QUAYSIDE_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
    QUAYSIDE_PIN_KEY: Buffer.alloc(32, 2).toString('base64'),
    QUAYSIDE_WEBHOOK_SECRET: 'bench',
    DATABASE_URL: url,
    PORT: String(port),
  })
  await start('bench/baseline.ts', { PORT: String(barePort) })
  await printWork(token)
} finally {
  for (const child of children) child.kill('SIGTERM')
  await new Promise((done) => setTimeout(done, 500))
  await postgres.discard()
  await rm(folder, { recursive: true, force: true })
}
process.exit(0)

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

/** Compressed bytes of the scripts: what the page loads first, the largest desk, and all. */
async function printBytes(): Promise<void> {
  const assets = join(dist, 'assets')
  const files = (await readdir(assets)).filter((name) => name.endsWith('.js.br'))
  const size = async (name: string) => (await stat(join(assets, name))).size
  const page = await readFile(join(dist, 'index.html'), 'utf8')
  const first = files.filter((name) => page.includes(name.replace(/\.br$/, '')))
  const sum = async (names: readonly string[]) => (await Promise.all(names.map(size))).reduce((a, b) => a + b, 0)
  const desks = files.filter((name) => name.includes('Desk-'))
  const largest = (await Promise.all(desks.map(async (name) => ({ name, bytes: await size(name) })))).toSorted(
    (a, b) => b.bytes - a.bytes,
  )[0]
  const kb = (bytes: number) => (bytes / 1000).toFixed(1)
  print(`\n| scripts, brotli | kB |\n| --- | --- |`)
  print(`| what the page loads first | ${kb(await sum(first))} |`)
  print(`| the largest file of a desk (${largest?.name.split('-')[0]}) | ${kb(largest?.bytes ?? 0)} |`)
  print(`| all files | ${kb(await sum(files))} |`)
}

async function printWork(token: string): Promise<void> {
  const load = async (options: Partial<autocannon.Options> & { url: string }) => {
    const result = await autocannon({ connections: 6, duration: 3, ...options })
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${options.url}: ${result.non2xx} refused, ${result.errors} failed`)
    return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
  }
  const work = () =>
    load({
      url: `http://127.0.0.1:${consolePort}${listWork.path}`,
      method: 'POST',
      headers: { 'content-type': 'application/json', token },
      body: JSON.stringify({ state: 'open', limit: 50 }),
    })
  await work()
  const bare = await load({ url: `http://127.0.0.1:${barePort}/bare` })
  const own = await work()
  print(
    `\n| ${listWork.path}, ${items} items, 6 connections | requests/s | p50, ms | p99, ms |\n| --- | --- | --- | --- |`,
  )
  print(`| list of work | ${Math.round(own.rate)} | ${own.p50} | ${own.p99} |`)
  print(`| bare route | ${Math.round(bare.rate)} | ${bare.p50} | ${bare.p99} |`)
}
