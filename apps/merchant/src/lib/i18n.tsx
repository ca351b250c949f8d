/** The messages and formats of the app in the chosen language. */
import { setupI18n, type I18n, type Messages } from '@lingui/core'
import { queryClient, wishedLanguage } from '@quayside/client'
import { directionOf, withDollarSign, type Language } from '@quayside/contract'
import { clickGuard, defaultLanguage, tabBarHeight, toastTime } from '@quayside/contract/constants'
import type { AppMessage, Values } from '@quayside/locales'
import { formatMoney, UiProvider, type UiLabels } from '@quayside/ui'
import { early, first as firstMessages, rest } from 'virtual:catalogues'
import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { distance, timeLeft } from './relative-time.ts'
import { dateWriter, loadIrishFallback, localeOf } from './intl-fallback-ga.ts'
import { toInputText } from './amounts.ts'

export type LoadedLanguage = { lang: Language; i18n: I18n }

/** The parts of a language behind the login: the messages of the first screens, and all others. */
const parts = { first: firstMessages, rest }
type Part = keyof typeof parts

// The current language, and the loaded parts of the catalogues.
let current: LoadedLanguage | undefined
const loadedParts = { first: new WeakSet<I18n>(), rest: new WeakSet<I18n>() }
/** Shows the language again with its late messages; the provider sets it. */
let showAgain: (language: LoadedLanguage) => void = () => undefined

/** A language with these messages. One that is asked for before its part is loaded is empty until `rest` arrives. */
function openLanguage(lang: Language, messages: Messages): LoadedLanguage {
  const missing = (_locale: string, key: string): string => {
    if (loadedParts.rest.has(i18n)) return key
    // The build did not find that a first screen needs it: apps/merchant/build/first-messages.ts.
    console.warn(`the message ${key} is not among those of the first screens`)
    void completeLanguage({ lang, i18n }).catch(() => undefined)
    return ''
  }
  const i18n: I18n = setupI18n({ locale: lang, messages: { [lang]: messages }, missing })
  return { lang, i18n }
}

async function loadPart({ lang, i18n }: LoadedLanguage, part: Part): Promise<void> {
  if (loadedParts[part].has(i18n)) return
  i18n.load(lang, (await parts[part][lang]()).default as Messages)
  loadedParts[part].add(i18n)
}

/** Loads all messages of a language on screen, and renders it again: memoised texts depend on the object. */
async function completeLanguage(shown: LoadedLanguage): Promise<void> {
  await loadPart(shown, 'first')
  await loadPart(shown, 'rest')
  // Another message may have been missing too, or the merchant has chosen another language meanwhile.
  if (current?.i18n !== shown.i18n) return
  current = openLanguage(shown.lang, shown.i18n.messages)
  for (const part of ['first', 'rest'] as const) loadedParts[part].add(current.i18n)
  showAgain(current)
}

/** Loads messages behind the login, once: those of the first screens, or all. */
export async function loadMessages(which: 'first' | 'all'): Promise<void> {
  const language = current ?? (await initialI18n())
  await Promise.all([loadPart(language, 'first'), which === 'all' ? loadPart(language, 'rest') : undefined])
}

/** Loads a language, with the parts that the previous one had, and sets language and direction of the page. */
export async function loadLanguage(lang: Language): Promise<LoadedLanguage> {
  const [{ default: messages }] = await Promise.all([early[lang](), loadIrishFallback(lang)])
  const language = openLanguage(lang, messages as Messages)
  for (const part of ['first', 'rest'] as const)
    if (current && loadedParts[part].has(current.i18n)) await loadPart(language, part)
  document.documentElement.lang = lang
  document.documentElement.dir = directionOf(lang)
  return (current = language)
}

type I18nState = LoadedLanguage & { choose: (lang: Language) => Promise<void> }
const I18nContext = createContext<I18nState | null>(null)

export function I18nProvider({ first, children }: { first: LoadedLanguage; children: ReactNode }) {
  const [language, setLanguage] = useState(first)
  const choose = useCallback(async (lang: Language) => {
    // Load first, then store: a language that fails to load must not be the stored one at the next start.
    const next = await loadLanguage(lang)
    localStorage.setItem('lang', lang)
    setLanguage(next)
    // Texts from the server are in the previous language.
    void queryClient.invalidateQueries()
  }, [])
  useEffect(() => {
    showAgain = setLanguage
    // What arrived before this effect.
    if (current) setLanguage(current)
  }, [])
  const value = useMemo(() => ({ ...language, choose }), [language, choose])
  const { i18n } = language
  const labels: UiLabels = {
    back: i18n._('common.back'),
    close: i18n._('common.close'),
    copied: i18n._('common.copied'),
    copyFailed: i18n._('common.copy-failed'),
  }
  return (
    <I18nContext value={value}>
      <UiProvider locale={localeOf(language.lang)} {...{ labels, clickGuard, tabBarHeight, toastTime }}>
        {children}
      </UiProvider>
    </I18nContext>
  )
}

let first: Promise<LoadedLanguage> | undefined
/** The stored language, or the default one if that cannot be loaded, so that the app always starts. */
export const initialI18n = (): Promise<LoadedLanguage> =>
  (first ??= loadLanguage(wishedLanguage()).catch(() => loadLanguage(defaultLanguage)))

export function useI18n(): I18nState {
  const context = useContext(I18nContext)
  if (!context) throw new Error('useI18n must be used inside I18nProvider')
  return context
}

export type T = (key: AppMessage, values?: Values) => string

/** `t('orders.title')`: the message of a key. */
export function useT(): T {
  const { i18n } = useI18n()
  return useCallback((key, values = {}) => i18n._(key, values), [i18n])
}

/** Created once per language, and each formatter at its first use: it takes a millisecond or more on a phone. */
const formatters = new Map<Language, ReturnType<typeof createFormatters>>()
function formattersOf(lang: Language) {
  let created = formatters.get(lang)
  if (!created) formatters.set(lang, (created = createFormatters(lang)))
  return created
}

/** Formats a calendar day, YYYY-MM-DD, by a format in UTC. */
const onDay =
  (format: (at: Date) => string) =>
  (text: string): string =>
    format(new Date(`${text}T00:00:00Z`))

/** A value that is made at its first use. */
function makeLater<V>(make: () => V): () => V {
  let made: V | undefined
  return () => (made ??= make())
}

function createFormatters(lang: Language) {
  const locale = localeOf(lang)
  const numbers = (options: Intl.NumberFormatOptions) => makeLater(() => new Intl.NumberFormat(locale, options))
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const write = makeLater(() => dateWriter(lang, options))
    return (at: number | Date) => write()(at)
  }
  return {
    locale,
    // Some languages would group only from five digits on.
    number: numbers({ useGrouping: 'always' }),
    decimal: numbers({ useGrouping: 'always', minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    percent: numbers({ style: 'percent', maximumFractionDigits: 2 }),
    change: numbers({ style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' }),
    compact: numbers({
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'narrowSymbol',
      notation: 'compact',
      maximumFractionDigits: 1,
      minimumFractionDigits: 0,
    }),
    date: dates({ dateStyle: 'medium' }),
    dateTime: dates({ dateStyle: 'medium', timeStyle: 'short' }),
    shortDate: dates({ month: 'short', day: 'numeric' }),
    clock: dates({ timeStyle: 'short' }),
    days: {
      shortDay: onDay(dates({ month: 'short', day: 'numeric', timeZone: 'UTC' })),
      wholeDay: onDay(dates({ dateStyle: 'medium', timeZone: 'UTC' })),
      weekday: onDay(dates({ weekday: 'short', timeZone: 'UTC' })),
      month: onDay(dates({ month: 'long', year: 'numeric', timeZone: 'UTC' })),
      shortMonth: onDay(dates({ month: 'short', timeZone: 'UTC' })),
    },
  }
}

/** A number with a real minus, where Intl writes a hyphen. */
const signed = (format: Intl.NumberFormat, value: number | Intl.StringNumericLiteral): string =>
  format.format(value).replace('-', '\u2212')

/** Formats of numbers, money and times in the chosen language. */
export function useFormat() {
  const { lang } = useI18n()
  const t = useT()
  return useMemo(() => {
    const { locale, number, decimal, percent, change, compact, date, shortDate, dateTime, days, clock } =
      formattersOf(lang)
    const age = (at: string): string | null => {
      const found = distance(Date.now(), new Date(at).getTime())
      return found && t(found.key, { n: found.n })
    }
    return {
      number: (n: number) => signed(number(), n),
      /** Hundredths of a percent. */
      percent: (basisPoints: number) => signed(percent(), basisPoints / 10_000),
      /** A factor, exact below ten. */
      times: (factor: number) => `${number().format(factor < 10 ? Math.round(factor * 10) / 10 : Math.round(factor))}×`,
      /** A fraction with its sign. */
      change: (fraction: number) => signed(change(), fraction),
      /** The label of a chart's scale, in dollars. */
      scale: (dollars: number) => withDollarSign(signed(compact(), dollars), locale),
      // In a right-to-left sentence, isolates (U+2066, U+2069) keep the order of an amount's signs.
      money: (value: string) =>
        directionOf(lang) === 'rtl'
          ? `\u2066${formatMoney(value, locale, false)}\u2069`
          : formatMoney(value, locale, false),
      /** Stands before an amount that is typed. */
      dollarSign: withDollarSign('$', locale),
      /** Formats an amount for an input field; `parseInputAmount` parses it. */
      typed: (value: string) => toInputText(value, locale),
      /** An amount of another currency, without its symbol. */
      decimal: (value: string) => signed(decimal(), value as Intl.StringNumericLiteral),
      date: (at: string) => date(new Date(at)),
      dateTime: (at: string) => dateTime(new Date(at)),
      /** The day of an instant without its year. */
      shortDate: (at: string) => shortDate(new Date(at)),
      clock: (at: string) => clock(new Date(at)),
      /** An instant in milliseconds; today only the time. */
      moment: (at: number) => (new Date(at).toDateString() === new Date().toDateString() ? clock : dateTime)(at),
      /** A calendar day, YYYY-MM-DD, that has no time zone. */
      day: days.shortDay,
      /** The same with its year. */
      wholeDay: days.wholeDay,
      /** The short name of a day's weekday. */
      weekday: days.weekday,
      /** The month of a day, with its year. */
      month: days.month,
      /** Its short name. */
      shortMonth: days.shortMonth,
      ago: (at: string) => age(at) ?? date(new Date(at)),
      /** The time left until a deadline. */
      left: (at: string) => {
        const found = timeLeft(Date.now(), new Date(at).getTime())
        return found ? t(found.key, { n: found.n }) : date(new Date(at))
      },
      /** The age of an instant, shown beside a date; null beyond 30 days, when the date is sufficient. */
      age,
    }
  }, [lang, t])
}
