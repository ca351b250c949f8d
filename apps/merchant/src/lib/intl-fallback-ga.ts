/**
 * What most browsers do not know of Irish: its months, countries and time zones. The build asks Node, which does;
 * only readers of Irish fetch it.
 */
import { localeOf as contractLocale, type Language } from '@quayside/contract'

let known: typeof import('virtual:irish') | undefined
const spokenHere = Intl.DateTimeFormat.supportedLocalesOf('ga').length > 0

/** To be waited for before anything is said in `lang`. */
export async function loadIrishFallback(lang: Language): Promise<void> {
  if (lang === 'ga' && !spokenHere) known ??= await import('virtual:irish')
}

/**
 * The locale of a language's numbers and dates in this browser: that of Irish English where the browser has no Irish.
 */
export const localeOf = (lang: Language): string => (lang === 'ga' && !spokenHere ? 'en-IE' : contractLocale(lang))

/** Writes dates as `Intl.DateTimeFormat` does, in Irish with Irish months. */
export function dateWriter(lang: Language, options: Intl.DateTimeFormatOptions): (at: number | Date) => string {
  const format = new Intl.DateTimeFormat(localeOf(lang), options)
  const months = lang === 'ga' ? known?.months : undefined
  if (!months) return (at) => format.format(at)
  return (at) =>
    format
      .formatToParts(at)
      .map(({ type, value }) => (type === 'month' ? (months[value.slice(0, 3)] ?? value) : value))
      .join('')
}

/** Names countries and regions by their ISO 3166-1 alpha-2 codes. */
export function regionNames(lang: Language): (code: string) => string {
  const names = new Intl.DisplayNames([localeOf(lang)], { type: 'region' })
  return (code) => (lang === 'ga' ? known?.regions[code] : undefined) ?? names.of(code) ?? code
}

/** What the time of a zone is called, such as "Central European Time". */
export function zoneName(lang: Language, zone: string): string {
  const irish = lang === 'ga' ? known?.zones[zone] : undefined
  return irish ?? zonePart(lang, zone, 'longGeneric')
}

/** A zone by one of the names that `Intl` has for it, at this moment. */
export const zonePart = (lang: Language, zone: string, timeZoneName: 'longGeneric' | 'shortOffset'): string =>
  new Intl.DateTimeFormat(localeOf(lang), { timeZone: zone, timeZoneName })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''
