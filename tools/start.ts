/**
 * Starts everything: the merchant app on one port, the operators' console on the next, the storefront on the one after.
 * Without arguments: demo mode, with an embedded database and example data, created through the public APIs: at the
 * first start ninety days of trade, or as many as `--past` says. `--no-robots`: nobody works and nobody buys by itself.
 * `--chain` adds a local chain, which can send test tokens to merchants. `--production`: the server alone, configured
 * by its environment; an incomplete configuration is refused.
 */
import { fork, spawn, type ChildProcess } from 'node:child_process'
import { createECDH, createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres/embedded-postgres.ts'
import { openStatementKey } from '../apps/server/src/platform/statement-key.ts'
import { MissingSettings, readSettings } from '../apps/server/src/settings.ts'
import { startDemoChain, type DemoChain } from './demo/chain.ts'
import { carrierNames, type DemoCarrier } from './demo/carriers.ts'
import { readCredentials } from './demo/credentials.ts'
import { startRobots } from './demo/robots.ts'
import { seedDemo } from './demo/seed.ts'

/** Shipping rates of the demo: some countries of its buyers, and one rate for all others. */
const demoShipping = [
  { country: 'US', cost: '4.50', from: 6, to: 12 },
  { country: 'GB', cost: '3.90', from: 5, to: 10 },
  { country: 'DE', cost: '3.50', from: 4, to: 9 },
  { country: 'BR', cost: '6.80', from: 10, to: 22 },
  { country: 'JP', cost: '0.00', from: 7, to: 14 },
  { country: '*', cost: '8.00', from: 12, to: 30 },
]
/** Tax rates of the demo: two countries whose prices include the tax, and one that adds it. */
const demoTaxes = [
  { country: 'DE', rate: 1900, shown: 'included' },
  { country: 'JP', rate: 1000, shown: 'included' },
  { country: 'US', rate: 725, shown: 'added' },
]
/** Account details of a demo's transfers. They say that no such account exists. */
const demoPayees = [
  {
    network: 'bank',
    lines: [
      { label: 'Name', value: 'Quayside Demo (do not pay)' },
      { label: 'IBAN', value: 'XX00 DEMO 0000 0000 00' },
    ],
  },
  { network: 'tron', lines: [{ label: 'USDT (TRC-20)', value: 'DEMO-DO-NOT-PAY' }] },
]

const root = join(import.meta.dirname, '..')
const dist = join(root, 'apps', 'merchant', 'dist')
const consoleDist = join(root, 'apps', 'console', 'dist')
const storefrontDist = join(root, 'apps', 'storefront', 'dist')
const print = (line: string) => process.stdout.write(`${line}\n`)
const { production, chain: withChain, robots: withRobots, past: pastDays } = readOptions()
const firstStop = new AbortController()
const stopping = firstStop.signal

let embedded: EmbeddedPostgres | undefined
let chain: DemoChain | undefined
let server: ChildProcess | undefined
let exitCode = 0

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => firstStop.abort())

try {
  await (production ? startProduction() : startDemo())
  if (!stopping.aborted) await new Promise((done) => stopping.addEventListener('abort', done, { once: true }))
  print('\nStopping …')
} catch (error) {
  if (!stopping.aborted) {
    print(
      error instanceof MissingSettings
        ? error.message
        : `\nQuayside could not start: ${error instanceof Error ? error.message : String(error)}`,
    )
    exitCode = 1
  }
} finally {
  await stopServer()
  await embedded?.stop()
  await chain?.stop()
}
process.exit(exitCode)

/** Options of the command line. An unknown one ends the program with a message. */
function readOptions(): { production: boolean; chain: boolean; robots: boolean; past: number } {
  try {
    const { values } = parseArgs({
      options: {
        production: { type: 'boolean' },
        chain: { type: 'boolean' },
        'no-robots': { type: 'boolean' },
        past: { type: 'string' },
      },
    })
    if (values.production && values.chain) throw new Error('--chain starts a local test chain, for a demo only')
    if (values.production && values['no-robots']) throw new Error('--no-robots is for a demo; production has no robots')
    if (values.production && values.past) throw new Error('--past is for a demo; production has no past but its own')
    const past = Number(values.past ?? 90)
    if (!Number.isInteger(past) || past < 0 || past > 90) throw new Error('--past takes a number of days from 0 to 90')
    return { past, production: values.production ?? false, chain: values.chain ?? false, robots: !values['no-robots'] }
  } catch (error) {
    print(
      `${error instanceof Error ? error.message : String(error)}\nnpm start -- [--no-robots] [--chain] [--past <days>] | --production`,
    )
    process.exit(1)
  }
}

async function startProduction(): Promise<void> {
  const env = { ...process.env, QUAYSIDE_MODE: 'production' }
  const settings = readSettings(env)
  await buildApps()
  await startServer({
    ...env,
    QUAYSIDE_STATIC: dist,
    QUAYSIDE_CONSOLE_STATIC: consoleDist,
    QUAYSIDE_STOREFRONT_STATIC: storefrontDist,
  })
  print(`Quayside runs at ${settings.publicUrl} (port ${settings.port})`)
  print(`The storefront runs at ${settings.storefrontUrl} (port ${settings.storefrontPort})`)
  print(`The console runs at ${settings.consoleUrl} (port ${settings.consolePort})`)
  print(`Statements are signed by the key ${openStatementKey(settings).fingerprint}`)
}

async function startDemo(): Promise<void> {
  const port = Number(process.env['PORT'] ?? 3000)
  const dataDir = resolve(root, process.env['QUAYSIDE_DATA'] ?? '.data')
  await mkdir(dataDir, { recursive: true })
  const consolePort = Number(process.env['QUAYSIDE_CONSOLE_PORT'] || port + 1)
  const storefrontPort = Number(process.env['QUAYSIDE_STOREFRONT_PORT'] || port + 2)
  await portIsFree(port, 'PORT')
  await portIsFree(consolePort, 'QUAYSIDE_CONSOLE_PORT')
  await portIsFree(storefrontPort, 'QUAYSIDE_STOREFRONT_PORT')
  for (const name of ['QUAYSIDE_PIX', 'QUAYSIDE_PAYEES', 'QUAYSIDE_CHAINS', 'QUAYSIDE_BANK', 'STRIPE_SECRET_KEY'])
    if (process.env[name])
      throw new Error(`${name} is set; a demo moves no real money. Unset it, or start with --production`)
  const secrets = await demoSecrets(dataDir)
  const origin = `http://127.0.0.1:${port}`
  const consoleOrigin = `http://127.0.0.1:${consolePort}`
  const storefrontUrl = process.env['QUAYSIDE_STOREFRONT_URL'] ?? `http://127.0.0.1:${storefrontPort}`
  // Names: a browser keeps no passkey for an address.
  const publicUrl = process.env['PUBLIC_URL'] ?? `http://localhost:${port}`
  const consoleUrl = process.env['QUAYSIDE_CONSOLE_URL'] ?? `http://localhost:${consolePort}`

  let databaseUrl = process.env['DATABASE_URL']
  if (!databaseUrl && (await readCredentials(dataDir))?.past?.finished === false) {
    print('The first start was interrupted before anybody could use the demo. It begins again.')
    for (const made of ['postgres', 'files', 'demo.json', 'daily-roots.jsonl'])
      await rm(join(dataDir, made), { recursive: true, force: true })
  }
  const makesPast = pastDays > 0 && !(await readCredentials(dataDir))
  const startDatabase = async (settings: readonly string[] = []): Promise<string> => {
    embedded = await startEmbeddedPostgres(join(dataDir, 'postgres'), settings, (line) => print(`  ${line}`))
    return embedded.url('quayside_demo')
  }
  const isEmbedded = !databaseUrl
  if (!databaseUrl) {
    print('Starting the database …')
    // A past that is interrupted begins again, so its commits need not wait for the disk.
    databaseUrl = await startDatabase(makesPast ? ['synchronous_commit=off'] : [])
  }
  if (withChain) {
    print('Starting the local chain …')
    chain = await startDemoChain(dataDir)
  }
  await buildApps()
  const env = {
    ...process.env,
    ...(chain ? { QUAYSIDE_CHAINS: JSON.stringify([chain.settings]) } : {}),
    QUAYSIDE_MODE: 'demo',
    DATABASE_URL: databaseUrl,
    // The robots send their addresses as a proxy does (demo/api-client.ts).
    QUAYSIDE_PROXIES: process.env['QUAYSIDE_PROXIES'] ?? '1',
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    QUAYSIDE_CONSOLE_PORT: String(consolePort),
    QUAYSIDE_CONSOLE_URL: consoleUrl,
    QUAYSIDE_DATA: dataDir,
    QUAYSIDE_STATIC: dist,
    QUAYSIDE_CONSOLE_STATIC: consoleDist,
    QUAYSIDE_STOREFRONT_PORT: String(storefrontPort),
    QUAYSIDE_STOREFRONT_URL: storefrontUrl,
    QUAYSIDE_STOREFRONT_STATIC: storefrontDist,
    QUAYSIDE_LOG: process.env['QUAYSIDE_LOG'] ?? 'warn',
    QUAYSIDE_PIX: JSON.stringify({ key: 'demo@pix.example', name: 'QUAYSIDE DEMO', city: 'DEMO', rate: 540 }),
    QUAYSIDE_PAYEES: JSON.stringify(demoPayees),
    QUAYSIDE_SHIPPING: JSON.stringify(demoShipping),
    QUAYSIDE_TAX: JSON.stringify(demoTaxes),
    QUAYSIDE_MASTER_KEY: secrets.masterKey,
    QUAYSIDE_PIN_KEY: secrets.pinKey,
    QUAYSIDE_STATEMENT_KEY: secrets.statementKey,
    QUAYSIDE_WEBHOOK_SECRET: secrets.webhookSecret,
    QUAYSIDE_CARRIERS: JSON.stringify(secrets.carriers),
    QUAYSIDE_VAPID_PUBLIC: secrets.vapid.publicKey,
    QUAYSIDE_VAPID_PRIVATE: secrets.vapid.privateKey,
    QUAYSIDE_VAPID_SUBJECT: 'mailto:nobody@demo.quayside.example',
    QUAYSIDE_OPERATOR_EMAIL: secrets.operator.email,
    QUAYSIDE_OPERATOR_PASSWORD: secrets.operator.password,
  }
  if (makesPast) {
    print(`Trading for ${pastDays} days, once, on a moved clock …`)
    const began = performance.now()
    await makePast(env, pastDays)
    if (stopping.aborted) return
    if (isEmbedded) {
      await embedded?.stop()
      await startDatabase()
    }
    print(`  done in ${Math.round((performance.now() - began) / 1000)} s`)
  }
  print('Starting the server …')
  await startServer(env)

  print('Filling the demo through the public APIs …')
  const credentials = await seedDemo({
    origins: { origin, consoleOrigin },
    operator: secrets.operator,
    dataDir,
    carriers: secrets.carriers,
    progress: (line: string) => print(`  ${line}`),
    signal: stopping,
  })
  if (stopping.aborted) return
  if (withRobots)
    startRobots({
      origins: { origin, consoleOrigin },
      storefront: storefrontUrl,
      credentials,
      carriers: secrets.carriers,
      signal: stopping,
      log: (line: string) => (process.env['QUAYSIDE_LOG'] ? print(line) : undefined),
    })

  print(`
Quayside is open — demo data only, no real money.

  Merchant app   ${publicUrl}/
  Storefront     ${storefrontUrl}/   (a shop: ${storefrontUrl}/s/${credentials.mainShop})
  Console        ${consoleUrl}/
  API            ${publicUrl}/api   (document: ${publicUrl}/openapi.json)
  Operators' API ${consoleUrl}/api
`)
  for (const merchant of credentials.merchants) {
    print(`  ${merchant.about}`)
    print(`    log in       ${merchant.email}   password  ${merchant.password}`)
    if (merchant.paymentPassword) print(`    payment password  ${merchant.paymentPassword}`)
  }
  if (credentials.invitation) print(`\n  An unused invitation, to register yourself:  ${credentials.invitation}`)
  print('\n  Operators, at the console. After the password it shows the six digits of the demo.')
  for (const operator of credentials.operators) {
    print(`    ${operator.roles.join(', ')}`)
    print(`      log in       ${operator.email}   password  ${operator.password}`)
    if (operator.totpSecret) print(`      authenticator  ${operator.totpSecret}`)
  }
  if (!withRobots) print('\n  No robots: nobody buys, ships, approves or answers but you.')
  if (chain)
    print(`
  A local chain    ${chain.settings.network}, number ${chain.settings.chainId}, a block every ${chain.blockTime} seconds, at ${chain.settings.rpc[0]}
    test token     USDT ${chain.settings.tokens[0]!.contract}
    send some      node tools/chain-send.ts <address> <amount>     (the address is under Recharge)`)
  const { fingerprint } = openStatementKey({
    statementKey: Buffer.from(secrets.statementKey, 'base64'),
    oldStatementKeys: [],
    dataDir,
  })
  print(`\nStatements are signed by the key ${fingerprint}`)
  print('\nCtrl-C stops everything.')
}

/** Makes the past of an empty demo in a process of its own, which gives its memory back. */
function makePast(env: NodeJS.ProcessEnv, days: number): Promise<void> {
  return new Promise((made, failed) => {
    const maker = fork(join(root, 'tools', 'demo', 'past', 'make.ts'), [String(days)], {
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    })
    const stop = () => maker.kill('SIGTERM')
    stopping.addEventListener('abort', stop, { once: true })
    maker.once('exit', (code) => {
      stopping.removeEventListener('abort', stop)
      if (code === 0 || stopping.aborted) made()
      else failed(new Error('the past of the demo could not be made; its own message stands above'))
    })
  })
}

function startServer(env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((ready, failed) => {
    // The terminal's Ctrl-C does not reach it. This program stops it, before the database.
    server = fork(join(root, 'apps', 'server', 'src', 'main.ts'), {
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    })
    server.once('message', () => ready())
    server.once('exit', (code) => {
      failed(new Error(`the server ended with code ${code}; its own message stands above`))
      if (!stopping.aborted) {
        exitCode = 1
        firstStop.abort()
      }
    })
  })
}

async function stopServer(): Promise<void> {
  const child = server
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  await new Promise<void>((done) => {
    child.once('exit', () => done())
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), 20_000).unref()
  })
}

/** Builds the three apps, each if its sources changed since its last build. */
async function buildApps(): Promise<void> {
  await buildApp('merchant', 'the merchant app', dist)
  await buildApp('console', 'the console', consoleDist)
  await buildApp('storefront', 'the storefront', storefrontDist)
}

async function buildApp(app: 'merchant' | 'console' | 'storefront', name: string, folder: string): Promise<void> {
  // The apps share steps of their builds.
  const fingerprint = await fingerprintOf([`apps/${app}`, 'tools/build', 'packages', 'package-lock.json'])
  const mark = join(folder, '.built-from')
  if ((await readFile(mark, 'utf8').catch(() => '')) === fingerprint) return
  print(`Building ${name} (some seconds, after each change) …`)
  const code = await new Promise<number>((done) => {
    const build = spawn(
      process.execPath,
      [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', `apps/${app}`, '--logLevel', 'warn'],
      // With another NODE_ENV the storefront's pages would be compiled for React's development build.
      { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } },
    )
    build.on('exit', (status) => done(status ?? 1))
  })
  if (code !== 0) throw new Error(`${name} could not be built`)
  await writeFile(mark, fingerprint)
}

async function fingerprintOf(paths: string[]): Promise<string> {
  const hash = createHash('sha256')
  const visit = async (path: string): Promise<void> => {
    const entries = await readdir(join(root, path), { withFileTypes: true }).catch(() => null)
    if (!entries) {
      hash.update(path).update(await readFile(join(root, path)))
      return
    }
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
      if (entry.name !== 'node_modules' && entry.name !== 'dist') await visit(`${path}/${entry.name}`)
  }
  for (const path of paths) await visit(path)
  return hash.digest('hex')
}

type DemoSecrets = {
  masterKey: string
  pinKey: string
  statementKey: string
  webhookSecret: string
  carriers: DemoCarrier[]
  /** Key that identifies this installation to push services. A new one would end every subscription. */
  vapid: { publicKey: string; privateKey: string }
  operator: { email: string; password: string }
}

/** Secrets of this data folder, created once. Demos share no secrets. */
async function demoSecrets(dataDir: string): Promise<DemoSecrets> {
  const path = join(dataDir, 'demo-secrets.json')
  const vapid = createECDH('prime256v1')
  vapid.generateKeys()
  const secrets: DemoSecrets = {
    masterKey: randomBytes(32).toString('base64'),
    pinKey: randomBytes(32).toString('base64'),
    statementKey: randomBytes(32).toString('base64'),
    webhookSecret: randomBytes(24).toString('base64url'),
    carriers: carrierNames.map((name) => ({ name, secret: randomBytes(32).toString('base64url') })),
    vapid: { publicKey: vapid.getPublicKey('base64url'), privateKey: vapid.getPrivateKey('base64url') },
    operator: { email: 'owner@demo.quayside.example', password: `demo-${randomBytes(9).toString('base64url')}` },
    // Existing secrets stay. A folder of an earlier version gets the missing ones.
    ...(existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as Partial<DemoSecrets>) : {}),
  }
  await writeFile(path, JSON.stringify(secrets, null, 2), { mode: 0o600 })
  return secrets
}

function portIsFree(port: number, variable: string): Promise<void> {
  return new Promise((free, taken) => {
    const probe = createServer()
    probe.once('error', () => taken(new Error(`port ${port} is in use; choose another with ${variable}=…`)))
    probe.listen(port, '127.0.0.1', () => probe.close(() => free()))
  })
}
