/**
 * Irish data that most browsers lack: months, countries and time zones. The build takes them from Node; only the
 * Irish language loads them.
 */
import { localeOf as contractLocale, withoutDateEnd, type Language } from '@quayside/contract'

let known: typeof import('virtual:irish') | undefined
let supported: boolean | undefined
/** Asked only for Irish: the first question about locales takes 20 ms of a fast processor. */
const spokenHere = (): boolean => (supported ??= Intl.DateTimeFormat.supportedLocalesOf('ga').length > 0)

/** Must complete before any text in `lang` is formatted. */
export async function loadIrishFallback(lang: Language): Promise<void> {
  if (lang === 'ga' && !spokenHere()) known ??= await import('virtual:irish')
}

/**
 * The locale of a language's numbers and dates in this browser. Irish becomes Irish English in a browser without
 * Irish.
 */
export const localeOf = (lang: Language): string => (lang === 'ga' && !spokenHere() ? 'en-IE' : contractLocale(lang))

/** Formats dates like `Intl.DateTimeFormat`, in Irish with Irish months and weekdays. */
export function dateWriter(lang: Language, options: Intl.DateTimeFormatOptions): (at: number | Date) => string {
  const format = new Intl.DateTimeFormat(localeOf(lang), options)
  const irish = lang === 'ga' ? known : undefined
  if (!irish) return (at) => withoutDateEnd(format.format(at))
  return (at) =>
    format
      .formatToParts(at)
      .map(({ type, value }) => {
        const names = type === 'month' ? irish.months : type === 'weekday' ? irish.weekdays : undefined
        return names?.[value.slice(0, 3)] ?? value
      })
      .join('')
}

/** Names countries and regions by their ISO 3166-1 alpha-2 codes. */
export function regionNames(lang: Language): (code: string) => string {
  const names = new Intl.DisplayNames([localeOf(lang)], { type: 'region' })
  return (code) => (lang === 'ga' ? known?.regions[code] : undefined) ?? names.of(code) ?? code
}

/** The name of a zone's time, such as "Central European Time". */
export function zoneName(lang: Language, zone: string): string {
  const irish = lang === 'ga' ? known?.zones[zone] : undefined
  return irish ?? zonePart(lang, zone, 'longGeneric')
}

/** The current name of a zone in `Intl`, in one of its styles. */
export const zonePart = (lang: Language, zone: string, timeZoneName: 'longGeneric' | 'shortOffset'): string =>
  new Intl.DateTimeFormat(localeOf(lang), { timeZone: zone, timeZoneName })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''
