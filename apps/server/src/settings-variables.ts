/**
 * Every environment variable that the server reads: what it is, its form, its default. `settings.ts` reads them by
 * this table, and docs/settings.md is made from it.
 */
import * as z from 'zod'
import {
  bankSchema,
  carriersSchema,
  chainSchema,
  payeesSchema,
  pixSchema,
  s3Schema,
  shippingSchema,
  supportHoursSchema,
  taxSchema,
  trackingSchema,
} from './settings-schema.ts'

/** The push services of Chrome, Firefox, Safari and Edge. */
const pushServices = 'fcm.googleapis.com,updates.push.services.mozilla.com,push.apple.com,notify.windows.com'

export type Variable = {
  /** What it is, also in the sentence about a missing one. */
  what: string
  /** Written as in the environment. `production` where production has another one. */
  default?: string
  production?: string
  /** When the server does not start without it. */
  required?: 'always' | 'production' | `with ${string}`
  /** Never logged or shown. */
  secret?: true
  /** What replaces it. */
  deprecated?: string
  // At most one form; a variable without one is a text.
  /** A whole number in this range. */
  whole?: readonly [low: number, high: number]
  /** An amount such as 2.00. */
  amount?: true
  oneOf?: readonly string[]
  /** Several, with commas between them. */
  list?: true
  /** JSON of this shape. */
  json?: z.ZodType
}

export const variables = {
  // The program.
  QUAYSIDE_MODE: { what: 'demo, test or production', default: 'production', oneOf: ['demo', 'production', 'test'] },
  QUAYSIDE_RUNS: { what: 'what this copy runs: web, worker or both', default: 'web,worker', list: true },
  QUAYSIDE_LOG: {
    what: 'the level of the log',
    default: 'info',
    oneOf: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
  },
  QUAYSIDE_DATA: { what: 'the folder of stored files and daily roots', default: '.data' },
  QUAYSIDE_DRAIN_SECONDS: {
    what: 'seconds between the first 503 of /readyz and the end of listening',
    default: '0',
    production: '5',
    whole: [0, 60],
  },
  QUAYSIDE_ACCEPT_NEW_KEY: { what: 'names of keys that may differ from the former start, for one start', list: true },
  QUAYSIDE_FAIL_AT: { what: 'the point at which a test ends the program; refused in production' },
  QUAYSIDE_NIGHT: { what: 'runs the tests of the night; read by tests only' },

  // The database.
  DATABASE_URL: {
    what: 'connection string of the PostgreSQL database, as the login role quayside_app',
    required: 'always',
    secret: true,
  },
  DATABASE_OWNER_URL: { what: 'the same as the owner of the schema, for migrations only', secret: true },
  DATABASE_READ_URL: { what: 'a streaming replica of DATABASE_URL, as the login role quayside_app', secret: true },
  DATABASE_LISTEN_URL: {
    what: 'the same database without a pooler, for notifications; DATABASE_URL by default',
    secret: true,
  },
  DATABASE_JOBS_URL: {
    what: 'the same database without a pooler, as the login role quayside_worker',
    required: 'production',
    secret: true,
  },
  QUAYSIDE_STATEMENT_NAMES: {
    what: 'off for a pooler that does not know named statements, such as PgBouncer before 1.21',
    default: 'on',
    oneOf: ['on', 'off'],
  },
  QUAYSIDE_POOL: { what: 'the largest number of connections to DATABASE_URL', default: '20', whole: [8, 200] },

  // Addresses.
  PORT: { what: 'port of the merchants, buyers and webhooks; 0 is any free port', default: '3000', whole: [0, 65_535] },
  QUAYSIDE_CONSOLE_PORT: { what: 'port of the console; the one after PORT by default', whole: [0, 65_535] },
  QUAYSIDE_STOREFRONT_PORT: {
    what: 'port of the storefront; the one after the console’s by default',
    whole: [0, 65_535],
  },
  HOST: { what: 'the address of this machine to listen on', default: '127.0.0.1' },
  PUBLIC_URL: {
    what: 'the address people reach this server at, for example https://shop.example',
    required: 'production',
  },
  QUAYSIDE_CONSOLE_URL: {
    what: 'the address operators reach the console at, for example https://desk.example',
    required: 'production',
  },
  QUAYSIDE_STOREFRONT_URL: {
    what: 'the address buyers reach the shops at, for example https://buy.example',
    required: 'production',
  },
  QUAYSIDE_PROXIES: { what: 'the number of your proxies in front', default: '0', whole: [0, 10] },
  QUAYSIDE_CORS_ORIGINS: { what: 'origins whose pages may call the APIs', list: true },
  QUAYSIDE_RATE_CALLER: {
    what: 'requests of one session or key in a minute; 0 is no limit',
    default: '0',
    production: '600',
    whole: [0, 1_000_000],
  },
  QUAYSIDE_RATE_ADDRESS: {
    what: 'requests of one network in a minute; 0 is no limit',
    default: '0',
    production: '6000',
    whole: [0, 1_000_000],
  },
  QUAYSIDE_WEBHOOK_NETWORKS: { what: 'networks of your own that webhooks may call', list: true },

  // The apps.
  QUAYSIDE_STATIC: { what: 'the folder of the built merchant app' },
  QUAYSIDE_CONSOLE_STATIC: { what: 'the folder of the built console' },
  QUAYSIDE_STOREFRONT_STATIC: { what: 'the folder of the built storefront' },
  QUAYSIDE_SERVICE_WORKER: {
    what: 'off removes the service worker and its caches from every device',
    default: 'on',
    oneOf: ['on', 'off'],
  },
  QUAYSIDE_TABS: { what: 'the tabs of the merchant app: 4 or 2', default: '4', json: z.literal([2, 4]) },
  QUAYSIDE_LANGUAGES: { what: 'all, short, or codes of languages with commas between them', default: 'all' },

  // Keys.
  QUAYSIDE_MASTER_KEY: {
    what: '32 random bytes in base64; seals what is stored encrypted',
    required: 'always',
    secret: true,
  },
  QUAYSIDE_MASTER_OTHER_KEYS: { what: 'further master keys during a change', list: true, secret: true },
  QUAYSIDE_CARD_KEY: {
    what: '32 random bytes in base64; seals card numbers; the master key does without it',
    secret: true,
  },
  QUAYSIDE_CARD_OTHER_KEYS: { what: 'further card keys during a change', list: true, secret: true },
  QUAYSIDE_PIN_KEY: {
    what: '32 random bytes in base64; goes into payment password hashes',
    required: 'always',
    secret: true,
  },
  QUAYSIDE_PIN_OTHER_KEYS: { what: 'further PIN keys during a change', list: true, secret: true },
  QUAYSIDE_STATEMENT_KEY: {
    what: '32 random bytes in base64; signs statements and daily roots',
    required: 'production',
    secret: true,
  },
  QUAYSIDE_STATEMENT_OLD_KEYS: { what: 'former public keys of statements, in base64url', list: true },

  // Stored files in a bucket.
  QUAYSIDE_BUCKET: { what: 'endpoint, region and bucket of an S3-compatible service', json: s3Schema },
  QUAYSIDE_BUCKET_ACCESS_KEY: {
    what: 'access key of the bucket in QUAYSIDE_BUCKET',
    required: 'with QUAYSIDE_BUCKET',
    secret: true,
  },
  QUAYSIDE_BUCKET_SECRET_KEY: {
    what: 'secret key of the bucket in QUAYSIDE_BUCKET',
    required: 'with QUAYSIDE_BUCKET',
    secret: true,
  },

  // Money. Those of the business settings count until they are changed at the desk.
  QUAYSIDE_PROCESSOR: {
    what: 'the card processor; production has stripe only',
    default: 'test',
    production: 'stripe',
    oneOf: ['stripe', 'test'],
  },
  STRIPE_SECRET_KEY: {
    what: 'secret key of the Stripe account',
    required: 'with QUAYSIDE_PROCESSOR=stripe',
    secret: true,
  },
  STRIPE_WEBHOOK_SECRET: {
    what: 'signing secret of the Stripe webhook endpoint /store/webhook/stripe',
    required: 'with QUAYSIDE_PROCESSOR=stripe',
    secret: true,
  },
  STRIPE_PUBLISHABLE_KEY: {
    what: 'publishable key of the Stripe account, for the Payment Element',
    required: 'with QUAYSIDE_STRIPE_CHECKOUT=element',
  },
  STRIPE_API_BASE: { what: 'another address instead of Stripe’s; refused in production' },
  QUAYSIDE_STRIPE_CHECKOUT: {
    what: 'where buyers enter their card: on Stripe’s page, or on a page of the storefront',
    default: 'hosted',
    oneOf: ['hosted', 'element'],
  },
  QUAYSIDE_WEBHOOK_SECRET: {
    what: 'any secret text; signs the test processor’s webhooks',
    required: 'with QUAYSIDE_PROCESSOR=test',
    secret: true,
  },
  QUAYSIDE_COMMISSION: { what: 'commission in hundredths of a per cent', default: '500', whole: [0, 5000] },
  QUAYSIDE_FEE_BANK: { what: 'fee of a withdrawal by bank, in dollars', default: '2.00', amount: true },
  QUAYSIDE_FEE_CHAIN: { what: 'fee of a withdrawal on a chain, in dollars', default: '1.00', amount: true },
  QUAYSIDE_TWO_PEOPLE_ABOVE: { what: 'dollars above which two people decide', default: '1000.00', amount: true },
  QUAYSIDE_CARD_HOLD_DAYS: {
    what: 'days until a card recharge can be withdrawn',
    default: '7',
    whole: [0, 180],
  },
  QUAYSIDE_PIX: { what: 'the account for PIX and its rate', default: 'null', json: pixSchema.nullable() },
  QUAYSIDE_PAYEES: { what: 'account details for transfers, by network', default: '[]', json: payeesSchema },
  QUAYSIDE_CHAINS: {
    what: 'chains with their nodes, tokens and public key',
    default: '[]',
    json: z.array(chainSchema),
  },
  QUAYSIDE_BANK: {
    what: 'the account that withdrawals are paid from',
    default: 'null',
    json: bankSchema.nullable(),
  },
  QUAYSIDE_SHIPPING: { what: 'shipping rates', default: 'null', json: shippingSchema.nullable() },
  QUAYSIDE_TAX: { what: 'tax rates', default: 'null', json: taxSchema.nullable() },

  // Lists of sanctions.
  QUAYSIDE_SCREENING_LIST: {
    what: 'the path of a CSV file of sanctioned people in the form of OpenSanctions, targets.simple.csv',
  },

  // Carriers and customer service.
  QUAYSIDE_CARRIERS: {
    what: 'carriers that sign with the former header',
    default: '[]',
    json: carriersSchema,
    secret: true,
    deprecated: 'the desk of carriers',
  },
  QUAYSIDE_TRACKING: { what: 'pages of carriers about a parcel', default: '[]', json: trackingSchema },
  QUAYSIDE_SUPPORT_HOURS: {
    what: 'hours of the day, in UTC, in which customer service answers',
    default: 'null',
    json: supportHoursSchema.nullable(),
  },

  // Mail, text messages, alerts, push.
  QUAYSIDE_SMTP_URL: { what: 'smtp://user:password@host:587 or smtps://user:password@host:465', secret: true },
  QUAYSIDE_MAIL_FROM: {
    what: 'the sender of mail, for example Quayside <no-reply@shop.example>',
    required: 'with QUAYSIDE_SMTP_URL',
  },
  QUAYSIDE_SMS_URL: { what: 'the https address of the SMS gateway' },
  QUAYSIDE_SMS_SECRET: {
    what: 'any secret text; tells the SMS gateway that it is this server that asks',
    required: 'with QUAYSIDE_SMS_URL',
    secret: true,
  },
  QUAYSIDE_ALERT_MAIL: { what: 'mail addresses that receive alerts', list: true },
  QUAYSIDE_ALERT_WEBHOOK: { what: 'the https address that receives alerts' },
  QUAYSIDE_ALERT_SECRET: {
    what: 'the signing secret of the alert webhook: whsec_ and 24 to 64 bytes in base64',
    required: 'with QUAYSIDE_ALERT_WEBHOOK',
    secret: true,
  },
  QUAYSIDE_VAPID_PUBLIC: { what: 'the public key of push notifications' },
  QUAYSIDE_VAPID_PRIVATE: {
    what: 'the private key that belongs to QUAYSIDE_VAPID_PUBLIC',
    required: 'with QUAYSIDE_VAPID_PUBLIC',
    secret: true,
  },
  QUAYSIDE_VAPID_SUBJECT: {
    what: 'who sends pushes: mailto:ops@shop.example or https://shop.example',
    required: 'with QUAYSIDE_VAPID_PUBLIC',
  },
  QUAYSIDE_PUSH_HOSTS: { what: 'the push services that the server calls', default: pushServices, list: true },

  // The imprint and the first operator.
  QUAYSIDE_LEGAL_NAME: { what: 'legal name of the platform’s operator', required: 'production' },
  QUAYSIDE_LEGAL_ADDRESS: { what: 'its postal address', required: 'production' },
  QUAYSIDE_COMPLAINTS: {
    what: 'where merchants complain: an e-mail address or a web address',
    required: 'production',
  },
  QUAYSIDE_OPERATOR_EMAIL: { what: 'mail address of the first operator, at the first start' },
  QUAYSIDE_OPERATOR_PASSWORD: {
    what: 'password of the first operator: at least 15 characters',
    required: 'with QUAYSIDE_OPERATOR_EMAIL',
    secret: true,
  },

  // Metrics and traces. The exporter of OpenTelemetry reads further variables of its standard.
  QUAYSIDE_METRICS_PORT: { what: 'port of the metrics for Prometheus; none without it', whole: [0, 65_535] },
  QUAYSIDE_METRICS_HOST: { what: 'the address the metrics listen on', default: '127.0.0.1' },
  OTEL_EXPORTER_OTLP_ENDPOINT: { what: 'the collector of traces' },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: { what: 'the address of the collector for traces alone' },
} as const satisfies Record<string, Variable>

export type VariableName = keyof typeof variables
/** The variables of a form. */
export type NameWith<Form extends keyof Variable> = {
  [Name in VariableName]: (typeof variables)[Name] extends Record<Form, unknown> ? Name : never
}[VariableName]

const described: Readonly<Record<string, Variable>> = variables
export const describeVariable = (name: VariableName): Variable => described[name]!

/** The ones of this project. Another one with the prefix `QUAYSIDE_` is refused as a typing error. */
export const knownVariables: readonly string[] = Object.keys(variables).filter((name) => name.startsWith('QUAYSIDE_'))
