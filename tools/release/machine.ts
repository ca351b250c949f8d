/**
 * A machine of its own for one process and its children: namespaces of network, mounts and processes. Ports, users and
 * paths are those of docs/deploying.md, and the machine below is not touched. Needs root on Linux.
 */
import { execFile, execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Names a folder when this process runs on a machine of its own. */
const variable = 'OWN_MACHINE'

export const hostNames = ['shop.example', 'desk.example', 'buy.example']
/** The programs that a machine needs beside Node. */
const programs = [
  'unshare',
  'ip',
  'setpriv',
  'useradd',
  'openssl',
  'nginx',
  'pgbouncer',
  'psql',
  'prometheus',
  'promtool',
]

/** Why no machine can be made here; null when it can. */
export function machineProblem(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux, for namespaces'
  const missing = programs.filter((program) => spawnSync('which', [program]).status !== 0)
  return missing.length > 0 ? `needs ${missing.join(', ')}` : null
}

/** The folder of this machine, or null on the machine below. */
export const machineFolder = (): string | null => process.env[variable] ?? null

/**
 * Runs this program again on a machine of its own, and returns its exit code. `postgres`: the folder of the binaries.
 */
export function runOnOwnMachine(args: string[], postgres: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-machine-'))
  chmodSync(folder, 0o755)
  try {
    const at = (...names: string[]) => join(folder, ...names)
    // Everything below /etc, /opt, /srv, /var/lib and /usr/lib/postgresql is its own.
    for (const name of ['opt/node/bin', 'srv/log', 'lib/nginx', 'cache', 'log/nginx', 'usr-lib-postgresql/18'])
      mkdirSync(at(name), { recursive: true })
    execFileSync('cp', ['-a', '/etc', at('etc')])
    cpSync(process.execPath, at('opt', 'node', 'bin', 'node'))
    // The client programs are those of this machine, the server is PostgreSQL 18.
    run(`cp -a /usr/lib/postgresql/. ${at('usr-lib-postgresql')}`)
    run(`cp -a ${postgres}/. ${at('usr-lib-postgresql', '18')}`)
    run(
      `cd ${at('usr-lib-postgresql', '18', 'bin')} && [ -e psql ] || ln -s "$(ls /usr/lib/postgresql/*/bin/psql | tail -n 1)" psql`,
    )
    writeFileSync(at('etc', 'hosts'), `127.0.0.1 localhost database ${hostNames.join(' ')} api.stripe.com\n`)
    const live = hostNames.map((name) => at('etc', 'letsencrypt', 'live', name))
    for (const one of live) mkdirSync(one, { recursive: true })
    // An authority of this machine, which signs the certificates. api.stripe.com is the stand-in of the card processor.
    const authority = at('etc', 'quayside-authority')
    mkdirSync(authority)
    run(
      `cd ${authority} && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 400 -keyout ca.key -out ca.pem -subj /CN=authority 2>&1`,
    )
    certify([...hostNames, 'api.stripe.com'], 90, live[0]!, authority)
    for (const one of live.slice(1)) cpSync(live[0]!, one, { recursive: true })
    const mounts = [
      ['etc', '/etc'],
      ['opt', '/opt'],
      ['srv', '/srv'],
      ['lib', '/var/lib'],
      ['cache', '/var/cache'],
      ['log', '/var/log'],
      ['usr-lib-postgresql', '/usr/lib/postgresql'],
    ]
    const prepare = [
      'ip link set lo up',
      ...mounts.map(([from, to]) => `mkdir -p ${to} && mount --bind ${at(from!)} ${to}`),
      'mount -t tmpfs none /run && mkdir -m 777 /run/postgresql',
      'exec "$@"',
    ].join(' && ')
    const { status } = spawnSync(
      'unshare',
      [
        '--net',
        '--mount',
        '--pid',
        '--fork',
        '--kill-child',
        '--mount-proc',
        'sh',
        '-c',
        prepare,
        'sh',
        process.execPath,
        ...args,
      ],
      {
        stdio: 'inherit',
        env: { ...process.env, [variable]: folder, NODE_EXTRA_CA_CERTS: join(authority, 'ca.pem') },
      },
    )
    return status ?? 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Writes `fullchain.pem` and `privkey.pem` for these names into a folder, signed by the machine's authority. */
export function certify(names: string[], days: number, folder: string, authority = '/etc/quayside-authority'): void {
  const alternatives = names.map((name) => `DNS:${name}`).join(',')
  run(
    `cd ${folder} && openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout privkey.pem -out request.pem -subj /CN=${names[0]} 2>&1 &&
    echo subjectAltName=${alternatives} >extensions &&
    openssl x509 -req -in request.pem -CA ${authority}/ca.pem -CAkey ${authority}/ca.key -CAcreateserial -days ${days} -extfile extensions -out fullchain.pem 2>&1 && rm request.pem extensions`,
  )
}

/** Runs a command line of the documents; throws with its output unless it ends with code 0. */
export function run(
  line: string,
  { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {},
): string {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], {
    encoding: 'utf8',
    input,
    env: { ...process.env, ...env },
    cwd: '/',
  })
  if (status !== 0) throw new Error(`${line}\nended with ${status}\n${stdout}${stderr}`)
  return stdout.trim()
}

/** The variables of a file for `EnvironmentFile=`. */
const readEnvironment = (file: string): Record<string, string> =>
  Object.fromEntries(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => {
        const at = line.indexOf('=')
        const value = line.slice(at + 1)
        return [line.slice(0, at), /^(['"]).*\1$/.test(value) ? value.slice(1, -1) : value]
      }),
  )

type Unit = { user: string; folder: string; command: string; env: Record<string, string> }

/**
 * The machine and the unit of a name such as `web-0:quayside-web@0`. Without a machine the unit runs on this one; the
 * others are namespaces of the network, with files of their own in /etc/netns/<machine>.
 */
const placeOf = (name: string): { place: string; unit: string } => {
  const [place, unit] = name.includes(':') ? name.split(':') : ['', name]
  return { place: place!, unit: unit! }
}

/** Reads a unit of /etc/systemd/system, such as `quayside-web@0`, as systemd does. */
function readUnit(place: string, name: string): Unit {
  const [, template, instance = ''] = /^(.*?@?)([^@]*)$/.exec(name.includes('@') ? name : `${name}@`)!
  const file = name.includes('@') ? `${template}.service` : `${name}.service`
  const lines = readFileSync(join('/etc/systemd/system', file), 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.replaceAll('%i', instance))
  const values = (key: string) =>
    lines.flatMap((line) => (line.startsWith(`${key}=`) ? line.slice(key.length + 1) : []))
  return {
    user: values('User')[0]!,
    folder: values('WorkingDirectory')[0]!,
    command: values('ExecStart')[0]!,
    // Files count before lines, wherever they stand.
    env: Object.assign(
      {},
      ...values('Environment').map((line) =>
        Object.fromEntries(line.split(' ').map((pair) => pair.split(/=(.*)/).slice(0, 2))),
      ),
      ...values('EnvironmentFile').map((path) => {
        const own = path.replace(/^\/etc\//, `/etc/netns/${place}/`)
        return readEnvironment(place && existsSync(own) ? own : path)
      }),
    ) as Record<string, string>,
  }
}

type Running = { child: ChildProcess; ended: Promise<number | null>; stops: boolean; failures: number }
const units = new Map<string, Running>()

/** What systemd gives each unit here beside its file: the path, and the certificate of the stand-ins. */
const surroundings = () => ({ PATH: process.env['PATH']!, NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS']! })

/** `systemctl start`: resolves when a oneshot has ended, and at once for the others. Their log is in /srv/log. */
export async function startUnit(name: string): Promise<void> {
  const { place, unit: unitName } = placeOf(name)
  const { user, folder, command, env } = readUnit(place, unitName)
  for (const state of ['/var/lib/quayside', '/var/cache/quayside'])
    run(`install -d -o quayside -g quayside -m 700 ${state} && mkdir -p /srv/log`)
  // As systemd reads it: $$ is one $. Node of this machine is /opt/node/bin/node.
  const line = command.replaceAll('$$', '$').replaceAll('/usr/bin/node', '/opt/node/bin/node')
  const child = spawn(
    'sh',
    [
      '-c',
      `exec ${place && `ip netns exec ${place} `}setpriv --reuid ${user} --regid ${user} --init-groups ${line} >>'/srv/log/${name}.log' 2>&1`,
    ],
    { cwd: folder, env: { ...surroundings(), ...env }, stdio: 'ignore' },
  )
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)))
  if (unitName.startsWith('quayside-migrate')) {
    const code = await ended
    if (code !== 0) throw new Error(`${name} ended with ${code}\n${logOf(name)}`)
    return
  }
  const unit = { child, ended, stops: false, failures: units.get(name)?.failures ?? 0 }
  units.set(name, unit)
  // `Restart=on-failure`, after `RestartSec`.
  void ended.then((code) => {
    if (code === 0 || unit.stops) return
    unit.failures += 1
    setTimeout(() => void startUnit(name), 2000)
  })
}

/** `systemctl stop`: SIGTERM, and SIGKILL after `TimeoutStopSec`. Returns the exit code. */
export async function stopUnit(name: string): Promise<number | null> {
  const unit = units.get(name)
  if (!unit) return null
  units.delete(name)
  unit.stops = true
  unit.child.kill('SIGTERM')
  const timer = setTimeout(() => unit.child.kill('SIGKILL'), 25_000)
  const code = await unit.ended
  clearTimeout(timer)
  return code
}

/** `systemctl restart`. Returns the exit code of the former process. */
export async function restartUnit(name: string): Promise<number | null> {
  const code = await stopUnit(name)
  await startUnit(name)
  return code
}

/** How often the unit has failed and was started again. */
export const failuresOf = (name: string): number => units.get(name)?.failures ?? 0
export const unitNames = (): string[] => [...units.keys()]
export const logOf = (name: string): string => {
  const file = `/srv/log/${name}.log`
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** The last lines of a log, each cut to a readable length. */
export const lastLines = (name: string): string =>
  logOf(name)
    .trimEnd()
    .split('\n')
    .slice(-15)
    .map((line) => line.slice(0, 400))
    .join('\n')

/** As `run`, while this process goes on with other work. */
export function runLater(line: string, env: Record<string, string> = {}): Promise<string> {
  return new Promise((done, fail) => {
    execFile('sh', ['-c', line], { cwd: '/', env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      error ? fail(new Error(`${line}\n${stdout}${stderr}`)) : done(stdout.trim()),
    )
  })
}

/**
 * A program of a release with the settings of the servers and the owner of the database, as docs/deploying.md starts
 * it.
 */
export function runProgram(line: string): Promise<{ status: number | null; text: string }> {
  const child = spawn(
    '/opt/node/bin/node',
    ['--env-file=/etc/quayside/production.env', '--env-file=/etc/quayside/owner.env', ...line.split(' ')],
    { cwd: '/opt/quayside/current', env: { ...surroundings(), QUAYSIDE_DATA: '/var/lib/quayside' } },
  )
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return new Promise((done) => child.once('close', (status) => done({ status, text: text.trim() })))
}

/** Another program of the machine, in the background. It ends with the machine. */
export function background(name: string, line: string): ChildProcess {
  mkdirSync(dirname(`/srv/log/${name}`), { recursive: true })
  return spawn('sh', ['-c', `exec ${line} >>/srv/log/${name}.log 2>&1`], { stdio: 'ignore', cwd: '/' })
}

/** A mail server on a port of loopback. It accepts every mail and keeps its lines. */
export async function mailServer(port: number): Promise<{ mails: string[] }> {
  const mails: string[] = []
  const server = createServer((socket) => {
    let [rest, data, inData] = ['', '', false]
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 localhost ESMTP')
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      rest += chunk.toString('latin1')
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        if (inData && line !== '.') data += `${line}\n`
        else if (inData) {
          inData = false
          mails.push(data)
          data = ''
          say('250 taken')
        } else if (line === 'DATA') {
          inData = true
          say('354 go on')
        } else say(line === 'QUIT' ? '221 bye' : '250 localhost')
      }
    })
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return { mails }
}
