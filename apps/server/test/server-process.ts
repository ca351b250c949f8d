/** The real server in a separate process: tests can kill it and call it over a socket. */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Envelope } from '@quayside/contract'
import { freePort } from '../src/platform/database/free-port.ts'
import { calling, webhookSecret, type TestServer } from './server.ts'

const main = join(import.meta.dirname, '..', 'src', 'main.ts')
const base64 = (byte: number) => Buffer.alloc(32, byte).toString('base64')

export type ServerProcess = {
  origin: string
  /** The origin of the console and of `/platform`. */
  consoleOrigin: string
  /** The signal that ended the process, or null after a normal exit. */
  ended: Promise<NodeJS.Signals | null>
  kill(): Promise<void>
}

/**
 * Starts web and worker on the database of a test server, with the same keys and mode, and with the system clock.
 * `program`: the `main.ts` of another release.
 */
export async function startServerProcess(
  databaseUrl: string,
  dataDir: string,
  env: Record<string, string> = {},
  program = main,
): Promise<ServerProcess> {
  const port = await freePort()
  const consolePort = await freePort()
  const child = fork(program, {
    env: {
      ...process.env,
      QUAYSIDE_MODE: 'test',
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      QUAYSIDE_CONSOLE_PORT: String(consolePort),
      QUAYSIDE_STOREFRONT_PORT: '0',
      QUAYSIDE_DATA: dataDir,
      QUAYSIDE_LOG: 'fatal',
      QUAYSIDE_RUNS: 'web,worker',
      QUAYSIDE_MASTER_KEY: base64(1),
      QUAYSIDE_PIN_KEY: base64(2),
      QUAYSIDE_WEBHOOK_SECRET: webhookSecret,
      QUAYSIDE_CARD_HOLD_DAYS: '0',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = new Promise<NodeJS.Signals | null>((done) => child.once('exit', (_code, signal) => done(signal)))
  await new Promise<void>((ready, failed) => {
    child.once('message', () => ready())
    child.once('exit', (code) => failed(new Error(`the server ended with ${code}`)))
  })
  return {
    origin: `http://127.0.0.1:${port}`,
    consoleOrigin: `http://127.0.0.1:${consolePort}`,
    ended,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/**
 * Calls over a socket, with the interface of the injected calls. The server must trust one proxy to see the given IP
 * address.
 */
export function overHttp({
  origin,
  consoleOrigin,
}: Pick<ServerProcess, 'origin' | 'consoleOrigin'>): Pick<TestServer, 'call' | 'must'> {
  return calling(async (endpoint, input, headers, ip) => {
    const answer = await fetch(`${endpoint.api === 'platform' ? consoleOrigin : origin}${endpoint.path}`, {
      method: endpoint.method,
      headers: { ...headers, 'content-type': 'application/json', ...(ip ? { 'x-forwarded-for': ip } : {}) },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(15_000),
    })
    return { status: answer.status, envelope: (await answer.json()) as Envelope }
  })
}
