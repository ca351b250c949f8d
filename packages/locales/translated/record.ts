/**
 * Which English text each translation was made from. `translations.lock` beside this file has a line for each message:
 * its key, the hash of the English text, and the hash of each translation that was made from it, in the order of the
 * first line. A translation whose English changed while it did not is stale: it stays in the line of its former
 * English. Both branches of a merge keep their lines, so a key may have several.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages, type Language } from '@quayside/contract'

export type Texts = Readonly<Record<string, string>>

/** The command that writes what is new, renewed or edited. */
export const recordCommand = 'node tools/words.ts record'

export const translatedLanguages: readonly Language[] = languages
  .map(({ code }) => code)
  .filter((code) => code !== 'en')
  .sort()

const digest = (text: string, length: number) => createHash('sha256').update(text).digest('hex').slice(0, length)
export const hashOfEnglish = (text: string): string => digest(text, 8)
export const hashOfTranslation = (text: string): string => digest(text, 4)
const none = '-'
const path = join(import.meta.dirname, 'translations.lock')

/** By key, the recorded hash of an English text with those of the translations made from it. */
type Recorded = ReadonlyMap<string, readonly { english: string; translations: Partial<Record<Language, string>> }[]>

export function parseRecord(text: string): Recorded {
  const recorded = new Map<string, { english: string; translations: Partial<Record<Language, string>> }[]>()
  const [head = '', ...lines] = text.split('\n')
  const [, , ...columns] = head.split(' ') as [string, string, ...Language[]]
  for (const line of lines) {
    const [key, english, ...hashes] = line.split(' ')
    if (!key || !english || key === 'key') continue
    const translations = Object.fromEntries(columns.map((lang, at) => [lang, hashes[at]]))
    recorded.set(key, [...(recorded.get(key) ?? []), { english, translations }])
  }
  return recorded
}

export const readRecord = (): Recorded => parseRecord(readFileSync(path, 'utf8'))

/** Keys whose translation is older than its English, and keys that the command has to write. */
export function compareRecord(
  recorded: Recorded,
  lang: Language,
  english: Texts,
  translation: Texts,
): { stale: string[]; unwritten: string[] } {
  const stale: string[] = []
  const unwritten: string[] = []
  for (const [key, text] of Object.entries(english)) {
    const target = hashOfTranslation(translation[key]!)
    const sources = (recorded.get(key) ?? []).filter(({ translations }) => translations[lang] === target)
    if (sources.some((source) => source.english === hashOfEnglish(text))) continue
    if (sources.length > 0) stale.push(key)
    else unwritten.push(key)
  }
  return { stale: stale.sort(), unwritten: unwritten.sort() }
}

/**
 * The record of all languages as text. A stale translation keeps its line unless `stillTrue` names its key and
 * language: then it was compared with the new English and is right as it is.
 */
export function formatRecord(
  recorded: Recorded,
  english: Texts,
  translations: ReadonlyMap<Language, Texts>,
  stillTrue: (key: string, lang: Language) => boolean,
): string {
  const langs = [...translations.keys()]
  const stale = new Map(langs.map((lang) => [lang, staleIn(recorded, lang, english, translations.get(lang)!)]))
  const lines = Object.keys(english)
    .sort()
    .flatMap((key) => {
      const hashes = langs.map((lang) => hashOfTranslation(translations.get(lang)![key]!))
      const isStale = langs.map((lang) => stale.get(lang)!.has(key) && !stillTrue(key, lang))
      const line = (source: string, isIn: (at: number) => boolean) =>
        hashes.some((_, at) => isIn(at)) ? [[key, source, ...hashes.map((hash, at) => (isIn(at) ? hash : none))]] : []
      const former = new Set((recorded.get(key) ?? []).map((one) => one.english))
      former.delete(hashOfEnglish(english[key]!))
      const madeFrom = (source: string, at: number) =>
        recorded.get(key)!.some((one) => one.english === source && one.translations[langs[at]!] === hashes[at])
      return [
        ...line(hashOfEnglish(english[key]!), (at) => !isStale[at]),
        ...[...former].flatMap((source) => line(source, (at) => isStale[at]! && madeFrom(source, at))),
      ]
    })
  return `${[['key', 'en', ...langs], ...lines].map((line) => line.join(' ')).join('\n')}\n`
}

const staleIn = (recorded: Recorded, lang: Language, english: Texts, translation: Texts): Set<string> =>
  new Set(compareRecord(recorded, lang, english, translation).stale)

/** Writes the record of all languages; see `formatRecord`. */
export function writeRecord(
  english: Texts,
  translations: ReadonlyMap<Language, Texts>,
  stillTrue: (key: string, lang: Language) => boolean,
): void {
  writeFileSync(path, formatRecord(readRecord(), english, translations, stillTrue))
}
