/** PgBouncer in transaction mode, for tests of the server behind a pooler. It must be installed on the machine. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../src/platform/database/free-port.ts'
import { appRole } from '../src/platform/database/roles.ts'

export type Pooler = {
  /** The same connection string through the pooler. */
  urlOf(url: string): string
  stop(): Promise<void>
}

/**
 * Starts PgBouncer in front of the server of `url`. Only the role `quayside_app` can log in, without a password.
 * Few server connections serve many clients, so that a state of a session would reach another client.
 */
export async function startPooler(url: string): Promise<Pooler> {
  const server = new pg.Client({ connectionString: url })
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'quayside-pooler-'))
  await writeFile(join(folder, 'users.txt'), `"${appRole}" ""\n`)
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    [
      '[databases]',
      `* = host=${server.host} port=${server.port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${join(folder, 'users.txt')}`,
      'pool_mode = transaction',
      'default_pool_size = 8',
      'max_client_conn = 2000',
      'server_idle_timeout = 5',
      'ignore_startup_parameters = extra_float_digits',
      `logfile = ${join(folder, 'pgbouncer.log')}`,
      '',
    ].join('\n'),
  )
  // PgBouncer refuses to run as root, and only the user of the embedded PostgreSQL may enter the folder of its socket.
  const owner = process.getuid?.() === 0 && server.host.startsWith('/') ? await stat(server.host) : null
  if (owner) await chown(folder, owner.uid, owner.gid)
  const child = spawn('pgbouncer', ['-q', join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(owner && { uid: owner.uid, gid: owner.gid }),
  })
  let problem = ''
  child.on('error', (error) => (problem += error.message))
  child.stderr.on('data', (text: Buffer) => (problem += text.toString()))
  const urlOf = (direct: string) =>
    `postgres://${appRole}@127.0.0.1:${port}/${new pg.Client({ connectionString: direct }).database ?? ''}`
  for (let attempt = 0; ; attempt += 1) {
    const client = new pg.Client({ connectionString: urlOf(url) })
    client.on('error', () => undefined)
    const error = await client.connect().then(
      () => null,
      (reason: unknown) => reason,
    )
    await client.end().catch(() => undefined)
    if (!error) break
    if (attempt >= 50 || child.exitCode !== null || child.pid === undefined)
      throw new Error(`pooler: PgBouncer does not answer (install pgbouncer): ${problem || String(error)}`)
    await new Promise((done) => setTimeout(done, 100))
  }
  return {
    urlOf,
    async stop() {
      if (child.exitCode === null) {
        const exited = once(child, 'exit')
        child.kill('SIGTERM')
        await exited
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}
