/**
 * Writes `city-names.json`: the names of large cities in each language, from Unicode's CLDR, under
 * `unicode-license.txt`. Run it by hand after a new version of the CLDR or a new language. The source has 77 MB, so it
 * is not a dependency:
 *
 *     npm install --no-save --ignore-scripts cldr-dates-modern@45.0.0
 *     node apps/merchant/build/map-data/update-city-names.ts
 *
 * 45.0.0 is the last version of that package; `cldr-dates-full` has the same files under its own name:
 * `node …/update-city-names.ts cldr-dates-full`. Then run `npm ci` and review the diff of `city-names.json`.
 */
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { languages } from '@quayside/contract'
import { findTown, type CityNames } from './names.ts'
import { readTowns } from './towns.ts'

type Zones = { [part: string]: Zones | string }

const source = process.argv[2] ?? 'cldr-dates-modern'
const folder = dirname(createRequire(import.meta.url).resolve(`${source}/package.json`))

/** The example city of each time zone in a language, by the name of the zone: `Asia/Tokyo`. */
async function exampleCities(lang: string): Promise<Map<string, string>> {
  const text = await readFile(join(folder, 'main', lang, 'timeZoneNames.json'), 'utf8')
  const { main } = JSON.parse(text) as { main: Record<string, { dates: { timeZoneNames: { zone: Zones } } }> }
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

const names: CityNames = {}
for (const { code } of languages)
  for (const [zone, name] of await exampleCities(code)) (names[zone] ??= {})[code] = name
// A zone without a town on the map needs no name.
const townOf = findTown(readTowns())
const used = Object.entries(names)
  .filter(([zone, { en }]) => townOf(zone, en) !== undefined)
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
await writeFile(join(import.meta.dirname, 'city-names.json'), `${JSON.stringify(Object.fromEntries(used), null, 2)}\n`)
await copyFile(join(folder, 'LICENSE'), join(import.meta.dirname, 'unicode-license.txt'))
console.log(`city-names.json: ${used.length} cities from ${source}`)
