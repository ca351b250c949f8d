/**
 * Search for towns by name and country. It finds the name in the merchant's language and the Latin name, in
 * normalised form.
 */
import type { Language } from '@quayside/contract'
import { regionNames } from '../../lib/intl-fallback-ga.ts'
import { normalizeForSearch } from '../../lib/normalize-search.ts'
import { squareWidth, type TownNames, type World } from './world.ts'

/** `name` is in the merchant's language; `latin` is empty if `name` is in Latin letters. */
export type Town = {
  key: number
  name: string
  latin: string
  province: string
  country: string
  x: number
  y: number
}

const latinLetters = /\p{Script=Latin}/u

/** Prepares a world for the search, once for each language. */
export function openTowns(world: World, names: TownNames, lang: Language) {
  const regionOf = regionNames(lang)
  const countries = new Map<string, string>()
  const countryOf = (code: string) => {
    if (!countries.has(code)) countries.set(code, /^[A-Z]{2}$/.test(code) ? regionOf(code) : '')
    return countries.get(code)!
  }
  const rows = world.towns.map(([latin, plain, province, code, x, y], key) => {
    const name = names[key] ?? latin
    const own =
      name === latin ? [normalizeForSearch(latin)] : [...new Set([normalizeForSearch(name), normalizeForSearch(latin)])]
    const country = countryOf(code)
    const town: Town = { key, name, latin: latinLetters.test(name) ? '' : latin, province, country, x, y }
    return {
      town,
      code,
      own,
      text: `${own.join(' ')} ${normalizeForSearch(`${plain} ${province} ${country} ${code}`)}`,
    }
  })
  return {
    /** All towns, the largest first. */
    all: rows.map((row) => row.town),
    /**
     * Finds towns, the largest first. Names that begin with the first word come before the other matches. An address
     * is searched without its first parts: the town stands at the end.
     */
    find(text: string, most: number): Town[] {
      const words = normalizeForSearch(text).split(' ').filter(Boolean)
      if (words.length === 0) return []
      const hits = rows.filter((row) => words.every((word) => row.text.includes(word)))
      const comma = text.search(/[,،、，]/u)
      if (hits.length === 0 && comma !== -1) return this.find(text.slice(comma + 1), most)
      const begins = hits.filter(({ own }) => own.some((name) => name.startsWith(words[0]!)))
      return [...new Set([...begins, ...hits])].slice(0, most).map((row) => row.town)
    },
    /** The town with this name in this country; null if there is none or more than one. */
    only(name: string, country: string): Town | null {
      const wanted = normalizeForSearch(name)
      const found = rows.filter((row) => row.code === country && row.own.includes(wanted))
      return found.length === 1 ? found[0]!.town : null
    },
    /** The nearest town to a point of the grid; null if it is more than `most` kilometres away. */
    near(at: { x: number; y: number }, most: number): Town | null {
      let best: Town | null = null
      let least = most / squareWidth(at)
      for (const { town } of rows) {
        const distance = Math.hypot(town.x - at.x, town.y - at.y)
        if (distance < least) [best, least] = [town, distance]
      }
      return best
    },
  }
}
