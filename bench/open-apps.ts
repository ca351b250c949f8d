/**
 * Many open apps on one process, and what a restart of the server costs then: `node bench/open-apps.ts [folder of a
 * release]`; without one, a release is built. Each app holds a live stream open and polls its badge every three
 * seconds, and at once when its stream names a change. It runs a release in production mode, so that each request
 * counts for the limits; each app has an address of its own. Figures are those of the apps, which send over bare
 * sockets from one other process; how late that process itself was is printed beside them.
 *
 *   BENCH_APPS=5000 BENCH_SECONDS=30 node bench/open-apps.ts
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { livePath, listOrders } from '@quayside/contract'
import { openDatabase, openOwnerPool, sql } from '../apps/server/src/platform/database/postgres.ts'
import { derivedLogins } from '../apps/server/src/platform/database/roles.ts'
import { startEmbeddedPostgres, testServerOptions } from '../tools/embedded-postgres/embedded-postgres.ts'
import { isReady, releaseSettings, runToEnd, usageOf } from '../tools/release/run-release.ts'
import { seedLoad } from './seed-load.ts'

const root = join(import.meta.dirname, '..')
const print = (line: string) => process.stdout.write(`${line}\n`)
const wanted = Number(process.env['BENCH_APPS'] ?? 5000)
const seconds = Number(process.env['BENCH_SECONDS'] ?? 30)
/** Milliseconds between two polls of an app, and how many shops change in a second. */
const pollInterval = 3000
const changesPerSecond = 20
const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))
const about = (milliseconds: number) => milliseconds * (0.85 + 0.3 * Math.random())

/** What happened to the polls since the last `reset`. `seen`: failed at each attempt, so that the app says so. */
const polls = { times: [] as number[], failed: 0, refused: 0, seen: 0 }
const reset = () => Object.assign(polls, { times: [], failed: 0, refused: 0, seen: 0 })
/** As `packages/client/src/query-client.ts`: further attempts of a query whose data is on screen. */
const maxRetries = 5
const retryDelay = (count: number) => Math.min(1000 * 2 ** count, 4000) * (0.5 + Math.random())
const percentile = (share: number): string => {
  const times = polls.times.toSorted((a, b) => a - b)
  return (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN).toFixed(1)
}

let port = 0
let streams = 0
let ended = false
let received = 0

/** One open app: a socket for its stream and one for its polls, as a browser has them behind a proxy. */
class OpenApp {
  readonly #head: string
  #poll: Socket | undefined
  #sentAt = 0
  #answer = ''
  #again = false
  #retry = 1000
  #attempts = 0

  constructor(token: string, number: number) {
    const address = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
    this.#head = `host: shop.quayside-release.com\r\ntoken: ${token}\r\nx-forwarded-for: ${address}\r\naccept-encoding: gzip, deflate, br\r\n\r\n`
    this.#openStream()
    setTimeout(() => this.#tick(), Math.random() * pollInterval)
  }

  #openStream(): void {
    if (ended) return
    const socket = connect(port, '127.0.0.1')
    let isOpen = false
    socket.on('connect', () => socket.write(`GET ${livePath} HTTP/1.1\r\n${this.#head}`))
    socket.setEncoding('latin1')
    socket.on('data', (data: string) => {
      if (!isOpen && data.startsWith('HTTP/1.1 200')) {
        isOpen = true
        streams += 1
      }
      if (!data.includes('data: ')) return
      received += 1
      this.#retry = 1000
      this.#send()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (isOpen) streams -= 1
      // As `packages/client/src/live.ts`.
      setTimeout(() => this.#openStream(), this.#retry * (0.5 + Math.random()))
      this.#retry = Math.min(this.#retry * 2, 30_000)
    })
  }

  #tick(): void {
    if (ended) return
    this.#send()
    setTimeout(() => this.#tick(), about(pollInterval))
  }

  /** Polls, or notes that it has to poll again. */
  #send(): void {
    if (this.#sentAt > 0) {
      this.#again = true
      return
    }
    this.#sentAt = performance.now()
    this.#answer = ''
    const socket = (this.#poll ??= this.#connectPoll())
    socket.write(`GET ${listOrders.alias}?status=5&limit=10&page=1 HTTP/1.1\r\n${this.#head}`)
  }

  #connectPoll(): Socket {
    const socket = connect(port, '127.0.0.1')
    socket.setEncoding('latin1')
    socket.on('data', (data: string) => {
      this.#answer += data
      const end = this.#answer.indexOf('\r\n\r\n')
      if (end === -1) return
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(this.#answer.slice(0, end + 2))?.[1])
      if (!(this.#answer.length >= end + 4 + length)) return
      if (this.#answer.startsWith('HTTP/1.1 200')) {
        polls.times.push(performance.now() - this.#sentAt)
        this.#attempts = 0
        this.#done()
      } else if (this.#answer.startsWith('HTTP/1.1 503')) this.#tryAgain()
      else {
        polls.refused += 1
        this.#done()
      }
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      this.#poll = undefined
      if (this.#sentAt === 0) return
      polls.failed += 1
      this.#tryAgain()
    })
    return socket
  }

  /** Waits and sends the poll again; meanwhile the app sends no other. */
  #tryAgain(): void {
    if (ended) return
    this.#attempts += 1
    if (this.#attempts > maxRetries) {
      polls.seen += 1
      this.#attempts = 0
      this.#done()
      return
    }
    setTimeout(
      () => {
        this.#sentAt = 0
        this.#send()
      },
      retryDelay(this.#attempts - 1),
    )
  }

  #done(): void {
    this.#sentAt = 0
    if (!this.#again) return
    this.#again = false
    this.#send()
  }
}

const folder = await mkdtemp(join(tmpdir(), 'quayside-apps-'))
const postgres = await startEmbeddedPostgres(join(folder, 'postgres'), testServerOptions)
const children: ChildProcess[] = []
try {
  const release = process.argv[2] ?? join(folder, 'release')
  if (!process.argv[2]) await runToEnd([join(root, 'tools', 'release', 'build.ts'), release], root, process.env)
  const ownerUrl = await postgres.url('apps')
  const logins = derivedLogins(ownerUrl)
  const roles = { DATABASE_URL: logins.app, DATABASE_JOBS_URL: logins.jobs }
  const { env, origin } = await releaseSettings(release, join(folder, 'data'), roles)
  port = Number(new URL(origin).port)
  await runToEnd([join(release, 'server', 'dist', 'migrate.js')], release, { ...env, DATABASE_OWNER_URL: ownerUrl })
  const db = openDatabase(openOwnerPool(ownerUrl, { max: 1 }))
  await seedLoad(db, 20_000, () => undefined)
  // The seed makes a database of a demo, which the server would refuse to use in production.
  await sql`delete from installation`.execute(db)
  const tokens = Array.from({ length: wanted }, () => randomBytes(24).toString('base64url'))
  await sql`insert into merchant (id, shop_id, email, phone, password_hash, payment_password_hash, created_at)
    select uuidv7(), s.id, s.code || '@merchant.example', '+2' || right(s.code, 5), 'none', 'none', now() from shop s
    where not exists (select from merchant m where m.shop_id = s.id)`.execute(db)
  await sql`insert into session (token_hash, who, subject_id, shop_id, created_at, used_at, expires_at)
    select t.hash, 'merchant', m.id, m.shop_id, now(), now(), now() + interval '30 days'
    from unnest(${tokens.map((token) => createHash('sha256').update(token).digest())}::bytea[]) with ordinality t (hash, n)
      join (select id, shop_id, row_number() over (order by shop_id) as n from merchant) m on m.n = 1 + t.n % 1000`.execute(
    db,
  )
  const shops = (await sql<{ id: string }>`select id from shop`.execute(db)).rows.map(({ id }) => id)

  const start = () => {
    const child = spawn(process.execPath, [join(release, 'server', 'dist', 'main.js')], {
      cwd: release,
      // As the units of deploy/systemd set them.
      env: { ...env, NODE_COMPILE_CACHE: join(folder, 'cache'), MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    children.push(child)
    return child
  }
  const stop = (child: ChildProcess) =>
    new Promise((done) => {
      child.once('exit', done)
      child.kill('SIGTERM')
    })
  // Once before, so that the compile cache is warm.
  const first = start()
  if (!(await isReady(origin, first, 5))) throw new Error('the server was not ready within a minute')
  await stop(first)
  let server = start()
  if (!(await isReady(origin, server, 5))) throw new Error('the server was not ready within a minute')

  const own = monitorEventLoopDelay({ resolution: 1 })
  own.enable()
  const changing = setInterval(() => {
    const shop = shops[Math.floor(Math.random() * shops.length)]!
    sql`select note_change(${`${shop} orders`})`
      .execute(db)
      .then(() => sql`select pg_notify('quayside', '')`.execute(db))
      .catch(() => undefined)
  }, 1000 / changesPerSecond)
  const report = async (name: string, since: { at: number; processor: number }) => {
    const { resident, processor } = await usageOf(server)
    const lasted = (performance.now() - since.at) / 1000
    print(
      `${name}: ${streams} streams, ${Math.round(polls.times.length / lasted)} polls/s, p50 ${percentile(0.5)} ms, p99 ${percentile(0.99)} ms, largest ${percentile(1)} ms; ${polls.failed} attempts failed, ${polls.seen} polls failed as a person sees it, ${polls.refused} refused; ${received} events; server ${Math.round((100 * (processor - since.processor)) / lasted)} % of a core, ${resident} MiB; the apps' own process was late by ${(own.percentile(99) / 1e6).toFixed(1)} ms at p99`,
    )
    own.reset()
    received = 0
    reset()
    return { at: performance.now(), processor }
  }
  const areAllOpen = () => streams >= wanted
  const allStreams = async (most: number): Promise<void> => {
    for (const until = performance.now() + most; !areAllOpen() && performance.now() < until;) await wait(20)
  }

  print(
    `Load of the machine ${loadavg()[0]!.toFixed(1)}; ${wanted} apps of ${shops.length} shops, ${changesPerSecond} changes/s`,
  )
  const before = await usageOf(server)
  print(`without apps: ${before.resident} MiB`)
  let since = { at: performance.now(), processor: before.processor }
  for (let n = 0; n < wanted; n += 1) {
    void new OpenApp(tokens[n]!, n)
    if (n % 50 === 49) await wait(100)
  }
  await allStreams(20_000)
  since = await report('opening', since)
  await wait(seconds * 1000)
  since = await report('open', since)

  const stopped = performance.now()
  await stop(server)
  const exited = performance.now()
  server = start()
  if (!(await isReady(origin, server, 5))) throw new Error('the server was not ready within a minute')
  const ready = performance.now()
  await allStreams(60_000)
  print(
    `restart: the old server ended after ${((exited - stopped) / 1000).toFixed(1)} s, the new one was ready ${((ready - exited) / 1000).toFixed(1)} s later, and all streams were open ${((performance.now() - ready) / 1000).toFixed(1)} s after that`,
  )
  await wait(3000)
  since = await report('restart, until three seconds after', { at: stopped, processor: 0 })
  await wait(15_000)
  await report('after it', since)
  clearInterval(changing)
  ended = true
  await stop(server)
  await db.destroy()
} finally {
  ended = true
  for (const child of children) if (child.exitCode === null) child.kill('SIGKILL')
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exit(0)
