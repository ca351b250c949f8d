/** The settings of a demo's server: its addresses, and everything that a demo has without anybody setting it. */
import { fileURLToPath } from 'node:url'
import type { DemoSecrets } from './secrets.ts'

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
]

export type DemoAddresses = {
  port: number
  consolePort: number
  storefrontPort: number
  /** Where this machine reaches the listeners. */
  origin: string
  consoleOrigin: string
  /** Where people reach them. */
  publicUrl: string
  consoleUrl: string
  storefrontUrl: string
}

/** The addresses of a demo, by the variables of the environment. With `host` the network reaches them there. */
export function demoAddresses(env: NodeJS.ProcessEnv, host?: string): DemoAddresses {
  const port = Number(env['PORT'] ?? 3000)
  const consolePort = Number(env['QUAYSIDE_CONSOLE_PORT'] || port + 1)
  const storefrontPort = Number(env['QUAYSIDE_STOREFRONT_PORT'] || port + 2)
  return {
    port,
    consolePort,
    storefrontPort,
    origin: `http://127.0.0.1:${port}`,
    consoleOrigin: `http://127.0.0.1:${consolePort}`,
    // Names: a browser keeps no passkey for an address.
    publicUrl: env['PUBLIC_URL'] ?? `http://${host ?? 'localhost'}:${port}`,
    consoleUrl: env['QUAYSIDE_CONSOLE_URL'] ?? `http://${host ?? 'localhost'}:${consolePort}`,
    storefrontUrl: env['QUAYSIDE_STOREFRONT_URL'] ?? `http://${host ?? '127.0.0.1'}:${storefrontPort}`,
  }
}

/** Settings that do not depend on the data folder. */
export const demoSettings = (env: NodeJS.ProcessEnv, at: DemoAddresses) => ({
  QUAYSIDE_MODE: 'demo',
  // The robots send their addresses as a proxy does (api-client.ts).
  QUAYSIDE_PROXIES: env['QUAYSIDE_PROXIES'] ?? '1',
  PORT: String(at.port),
  PUBLIC_URL: at.publicUrl,
  QUAYSIDE_CONSOLE_PORT: String(at.consolePort),
  QUAYSIDE_CONSOLE_URL: at.consoleUrl,
  QUAYSIDE_STOREFRONT_PORT: String(at.storefrontPort),
  QUAYSIDE_STOREFRONT_URL: at.storefrontUrl,
  QUAYSIDE_LOG: env['QUAYSIDE_LOG'] ?? 'warn',
  QUAYSIDE_PIX: JSON.stringify({ key: 'demo@pix.example', name: 'QUAYSIDE DEMO', city: 'DEMO', rate: 540 }),
  QUAYSIDE_PAYEES: JSON.stringify(demoPayees),
  QUAYSIDE_SHIPPING: JSON.stringify(demoShipping),
  QUAYSIDE_TAX: JSON.stringify(demoTaxes),
  QUAYSIDE_SCREENING_LIST:
    env['QUAYSIDE_SCREENING_LIST'] ?? fileURLToPath(new URL('screening-test-list.csv', import.meta.url)),
})

/** Settings of a data folder and its database. */
export const folderSettings = (dataDir: string, databaseUrl: string, secrets: DemoSecrets) => ({
  DATABASE_URL: databaseUrl,
  QUAYSIDE_DATA: dataDir,
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
})
