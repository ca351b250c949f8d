/** Towns of the world by name: in whatever way it is written with or without accents, and by their country in the reader's language. */
import type { Language } from '@quayside/contract'
import { countryNames } from '../register/countries.ts'
import { folded } from './folded.ts'
import { squareWidth, type World } from './world.ts'

export type Town = { key: number; name: string; province: string; country: string; x: number; y: number }

/** A world ready to be searched; made once for a language. */
export function openTowns(world: World, lang: Language) {
  const names = countryNames(lang)
  const countries = new Map<string, string>()
  const countryOf = (code: string) => {
    if (!countries.has(code)) countries.set(code, /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : '')
    return countries.get(code)!
  }
  const rows = world.towns.map(([name, plain, province, code, x, y], key) => ({
    town: { key, name, province, country: countryOf(code), x, y },
    code,
    name: folded(name),
    rest: folded(`${plain} ${province} ${countryOf(code)} ${code}`),
  }))
  return {
    /** The largest first; those whose own name begins with the words before those that only have them. */
    find(text: string, most: number): Town[] {
      const words = folded(text).split(' ').filter(Boolean)
      if (words.length === 0) return []
      const [first] = words
      const hits = rows.filter((row) => words.every((word) => row.name.includes(word) || row.rest.includes(word)))
      const begins = hits.filter((row) => row.name.startsWith(first!))
      return [...begins, ...hits.filter((row) => !row.name.startsWith(first!))].slice(0, most).map((row) => row.town)
    },
    /** The one town of this name in this country; null when there is none, or more than one. */
    only(name: string, country: string): Town | null {
      const wanted = folded(name)
      const found = rows.filter((row) => row.code === country && row.name === wanted)
      return found.length === 1 ? found[0]!.town : null
    },
    /** The town nearest to a place on the grid, unless that is more than `most` kilometres away. */
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
