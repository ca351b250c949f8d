/** Every environment variable that the server reads, checked once at start. */
import { createECDH } from 'node:crypto'
import {
  isInRange,
  isJson,
  isNumber,
  languages,
  normalEmail,
  parseMoney,
  shortLanguages,
  type Language,
} from '@quayside/contract'
import * as z from 'zod'
import {
  carrierProblems,
  demoProblems,
  isGuessable,
  isMail,
  productionProblems,
  unknownVariables,
} from './settings-rules.ts'
import {
  bankSchema,
  carriersSchema,
  trackingSchema,
  chainSchema,
  payeesSchema,
  pixSchema,
  shippingSchema,
  samplers,
  taxSchema,
  s3Schema,
  type S3Settings,
  type ChainSettings,
  type MoneySettings,
  type Settings,
  type TracingSettings,
} from './settings-schema.ts'
import type { KeyRing, KeySettings } from './platform/security/keys.ts'
import { parseNetwork } from './platform/http/public-address.ts'
import { secretPrefix } from './platform/security/signed-webhook.ts'
import { appRole, derivedLogins, jobsRole, userOf } from './platform/database/roles.ts'

export type { ChainSettings, MoneySettings, Settings, TracingSettings }

/** The push services of Chrome, Firefox, Safari and Edge. */
const pushServices = 'fcm.googleapis.com,updates.push.services.mozilla.com,push.apple.com,notify.windows.com'

/** Lists all settings that are missing or wrong. */
export class MissingSettings extends Error {
  readonly missing: string[]
  constructor(missing: string[]) {
    super(`Quayside cannot start, these settings are missing or wrong:\n${missing.map((m) => `  - ${m}`).join('\n')}`)
    this.missing = missing
  }
}

/** Whether a public key and a private key are a pair. */
function isKeyPair(publicKey: string, privateKey: string): boolean {
  try {
    const curve = createECDH('prime256v1')
    curve.setPrivateKey(privateKey, 'base64url')
    return curve.getPublicKey('base64url') === publicKey
  } catch {
    return false
  }
}

/** A secret of Standard Webhooks: the prefix and a key of 24 to 64 bytes in base64. */
const isWebhookSecret = (text: string): boolean => {
  const key = text.startsWith(secretPrefix) ? Buffer.from(text.slice(secretPrefix.length), 'base64') : Buffer.alloc(0)
  return key.length >= 24 && key.length <= 64
}

/** A number as a person types it; NaN for any other text, such as “0x10”. */
const numberOf = (text: string): number => (isNumber(text.trim()) ? Number(text) : NaN)
const protocolOf = (url: string): string => URL.parse(url)?.protocol ?? ''

type Env = Record<string, string | undefined>

const needIn =
  (env: Env, missing: string[]) =>
  (name: string, meaning: string): string => {
    const value = env[name]?.trim()
    if (!value) missing.push(`${name}: ${meaning}`)
    return value ?? ''
  }

function readKey(env: Env, missing: string[], name: string, meaning: string): Buffer {
  const value = Buffer.from(needIn(env, missing)(name, meaning), 'base64')
  if (env[name]?.trim() && value.length !== 32) missing.push(`${name}: must be 32 bytes in base64`)
  return value
}

/** Keys that are accepted beside the newest one: several in base64, separated by commas. */
function readOtherKeys(env: Env, missing: string[], name: string): Buffer[] {
  const texts = (env[name] ?? '').split(',').flatMap((text) => text.trim() || [])
  const keys = texts.map((text) => Buffer.from(text, 'base64'))
  if (keys.some((key) => key.length !== 32))
    missing.push(`${name}: keys of 32 bytes in base64, with commas between them`)
  return keys
}

/** Reads the bucket for stored files; null without one. */
export function readS3(env: Env, missing: string[]): S3Settings | null {
  const text = env['QUAYSIDE_BUCKET']?.trim()
  if (!text) return null
  const need = needIn(env, missing)
  const accessKey = need('QUAYSIDE_BUCKET_ACCESS_KEY', 'access key of the bucket in QUAYSIDE_BUCKET')
  const secretKey = need('QUAYSIDE_BUCKET_SECRET_KEY', 'secret key of the bucket in QUAYSIDE_BUCKET')
  try {
    return { ...s3Schema.parse(JSON.parse(text)), accessKey, secretKey }
  } catch {
    missing.push('QUAYSIDE_BUCKET: endpoint, region and bucket as JSON; see docs/operating.md')
    return null
  }
}

/** Reads the secret keys; adds what is wrong to `missing`. */
export function readKeySettings(env: Env, missing: string[]): KeySettings {
  const ring = (name: string, meaning: string): KeyRing => ({
    newest: readKey(env, missing, name, meaning),
    others: readOtherKeys(env, missing, name.replace(/_KEY$/, '_OTHER_KEYS')),
  })
  const others = readOtherKeys(env, missing, 'QUAYSIDE_CARD_OTHER_KEYS')
  const card = env['QUAYSIDE_CARD_KEY']?.trim()
  if (others.length > 0 && !card) missing.push('QUAYSIDE_CARD_OTHER_KEYS: only with QUAYSIDE_CARD_KEY')
  return {
    master: ring('QUAYSIDE_MASTER_KEY', '32 random bytes in base64; seals what is stored encrypted'),
    card: card ? ring('QUAYSIDE_CARD_KEY', '32 random bytes in base64; seals card numbers') : null,
    pin: ring('QUAYSIDE_PIN_KEY', '32 random bytes in base64; goes into payment password hashes'),
  }
}

/** The codes of languages, separated by commas; `all` or `short`, the two lists of the specification. */
function languagesOf(env: Env, missing: string[]): Language[] {
  const text = env['QUAYSIDE_LANGUAGES']?.trim() || 'all'
  const codes = languages.map(({ code }) => code)
  if (text === 'all') return codes
  const named: readonly string[] = text === 'short' ? shortLanguages : text.split(',').map((code) => code.trim())
  const unknown = named.filter((name) => !codes.some((code) => code === name))
  if (unknown.length > 0)
    missing.push(`QUAYSIDE_LANGUAGES: unknown ${unknown.join(', ')}; all, short, or ${codes.join(',')}`)
  return codes.filter((code) => named.includes(code))
}

/**
 * Reads the standard variables of OpenTelemetry; null when they name no collector. Headers, time limit, compression
 * and certificates of the collector are read by its exporter, names of the service by its resource.
 */
function readTracing(env: Env, missing: string[]): TracingSettings | null {
  const given = (name: string): string => env[name]?.trim() ?? ''
  const own = given('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT')
  const base = given('OTEL_EXPORTER_OTLP_ENDPOINT')
  const isOff = given('OTEL_SDK_DISABLED').toLowerCase() === 'true' || given('OTEL_TRACES_EXPORTER') === 'none'
  if (isOff || (!own && !base)) return null
  const url = own || `${base.replace(/\/$/, '')}/v1/traces`
  if (!/^https?:$/.test(protocolOf(url)))
    missing.push(`${own ? 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT' : 'OTEL_EXPORTER_OTLP_ENDPOINT'}: http:// or https://`)
  const among = <T extends string>(names: readonly string[], values: readonly T[], fallback: T): T => {
    const name = names.find((one) => given(one))
    const value = values.find((one) => !name || one === given(name))
    if (!value) missing.push(`${name}: ${values.join(', ')}`)
    return name ? (value ?? fallback) : fallback
  }
  const ratio = numberOf(given('OTEL_TRACES_SAMPLER_ARG') || '1')
  if (!(ratio >= 0 && ratio <= 1)) missing.push('OTEL_TRACES_SAMPLER_ARG: a number from 0 to 1')
  const delay = numberOf(given('OTEL_BSP_SCHEDULE_DELAY') || '5000')
  if (!Number.isInteger(delay) || !isInRange(delay, 10, 60_000))
    missing.push('OTEL_BSP_SCHEDULE_DELAY: milliseconds, 10 to 60000')
  return {
    url,
    protocol: among(
      ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'],
      ['http/protobuf', 'http/json'],
      'http/protobuf',
    ),
    sampler: { name: among(['OTEL_TRACES_SAMPLER'], samplers, 'parentbased_always_on'), ratio },
    delay,
  }
}

/** Reads and checks the environment; throws `MissingSettings` naming everything that is wrong. */
export function readSettings(env: Env): Settings {
  const missing: string[] = []
  const mode = (env['QUAYSIDE_MODE'] ?? 'production') as Settings['mode']
  if (!['demo', 'production', 'test'].includes(mode)) missing.push('QUAYSIDE_MODE: demo or production')
  const need = needIn(env, missing)
  const whole = (name: string, fallback: number, low: number, high: number): number => {
    const value = env[name] === undefined || env[name] === '' ? fallback : numberOf(env[name])
    if (!Number.isInteger(value) || !isInRange(value, low, high))
      missing.push(`${name}: a whole number from ${low} to ${high}`)
    return value
  }
  const json = <T>(name: string, shape: z.ZodType<T>, fallback: T): T => {
    const text = env[name]?.trim()
    if (!text) return fallback
    const parsed = isJson(text) ? shape.safeParse(JSON.parse(text)) : null
    if (parsed?.success) return parsed.data
    const issue = parsed?.error.issues[0]
    missing.push(`${name}: ${issue ? `${issue.path.join('.')} ${issue.message}` : 'not JSON'}; see docs/operating.md`)
    return fallback
  }
  const cents = (name: string, fallback: string): bigint => {
    const value = parseMoney(env[name]?.trim() || fallback)
    if (value === null || value < 0n) missing.push(`${name}: an amount such as 2.00`)
    return value ?? 0n
  }
  const connections = (): Pick<Settings, 'databaseUrl' | 'readUrl' | 'listenUrl' | 'jobsUrl' | 'ownerUrl'> => {
    const given = need('DATABASE_URL', `connection string of the PostgreSQL database, as the login role ${appRole}`)
    // Outside production the owner's connection string is enough: those of the login roles are derived from it.
    const ownerAlone = !production && !env['DATABASE_OWNER_URL'] && userOf(given) !== appRole
    const ownerUrl = ownerAlone ? given : env['DATABASE_OWNER_URL']?.trim() || null
    // A hosted pooler appends its tenant to the user's name, after a dot.
    const user = userOf(given)?.split('.')[0]
    if (production && given && user !== appRole)
      missing.push(
        `DATABASE_URL: logs in as ${user ?? 'nobody named'}, must be the login role ${appRole}; the owner belongs into DATABASE_OWNER_URL, for migrations only`,
      )
    const databaseUrl = ownerAlone ? derivedLogins(given).app : given
    const readUrl = env['DATABASE_READ_URL']?.trim() || null
    if (readUrl && userOf(readUrl)?.split('.')[0] !== appRole)
      missing.push(`DATABASE_READ_URL: a streaming replica of DATABASE_URL, as the login role ${appRole}`)
    const jobs = env['DATABASE_JOBS_URL']?.trim()
    return {
      databaseUrl,
      readUrl,
      listenUrl: env['DATABASE_LISTEN_URL']?.trim() || databaseUrl,
      jobsUrl:
        jobs ??
        (!production && ownerUrl
          ? derivedLogins(ownerUrl).jobs
          : runs.includes('worker')
            ? need('DATABASE_JOBS_URL', `the same database without a pooler, as the login role ${jobsRole}`)
            : ''),
      ownerUrl,
    }
  }
  const oneOf = (name: string, fallback: string, values: readonly string[]): string => {
    const value = env[name]?.trim() || fallback
    if (!values.includes(value)) missing.push(`${name}: ${values.join(', ')}`)
    return value
  }
  const networks = (name: string): string[] => {
    const texts = (env[name] ?? '').split(',').flatMap((text) => text.trim() || [])
    if (texts.some((text) => parseNetwork(text) === null)) missing.push(`${name}: networks such as 10.1.0.0/16`)
    return texts.filter((text) => parseNetwork(text) !== null)
  }
  const origins = (name: string): string[] => {
    const texts = (env[name] ?? '').split(',').flatMap((text) => text.trim() || [])
    if (texts.some((text) => URL.parse(text)?.origin !== text || !/^https?:/.test(text)))
      missing.push(`${name}: origins such as https://app.example, separated by commas`)
    return texts
  }
  const port = whole('PORT', 3000, 0, 65535)
  // Port 0 is any free port.
  const consolePort = whole('QUAYSIDE_CONSOLE_PORT', port === 0 ? 0 : Math.min(port + 1, 65535), 0, 65535)
  if (consolePort === port && port !== 0) missing.push('QUAYSIDE_CONSOLE_PORT: must not be the same as PORT')
  const storefrontPort = whole('QUAYSIDE_STOREFRONT_PORT', port === 0 ? 0 : Math.min(port + 2, 65535), 0, 65535)
  if (storefrontPort !== 0 && (storefrontPort === port || storefrontPort === consolePort))
    missing.push('QUAYSIDE_STOREFRONT_PORT: must not be the same as PORT or QUAYSIDE_CONSOLE_PORT')
  const production = mode === 'production'
  const runs = (env['QUAYSIDE_RUNS']?.trim() || 'web,worker').split(',').map((part) => part.trim())
  if (runs.some((part) => part !== 'web' && part !== 'worker')) missing.push('QUAYSIDE_RUNS: web, worker or both')
  oneOf('QUAYSIDE_LOG', 'info', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
  const processor: Settings['processor'] = production
    ? 'stripe'
    : (oneOf('QUAYSIDE_PROCESSOR', 'test', ['stripe', 'test']) as Settings['processor'])
  const settings: Settings = {
    mode,
    ...connections(),
    poolSize: whole('QUAYSIDE_POOL', 20, 8, 200),
    port,
    consolePort,
    storefrontPort,
    host: env['HOST'] ?? '127.0.0.1',
    dataDir: env['QUAYSIDE_DATA'] ?? '.data',
    s3: readS3(env, missing),
    publicUrl: (production
      ? need('PUBLIC_URL', 'the address people reach this server at, for example https://shop.example')
      : // A name and not an address: a browser accepts no passkey for an address.
        (env['PUBLIC_URL'] ?? `http://localhost:${port}`)
    ).replace(/\/$/, ''),
    consoleUrl: (production
      ? need('QUAYSIDE_CONSOLE_URL', 'the address operators reach the console at, for example https://desk.example')
      : // A name too.
        (env['QUAYSIDE_CONSOLE_URL']?.trim() ?? `http://localhost:${consolePort}`)
    ).replace(/\/$/, ''),
    storefrontUrl: (production
      ? need('QUAYSIDE_STOREFRONT_URL', 'the address buyers reach the shops at, for example https://buy.example')
      : (env['QUAYSIDE_STOREFRONT_URL']?.trim() ?? `http://127.0.0.1:${storefrontPort}`)
    ).replace(/\/$/, ''),
    keys: readKeySettings(env, missing),
    acceptNewKeys: (env['QUAYSIDE_ACCEPT_NEW_KEY'] ?? '').split(',').flatMap((name) => name.trim() || []),
    statementKey:
      production || env['QUAYSIDE_STATEMENT_KEY']
        ? readKey(env, missing, 'QUAYSIDE_STATEMENT_KEY', '32 random bytes in base64; signs statements and daily roots')
        : null,
    oldStatementKeys: (env['QUAYSIDE_STATEMENT_OLD_KEYS'] ?? '').split(',').flatMap((text) => text.trim() || []),
    proxies: whole('QUAYSIDE_PROXIES', 0, 0, 10),
    commissionBasisPoints: whole('QUAYSIDE_COMMISSION', 500, 0, 5000),
    processor,
    money: {
      fees: { bank: cents('QUAYSIDE_FEE_BANK', '2.00'), chain: cents('QUAYSIDE_FEE_CHAIN', '1.00') },
      // Stripe's list price. The simulated processor charges nothing.
      processorFee: processor === 'stripe' ? { rate: 290, fixed: 30 } : { rate: 0, fixed: 0 },
      secondPersonAbove: cents('QUAYSIDE_TWO_PEOPLE_ABOVE', '1000.00'),
      // Only demo mode shortens the waits.
      coolDown: mode === 'demo' ? 30_000 : 86_400_000,
      newOperatorWait: mode === 'demo' ? 0 : 3 * 86_400_000,
      cardHoldDays: whole('QUAYSIDE_CARD_HOLD_DAYS', 7, 0, 180),
      pix: json('QUAYSIDE_PIX', pixSchema.nullable(), null),
      payees: json('QUAYSIDE_PAYEES', payeesSchema, []),
      chains: json('QUAYSIDE_CHAINS', z.array(chainSchema), []),
      bank: json('QUAYSIDE_BANK', bankSchema.nullable(), null),
    },
    carriers: json('QUAYSIDE_CARRIERS', carriersSchema, []),
    tracking: json('QUAYSIDE_TRACKING', trackingSchema, []),
    shippingRates: json('QUAYSIDE_SHIPPING', shippingSchema.nullable(), null),
    taxRates: json('QUAYSIDE_TAX', taxSchema.nullable(), null),
    supportHours: json(
      'QUAYSIDE_SUPPORT_HOURS',
      z.strictObject({ from: z.int().min(0).max(24), to: z.int().min(0).max(24) }).nullable(),
      null,
    ),
    stripe: null,
    testProcessor: null,
    firstOperator: null,
    outgoing: { mail: null, sms: null },
    alerts: { mail: [], webhook: null },
    rates: {
      caller: whole('QUAYSIDE_RATE_CALLER', production ? 600 : 0, 0, 1_000_000),
      address: whole('QUAYSIDE_RATE_ADDRESS', production ? 6000 : 0, 0, 1_000_000),
    },
    corsOrigins: origins('QUAYSIDE_CORS_ORIGINS'),
    webhookNetworks: networks('QUAYSIDE_WEBHOOK_NETWORKS'),
    push: null,
    imprint: null,
    tabs: json('QUAYSIDE_TABS', z.literal([2, 4]), 4),
    languages: languagesOf(env, missing),
    serviceWorker: oneOf('QUAYSIDE_SERVICE_WORKER', 'on', ['on', 'off']) === 'on',
    runs: { web: runs.includes('web'), worker: runs.includes('worker') },
    drainSeconds: whole('QUAYSIDE_DRAIN_SECONDS', production ? 5 : 0, 0, 60),
    metrics: env['QUAYSIDE_METRICS_PORT']
      ? { port: whole('QUAYSIDE_METRICS_PORT', 0, 0, 65_535), host: env['QUAYSIDE_METRICS_HOST'] ?? '127.0.0.1' }
      : null,
    tracing: readTracing(env, missing),
    staticDir: env['QUAYSIDE_STATIC'] ?? null,
    consoleDir: env['QUAYSIDE_CONSOLE_STATIC'] ?? null,
    storefrontDir: env['QUAYSIDE_STOREFRONT_STATIC'] ?? null,
  }
  if (settings.processor === 'stripe') {
    settings.stripe = {
      secretKey: need('STRIPE_SECRET_KEY', 'secret key of the Stripe account'),
      webhookSecret: need(
        'STRIPE_WEBHOOK_SECRET',
        'signing secret of the Stripe webhook endpoint /store/webhook/stripe',
      ),
      publishableKey:
        oneOf('QUAYSIDE_STRIPE_CHECKOUT', 'hosted', ['hosted', 'element']) === 'element'
          ? need('STRIPE_PUBLISHABLE_KEY', 'publishable key of the Stripe account, for the Payment Element')
          : null,
      // Tests use another address. Production always calls Stripe itself.
      apiBase: production ? null : (env['STRIPE_API_BASE'] ?? null),
    }
  } else {
    settings.testProcessor = {
      secret: need('QUAYSIDE_WEBHOOK_SECRET', 'any secret text; signs the test processor’s webhooks'),
    }
  }
  if (production) {
    settings.imprint = {
      legalName: need('QUAYSIDE_LEGAL_NAME', 'legal name of the platform’s operator'),
      address: need('QUAYSIDE_LEGAL_ADDRESS', 'its postal address'),
      complaints: need('QUAYSIDE_COMPLAINTS', 'where merchants complain: an e-mail address or a web address'),
    }
  }
  const smtp = env['QUAYSIDE_SMTP_URL']?.trim()
  if (smtp) {
    const from = need('QUAYSIDE_MAIL_FROM', 'the sender of mail, for example Quayside <no-reply@shop.example>')
    if (!/^smtps?:$/.test(protocolOf(smtp)))
      missing.push('QUAYSIDE_SMTP_URL: smtp://user:password@host:587 or smtps://user:password@host:465')
    if (from && !/^([^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(from))
      missing.push('QUAYSIDE_MAIL_FROM: no-reply@shop.example or Quayside <no-reply@shop.example>')
    settings.outgoing.mail = { url: smtp, from }
  }
  const sms = env['QUAYSIDE_SMS_URL']?.trim()
  if (sms) {
    const secret = need(
      'QUAYSIDE_SMS_SECRET',
      'any secret text; tells the SMS gateway that it is this server that asks',
    )
    if (!(production ? /^https:$/ : /^https?:$/).test(protocolOf(sms)))
      missing.push('QUAYSIDE_SMS_URL: the https address of the SMS gateway')
    settings.outgoing.sms = { url: sms, secret }
  }
  settings.alerts.mail = (env['QUAYSIDE_ALERT_MAIL'] ?? '').split(',').flatMap((address) => address.trim() || [])
  if (settings.alerts.mail.some((address) => !isMail(address)))
    missing.push('QUAYSIDE_ALERT_MAIL: mail addresses, separated by commas')
  const alertUrl = env['QUAYSIDE_ALERT_WEBHOOK']?.trim()
  if (alertUrl) {
    const secret = need(
      'QUAYSIDE_ALERT_SECRET',
      'the signing secret of the alert webhook: whsec_ and 24 to 64 bytes in base64',
    )
    if (secret && !isWebhookSecret(secret)) missing.push('QUAYSIDE_ALERT_SECRET: whsec_ and 24 to 64 bytes in base64')
    if (!(production ? /^https:$/ : /^https?:$/).test(protocolOf(alertUrl)))
      missing.push('QUAYSIDE_ALERT_WEBHOOK: the https address that receives alerts')
    settings.alerts.webhook = { url: alertUrl, secret }
  }
  const pushPublic = env['QUAYSIDE_VAPID_PUBLIC']?.trim()
  if (pushPublic) {
    const privateKey = need('QUAYSIDE_VAPID_PRIVATE', 'the private key that belongs to QUAYSIDE_VAPID_PUBLIC')
    const subject = need('QUAYSIDE_VAPID_SUBJECT', 'who sends pushes: mailto:ops@shop.example or https://shop.example')
    if (privateKey && !isKeyPair(pushPublic, privateKey))
      missing.push('QUAYSIDE_VAPID_PUBLIC, QUAYSIDE_VAPID_PRIVATE: a key pair of the curve P-256 in base64url')
    if (subject && !/^(mailto:\S+@\S+|https:\/\/\S+)$/.test(subject))
      missing.push('QUAYSIDE_VAPID_SUBJECT: mailto:ops@shop.example or https://shop.example')
    settings.push = {
      publicKey: pushPublic,
      privateKey,
      subject,
      hosts: (env['QUAYSIDE_PUSH_HOSTS']?.trim() || pushServices).split(',').flatMap((host) => host.trim() || []),
    }
  }
  const email = env['QUAYSIDE_OPERATOR_EMAIL'] && normalEmail(env['QUAYSIDE_OPERATOR_EMAIL'])
  const password = env['QUAYSIDE_OPERATOR_PASSWORD']
  if (email && password) {
    if (password.length < 15) missing.push('QUAYSIDE_OPERATOR_PASSWORD: at least 15 characters')
    else if (production && isGuessable(password, email))
      missing.push('QUAYSIDE_OPERATOR_PASSWORD: too easy to guess; take some words that nobody expects together')
    settings.firstOperator = { email, password }
  } else if (email || password)
    missing.push('QUAYSIDE_OPERATOR_EMAIL, QUAYSIDE_OPERATOR_PASSWORD: both or none of them')
  missing.push(...unknownVariables(env), ...carrierProblems(settings.carriers))
  if (production) missing.push(...productionProblems(settings, env))
  if (mode === 'demo') missing.push(...demoProblems(settings, env))
  if (settings.oldStatementKeys.some((text) => !/^[\w-]{43}$/.test(text)))
    missing.push('QUAYSIDE_STATEMENT_OLD_KEYS: public keys in base64url, with commas between them')
  if (missing.length > 0) throw new MissingSettings(missing)
  return settings
}
