import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import {
  directionOf,
  localeOf,
  withDollarSign,
  withoutDateEnd,
  type Language,
  type RefusalName,
} from '@quayside/contract'
import type { AppMessage, MailMessage, StorefrontMessage, Values } from './index.ts'
import { readLanguage, type LanguageTexts } from './registry.ts'

const texts = new Map<Language, LanguageTexts>()

/** The texts of one language, loaded on first use: most servers speak few of the seventeen. */
function textsOf(lang: Language): LanguageTexts {
  let loaded = texts.get(lang)
  if (!loaded) texts.set(lang, (loaded = readLanguage(lang)))
  return loaded
}

const amount = /^-?\d+\.\d\d$/
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const instants = (locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/**
 * Formats a value in a language: amounts of money, and instants in UTC, because the time zone of the reader is
 * unknown here.
 */
export function formatValue(lang: Language, value: string | number): string | number {
  if (typeof value === 'number') return value
  const locale = localeOf(lang)
  if (amount.test(value))
    return withDollarSign(
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency: 'USD',
        currencyDisplay: 'narrowSymbol',
        // Some languages would group only from five digits on.
        useGrouping: 'always',
      }).format(value as Intl.StringNumericLiteral),
      locale,
    )
  if (instant.test(value)) return `${withoutDateEnd(instants(locale).format(new Date(value)))} UTC`
  return value
}

/**
 * The same for a place in a sentence. In a right-to-left sentence, isolates keep a value whole: an amount runs from
 * left to right (U+2066), everything else by its first letter (U+2068), as a name, a date or a phone number.
 */
export function placeValue(lang: Language, value: string | number): string | number {
  const text = formatValue(lang, value)
  if (typeof text === 'number' || directionOf(lang) === 'ltr') return text
  return `${amount.test(value as string) ? '\u2066' : '\u2068'}${text}\u2069`
}

// What a reader copies or opens has no invisible signs around it.
const copied = new Set(['url', 'code', 'token'])

type Speaker<Key extends string> = (key: Key, values?: Values) => string

/** Speaks the texts of one part of the product in one language. Each text is compiled when it is first needed. */
function speakerOf<Key extends string>(lang: Language, messages: Record<Key, string>): Speaker<Key> {
  const i18n = setupI18n({ locale: lang, messages: { [lang]: {} } })
  const known = new Set<Key>()
  return (key, values = {}) => {
    if (!known.has(key)) {
      i18n.load(lang, { [key]: compileMessage(messages[key]) })
      known.add(key)
    }
    return i18n._(key, values)
  }
}

const sentenceSpeakers = new Map<Language, Speaker<RefusalName | MailMessage>>()

/** Refusals and mails in a language. */
function sentences(lang: Language): Speaker<RefusalName | MailMessage> {
  let speaks = sentenceSpeakers.get(lang)
  if (!speaks) {
    const { refusals, mail } = textsOf(lang)
    sentenceSpeakers.set(lang, (speaks = speakerOf(lang, { ...refusals, ...mail })))
  }
  return speaks
}

const formatMessage = (
  lang: Language,
  key: RefusalName | MailMessage,
  values: Record<string, string | number>,
): string =>
  sentences(lang)(
    key,
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, copied.has(name) ? value : placeValue(lang, value)]),
    ),
  )

/** The sentence of a refusal in a language. Missing values are left empty. */
export const refusalMessage = (lang: Language, name: RefusalName, values: Record<string, string | number>): string =>
  formatMessage(lang, name, values)

/** A text for mail or phone, in a language. */
export const mailMessage = (lang: Language, key: MailMessage, values: Record<string, string | number>): string =>
  formatMessage(lang, key, values)

/** The text of a mail: a greeting, the content and a close. */
export const mailLetter = (lang: Language, content: string): string =>
  [mailMessage(lang, 'mail.greeting', {}), content, mailMessage(lang, 'mail.close', {})].join('\n\n')

// Signs that GSM-7 lacks, with what stands for them in a text message. One of them would more than halve its room.
const plain: Record<string, string> = {
  '\u00a0': ' ',
  '\u202f': ' ',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '•': '*',
  '–': '-',
}

/** A text message (SMS), without typographic signs. */
export const smsMessage = (lang: Language, key: MailMessage, values: Record<string, string | number>): string =>
  mailMessage(lang, key, values).replace(/[\u00a0\u202f’‘“”•–]/g, (sign) => plain[sign]!)

const appSpeakers = new Map<Language, Speaker<AppMessage>>()

/** Messages of the app, for documents and notifications outside the app. */
export function appMessage(lang: Language): (key: AppMessage, values?: Values) => string {
  let speaks = appSpeakers.get(lang)
  if (!speaks) appSpeakers.set(lang, (speaks = speakerOf(lang, textsOf(lang).app)))
  return speaks
}

/** Speaks the texts of the storefront. */
export type StorefrontTexts = (key: StorefrontMessage, values?: Values) => string

const storefrontSpeakers = new Map<Language, StorefrontTexts>()

/** The texts of the storefront in a language. */
export function storefrontMessages(lang: Language): StorefrontTexts {
  let speaks = storefrontSpeakers.get(lang)
  if (!speaks) storefrontSpeakers.set(lang, (speaks = speakerOf(lang, textsOf(lang).storefront)))
  return speaks
}
