/** The names of large towns in each language, from the example cities of time zones in the CLDR. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages, type Language } from '@quayside/contract'
import { normalizeForSearch } from '../../src/lib/normalize-search.ts'
import type { TownNames } from '../../src/screens/places/world.ts'
import { readTowns, type Town } from './towns.ts'

/** The example city of each time zone in each language. A language without a name for it is left out. */
export type CityNames = Record<string, Partial<Record<Language, string>>>

/** Reads the output of update-city-names.ts. */
const readCityNames = (): CityNames =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'city-names.json'), 'utf8')) as CityNames

/**
 * The canonical name of a zone with several names, such as Asia/Saigon and Asia/Ho_Chi_Minh. Null for an unknown
 * zone.
 */
function canonicalZone(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/** Finds the town of a zone's example city: the index of the largest town with that English name in that zone. */
export function findTown(towns: Town[]): (zone: string, english: string | undefined) => number | undefined {
  const byName = new Map<string, number[]>()
  for (const [index, town] of towns.entries())
    for (const name of new Set([normalizeForSearch(town.city), normalizeForSearch(town.city_ascii)]))
      byName.set(name, [...(byName.get(name) ?? []), index])
  return (zone, english = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')) => {
    const canonical = canonicalZone(zone)
    return byName
      .get(normalizeForSearch(english))
      ?.find((index) => canonical && canonical === canonicalZone(towns[index]!.timezone ?? ''))
  }
}

/** For each language, the names that differ from those in the list of towns, by the index of the town. */
export function makeNames(): Record<Language, TownNames> {
  const towns = readTowns()
  const townOf = findTown(towns)
  const cities = Object.entries(readCityNames()).map(([zone, names]) => ({ names, index: townOf(zone, names.en) }))
  const namesIn = (lang: Language): TownNames => {
    const found: TownNames = {}
    for (const { names, index } of cities) {
      const name = names[lang]
      if (index !== undefined && name && name !== towns[index]!.city) found[index] = name
    }
    return found
  }
  return Object.fromEntries(languages.map(({ code }) => [code, namesIn(code)])) as Record<Language, TownNames>
}
