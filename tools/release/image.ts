/**
 * Builds the images of deploy/ without a registry and runs them: debootstrap makes a small Debian, the running Node is
 * added to it, and buildah builds deploy/Dockerfile and deploy/pooler/Dockerfile on it. The check then starts, on a
 * network of its own, a PostgreSQL and what compose.yaml starts: migrations, pooler, web and worker, with the addresses
 * and the commands of that file.
 *
 *   node tools/release/image.ts                                 builds a release and checks its images; at night
 *   node tools/release/image.ts <folder of a release> <file>    builds the image for `docker load -i <file>`
 *
 * Needs root on Linux, buildah and debootstrap (Debian's packages), and Debian's mirror.
 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres, testServerOptions } from '../embedded-postgres/embedded-postgres.ts'
import { skipCode } from '../programmes.ts'
import { isReady, releaseSettings } from './run-release.ts'

const root = join(import.meta.dirname, '..', '..')
/** As in the FROM of deploy/pooler/Dockerfile, and of Node's slim images. */
const suite = process.env['IMAGE_SUITE'] ?? 'trixie'
/** Isolation without cgroups and without an OCI runtime, so that it also works inside a container. */
const isolation = 'chroot'
const print = (line: string) => process.stdout.write(`${line}\n`)

function problem(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux'
  const missing = ['buildah', 'debootstrap', 'unshare', 'ip'].filter((name) => spawnSync('which', [name]).status !== 0)
  return missing.length > 0 ? `needs ${missing.join(', ')}` : null
}

/** The folder of images and containers, apart from those of this machine. */
const storeOf = (folder: string) => ['--root', join(folder, 'store'), '--runroot', join(folder, 'run')]
const environment = { ...process.env, STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: isolation }
const buildah = (folder: string, args: string[]): string =>
  execFileSync('buildah', [...storeOf(folder), ...args], {
    encoding: 'utf8',
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  }).trim()

/** A Debian image, and one with Node and the user `node`, as the official ones have. */
function buildBases(folder: string): { debian: string; node: string } {
  const debian = join(folder, 'debian')
  const { status } = spawnSync(
    'debootstrap',
    ['--variant=minbase', '--include=ca-certificates,libatomic1', suite, debian],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  if (status !== 0) throw new Error(`debootstrap ended with ${status}`)
  const commit = (name: string, prepare: (container: string) => void): string => {
    const container = buildah(folder, ['from', '--pull-never', 'scratch'])
    buildah(folder, ['add', '--quiet', container, debian, '/'])
    prepare(container)
    buildah(folder, ['commit', '--quiet', '--rm', container, name])
    return name
  }
  return {
    debian: commit('localhost/debian', () => undefined),
    node: commit('localhost/node', (container) => {
      buildah(folder, ['add', '--quiet', '--chmod', '755', container, process.execPath, '/usr/local/bin/node'])
      buildah(folder, ['run', container, '--', 'useradd', '--uid', '1000', '--create-home', 'node'])
    }),
  }
}

/** Builds a Dockerfile of deploy/ on `base`, which stands for its FROM. */
const build = (folder: string, name: string, { file, base, context }: Record<'file' | 'base' | 'context', string>) =>
  buildah(folder, [
    ...`build --quiet --format docker --isolation ${isolation} --pull-never`.split(' '),
    '--from',
    base,
    '--file',
    file,
    '--tag',
    name,
    context,
  ])

function buildRelease(folder: string): string {
  const release = join(folder, 'release')
  execFileSync(process.execPath, [join(root, 'tools', 'release', 'build.ts'), release], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return release
}

type Config = { User: string; Cmd: string[]; Env: string[]; WorkingDir: string; Healthcheck?: { Test: string[] } }
const configOf = (folder: string, image: string): Config =>
  (
    JSON.parse(buildah(folder, ['inspect', '--type', 'image', image])) as {
      Docker: { config: Config }
    }
  ).Docker.config

/** Runs a container on the network of this process, with the hosts of compose.yaml at loopback. */
function start(
  folder: string,
  image: string,
  env: Record<string, string>,
  command: string[],
  log: 'inherit' | 'ignore' = 'inherit',
): ChildProcess {
  const container = buildah(folder, ['from', '--pull-never', image])
  const settings = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  return spawn(
    'buildah',
    [
      ...storeOf(folder),
      ...`run --isolation ${isolation} --network host --no-hosts --volume`.split(' '),
      `${join(folder, 'hosts')}:/etc/hosts:ro`,
      // The volume `files` of compose.yaml.
      '--volume',
      `${join(folder, 'files')}:/data`,
      ...settings,
      container,
      '--',
      ...command,
    ],
    { env: environment, stdio: ['ignore', log, log] },
  )
}
const endOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((done) => (child.exitCode === null ? child.once('exit', done) : done(child.exitCode)))

/** The addresses of the database in compose.yaml, with these passwords. */
function addresses(passwords: Record<string, string>): Record<string, string> {
  const compose = readFileSync(join(root, 'deploy', 'compose.yaml'), 'utf8')
  return Object.fromEntries(
    [...compose.matchAll(/^ +(DATABASE_\w*URL): (.+)$/gm)].map(([, name, value]) => [
      name!,
      value!.replaceAll(/\$\{(\w+)[^}]*\}/g, (_whole, variable: string) => passwords[variable]!),
    ]),
  )
}

/** On a network of its own: what compose.yaml starts. */
async function check(folder: string): Promise<number> {
  let failed = 0
  let passed = 0
  const holds = (what: string, ok: boolean, found: unknown = ''): void => {
    if (ok) passed += 1
    else failed += 1
    print(`${ok ? 'ok     ' : 'FAILED '} ${what}${ok || found === '' ? '' : `: ${String(found)}`}`)
  }
  const word = () => randomBytes(18).toString('hex')
  const passwords = { DATABASE_OWNER_PASSWORD: word(), APP_PASSWORD: word(), JOBS_PASSWORD: word() }
  const rules = join(folder, 'pg_hba.conf')
  writeFileSync(rules, 'local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n')
  writeFileSync(join(folder, 'hosts'), '127.0.0.1 localhost database pooler\n')
  for (const file of [rules, join(folder, 'hosts')]) chmodSync(file, 0o644)
  // The user `node` of the image.
  mkdirSync(join(folder, 'files'))
  chownSync(join(folder, 'files'), 1000, 1000)
  const postgres = await startEmbeddedPostgres(join(folder, 'postgres'), [
    ...testServerOptions,
    'listen_addresses=127.0.0.1',
    'port=5432',
    `hba_file=${rules}`,
  ])
  const running: ChildProcess[] = []
  try {
    const client = new pg.Client({ connectionString: await postgres.url('postgres') })
    await client.connect()
    await client.query(`create role quayside_owner login superuser password '${passwords.DATABASE_OWNER_PASSWORD}'`)
    await client.query('create database quayside owner quayside_owner')
    await client.end()

    const { DATABASE_OWNER_URL: owner, ...urls } = addresses(passwords)
    const { env } = await releaseSettings('/app', '/data', urls)
    // The image says where the apps and the files are.
    for (const name of Object.keys(env))
      if (
        /^(PATH|QUAYSIDE_DATA|QUAYSIDE_(CONSOLE_|STOREFRONT_)?STATIC|HOST|PORT|QUAYSIDE_\w+_PORT|QUAYSIDE_MODE)$/.test(
          name,
        )
      )
        delete env[name]
    env['QUAYSIDE_CARD_KEY'] ??= randomBytes(32).toString('base64')
    const { Cmd: command, User: user, Healthcheck: health } = configOf(folder, 'quayside')
    holds('the image runs as node, and says how its health is read', user === 'node' && health?.Test[0] === 'CMD')

    const migrate = ['node', 'server/dist/migrate.js']
    const migrated = await endOf(start(folder, 'quayside', { ...env, DATABASE_OWNER_URL: owner! }, migrate))
    holds('the migrations end with code 0', migrated === 0, migrated)
    const pooler = start(
      folder,
      'quayside-pooler',
      { APP_PASSWORD: passwords.APP_PASSWORD },
      configOf(folder, 'quayside-pooler').Cmd,
      'ignore',
    )
    running.push(pooler)
    const began = performance.now()
    const web = start(folder, 'quayside', { ...env, QUAYSIDE_RUNS: 'web' }, command)
    running.push(web)
    const ready = await isReady('http://127.0.0.1:3000', web)
    holds('/readyz of the web answers 200, through the pooler', ready)
    print(`        ready after ${Math.round(performance.now() - began)} ms`)
    const worker = start(
      folder,
      'quayside',
      { ...env, QUAYSIDE_RUNS: 'worker', QUAYSIDE_METRICS_PORT: '9464' },
      command,
    )
    running.push(worker)
    for (const [name, port, part] of [
      ['shop', 3000, 'id="root"'],
      ['console', 3001, 'id="root"'],
      ['storefront', 3002, '<html lang="en"'],
    ] as const) {
      const answer = await fetch(`http://127.0.0.1:${port}/${name === 'storefront' ? 'en' : ''}`, {
        headers: { accept: 'text/html' },
      })
      holds(`the page of the ${name}`, answer.status === 200 && (await answer.text()).includes(part), answer.status)
    }
    const figures = async () => (await fetch('http://127.0.0.1:9464/metrics')).text()
    let metrics = ''
    for (let turn = 0; turn < 100 && !metrics.includes('quayside_figures_readable 1'); turn += 1) {
      metrics = await figures().catch(() => '')
      await new Promise((wait) => setTimeout(wait, 200))
    }
    holds('the worker runs and reads its figures', metrics.includes('quayside_figures_readable 1'))
    const probe = await endOf(start(folder, 'quayside', env, health!.Test.slice(1)))
    holds('the health check of the image passes', probe === 0, probe)
    // The processes that buildah puts around a container name the command too, after their own name.
    const found = spawnSync('pgrep', ['-u', '1000', '-f', '^[^ ]*node .*server/dist/main.js'], { encoding: 'utf8' })
    const pids = found.stdout.trim().split('\n').filter(Boolean).map(Number)
    holds('web and worker run as the user of the image', pids.length === 2, pids.length)
    for (const pid of pids) process.kill(pid, 'SIGTERM')
    // What found no process waits for none.
    const codes = pids.length === 2 ? await Promise.all([endOf(web), endOf(worker)]) : ['not asked']
    holds(
      'SIGTERM ends both with code 0',
      codes.every((code) => code === 0),
      codes,
    )
  } finally {
    for (const child of running) child.kill('SIGKILL')
    await postgres.stop()
  }
  print(`\n${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

/** Below the network of the check: builds, then runs this program again inside. */
function buildAndCheck(): number {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-images-'))
  chmodSync(folder, 0o755)
  try {
    const release = buildRelease(folder)
    const bases = buildBases(folder)
    build(folder, 'quayside', { file: join(release, 'deploy', 'Dockerfile'), base: bases.node, context: release })
    build(folder, 'quayside-pooler', {
      file: join(release, 'deploy', 'pooler', 'Dockerfile'),
      base: bases.debian,
      context: join(release, 'deploy', 'pooler'),
    })
    print(buildah(folder, ['images', '--format', '        {{.Name}} {{.Size}}']))
    const { status } = spawnSync(
      'unshare',
      [
        ...'--net --mount --pid --fork --kill-child --mount-proc'.split(' '),
        'sh',
        '-c',
        'ip link set lo up && exec "$@"',
        'sh',
        process.execPath,
        import.meta.filename,
        '--inside',
        folder,
      ],
      { stdio: 'inherit' },
    )
    return status ?? 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The image of a release as a file. */
function archive(release: string, file: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-images-'))
  try {
    const { node } = buildBases(folder)
    build(folder, 'quayside', { file: join(release, 'deploy', 'Dockerfile'), base: node, context: resolve(release) })
    rmSync(file, { force: true })
    buildah(folder, ['push', '--quiet', 'quayside', `docker-archive:${resolve(file)}:quayside:latest`])
    print(file)
    return 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const [, , first, second] = process.argv
const reason = problem()
if (reason) {
  print(`skipped: ${reason}`)
  process.exit(skipCode)
}
process.exit(first === '--inside' ? await check(second!) : first && second ? archive(first, second) : buildAndCheck())
