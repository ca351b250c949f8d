/**
 * The console with a queue of 10,000 items (`BENCH_ITEMS`): `node bench/console.ts`. It needs the built console
 * (`vite build apps/console`). Bytes of its scripts; the list of work, of one desk and of all, against its statement
 * and a bare Fastify route of the same run; and the time from a key press to the next item painted, in Chromium.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { chromium } from 'playwright-core'
import { listWork, operatorRoles, type OperatorRole } from '../packages/contract/src/index.ts'
import { newId } from '../apps/server/src/platform/ids.ts'
import { migrate } from '../apps/server/src/platform/migrate.ts'
import { openDatabase, openOwnerPool, sql } from '../apps/server/src/platform/postgres.ts'
import { findBrowser } from '../tools/browser.ts'
import { startEmbeddedPostgres } from '../tools/embedded-postgres/embedded-postgres.ts'

const root = join(import.meta.dirname, '..')
const items = Number(process.env['BENCH_ITEMS'] ?? 10_000)
const print = (line: string) => process.stdout.write(`${line}\n`)
const [port, barePort, consolePort] = [4731, 4732, 4733]
const origin = `http://localhost:${consolePort}`
const dist = join(root, 'apps', 'console', 'dist')
/** The module of the queue. */
const ofWork = join(root, 'apps', 'server', 'src', 'modules', 'work')

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
  // The server's clock has milliseconds, and so has the cursor of a page.
  await sql`with made as (
      insert into shop (id, code, name, created_at) select uuidv7(), 'B' || lpad(g::text, 7, '0'), 'Shop ' || g, now()
        from generate_series(1, ${items}::int) g returning id, code, name)
    , people as (
      insert into merchant (id, shop_id, email, phone, password_hash, created_at)
        select uuidv7(), id, lower(code) || '@merchant.example', '+1' || code, 'none', now() from made)
    insert into registration (shop_id, state, shop_name, address, country, real_name, submitted_at, created_at)
      select id, 'submitted', name, '1 Quay Street', 'IE', 'Ada of ' || name, date_trunc('milliseconds', now() - random() * interval '40 hours'), now() - interval '41 hours' from made`.execute(
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
  await printWork(url, people)
  await printKeys(people.one)
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

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0
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

/** From the event of the key J to the frame that shows the next registration, whose data was fetched ahead. */
async function printKeys(token: string): Promise<void> {
  const executablePath = await findBrowser(print)
  if (!executablePath) throw new Error('no Chromium: the keys are not measured')
  const browser = await chromium.launch({ executablePath })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.addInitScript((given) => localStorage.setItem('token', given), token)
  await page.goto(`${origin}/registrations`)
  await page.locator('.queue-row').first().waitFor()
  await page.evaluate(() => {
    const painted: number[] = []
    Object.assign(window, { painted })
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        const title = () => document.querySelector('article h2')?.textContent
        const before = title()
        const look = () => {
          // The frame after the one in which the new title stands: it was painted before.
          if (title() && title() !== before)
            requestAnimationFrame(() => requestAnimationFrame(() => painted.push(performance.now() - timeStamp)))
          else if (performance.now() - timeStamp < 5000) requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      },
      { capture: true },
    )
  })
  for (let pressed = 1; pressed <= 60; pressed += 1) {
    await page.keyboard.press('j')
    await page.waitForFunction((n) => (window as unknown as { painted: number[] }).painted.length >= n, pressed, {
      timeout: 10_000,
    })
    // A person reads; meanwhile the data of the next item arrives.
    await page.waitForTimeout(250)
  }
  const times = await page.evaluate(() => (window as unknown as { painted: number[] }).painted)
  await browser.close()
  // The first item was not fetched ahead.
  const sorted = times.slice(1).toSorted((a, b) => a - b)
  print(`\n| key J to the next item painted, ${sorted.length} times | ms |\n| --- | --- |`)
  for (const [name, share] of [
    ['p50', 0.5],
    ['p95', 0.95],
    ['longest', 1],
  ] as const)
    print(`| ${name} | ${percentile(sorted, share).toFixed(0)} |`)
}
