import type { PageKit } from './page.ts'

/** Codes that are reserved, or that name no country. */
const notCountries = new Set(['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ'])
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const known = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const codes = letters
  .flatMap((a) => letters.map((b) => a + b))
  // A code that was replaced, such as one of a former state, is not canonical.
  .filter(
    (code) => !notCountries.has(code) && known.of(code) && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`,
  )

const lists = new Map<string, { code: string; name: string }[]>()

/** Every country with its name in the page's language, in the order of that language. */
export function countriesOf(kit: PageKit): { code: string; name: string }[] {
  let list = lists.get(kit.lang)
  if (!list) {
    const { compare } = new Intl.Collator(kit.lang)
    list = codes.map((code) => ({ code, name: kit.country(code) })).toSorted((a, b) => compare(a.name, b.name))
    lists.set(kit.lang, list)
  }
  return list
}
