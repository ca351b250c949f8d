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
  samplers,
  type S3Settings,
  type ChainSettings,
  type MoneySettings,
  type Settings,
  type TracingSettings,
} from './settings-schema.ts'
import type { KeyRing, KeySettings } from './platform/security/keys.ts'
import { describeVariable, variables, type NameWith, type VariableName } from './settings-variables.ts'
import { parseNetwork } from './platform/http/public-address.ts'
import { secretPrefix } from './platform/security/signed-webhook.ts'
import { appRole, derivedLogins, userOf } from './platform/database/roles.ts'

export type { ChainSettings, MoneySettings, Settings, TracingSettings }

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

type JsonName = Exclude<NameWith<'json'>, 'QUAYSIDE_BUCKET'>
type JsonValue<Name extends JsonName> = z.output<(typeof variables)[Name]['json']>

/** Reads variables by their table, and adds what is wrong to `missing`. An empty value is none. */
class VariableReader {
  readonly #env: Env
  readonly missing: string[]
  readonly #isProduction: boolean

  constructor(env: Env, missing: string[], isProduction = false) {
    this.#env = env
    this.missing = missing
    this.#isProduction = isProduction
  }

  given(name: VariableName): string {
    return this.#env[name]?.trim() ?? ''
  }

  /** As it is: spaces belong to a password. */
  untrimmed(name: VariableName): string {
    return this.#env[name] ?? ''
  }

  wrong(name: VariableName, why: string): void {
    this.missing.push(`${name}: ${why}`)
  }

  #default(name: VariableName): string {
    const { default: usual = '', production } = describeVariable(name)
    return (this.#isProduction ? production : undefined) ?? usual
  }

  text(name: VariableName): string {
    return this.given(name) || this.#default(name)
  }

  /** A text that the server does not start without. */
  need(name: VariableName): string {
    const value = this.given(name)
    if (!value) this.wrong(name, describeVariable(name).what)
    return value
  }

  whole(name: NameWith<'whole'>, fallback = this.#default(name)): number {
    const [low, high] = variables[name].whole
    const value = numberOf(this.given(name) || fallback)
    if (!Number.isInteger(value) || !isInRange(value, low, high))
      this.wrong(name, `a whole number from ${low} to ${high}`)
    return value
  }

  /** Cents. */
  amount(name: NameWith<'amount'>): bigint {
    const value = parseMoney(this.text(name))
    if (value === null || value < 0n) this.wrong(name, 'an amount such as 2.00')
    return value ?? 0n
  }

  oneOf<Name extends NameWith<'oneOf'>>(name: Name): (typeof variables)[Name]['oneOf'][number] {
    const values: readonly (typeof variables)[Name]['oneOf'][number][] = variables[name].oneOf
    const value = values.find((one) => one === this.text(name))
    if (value === undefined) this.wrong(name, values.join(', '))
    return value ?? values[0]!
  }

  list(name: NameWith<'list'>): string[] {
    return this.text(name)
      .split(',')
      .flatMap((text) => text.trim() || [])
  }

  /** The value of a JSON setting; that of its default when it is wrong. */
  json<Name extends JsonName>(name: Name): JsonValue<Name> {
    const schema: z.ZodType = variables[name].json
    const text = this.text(name)
    const parsed = isJson(text) ? schema.safeParse(JSON.parse(text)) : null
    if (parsed?.success) return parsed.data as JsonValue<Name>
    const issue = parsed?.error.issues[0]
    this.wrong(name, `${issue ? `${issue.path.join('.')} ${issue.message}` : 'not JSON'}; see docs/operating.md`)
    return schema.parse(JSON.parse(this.#default(name))) as JsonValue<Name>
  }

  key(name: NameWith<'secret'>): Buffer {
    const value = Buffer.from(this.need(name), 'base64')
    if (this.given(name) && value.length !== 32) this.wrong(name, 'must be 32 bytes in base64')
    return value
  }

  /** Keys that are accepted beside the newest one: several in base64, separated by commas. */
  keys(name: NameWith<'list'>): Buffer[] {
    const keys = this.list(name).map((text) => Buffer.from(text, 'base64'))
    if (keys.some((key) => key.length !== 32)) this.wrong(name, 'keys of 32 bytes in base64, with commas between them')
    return keys
  }
}

/** Reads the bucket for stored files; null without one. */
export function readS3(env: Env, missing: string[]): S3Settings | null {
  const read = new VariableReader(env, missing)
  const text = read.given('QUAYSIDE_BUCKET')
  if (!text) return null
  const accessKey = read.need('QUAYSIDE_BUCKET_ACCESS_KEY')
  const secretKey = read.need('QUAYSIDE_BUCKET_SECRET_KEY')
  try {
    return { ...variables.QUAYSIDE_BUCKET.json.parse(JSON.parse(text)), accessKey, secretKey }
  } catch {
    read.wrong('QUAYSIDE_BUCKET', 'endpoint, region and bucket as JSON; see docs/operating.md')
    return null
  }
}

/** Reads the secret keys; adds what is wrong to `missing`. */
export function readKeySettings(env: Env, missing: string[]): KeySettings {
  const read = new VariableReader(env, missing)
  const ring = (kind: 'MASTER' | 'CARD' | 'PIN'): KeyRing => ({
    newest: read.key(`QUAYSIDE_${kind}_KEY`),
    others: read.keys(`QUAYSIDE_${kind}_OTHER_KEYS`),
  })
  const card = read.given('QUAYSIDE_CARD_KEY')
  if (!card && read.keys('QUAYSIDE_CARD_OTHER_KEYS').length > 0)
    read.wrong('QUAYSIDE_CARD_OTHER_KEYS', 'only with QUAYSIDE_CARD_KEY')
  return { master: ring('MASTER'), card: card ? ring('CARD') : null, pin: ring('PIN') }
}

/** The codes of languages, separated by commas; `all` or `short`, the two lists of the specification. */
function languagesOf(read: VariableReader): Language[] {
  const text = read.text('QUAYSIDE_LANGUAGES')
  const codes = languages.map(({ code }) => code)
  if (text === 'all') return codes
  const named: readonly string[] = text === 'short' ? shortLanguages : text.split(',').map((code) => code.trim())
  const unknown = named.filter((name) => !codes.some((code) => code === name))
  if (unknown.length > 0)
    read.wrong('QUAYSIDE_LANGUAGES', `unknown ${unknown.join(', ')}; all, short, or ${codes.join(',')}`)
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

/** The connection strings. Outside production the owner's is enough: those of the login roles are derived from it. */
function connections(
  read: VariableReader,
  { production, worker }: { production: boolean; worker: boolean },
): Pick<Settings, 'databaseUrl' | 'readUrl' | 'listenUrl' | 'jobsUrl' | 'ownerUrl'> {
  const given = read.need('DATABASE_URL')
  const ownerAlone = !production && !read.given('DATABASE_OWNER_URL') && userOf(given) !== appRole
  const ownerUrl = ownerAlone ? given : read.given('DATABASE_OWNER_URL') || null
  // A hosted pooler appends its tenant to the user's name, after a dot.
  const user = userOf(given)?.split('.')[0]
  if (production && given && user !== appRole)
    read.wrong(
      'DATABASE_URL',
      `logs in as ${user ?? 'nobody named'}, must be the login role ${appRole}; the owner belongs into DATABASE_OWNER_URL, for migrations only`,
    )
  const databaseUrl = ownerAlone ? derivedLogins(given).app : given
  const readUrl = read.given('DATABASE_READ_URL') || null
  if (readUrl && userOf(readUrl)?.split('.')[0] !== appRole)
    read.wrong('DATABASE_READ_URL', describeVariable('DATABASE_READ_URL').what)
  const derived = !production && ownerUrl ? derivedLogins(ownerUrl).jobs : ''
  return {
    databaseUrl,
    readUrl,
    listenUrl: read.given('DATABASE_LISTEN_URL') || databaseUrl,
    jobsUrl: read.given('DATABASE_JOBS_URL') || derived || (worker ? read.need('DATABASE_JOBS_URL') : ''),
    ownerUrl,
  }
}

function portsOf(read: VariableReader): Pick<Settings, 'port' | 'consolePort' | 'storefrontPort'> {
  const port = read.whole('PORT')
  // Port 0 is any free port.
  const after = (n: number) => String(port === 0 ? 0 : Math.min(port + n, 65_535))
  const consolePort = read.whole('QUAYSIDE_CONSOLE_PORT', after(1))
  if (consolePort === port && port !== 0) read.wrong('QUAYSIDE_CONSOLE_PORT', 'must not be the same as PORT')
  const storefrontPort = read.whole('QUAYSIDE_STOREFRONT_PORT', after(2))
  if (storefrontPort !== 0 && (storefrontPort === port || storefrontPort === consolePort))
    read.wrong('QUAYSIDE_STOREFRONT_PORT', 'must not be the same as PORT or QUAYSIDE_CONSOLE_PORT')
  return { port, consolePort, storefrontPort }
}

/** Public addresses without a slash at the end. Outside production they are those of this machine. */
function addressesOf(
  read: VariableReader,
  production: boolean,
  ports: ReturnType<typeof portsOf>,
): Pick<Settings, 'publicUrl' | 'consoleUrl' | 'storefrontUrl'> {
  const addressOf = (name: VariableName, local: string): string =>
    (production ? read.need(name) : read.given(name) || local).replace(/\/$/, '')
  return {
    // Names and not addresses: a browser accepts no passkey for an address.
    publicUrl: addressOf('PUBLIC_URL', `http://localhost:${ports.port}`),
    consoleUrl: addressOf('QUAYSIDE_CONSOLE_URL', `http://localhost:${ports.consolePort}`),
    storefrontUrl: addressOf('QUAYSIDE_STOREFRONT_URL', `http://127.0.0.1:${ports.storefrontPort}`),
  }
}

function networksOf(read: VariableReader): string[] {
  const texts = read.list('QUAYSIDE_WEBHOOK_NETWORKS')
  if (texts.some((text) => parseNetwork(text) === null))
    read.wrong('QUAYSIDE_WEBHOOK_NETWORKS', 'networks such as 10.1.0.0/16')
  return texts.filter((text) => parseNetwork(text) !== null)
}

function originsOf(read: VariableReader): string[] {
  const texts = read.list('QUAYSIDE_CORS_ORIGINS')
  if (texts.some((text) => URL.parse(text)?.origin !== text || !/^https?:/.test(text)))
    read.wrong('QUAYSIDE_CORS_ORIGINS', 'origins such as https://app.example, separated by commas')
  return texts
}

const stripeOf = (read: VariableReader, production: boolean): Settings['stripe'] => ({
  secretKey: read.need('STRIPE_SECRET_KEY'),
  webhookSecret: read.need('STRIPE_WEBHOOK_SECRET'),
  publishableKey: read.oneOf('QUAYSIDE_STRIPE_CHECKOUT') === 'element' ? read.need('STRIPE_PUBLISHABLE_KEY') : null,
  // Tests use another address. Production always calls Stripe itself.
  apiBase: production ? null : read.given('STRIPE_API_BASE') || null,
})

function mailOf(read: VariableReader): Settings['outgoing']['mail'] {
  const url = read.given('QUAYSIDE_SMTP_URL')
  if (!url) return null
  const from = read.need('QUAYSIDE_MAIL_FROM')
  if (!/^smtps?:$/.test(protocolOf(url))) read.wrong('QUAYSIDE_SMTP_URL', describeVariable('QUAYSIDE_SMTP_URL').what)
  if (from && !/^([^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(from))
    read.wrong('QUAYSIDE_MAIL_FROM', 'no-reply@shop.example or Quayside <no-reply@shop.example>')
  return { url, from }
}

const isWebAddress = (url: string, production: boolean): boolean =>
  (production ? /^https:$/ : /^https?:$/).test(protocolOf(url))

function smsOf(read: VariableReader, production: boolean): Settings['outgoing']['sms'] {
  const url = read.given('QUAYSIDE_SMS_URL')
  if (!url) return null
  if (!isWebAddress(url, production)) read.wrong('QUAYSIDE_SMS_URL', describeVariable('QUAYSIDE_SMS_URL').what)
  return { url, secret: read.need('QUAYSIDE_SMS_SECRET') }
}

function alertsOf(read: VariableReader, production: boolean): Settings['alerts'] {
  const mail = read.list('QUAYSIDE_ALERT_MAIL')
  if (mail.some((address) => !isMail(address))) read.wrong('QUAYSIDE_ALERT_MAIL', 'mail addresses, separated by commas')
  const url = read.given('QUAYSIDE_ALERT_WEBHOOK')
  if (!url) return { mail, webhook: null }
  const secret = read.need('QUAYSIDE_ALERT_SECRET')
  if (secret && !isWebhookSecret(secret)) read.wrong('QUAYSIDE_ALERT_SECRET', 'whsec_ and 24 to 64 bytes in base64')
  if (!isWebAddress(url, production))
    read.wrong('QUAYSIDE_ALERT_WEBHOOK', describeVariable('QUAYSIDE_ALERT_WEBHOOK').what)
  return { mail, webhook: { url, secret } }
}

function pushOf(read: VariableReader): Settings['push'] {
  const publicKey = read.given('QUAYSIDE_VAPID_PUBLIC')
  if (!publicKey) return null
  const privateKey = read.need('QUAYSIDE_VAPID_PRIVATE')
  const subject = read.need('QUAYSIDE_VAPID_SUBJECT')
  if (privateKey && !isKeyPair(publicKey, privateKey))
    read.missing.push('QUAYSIDE_VAPID_PUBLIC, QUAYSIDE_VAPID_PRIVATE: a key pair of the curve P-256 in base64url')
  if (subject && !/^(mailto:\S+@\S+|https:\/\/\S+)$/.test(subject))
    read.wrong('QUAYSIDE_VAPID_SUBJECT', 'mailto:ops@shop.example or https://shop.example')
  return { publicKey, privateKey, subject, hosts: read.list('QUAYSIDE_PUSH_HOSTS') }
}

function firstOperatorOf(read: VariableReader, production: boolean): Settings['firstOperator'] {
  const given = read.given('QUAYSIDE_OPERATOR_EMAIL')
  const email = given && normalEmail(given)
  const password = read.untrimmed('QUAYSIDE_OPERATOR_PASSWORD')
  if (!email || !password) {
    if (email || password)
      read.missing.push('QUAYSIDE_OPERATOR_EMAIL, QUAYSIDE_OPERATOR_PASSWORD: both or none of them')
    return null
  }
  if (password.length < 15) read.wrong('QUAYSIDE_OPERATOR_PASSWORD', 'at least 15 characters')
  else if (production && isGuessable(password, email))
    read.wrong('QUAYSIDE_OPERATOR_PASSWORD', 'too easy to guess; take some words that nobody expects together')
  return { email, password }
}

/** Reads and checks the environment; throws `MissingSettings` naming everything that is wrong. */
export function readSettings(env: Env): Settings {
  const missing: string[] = []
  const mode = new VariableReader(env, missing).oneOf('QUAYSIDE_MODE')
  const production = mode === 'production'
  const read = new VariableReader(env, missing, production)
  const runs = read.list('QUAYSIDE_RUNS')
  if (runs.some((part) => part !== 'web' && part !== 'worker')) read.wrong('QUAYSIDE_RUNS', 'web, worker or both')
  const ports = portsOf(read)
  read.oneOf('QUAYSIDE_LOG')
  // `productionProblems` refuses another one.
  const processor = production ? 'stripe' : read.oneOf('QUAYSIDE_PROCESSOR')
  const settings: Settings = {
    mode,
    ...connections(read, { production, worker: runs.includes('worker') }),
    poolSize: read.whole('QUAYSIDE_POOL'),
    namesStatements: read.oneOf('QUAYSIDE_STATEMENT_NAMES') === 'on',
    ...ports,
    ...addressesOf(read, production, ports),
    host: read.text('HOST'),
    dataDir: read.text('QUAYSIDE_DATA'),
    s3: readS3(env, missing),
    keys: readKeySettings(env, missing),
    acceptNewKeys: read.list('QUAYSIDE_ACCEPT_NEW_KEY'),
    statementKey: production || read.given('QUAYSIDE_STATEMENT_KEY') ? read.key('QUAYSIDE_STATEMENT_KEY') : null,
    oldStatementKeys: read.list('QUAYSIDE_STATEMENT_OLD_KEYS'),
    proxies: read.whole('QUAYSIDE_PROXIES'),
    commissionBasisPoints: read.whole('QUAYSIDE_COMMISSION'),
    processor,
    money: {
      fees: { bank: read.amount('QUAYSIDE_FEE_BANK'), chain: read.amount('QUAYSIDE_FEE_CHAIN') },
      // Stripe's list price. The simulated processor charges nothing.
      processorFee: processor === 'stripe' ? { rate: 290, fixed: 30 } : { rate: 0, fixed: 0 },
      secondPersonAbove: read.amount('QUAYSIDE_TWO_PEOPLE_ABOVE'),
      // Only demo mode shortens the waits.
      coolDown: mode === 'demo' ? 30_000 : 86_400_000,
      newOperatorWait: mode === 'demo' ? 0 : 3 * 86_400_000,
      cardHoldDays: read.whole('QUAYSIDE_CARD_HOLD_DAYS'),
      pix: read.json('QUAYSIDE_PIX'),
      payees: read.json('QUAYSIDE_PAYEES'),
      chains: read.json('QUAYSIDE_CHAINS'),
      bank: read.json('QUAYSIDE_BANK'),
    },
    carriers: read.json('QUAYSIDE_CARRIERS'),
    screening: read.given('QUAYSIDE_SCREENING_LIST') ? { path: read.given('QUAYSIDE_SCREENING_LIST') } : null,
    tracking: read.json('QUAYSIDE_TRACKING'),
    shippingRates: read.json('QUAYSIDE_SHIPPING'),
    taxRates: read.json('QUAYSIDE_TAX'),
    supportHours: read.json('QUAYSIDE_SUPPORT_HOURS'),
    stripe: processor === 'stripe' ? stripeOf(read, production) : null,
    testProcessor: processor === 'test' ? { secret: read.need('QUAYSIDE_WEBHOOK_SECRET') } : null,
    firstOperator: firstOperatorOf(read, production),
    outgoing: { mail: mailOf(read), sms: smsOf(read, production) },
    alerts: alertsOf(read, production),
    rates: { caller: read.whole('QUAYSIDE_RATE_CALLER'), address: read.whole('QUAYSIDE_RATE_ADDRESS') },
    corsOrigins: originsOf(read),
    webhookNetworks: networksOf(read),
    push: pushOf(read),
    imprint: production
      ? {
          legalName: read.need('QUAYSIDE_LEGAL_NAME'),
          address: read.need('QUAYSIDE_LEGAL_ADDRESS'),
          complaints: read.need('QUAYSIDE_COMPLAINTS'),
        }
      : null,
    tabs: read.json('QUAYSIDE_TABS'),
    languages: languagesOf(read),
    serviceWorker: read.oneOf('QUAYSIDE_SERVICE_WORKER') === 'on',
    runs: { web: runs.includes('web'), worker: runs.includes('worker') },
    drainSeconds: read.whole('QUAYSIDE_DRAIN_SECONDS'),
    metrics: read.given('QUAYSIDE_METRICS_PORT')
      ? { port: read.whole('QUAYSIDE_METRICS_PORT'), host: read.text('QUAYSIDE_METRICS_HOST') }
      : null,
    tracing: readTracing(env, missing),
    staticDir: read.given('QUAYSIDE_STATIC') || null,
    consoleDir: read.given('QUAYSIDE_CONSOLE_STATIC') || null,
    storefrontDir: read.given('QUAYSIDE_STOREFRONT_STATIC') || null,
  }
  missing.push(...unknownVariables(env), ...carrierProblems(settings.carriers))
  if (production) missing.push(...productionProblems(settings, env))
  if (mode === 'demo') missing.push(...demoProblems(settings, env))
  if (settings.oldStatementKeys.some((text) => !/^[\w-]{43}$/.test(text)))
    missing.push('QUAYSIDE_STATEMENT_OLD_KEYS: public keys in base64url, with commas between them')
  if (missing.length > 0) throw new MissingSettings(missing)
  return settings
}
