import { setupI18n, type I18n, type Messages } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { languages, localeOf, type Language, type RefusalName } from '@quayside/contract'
import type { AppMessage, MailMessage, Values } from './index.ts'
import { registry } from './registry.ts'

const words = new Map<Language, Messages>()
const appWords = new Map<Language, Record<AppMessage, string>>()
for (const { code } of languages) {
  const { app, refusals, mail } = await registry(code)
  words.set(code, { ...refusals, ...mail })
  appWords.set(code, app)
}

const ready = new Map<Language, I18n>()

/** Compiles the messages of one language on first use. */
function speaker(lang: Language): I18n {
  let i18n = ready.get(lang)
  if (!i18n) {
    const messages: Messages = Object.fromEntries(
      Object.entries(words.get(lang)!).map(([key, text]) => [key, compileMessage(text as string)]),
    )
    i18n = setupI18n({ locale: lang, messages: { [lang]: messages } })
    ready.set(lang, i18n)
  }
  return i18n
}

const amount = /^-?\d+\.\d\d$/
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/**
 * Formats a value in a language: amounts of money, and instants in UTC, because the time zone of the reader is
 * unknown here.
 */
export function formatValue(lang: Language, value: string | number): string | number {
  if (typeof value === 'number') return value
  const locale = localeOf(lang)
  if (amount.test(value))
    return new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'narrowSymbol',
    }).format(value as Intl.StringNumericLiteral)
  if (instant.test(value))
    return `${new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(value))} UTC`
  return value
}

const formatMessage = (lang: Language, key: string, values: Record<string, string | number>): string =>
  speaker(lang)._(
    key,
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, formatValue(lang, value)])),
  )

/** The sentence of a refusal in a language. Missing values are left empty. */
export const refusalMessage = (lang: Language, name: RefusalName, values: Record<string, string | number>): string =>
  formatMessage(lang, name, values)

/** A text for mail or phone, in a language. */
export const mailMessage = (lang: Language, key: MailMessage, values: Record<string, string | number>): string =>
  formatMessage(lang, key, values)

const appSpeakers = new Map<Language, (key: AppMessage, values?: Values) => string>()

/** Messages of the app, for documents and notifications outside the app. */
export function appMessage(lang: Language): (key: AppMessage, values?: Values) => string {
  let speaks = appSpeakers.get(lang)
  if (!speaks) appSpeakers.set(lang, (speaks = appSpeaker(lang)))
  return speaks
}

function appSpeaker(lang: Language): (key: AppMessage, values?: Values) => string {
  const i18n = setupI18n({ locale: lang, messages: { [lang]: {} } })
  const known = new Set<AppMessage>()
  return (key, values = {}) => {
    if (!known.has(key)) {
      i18n.load(lang, { [key]: compileMessage(appWords.get(lang)![key]) })
      known.add(key)
    }
    return i18n._(key, values)
  }
}
