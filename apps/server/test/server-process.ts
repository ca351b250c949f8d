/** The real server as a process of its own, to be killed and to be spoken to through a socket. */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Envelope, RefusedData } from '@quayside/contract'
import { freePort } from '../src/platform/free-port.ts'
import { webhookSecret, type TestServer } from './server.ts'

const main = join(import.meta.dirname, '..', 'src', 'main.ts')
const base64 = (byte: number) => Buffer.alloc(32, byte).toString('base64')

export type ServerProcess = {
  origin: string
  /** How it ended: the signal, or null when it left by itself. */
  ended: Promise<NodeJS.Signals | null>
  kill(): Promise<void>
}

/** Starts web and worker on a database that a test server has prepared: same keys, same mode, the machine's clock. */
export async function startServerProcess(
  databaseUrl: string,
  dataDir: string,
  env: Record<string, string> = {},
): Promise<ServerProcess> {
  const port = await freePort()
  const child = fork(main, {
    env: {
      ...process.env,
      QUAYSIDE_MODE: 'test',
      DATABASE_URL: databaseUrl,
      PORT: String(port),
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
    ended,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Calls over a socket, with the same face as those that are injected into a test server. */
export function overHttp(origin: string): Pick<TestServer, 'call' | 'must'> {
  const call: TestServer['call'] = async (endpoint, input, { token, key, lang } = {}) => {
    const headers: Record<string, string> = { 'content-type': 'application/json', lang: lang ?? 'en' }
    if (token) headers['token'] = token
    if (key) headers['idempotency-key'] = key
    const answer = await fetch(`${origin}${endpoint.path}`, {
      method: endpoint.method,
      headers,
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(15_000),
    })
    const envelope = (await answer.json()) as Envelope
    const refused = envelope.code === 0 ? (envelope.data as RefusedData) : undefined
    return {
      status: answer.status,
      ...envelope,
      data: envelope.data as never,
      reason: refused?.reason,
      fields: refused?.fields,
      values: refused?.values,
    }
  }
  return {
    call,
    async must(endpoint, input, options) {
      const reply = await call(endpoint, input, options)
      if (reply.code === 0) throw new Error(`${endpoint.path} refused: ${reply.reason} (${reply.msg})`)
      return reply.data
    },
  }
}
