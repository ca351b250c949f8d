/** The form of the settings: types, and schemas of those that are JSON. */
import { HDKey } from '@scure/bip32'
import { namesPaymentDetails, transferNetworks } from '@quayside/contract'
import * as z from 'zod'
import type { CarrierSettings } from './platform/carriers.ts'

export const payeesSchema = z.array(
  z.strictObject({
    network: z.enum(transferNetworks),
    lines: z.array(z.strictObject({ label: z.string().min(1), value: z.string().min(1) })).min(1),
  }),
)
/** An extended public key whose checksum is right; a private one is refused. */
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
  /** Nodes of the network; no money moves before all of them say the same. */
  rpc: z.array(z.url()).min(1),
  /** Extended public key that deposit addresses are derived from; the server never sees a private one. */
  xpub: z.string().refine(isPublicKey, 'is not an extended public key'),
  /** Wallets that payouts are signed with, elsewhere; without any the network takes deposits only. */
  hot: z.array(address).default([]),
  /** First block worth looking at. */
  start: z.int().nonnegative().default(0),
  /** Blocks on top after which nothing is expected to be taken back: a deposit can be withdrawn, a payout is paid. */
  final: z.int().positive().default(64),
  tokens: z
    .array(z.strictObject({ symbol: z.enum(['USDT', 'USDC']), contract: address, decimals: z.int().min(2).max(18) }))
    .min(1),
})
export type ChainSettings = z.output<typeof chainSchema>
export const bankSchema = z.strictObject({
  name: z.string().min(1).max(70),
  iban: z.string().min(4).max(34),
  bic: z.string().min(8).max(11),
})
export const pixSchema = z.strictObject({
  key: z.string().min(1).max(77),
  name: z.string().min(1).max(25),
  city: z.string().min(1).max(15),
  /** Centavos for a dollar. */
  rate: z.int().positive(),
})

export const carriersSchema = z.array(
  z.strictObject({
    /** As operators type it when they ship; upper and lower case are the same. */
    name: z
      .string()
      .trim()
      .min(2)
      .max(60)
      .refine((name) => !namesPaymentDetails(name), 'looks like a link or an account'),
    /** Signs what the carrier reports. */
    secret: z.string().min(32),
  }),
)

/** How money comes in and goes out. A channel whose destination is not set is not offered. */
export type MoneySettings = {
  fees: Record<'bank' | 'chain', bigint>
  /** A withdrawal above this, and every transfer that is credited by hand, needs two people. */
  secondPersonAbove: bigint
  /** Between saving a destination and the first money that leaves for it, milliseconds. */
  coolDown: number
  /** Between the admission of an operator and the first approval of money that counts, milliseconds. */
  newOperatorWait: number
  /** Days until a card payment can be withdrawn. */
  cardHoldDays: number
  pix: z.output<typeof pixSchema> | null
  payees: z.output<typeof payeesSchema>
  chains: ChainSettings[]
  /** Where bank payouts are debited; null when there is no bank to write files for. */
  bank: z.output<typeof bankSchema> | null
}

/** The platform's name towards the push services (VAPID, RFC 8292), and which of them it speaks to. */
export type PushSettings = {
  /** A point and a number of the curve P-256, in base64url. */
  publicKey: string
  privateKey: string
  /** Where a push service finds who sends: mailto: or https:. */
  subject: string
  /** Names of hosts; those below them count as well. */
  hosts: string[]
}
export type Settings = {
  /** `demo` makes example data through the public APIs and refuses real money; `production` refuses to run half set up. */
  mode: 'demo' | 'production' | 'test'
  /** Connection string of the login role `quayside_app`; a pooler may stand in between. */
  databaseUrl: string
  /** The same role without a pooler, to hear notifications. */
  listenUrl: string
  /** Connection string of the login role `quayside_worker`, which reaches the job queue only. */
  jobsUrl: string
  /** The database's owner, for migrations at start and nothing else; null when they are run apart. */
  ownerUrl: string | null
  port: number
  host: string
  /** Folder for files when no object storage is set. */
  dataDir: string
  /** Where people reach this server, without a trailing slash. */
  publicUrl: string
  /** 32 bytes: wraps the key of each identity photo. */
  masterKey: Buffer
  /** 32 bytes: goes into each payment password's hash, so that a stolen table cannot be guessed offline. */
  pinKey: Buffer
  /** Names of keys that may be other ones than this database was set up with, for one start. */
  acceptNewKeys: string[]
  /** 32 bytes: the private key (Ed25519) that statements and daily roots are signed with; null when one is made and kept in the data folder. */
  statementKey: Buffer | null
  /** Public keys in base64url that were used before it; what they signed still counts. */
  oldStatementKeys: string[]
  /** Number of trusted proxies in front, for the caller's address. */
  proxies: number
  commissionBasisPoints: number
  processor: 'stripe' | 'test'
  money: MoneySettings
  /** Who may report deliveries by signed calls. */
  carriers: CarrierSettings[]
  /** When customer service is staffed, whole hours of universal time; null for always. */
  supportHours: { from: number; to: number } | null
  stripe: { secretKey: string; webhookSecret: string; apiBase: string | null } | null
  testProcessor: { secret: string } | null
  /** The first operator, made at start when there is none. */
  firstOperator: { email: string; password: string } | null
  /** How messages leave; null when a channel has no gateway. */
  outgoing: { mail: { url: string; from: string } | null; sms: { url: string; secret: string } | null }
  /** How devices hear of messages while the app is closed; null when they do not. */
  push: PushSettings | null
  imprint: { legalName: string; address: string; complaints: string } | null
  /** Places in the app’s tab bar: home, product, order and my, or only the first two, with the others on the home screen. */
  tabs: 2 | 4
  /** False removes the app's service worker and its caches from every device that opens the app. */
  serviceWorker: boolean
  runs: { web: boolean; worker: boolean }
  /** Seconds between `/readyz` going down and the end of listening, so that a balancer notices. */
  drainSeconds: number
  /** Where Prometheus reads the metrics; null when they are not served. */
  metrics: { port: number; host: string } | null
  staticDir: string | null
}
