/** What every component of a page gets: its frame, texts and formats. */
import {
  directionOf,
  inReais,
  localeOf,
  withDollarSign,
  withoutDateEnd,
  type Language,
} from '@quayside/contract/languages'
import type { PageFrame } from '@quayside/contract/storefront-pages'
import type { StorefrontTexts } from '@quayside/locales/catalogues'

export type PageKit = {
  frame: PageFrame
  lang: Language
  dir: 'ltr' | 'rtl'
  t: StorefrontTexts
  /** "1204.50" as US dollars. Exact: the text is never converted to a floating-point number. */
  money: (value: string) => string
  /** The same in reais. */
  reais: (value: string) => string
  day: (iso: string) => string
  time: (iso: string) => string
  country: (code: string) => string
  number: (value: number) => string
  /** The name of a language in the page's language. */
  languageName: (code: string) => string
  /** The address of a page in this language. */
  to: (path: string) => string
}

type Formats = Pick<PageKit, 'money' | 'day' | 'time' | 'country' | 'number' | 'languageName'>
/** An amount of US dollars: signs, digits and in some languages the letters of the country. */
const amount = /^\P{L}*(?:US)?\p{Sc}\P{L}*$/u

/**
 * Texts whose values stay whole in a right-to-left sentence: an amount runs from left to right (U+2066), everything
 * else by its first letter (U+2068), as a name, a date or a code.
 */
export const isolated =
  (t: StorefrontTexts): StorefrontTexts =>
  (key, values = {}) =>
    t(
      key,
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          typeof value === 'string' ? `${amount.test(value) ? '\u2066' : '\u2068'}${value}\u2069` : value,
        ]),
      ),
    )

const formats = new Map<Language, Formats>()

function formatsOf(lang: Language): Formats {
  let found = formats.get(lang)
  if (found) return found
  const locale = localeOf(lang)
  const money = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
  })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  const regions = new Intl.DisplayNames(locale, { type: 'region' })
  const languageNames = new Intl.DisplayNames(locale, { type: 'language' })
  const number = new Intl.NumberFormat(locale)
  found = {
    // With a minus sign, as the merchant app shows amounts.
    money: (value) => withDollarSign(money.format(value as Intl.StringNumericLiteral), locale).replace('-', '\u2212'),
    day: (iso) => withoutDateEnd(day.format(new Date(iso))),
    time: (iso) => `${withoutDateEnd(time.format(new Date(iso)))} UTC`,
    country: (code) => regions.of(code) ?? code,
    languageName: (code) => languageNames.of(code) ?? code,
    number: (value) => number.format(value),
  }
  formats.set(lang, found)
  return found
}

export const pageKit = (frame: PageFrame, t: StorefrontTexts): PageKit => ({
  frame,
  lang: frame.lang,
  dir: directionOf(frame.lang),
  t: directionOf(frame.lang) === 'rtl' ? isolated(t) : t,
  to: (path) => `/${frame.lang}${path}`,
  reais: (value) => inReais(frame.lang, value),
  ...formatsOf(frame.lang),
})
