import { languages, matchLanguage, type Language } from '@quayside/contract'
import { defaultLanguage } from '@quayside/contract/constants'

const codes = new Set<string>(languages.map(({ code }) => code))

/** The language of a path's first part; null for any other text. */
export const languageOfPath = (part: string): Language | null => (codes.has(part) ? (part as Language) : null)

/** The language that a browser prefers, by its `Accept-Language` header. */
export function preferredLanguage(header: string | undefined): Language {
  const wishes = (header ?? '')
    .slice(0, 400)
    .split(',')
    .map((wish, place) => {
      const [tag = '', ...parameters] = wish.trim().split(';')
      const weight = /^\s*q=(0(?:\.\d{1,3})?|1(?:\.0{1,3})?)\s*$/.exec(parameters.join(';'))?.[1]
      return { tag, place, weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .toSorted((a, b) => b.weight - a.weight || a.place - b.place)
  for (const { tag } of wishes) {
    const found = matchLanguage(tag)
    if (found) return found
  }
  return defaultLanguage
}
