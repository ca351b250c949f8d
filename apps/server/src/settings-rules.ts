/**
 * Checks of the settings beyond their form. Production mode refuses settings for tests and demos. Demo mode refuses
 * settings for real money. Pure functions.
 */
import { carrierKey, type CarrierSettings } from './domain/carriers.ts'
import { isLoopbackHost, ownNetworkProblem } from './platform/http/public-address.ts'
import type { Settings } from './settings-schema.ts'

import { knownVariables } from './settings-variables.ts'

type Env = Record<string, string | undefined>

export const unknownVariables = (env: Env): string[] =>
  Object.keys(env)
    // An empty one says nothing: a rollback keeps the file of settings of the later release.
    .filter((name) => name.startsWith('QUAYSIDE_') && !knownVariables.includes(name) && env[name]?.trim())
    .map((name) => `${name}: there is no such setting`)

/** Bounds of numeric settings in production. A value beyond its bound is a mistake or disables a protection. */
export const bounds = {
  /** Hundredths of a percent. */
  commissionBasisPoints: 3000,
  /** Cents. The largest threshold for payouts without a second person. */
  secondPersonAbove: 1_000_000n,
  /** Cents. */
  fee: 5000n,
  proxies: 3,
  /** The smallest number of blocks until a transfer on a chain is final. */
  final: 12,
}

/** Why an address is not a public https:// address; null when it is one. */
export function publicAddressProblem(text: string): string | null {
  const url = URL.parse(text)
  if (!url || url.protocol !== 'https:') return 'must begin with https://'
  if (url.username || url.password) return 'must hold no credentials'
  if (isLoopbackHost(url.hostname)) return 'is the address of this machine itself'
  if (!url.hostname.includes('.') && !url.hostname.startsWith('[')) return 'names no public host'
  return null
}

/** Whether 32 bytes are clearly not random: few distinct values, or a constant difference between neighbours. */
export function isTrivialKey(key: Buffer): boolean {
  if (new Set(key).size < 16) return true
  const steps = new Set([...key].slice(1).map((byte, i) => (byte - key[i]! + 256) % 256))
  return steps.size === 1
}

const commonParts =
  /password|passwort|quayside|operator|platform|administrator|admin|owner|letmein|welcome|qwertyuiop|qwerty|asdfghjkl|iloveyou|changeme|secret|default|abcdefghijklmnopqrstuvwxyz|abcdef|0123456789|1234567890|123456789|12345678|123456|12345|1234|123/g

/**
 * Whether a password of sufficient length is easy to guess: common words, digits in order, or a repeated text.
 */
export function isGuessable(password: string, email: string): boolean {
  const text = password.toLowerCase()
  const own = email.toLowerCase().split(/[@.]/)[0] ?? ''
  const rest = (own.length > 2 ? text.replaceAll(own, '') : text)
    .replace(commonParts, '')
    .replace(/[\s\d\p{P}\p{S}]/gu, '')
  const repeats = (text + text).indexOf(text, 1) < text.length
  return repeats || new Set(text).size < 8 || (rest.length < 6 && new Set(text.replace(commonParts, '')).size < 8)
}

/** Carriers need distinct names and distinct secrets: with another carrier's secret, a carrier can sign its calls. */
export const carrierProblems = (carriers: readonly CarrierSettings[]): string[] =>
  carriers.flatMap(({ name, secret }, i) => [
    ...(carriers.slice(0, i).some((other) => carrierKey(other.name) === carrierKey(name))
      ? [`QUAYSIDE_CARRIERS: ${name} stands there twice`]
      : []),
    ...(carriers.slice(0, i).some((other) => other.secret === secret)
      ? [`QUAYSIDE_CARRIERS: ${name} has the secret of another carrier`]
      : []),
  ])

export const isMail = (text: string): boolean => /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>.]{2,}$/.test(text)
const hasWords = (text: string, letters: number): boolean => (text.match(/\p{L}/gu)?.length ?? 0) >= letters

/** Keys are random, and each has one purpose. */
function keyProblems(settings: Settings): string[] {
  const found: string[] = []
  const problem = (name: string, text: string | false) => text && found.push(`${name}: ${text}`)
  const { master, card, pin } = settings.keys
  const keys: (readonly [string, Buffer])[] = [
    ['QUAYSIDE_MASTER_KEY', master.newest],
    ['QUAYSIDE_PIN_KEY', pin.newest],
    ['QUAYSIDE_STATEMENT_KEY', settings.statementKey ?? Buffer.alloc(0)],
    ...(card ? [['QUAYSIDE_CARD_KEY', card.newest] as const] : []),
    ...master.others.map((key) => ['QUAYSIDE_MASTER_OTHER_KEYS', key] as const),
    ...pin.others.map((key) => ['QUAYSIDE_PIN_OTHER_KEYS', key] as const),
    ...(card?.others ?? []).map((key) => ['QUAYSIDE_CARD_OTHER_KEYS', key] as const),
  ]
  for (const [name, key] of keys)
    problem(name, key.length === 32 && isTrivialKey(key) && 'is no random key; make one with: openssl rand -base64 32')
  for (const [i, [name, key]] of keys.entries()) {
    const same = keys.slice(0, i).find(([, other]) => key.length === 32 && other.equals(key))
    problem(name, same !== undefined && `must not be the same as ${same[0]}`)
  }
  return found
}

/** The problems of settings in production mode. Each text begins with the name of its setting. */
export function productionProblems(settings: Settings, env: Env): string[] {
  const found: string[] = []
  const problem = (name: string, text: string | null | false) => text && found.push(`${name}: ${text}`)
  const set = (name: string) => Boolean(env[name]?.trim())

  const addresses = [
    ['PUBLIC_URL', settings.publicUrl],
    ['QUAYSIDE_CONSOLE_URL', settings.consoleUrl],
    ['QUAYSIDE_STOREFRONT_URL', settings.storefrontUrl],
  ] as const
  for (const [name, address] of addresses)
    if (address !== '')
      problem(
        name,
        publicAddressProblem(address) ??
          (URL.parse(address)?.origin !== address && 'must be https:// and a host in its usual form, without a path'),
      )
  // One origin would give the script of a merchant's page the session of an operator.
  problem(
    'QUAYSIDE_CONSOLE_URL',
    settings.consoleUrl !== '' && settings.consoleUrl === settings.publicUrl && 'must not be the same as PUBLIC_URL',
  )
  // One origin would let the pages with merchants' words send requests as a merchant or an operator.
  problem(
    'QUAYSIDE_STOREFRONT_URL',
    settings.storefrontUrl !== '' &&
      [settings.publicUrl, settings.consoleUrl].includes(settings.storefrontUrl) &&
      'must not be the same as PUBLIC_URL or QUAYSIDE_CONSOLE_URL',
  )
  const { stripe } = settings
  if (stripe?.secretKey)
    problem(
      'STRIPE_SECRET_KEY',
      !/^[sr]k_live_\w{16,}$/.test(stripe.secretKey) && 'must be a live key: sk_live_… or rk_live_…',
    )
  if (stripe?.webhookSecret)
    problem(
      'STRIPE_WEBHOOK_SECRET',
      !/^whsec_[\w+/=]{16,}$/.test(stripe.webhookSecret) && 'must be a signing secret: whsec_…',
    )
  if (stripe?.publishableKey)
    problem(
      'STRIPE_PUBLISHABLE_KEY',
      !/^pk_live_\w{16,}$/.test(stripe.publishableKey) && 'must be a live key: pk_live_…',
    )
  problem(
    'QUAYSIDE_PROCESSOR',
    !['', 'stripe'].includes(env['QUAYSIDE_PROCESSOR'] ?? '') && 'must be stripe in production',
  )
  for (const name of ['STRIPE_API_BASE', 'QUAYSIDE_FAIL_AT', 'QUAYSIDE_WEBHOOK_SECRET'])
    problem(name, set(name) && 'is for tests and demos, not for production')

  found.push(...keyProblems(settings))
  for (const { name, secret } of settings.carriers)
    problem(
      'QUAYSIDE_CARRIERS',
      isGuessable(secret, '') && `the secret of ${name} is no random text; make one with: openssl rand -base64 32`,
    )

  const { imprint, money } = settings
  if (imprint?.legalName) problem('QUAYSIDE_LEGAL_NAME', !hasWords(imprint.legalName, 2) && 'is no name')
  if (imprint?.address) problem('QUAYSIDE_LEGAL_ADDRESS', !hasWords(imprint.address, 5) && 'is no postal address')
  if (imprint?.complaints)
    problem(
      'QUAYSIDE_COMPLAINTS',
      !isMail(imprint.complaints) &&
        publicAddressProblem(imprint.complaints) &&
        'must be an e-mail address or an https:// address',
    )
  problem(
    'QUAYSIDE_COMMISSION',
    settings.commissionBasisPoints > bounds.commissionBasisPoints && `at most ${bounds.commissionBasisPoints} (30 %)`,
  )
  problem('QUAYSIDE_TWO_PEOPLE_ABOVE', money.secondPersonAbove > bounds.secondPersonAbove && 'at most 10000.00')
  problem('QUAYSIDE_FEE_BANK', money.fees.bank > bounds.fee && 'at most 50.00')
  problem('QUAYSIDE_FEE_CHAIN', money.fees.chain > bounds.fee && 'at most 50.00')
  problem('QUAYSIDE_PROXIES', settings.proxies > bounds.proxies && `at most ${bounds.proxies}`)
  for (const network of settings.webhookNetworks) problem('QUAYSIDE_WEBHOOK_NETWORKS', ownNetworkProblem(network))
  for (const chain of money.chains) {
    const hosts = new Set(chain.rpc.map((node) => URL.parse(node)?.host))
    const name = `QUAYSIDE_CHAINS: ${chain.network}`
    problem(name, hosts.size < 2 && 'needs two nodes of different hosts')
    for (const node of chain.rpc) {
      const url = URL.parse(node)
      problem(
        name,
        (url?.protocol !== 'https:' || isLoopbackHost(url.hostname)) && 'each node must be reached over https://',
      )
    }
    problem(name, chain.final < bounds.final && `final must be at least ${bounds.final} blocks`)
    problem(name, chain.chainId === 31337 && '31337 is the number of local test chains')
  }
  return [...new Set(found)]
}

/** The problems of settings in demo mode: every channel for real money is refused. */
export function demoProblems(settings: Settings, env: Env): string[] {
  const found: string[] = []
  const refuse = (name: string, why: string) => found.push(`${name}: ${why}`)
  if (settings.processor !== 'test') refuse('QUAYSIDE_PROCESSOR', 'a demo knows the test processor only')
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_API_BASE'])
    if (env[name]?.trim()) refuse(name, 'a demo moves no real money; unset it, or start with --production')
  // The check digits 00 are those of no account, so no bank takes a file of a demo.
  if (settings.money.bank && !settings.money.bank.iban.startsWith('XX00DEMO'))
    refuse('QUAYSIDE_BANK', 'a demo pays from no real account; the IBAN must begin with XX00DEMO')
  for (const payee of settings.money.payees)
    if (!payee.lines.some(({ value }) => /\bdemo\b/i.test(value)))
      refuse('QUAYSIDE_PAYEES', `a demo shows no real account; the lines of ${payee.network} must say DEMO`)
  if (settings.money.pix && !/@[\w.]+\.example$/.test(settings.money.pix.key))
    refuse('QUAYSIDE_PIX', 'a demo shows no real key; it must end in .example')
  for (const chain of settings.money.chains)
    if (chain.chainId !== 31337 || !chain.rpc.every((node) => isLoopbackHost(URL.parse(node)?.hostname ?? '')))
      refuse('QUAYSIDE_CHAINS', 'a demo knows the local test chain (31337) only')
  return [...new Set(found)]
}
