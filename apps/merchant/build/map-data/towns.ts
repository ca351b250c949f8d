/** The towns of the map, from `city-timezones`. */
import { createRequire } from 'node:module'

export type Town = {
  city: string
  city_ascii: string
  lat: number
  lng: number
  pop: number
  iso2: string
  province?: string
  timezone: string | null
}

/** All towns, by population, the largest first. */
export const readTowns = (): Town[] =>
  (createRequire(import.meta.url)('city-timezones/data/cityMap.json') as Town[]).toSorted((a, b) => b.pop - a.pop)
