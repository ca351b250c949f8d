/**
 * Starts everything: the merchant app on one port, the operators' console on the next, the storefront on the one after.
 * Without arguments: demo mode, with an embedded database and example data, created through the public APIs: at the
 * first start thirty days of trade, or as many as `--past` says. `--no-robots`: nobody works and nobody buys by itself.
 * `--no-chain` leaves out the local chain. `--host` serves the local network. `--production`: the server alone,
 * configured by its environment; an incomplete configuration is refused.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { renderUnicodeCompact } from 'uqr'
import { buildApps, distOf } from './build/apps.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres/embedded-postgres.ts'
import { openStatementKey } from '../apps/server/src/platform/security/statement-key.ts'
import { MissingSettings, readSettings } from '../apps/server/src/settings.ts'
import { findAnvil } from '../apps/server/test/chain/local-chain.ts'
import { startDemoChain, type DemoChain } from './demo/chain.ts'
import { readCredentials } from './demo/credentials.ts'
import { demoAddresses, demoSettings, folderSettings } from './demo/environment.ts'
import { pastDatabaseSettings, runMaker } from './demo/past/run-maker.ts'
import {
  forgetTrade,
  maxGap,
  removeDemo,
  removeSnapshot,
  restoreSnapshot,
  saveSnapshot,
  snapshotKey,
} from './demo/past/snapshot.ts'
import { startRobots } from './demo/robots.ts'
import { demoSecrets } from './demo/secrets.ts'
import { seedDemo } from './demo/seed.ts'
import { openWaitingPage, type WaitingPage } from './demo/waiting-page.ts'

const root = join(import.meta.dirname, '..')
/** The built apps, as settings of the server. */
const apps = {
  QUAYSIDE_STATIC: distOf('merchant'),
  QUAYSIDE_CONSOLE_STATIC: distOf('console'),
  QUAYSIDE_STOREFRONT_STATIC: distOf('storefront'),
}
const print = (line: string) => process.stdout.write(`${line}\n`)
const { production, chain: withChain, host: withHost, robots: withRobots, past: pastDays } = readOptions()
const firstStop = new AbortController()
const stopping = firstStop.signal

let embedded: EmbeddedPostgres | undefined
let chain: DemoChain | undefined
let server: ChildProcess | undefined
let waiting: WaitingPage | undefined
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
  await waiting?.close()
  await stopServer()
  await embedded?.stop()
  await chain?.stop()
}
process.exit(exitCode)

/** Options of the command line. An unknown one ends the program with a message. */
function readOptions(): { production: boolean; chain: boolean; host: boolean; robots: boolean; past: number } {
  try {
    const { values } = parseArgs({
      options: {
        production: { type: 'boolean' },
        'no-chain': { type: 'boolean' },
        host: { type: 'boolean' },
        'no-robots': { type: 'boolean' },
        past: { type: 'string' },
      },
    })
    if (values.production && values['no-chain'])
      throw new Error('--no-chain is for a demo; production has no local chain')
    if (values.production && values.host) throw new Error('--host is for a demo; production listens on HOST')
    if (values.production && values['no-robots']) throw new Error('--no-robots is for a demo; production has no robots')
    if (values.production && values.past) throw new Error('--past is for a demo; production has no past but its own')
    const past = Number(values.past ?? 30)
    if (!Number.isInteger(past) || past < 0 || past > 90) throw new Error('--past takes a number of days from 0 to 90')
    return {
      past,
      production: values.production ?? false,
      chain: !values['no-chain'],
      host: values.host ?? false,
      robots: !values['no-robots'],
    }
  } catch (error) {
    print(
      `${error instanceof Error ? error.message : String(error)}\nnpm start -- [--host] [--no-robots] [--no-chain] [--past <days>] | --production`,
    )
    process.exit(1)
  }
}

async function startProduction(): Promise<void> {
  const env = { ...process.env, QUAYSIDE_MODE: 'production' }
  const settings = readSettings(env)
  await (
    await buildApps(print, stopping)
  ).all
  await startServer({ ...env, ...apps })
  print(`Quayside runs at ${settings.publicUrl} (port ${settings.port})`)
  print(`The storefront runs at ${settings.storefrontUrl} (port ${settings.storefrontPort})`)
  print(`The console runs at ${settings.consoleUrl} (port ${settings.consolePort})`)
  print(`Statements are signed by the key ${openStatementKey(settings).fingerprint}`)
}

async function startDemo(): Promise<void> {
  const dataDir = resolve(root, process.env['QUAYSIDE_DATA'] ?? '.data')
  await mkdir(dataDir, { recursive: true })
  const addresses = demoAddresses(process.env, withHost ? networkAddress() : undefined)
  const host = withHost ? '0.0.0.0' : (process.env['HOST'] ?? '127.0.0.1')
  const { port, consolePort, storefrontPort, origin, consoleOrigin, publicUrl, consoleUrl, storefrontUrl } = addresses
  for (const name of ['QUAYSIDE_PIX', 'QUAYSIDE_PAYEES', 'QUAYSIDE_CHAINS', 'STRIPE_SECRET_KEY'])
    if (process.env[name])
      throw new Error(`${name} is set; a demo moves no real money. Unset it, or start with --production`)
  const ports = [
    { port, variable: 'PORT' },
    { port: consolePort, variable: 'QUAYSIDE_CONSOLE_PORT' },
    { port: storefrontPort, variable: 'QUAYSIDE_STOREFRONT_PORT' },
  ]
  const page = await openWaitingPage(ports, host, 'The database starts.')
  waiting = page

  let databaseUrl = process.env['DATABASE_URL']
  const isEmbedded = !databaseUrl
  if (isEmbedded && (await readCredentials(dataDir))?.past?.finished === false) {
    print('The first start was interrupted before anybody could use the demo. It begins again.')
    await removeDemo(dataDir)
  }
  const makesPast = pastDays > 0 && !(await readCredentials(dataDir))
  const snapshot = makesPast && isEmbedded ? await snapshotKey(pastDays, process.env, addresses) : null
  const restored = snapshot && (await restoreSnapshot(snapshot, dataDir))
  if (restored) print(`The past of this demo was made before, until ${restored.toISOString().slice(0, 16)} UTC.`)
  const trades = restored ? Date.now() - restored.getTime() > maxGap : makesPast
  const secrets = await demoSecrets(dataDir)
  const startDatabase = async (settings: readonly string[] = []): Promise<string> => {
    embedded = await startEmbeddedPostgres(join(dataDir, 'postgres'), settings, (line) => print(`  ${line}`))
    return embedded.url('quayside_demo')
  }
  const builds = await buildApps(print, stopping)
  if (!databaseUrl) {
    print('Starting the database …')
    databaseUrl = await startDatabase(trades ? pastDatabaseSettings : [])
  }
  page.say('The apps are built.')
  await builds.storefront
  const env = {
    ...process.env,
    HOST: host,
    ...demoSettings(process.env, addresses),
    ...folderSettings(dataDir, databaseUrl, secrets),
    ...apps,
  }
  if (trades) {
    print(
      restored
        ? 'Trading on until now, on a moved clock …'
        : `Trading for ${pastDays} ${pastDays === 1 ? 'day' : 'days'}, once, on a moved clock. \`npm start -- --past 0\` starts without …`,
    )
    const began = performance.now()
    const told = (text: string) => page.say(`The past of the demo is made: ${text}.`)
    await runMaker(
      {
        ...env,
        // The other apps may still be built.
        QUAYSIDE_STATIC: undefined,
        QUAYSIDE_CONSOLE_STATIC: undefined,
        // The withdrawals of the past are paid by the test bank: nobody imports statements there.
        QUAYSIDE_BANK: undefined,
        // Alerts about a platform that has just begun are for its people.
        QUAYSIDE_LOG: process.env['QUAYSIDE_LOG'] ?? 'fatal',
      },
      pastDays,
      stopping,
      told,
    ).catch(async (error: Error) => {
      if (snapshot) await removeSnapshot(snapshot)
      throw error
    })
    if (stopping.aborted) return
    if (snapshot) {
      await embedded?.stop()
      await saveSnapshot(snapshot, dataDir).catch((error: Error) =>
        print(`  the past could not be kept for another first start: ${error.message}`),
      )
      await startDatabase()
    }
    print(`  done in ${Math.round((performance.now() - began) / 1000)} s`)
  }
  await forgetTrade(dataDir)
  page.say('The apps are built.')
  await builds.all
  if (stopping.aborted) return
  print('Starting the server …')
  page.say('The server starts.')
  if (withChain && findAnvil()) chain = await startDemoChain(dataDir)
  await page.close()
  await startServer({ ...env, ...(chain && { QUAYSIDE_CHAINS: JSON.stringify([chain.settings]) }) })

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

  const [main] = credentials.merchants
  print(`
Quayside is open: example data only, no real money. Ctrl-C stops everything.

  Every log-in   ${publicUrl}/demo   (one click logs in)
  Merchant app   ${publicUrl}/
  Storefront     ${storefrontUrl}/s/${credentials.mainShop}
  Console        ${consoleUrl}/
  API            ${publicUrl}/api   and   ${consoleUrl}/api

  Log in as      ${main!.email}   password ${main!.password}   payment password ${main!.paymentPassword}
  Do first       pick up an order at the merchant app, and watch it ship, arrive and settle within minutes.${
    chain ? '\n  Send tokens    node tools/chain-send.ts <address under Recharge> 150' : ''
  }`)
  if (!withRobots) print('  No robots: nobody buys, ships, approves or answers but you.')
  if (withHost)
    print(`
${renderUnicodeCompact(`${publicUrl}/`, { border: 2 })}
  ${publicUrl}/ for a phone in the same network. Passkeys, notifications and the use without a network need https.`)
}

/** The address of this machine in the local network. */
function networkAddress(): string {
  const found = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  const { address } = found.find(({ family, internal }) => family === 'IPv4' && !internal) ?? {}
  if (!address) throw new Error('--host: this machine has no address in a local network')
  return address
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
