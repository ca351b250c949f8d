/** What towns are called in each language, as far as Unicode's data (CLDR) says it: those that a time zone is called after. */
import { createRequire } from 'node:module'
import { languages, type Language } from '@quayside/contract'
import { normalizeForSearch } from '../../src/screens/places/normalize-search.ts'
import type { TownNames } from '../../src/screens/places/world.ts'
import { readTowns, type Town } from './map-data.ts'

const read = createRequire(import.meta.url)
type Zones = { [part: string]: Zones | string }

/** The cities of time zones in a language, by the name of their zone: `Asia/Tokyo`. */
function citiesOf(lang: Language): Map<string, string> {
  const { main } = read(`cldr-dates-modern/main/${lang}/timeZoneNames.json`) as {
    main: Record<string, { dates: { timeZoneNames: { zone: Zones } } }>
  }
  const cities = new Map<string, string>()
  const visit = (zones: Zones, path: string[]): void => {
    for (const [part, inner] of Object.entries(zones)) {
      if (typeof inner === 'object') visit(inner, [...path, part])
      else if (part === 'exemplarCity') cities.set(path.join('/'), inner)
    }
  }
  visit(main[lang]!.dates.timeZoneNames.zone, [])
  return cities
}

/** The one name of a zone that has several, such as Asia/Saigon and Asia/Ho_Chi_Minh; null for what is no zone. */
function oneZone(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/** Where among the towns the city of a zone stands, if there: the largest that has its name and its time. */
function finder(towns: Town[]): (zone: string) => number | undefined {
  const names = new Map<string, number[]>()
  for (const [key, town] of towns.entries())
    for (const name of new Set([normalizeForSearch(town.city), normalizeForSearch(town.city_ascii)]))
      names.set(name, [...(names.get(name) ?? []), key])
  const english = citiesOf('en')
  return (zone) => {
    const name = english.get(zone) ?? zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
    const time = oneZone(zone)
    return names.get(normalizeForSearch(name))?.find((key) => time && time === oneZone(towns[key]!.timezone ?? ''))
  }
}

/** Of each language the names that differ from those in the world's own list. */
export function makeNames(): Record<Language, TownNames> {
  const towns = readTowns()
  const keyOf = finder(towns)
  const namesIn = (lang: Language): TownNames => {
    const names: TownNames = {}
    for (const [zone, name] of citiesOf(lang)) {
      const key = keyOf(zone)
      if (key !== undefined && name !== towns[key]!.city) names[key] = name
    }
    return names
  }
  return Object.fromEntries(languages.map(({ code }) => [code, namesIn(code)])) as Record<Language, TownNames>
}
