import { compileMessage } from '@lingui/message-utils/compileMessage'
import { languages, type Language } from '@quayside/contract'
import type { Plugin } from 'vite'
import english from './en/index.ts'
import { readLanguage } from './registry.ts'

const allCatalogues = 'virtual:catalogues'
const oneCatalogue = 'virtual:catalogue/'
const irish = 'virtual:irish'

/** Areas that are needed before the login. */
const early: (keyof typeof english.areas)[] = ['app', 'common', 'entry']
const earlyKeys = new Set(early.flatMap((area) => Object.keys(english.areas[area])))

type Part = 'early' | 'first' | 'rest'

/**
 * Provides `virtual:catalogues`: for each language the loaders of its `early` messages, of those of the `first` screens
 * behind the login, and of the `rest`, each a lazy chunk of compiled messages, so that the phone needs no parser.
 * `isFirst` chooses the second part. Also provides `virtual:irish`, the Irish data that browsers lack.
 */
export function catalogues(isFirst: (key: string) => boolean): Plugin {
  const partOf = (key: string): Part => (earlyKeys.has(key) ? 'early' : isFirst(key) ? 'first' : 'rest')
  return {
    name: 'quayside-catalogues',
    resolveId: (id) => (id === allCatalogues || id === irish || id.startsWith(oneCatalogue) ? `\0${id}` : undefined),
    async load(id) {
      if (id === `\0${allCatalogues}`) {
        const loaders = (part: Part) =>
          `export const ${part} = {${languages.map(({ code }) => `'${code}': () => import('${oneCatalogue}${code}/${part}')`).join(', ')}}`
        return (['early', 'first', 'rest'] as const).map(loaders).join('\n')
      }
      if (id === `\0${irish}`) return irishModule()
      if (!id.startsWith(`\0${oneCatalogue}`)) return undefined
      const [code, part] = id.slice(oneCatalogue.length + 1).split('/')
      return catalogueModule(code as Language, { keep: (key) => partOf(key) === part })
    },
  }
}

/**
 * Irish months and weekdays by the first three letters of their English names, regions by ISO 3166-1 code, and names
 * of time zones.
 */
function irishModule(): string {
  const month = (lang: string, n: number) =>
    new Intl.DateTimeFormat(lang, { month: 'short', timeZone: 'UTC' }).format(Date.UTC(2026, n, 5))
  const months = Array.from({ length: 12 }, (_, n) => [month('en', n).slice(0, 3), month('ga', n)])
  // 1 February 2026 is a Sunday.
  const weekday = (lang: string, n: number) =>
    new Intl.DateTimeFormat(lang, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2026, 1, 1 + n))
  const weekdays = Array.from({ length: 7 }, (_, n) => [weekday('en', n), weekday('ga', n)])
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const region = new Intl.DisplayNames('ga', { type: 'region', fallback: 'none' })
  const regions = letters
    .flatMap((a) => letters.map((b) => a + b))
    .flatMap((code) => (region.of(code) ? [[code, region.of(code)]] : []))
  const zones = Intl.supportedValuesOf('timeZone').map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('ga', { timeZone, timeZoneName: 'longGeneric' })
      .formatToParts()
      .find(({ type }) => type === 'timeZoneName')?.value,
  ])
  return Object.entries({ months, weekdays, regions, zones })
    .map(([name, entries]) => `export const ${name} = ${JSON.stringify(Object.fromEntries(entries))}`)
    .join('\n')
}

/**
 * The module of a language's compiled messages with the kept keys. `mark` may change each text before it is compiled.
 */
export async function catalogueModule(
  lang: Language,
  {
    keep = () => true,
    mark = (text) => text,
  }: { keep?: (key: string) => boolean; mark?: (text: string, key: string) => string } = {},
): Promise<string> {
  const { app } = readLanguage(lang)
  const compiled = Object.fromEntries(
    Object.entries(app)
      .filter(([key]) => keep(key))
      .map(([key, text]) => [key, compileMessage(mark(text, key))]),
  )
  return `export default JSON.parse(${JSON.stringify(JSON.stringify(compiled))})`
}

/** The compiled messages of the statement check in every language, without their common prefix. */
export async function verifierWords(): Promise<Record<string, Record<string, unknown>>> {
  const words: Record<string, Record<string, unknown>> = {}
  for (const { code } of languages)
    words[code] = Object.fromEntries(
      Object.entries(readLanguage(code).app)
        .filter(([key]) => key.startsWith('verify.'))
        .map(([key, text]) => [key.slice('verify.'.length), compileMessage(text)]),
    )
  return words
}
