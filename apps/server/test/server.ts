import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { languages } from '@quayside/contract'
import type { ResponseBody, Endpoint, Envelope, RefusedData, RequestBody } from '@quayside/contract'
import { openApp, type App, type AppOptions } from '../src/composition/app.ts'
import type { KeyRing, KeySettings } from '../src/platform/security/keys.ts'
import { derivedLogins } from '../src/platform/database/roles.ts'
import type { Settings } from '../src/settings.ts'
import { appUrlOf, freshDatabase, type TestDatabase } from './database.ts'

export const firstOperator = { email: 'owner@platform.example', password: 'the first operator’s password' }
export const webhookSecret = 'only for tests'
/** Carriers with signed webhooks. The tests also use carriers without them. */
export const signedCarriers = ['Signal Parcels', 'Lantern Post'].map((name) => ({
  name,
  secret: `the secret of ${name}, for tests only`,
}))

const ring = (byte: number): KeyRing => ({ newest: Buffer.alloc(32, byte), others: [] })
export const testKeys: KeySettings = { master: ring(1), card: null, pin: ring(2) }

/** A clock that only a test can advance. */
export type TestClock = { now(): Date; set(at: Date): void; pass(milliseconds: number): void }

export function testClock(start: Date): TestClock {
  let at = start
  return {
    now: () => at,
    set(to) {
      at = to
    },
    pass(milliseconds) {
      at = new Date(at.getTime() + milliseconds)
    },
  }
}

/** `ownerUrl`: the connection string of a migrated database as its owner. */
export const testSettings = (ownerUrl: string, dataDir: string, databaseUrl = appUrlOf(ownerUrl)): Settings => ({
  mode: 'test',
  databaseUrl,
  readUrl: null,
  listenUrl: derivedLogins(ownerUrl).app,
  jobsUrl: derivedLogins(ownerUrl).jobs,
  ownerUrl: null,
  poolSize: 20,
  namesStatements: true,
  port: 0,
  consolePort: 0,
  storefrontPort: 0,
  host: '127.0.0.1',
  dataDir,
  s3: null,
  publicUrl: 'http://127.0.0.1:0',
  consoleUrl: 'http://localhost:0',
  storefrontUrl: 'http://127.0.0.1:0',
  keys: testKeys,
  acceptNewKeys: [],
  statementKey: Buffer.alloc(32, 3),
  oldStatementKeys: [],
  proxies: 0,
  commissionBasisPoints: 500,
  processor: 'test',
  money: {
    fees: { bank: 200n, chain: 100n },
    processorFee: { rate: 0, fixed: 0 },
    secondPersonAbove: 100_000n,
    coolDown: 86_400_000,
    newOperatorWait: 3 * 86_400_000,
    cardHoldDays: 0,
    pix: { key: 'pix@platform.example', name: 'Quayside Test', city: 'SAO PAULO', rate: 550 },
    payees: [{ network: 'bank', lines: [{ label: 'IBAN', value: 'IE00TEST' }] }],
    chains: [],
    bank: null,
  },
  carriers: signedCarriers,
  screening: null,
  tracking: [],
  shippingRates: null,
  taxRates: null,
  supportHours: null,
  stripe: null,
  testProcessor: { secret: webhookSecret },
  firstOperator,
  outgoing: { mail: null, sms: null },
  alerts: { mail: [], webhook: null },
  rates: { caller: 0, address: 0 },
  corsOrigins: [],
  webhookNetworks: ['127.0.0.1/32'],
  push: null,
  imprint: null,
  tabs: 4,
  languages: languages.map(({ code }) => code),
  serviceWorker: true,
  runs: { web: true, worker: false },
  drainSeconds: 0,
  metrics: null,
  tracing: null,
  staticDir: null,
  consoleDir: null,
  storefrontDir: null,
})

type CallOptions = {
  token?: string
  /** An API key, instead of a session. */
  apiKey?: string
  key?: string
  lang?: string
  /** The token of a known device. */
  device?: string
  agent?: string
  /** The IP address of the caller. */
  ip?: string
  /** The page sends the request by itself. */
  background?: boolean
}
type Reply<E extends Endpoint> = {
  status: number
  code: Envelope['code']
  msg: string
  data: ResponseBody<E>
  /** The name of the refusal; undefined on success. */
  reason: RefusedData['reason'] | undefined
  fields: Record<string, string> | undefined
  values: RefusedData['values']
}

export type TestServer = {
  app: App
  db: TestDatabase['db']
  owner: TestDatabase['owner']
  /** The connection string of the owner. */
  databaseUrl: string
  clock: TestClock
  call<E extends Endpoint>(endpoint: E, input: RequestBody<E>, options?: CallOptions): Promise<Reply<E>>
  /** Like `call`, but a refusal fails the test with its message. Returns the data. */
  must<E extends Endpoint>(endpoint: E, input: RequestBody<E>, options?: CallOptions): Promise<ResponseBody<E>>
  close(): Promise<void>
}

type Way = (
  endpoint: Endpoint,
  input: unknown,
  headers: Record<string, string>,
  ip?: string,
) => Promise<{ status: number; envelope: Envelope }>

/** `call` and `must` for a transport. */
export function calling(way: Way): Pick<TestServer, 'call' | 'must'> {
  const call: TestServer['call'] = async (
    endpoint,
    input,
    { token, apiKey, key, lang, device, agent, ip, background } = {},
  ) => {
    const headers: Record<string, string> = { lang: lang ?? 'en' }
    if (token) headers['token'] = token
    if (apiKey) headers['authorization'] = `Bearer ${apiKey}`
    if (key) headers['idempotency-key'] = key
    if (device) headers['device'] = device
    if (agent) headers['user-agent'] = agent
    if (background) headers['background'] = '1'
    const { status, envelope } = await way(endpoint, input, headers, ip)
    const refused = envelope.code === 0 ? (envelope.data as RefusedData) : undefined
    return {
      status,
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
      if (reply.code === 0)
        throw new Error(
          `${endpoint.path} refused: ${reply.reason} (${reply.msg}) ${JSON.stringify(reply.fields ?? {})}`,
        )
      return reply.data
    },
  }
}

/** The listener that answers at a path of an API. */
export const listenerOf = (app: Pick<App, 'http' | 'console'>, path: string): App['http'] =>
  path.startsWith('/platform/') ? app.console : app.http

/** Calls that are injected into the server's HTTP layer. */
export function injected(app: App): Pick<TestServer, 'call' | 'must'> {
  return calling(async (endpoint, input, headers, ip) => {
    const asQuery = endpoint.method === 'GET'
    const query = asQuery
      ? Object.fromEntries(
          Object.entries(input as Record<string, unknown>).map(([name, value]) => [name, String(value)]),
        )
      : undefined
    const answer = await listenerOf(app, endpoint.path).inject({
      method: endpoint.method,
      ...(ip ? { remoteAddress: ip } : {}),
      url: endpoint.path,
      headers: asQuery ? headers : { ...headers, 'content-type': 'application/json' },
      ...(query ? { query } : { payload: JSON.stringify(input) }),
    })
    // A file has no envelope.
    const isFile = !String(answer.headers['content-type']).startsWith('application/json')
    const envelope = isFile ? { code: 1 as const, msg: '', data: answer.body } : answer.json<Envelope>()
    return { status: answer.statusCode, envelope }
  })
}

/** The whole server on a new database, without a socket: requests are injected into its HTTP layer. */
export async function startTestServer(
  options: {
    now?: Date
    settings?: Partial<Settings>
    database?: TestDatabase
    storefront?: AppOptions['storefront']
  } = {},
): Promise<TestServer> {
  const database = options.database ?? (await freshDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'quayside-files-'))
  const clock = testClock(options.now ?? new Date())
  const app = await openApp(
    { ...testSettings(database.url, dataDir), ...options.settings },
    { clock, logLevel: process.env['QUAYSIDE_LOG'] ?? 'fatal', storefront: options.storefront },
  )

  return {
    app,
    db: database.db,
    owner: database.owner,
    databaseUrl: database.url,
    clock,
    ...injected(app),
    async close() {
      await app.close()
      if (!options.database) await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
