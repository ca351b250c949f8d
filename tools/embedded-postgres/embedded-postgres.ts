/**
 * Runs PostgreSQL on a machine that has none: the real server, from the package registry, in a folder of the project.
 * For development, tests and the demo. With DATABASE_URL set, nothing imports this file.
 * Why an own runner: docs/decisions/0003-own-embedded-postgres-runner.md.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chownSync, closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { access, chmod, chown, cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { platform, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../../apps/server/src/platform/database/free-port.ts'

const run = promisify(execFile)

export type EmbeddedPostgres = {
  /** Connection string of a database of this server. Creates the database if it does not exist. */
  url(database: string): Promise<string>
  /** Process id of the PostgreSQL server. */
  pid: number
  stop(): Promise<void>
  /** Stops the server and deletes all its files, also those outside the folder. */
  discard(): Promise<void>
}

/** Settings for tests only: fast, but a power cut loses data. */
export const testServerOptions = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  // Tests count statements and the pages that they read.
  'shared_preload_libraries=pg_stat_statements',
  // Four workers, each with a server of twenty connections and as many of its tests.
  'max_connections=250',
]

const onWindows = platform() === 'win32'
const user = 'quayside'
/** Longest wait for the server's first answer, in milliseconds. It includes recovery after a crash. */
const startTimeout = 60_000
/** The oldest PostgreSQL that the migrations run on: they use `uuidv7()` and `returning old.…, new.…`. */
const minServerVersion = 18

/**
 * Starts PostgreSQL on `folder`, or takes over a server that a killed process left running there.
 * The server listens on a Unix socket in a folder that only its own user may enter, so it needs no password.
 * Windows has no such sockets: there it listens on 127.0.0.1 with a random password.
 */
export async function startEmbeddedPostgres(
  folder: string,
  settings: readonly string[] = [],
  log: (line: string) => void = () => {},
): Promise<EmbeddedPostgres> {
  const home = await homeFor(resolve(folder))
  const data = join(home.folder, 'data')
  const socketDir = socketDirOf(data)
  if (socketDir) {
    await mkdir(socketDir, { recursive: true, mode: 0o700 })
    if (home.uid !== undefined) await chown(socketDir, home.uid, home.gid!)
  }
  const passwordFile = join(home.folder, 'password')
  const owner = home.uid === undefined ? {} : { uid: home.uid, gid: home.gid }

  if (!existsSync(join(data, 'PG_VERSION'))) {
    log('creating the database folder')
    await rm(data, { recursive: true, force: true })
    const password = randomBytes(18).toString('base64url')
    await writeFile(passwordFile, password, { mode: 0o600 })
    if (home.uid !== undefined) await chown(passwordFile, home.uid, home.gid!)
    await run(
      join(home.native, 'bin', onWindows ? 'initdb.exe' : 'initdb'),
      [
        '-D',
        data,
        '-U',
        user,
        onWindows ? '--auth=scram-sha-256' : '--auth=trust',
        `--pwfile=${passwordFile}`,
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--no-instructions',
        '--no-sync',
      ],
      { ...owner, cwd: home.folder },
    )
  }

  let port = 5432
  const urlOf = (database: string) => urlAt(home.folder, port, database)
  const logFile = join(home.folder, 'postgres.log')
  const spawnServer = async (): Promise<ChildProcess> => {
    if (onWindows) port = await freePort()
    const listen = socketDir
      ? ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${socketDir}`]
      : ['-c', 'listen_addresses=127.0.0.1', '-c', `port=${port}`]
    const out = openSync(logFile, 'a', 0o600)
    if (home.uid !== undefined) chownSync(logFile, home.uid, home.gid!)
    // Detached, so that Ctrl-C in the terminal does not reach the database: this program stops it last, in order.
    const child = spawn(
      join(home.native, 'bin', onWindows ? 'postgres.exe' : 'postgres'),
      ['-D', data, ...listen, '-c', 'max_connections=120', ...settings.flatMap((s) => ['-c', s])],
      {
        ...owner,
        cwd: home.folder,
        detached: true,
        stdio: ['ignore', out, out],
      },
    )
    closeSync(out)
    child.on('error', () => undefined)
    child.unref()
    return child
  }

  // After a kill, sessions of the old server may hold its shared memory for some seconds.
  // A new server then exits at once, so it is started again until the deadline.
  let child: ChildProcess | undefined
  let tookOver = false
  const deadline = performance.now() + startTimeout
  while (true) {
    const running = await readPid(data)
    const childRuns = child && child.exitCode === null && child.signalCode === null
    if (running) {
      port = running.port || port
      if (!child && !tookOver) log('taking over the database server that is already running')
      tookOver = true
    } else if (!childRuns) child = await spawnServer()
    if (await isReachable(urlOf('postgres'))) break
    if (performance.now() > deadline) {
      const logText = await readFile(logFile, 'utf8').catch(() => '')
      throw new Error(
        `embedded-postgres: the server did not answer within ${startTimeout / 1000} s\n${logText.split('\n').slice(-10).join('\n')}`,
      )
    }
    await new Promise((done) => setTimeout(done, childRuns || running ? 50 : 250))
  }

  const pid = (await readPid(data))!.pid
  const stop = async () => {
    try {
      process.kill(pid, 'SIGINT')
    } catch {
      return
    }
    for (let waited = 0; waited < 30_000 && isAlive(pid); waited += 20)
      await new Promise((done) => setTimeout(done, 20))
  }

  return {
    pid,
    async url(database) {
      const client = new pg.Client({ connectionString: urlOf('postgres') })
      await client.connect()
      try {
        const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
        if (!rowCount) await client.query(`create database ${client.escapeIdentifier(database)}`)
      } finally {
        await client.end()
      }
      return urlOf(database)
    },
    stop,
    async discard() {
      await stop()
      for (const path of [resolve(folder), home.root, socketDir])
        if (path) await rm(path, { recursive: true, force: true })
    },
  }
}

/**
 * Where the server of this folder has its data and its socket, and the user that runs it (undefined: this process's
 * user). For programs that copy the data of one server to another.
 */
export async function embeddedHome(
  folder: string,
): Promise<{ data: string; socketDir: string | null; uid?: number | undefined; gid?: number | undefined }> {
  const home = await homeFor(resolve(folder))
  const data = join(home.folder, 'data')
  return { data, socketDir: socketDirOf(data), uid: home.uid, gid: home.gid }
}

/** Connection string of a database of the server that runs on this folder, or null if none runs. Starts no server. */
export async function runningPostgres(folder: string, database: string): Promise<string | null> {
  if (!existsSync(resolve(folder))) return null
  const home = await homeFor(resolve(folder))
  const running = await readPid(join(home.folder, 'data'))
  return running ? urlAt(home.folder, running.port, database) : null
}

const socketDirOf = (data: string): string | null =>
  onWindows ? null : join(tmpdir(), `quayside-${createHash('sha256').update(data).digest('hex').slice(0, 16)}`)

/** `home` is the folder that holds the data and, on Windows, the password. */
function urlAt(home: string, port: number, database: string): string {
  const socketDir = socketDirOf(join(home, 'data'))
  return socketDir
    ? `postgres://${user}@/${database}?host=${encodeURIComponent(socketDir)}`
    : `postgres://${user}:${encodeURIComponent(readFileSync(join(home, 'password'), 'utf8'))}@127.0.0.1:${port}/${database}`
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The server that runs on this folder, if any. The pid file survives a kill, so the process must be a postgres. */
async function readPid(data: string): Promise<{ pid: number; port: number } | null> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!pid || !isAlive(pid)) return null
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null)
  if (command !== null && !command.includes('postgres')) return null
  return { pid, port: Number(lines[3]) }
}

async function isReachable(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The folder with `bin` and `lib` of this machine's PostgreSQL. */
export async function postgresBinaries(): Promise<string> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${process.arch}`
  const require = createRequire(import.meta.url)
  let native: string
  try {
    native = join(dirname(require.resolve(name)), '..', 'native')
  } catch {
    throw new Error(
      `embedded-postgres: no package for this machine (${platform()} ${process.arch}); set DATABASE_URL to PostgreSQL ${minServerVersion} or later`,
    )
  }
  await linkLibraries(native)
  return native
}

/**
 * `folder` holds the data, `root` everything that was created, `native` the binaries; `uid` and `gid` run the server.
 */
type Home = { folder: string; root: string; native: string; uid?: number; gid?: number }

/**
 * Finds the binaries, the data folder and the user of the server. PostgreSQL refuses root, so root hands it to another
 * user.
 */
async function homeFor(folder: string): Promise<Home> {
  const native = await postgresBinaries()
  const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')) as { version: string }
  if (process.getuid?.() !== 0) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return { folder, root: folder, native }
  }
  const { uid, gid } = await unprivilegedUser()
  if ((await canReach(native, uid, gid)) && (await canReach(await makeFolder(folder), uid, gid))) {
    await chown(folder, uid, gid)
    return { folder, root: folder, native, uid, gid }
  }
  // Only root can reach the project folder: put data and binaries where the server's user can reach them.
  // The version of the package is part of the folder's name, so that an upgrade copies the new binaries.
  const base = join('/var/lib/quayside', createHash('sha256').update(folder).digest('hex').slice(0, 12))
  const reachable = join(base, 'postgres')
  const copy = `/var/lib/quayside/native-${version}`
  await mkdir(reachable, { recursive: true })
  for (const path of ['/var/lib/quayside', base]) await chmod(path, 0o755)
  await chown(reachable, uid, gid)
  if (!existsSync(join(copy, 'bin', 'postgres'))) {
    const part = `${copy}.${process.pid}`
    await cp(native, part, { recursive: true, verbatimSymlinks: true })
    await cp(part, copy, { recursive: true, verbatimSymlinks: true })
    await rm(part, { recursive: true, force: true })
  }
  return { folder: reachable, root: base, native: copy, uid, gid }
}

async function makeFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o755 })
  return folder
}

async function unprivilegedUser(): Promise<{ uid: number; gid: number }> {
  const passwd = await readFile('/etc/passwd', 'utf8')
  for (const name of ['postgres', 'nobody']) {
    const fields = passwd
      .split('\n')
      .map((line) => line.split(':'))
      .find((line) => line[0] === name)
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) }
  }
  throw new Error(
    'embedded-postgres: the server cannot run as root, and this machine has no user "postgres" or "nobody"',
  )
}

/** Whether another user may enter a folder. A shell that runs as that user tries it. */
const canReach = (path: string, uid: number, gid: number): Promise<boolean> =>
  run('/bin/sh', ['-c', 'cd "$0" && test -r .', path], { uid, gid, cwd: '/' }).then(
    () => true,
    () => false,
  )

/** Creates the symbolic links of the libraries. Packages of the registry cannot contain links. */
async function linkLibraries(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json')
  const links = JSON.parse(await readFile(list, 'utf8').catch(() => '[]')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const from = join(native, '..', source)
    const to = join(native, '..', target)
    if (existsSync(to)) continue
    const exists = await access(from).then(
      () => true,
      () => false,
    )
    if (exists)
      await symlink(from.startsWith(dirname(to)) ? from.slice(dirname(to).length + 1) : from, to).catch(() => undefined)
  }
}
