/** Types of the settings, and schemas of the settings in JSON. */
import { HDKey } from '@scure/bip32'
import { namesPaymentDetails, transferNetworks, type Language } from '@quayside/contract'
import { parseSetting, type ShippingRate, type TaxRate } from '@quayside/contract/settings'
import * as z from 'zod'
import type { CarrierSettings, TrackingPage } from './domain/carriers.ts'
import type { KeySettings } from './platform/security/keys.ts'
import { bankNameOf } from './platform/files/latin-letters.ts'
import type { RequestRates } from './platform/http/request-rate.ts'

export const payeesSchema = z.array(
  z.strictObject({
    network: z
      .enum(transferNetworks)
      .refine((name) => name !== 'tron', 'no transfer over TRON can be proved: the server reads no node of it'),
    lines: z.array(z.strictObject({ label: z.string().min(1), value: z.string().min(1) })).min(1),
  }),
)
/** Whether a text is an extended public key with a correct checksum. A private key is refused. */
const isPublicKey = (text: string): boolean => {
  try {
    return text.startsWith('xpub') && HDKey.fromExtendedKey(text).privateKey === null
  } catch {
    return false
  }
}
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
export const chainSchema = z.strictObject({
  network: z
    .string()
    .regex(/^[a-z][a-z0-9-]{1,29}$/)
    .refine((name) => name !== 'tron', 'tron is not of the Ethereum kind'),
  chainId: z.int().positive(),
  /** Nodes of the network. Money moves only when all nodes agree. */
  rpc: z.array(z.url()).min(1),
  /** Extended public key for the derivation of deposit addresses. The server never has a private key. */
  xpub: z.string().refine(isPublicKey, 'is not an extended public key'),
  /** Wallets for payouts, signed outside this server. Without a wallet the network takes deposits only. */
  hot: z.array(address).default([]),
  /** First block to read. */
  start: z.int().nonnegative().default(0),
  /** Blocks on top until a transfer is final: a deposit can then be withdrawn, and a payout is paid. */
  final: z.int().positive().default(64),
  tokens: z
    .array(z.strictObject({ symbol: z.enum(['USDT', 'USDC']), contract: address, decimals: z.int().min(2).max(18) }))
    .min(1),
})
export type ChainSettings = z.output<typeof chainSchema>
/** A name that banks can read. */
const latinName = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine((name) => bankNameOf(name, maxLength) !== null, 'needs Latin letters')

export const bankSchema = z.strictObject({
  name: latinName(70),
  iban: z.string().min(4).max(34),
  bic: z.string().min(8).max(11),
})
/** A bucket of an S3-compatible service. */
export const s3Schema = z.strictObject({
  endpoint: z.url(),
  region: z.string().min(1),
  bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
})
export type S3Settings = z.output<typeof s3Schema> & { accessKey: string; secretKey: string }
/** Shipping rates by country, as `parseSetting` of the contract takes them, with costs in dollars. */
export const shippingSchema = z
  .array(
    z.strictObject({
      country: z.string(),
      cost: z.string().regex(/^\d{1,4}\.\d\d$/),
      from: z.int(),
      to: z.int(),
    }),
  )
  .transform((rates, context) => {
    const parsed = parseSetting(
      'shipping-rates',
      rates.map((rate) => ({ ...rate, cost: Number(rate.cost.replace('.', '')) })),
    )
    if (!parsed) context.addIssue('needs one rate for each country, one for "*", costs to 1000.00, days to 180')
    return (parsed?.value ?? []) as ShippingRate[]
  })
/** Tax rates by country, as `parseSetting` of the contract takes them: `rate` in hundredths of a percent. */
export const taxSchema = z
  .array(z.strictObject({ country: z.string(), rate: z.int(), shown: z.string() }))
  .transform((rates, context) => {
    const parsed = parseSetting('tax-rates', rates)
    if (!parsed) context.addIssue('needs one rate for a country, 1 to 5000, shown as "included" or "added"')
    return (parsed?.value ?? []) as TaxRate[]
  })
export const pixSchema = z.strictObject({
  key: z.string().min(1).max(77),
  name: latinName(25),
  city: latinName(15),
  /** Centavos per US dollar. */
  rate: z.int().positive(),
})

/** Hours of the day in UTC. */
export const supportHoursSchema = z.strictObject({
  from: z.int().min(0).max(24),
  to: z.int().min(0).max(24),
})

export const carriersSchema = z.array(
  z.strictObject({
    /** As operators enter it for a shipment. Case-insensitive. */
    name: z
      .string()
      .trim()
      .min(2)
      .max(60)
      .refine((name) => !namesPaymentDetails(name), 'looks like a link or an account'),
    /** The signing secret of the carrier's calls. */
    secret: z.string().min(32),
  }),
)

/** The pages of carriers about a parcel. A carrier needs no signed calls for one. */
export const trackingSchema = z.array(
  z.strictObject({
    /** As operators enter it for a shipment. Case-insensitive. */
    carrier: z.string().trim().min(2).max(60),
    /** The address, with `{number}` in the place of the tracking number. */
    url: z
      .string()
      .max(300)
      .regex(/^https:\/\/[^\s{}/]+\/[^\s{}]*\{number\}[^\s{}]*$/, 'is no https:// address with {number} in its path'),
  }),
)

/** Channels for deposits and payouts. A channel without its settings is not offered. */
export type MoneySettings = {
  fees: Record<'bank' | 'chain', bigint>
  /**
   * What the card processor is expected to keep of a payment, until a setting says so: hundredths of a percent, cents.
   */
  processorFee: { rate: number; fixed: number }
  /** Cents. A withdrawal above this amount needs two people, and so does every manual credit of a transfer. */
  secondPersonAbove: bigint
  /** Milliseconds from saving a destination to the first payout to it. */
  coolDown: number
  /** Milliseconds from the admission of an operator to the operator's first approval of money. */
  newOperatorWait: number
  /** Days until a card payment can be withdrawn. */
  cardHoldDays: number
  pix: z.output<typeof pixSchema> | null
  payees: z.output<typeof payeesSchema>
  chains: ChainSettings[]
  /** The debtor account in files of bank payouts; null without such an account. */
  bank: z.output<typeof bankSchema> | null
}

/** The platform's identity at push services (VAPID, RFC 8292), and the hosts that it may call. */
export type PushSettings = {
  /** A point of the curve P-256, in base64url. */
  publicKey: string
  /** The private key of the same pair, in base64url. */
  privateKey: string
  /** The sender's contact for a push service: a mailto: or https: address. */
  subject: string
  /** Host names. Their subdomains are allowed too. */
  hosts: string[]
}

/** The names that the standard gives to samplers. */
export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/** Where traces go, and how many. */
export type TracingSettings = {
  /** The collector's address for traces. */
  url: string
  protocol: 'http/protobuf' | 'http/json'
  sampler: {
    name: (typeof samplers)[number]
    /** The share of traces that is kept, 0 to 1, where the sampler's name ends in `traceidratio`. */
    ratio: number
  }
  /** Milliseconds between two batches of spans. */
  delay: number
}

export type Settings = {
  /**
   * `demo` creates example data through the public APIs and refuses real money. `production` refuses an incomplete
   * set of settings.
   */
  mode: 'demo' | 'production' | 'test'
  /** Connection string of the login role `quayside_app`, with or without a pooler. */
  databaseUrl: string
  /** A streaming replica, as the same role; null without one. */
  readUrl: string | null
  /** The same role without a pooler, for LISTEN. */
  listenUrl: string
  /** Connection string of the login role `quayside_worker`, which reaches the job queue only. */
  jobsUrl: string
  /** Connection string of the database owner, only for migrations at start; null when migrations run separately. */
  ownerUrl: string | null
  /** The largest number of connections to `databaseUrl`. */
  poolSize: number
  /** Whether statements get names, so that the database keeps their plans. */
  namesStatements: boolean
  /** Port of the merchant app, of `/merchant` and of `/store`. */
  port: number
  /** Port of the console and of `/platform`. */
  consolePort: number
  /** Port of the storefront. */
  storefrontPort: number
  host: string
  /** Folder for stored files, for the list of daily roots, and for a statement key that the server made. */
  dataDir: string
  /** The bucket for stored files; null: the folder. */
  s3: S3Settings | null
  /** Public address of this server, without a trailing slash. */
  publicUrl: string
  /** Address of the console, without a trailing slash. Passkeys belong to its host name. */
  consoleUrl: string
  /** Address of the storefront, where buyers buy, without a trailing slash. */
  storefrontUrl: string
  /**
   * `master` seals what is stored encrypted, `card` the card numbers of withdrawals (null: `master` does), `pin` is
   * part of each payment password's hash, so that a stolen table does not allow offline guessing.
   */
  keys: KeySettings
  /** Names of keys that may differ, for one start, from the keys that this database was set up with. */
  acceptNewKeys: string[]
  /**
   * 32 bytes: the private key (Ed25519) for signatures of statements and daily roots. Null: the server creates a key
   * and stores it in the data folder.
   */
  statementKey: Buffer | null
  /** Former public keys in base64url. Their signatures stay valid. */
  oldStatementKeys: string[]
  /** Number of trusted proxies in front of the server, to find the caller's address. */
  proxies: number
  commissionBasisPoints: number
  processor: 'stripe' | 'test'
  money: MoneySettings
  /** Carriers that may report deliveries by signed calls. */
  carriers: CarrierSettings[]
  /** The list of sanctions; null: nothing is screened. */
  screening: { path: string } | null
  /** The pages of carriers about a parcel. */
  tracking: TrackingPage[]
  /** What the installation starts with; null for the default of the contract. */
  shippingRates: ShippingRate[] | null
  /** Tax rates until the first ones are signed. */
  taxRates: TaxRate[] | null
  /** Hours of customer service, as whole hours in UTC; null for always. */
  supportHours: { from: number; to: number } | null
  /** `publishableKey`: set when the storefront shows the Payment Element. */
  stripe: { secretKey: string; webhookSecret: string; publishableKey: string | null; apiBase: string | null } | null
  testProcessor: { secret: string } | null
  /** The first operator, created at start when there is no operator. */
  firstOperator: { email: string; password: string } | null
  /** Gateways for outgoing messages; null for a channel without a gateway. */
  outgoing: { mail: { url: string; from: string } | null; sms: { url: string; secret: string } | null }
  /** Receivers of alerts to the staff: mail addresses, and a webhook signed as Standard Webhooks says. */
  alerts: { mail: string[]; webhook: { url: string; secret: string } | null }
  /** The largest numbers of requests to the APIs in a minute. */
  rates: RequestRates
  /** Origins of web pages that may call `/merchant` and `/store`. */
  corsOrigins: string[]
  /** Networks of the installation's own that merchants' webhooks may call although they are not public. */
  webhookNetworks: string[]
  /** Settings of push messages to devices with a closed app; null without push. */
  push: PushSettings | null
  imprint: { legalName: string; address: string; complaints: string } | null
  /** Entries in the app's tab bar. 4: home, product, order, my. 2: home and product; the home screen has the others. */
  tabs: 2 | 4
  /** The languages that the app offers, until they are changed as a business setting. */
  languages: Language[]
  /** False removes the app's service worker and its caches from every device that opens the app. */
  serviceWorker: boolean
  runs: { web: boolean; worker: boolean }
  /** Seconds between the first 503 of `/readyz` and the end of listening, so that a load balancer notices. */
  drainSeconds: number
  /** Address of the metrics for Prometheus; null when they are not served. */
  metrics: { port: number; host: string } | null
  /** Traces for a collector of OpenTelemetry; null when they are off. */
  tracing: TracingSettings | null
  /** The built merchant app; null when this server does not serve it. */
  staticDir: string | null
  /** The built console; null when this server does not serve it. */
  consoleDir: string | null
  /** The built storefront; null when this server does not serve it. */
  storefrontDir: string | null
}
