/**
 * Start and memory of a release with web and worker in production mode, on a migrated database with 20,000 orders:
 * clock and processor time until `/readyz` answers 200, resident memory then and after a load. A Fastify server
 * without routes of ours is started beside each, because cores are shared: its clock says how busy they were.
 *
 *   node bench/start.ts [folder of a release]      without one, a release is built
 *   START_LOAD_SECONDS=300 node bench/start.ts     default 60
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { languages } from '@quayside/contract'
import { freePort } from '../apps/server/src/platform/database/free-port.ts'
import { openDatabase, openOwnerPool, sql } from '../apps/server/src/platform/database/postgres.ts'
import { derivedLogins } from '../apps/server/src/platform/database/roles.ts'
import { startEmbeddedPostgres, testServerOptions } from '../tools/embedded-postgres/embedded-postgres.ts'
import { isReady, releaseSettings, runToEnd, usageOf } from '../tools/release/run-release.ts'
import { seedLoad } from './seed-load.ts'

const root = join(import.meta.dirname, '..')
const print = (line: string) => process.stdout.write(`${line}\n`)
const seconds = Number(process.env['START_LOAD_SECONDS'] ?? 60)
const folder = await mkdtemp(join(tmpdir(), 'quayside-start-'))
const postgres = await startEmbeddedPostgres(join(folder, 'postgres'), testServerOptions)
const children: ChildProcess[] = []

type Start = { clock: number; processor: number; resident: number; child: ChildProcess }
const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!

try {
  const release = process.argv[2] ?? join(folder, 'release')
  if (!process.argv[2]) await runToEnd([join(root, 'tools', 'release', 'build.ts'), release], root, process.env)
  const ownerUrl = await postgres.url('start')
  const logins = derivedLogins(ownerUrl)
  const roles = { DATABASE_URL: logins.app, DATABASE_JOBS_URL: logins.jobs }
  const { env, origin, storefrontOrigin } = await releaseSettings(release, join(folder, 'data'), roles)
  await runToEnd([join(release, 'server', 'dist', 'migrate.js')], release, { ...env, DATABASE_OWNER_URL: ownerUrl })
  const db = openDatabase(openOwnerPool(ownerUrl, { max: 1 }))
  const { token } = await seedLoad(db, 20_000, () => undefined)
  // The seed makes a database of a demo, which the server would refuse to use in production.
  await sql`delete from installation`.execute(db)
  await db.destroy()

  const start = async (
    file: string,
    at: string,
    more: Record<string, string>,
    options: string[] = [],
  ): Promise<Start> => {
    const began = performance.now()
    const child = spawn(process.execPath, [...options, file], {
      cwd: release,
      env: { ...env, ...more },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    children.push(child)
    if (!(await isReady(at, child, 5))) throw new Error(`${file} was not ready within a minute`)
    return { clock: performance.now() - began, ...(await usageOf(child)), child }
  }
  const stop = (child: ChildProcess) =>
    new Promise((done) => {
      child.once('exit', done)
      child.kill('SIGTERM')
    })

  const server = join(release, 'server', 'dist', 'main.js')
  // As the units of deploy/systemd set them.
  const cache = {
    NODE_COMPILE_CACHE: join(folder, 'cache'),
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
    MALLOC_TRIM_THRESHOLD_: '131072',
  }
  const options = ['--max-semi-space-size=4', '--heap-growing-percent=30']
  const barePort = await freePort()
  const bare = () =>
    start(join(root, 'bench', 'baseline.ts'), `http://127.0.0.1:${barePort}`, { PORT: String(barePort) })
  const ofRelease = () => start(server, origin, {})
  const warm = () => start(server, origin, cache, options)
  await stop((await warm()).child)
  const rounds: Record<string, Start[]> = { bare: [], release: [], 'release, warm compile cache': [] }
  for (let i = 0; i < 5; i += 1)
    for (const [name, one] of Object.entries({ bare, release: ofRelease, 'release, warm compile cache': warm })) {
      const made = await one()
      rounds[name]!.push(made)
      await stop(made.child)
    }
  print(`Load of the machine ${loadavg()[0]!.toFixed(1)}; medians of five starts`)
  for (const [name, starts] of Object.entries(rounds))
    print(
      `${name}: ready after ${Math.round(median(starts.map((one) => one.clock)))} ms, processor ${median(starts.map((one) => one.processor)).toFixed(2)} s, resident ${median(starts.map((one) => one.resident))} MiB`,
    )

  const { child } = await warm()
  const headers = { token, 'content-type': 'application/json' }
  // Every language, pages that no cache holds, the poll of open apps, and pages of buyers.
  const requests = languages.flatMap(({ code }, i) => [
    { path: '/order/list?status=5&limit=10&page=1' },
    { path: `/merchant/order/list?status=5&limit=20&page=${i + 2}`, headers: { ...headers, lang: code } },
    { path: '/merchant/dashboard', method: 'POST' as const, body: '{}', headers: { ...headers, lang: code } },
    { path: '/merchant/login', method: 'POST' as const, body: '{}', headers: { ...headers, lang: code } },
  ])
  const pages = languages.map(({ code }) => ({ path: `/${code}` }))
  const load = (url: string, list: { path: string }[]) =>
    autocannon({ url, connections: 5, duration: seconds, headers, requests: list })
  const outcomes = await Promise.all([load(origin, requests), load(storefrontOrigin, pages)])
  const under = await usageOf(child)
  await new Promise((wait) => setTimeout(wait, 10_000))
  const after = await usageOf(child)
  print(
    `load of ${seconds} s, ${outcomes.map((one) => Math.round(one.requests.average)).join(' and ')} requests/s (APIs and pages), ${outcomes.reduce((sum, one) => sum + one.errors + one['5xx'], 0)} failed: resident ${under.resident} MiB at its end, ${after.resident} MiB ten seconds later`,
  )
  await stop(child)
} finally {
  for (const child of children) if (child.exitCode === null) child.kill('SIGKILL')
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
