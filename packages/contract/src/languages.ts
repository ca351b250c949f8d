import { defaultLanguage } from './constants.ts'

/**
 * The seventeen languages. `name` is the language's own name, `dir` its writing direction. `locale` is the locale of
 * its numbers and dates, if it differs from `code`: Arabic uses Latin digits, as order codes do.
 */
export const languages = [
  { code: 'en', name: 'English', dir: 'ltr' },
  { code: 'zh-Hans', name: '简体中文', dir: 'ltr' },
  { code: 'zh-Hant', name: '繁體中文', dir: 'ltr' },
  { code: 'pt', name: 'Português', dir: 'ltr' },
  { code: 'tr', name: 'Türkçe', dir: 'ltr' },
  { code: 'es', name: 'Español', dir: 'ltr' },
  { code: 'ko', name: '한국어', dir: 'ltr' },
  { code: 'ja', name: '日本語', dir: 'ltr' },
  { code: 'ar', name: 'العربية', dir: 'rtl', locale: 'ar-u-nu-latn' },
  { code: 'id', name: 'Bahasa Indonesia', dir: 'ltr' },
  { code: 'fr', name: 'Français', dir: 'ltr' },
  { code: 'it', name: 'Italiano', dir: 'ltr' },
  { code: 'ru', name: 'Русский', dir: 'ltr' },
  { code: 'nl', name: 'Nederlands', dir: 'ltr' },
  { code: 'da', name: 'Dansk', dir: 'ltr' },
  { code: 'ga', name: 'Gaeilge', dir: 'ltr' },
  { code: 'vi', name: 'Tiếng Việt', dir: 'ltr' },
] as const

export type Language = (typeof languages)[number]['code']

/** The other reading of the specification's list of languages. `QUAYSIDE_LANGUAGES=short` offers these. */
export const shortLanguages: readonly Language[] = ['zh-Hans', 'id', 'pt', 'ru', 'da', 'en']

const entryOf = (lang: Language): { dir: 'ltr' | 'rtl'; locale?: string } =>
  languages.find(({ code }) => code === lang)!

export const directionOf = (lang: Language): 'ltr' | 'rtl' => entryOf(lang).dir

/** The locale for the numbers and dates of a language, for `Intl`. */
export const localeOf = (lang: Language): string => entryOf(lang).locale ?? lang

/**
 * Languages of countries whose own money is written "$", or that write the US dollar "US$": pesos, the dollar of
 * Taiwan, and Brazil beside its R$. `packages/ui/src/money.tsx` has the same list.
 */
const withUsDollars = /^(es|pt|zh-Hant)\b/

/**
 * The sign of an amount that `Intl` formatted for a locale: "US$" where "$" alone is another money, "$" elsewhere.
 * `Intl` has no narrow dollar sign for Arabic and writes "US$" as wide as the amount itself. Every amount is in US
 * dollars, beside the reais of PIX.
 */
export const withDollarSign = (text: string, locale: string): string =>
  text.replace(/(?:US)?\$/, withUsDollars.test(locale) ? 'US$' : '$')

/**
 * A date as `Intl` formats it, without the sign that would end a sentence: the Russian "г." for year, and the point
 * after a Korean day. A sentence sets its own full stop.
 */
export const withoutDateEnd = (text: string): string => text.replace(/\s?г\./, '').replace(/(\d)\.$/, '$1')

/** "1204.50" in reais, as a Brazilian bank writes it: the sign first in every language. */
export const inReais = (lang: Language, value: string): string =>
  `R$\u00a0${new Intl.NumberFormat(localeOf(lang), { minimumFractionDigits: 2 }).format(value as Intl.StringNumericLiteral)}`

/** Finds the language of a tag such as "zh-TW" or "pt-BR". Undefined for an unsupported language. */
export function matchLanguage(tag: string): Language | undefined {
  const lower = tag.toLowerCase()
  const exact = languages.find((l) => l.code.toLowerCase() === lower)
  if (exact) return exact.code
  if (lower.startsWith('zh')) return /hant|tw|hk|mo/.test(lower) ? 'zh-Hant' : 'zh-Hans'
  const base = lower.split(/[-_]/)[0]
  return languages.find((l) => l.code === base)?.code
}

/** Reads a `lang` header or a browser setting. An unknown language becomes the default language. */
export const asLanguage = (tag: string | undefined | null): Language => (tag && matchLanguage(tag)) || defaultLanguage
