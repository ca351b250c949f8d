/**
 * The business settings of the platform: their types, bounds, defaults and notice periods, and the endpoints that show
 * and change them. A change is proposed by one person and signed by another. Nothing changes what was made before.
 */
import * as z from 'zod/mini'
import { endpoint, operator } from './endpoint.ts'
import { languages, type Language } from './languages.ts'
import { formatCents, type Cents } from './money.ts'
import { empty, id, instant } from './shapes.ts'
import { staffText } from './staff-text.ts'

export const settingNames = [
  'commission',
  'withdrawal-fee.bank',
  'withdrawal-fee.chain',
  'card-hold',
  'second-signature-above',
  'debt-limit.base',
  'debt-limit.share',
  'order.payment-window',
  'order.pickup-window',
  'order.shipping-window',
  'order.protection-window',
  'refund.answer-window',
  'refund.decision-window',
  'shipping-rates',
  'tax-rates',
  'pix-rate',
  'processor-fee.rate',
  'processor-fee.fixed',
  'recharge.closed',
  'support-hours',
  'tabs',
  'languages',
] as const
export type SettingName = (typeof settingNames)[number]

/** `basis-points`: hundredths of a percent. `cents`: of a dollar. `centavos`: of a real, for one dollar. */
export const settingUnits = ['basis-points', 'cents', 'centavos', 'minutes', 'hours', 'days'] as const
export type SettingUnit = (typeof settingUnits)[number]

/** What a setting is about; the console groups by it. */
export const settingGroups = ['money', 'orders', 'channels', 'app'] as const
type Common = { group: (typeof settingGroups)[number] }

export type NumberSetting = Common & {
  kind: 'number'
  unit: SettingUnit
  least: number
  most: number
  initial: number
  /**
   * For a setting that concerns merchants: which direction is worse for them, and the days of notice that a change for
   * the worse needs. Merchants get a message about every change of it. Null for other settings.
   */
  merchants: { worse: 'higher' | 'lower'; noticeDays: number } | null
}
/** Whole hours of the day in UTC; null for always. */
type HoursSetting = Common & { kind: 'hours'; initial: { from: number; to: number } | null }
/** One of a few numbers. */
type OneOfSetting = Common & { kind: 'one-of'; options: readonly number[]; initial: number }
/** Some of a list, in its order. `options` null: the installation has the list. */
type SomeOfSetting = Common & {
  kind: 'some-of'
  options: readonly string[] | null
  least: number
  initial: readonly string[]
}
/** What a parcel costs the buyer, and how long it takes, by country. */
type RatesSetting = Common & { kind: 'shipping-rates'; initial: readonly ShippingRate[] }
/** The tax on goods and shipping, by country. */
type TaxesSetting = Common & { kind: 'tax-rates'; initial: readonly TaxRate[] }
export type Setting = NumberSetting | HoursSetting | OneOfSetting | SomeOfSetting | RatesSetting | TaxesSetting

/** The rate of every country that has none of its own. */
export const anyCountry = '*'
const shippingRate = z.strictObject({
  /** ISO 3166, or `*`. */
  country: z.string().check(z.regex(/^([A-Z]{2}|\*)$/)),
  /** Cents; 0 is free. */
  cost: z.int().check(z.gte(0), z.lte(100_000)),
  /** Days from the payment to the arrival. */
  from: z.int().check(z.gte(0), z.lte(180)),
  to: z.int().check(z.gte(0), z.lte(180)),
})
export type ShippingRate = z.output<typeof shippingRate>
const maxRates = 100

/** How prices are shown in a country: with the tax in them, or with the tax added below. The sum is the same. */
export const taxDisplays = ['included', 'added'] as const
const maxTaxRate = 5000
const taxRate = z.strictObject({
  /** ISO 3166. A country that is not in the list pays no tax. */
  country: z.string().check(z.regex(/^[A-Z]{2}$/)),
  /** Hundredths of a percent, on goods and shipping. */
  rate: z.int().check(z.gte(1), z.lte(maxTaxRate)),
  shown: z.enum(taxDisplays),
})
export type TaxRate = z.output<typeof taxRate>

/** The rate of a country; null where no tax is charged. */
export const taxRateOf = (rates: readonly TaxRate[], country: string): TaxRate | null =>
  rates.find((rate) => rate.country === country) ?? null

/** The rate of a country: its own, else the general one, which every list has. */
export const shippingRateOf = (rates: readonly ShippingRate[], country: string): ShippingRate =>
  rates.find((rate) => rate.country === country) ?? rates.find((rate) => rate.country === anyCountry)!

/** The type of each value. */
export type SettingValues = {
  commission: number
  'withdrawal-fee.bank': number
  'withdrawal-fee.chain': number
  'card-hold': number
  'second-signature-above': number
  'debt-limit.base': number
  'debt-limit.share': number
  'order.payment-window': number
  'order.pickup-window': number
  'order.shipping-window': number
  'order.protection-window': number
  'refund.answer-window': number
  'refund.decision-window': number
  'shipping-rates': ShippingRate[]
  'tax-rates': TaxRate[]
  'pix-rate': number
  'processor-fee.rate': number
  'processor-fee.fixed': number
  'recharge.closed': string[]
  'support-hours': { from: number; to: number } | null
  tabs: 2 | 4
  languages: Language[]
}

/** Table `setting` of the database has the bounds and notice periods too; a test compares the two. */
export const businessSettings: Record<SettingName, Setting> = {
  commission: {
    group: 'money',
    kind: 'number',
    unit: 'basis-points',
    least: 0,
    most: 3000,
    initial: 500,
    merchants: { worse: 'higher', noticeDays: 30 },
  },
  'withdrawal-fee.bank': {
    group: 'money',
    kind: 'number',
    unit: 'cents',
    least: 0,
    most: 5000,
    initial: 200,
    merchants: { worse: 'higher', noticeDays: 15 },
  },
  'withdrawal-fee.chain': {
    group: 'money',
    kind: 'number',
    unit: 'cents',
    least: 0,
    most: 5000,
    initial: 100,
    merchants: { worse: 'higher', noticeDays: 15 },
  },
  'card-hold': {
    group: 'money',
    kind: 'number',
    unit: 'days',
    least: 0,
    most: 180,
    initial: 7,
    merchants: { worse: 'higher', noticeDays: 15 },
  },
  'second-signature-above': {
    group: 'money',
    kind: 'number',
    unit: 'cents',
    least: 0,
    most: 1_000_000,
    initial: 100_000,
    merchants: null,
  },
  /**
   * What a shop may owe: the base and a share of its settled sales. At most the commission: settled sales that nobody
   * made then cost as much as the limit that they would buy. Without notice, since it must fall on the day of an
   * attack.
   * The database function `debt_limit` computes the limit, and has these two defaults.
   */
  'debt-limit.base': {
    group: 'money',
    kind: 'number',
    unit: 'cents',
    least: 0,
    most: 1_000_000,
    initial: 1000,
    merchants: null,
  },
  'debt-limit.share': {
    group: 'money',
    kind: 'number',
    unit: 'basis-points',
    least: 0,
    most: 3000,
    initial: 500,
    merchants: null,
  },
  /** Time for the buyer to pay. At least the time for which stock is reserved. */
  'order.payment-window': {
    group: 'orders',
    kind: 'number',
    unit: 'minutes',
    least: 15,
    most: 1440,
    initial: 30,
    merchants: null,
  },
  /** Time for the merchant to pick up. Then the buyer is refunded, without a penalty for the merchant. */
  'order.pickup-window': {
    group: 'orders',
    kind: 'number',
    unit: 'hours',
    least: 24,
    most: 336,
    initial: 72,
    merchants: { worse: 'lower', noticeDays: 15 },
  },
  /** Time for the platform to ship after the pick-up. Then the cost is returned and the buyer is refunded. */
  'order.shipping-window': {
    group: 'orders',
    kind: 'number',
    unit: 'days',
    least: 1,
    most: 30,
    initial: 7,
    merchants: { worse: 'higher', noticeDays: 15 },
  },
  /** Earnings of a received order stay pending for this time, so that the buyer can ask for a refund. */
  'order.protection-window': {
    group: 'orders',
    kind: 'number',
    unit: 'days',
    least: 3,
    most: 60,
    initial: 7,
    merchants: { worse: 'higher', noticeDays: 15 },
  },
  /** Time for the merchant to answer a refund request. No answer counts as agreement. */
  'refund.answer-window': {
    group: 'orders',
    kind: 'number',
    unit: 'hours',
    least: 24,
    most: 240,
    initial: 48,
    merchants: { worse: 'lower', noticeDays: 15 },
  },
  /** Time for the platform to decide a refund. Then the deadline decides against the platform. */
  'refund.decision-window': {
    group: 'orders',
    kind: 'number',
    unit: 'days',
    least: 2,
    most: 30,
    initial: 10,
    merchants: { worse: 'higher', noticeDays: 15 },
  },
  /** The buyer pays it, and the platform gets it. The general rate is the last one of the list. */
  'shipping-rates': {
    group: 'orders',
    kind: 'shipping-rates',
    initial: [{ country: anyCountry, cost: 0, from: 5, to: 30 }],
  },
  /** The buyer pays it on goods and shipping, and the platform passes it on. Merchants earn the same. */
  'tax-rates': { group: 'orders', kind: 'tax-rates', initial: [] },
  'pix-rate': {
    group: 'channels',
    kind: 'number',
    unit: 'centavos',
    least: 100,
    most: 5000,
    initial: 550,
    merchants: null,
  },
  /**
   * The price of the card processor for a payment: a part of it and a fixed amount. It is booked as expected at the
   * capture, and the platform bears it.
   */
  'processor-fee.rate': {
    group: 'money',
    kind: 'number',
    unit: 'basis-points',
    least: 0,
    most: 1000,
    initial: 290,
    merchants: null,
  },
  'processor-fee.fixed': {
    group: 'money',
    kind: 'number',
    unit: 'cents',
    least: 0,
    most: 500,
    initial: 30,
    merchants: null,
  },
  'recharge.closed': { group: 'channels', kind: 'some-of', options: null, least: 0, initial: [] },
  'support-hours': { group: 'app', kind: 'hours', initial: null },
  tabs: { group: 'app', kind: 'one-of', options: [2, 4], initial: 4 },
  languages: {
    group: 'app',
    kind: 'some-of',
    options: languages.map(({ code }) => code),
    least: 1,
    initial: languages.map(({ code }) => code),
  },
}

/** Names of recharge channels and networks. */
const listedName = z.string().check(z.regex(/^[a-zA-Z][a-zA-Z0-9-]{1,29}$/))
const hour = z.int().check(z.gte(0), z.lte(24))
const hours = z.strictObject({ from: hour, to: hour })
/** A value on the wire. Which of these a setting takes, its kind says. */
export const settingValue = z.nullable(
  z.union([
    z.number(),
    z.array(listedName).check(z.maxLength(40)),
    z.array(shippingRate).check(z.minLength(1), z.maxLength(maxRates)),
    z.array(taxRate).check(z.minLength(1), z.maxLength(maxRates)),
    hours,
  ]),
)
export type SettingValue = z.output<typeof settingValue>

/** Rates in the order of their countries, the general one last; null for a list that is not whole. */
function parseRates(given: unknown): ShippingRate[] | null {
  if (!Array.isArray(given) || given.length > maxRates) return null
  const rates = given as Partial<Record<keyof ShippingRate, unknown>>[]
  const isWhole = (value: unknown, most: number) =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most
  const right = rates.every(
    ({ country, cost, from, to }) =>
      (country === anyCountry || /^[A-Z]{2}$/.test(String(country))) &&
      isWhole(cost, 100_000) &&
      isWhole(from, 180) &&
      isWhole(to, 180) &&
      Number(from) <= Number(to),
  )
  const countries = new Set(rates.map(({ country }) => country))
  if (!right || countries.size < rates.length || !countries.has(anyCountry)) return null
  return rates
    .map(({ country, cost, from, to }) => ({ country, cost, from, to }) as ShippingRate)
    .toSorted(
      (a, b) => Number(a.country === anyCountry) - Number(b.country === anyCountry) || (a.country < b.country ? -1 : 1),
    )
}

/** Taxes in the order of their countries; null for a list that is not whole. An empty one charges nobody. */
function parseTaxes(given: unknown): TaxRate[] | null {
  if (!Array.isArray(given) || given.length > maxRates) return null
  const rates = given as Partial<Record<keyof TaxRate, unknown>>[]
  const right = rates.every(
    ({ country, rate, shown }) =>
      /^[A-Z]{2}$/.test(String(country)) &&
      Number.isInteger(rate) &&
      Number(rate) >= 1 &&
      Number(rate) <= maxTaxRate &&
      (taxDisplays as readonly unknown[]).includes(shown),
  )
  if (!right || new Set(rates.map(({ country }) => country)).size < rates.length) return null
  return rates
    .map(({ country, rate, shown }) => ({ country, rate, shown }) as TaxRate)
    .toSorted((a, b) => (a.country < b.country ? -1 : 1))
}

const isHour = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 24

/**
 * The value in the form in which it is stored, or null when the setting does not take it. Without a schema: the console
 * asks it too, and its build has none.
 */
export function parseSetting(name: SettingName, given: unknown): { value: SettingValue } | null {
  const setting = businessSettings[name]
  if (setting.kind === 'number')
    return Number.isInteger(given) && Number(given) >= setting.least && Number(given) <= setting.most
      ? { value: Number(given) }
      : null
  if (setting.kind === 'one-of') return setting.options.includes(given as number) ? { value: given as number } : null
  if (setting.kind === 'hours') {
    if (given === null) return { value: null }
    const { from, to } = given as { from?: unknown; to?: unknown }
    return isHour(from) && isHour(to) && from !== to ? { value: { from: Number(from), to: Number(to) } } : null
  }
  if (setting.kind === 'shipping-rates') {
    const rates = parseRates(given)
    return rates && { value: rates }
  }
  if (setting.kind === 'tax-rates') {
    const rates = parseTaxes(given)
    return rates && { value: rates }
  }
  if (!Array.isArray(given) || given.length < setting.least || new Set(given).size < given.length) return null
  const chosen = given.filter((one): one is string => typeof one === 'string')
  if (chosen.length < given.length) return null
  const { options } = setting
  if (options === null) return { value: chosen.toSorted() }
  return chosen.every((one) => options.includes(one)) ? { value: options.filter((one) => chosen.includes(one)) } : null
}

const decimals = new Intl.NumberFormat('en', { minimumFractionDigits: 2 })
const grouped = (cents: bigint): string => decimals.format(formatCents(cents as Cents) as Intl.StringNumericLiteral)

/** A value as a person reads it, with signs that need no translation. */
export function settingText(name: SettingName, value: SettingValue): string {
  const setting = businessSettings[name]
  if (setting.kind === 'number') {
    const number = value as number
    const texts: Record<SettingUnit, string> = {
      'basis-points': `${number / 100} %`,
      cents: `${grouped(BigInt(number))} USD`,
      centavos: `${grouped(BigInt(number))} BRL / USD`,
      minutes: `${number} min`,
      hours: `${number} h`,
      days: `${number} d`,
    }
    return texts[setting.unit]
  }
  if (setting.kind === 'hours') {
    const { from, to } = (value as { from: number; to: number } | null) ?? { from: 0, to: 24 }
    return `${String(from).padStart(2, '0')}:00–${String(to).padStart(2, '0')}:00 UTC`
  }
  if (setting.kind === 'shipping-rates')
    return (value as ShippingRate[])
      .map(({ country, cost, from, to }) => `${country} ${grouped(BigInt(cost))} USD ${from}–${to} d`)
      .join(', ')
  if (setting.kind === 'tax-rates')
    return (
      (value as TaxRate[])
        .map(({ country, rate, shown }) => `${country} ${rate / 100} % ${shown === 'included' ? '∈' : '+'}`)
        .join(', ') || '–'
    )
  return Array.isArray(value) ? value.join(', ') || '–' : String(value)
}

const unitLengths = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const
type SpanUnit = keyof typeof unitLengths
const isSpanUnit = (unit: SettingUnit): unit is SpanUnit => unit in unitLengths

/** The milliseconds of a setting that is a time; null for another one. */
export function settingSpan(name: SettingName, value: SettingValue): number | null {
  const setting = businessSettings[name]
  return setting.kind === 'number' && isSpanUnit(setting.unit) ? (value as number) * unitLengths[setting.unit] : null
}

/** Whether a change from `before` to `after` is worse for merchants. */
export function isWorse(name: SettingName, before: SettingValue, after: SettingValue): boolean {
  const setting = businessSettings[name]
  if (setting.kind !== 'number' || !setting.merchants) return false
  const [from, to] = [before as number, after as number]
  return setting.merchants.worse === 'higher' ? to > from : to < from
}

const name = z.enum(settingNames)
const person = z.object({ id, name: z.string(), staffNumber: z.int() })

export const listSettings = endpoint({
  api: 'platform',
  path: '/platform/setting/list',
  summary:
    'Every business setting with the value in force, what replaces it and when, and the proposal that waits for a ' +
    'signature. Secret keys of the installation appear with their date only.',
  access: operator('owner', 'finance', 'auditor'),
  tags: ['settings'],
  readOnly: true,
  input: empty,
  response: z.object({
    settings: z.array(
      z.object({
        name,
        value: settingValue,
        /** Since when the value is in force; null for one that was never changed here. */
        since: z.nullable(instant),
        /** The announced change. */
        next: z.nullable(z.object({ value: settingValue, from: instant })),
        proposal: z.nullable(
          z.object({ actId: id, value: settingValue, from: z.nullable(instant), by: person, expiresAt: instant }),
        ),
        /** What the setting chooses from, when the installation has the list. */
        options: z.nullable(z.array(z.string())),
      }),
    ),
    keys: z.array(z.object({ name: z.string(), since: instant })),
  }),
  refusals: [],
})

export const settingHistory = endpoint({
  api: 'platform',
  path: '/platform/setting/history',
  summary: 'Every version of a setting, newest first: who proposed it, who signed it, why, and from when it counts.',
  access: operator('owner', 'finance', 'auditor'),
  tags: ['settings'],
  readOnly: true,
  input: z.strictObject({ name }),
  response: z.object({
    list: z.array(
      z.object({
        version: z.int(),
        before: settingValue,
        value: settingValue,
        reason: z.string(),
        actId: id,
        proposedBy: person,
        signedBy: person,
        signedAt: instant,
        from: instant,
        /** `replaced`: a later decision came before its time. */
        state: z.enum(['planned', 'in-force', 'past', 'replaced']),
        /** The number of shops that got a message; null for a setting that does not concern merchants. */
        told: z.nullable(z.int()),
      }),
    ),
  }),
  refusals: [],
})

export const proposeSetting = endpoint({
  api: 'platform',
  path: '/platform/setting/propose',
  summary:
    'Proposes a value. Another owner signs it. Without `from` it counts as soon as the notice period allows after ' +
    'the signature.',
  access: operator('owner'),
  input: z.strictObject({
    name,
    value: settingValue,
    from: z._default(z.nullable(z.iso.datetime()), null),
    reason: staffText(5, 500),
  }),
  response: z.object({ actId: id, earliest: instant }),
  refusals: ['request/invalid', 'setting/unchanged', 'setting/too-early', 'act/already-open'],
})
